"""A bot that plays with care."""

from __future__ import annotations

from collections.abc import Sequence

from lineit.model.actions import Action
from lineit.model.cards import Card
from lineit.model.table import Line
from lineit.rules.analysis import moves_of
from lineit.views import View

LONG = 8
"""Number of cards from which a line is scored: they are worth more than what may still join."""


class GreedyBot:
    """A bot that takes small steps in its line, and scores the line when it is long.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=7)
    >>> str(GreedyBot().choose(game.view(0), game.legal))
    'pick 91'
    """

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Return the action that is worth most for the line."""
        highest = max(card.number or 0 for card in view.ruleset.cards)
        line = view.player.line
        moves = {action.verb: _moves(view, action.verb) for action in legal}

        def worth(action: Action) -> float:
            return _worth(action.card or view.picked, moves[action.verb], line, highest)

        return max(legal, key=worth)


def _moves(view: View, verb: str) -> list[tuple[str, str]]:
    """Return the moves of the first transition with this verb, as source and target zones."""
    transitions = view.ruleset.transitions
    transition = next(
        transition
        for transition in transitions
        if (transition.source, transition.on) == (view.phase, verb)
    )
    return moves_of(view.ruleset, transition)


def _worth(card: Card | None, moves: Sequence[tuple[str, str]], line: Line, highest: int) -> float:
    """Return the worth of an action with this card and these moves."""
    sources, ends = {source for source, _ in moves}, {to for _, to in moves}
    worth: float = 0
    if ("line", "scored") in moves:
        worth = 1 if len(line) >= LONG else -1
    elif "deck" in sources:
        worth = -highest / 4  # an unknown card
    elif "hand" in ends:
        worth = -12
    elif card is not None and ends & {"line", "picked"}:
        worth = (15 if ("hand", "line") in moves else 0) - _gap(card, line, highest)
    elif card is not None and "discard" in ends:
        worth = -13
    return worth


def _gap(card: Card, line: Line, highest: int) -> float:
    """Return how many numbers a card would skip in the line; a large number if it does not fit."""
    if card.number is None:
        return 12 if len(line) < LONG // 2 and not line.bets else 100
    if line.last is None or line.last.number is None:
        return min(card.number, highest + 1 - card.number)
    step = card.number - line.last.number
    fits = line.direction is None or (step > 0) is (line.direction == "ascending")
    return abs(step) if fits else 100
