"""Tables as JSON data, and back. The schemas are in `spec/schemas/`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any

import attrs
from attrs import evolve

from lineit.formats.converters import codes, table_converter
from lineit.model.bounds import short, short_number
from lineit.model.cards import Card
from lineit.model.errors import Reason, TableError
from lineit.model.ruleset import Ruleset
from lineit.model.structure import faults
from lineit.model.table import Line, Table, is_set_up
from lineit.model.zones import ZONES
from lineit.rules.analysis import phases_with_picked_card, token_values

MOST_COUNTED = 1_000_000
"""Maximum number of rounds, and of cards played in a turn."""


def table_json(table: Table) -> dict[str, Any]:
    """Return the table as JSON data, hidden cards included. `points` are derived.

    >>> from lineit import Game
    >>> data = table_json(Game.new(players=2, seed=7).table)
    >>> data["phase"], data["market"], data["players"][0]["points"]
    ('pick', ['91', '33', '58', '23'], 0)
    """
    return fields_json(table, table.ruleset, codes)


def fields_json(
    model: Any, ruleset: Ruleset, pile_json: Callable[[Any], list[str] | int]
) -> dict[str, Any]:
    """Return a table, a view or a part of one as JSON data; `pile_json` converts a pile."""
    data: dict[str, Any] = {}
    for name in (field.name for field in attrs.fields(type(model))):
        value, zone = getattr(model, name), ZONES.get(name)
        if name == "ruleset":
            data[name] = ruleset.name
        elif name == "players":
            data[name] = [
                fields_json(player, ruleset, pile_json) | {"points": player.points}
                for player in value
            ]
        elif zone is None:
            data[name] = list(value) if isinstance(value, tuple) else value
        elif zone.single:
            data[name] = None if value is None else value.code
        elif zone.whose == "colour":
            piles = zip(ruleset.colours, value, strict=True)
            data[name] = {colour: pile_json(pile) for colour, pile in piles}
        else:
            data[name] = pile_json(value.cards if isinstance(value, Line) else value)
    return data


def parse_table(data: Mapping[str, Any], ruleset: Ruleset) -> Table:
    """Return the table of `table_json`'s data. `points` are ignored and may be left out.

    Raises `TableError` if the data has another shape, or is not a table of the ruleset: a card does
    not lie in exactly one place, or a phase or seat is unknown. Whether a game can come to such a
    table is not checked; see `Table.problems`.

    >>> from lineit import Game
    >>> table = Game.new(players=2, seed=7).table
    >>> parse_table(table_json(table), table.ruleset) == table
    True
    """
    try:
        table = table_converter(ruleset).structure(data, Table)
    except Exception as error:
        where, what = faults(error)[0]
        raise TableError(Reason("table_shape", None, {"where": where, "what": what})) from None
    for problem in chain(_seats_wrong(table), _cards_wrong(table), _tokens_wrong(table)):
        raise TableError(problem)
    return evolve(table, ruleset=ruleset)  # the cached one may be equal with another title


def check_table(table: Table) -> None:
    """Raise `TableError` if `parse_table` refuses the table or cannot restore it.

    >>> from lineit import Game
    >>> table = Game.new(players=2, seed=7).table
    >>> check_table(table.changed(phase="moon"))
    Traceback (most recent call last):
    lineit.model.errors.TableError: this is not a table: there is no phase 'moon'
    """
    try:
        if is_set_up(table) and _named(table.deck) == _named(table.ruleset.cards):
            for problem in _seats_wrong(table):
                raise TableError(problem)
            return  # fast, as nearly every game begins like this
        same = parse_table(table_json(table), table.ruleset) == table
    except TableError:
        raise
    except Exception:  # a field may have a value of any type
        same = False
    if not same:
        what = "has a value that its ruleset does not have"
        raise TableError(Reason("table_shape", None, {"where": "", "what": what}))


def _named(cards: tuple[Card, ...]) -> tuple[int, dict[str, Card]]:
    """Return the number of cards and the cards by code, to compare two decks in any order."""
    return len(cards), {card.code: card for card in cards}


def _seats_wrong(table: Table) -> Iterator[Reason]:
    """Yield what is wrong with the phase, the players, the seats and the counts."""
    box = table.ruleset.components
    (least, most), rule = box.players, box.rules.players
    if table.phase not in [phase.name for phase in table.ruleset.phases]:
        yield Reason("table_phase", None, {"phase": short(table.phase)})
    if not least <= len(table.players) <= most:
        params = {"players": len(table.players), "least": least, "most": most}
        yield Reason("players", rule, params)
    for seat in (table.seat, table.first):
        if not 0 <= seat < len(table.players):
            yield Reason("seat", rule, {"seat": short_number(seat), "last": len(table.players) - 1})
    if not (0 <= table.round <= MOST_COUNTED and 0 <= table.played <= MOST_COUNTED):
        counts = {"round": short_number(table.round), "played": short_number(table.played)}
        yield Reason("table_count", None, counts)


def _cards_wrong(table: Table) -> Iterator[Reason]:
    """Yield what is wrong with where the cards lie."""
    ruleset = table.ruleset
    lying, deck = codes(cards_on(table)), {*codes(ruleset.cards)}
    if len(lying) != len(deck) or {*lying} != deck:
        twice = {code for code, times in Counter(lying).items() if times > 1}
        wrong = sorted(twice | deck ^ {*lying})
        yield Reason("table_cards", ruleset.components.rules.deck, {"cards": wrong[:10]})
    for zone, owner, cards in table.piles():
        if ZONES[zone].by_colour and (others := [c.code for c in cards if c.colour != owner]):
            params = {"cards": others, "colour": owner}
            yield Reason("table_jackpot", ruleset.zone(zone).rule, params, ruleset.text)
    waiting = _waiting(ruleset).get(table.phase)
    if waiting is not None and (table.picked is not None) not in waiting:
        code = "table_picked" if table.picked is None else "table_not_picked"
        rule = ruleset.zone("picked").rule
        yield Reason(code, rule, {"phase": table.phase}, ruleset.text)


_waiting = lru_cache(maxsize=64)(phases_with_picked_card)


def _tokens_wrong(table: Table) -> Iterator[Reason]:
    """Yield the tokens that no bet and no effect has."""
    known = token_values(table.ruleset, len(table.players))
    for player in table.players:
        for value in player.tokens:
            if value not in known:
                rule = table.ruleset.components.rules.tokens
                yield Reason("table_token", rule, {"value": short_number(value)})


def cards_on(table: Table) -> list[Card]:
    """Return the cards of all zones.

    >>> from lineit import Game
    >>> len(cards_on(Game.new(players=2, seed=7).table))
    106
    """
    return [card for _, _, cards in table.piles() for card in cards]
