"""Players that decide by themselves. A bot sees only what its seat sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from attrs import define, field

from lineit.actions import Action
from lineit.cards import Card
from lineit.errors import GameOver, Reason
from lineit.flow import moves_of
from lineit.game import Game
from lineit.table import Line
from lineit.views import View

LONG = 8
"""A line with so many cards is scored: what it has is worth more than what may still join."""


class Bot(Protocol):
    """Who decides for a seat."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions, for the player on turn, who sees this view."""


@define
class RandomBot:
    """Chooses by chance; with the same seed in the same way.

    >>> game = Game.new(players=2, seed=7)
    >>> RandomBot(1).choose(game.view(0), game.legal) in game.legal
    True
    """

    seed: int = 0
    _chance: Random = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._chance = Random(self.seed)  # noqa: S311 # a bot is to be repeatable

    def choose(self, view: View, legal: Sequence[Action]) -> Action:  # noqa: ARG002 # looks at nothing
        """Any of them."""
        return self._chance.choice(legal)


class GreedyBot:
    """Plays with care: small steps in the line, and scores it when it is long.

    >>> game = Game.new(players=2, seed=7)
    >>> str(GreedyBot().choose(game.view(0), game.legal))
    'pick 91'
    """

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """The action that is worth most for the line."""
        highest = max(card.number or 0 for card in view.ruleset.cards)
        line = view.player.line
        moves = {action.verb: _moves(view, action.verb) for action in legal}

        def worth(action: Action) -> float:
            return _worth(action.card or view.picked, moves[action.verb], line, highest)

        return max(legal, key=worth)


BOTS: dict[str, Callable[[int], Bot]] = {"greedy": lambda _seed: GreedyBot(), "random": RandomBot}
"""The bots by name: each value makes one from a seed."""


def bot_action(bot: Bot, game: Game) -> Action:
    """What the bot does for the player on turn of a game.

    Raises `GameOver` where there is nobody on turn.

    >>> game = Game.new(players=2, seed=7)
    >>> str(bot_action(GreedyBot(), game))
    'pick 91'
    """
    if game.over:
        raise GameOver(Reason("game_over", game.ruleset.phase(game.table.phase).rule))
    return bot.choose(game.view(game.table.seat), game.legal)


def play_out(game: Game, seats: Sequence[Bot]) -> None:
    """Play the game to its end, a bot for each seat. Raises `RulesetError` where no end comes.

    >>> game = Game.new(players=2, seed=7)
    >>> play_out(game, [GreedyBot(), GreedyBot()])
    >>> game.over
    True
    """
    while not game.over:
        game.apply(bot_action(seats[game.table.seat], game))


def _moves(view: View, verb: str) -> list[tuple[str, str]]:
    """From where to where the action moves cards, by the first transition that it may take."""
    rows = view.ruleset.transitions
    row = next(row for row in rows if (row.source, row.on) == (view.phase, verb))
    return moves_of(view.ruleset, row)


def _worth(card: Card | None, moves: Sequence[tuple[str, str]], line: Line, highest: int) -> float:
    """What an action is worth that is about this card and makes these moves."""
    sources, ends = {source for source, _ in moves}, {to for _, to in moves}
    worth: float = 0
    if ("line", "scored") in moves:
        worth = 1 if len(line) >= LONG else -1
    elif "deck" in sources:
        worth = -highest / 4  # a card that nobody knows yet
    elif "hand" in ends:
        worth = -12
    elif card is not None and ends & {"line", "picked"}:
        worth = (15 if ("hand", "line") in moves else 0) - _gap(card, line, highest)
    elif card is not None and "discard" in ends:
        worth = -13
    return worth


def _gap(card: Card, line: Line, highest: int) -> float:
    """How far the line would jump: what is lost for later cards. Too far if it does not fit."""
    if card.number is None:
        return 12 if len(line) < LONG // 2 and not line.bets else 100
    if line.last is None or line.last.number is None:
        return min(card.number, highest + 1 - card.number)
    step = card.number - line.last.number
    fits = line.direction is None or (step > 0) is (line.direction == "ascending")
    return abs(step) if fits else 100
