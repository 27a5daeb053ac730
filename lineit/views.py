"""What a seat may see: views of a table, and events as they are seen.

Both are cut by one table of the ruleset, `[zones]`, so that they cannot say different things.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from random import Random
from types import NoneType
from typing import Any

import cattrs
from attrs import fields, frozen

from lineit import machine
from lineit.cards import Card
from lineit.codec import codes, converter_of, event_json, fields_json, register_piles
from lineit.errors import Reason, TableError, ViewError
from lineit.events import CardsMoved, Event
from lineit.flow import kinds_in_zones
from lineit.ruleset import Ruleset
from lineit.shapes import faults, short
from lineit.table import Line, Owner, Player, Table, set_up, with_piles
from lineit.zones import ZONES, Memory, ZoneName

MOST_GUESSES = 1000
"""Maximum number of times that a sample is dealt anew, to find a hand with which the player on turn
can decide."""


@frozen
class Pile:
    """Cards of which one sees at least how many there are; `cards` is None where only that."""

    count: int
    cards: tuple[Card, ...] | None


@frozen
class PlayerView:
    """What is seen of one player."""

    hand: Pile
    line: Line
    scored: Pile
    tokens: tuple[int, ...]
    stopped: bool

    @property
    def points(self) -> int:
        """1 for each card scored, plus and minus the tokens [points]."""
        return self.scored.count + sum(self.tokens)


@frozen
class View:
    """What `viewer` sees of a table; a spectator, where it is None. The rest is as in `Table`."""

    viewer: int | None
    memory: Memory
    ruleset: Ruleset
    phase: str
    round: int
    first: int
    seat: int
    picked: Card | None
    played: int
    deck: Pile
    market: tuple[Card, ...]
    discard: Pile
    jackpots: tuple[Pile, ...]
    players: tuple[PlayerView, ...]

    @property
    def player(self) -> PlayerView:
        """The player on turn."""
        return self.players[self.seat]


def view(table: Table, viewer: int | None, memory: Memory = "table") -> View:
    """Return what a seat sees of the table, or (None) a spectator.

    `memory`: `"table"`, what lies open there, or `"perfect"`, what one knows who saw the whole game
    and forgot nothing. Raises `ViewError` for a seat or a memory that is not there.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=7)
    >>> for action in ("pick 91", "hand", "pass"):
    ...     _ = game.apply(action)
    >>> [view(game.table, 0).players[seat].hand.count for seat in (0, 1)]
    [1, 0]
    >>> view(game.table, 1).players[0].hand.cards is None
    True
    """
    check_viewer(table.ruleset, len(table.players), viewer, memory)
    rules = table.ruleset

    def zone(name: ZoneName, value: Any, owner: int | None) -> Any:
        """A zone of a table or a player, as the viewer sees it."""
        if ZONES[name].always_open:
            return value
        shown = sees(rules, name, owner, viewer, memory)
        if ZONES[name].whose == "colour":
            return tuple([Pile(len(cards), cards if shown else None) for cards in value])
        return Pile(len(value), value if shown else None)

    def seen(model: Table | Player, owner: int | None = None) -> dict[str, Any]:
        """The fields of a table or a player, as the viewer sees them."""
        found = {field.name: getattr(model, field.name) for field in fields(type(model))}
        return found | {name: zone(name, found[name], owner) for name in ZONES if name in found}

    players = tuple(PlayerView(**seen(player, seat)) for seat, player in enumerate(table.players))
    return View(**{**seen(table), "viewer": viewer, "memory": memory, "players": players})


def sees(rules: Ruleset, zone: ZoneName, owner: Owner, viewer: int | None, memory: Memory) -> bool:
    """Whether the cards of a zone, of `owner` where it is a player's, are seen by `viewer`.

    >>> from lineit import load_ruleset
    >>> standard = load_ruleset("standard")
    >>> [sees(standard, "hand", 0, viewer, "table") for viewer in (0, 1, None)]
    [True, False, False]
    """
    audience = rules.audience(zone, memory)
    return audience == "all" or (audience == "owner" and owner is not None and owner == viewer)


def check_viewer(rules: Ruleset, players: int, viewer: int | None, memory: str) -> None:
    """Raise `ViewError` for a seat or a memory that is not there."""
    rule = rules.components.rules.players
    if type(viewer) not in (int, NoneType):
        raise ViewError(Reason("whole_number", rule, {"what": "seat", "value": short(viewer)}))
    if viewer is not None and not 0 <= viewer < players:
        raise ViewError(Reason("seat", rule, {"seat": short(viewer), "last": players - 1}))
    if memory not in ("table", "perfect"):
        raise ViewError(Reason("memory", None, {"memory": short(memory)}))


def view_json(seen: View) -> dict[str, Any]:
    """Return the view as JSON data: the table's shape, but of hidden cards only how many there are.

    >>> from lineit import Game
    >>> data = view_json(view(Game.new(players=2, seed=7).table, 0))
    >>> data["viewer"], data["deck"], data["market"]
    (0, 102, ['91', '33', '58', '23'])
    """
    return fields_json(seen, seen.ruleset, _pile_json)


def _pile_json(pile: Pile | tuple[Card, ...]) -> list[str] | int:
    if isinstance(pile, Pile):
        return pile.count if pile.cards is None else codes(pile.cards)
    return codes(pile)


def parse_view(data: Mapping[str, Any], ruleset: Ruleset) -> View:
    """Return the view of `view_json`'s data. `points` may be left out, and are not read.

    Raises `TableError` where the data has another shape.

    >>> from lineit import Game
    >>> seen = view(Game.new(players=2, seed=7).table, 0)
    >>> parse_view(view_json(seen), seen.ruleset) == seen
    True
    """
    try:
        return _into(ruleset).structure(data, View)
    except Exception as error:
        where, what = faults(error)[0]
        raise TableError(Reason("table_shape", None, {"where": where, "what": what})) from None


@lru_cache(maxsize=64)
def _into(ruleset: Ruleset) -> cattrs.Converter:
    """A converter for the views of a ruleset."""
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
    """Return the event as JSON data for a seat, or (None) a spectator: of cards that move it tells
    only how many, unless that seat sees one end of the move.

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


