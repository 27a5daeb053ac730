"""The effects of transitions. Each effect becomes a function (a change), once for each ruleset.

A change gets a cursor, which carries the table from one event to the next, and adds events to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from attrs import define, field

from lineit.engine.counts import chooser, counter
from lineit.engine.guards import question, that
from lineit.model.cards import Card
from lineit.model.events import (
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
from lineit.model.ruleset import Ruleset
from lineit.model.table import Table, cards_in
from lineit.model.words import EffectWord, source_of
from lineit.model.zones import ZONES, ZoneName, zone_name


@define(eq=False)
class Cursor:
    """The model that the machine moves: it carries a table from event to event.

    `card` is the card of the transition, or None. `entered` has the event of entering each phase.
    """

    table: Table
    card: Card | None
    entered: Mapping[str, PhaseEntered]
    events: list[Event] = field(factory=list)

    def add(self, event: Event) -> None:
        """Add an event, and change the table by it."""
        self.table = event.change(self.table)
        self.events.append(event)

    @property
    def at_phase(self) -> str:
        """Return the phase, which the machine reads and sets."""
        return self.table.phase

    @at_phase.setter
    def at_phase(self, phase: str) -> None:
        event = self.entered[phase]
        self.table = event.change(self.table)
        self.events.append(event)


Change = Callable[[Cursor], None]


def change(ruleset: Ruleset, name: str, rule: str) -> Change:
    """Return the function that makes the effect with this name. Its events name the rule of the
    effect, or `rule` if the effect has none.
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
    """Return the change that moves cards. A move of no cards makes no event."""
    source, to, top = source_of(word), zone_name(word.to), word.put == "top"
    personal = ZONES[source].personal or ZONES[to].personal
    piled = ZONES[source].by_colour or ZONES[to].by_colour
    moved = mover(source, to)
    if word.move == "card" and not piled:
        return _move_card(name, rule, moved, source, to, top=top)
    chosen = _chosen(ruleset, word)

    def move(cursor: Cursor) -> None:
        cards = chosen(cursor)
        if not cards:
            return
        seat = cursor.table.seat if personal else None
        if not piled:
            cursor.add(CardsMoved(rule, name, seat, cards, source, to, None, top))
            return
        for colour in ruleset.colours:
            same = tuple([card for card in cards if card.colour == colour])
            if same:
                cursor.add(CardsMoved(rule, name, seat, same, source, to, colour, top))

    return move


def _move_card(  # noqa: PLR0913 # one parameter for each part of the event
    name: str, rule: str, moved: Mover, source: ZoneName, to: ZoneName, *, top: bool
) -> Change:
    """Return the change that moves the card of the transition, a fast way for the usual case."""
    personal = ZONES[source].personal or ZONES[to].personal

    def move_card(cursor: Cursor) -> None:
        if cursor.card is not None:
            table = cursor.table
            seat = table.seat if personal else None
            event = CardsMoved(rule, name, seat, (cursor.card,), source, to, None, top)
            cursor.table = moved(table, event)
            cursor.events.append(event)

    return move_card


def _chosen(ruleset: Ruleset, word: EffectWord) -> Callable[[Cursor], tuple[Card, ...]]:
    """Return the function that selects the cards of a move."""
    place = str(word.source)
    if word.move == "card":
        return lambda cursor: () if cursor.card is None else (cursor.card,)
    kind = None if word.move == "all" else word.move
    choose = chooser(place, kind, that(ruleset, word.that))
    limited = any(number is not None for number in (word.first, word.last, word.up_to))
    ordered = {zone.name for zone in ZONES.values() if zone.ordered}
    in_order = place in ordered or not (limited or word.to in ordered)

    def chosen(cursor: Cursor) -> tuple[Card, ...]:
        table = cursor.table
        cards = choose(table, table.seat, cursor.card)
        if not in_order:
            cards = tuple(sorted(cards))
        return _limited(ruleset, word, table, cards) if limited else cards

    return chosen


def _limited(
    ruleset: Ruleset, word: EffectWord, table: Table, cards: tuple[Card, ...]
) -> tuple[Card, ...]:
    """Return the first or the last of the cards, up to the number in `first`, `last` or `up_to`."""
    players = len(table.players)
    if word.last is not None:
        most = ruleset.number(word.last, players)
        return cards[len(cards) - most :] if most < len(cards) else cards
    if word.first is not None:
        return cards[: ruleset.number(word.first, players)]
    lying = len(cards_in(table, zone_name(word.to), table.seat))
    return cards[: max(0, ruleset.number(word.up_to or 0, players) - lying)]


def _token(ruleset: Ruleset, name: str, word: EffectWord, rule: str) -> Change:
    """Return the change that takes one token, or one for each counted card."""
    token = word.token or 0
    count = None if word.each is None else counter((word.each,), word.of, that(ruleset, word.that))

    def take(cursor: Cursor) -> None:
        table = cursor.table
        value = ruleset.number(token, len(table.players))
        times = 1 if count is None else count(table, table.seat, cursor.card) or 0
        for _ in range(times):
            cursor.add(TokenTaken(rule, name, table.seat, value))

    return take


# -- built-in effects ------------------------------------------------------------------------------


def _built_in(name: str, rule: str) -> Change:
    events = BUILT_IN[name]

    def make(cursor: Cursor) -> None:
        for event in events(cursor.table, rule, name):
            cursor.add(event)

    return make


def begin_round(table: Table, rule: str, _: str) -> Iterable[Event]:
    """Return the event that begins the next round [deal]."""
    return (RoundBegun(rule, table.round + 1),)


def begin_with_first(table: Table, rule: str, _: str) -> Iterable[Event]:
    """Return the event that starts the turn of the first player [turn-order]."""
    return (TurnStarted(rule, table.first),)


def next_turn(table: Table, rule: str, _: str) -> Iterable[Event]:
    """Return the event that starts the turn of the next seat to the left [turn-order]."""
    return (TurnStarted(rule, table.next_seat),)


def pass_first_player(table: Table, rule: str, _: str) -> Iterable[Event]:
    """Return the event that makes the player to the left the first player [first-player]."""
    return (FirstPlayerPassed(rule, (table.first + 1) % len(table.players)),)


def stop(table: Table, rule: str, _: str) -> Iterable[Event]:
    """Return the event that the player on turn plays no more cards from the hand [final-play]."""
    return (PlayerStopped(rule, table.seat),)


def settle_bets(table: Table, rule: str, word: str) -> Iterator[Event]:
    """Yield a token for each Bet card in the line: its value, if at least that number of cards
    joined the line after it, and otherwise minus its value [bet-settle].
    """
    line = table.player.line
    for card in line.bets:
        value, after = card.value or 0, line.joined_after(card)
        won = after >= value
        yield TokenTaken(rule, word, table.seat, value if won else -value, card, after)


def name_winners(table: Table, rule: str, _: str) -> Iterable[Event]:
    """Return the event that ends the game. The players with the most points win [winner]."""
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
"""The built-in effects, by name: those that a rule file cannot define."""
