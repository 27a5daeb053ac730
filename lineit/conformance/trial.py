"""Trials of rules: random games, to find problems that the checks of a rule file cannot find."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

from attrs import evolve

from lineit.game import Game
from lineit.model.errors import Problem, RulesetError
from lineit.model.events import Event, PhaseEntered
from lineit.model.ruleset import Ruleset
from lineit.rules.work import looks_of, work_at

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
    looks, work = looks_of(game.ruleset), 0
    while not game.over and work < most:
        once = work_at(game.table, looks)
        work += once * _times_through_a_phase(game.apply(chance.choice(game.legal)))
    return work


def _times_through_a_phase(events: Iterable[Event]) -> int:
    """Return how often the most frequent phase was entered; at least 1."""
    entered = Counter(event.phase for event in events if isinstance(event, PhaseEntered))
    return max(entered.values(), default=1)
