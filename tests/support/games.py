"""Games to test with."""

from __future__ import annotations

from random import Random
from typing import Any

from lineit import Game


def some_game(plies: int = 20, rules: Any = "standard") -> Game:
    chance = Random(3)
    game = Game.new(players=2, rules=rules, seed=7, names=["Ana", "Ben"])
    while game.legal and game.ply < plies:
        game.apply(chance.choice(game.legal))
    return game
