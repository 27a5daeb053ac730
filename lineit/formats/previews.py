"""Previews and facts as JSON data."""

from __future__ import annotations

from typing import Any

import cattrs
from cattrs.gen import make_dict_unstructure_fn, override

from lineit.foresight import Move, Preview
from lineit.model.actions import Action
from lineit.model.cards import Card
from lineit.table_facts import Facts

_out = cattrs.Converter(unstruct_collection_overrides={tuple: list})
_out.register_unstructure_hook(Card, str)
_out.register_unstructure_hook(Action, str)
_out.register_unstructure_hook(
    Move, make_dict_unstructure_fn(Move, _out, source=override(rename="from"))
)


def preview_json(preview: Preview) -> dict[str, Any]:
    """Return the preview as JSON data: its fields, with actions as texts and cards as codes.

    - `action`, `rule`, `seat`, `fits` (true, false or null), `forces_scoring`, `complete`.
    - `points`: a list with a number for each seat.
    - `tokens`: a list of `{rule, word, seat, value, card, after}`, as in the event `token-taken`.
    - `moves`: a list of `{rule, word, seat, count, cards, from, to, colour}`; `cards` may be null.
    - `then`: a list of actions, or null.

    >>> from lineit import Game
    >>> from lineit.foresight import preview
    >>> data = preview_json(preview(Game.new(players=2, seed=7).view(0), "pick 91"))
    >>> data["action"], data["then"], data["fits"], data["points"]
    ('pick 91', ['line', 'hand'], True, [0, 0])
    >>> data["moves"][0]["cards"], data["moves"][0]["from"], data["moves"][0]["to"]
    (['91'], 'market', 'picked')
    """
    data: dict[str, Any] = _out.unstructure(preview)
    return data


def facts_json(facts: Facts) -> dict[str, Any]:
    """Return the facts as JSON data: their fields, with actions as texts and cards as codes.

    - `players`: a list with `{direction, bets, missing}` for each seat. `direction` is `ascending`,
      `descending` or null; `bets` is a list of `{card, value, joined, needs}`; `missing` has a
      number or null for each colour.
    - `market`: a list of cards, or null.
    - `scoring`: `{action, points, price}`, or null.

    >>> from lineit import Game
    >>> from lineit.table_facts import facts
    >>> data = facts_json(facts(Game.new(players=2, seed=7).view(0)))
    >>> data["market"], data["scoring"]
    (['91', '33', '58', '23'], None)
    >>> data["players"][0]["missing"]
    {'red': 3, 'blue': 3, 'green': 3, 'yellow': 3}
    """
    data: dict[str, Any] = _out.unstructure(facts)
    return data
