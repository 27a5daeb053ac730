"""Statistics of a game, counted from its events: what players did and how they got points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from attrs import define, field

from lineit.model.bounds import Doc
from lineit.model.cards import Card
from lineit.model.events import PLAYED, CardsMoved, Event, TokenTaken
from lineit.model.table import Line, Table


@define
class PlayerStats:
    """The statistics of one player, or of all players together."""

    taken_to_line: Annotated[int, Doc("Picked cards that went to the line.")] = 0
    taken_to_hand: Annotated[int, Doc("Picked cards that went to the hand.")] = 0
    played_from_hand: Annotated[int, Doc("Cards played from the hand.")] = 0
    lines_scored: Annotated[
        int, Doc("Lines whose last card left them for the score pile or the discard.")
    ] = 0
    lines_forced: Annotated[
        int, Doc("Scored lines that a picked card forced because it fit nowhere.")
    ] = 0
    ascending: Annotated[int, Doc("Scored lines that were ascending.")] = 0
    descending: Annotated[int, Doc("Scored lines that were descending.")] = 0
    longest_line: Annotated[int, Doc("Cards in the longest scored line, Bet cards included.")] = 0
    bets_played: Annotated[int, Doc("Bet cards that joined the line.")] = 0
    bets_won: Annotated[int, Doc("Tokens above 0 that a Bet card brought.")] = 0
    bets_lost: Annotated[int, Doc("Tokens below 0 that a Bet card brought.")] = 0
    jackpots_claimed: Annotated[int, Doc("Jackpots claimed.")] = 0
    jackpot_cards: Annotated[int, Doc("Cards that came with them.")] = 0
    points_from_lines: Annotated[int, Doc("Points from scored lines.")] = 0
    points_from_jackpots: Annotated[int, Doc("Points from jackpots.")] = 0
    points_from_bets: Annotated[int, Doc("Points from the tokens of Bet cards.")] = 0
    points_otherwise: Annotated[
        int,
        Doc(
            "Points from other tokens, and from cards that reached the score pile in another way,"
            " minus the cards that left it."
        ),
    ] = 0

    @property
    def points(self) -> int:
        """Return the points from all sources [points]."""
        return (
            self.points_from_lines
            + self.points_from_jackpots
            + self.points_from_bets
            + self.points_otherwise
        )


@define
class Stats:
    """The statistics of each player, in the order of the seats, and of all players together."""

    players: Annotated[tuple[PlayerStats, ...], Doc("Those of each player, in order of seats.")]
    whole: Annotated[PlayerStats, Doc("Those of all players together.")]


@define
class _Seat:
    """The running count for one player. `scoring` is the whole line while it is scored."""

    stats: PlayerStats = field(factory=PlayerStats)
    line: tuple[Card, ...] = ()
    scoring: tuple[Card, ...] = ()
    picked: bool = False


def stats(start: Table, events: Iterable[Event]) -> Stats:
    """Return the statistics of the events, which begin at the table `start`.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=7)
    >>> for action in ("pick 91", "line", "score"):
    ...     _ = game.apply(action)
    >>> first = stats(game.undealt, game.events).players[0]
    >>> first.taken_to_line, first.lines_scored, first.longest_line, first.points
    (1, 1, 1, 0)
    """
    seats = [_Seat(line=player.line.cards) for player in start.players]
    seats[start.seat].picked = start.picked is not None
    for event in events:
        match event:
            case CardsMoved(seat=int(at)):
                _count_leaving(seats[at], event)
                _count_arriving(seats[at], event)
            case TokenTaken(card=None):
                seats[event.seat].stats.points_otherwise += event.value
            case TokenTaken():
                own = seats[event.seat].stats
                own.bets_won += event.value > 0
                own.bets_lost += event.value < 0
                own.points_from_bets += event.value
    each = tuple(seat.stats for seat in seats)
    return Stats(each, _added_up(each))


def _count_leaving(seat: _Seat, event: CardsMoved) -> None:
    """Count the cards that leave a zone of the player."""
    own, cards = seat.stats, event.cards
    match event.source:
        case "line":
            seat.scoring = seat.scoring or seat.line
            seat.line = tuple([card for card in seat.line if card not in cards])
            if not seat.line and event.to in ("scored", "discard"):
                _count_scored_line(seat)
        case "picked":
            seat.picked = False
            own.taken_to_line += event.to == "line"
            own.taken_to_hand += event.to == "hand"
        case "hand" if (event.source, event.to) == PLAYED:
            own.played_from_hand += len(cards)
        case "jackpots" if event.to == "scored":
            own.jackpots_claimed += 1
            own.jackpot_cards += len(cards)
        case "scored":
            own.points_otherwise -= len(cards)


def _count_arriving(seat: _Seat, event: CardsMoved) -> None:
    """Count the cards that come to a zone of the player."""
    own, cards = seat.stats, event.cards
    match event.to:
        case "picked":
            seat.picked = True
        case "line":
            seat.line = (*cards, *seat.line) if event.top else (*seat.line, *cards)
            seat.scoring = ()
            own.bets_played += sum([card.is_bet for card in cards])
        case "scored":
            if event.source == "line":
                own.points_from_lines += len(cards)
            elif event.source == "jackpots":
                own.points_from_jackpots += len(cards)
            else:
                own.points_otherwise += len(cards)


def _count_scored_line(seat: _Seat) -> None:
    own, line = seat.stats, Line(seat.scoring)
    own.lines_scored += 1
    own.lines_forced += seat.picked
    own.ascending += line.direction == "ascending"
    own.descending += line.direction == "descending"
    own.longest_line = max(own.longest_line, len(line))
    seat.scoring = ()


def _added_up(each: Iterable[PlayerStats]) -> PlayerStats:
    whole = PlayerStats()
    for own in each:
        for name in PlayerStats.__annotations__:
            both = (getattr(whole, name), getattr(own, name))
            setattr(whole, name, max(both) if name == "longest_line" else sum(both))
    return whole
