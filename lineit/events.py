"""What happened at the table, one event for each change. Only events change tables.

Each event says under which `rule` it happened, and `change(table)` gives the table after it, so
that events told in order rebuild the table. Where cards go is said by one of them, `CardsMoved`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, reduce
from operator import attrgetter

from attrs import evolve, frozen

from lineit.cards import Card
from lineit.table import NAMES, READERS, WRITERS, Table, values_of
from lineit.zones import ZONES, ZoneName


@frozen
class PhaseEntered:
    """The game went on to another phase."""

    rule: str
    phase: str

    def change(self, table: Table) -> Table:
        return Table(  # the most frequent change by far, so made without a look at what changed
            table.ruleset,
            self.phase,
            table.round,
            table.first,
            table.seat,
            table.picked,
            table.played,
            table.deck,
            table.market,
            table.discard,
            table.jackpots,
            table.players,
        )


@frozen
class CardsMoved:
    """Cards went from one zone to another.

    `word` is the effect that moved them. `seat` is the player whose zone it is, at either end; None
    where both are the table's. `colour` tells which pile, where one end is `jackpots`. The cards
    lie behind those that were there, or, with `top`, before them.
    """

    rule: str
    word: str
    seat: int | None
    cards: tuple[Card, ...]
    source: ZoneName
    to: ZoneName
    colour: str | None = None
    top: bool = False

    def change(self, table: Table) -> Table:
        return mover(self.source, self.to)(table, self)


PLAYED = ("hand", "line")
"""The move that `Table.played` counts: playing a card."""


Mover = Callable[[Table, CardsMoved], Table]
"""Changes a table by a move."""


@cache
def mover(source: ZoneName, to: ZoneName) -> Mover:
    """Return the function that changes a table by moves from one zone to another."""
    read, read_to, write, write_to = READERS[source], READERS[to], WRITERS[source], WRITERS[to]
    whose, whose_to = (_OWNER.get(ZONES[zone].whose) for zone in (source, to))
    played = NAMES.index("played")
    plays = (source, to) == PLAYED

    def move(table: Table, event: CardsMoved) -> Table:
        cards = event.cards
        owner = None if whose is None else whose(event)
        owner_to = None if whose_to is None else whose_to(event)
        joined = read_to(table, owner_to)
        values = [*values_of(table)]
        write(values, owner, _without(read(table, owner), cards))
        write_to(values, owner_to, cards + joined if event.top else joined + cards)
        if plays:
            values[played] += len(cards)
        return Table(*values)

    return move


def _without(lying: tuple[Card, ...], taken: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that are left of those that lay there."""
    count = len(taken)
    if lying[:count] == taken:
        return lying[count:]
    if count == 1 and taken[0] in lying:
        at = lying.index(taken[0])
        return lying[:at] + lying[at + 1 :]
    gone = {*taken}
    return tuple([card for card in lying if card not in gone])


_OWNER: dict[str, Callable[[CardsMoved], int | str | None]] = {
    "player": attrgetter("seat"),
    "colour": attrgetter("colour"),
}
"""Whose pile it is that cards move from or to, by whose the zone is; the table's have no owner."""


@frozen
class TokenTaken:
    """A player took a token: for a Bet card of the line, after which `after` cards had joined, or
    (None) for another reason, which the effect `word` knows [bet-settle].
    """

    rule: str
    word: str
    seat: int
    value: int
    card: Card | None = None
    after: int | None = None

    def change(self, table: Table) -> Table:
        player = table.players[self.seat]
        return table.with_player(self.seat, evolve(player, tokens=(*player.tokens, self.value)))


@frozen
class RoundBegun:
    """A new round began; rounds count from 1 [deal]."""

    rule: str
    round: int

    def change(self, table: Table) -> Table:
        return table.changed(round=self.round)


@frozen
class TurnStarted:
    """A seat is on turn [turn-order]."""

    rule: str
    seat: int

    def change(self, table: Table) -> Table:
        return table.changed(seat=self.seat, played=0)


@frozen
class PlayerStopped:
    """A player plays no more cards from the hand in this game [final-play]."""

    rule: str
    seat: int

    def change(self, table: Table) -> Table:
        return table.with_player(self.seat, evolve(table.players[self.seat], stopped=True))


@frozen
class FirstPlayerPassed:
    """Another seat is first in the next round [first-player]."""

    rule: str
    seat: int

    def change(self, table: Table) -> Table:
        return table.changed(first=self.seat)


@frozen
class GameEnded:
    """The game is over: everybody's points, and the seats that have won [winner]."""

    rule: str
    points: tuple[int, ...]
    winners: tuple[int, ...]

    def change(self, table: Table) -> Table:
        return table


Event = (
    PhaseEntered
    | CardsMoved
    | TokenTaken
    | RoundBegun
    | TurnStarted
    | PlayerStopped
    | FirstPlayerPassed
    | GameEnded
)


def replay(table: Table, events: Iterable[Event]) -> Table:
    """Return the table after these events, told in order.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=1)
    >>> before, told = game.table, game.apply(game.legal[0])
    >>> replay(before, told) == game.table
    True
    """
    return reduce(lambda now, event: event.change(now), events, table)
