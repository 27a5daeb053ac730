"""Decks: shuffled with a seed, or given card by card [deck]."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from random import Random

from lineit.model.bounds import short
from lineit.model.cards import Card
from lineit.model.errors import DeckError, Reason
from lineit.model.ruleset import Ruleset

MOST_SEED_BITS = 1024
"""Maximum size of a seed, in bits. A record cannot hold a larger one."""

SEED_BITS = 128
"""Size of a seed that the library draws, in bits: too large to try all of them."""


def drawn_seed() -> int:
    """Return a new seed.

    >>> drawn_seed().bit_length() <= SEED_BITS
    True
    """
    return secrets.randbits(SEED_BITS)


def shuffled(ruleset: Ruleset, seed: int) -> tuple[Card, ...]:
    """Return the deck of the ruleset, shuffled with the seed."""
    deck = list(ruleset.cards)
    Random(seed).shuffle(deck)  # noqa: S311 # a game must be repeatable, not secret
    return tuple(deck)


def check_seed(seed: object, ruleset: Ruleset) -> None:
    """Raise `DeckError` if the seed is not a whole number, or is too large."""
    rule = ruleset.components.rules.deck
    if type(seed) is not int:
        raise DeckError(Reason("seed", rule, {"seed": short(seed)}))
    if seed.bit_length() > MOST_SEED_BITS:
        raise DeckError(Reason("seed_bits", rule, {"bits": MOST_SEED_BITS}))


def checked_deck(deck: Iterable[str | Card], ruleset: Ruleset) -> tuple[Card, ...]:
    """Return the cards of a deck. Raises `DeckError` or `UnknownCard` unless it has each card once.

    >>> from lineit import load_ruleset
    >>> standard = load_ruleset("standard")
    >>> checked_deck(standard.cards, standard) == standard.cards
    True
    """
    rule = ruleset.components.rules.deck
    if not isinstance(deck, Iterable):
        raise DeckError(Reason("deck_shape", rule, {"deck": short(deck)}))
    deck = islice(deck, 2 * len(ruleset.cards))  # an iterable may be endless
    cards = tuple(ruleset.card(card.code if isinstance(card, Card) else card) for card in deck)
    times = Counter(cards)
    if twice := [card.code for card, count in times.items() if count > 1]:
        raise DeckError(Reason("deck_twice", rule, {"cards": twice, "count": len(twice)}))
    if missing := [card.code for card in ruleset.cards if card not in times]:
        params = {"cards": missing[:10], "count": len(missing)}
        raise DeckError(Reason("deck_missing", rule, params))
    return cards
