"""Rules tried out: games played at random, to find what no reading of the rows shows."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from lineit import machine
from lineit.errors import Problem, RulesetError
from lineit.game import Game
from lineit.ruleset import Ruleset

GAMES = 3
"""So many games are played with each number of players."""

DECISIONS_A_CARD = 20
"""A game with more decisions than this for each card of the deck is taken not to end."""


def trial(ruleset: Ruleset, file: str) -> list[Problem]:
    """What goes wrong in games at random: a player with nothing to do, a game that does not end.

    >>> from lineit import load_ruleset
    >>> trial(load_ruleset("standard"), "standard.toml")
    []
    """
    least, most = ruleset.components.players
    for players in range(least, most + 1):
        for seed in range(GAMES):
            found = next(_mishaps(ruleset, players, seed, file), None)
            if found is not None:
                return [found]
    return []


def _mishaps(ruleset: Ruleset, players: int, seed: int, file: str) -> Iterator[Problem]:
    chance = Random(seed)  # noqa: S311 # so that it can be told and repeated
    told = f"in a game of {players} with the seed {seed}"
    try:
        table = Game.new(players, rules=ruleset, seed=seed).table
        for _ in range(DECISIONS_A_CARD * len(ruleset.cards)):
            actions = machine.legal(table)
            if machine.is_over(table):
                return
            if not actions:
                where, mend = f"state {table.phase}", "add a row that is open then"
                yield Problem(file, where, f"a player can do nothing, {told}", mend)
                return
            table, _events = machine.step(table, chance.choice(actions))
        yield Problem(file, "", f"no end comes, {told}", "see that cards are used up")
    except RulesetError as error:
        for problem in error.problems:
            yield Problem(file, problem.where, f"{problem.message}, {told}", problem.mend)
