"""Players that decide by themselves."""

from __future__ import annotations

from collections.abc import Sequence

from lineit.actions import Action
from lineit.cards import Card
from lineit.table import Line, Table

LONG = 8
"""A line with so many cards is scored: what it has is worth more than what may still join."""


def greedy(table: Table, legal: Sequence[Action]) -> Action:
    """The action of a careful player: small steps in the line, and score it when it is long.

    It looks only at what lies open and at its own hand.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=7)
    >>> str(greedy(game.table, game.legal))
    'pick 91'
    """
    line = table.player.line
    return max(legal, key=lambda action: _worth(action, line, table.picked))


def _worth(action: Action, line: Line, picked: Card | None) -> float:
    card = action.card or picked
    match action.verb:
        case "score":
            return 1 if len(line) >= LONG else -1
        case "pick" | "line" | "play" if card is not None:
            return -_gap(card, line) if action.verb != "play" else 15 - _gap(card, line)
        case "hand":
            return -12
        case _:
            return 0


def _gap(card: Card, line: Line) -> float:
    """How far the line would jump: what is lost for later cards. Too far if it does not fit."""
    if card.number is None:
        return 12 if len(line) < LONG // 2 and not line.bets else 100
    if line.last is None or line.last.number is None:
        return min(card.number, 101 - card.number)
    step = card.number - line.last.number
    fits = line.direction is None or (step > 0) is (line.direction == "ascending")
    return abs(step) if fits else 100
