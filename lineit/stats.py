"""How the points came about: counted from the events of a game alone."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from lineit.cards import Card
from lineit.events import (
    BetLost,
    BetWon,
    CardPicked,
    CardPlaced,
    Event,
    HandPlayed,
    JackpotClaimed,
    LineScored,
)
from lineit.table import Line


@define
class PlayerStats:
    """What one player did, or all together.

    `lines_forced` are those of `lines_scored` that a picked card forced, which fit nowhere;
    `ascending` and `descending` those with at least two numbers; `longest_line` counts its cards, a
    Bet card too; `jackpot_cards` those that came with `jackpots_claimed`.
    """

    taken_to_line: int = 0
    taken_to_hand: int = 0
    played_from_hand: int = 0
    lines_scored: int = 0
    lines_forced: int = 0
    ascending: int = 0
    descending: int = 0
    longest_line: int = 0
    bets_played: int = 0
    bets_won: int = 0
    bets_lost: int = 0
    jackpots_claimed: int = 0
    jackpot_cards: int = 0
    points_from_lines: int = 0
    points_from_jackpots: int = 0
    points_from_bets: int = 0

    @property
    def points(self) -> int:
        """The points of all sources [points]."""
        return self.points_from_lines + self.points_from_jackpots + self.points_from_bets


@define
class Stats:
    """The statistics of each player, in the order of the seats, and of all together."""

    players: tuple[PlayerStats, ...]
    whole: PlayerStats


@define
class _Seat:
    stats: PlayerStats = field(factory=PlayerStats)
    line: tuple[Card, ...] = ()
    picked: bool = False


def stats(events: Iterable[Event], players: int) -> Stats:
    """What so many players did in these events, told from the beginning of a game.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=7)
    >>> for action in ("pick 91", "line", "score"):
    ...     _ = game.apply(action)
    >>> first = stats(game.events, 2).players[0]
    >>> first.taken_to_line, first.lines_scored, first.longest_line, first.points
    (1, 1, 1, 0)
    """
    seats = [_Seat() for _ in range(players)]
    for event in events:
        match event:
            case CardPicked():
                seats[event.seat].picked = True
            case CardPlaced() | HandPlayed():
                _placed(seats[event.seat], event)
            case LineScored():
                _scored(seats[event.seat], event)
            case BetWon():
                seats[event.seat].stats.bets_won += 1
                seats[event.seat].stats.points_from_bets += event.value
            case BetLost():
                seats[event.seat].stats.bets_lost += 1
                seats[event.seat].stats.points_from_bets -= event.value
            case JackpotClaimed():
                seats[event.seat].stats.jackpots_claimed += 1
                seats[event.seat].stats.jackpot_cards += len(event.cards)
                seats[event.seat].stats.points_from_jackpots += len(event.cards)
    each = tuple(seat.stats for seat in seats)
    return Stats(each, _together(each))


def _placed(seat: _Seat, event: CardPlaced | HandPlayed) -> None:
    if isinstance(event, HandPlayed):
        seat.stats.played_from_hand += 1
    elif event.to == "hand":
        seat.stats.taken_to_hand += 1
    else:
        seat.stats.taken_to_line += 1
    if isinstance(event, CardPlaced):
        seat.picked = False
    if isinstance(event, HandPlayed) or event.to == "line":
        seat.line = (*seat.line, event.card)
        seat.stats.bets_played += event.card.is_bet


def _scored(seat: _Seat, event: LineScored) -> None:
    seat.stats.lines_scored += 1
    seat.stats.lines_forced += seat.picked
    seat.stats.ascending += Line(seat.line).direction == "ascending"
    seat.stats.descending += Line(seat.line).direction == "descending"
    seat.stats.longest_line = max(seat.stats.longest_line, len(seat.line))
    seat.stats.points_from_lines += len(event.kept)
    seat.line = ()


def _together(each: Iterable[PlayerStats]) -> PlayerStats:
    whole = PlayerStats()
    for own in each:
        for name in PlayerStats.__annotations__:
            both = (getattr(whole, name), getattr(own, name))
            setattr(whole, name, max(both) if name == "longest_line" else sum(both))
    return whole
