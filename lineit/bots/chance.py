"""A bot that plays at random."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from attrs import define, field

from lineit.model.actions import Action
from lineit.views import View


@define
class RandomBot:
    """A bot that chooses at random, in the same way for the same seed.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=7)
    >>> RandomBot(1).choose(game.view(0), game.legal) in game.legal
    True
    """

    seed: int = 0
    _chance: Random = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._chance = Random(self.seed)  # noqa: S311 # a bot must be repeatable

    def choose(self, view: View, legal: Sequence[Action]) -> Action:  # noqa: ARG002 # needs no view
        """Return a legal action at random."""
        return self._chance.choice(legal)
