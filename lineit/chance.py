"""Chance outcomes, for search: which steps turn cards up, and a step with the cards given.

Where a step turns up cards of the deck, what follows depends on which they are. A search tries the
step with several draws; `lineit.views.sample` gives decks that a seat may expect.
"""

from __future__ import annotations

from collections.abc import Sequence

from lineit.actions import Action
from lineit.cards import Card
from lineit.errors import DeckError, Reason
from lineit.events import CardsMoved, Event
from lineit.machine import step
from lineit.table import Table


def cards_turned_up(table: Table, action: Action | str) -> int:
    """Return how many cards leave the deck in the step; 0 where nothing depends on chance.

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
    """Return the step as it is where these cards lie on top of the deck, the first on top.

    `cards` are cards of the deck. Raises `DeckError` for any other, and as `lineit.step` does.

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
