"""Views, and events as a seat sees them, as JSON data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import cattrs

from lineit.formats.converters import codes, converter_of, register_piles
from lineit.formats.events import event_json
from lineit.formats.tables import fields_json
from lineit.model.cards import Card
from lineit.model.errors import Reason, TableError
from lineit.model.events import CardsMoved, Event
from lineit.model.ruleset import Ruleset
from lineit.model.structure import faults
from lineit.model.zones import Memory
from lineit.views import Pile, PlayerView, View, check_viewer, sees


def view_json(seen: View) -> dict[str, Any]:
    """Return the view as JSON data, in the shape of a table; of a hidden pile only its size.

    >>> from lineit import Game
    >>> from lineit.views import view
    >>> data = view_json(view(Game.new(players=2, seed=7).table, 0))
    >>> data["viewer"], data["deck"], data["market"]
    (0, 102, ['91', '33', '58', '23'])
    """
    return fields_json(seen, seen.ruleset, _pile_json)


def _pile_json(pile: Pile | tuple[Card, ...]) -> list[str] | int:
    """Return the codes of the cards in a pile, or its size if it is hidden."""
    if isinstance(pile, Pile):
        return pile.count if pile.cards is None else codes(pile.cards)
    return codes(pile)


def parse_view(data: Mapping[str, Any], ruleset: Ruleset) -> View:
    """Return the view of `view_json`'s data. `points` are ignored and may be left out.

    Raises `TableError` if the data has another shape.

    >>> from lineit import Game
    >>> from lineit.views import view
    >>> seen = view(Game.new(players=2, seed=7).table, 0)
    >>> parse_view(view_json(seen), seen.ruleset) == seen
    True
    """
    try:
        return _view_converter(ruleset).structure(data, View)
    except Exception as error:
        where, what = faults(error)[0]
        raise TableError(Reason("table_shape", None, {"where": where, "what": what})) from None


@lru_cache(maxsize=64)
def _view_converter(ruleset: Ruleset) -> cattrs.Converter:
    """Return a converter for the views of a ruleset."""
    made = converter_of(ruleset)

    def pile(value: Any, _: Any) -> Pile:
        if type(value) is int and value >= 0:
            return Pile(value, None)
        cards = made.structure(value, tuple[Card, ...])
        return Pile(len(cards), cards)

    made.register_structure_hook(Pile, pile)
    register_piles(made, ruleset, Pile, PlayerView)
    return made


def seen_event_json(
    event: Event, rules: Ruleset, viewer: int | None, memory: Memory = "table"
) -> dict[str, Any]:
    """Return the event as JSON data for a seat, or (None) for a spectator.

    Of a move between two zones that the viewer does not see, it has only the number of cards.

    >>> from lineit import load_ruleset
    >>> standard = load_ruleset("standard")
    >>> cards = (standard.card("1"), standard.card("5"))
    >>> claim = CardsMoved("jackpot-claim", "claim", 0, cards, "jackpots", "scored", "red")
    >>> seen_event_json(claim, standard, 0)["cards"]
    2
    >>> seen_event_json(claim, standard, 0, "perfect")["cards"]
    ['1', '5']
    """
    check_viewer(rules, rules.components.players[1], viewer, memory)
    data = event_json(event)
    if isinstance(event, CardsMoved) and not any(
        sees(rules, zone, event.seat, viewer, memory) for zone in (event.source, event.to)
    ):
        data["cards"] = len(event.cards)
    return data
