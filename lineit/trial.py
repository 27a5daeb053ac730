"""Rules tried out: games played at random, to find what no reading of the rows shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

from attrs import evolve

from lineit.errors import Problem, RulesetError
from lineit.events import Event, PhaseEntered
from lineit.game import Game
from lineit.ruleset import Ruleset
from lineit.work import looks_of, work_at

GAMES = 3
"""Number of games that are played with each number of players."""

MOST_WORK = 5_000_000
"""Maximum work in all (see `lineit.work`), even if not every game ends."""


def trial(ruleset: Ruleset, file: str) -> list[Problem]:
    """What goes wrong in games at random: a player with nothing to do, a game that does not end.

    >>> from lineit import load_ruleset
    >>> trial(load_ruleset("standard"), "standard.toml")
    []
    """
    least, most = ruleset.components.players
    left = MOST_WORK
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
    """Play the game, to its end or until so much work was done; how much it was.

    Raises `RulesetError`.
    """
    chance = Random(seed)  # noqa: S311 # so that it can be told and repeated
    looks, work = looks_of(game.ruleset), 0
    while not game.over and work < most:
        once = work_at(game.table, looks)
        work += once * _times_through_a_phase(game.apply(chance.choice(game.legal)))
    return work


def _times_through_a_phase(events: Iterable[Event]) -> int:
    """How often the phase was entered that was entered most often; at least once."""
    entered = Counter(event.phase for event in events if isinstance(event, PhaseEntered))
    return max(entered.values(), default=1)
