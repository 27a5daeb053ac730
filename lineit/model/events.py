"""Events: what happened at the table. Every change of a table is an event.

Each event names the `rule` that it follows. Its method `change(table)` returns the table after the
event, so events in order rebuild a table. The event `CardsMoved` describes every move of cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, reduce
from operator import attrgetter

from attrs import evolve, frozen

from lineit.model.cards import Card
from lineit.model.table import NAMES, READERS, WRITERS, Table, values_of
from lineit.model.zones import ZONES, ZoneName


@frozen
class PhaseEntered:
    """The game entered a phase."""

    rule: str
    phase: str

    def change(self, table: Table) -> Table:
        # This is the most frequent change. A direct call is faster than `changed`.
        return Table(
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

    `word` is the effect that moved them. `seat` is the player who owns one of the zones, or None if
    both belong to the table. `colour` names the pile if one zone is `jackpots`. The cards join the
    end of the pile, or its beginning with `top`.
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
"""A function that returns the table after a move."""


@cache
def mover(source: ZoneName, to: ZoneName) -> Mover:
    """Return the function that makes moves from one zone to another."""
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
    """Return the cards of `lying` that are not in `taken`."""
    count = len(taken)
    if lying[:count] == taken:
        return lying[count:]
    if count == 1:
        (card,) = taken
        left = tuple([each for each in lying if each is not card])
        if len(left) < len(lying):  # else it is an equal card, but another object
            return left
    gone = {*taken}
    return tuple([card for card in lying if card not in gone])


_OWNER: dict[str, Callable[[CardsMoved], int | str | None]] = {
    "player": attrgetter("seat"),
    "colour": attrgetter("colour"),
}
"""How to find the owner of a pile in a move. The zones of the table have no owner."""


@frozen
class TokenTaken:
    """A player took a token by the effect `word` [bet-settle]. For a Bet card in the line, `card`
    is that card, and `after` is the number of cards that joined the line after it.
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
    """A round began. The first round is 1 [deal]."""

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
    """A player stopped playing cards from the hand for the rest of the game [final-play]."""

    rule: str
    seat: int

    def change(self, table: Table) -> Table:
        return table.with_player(self.seat, evolve(table.players[self.seat], stopped=True))


@frozen
class FirstPlayerPassed:
    """Another seat became the first player [first-player]."""

    rule: str
    seat: int

    def change(self, table: Table) -> Table:
        return table.changed(first=self.seat)


@frozen
class GameEnded:
    """The game ended, with the points of each seat and the seats that won [winner]."""

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
    """Return the table after these events, in order.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=1)
    >>> before, told = game.table, game.apply(game.legal[0])
    >>> replay(before, told) == game.table
    True
    """
    return reduce(lambda now, event: event.change(now), events, table)
