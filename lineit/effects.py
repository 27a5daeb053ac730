"""The changes that transitions make. Each is made into a function once a ruleset.

A change works on a cursor, which carries the table from one event to the next, and tells it what
happens as events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from attrs import define, field

from lineit.cards import Card
from lineit.events import (
    CardsMoved,
    Event,
    FirstPlayerPassed,
    GameEnded,
    Mover,
    PhaseEntered,
    PlayerStopped,
    RoundBegun,
    TokenTaken,
    TurnStarted,
    mover,
)
from lineit.flow import source_of
from lineit.guards import chooser, counter, question, that
from lineit.ruleset import EffectWord, Ruleset
from lineit.table import Table, cards_in
from lineit.zones import ZONES, ZoneName


@define(eq=False)
class Cursor:
    """Carries a table from event to event: the model that the machine moves.

    `card` is the card of the action, or None; `entered` has the event of each phase ready.
    """

    table: Table
    card: Card | None
    entered: Mapping[str, PhaseEntered]
    events: list[Event] = field(factory=list)

    def tell(self, event: Event) -> None:
        """Let the event happen."""
        self.table = event.change(self.table)
        self.events.append(event)

    @property
    def at_phase(self) -> str:
        """The phase in which the machine finds this model."""
        return self.table.phase

    @at_phase.setter
    def at_phase(self, phase: str) -> None:
        event = self.entered[phase]
        self.table = event.change(self.table)
        self.events.append(event)


Change = Callable[[Cursor], None]


def change(ruleset: Ruleset, name: str, rule: str) -> Change:
    """Return the function that makes the change of this name. `rule` is the one that its events
    name, where the word names none itself.
    """
    word = ruleset.effects[name]
    own = word.rule or rule
    if word.do:
        made = _in_order([change(ruleset, inner, own) for inner in word.do])
    elif word.move is not None:
        made = _move(ruleset, name, word, own)
    elif word.token is not None:
        made = _token(ruleset, name, word, own)
    else:
        made = _built_in(name, own)
    return _conditional(ruleset, word, made, own) if word.when else made


def _in_order(parts: list[Change]) -> Change:
    def in_order(cursor: Cursor) -> None:
        for part in parts:
            part(cursor)

    return in_order


def _conditional(ruleset: Ruleset, word: EffectWord, made: Change, rule: str) -> Change:
    asked = question(ruleset, word.when, rule)

    def conditional(cursor: Cursor) -> None:
        if asked(cursor.table, cursor.table.seat, cursor.card) is None:
            made(cursor)

    return conditional


# -- moves and tokens ----------------------------------------------------------------------------


def _move(ruleset: Ruleset, name: str, word: EffectWord, rule: str) -> Change:
    """Move cards; of no cards there is no event."""
    source, to, top = source_of(word), _zone(word.to), word.put == "top"
    personal = ZONES[source].personal or ZONES[to].personal
    piled = ZONES[source].by_colour or ZONES[to].by_colour
    moved = mover(source, to)
    if word.move == "card" and not piled:
        return _move_card(name, rule, moved, source, to, top=top)
    chosen = _chosen(ruleset, word, rule)

    def move(cursor: Cursor) -> None:
        cards = chosen(cursor)
        if not cards:
            return
        seat = cursor.table.seat if personal else None
        if not piled:
            cursor.tell(CardsMoved(rule, name, seat, cards, source, to, None, top))
            return
        for colour in ruleset.colours:
            same = tuple([card for card in cards if card.colour == colour])
            if same:
                cursor.tell(CardsMoved(rule, name, seat, same, source, to, colour, top))

    return move


def _move_card(  # noqa: PLR0913 # it has a parameter for each part of the event
    name: str, rule: str, moved: Mover, source: ZoneName, to: ZoneName, *, top: bool
) -> Change:
    """Move the card of the transition: the most frequent change by far."""
    personal = ZONES[source].personal or ZONES[to].personal

    def move_card(cursor: Cursor) -> None:
        if cursor.card is not None:
            table = cursor.table
            seat = table.seat if personal else None
            event = CardsMoved(rule, name, seat, (cursor.card,), source, to, None, top)
            cursor.table = moved(table, event)
            cursor.events.append(event)

    return move_card


def _chosen(ruleset: Ruleset, word: EffectWord, rule: str) -> Callable[[Cursor], tuple[Card, ...]]:
    """What the move takes, as a function."""
    place = str(word.source)
    if word.move == "card":
        return lambda cursor: () if cursor.card is None else (cursor.card,)
    kind = None if word.move == "all" else word.move
    choose = chooser(place, kind, that(ruleset, word.that, rule))
    limited = any(number is not None for number in (word.first, word.last, word.up_to))
    ordered = {zone.name for zone in ZONES.values() if zone.ordered}
    in_order = place in ordered or not (limited or word.to in ordered)

    def chosen(cursor: Cursor) -> tuple[Card, ...]:
        table = cursor.table
        cards = choose(table, table.seat, cursor.card)
        if not in_order:
            cards = tuple(sorted(cards))
        return _so_many(ruleset, word, table, cards) if limited else cards

    return chosen


def _zone(name: str | None) -> ZoneName:
    return name  # type: ignore[return-value] # the model admits no other name


def _so_many(
    ruleset: Ruleset, word: EffectWord, table: Table, cards: tuple[Card, ...]
) -> tuple[Card, ...]:
    """The first or the last of the cards, as many as the word says."""
    players = len(table.players)
    if word.last is not None:
        most = ruleset.number(word.last, players)
        return cards[len(cards) - most :] if most < len(cards) else cards
    if word.first is not None:
        return cards[: ruleset.number(word.first, players)]
    lying = len(cards_in(table, _zone(word.to), table.seat))
    return cards[: max(0, ruleset.number(word.up_to or 0, players) - lying)]


def _token(ruleset: Ruleset, name: str, word: EffectWord, rule: str) -> Change:
    """Take a token, or one for each card counted."""
    token = word.token or 0
    count = (
        None
        if word.each is None
        else counter((word.each,), word.of, that(ruleset, word.that, rule))
    )

    def take(cursor: Cursor) -> None:
        table = cursor.table
        value = ruleset.number(token, len(table.players))
        times = 1 if count is None else count(table, table.seat, cursor.card) or 0
        for _ in range(times):
            cursor.tell(TokenTaken(rule, name, table.seat, value))

    return take


# -- built-in changes ------------------------------------------------------------------------------


def _built_in(name: str, rule: str) -> Change:
    events = BUILT_IN[name]

    def make(cursor: Cursor) -> None:
        for event in events(cursor.table, rule, name):
            cursor.tell(event)

    return make


def begin_round(table: Table, rule: str, _: str) -> Iterable[Event]:
    """The round counts one more [deal]."""
    return (RoundBegun(rule, table.round + 1),)


def begin_with_first(table: Table, rule: str, _: str) -> Iterable[Event]:
    """The first player is on turn [turn-order]."""
    return (TurnStarted(rule, table.first),)


def next_turn(table: Table, rule: str, _: str) -> Iterable[Event]:
    """The seat to the left is on turn [turn-order]."""
    return (TurnStarted(rule, table.next_seat),)


def pass_first_player(table: Table, rule: str, _: str) -> Iterable[Event]:
    """The player to the left of the first player is first in the next round [first-player]."""
    return (FirstPlayerPassed(rule, (table.first + 1) % len(table.players)),)


def stop(table: Table, rule: str, _: str) -> Iterable[Event]:
    """The player on turn plays no more cards from the hand in this game [final-play]."""
    return (PlayerStopped(rule, table.seat),)


def settle_bets(table: Table, rule: str, word: str) -> Iterator[Event]:
    """A token for each Bet card in the line: +value where at least as many cards joined the line
    after it, else -value [bet-settle].
    """
    line = table.player.line
    for card in line.bets:
        value, after = card.value or 0, line.joined_after(card)
        won = after >= value
        yield TokenTaken(rule, word, table.seat, value if won else -value, card, after)


def name_winners(table: Table, rule: str, _: str) -> Iterable[Event]:
    """The most points win, tied players together [winner]."""
    points = tuple([player.points for player in table.players])
    return (GameEnded(rule, points, table.leaders),)


BUILT_IN: dict[str, Callable[[Table, str, str], Iterable[Event]]] = {
    "begin_round": begin_round,
    "begin_with_first": begin_with_first,
    "next_turn": next_turn,
    "pass_first_player": pass_first_player,
    "stop": stop,
    "settle_bets": settle_bets,
    "name_winners": name_winners,
}
"""The changes that are not put into general forms, by the name that a rule file gives them."""
