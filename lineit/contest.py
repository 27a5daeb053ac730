"""One bot against another over many games, and how sure the result is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import ceil, floor, sqrt
from pathlib import Path
from random import Random
from typing import Any, Literal

from attrs import field, frozen

from lineit.bots import Bot, play_out
from lineit.errors import DeckError, Reason
from lineit.game import Game
from lineit.ruleset import Ruleset
from lineit.spec import load_ruleset

Outcome = Literal["won", "shared", "lost"]

Maker = Callable[[int], Bot]
"""Makes a bot from a seed, as those in `lineit.bots.BOTS`."""

DEVIATIONS = 1.96
"""So many standard errors to each side hold 95 of 100."""


@frozen
class Contest:
    """How one bot did against another: for each deck its two games, one in each seat.

    `str(contest)` says it in a sentence, in which the interval is rounded outwards. Raises
    `DeckError` where there is no deck.

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
        """The games that it won alone."""
        return self._count("won")

    @property
    def ties(self) -> int:
        """The games that both won."""
        return self._count("shared")

    @property
    def losses(self) -> int:
        """The games that the other won alone."""
        return self._count("lost")

    @property
    def games(self) -> int:
        """All games: two for each deck."""
        return 2 * len(self.pairs)

    @property
    def rate(self) -> float:
        """The part of the games that it won alone, from 0 to 1."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """From where to where the rate may lie that very many decks would give, 95 % sure.

        The two games of a deck are not two games of two decks: the same cards lie in both. So what
        counts is the part won of each deck (0, a half or 1), and how much it differs from deck to
        deck. Where all decks agree it does not differ at all, and the usual interval would have no
        width, as if a few games could make sure. So four decks are added, two of them won whole and
        two lost whole, as Agresti and Coull (1998) add four single games: the interval then always
        has a width, less with each deck, and always holds the rate. It is cut at 0 and 1.

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
    """How `one` does against `other` in games of two, each deck played twice: once in each seat.

    `one` and `other` make a bot for each game from a seed; `decks` are the seeds to shuffle with,
    each once; `rules` as `load_ruleset` takes them. Equal arguments give equal results.

    Raises `DeckError` where there is no deck, `PlayersError` where the rules take not two players,
    `RulesetError` where a game comes to no end, and what `Game.new` raises.

    >>> from lineit.bots import BOTS
    >>> result = contest(BOTS["greedy"], BOTS["random"], range(3))
    >>> result.wins, result.games
    (6, 6)
    """
    ruleset = load_ruleset(rules)
    return Contest(tuple(_pair(one, other, deck, ruleset) for deck in decks))


def _pair(one: Maker, other: Maker, deck: int, ruleset: Ruleset) -> tuple[Outcome, Outcome]:
    """The outcomes for `one`, in seat 0 and in seat 1."""
    chance = Random(f"bots at deck {deck}")  # noqa: S311 # other numbers than those that shuffle
    seeds = [chance.getrandbits(32) for _ in range(4)]
    first = _winners((one(seeds[0]), other(seeds[1])), deck, ruleset)
    second = _winners((other(seeds[2]), one(seeds[3])), deck, ruleset)
    return _outcome(first, 0), _outcome(second, 1)


def _winners(seats: tuple[Bot, Bot], deck: int, ruleset: Ruleset) -> tuple[int, ...]:
    game = Game.new(2, rules=ruleset, seed=deck)
    play_out(game, seats)
    return game.winners


def _outcome(winners: tuple[int, ...], seat: int) -> Outcome:
    if seat not in winners:
        return "lost"
    return "won" if len(winners) == 1 else "shared"
