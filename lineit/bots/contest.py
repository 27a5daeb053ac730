"""Contests: one bot against another in many games, with a confidence interval of the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import ceil, floor, sqrt
from pathlib import Path
from random import Random
from typing import Any, Literal

from attrs import field, frozen

from lineit.bots.bot import Bot, play_out
from lineit.game import Game
from lineit.model.errors import DeckError, Reason
from lineit.model.ruleset import Ruleset
from lineit.rules.load import load_ruleset

Outcome = Literal["won", "shared", "lost"]

Maker = Callable[[int], Bot]
"""A function that makes a bot from a seed, as those in `lineit.bots.BOTS`."""

DEVIATIONS = 1.96
"""Half the width of a 95 % confidence interval, in standard errors."""


@frozen
class Contest:
    """The outcomes of one bot against another: for each deck two games, one in each seat.

    `str(contest)` is a summary, in which the interval is rounded outwards. Raises `DeckError` if
    there is no deck.

    >>> result = Contest((("won", "won"), ("won", "lost"), ("shared", "won")))
    >>> result.wins, result.ties, result.losses, result.games
    (4, 1, 1, 6)
    >>> print(result)
    4 of 6 games won (66.7 %, 95 % interval 26.2 to 88.0 %), 1 shared, 1 lost
    """

    pairs: tuple[tuple[Outcome, Outcome], ...] = field()

    @pairs.validator
    def _some(self, _field: object, pairs: tuple[tuple[Outcome, Outcome], ...]) -> None:
        if not pairs:
            raise DeckError(Reason("no_decks"))

    @property
    def wins(self) -> int:
        """Return the number of games that it won alone."""
        return self._count("won")

    @property
    def ties(self) -> int:
        """Return the number of games that both won."""
        return self._count("shared")

    @property
    def losses(self) -> int:
        """Return the number of games that the other won alone."""
        return self._count("lost")

    @property
    def games(self) -> int:
        """Return the number of games: two for each deck."""
        return 2 * len(self.pairs)

    @property
    def rate(self) -> float:
        """Return the win rate: the share of the games that it won alone, from 0 to 1."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Return the 95 % confidence interval of the win rate, from 0 to 1.

        The two games of a deck have the same cards, so they are not independent. The sample is
        therefore the share won of each deck: 0, 0.5 or 1. If all decks agree, the usual interval
        has no width, even for a few games. So four decks are added, two won and two lost, as
        Agresti and Coull (1998) add four single games. The interval then always has a width, and
        contains the rate. It is cut at 0 and 1.

        >>> low, high = Contest((("won", "won"),) * 12).interval
        >>> round(low, 4), high
        (0.7129, 1.0)
        """
        parts = [pair.count("won") / 2 for pair in self.pairs] + [0.0, 0.0, 1.0, 1.0]
        mean = sum(parts) / len(parts)
        variance = sum((part - mean) ** 2 for part in parts) / len(parts)
        away = DEVIATIONS * sqrt(variance / len(parts))
        return max(0.0, mean - away), min(1.0, mean + away)

    def _count(self, outcome: Outcome) -> int:
        return sum(pair.count(outcome) for pair in self.pairs)

    def __str__(self) -> str:
        low, high = (round(1000 * end, 6) for end in self.interval)
        return (
            f"{self.wins} of {self.games} games won ({100 * self.rate:.1f} %, 95 % interval "
            f"{floor(low) / 10} to {ceil(high) / 10} %), {self.ties} shared, {self.losses} lost"
        )


def contest(
    one: Maker,
    other: Maker,
    decks: Iterable[int],
    rules: str | Path | Mapping[str, Any] | Ruleset = "standard",
) -> Contest:
    """Return the result of `one` against `other` in games of two, each deck played in both seats.

    `one` and `other` make a bot from a seed, for each game; `decks` has the seeds of the shuffled
    decks; `rules` is as for `load_ruleset`. Equal arguments give equal results.

    Raises `DeckError` if there is no deck, `PlayersError` if the rules do not allow two players,
    `RulesetError` if a game does not end, and what `Game.new` raises.

    >>> from lineit.bots import BOTS
    >>> result = contest(BOTS["greedy"], BOTS["random"], range(3))
    >>> result.wins, result.games
    (6, 6)
    """
    ruleset = load_ruleset(rules)
    return Contest(tuple(_pair(one, other, deck, ruleset) for deck in decks))


def _pair(one: Maker, other: Maker, deck: int, ruleset: Ruleset) -> tuple[Outcome, Outcome]:
    """Return the outcomes for `one`, in seat 0 and in seat 1."""
    chance = Random(f"bots at deck {deck}")  # noqa: S311 # independent of the shuffling
    seeds = [chance.getrandbits(32) for _ in range(4)]
    first = _winners((one(seeds[0]), other(seeds[1])), deck, ruleset)
    second = _winners((other(seeds[2]), one(seeds[3])), deck, ruleset)
    return _outcome(first, 0), _outcome(second, 1)


def _winners(seats: tuple[Bot, Bot], deck: int, ruleset: Ruleset) -> tuple[int, ...]:
    """Return the seats of the winners of a game between two bots."""
    game = Game.new(2, rules=ruleset, seed=deck)
    play_out(game, seats)
    return game.winners


def _outcome(winners: tuple[int, ...], seat: int) -> Outcome:
    """Return the outcome of a game for a seat."""
    if seat not in winners:
        return "lost"
    return "won" if len(winners) == 1 else "shared"
