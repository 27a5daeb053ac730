"""Tables and events as JSON data, and back: `table_json` and `parse_table`, `event_json` and
`parse_event`. The shapes are told in `spec/schemas/`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any, cast, get_args

import cattrs
from attrs import evolve

from lineit.cards import Card
from lineit.errors import Reason, TableError
from lineit.events import Event
from lineit.ruleset import Ruleset
from lineit.shapes import converter, faults, short
from lineit.table import Line, Player, Table


def _type_name(event: type) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", event.__name__).lower()


EVENT_TYPES: dict[str, type] = {_type_name(event): event for event in get_args(Event)}
"""Every event by its `type` in JSON, such as `card-picked`."""

_out = cattrs.Converter(unstruct_collection_overrides={tuple: list})
_out.register_unstructure_hook(Card, str)


def codes(cards: Iterable[Card]) -> list[str]:
    """The codes of the cards."""
    return [card.code for card in cards]


def table_json(table: Table) -> dict[str, Any]:
    """The whole table as JSON data: the referee's. `points` are derived.

    >>> from lineit import Game
    >>> data = table_json(Game.new(players=2, seed=7).table)
    >>> data["phase"], data["market"], data["players"][0]["points"]
    ('pick', ['91', '33', '58', '23'], 0)
    """
    return {
        "ruleset": table.ruleset.name,
        "phase": table.phase,
        "round": table.round,
        "first": table.first,
        "seat": table.seat,
        "picked": None if table.picked is None else table.picked.code,
        "played": table.played,
        "deck": codes(table.deck),
        "market": codes(table.market),
        "discard": codes(table.discard),
        "jackpots": {colour: codes(table.jackpot(colour)) for colour in table.ruleset.colours},
        "players": [
            {
                "hand": codes(player.hand),
                "line": codes(player.line.cards),
                "scored": codes(player.scored),
                "tokens": list(player.tokens),
                "stopped": player.stopped,
                "points": player.points,
            }
            for player in table.players
        ],
    }


def parse_table(data: Mapping[str, Any], ruleset: Ruleset) -> Table:
    """The table of `table_json`'s data. `points` may be left out, and are not read.

    Raises `TableError` where the data has another shape, or is no table of the ruleset: each card
    lies in one place, the phase is one of its phases, the seats are there.

    >>> from lineit import Game
    >>> table = Game.new(players=2, seed=7).table
    >>> parse_table(table_json(table), table.ruleset) == table
    True
    """
    try:
        table = _into(ruleset).structure(data, Table)
    except Exception as error:
        where, what = faults(error)[0]
        raise TableError(Reason("table_shape", None, {"where": where, "what": what})) from None
    for problem in chain(_seats_wrong(table), _cards_wrong(table), _players_wrong(table)):
        raise TableError(problem)
    return evolve(table, ruleset=ruleset)  # not one that is equal, but has another title


def _seats_wrong(table: Table) -> Iterator[Reason]:
    least, most = table.ruleset.components.players
    if table.phase not in [state.name for state in table.ruleset.states]:
        yield Reason("table_phase", None, {"phase": short(table.phase)})
    if not least <= len(table.players) <= most:
        params = {"players": len(table.players), "least": least, "most": most}
        yield Reason("players", "players", params)
    for seat in (table.seat, table.first):
        if not 0 <= seat < len(table.players):
            yield Reason("seat", "players", {"seat": short(seat), "last": len(table.players) - 1})
    if table.round < 0 or table.played < 0:
        counts = {"round": short(table.round), "played": short(table.played)}
        yield Reason("table_count", None, counts)


def _cards_wrong(table: Table) -> Iterator[Reason]:
    lying, deck = codes(cards_on(table)), codes(table.ruleset.cards)
    if sorted(lying) != sorted(deck):
        twice = {code for code, times in Counter(lying).items() if times > 1}
        wrong = sorted(twice | set(deck) - set(lying))
        yield Reason("table_cards", "deck", {"cards": wrong[:10]})
    for colour in table.ruleset.colours:
        if wrong_colour := [card.code for card in table.jackpot(colour) if card.colour != colour]:
            params = {"cards": wrong_colour, "colour": colour}
            yield Reason("table_jackpot", "cleanup", params)
    rows = [row for row in table.ruleset.transitions if row.source == table.phase]
    if (table.picked is not None) is not any(row.card == "picked" for row in rows):
        code = "table_picked" if table.picked is None else "table_not_picked"
        yield Reason(code, "pick", {"phase": table.phase})


def _players_wrong(table: Table) -> Iterator[Reason]:
    for player in table.players:
        for value in player.tokens:
            if abs(value) not in table.ruleset.components.bets:
                yield Reason("table_token", "tokens", {"value": short(value)})


def cards_on(table: Table) -> list[Card]:
    """Every card on the table, wherever it lies.

    >>> from lineit import Game
    >>> len(cards_on(Game.new(players=2, seed=7).table))
    106
    """
    places = [table.deck, table.market, table.discard, *table.jackpots]
    for player in table.players:
        places += [player.hand, player.line.cards, player.scored]
    cards = [card for place in places for card in place]
    return cards if table.picked is None else [*cards, table.picked]


def event_json(event: Event) -> dict[str, Any]:
    """The event as JSON data, with its `type`.

    >>> from lineit import Game
    >>> event_json(Game.new(players=2, seed=7).events[0])
    {'type': 'market-dealt', 'rule': 'deal', 'round': 1, 'cards': ['91', '33', '58', '23']}
    """
    return {"type": _type_name(type(event)), **_out.unstructure(event)}


def parse_event(data: Mapping[str, Any], ruleset: Ruleset) -> Event:
    """The event of `event_json`'s data. Raises `TableError` where the data has another shape.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=7)
    >>> parse_event(event_json(game.events[0]), game.ruleset) == game.events[0]
    True
    """
    fields = dict(data) if isinstance(data, Mapping) else {}
    kind = EVENT_TYPES.get(str(fields.pop("type", None)))
    try:
        if kind is None:
            raise ValueError(f"must be one of {', '.join(EVENT_TYPES)}")
        event: Event = _into(ruleset).structure(fields, kind)
    except Exception as error:
        where, what = faults(error, "" if kind else "type")[0]
        raise TableError(Reason("event_shape", None, {"where": where, "what": what})) from None
    return event


@lru_cache(maxsize=64)
def _into(ruleset: Ruleset) -> cattrs.Converter:
    """A converter for the tables and events of a ruleset."""
    made = converter()
    cards = tuple[Card, ...]

    def line(value: Any, _: Any) -> Line:
        return Line(made.structure(value, cards))

    def is_named(value: Any, _: Any) -> Ruleset:
        if value != ruleset.name:
            raise ValueError(f"must be {ruleset.name}, and is {short(value)}")
        return ruleset

    def player(value: Any, _: Any) -> Player:
        if isinstance(value, Mapping):
            value = {key: part for key, part in value.items() if key != "points"}
        return cast(Player, structure_player(value, Player))

    def jackpots(value: Any, _: Any) -> tuple[tuple[Card, ...], ...]:
        if not isinstance(value, Mapping):
            raise TypeError(f"must be a table, and is {short(value)}")
        if set(value) != set(ruleset.colours):
            raise ValueError(f"must have the colours {', '.join(ruleset.colours)}")
        return tuple(made.structure(value[colour], cards) for colour in ruleset.colours)

    made.register_structure_hook(Card, lambda value, _: ruleset.card(value))
    made.register_structure_hook(Line, line)
    structure_player = made.get_structure_hook(Player)
    made.register_structure_hook(Player, player)
    made.register_structure_hook(Ruleset, is_named)
    made.register_structure_hook_func(lambda kind: kind == tuple[cards, ...], jackpots)
    return made