def sample(seen: View, seed: int) -> Table:
    """Return a whole table that may be the one that is seen: hidden cards lie in some order that
    fits. The same view and seed give the same table.

    >>> from lineit import Game
    >>> seen = view(Game.new(players=2, seed=7).table, 0)
    >>> view(sample(seen, 1), 0) == seen
    True
    """
    chance = Random(seed)  # noqa: S311 # a sample is to be repeatable, not unpredictable
    table = _guess(seen, chance)
    for _ in range(MOST_GUESSES):
        if machine.waits(table) or machine.is_over(table):
            break
        table = _guess(seen, chance)  # with this hand the player would not have been asked
    return table


def _guess(seen: View, chance: Random) -> Table:
    """A table with the hidden cards dealt to the piles that they may lie in, by chance."""
    rules = seen.ruleset
    lying = list(seen_piles(seen))
    shown = {card for _, _, cards in lying if isinstance(cards, tuple) for card in cards}
    hidden = [card for card in rules.cards if card not in shown]
    chance.shuffle(hidden)
    kinds = _kinds(rules)

    def fits(card: Card, zone: ZoneName, owner: Owner) -> bool:
        if ZONES[zone].by_colour:
            return card.colour == owner
        return ("bets" if card.is_bet else "numbers") in kinds[zone]

    # What takes only some cards is dealt first, so that the rest finds enough.
    lying.sort(key=lambda pile: (not ZONES[pile[0]].by_colour, len(kinds[pile[0]])))
    dealt = []
    for zone, owner, cards in lying:
        drawn = cards
        if isinstance(drawn, int):
            drawn = tuple([card for card in hidden if fits(card, zone, owner)][:drawn])
            hidden = [card for card in hidden if card not in drawn]
        dealt.append((zone, owner, drawn))
    players = tuple(Player(tokens=each.tokens, stopped=each.stopped) for each in seen.players)
    empty = set_up(rules, len(players), ())
    named = {
        name: getattr(seen, name)
        for name in (field.name for field in fields(Table))
        if name not in ZONES and name not in ("ruleset", "players")
    }
    return with_piles(empty.changed(players=players, **named), dealt)


_kinds = lru_cache(maxsize=64)(kinds_in_zones)


def seen_piles(seen: View) -> Iterator[tuple[ZoneName, Owner, tuple[Card, ...] | int]]:
    """Yield every pile of a view: its zone, whose it is, its cards or how many they are."""
    for name, zone in ZONES.items():
        match zone.whose:
            case "player":
                for seat, player in enumerate(seen.players):
                    yield name, seat, _shown(getattr(player, name))
            case "colour":
                for colour, pile in zip(seen.ruleset.colours, getattr(seen, name), strict=True):
                    yield name, colour, _shown(pile)
            case _:
                yield name, None, _shown(getattr(seen, name))


def _shown(pile: Pile | Line | Card | tuple[Card, ...] | None) -> tuple[Card, ...] | int:
    """The cards of a pile of a view, or how many they are."""
    match pile:
        case Pile():
            return pile.count if pile.cards is None else pile.cards
        case Line():
            return pile.cards
        case Card():
            return (pile,)
        case None:
            return ()
    return pile
