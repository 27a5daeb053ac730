"""An independent model of the rules, written without the library's code, plays the same games.

The variable `LINEIT_GAMES` sets the number of games; the default is 60. For example:
`LINEIT_GAMES=10000 pytest tests/rulebook/test_second_opinion.py`.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from lineit import Action, Game, table_json
from lineit.bots import GreedyBot, bot_action
from lineit.conformance.vectors import canonical
from support.second_opinion import SecondOpinion

GAMES = int(os.environ.get("LINEIT_GAMES", "60"))
ENDS = {"over"}


def choose(game: Game, chance: Random, care: float) -> Action:
    careful = chance.random() < care
    return bot_action(GreedyBot(), game) if careful else chance.choice(game.legal)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_model_and_the_library_play_the_same_games(players: int) -> None:
    for seed in range(GAMES // 4):
        chance = Random(f"{players} {seed}")
        first, care = chance.randrange(players), chance.choice([0, 0.5, 0.9])
        game = Game.new(players, seed=seed, first=first)
        model = SecondOpinion(players, [card.code for card in game.undealt.deck], first)
        while True:
            assert sorted(map(str, game.legal)) == model.legal()
            assert canonical(table_json(game.table), ENDS) == canonical(model.table(), ENDS)
            if game.over:
                break
            action = choose(game, chance, care)
            game.apply(action)
            model.apply(str(action))
