"""A table as text, and as an SVG picture: for notebooks, logs and documents."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from lineit.model.cards import Card
from lineit.model.zones import ZONES

if TYPE_CHECKING:
    from lineit.model.table import Table

HUES = ("#c43c2e", "#2f6fb5", "#2d8a57", "#b8860b", "#8a4fa3", "#4d4d4d")
"""The colours of number cards in a picture, in the order of the ruleset's colours."""

CARD_WIDTH, CARD_HEIGHT, GAP, LABEL_WIDTH = 44, 30, 6, 150
"""Sizes in a picture, in pixels."""

MOST_DRAWN = 24
"""Maximum number of cards shown for one pile, and of tokens shown for a player. Of more, only the
number is shown.
"""


def card_text(card: Card, table: Table) -> str:
    """Return the code of a card, and the sign of its colour if it is a number card."""
    if card.colour is None:
        return card.code
    return f"{card.code}{table.ruleset.components.colours[_colour_index(card, table)].glyph}"


def _colour_index(card: Card, table: Table) -> int:
    return table.ruleset.colours.index(str(card.colour))


def text_board(table: Table) -> str:
    """Return the table as text, with a line for each pile that has cards.

    >>> from lineit import Game
    >>> print(text_board(Game.new(players=2, seed=7).table))
    Line-it: pick, round 1, seat 0 on turn
    deck: 102 cards
    market: 91♠ 33♥ 58♦ 23♠
    seat 0, first: 0 points
    seat 1: 0 points
    """
    lines = [_heading(table)]
    lines += [f"{label}: {_cards_text(cards, table)}" for label, cards in _table_piles(table)]
    for seat in range(len(table.players)):
        lines.append(_player_heading(table, seat))
        lines += [
            f"  {label}: {_cards_text(cards, table)}" for label, cards in _own_piles(table, seat)
        ]
    return "\n".join(lines)


def _heading(table: Table) -> str:
    ruleset = table.ruleset
    over = ruleset.phase(table.phase).actor == "end"
    turn = "" if over else f", seat {table.seat} on turn"
    return f"{ruleset.title}: {table.phase}, round {table.round}{turn}"


def _player_heading(table: Table, seat: int) -> str:
    player = table.players[seat]
    tokens = " ".join(f"{value:+}" for value in player.tokens)
    heading = f"seat {seat}{', first' if seat == table.first else ''}: {player.points} points"
    if len(player.tokens) > MOST_DRAWN:
        return f"{heading}, {len(player.tokens)} tokens"
    return f"{heading}, tokens {tokens}" if tokens else heading


def _table_piles(table: Table) -> list[tuple[str, tuple[Card, ...]]]:
    """Return the piles with cards that belong to no player, each with its label."""
    return [
        (f"{zone} {owner}" if isinstance(owner, str) else zone, cards)
        for zone, owner, cards in table.piles()
        if cards and not isinstance(owner, int)
    ]


def _own_piles(table: Table, seat: int) -> list[tuple[str, tuple[Card, ...]]]:
    """Return the piles with cards of one player, each with its label."""
    return [
        (zone, cards)
        for zone, owner, cards in table.piles()
        if owner == seat and cards and ZONES[zone].whose == "player"
    ]


def _cards_text(cards: tuple[Card, ...], table: Table) -> str:
    if len(cards) > MOST_DRAWN:
        return f"{len(cards)} cards"
    return " ".join(card_text(card, table) for card in cards)


def svg_board(table: Table) -> str:
    """Return the table as an SVG picture, with a row for each pile that has cards.

    >>> from lineit import Game
    >>> svg_board(Game.new(players=2, seed=7).table).startswith("<svg xmlns")
    True
    """
    rows: list[tuple[str, tuple[Card, ...], bool]] = [(_heading(table), (), True)]
    rows += [(label, cards, False) for label, cards in _table_piles(table)]
    for seat in range(len(table.players)):
        rows.append((_player_heading(table, seat), (), True))
        rows += [(label, cards, False) for label, cards in _own_piles(table, seat)]
    height = len(rows) * (CARD_HEIGHT + GAP) + GAP
    drawn = max(min(len(cards), MOST_DRAWN) for _, cards, _ in rows)
    width = LABEL_WIDTH + max(12, drawn) * (CARD_WIDTH + GAP) + GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="14">',
        f'<rect width="{width}" height="{height}" rx="8" fill="#f7f4ec"/>',
    ]
    for number, (label, cards, heading) in enumerate(rows):
        top = GAP + number * (CARD_HEIGHT + GAP)
        weight = ' font-weight="bold"' if heading else ""
        parts.append(
            f'<text x="{GAP * 2}" y="{top + 20}" fill="#222"{weight}>{escape(label)}</text>'
        )
        if len(cards) > MOST_DRAWN:
            count = f"{len(cards)} cards"
            parts.append(f'<text x="{LABEL_WIDTH}" y="{top + 20}" fill="#222">{count}</text>')
            continue
        for place, card in enumerate(cards):
            parts.append(_card_svg(card, table, LABEL_WIDTH + place * (CARD_WIDTH + GAP), top))
    return "\n".join([*parts, "</svg>"])


def _card_svg(card: Card, table: Table, left: int, top: int) -> str:
    """Return one card as SVG. Border and sign both show the colour, for people who see only one."""
    hue = "#333333" if card.colour is None else HUES[_colour_index(card, table) % len(HUES)]
    middle = left + CARD_WIDTH // 2
    return (
        f'<g><rect x="{left}" y="{top}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="5"'
        f' fill="#ffffff" stroke="{hue}" stroke-width="2"/>'
        f'<text x="{middle}" y="{top + 20}" text-anchor="middle" fill="{hue}"'
        f' font-weight="bold">{escape(card_text(card, table))}</text></g>'
    )
