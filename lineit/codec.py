"""Tables and events as JSON data, and back: `table_json` and `parse_table`, `event_json` and
`parse_event`. The shapes are told in `spec/schemas/`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any, get_args

import attrs
import cattrs
from attrs import evolve
from cattrs.gen import make_dict_unstructure_fn, override

from lineit.cards import Card
from lineit.errors import Reason, TableError
from lineit.events import CardsMoved, Event
from lineit.flow import phases_with_picked_card, token_values
from lineit.ruleset import Ruleset
from lineit.shapes import Names, converter, faults, short
from lineit.table import Line, Player, Table, is_set_up, piles
from lineit.upgrade import first_edition
from lineit.zones import ZONES


def _type_name(event: type) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", event.__name__).lower()


EVENT_TYPES: dict[str, type] = {_type_name(event): event for event in get_args(Event)}
"""Every event by its `type` in JSON, such as `cards-moved`."""

NAMES_IN_JSON: dict[type, Names] = {CardsMoved: {"source": "from"}}
"""Fields of models that have another name in JSON."""

MOST_COUNTED = 1_000_000
"""Maximum of the round, and of the cards played in a turn: more could not be saved."""

_out = cattrs.Converter(unstruct_collection_overrides={tuple: list})
_out.register_unstructure_hook(Card, str)
_out.register_unstructure_hook(
    CardsMoved, make_dict_unstructure_fn(CardsMoved, _out, source=override(rename="from"))
)


def codes(cards: Iterable[Card]) -> list[str]:
    """Return the codes of the cards."""
    return [card.code for card in cards]


def table_json(table: Table) -> dict[str, Any]:
    """Return the whole table as JSON data: the referee's. `points` are derived.

    >>> from lineit import Game
    >>> data = table_json(Game.new(players=2, seed=7).table)
    >>> data["phase"], data["market"], data["players"][0]["points"]
    ('pick', ['91', '33', '58', '23'], 0)
    """
    return fields_json(table, table.ruleset, codes)


def fields_json(
    model: Any, ruleset: Ruleset, pile_json: Callable[[Any], list[str] | int]
) -> dict[str, Any]:
    """Return a table or a view as JSON data, field by field; `pile_json` writes a pile."""
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
    """Return the table of `table_json`'s data. `points` may be left out, and are not read.

    Raises `TableError` where the data has another shape, or is no table of the ruleset: each card
    lies in one place, the phase is one of its phases, the seats are there. Whether such a table can
    come about in play is another question: see `Table.problems`.

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
    for problem in chain(_seats_wrong(table), _cards_wrong(table), _tokens_wrong(table)):
        raise TableError(problem)
    return evolve(table, ruleset=ruleset)  # not one that is equal, but has another title


def check_table(table: Table) -> None:
    """Raise `TableError` for what is no table of its ruleset: what `parse_table` refuses, or cannot
    give back as it is.

    >>> from lineit import Game
    >>> table = Game.new(players=2, seed=7).table
    >>> check_table(table.changed(phase="moon"))
    Traceback (most recent call last):
    lineit.errors.TableError: this is not a table: there is no phase 'moon'
    """
    try:
        if is_set_up(table) and _named(table.deck) == _named(table.ruleset.cards):
            for problem in _seats_wrong(table):
                raise TableError(problem)
            return  # quickly, as it is so with nearly every game
        same = parse_table(table_json(table), table.ruleset) == table
    except TableError:
        raise
    except Exception:  # it is made of anything at all
        same = False
    if not same:
        what = "holds what its ruleset does not have"
        raise TableError(Reason("table_shape", None, {"where": "", "what": what}))


def _named(cards: tuple[Card, ...]) -> tuple[int, dict[str, Card]]:
    """Return how many cards there are, and each by its code: equal where the cards are the same."""
    return len(cards), {card.code: card for card in cards}


def _seats_wrong(table: Table) -> Iterator[Reason]:
    box = table.ruleset.components
    (least, most), rule = box.players, box.rules.players
    if table.phase not in [phase.name for phase in table.ruleset.phases]:
        yield Reason("table_phase", None, {"phase": short(table.phase)})
    if not least <= len(table.players) <= most:
        params = {"players": len(table.players), "least": least, "most": most}
        yield Reason("players", rule, params)
    for seat in (table.seat, table.first):
        if not 0 <= seat < len(table.players):
            yield Reason("seat", rule, {"seat": short(seat), "last": len(table.players) - 1})
    if not (0 <= table.round <= MOST_COUNTED and 0 <= table.played <= MOST_COUNTED):
        counts = {"round": short(table.round), "played": short(table.played)}
        yield Reason("table_count", None, counts)


