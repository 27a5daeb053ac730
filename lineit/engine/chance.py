"""Chance in steps, for search: how many cards a step turns up, and steps with given cards.

If a step turns up cards of the deck, its result depends on chance. A search can try the step with
several draws. `lineit.sampling.sample` returns tables with decks that agree with a view.
"""

from __future__ import annotations

from collections.abc import Sequence

from lineit.engine.machine import step
from lineit.model.actions import Action
from lineit.model.cards import Card
from lineit.model.errors import DeckError, Reason
from lineit.model.events import CardsMoved, Event
from lineit.model.table import Table


def cards_turned_up(table: Table, action: Action | str) -> int:
    """Return how many cards leave the deck in the step; 0 if the step does not depend on chance.

    Raises as `lineit.step` does.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=7)
    >>> cards_turned_up(game.table, "pick 91")
    0
    >>> for text in ("pick 91", "line", "pass", "pick 33", "line"):
    ...     _ = game.apply(text)
    >>> cards_turned_up(game.table, "pass")
    4
    """
    _, events = step(table, action)
    moves = [event for event in events if isinstance(event, CardsMoved)]
    return sum(len(event.cards) for event in moves if event.source == "deck")


def step_with(
    table: Table, action: Action | str, cards: Sequence[Card]
) -> tuple[Table, tuple[Event, ...]]:
    """Return the result of the step with these cards on top of the deck, the first card topmost.

    `cards` are cards of the deck. Raises `DeckError` for other cards, and as `lineit.step` does.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=7)
    >>> for text in ("pick 91", "line", "pass", "pick 33", "line"):
    ...     _ = game.apply(text)
    >>> drawn = [game.ruleset.card(code) for code in ("1", "2", "3", "4")]
    >>> after, _ = step_with(game.table, "pass", drawn)
    >>> [str(card) for card in after.market]
    ['1', '2', '3', '4']
    """
    missing = [card.code for card in cards if card not in table.deck]
    if missing or len(set(cards)) < len(cards):
        params = {"cards": missing or [card.code for card in cards]}
        raise DeckError(Reason("not_in_deck", table.ruleset.components.rules.deck, params))
    rest = tuple([card for card in table.deck if card not in cards])
    return step(table.changed(deck=(*cards, *rest)), action)
