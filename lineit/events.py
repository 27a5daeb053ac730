"""What happened at the table, one event for each change. Only events change tables.

Each event says under which `rule` it happened, and `change(table)` gives the table after it, so
that events told in order rebuild the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Literal

from attrs import evolve, frozen

from lineit.cards import Card
from lineit.table import Line, Player, Table

Pile = Literal["market", "deck"]


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
class MarketDealt:
    """A round began: cards were turned up from the deck [deal]."""

    rule: str
    round: int
    cards: tuple[Card, ...]

    def change(self, table: Table) -> Table:
        market, deck = (*table.market, *self.cards), table.deck[len(self.cards) :]
        return table.changed(round=self.round, market=market, deck=deck)


@frozen
class TurnStarted:
    """A seat is on turn [turn-order]."""

    rule: str
    seat: int

    def change(self, table: Table) -> Table:
        return table.changed(seat=self.seat, played=0)


@frozen
class CardPicked:
    """The player on turn took a card of the market [pick]."""

    rule: str
    seat: int
    card: Card

    def change(self, table: Table) -> Table:
        return table.changed(picked=self.card, market=without(table.market, self.card))


@frozen
class CardPlaced:
    """The picked card joined the line or the hand [place-line, place-hand, restart]."""

    rule: str
    seat: int
    card: Card
    to: Literal["line", "hand"]

    def change(self, table: Table) -> Table:
        player = table.players[self.seat]
        if self.to == "line":
            line, hand = Line((*player.line.cards, self.card)), player.hand
        else:
            line, hand = player.line, (*player.hand, self.card)
        player = Player(hand, line, player.scored, player.tokens, player.stopped)
        return table.changed(picked=None, players=table.with_player(self.seat, player))


@frozen
class HandPlayed:
    """A card went from the hand to the line [play, final-play]."""

    rule: str
    seat: int
    card: Card

    def change(self, table: Table) -> Table:
        player = table.players[self.seat]
        player = Player(
            without(player.hand, self.card),
            Line((*player.line.cards, self.card)),
            player.scored,
            player.tokens,
            player.stopped,
        )
        players = table.with_player(self.seat, player)
        return table.changed(players=players, played=table.played + 1)


@frozen
class PlayerStopped:
    """A player plays no more cards from the hand in this game [final-play]."""

    rule: str
    seat: int

    def change(self, table: Table) -> Table:
        player = evolve(table.players[self.seat], stopped=True)
        return table.changed(players=table.with_player(self.seat, player))


@frozen
class BetWon:
    """A bet was met: the token lies at +value [bet-settle]. `after` cards had joined."""

    rule: str
    seat: int
    card: Card
    value: int
    after: int

    def change(self, table: Table) -> Table:
        return with_token(table, self.seat, self.value)


@frozen
class BetLost:
    """A bet was not met: the token lies at -value [bet-settle]. `after` cards had joined."""

    rule: str
    seat: int
    card: Card
    value: int
    after: int

    def change(self, table: Table) -> Table:
        return with_token(table, self.seat, -self.value)


@frozen
class LineScored:
    """A line was scored [score, restart, final-score]: Bet cards and the price were discarded, the
    rest was kept in the score pile [price].
    """

    rule: str
    seat: int
    discarded: tuple[Card, ...]
    kept: tuple[Card, ...]

    def change(self, table: Table) -> Table:
        player = table.players[self.seat]
        player = evolve(player, line=Line(), scored=(*player.scored, *self.kept))
        discard = (*table.discard, *self.discarded)
        return table.changed(discard=discard, players=table.with_player(self.seat, player))


@frozen
class JackpotClaimed:
    """The cards under a jackpot went to a score pile [jackpot-claim]."""

    rule: str
    seat: int
    colour: str
    cards: tuple[Card, ...]

    def change(self, table: Table) -> Table:
        player = table.players[self.seat]
        player = evolve(player, scored=(*player.scored, *self.cards))
        return table.changed(
            jackpots=table.with_jackpot(self.colour, ()),
            players=table.with_player(self.seat, player),
        )


@frozen
class JackpotFilled:
    """Cards nobody took went under the jackpot of their colour [cleanup, end-bank]."""

    rule: str
    colour: str
    cards: tuple[Card, ...]
    source: Pile

    def change(self, table: Table) -> Table:
        filled = (*table.jackpot(self.colour), *self.cards)
        jackpots = table.with_jackpot(self.colour, filled)
        return taken_off(table, self.source, self.cards).changed(jackpots=jackpots)


@frozen
class BetsDiscarded:
    """Bet cards nobody took were discarded [cleanup, end-bank]."""

    rule: str
    cards: tuple[Card, ...]
    source: Pile

    def change(self, table: Table) -> Table:
        discard = (*table.discard, *self.cards)
        return taken_off(table, self.source, self.cards).changed(discard=discard)


@frozen
class FirstPlayerPassed:
    """Another seat is first in the next round [first-player]."""

    rule: str
    seat: int

    def change(self, table: Table) -> Table:
        return table.changed(first=self.seat)


@frozen
class GameEnded:
    """The game is over [winner]: everybody's points, and the seats with the most."""

    rule: str
    points: tuple[int, ...]
    winners: tuple[int, ...]

    def change(self, table: Table) -> Table:
        return table


Event = (
    PhaseEntered
    | MarketDealt
    | TurnStarted
    | CardPicked
    | CardPlaced
    | HandPlayed
    | PlayerStopped
    | BetWon
    | BetLost
    | LineScored
    | JackpotClaimed
    | JackpotFilled
    | BetsDiscarded
    | FirstPlayerPassed
    | GameEnded
)


def replay(table: Table, events: Iterable[Event]) -> Table:
    """The table after these events, told in order.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=1)
    >>> before, told = game.table, game.apply(game.legal[0])
    >>> replay(before, told) == game.table
    True
    """
    return reduce(lambda now, event: event.change(now), events, table)


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The cards but for one."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def with_token(table: Table, seat: int, value: int) -> Table:
    """The table with one more bet token before a player."""
    player = table.players[seat]
    player = evolve(player, tokens=(*player.tokens, value))
    return table.changed(players=table.with_player(seat, player))


def taken_off(table: Table, source: Pile, cards: tuple[Card, ...]) -> Table:
    """The table with the cards gone from the market or the deck."""
    if source == "market":
        return table.changed(market=tuple(c for c in table.market if c not in cards))
    return table.changed(deck=tuple(c for c in table.deck if c not in cards))