def _cards_wrong(table: Table) -> Iterator[Reason]:
    ruleset = table.ruleset
    lying, deck = codes(cards_on(table)), {*codes(ruleset.cards)}
    if len(lying) != len(deck) or {*lying} != deck:
        twice = {code for code, times in Counter(lying).items() if times > 1}
        wrong = sorted(twice | deck ^ {*lying})
        yield Reason("table_cards", ruleset.components.rules.deck, {"cards": wrong[:10]})
    for zone, owner, cards in piles(table):
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
    known = token_values(table.ruleset, len(table.players))
    for player in table.players:
        for value in player.tokens:
            if value not in known:
                rule = table.ruleset.components.rules.tokens
                yield Reason("table_token", rule, {"value": short(value)})


def cards_on(table: Table) -> list[Card]:
    """Return every card on the table, wherever it lies.

    >>> from lineit import Game
    >>> len(cards_on(Game.new(players=2, seed=7).table))
    106
    """
    return [card for _, _, cards in piles(table) for card in cards]


def event_json(event: Event) -> dict[str, Any]:
    """Return the event as JSON data, with its `type`.

    >>> from lineit import Game
    >>> began, dealt = map(event_json, Game.new(players=2, seed=7).events[:2])
    >>> began
    {'type': 'round-begun', 'rule': 'deal', 'round': 1}
    >>> dealt["type"], dealt["from"], dealt["to"], dealt["cards"]
    ('cards-moved', 'deck', 'market', ['91', '33', '58', '23'])
    """
    return {"type": _type_name(type(event)), **_out.unstructure(event)}


def parse_event(data: Mapping[str, Any], ruleset: Ruleset) -> Event:
    """Return the event of `event_json`'s data.

    Raises `TableError` where the data has another shape, such as that of the first edition.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=7)
    >>> parse_event(event_json(game.events[0]), game.ruleset) == game.events[0]
    True
    """
    fields = dict(data) if isinstance(data, Mapping) else {}
    name = str(fields.pop("type", None))
    kind, now = EVENT_TYPES.get(name), first_edition()["events"].get(name)
    if now is not None:
        raise TableError(Reason("event_first_edition", None, {"type": name, "now": now}))
    try:
        if kind is None:
            raise ValueError(f"must be one of {', '.join(EVENT_TYPES)}")
        event: Event = _into(ruleset).structure(fields, kind)
        _check_piles(event)
    except Exception as error:
        where, what = faults(error, "" if kind else "type", NAMES_IN_JSON)[0]
        raise TableError(Reason("event_shape", None, {"where": where, "what": what})) from None
    return event


def _check_piles(event: Event) -> None:
    """Raise `ValueError` for a move that does not say whose pile it is."""
    if isinstance(event, CardsMoved):
        zones = [ZONES[name] for name in (event.source, event.to)]
        if any(zone.whose == "player" for zone in zones) and event.seat is None:
            raise ValueError(f"{event.source} to {event.to} must say which seat")
        if any(zone.whose == "colour" for zone in zones) and event.colour is None:
            raise ValueError(f"{event.source} to {event.to} must say which colour")


def converter_of(ruleset: Ruleset) -> cattrs.Converter:
    """Return a converter for the tables, views and events of a ruleset."""
    made = converter(NAMES_IN_JSON)
    cards = tuple[Card, ...]

    def line(value: Any, _: Any) -> Line:
        return Line(made.structure(value, cards))

    def is_named(value: Any, _: Any) -> Ruleset:
        if value != ruleset.name:
            raise ValueError(f"must be {ruleset.name}, and is {short(value)}")
        return ruleset

    made.register_structure_hook(Card, lambda value, _: ruleset.card(value))
    made.register_structure_hook(Line, line)
    made.register_structure_hook(Ruleset, is_named)
    register_piles(made, ruleset, cards, Player)
    return made


_into = lru_cache(maxsize=64)(converter_of)


def register_piles(made: cattrs.Converter, ruleset: Ruleset, pile: Any, player: type) -> None:
    """Have the converter read piles of colours by their colours, and players without their points,
    which are derived.
    """
    structure_player = made.get_structure_hook(player)

    def without_points(value: Any, kind: Any) -> Any:
        if isinstance(value, Mapping):
            value = {key: part for key, part in value.items() if key != "points"}
        return structure_player(value, kind)

    def by_colour(value: Any, _: Any) -> tuple[Any, ...]:
        if not isinstance(value, Mapping):
            raise TypeError(f"must be a table, and is {short(value)}")
        if set(value) != set(ruleset.colours):
            raise ValueError(f"must have the colours {', '.join(ruleset.colours)}")
        return tuple(made.structure(value[colour], pile) for colour in ruleset.colours)

    made.register_structure_hook(player, without_points)
    made.register_structure_hook_func(lambda kind: kind == tuple[pile, ...], by_colour)
