"""A bot that plays at random."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from attrs import define

from lineit.model.actions import Action
from lineit.views import View


@define
class RandomBot:
    """A bot that chooses at random, in the same way for the same seed.

    `decisions` is the number of decisions that it has made. Seed and decisions are all of its
    state: a bot with the same ones goes on in the same way.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=7)
    >>> RandomBot(1).choose(game.view(0), game.legal) in game.legal
    True
    """

    seed: int = 0
    decisions: int = 0

    def choose(self, view: View, legal: Sequence[Action]) -> Action:  # noqa: ARG002 # needs no view
        """Return a legal action at random."""
        chance = Random(f"{self.seed} {self.decisions}")  # noqa: S311 # a bot must be repeatable
        self.decisions += 1
        return chance.choice(legal)
