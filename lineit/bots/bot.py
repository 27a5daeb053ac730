"""The interface of bots, and games between them. A bot sees only what its seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from lineit.game import Game
from lineit.model.actions import Action
from lineit.model.errors import GameOver, Reason
from lineit.views import View


class Bot(Protocol):
    """A program that decides for a seat."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Return one of the legal actions; `view` is that of the player on turn."""


def bot_action(bot: Bot, game: Game) -> Action:
    """Return the action that the bot chooses for the player on turn.

    Raises `GameOver` if the game is over.

    >>> game = Game.new(players=2, seed=7)
    >>> from lineit.bots import GreedyBot
    >>> str(bot_action(GreedyBot(), game))
    'pick 91'
    """
    if game.over:
        raise GameOver(Reason("game_over", game.ruleset.phase(game.table.phase).rule))
    return bot.choose(game.view(game.table.seat), game.legal)


def play_out(game: Game, seats: Sequence[Bot]) -> None:
    """Play the game to its end, with a bot for each seat. Raises `RulesetError` if it does not end.

    >>> game = Game.new(players=2, seed=7)
    >>> from lineit.bots import GreedyBot
    >>> play_out(game, [GreedyBot(), GreedyBot()])
    >>> game.over
    True
    """
    while not game.over:
        game.apply(bot_action(seats[game.table.seat], game))
