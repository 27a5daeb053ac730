"""The cards: number cards with a colour, Bet cards with a value, each with a code.

A number card's code is its number, `"42"`. A Bet card's is `B`, its value and the letter of its
copy: `"B3a"`, `"B3b"`.
"""

from __future__ import annotations

from functools import total_ordering
from typing import Any

from attrs import frozen

COPY_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@total_ordering
@frozen(cache_hash=True)
class Card:
    """One card. A number card has a `number` and a `colour`, a Bet card a `value`; others are None.

    Cards sort by number; Bet cards come after them, by value.

    >>> Card("42", number=42, colour="blue")
    Card(code='42', number=42, colour='blue', value=None)
    >>> str(Card("B3a", value=3))
    'B3a'
    >>> [str(card) for card in sorted([Card("B3a", value=3), Card("42", 42), Card("9", 9)])]
    ['9', '42', 'B3a']
    """

    code: str
    number: int | None = None
    colour: str | None = None
    value: int | None = None

    @property
    def order(self) -> tuple[bool, int, str]:
        """Return the sort key: number cards first, ascending, then Bet cards by value and copy."""
        if self.value is None:
            return False, self.number or 0, self.code
        return True, self.value, self.code

    def __lt__(self, other: object) -> bool:
        return self.order < other.order if isinstance(other, Card) else NotImplemented

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, _: dict[int, Any]) -> Card:
        return self

    @property
    def is_bet(self) -> bool:
        """Return whether this is a Bet card."""
        return self.value is not None

    def __str__(self) -> str:
        return self.code


def build_deck(
    numbers: int, colours: tuple[str, ...], bets: tuple[int, ...], copies: int
) -> tuple[Card, ...]:
    """Return every card of the game once, number cards first [deck, colours].

    >>> [card.code for card in build_deck(3, ("red", "blue"), (3,), 2)]
    ['1', '2', '3', 'B3a', 'B3b']
    >>> [card.colour for card in build_deck(3, ("red", "blue"), (), 0)]
    ['red', 'blue', 'red']
    """
    number_cards = (
        Card(str(n), number=n, colour=colours[(n - 1) % len(colours)])
        for n in range(1, numbers + 1)
    )
    bet_cards = (
        Card(f"B{value}{letter}", value=value) for value in bets for letter in COPY_LETTERS[:copies]
    )
    return (*number_cards, *bet_cards)
