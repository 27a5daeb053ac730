"""Trials of rules: random games, to find problems that the checks of a rule file cannot find."""

from __future__ import annotations

from random import Random

from attrs import evolve

from lineit.game import Game
from lineit.model.errors import Problem, RulesetError
from lineit.model.ruleset import Ruleset

GAMES = 3
"""Number of games that are played for each number of players."""

MOST_TRIAL_WORK = 5_000_000
"""Maximum work of all games together (see `lineit.rules.work`), even if not every game ends."""


def trial(ruleset: Ruleset, file: str) -> list[Problem]:
    """Return the problems of random games: a player without a legal action, a game without end.

    >>> from lineit import load_ruleset
    >>> trial(load_ruleset("standard"), "standard.toml")
    []
    """
    least, most = ruleset.components.players
    left = MOST_TRIAL_WORK
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
    """Play the game to its end, or until the work reaches `most`. Return the work.

    Raises `RulesetError`.
    """
    chance = Random(seed)  # noqa: S311 # the game must be repeatable
    while not game.over and game.steps[-1].work < most:
        game.apply(chance.choice(game.legal))
    return game.steps[-1].work
