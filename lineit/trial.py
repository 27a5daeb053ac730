"""Rules tried out: games played at random, to find what no reading of the rows shows."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from attrs import evolve

from lineit.checks import work_of
from lineit.errors import Problem, RulesetError
from lineit.game import Game
from lineit.ruleset import Ruleset

GAMES = 3
"""So many games are played with each number of players."""

MOST_WORK = 1_000_000
"""So many words are asked and done in all, even if not every game comes to its end."""

DECISIONS_A_CARD = 10
"""A game with more decisions than this for each card of the deck is taken not to end."""

MOST_WORK_A_GAME = 3_000_000
"""A game in which so many words were asked and done is too long, whatever the deck."""


def trial(ruleset: Ruleset, file: str) -> list[Problem]:
    """What goes wrong in games at random: a player with nothing to do, a game that does not end.

    >>> from lineit import load_ruleset
    >>> trial(load_ruleset("standard"), "standard.toml")
    []
    """
    least, most = ruleset.components.players
    left = MOST_WORK // (work_of(ruleset) + 1)
    for players in range(least, most + 1):
        for seed in range(GAMES):
            if left <= 0:
                break
            try:
                left -= _play(Game.new(players, rules=ruleset, seed=seed), seed, left)
            except RulesetError as error:
                told = f"in a game of {players} with the seed {seed}"
                return [
                    evolve(problem, file=file, message=f"{problem.message}, {told}")
                    for problem in error.problems
                ]
    return []


def _play(game: Game, seed: int, most: int) -> int:
    """Play the game, to its end or until so many decisions were taken; their number.

    Raises `RulesetError`.
    """
    chance = Random(seed)  # noqa: S311 # so that it can be told and repeated
    while not game.over and game.ply < most:
        game.apply(chance.choice(game.legal))
        check_length(game)
    return game.ply


def check_length(game: Game) -> None:
    """Raise `RulesetError` where a game is so long that no end is to be expected."""
    if game.ply > _longest(game.ruleset):
        message = f"no end comes: {game.ply} decisions were taken"
        mend = "see that cards are used up"
        raise RulesetError([Problem(game.ruleset.name, "", message, mend)])


@lru_cache(maxsize=64)
def _longest(ruleset: Ruleset) -> int:
    """How many decisions a game of these rules may have."""
    work = MOST_WORK_A_GAME // (work_of(ruleset) + 1)
    return min(DECISIONS_A_CARD * len(ruleset.cards), work)
