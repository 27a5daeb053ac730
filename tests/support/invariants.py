"""Invariants of every table of a game."""

from __future__ import annotations

from lineit import Table
from lineit.formats.tables import cards_on


def every_card_lies_in_one_place(table: Table) -> None:
    lying = cards_on(table)
    assert len(lying) == len(set(lying)) == len(table.ruleset.cards)


def limits_are_kept(table: Table) -> None:
    """Check that lines are monotone, and that lines and hands keep their limits."""
    limits = table.ruleset.plain_limits
    for player in table.players:
        numbers = [card.number for card in player.line.cards if card.number is not None]
        assert numbers in (sorted(numbers), sorted(numbers, reverse=True))
        assert len(player.line) - len(numbers) <= limits["bets_per_line"]
        assert len(player.hand) <= limits["hand"]
