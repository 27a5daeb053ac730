"""The questions that rows of a rule file may ask, by name. A guard looks, and changes nothing.

Each takes the table and the card that the row is about; some ask about the table alone. A rule
file may also put guards together (`all`, `any`, `some`) under a name of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lineit.cards import Card
from lineit.ruleset import Ruleset
from lineit.table import Table

Guard = Callable[[Table, Any], bool]

TABLE_GUARDS: dict[str, Guard] = {}
CARD_GUARDS: dict[str, Guard] = {}


def about_table(guard: Guard) -> Guard:
    """Make the guard, which asks about the table alone, known to rule files under its name."""
    TABLE_GUARDS[guard.__name__] = guard
    return guard


def about_card(guard: Guard) -> Guard:
    """Make the guard, which asks about one card, known to rule files under its name."""
    CARD_GUARDS[guard.__name__] = guard
    return guard


def term(word: str) -> tuple[str, bool]:
    """A term of `when` as the guard's name and the answer that it must give.

    >>> term("not hand_has_room")
    ('hand_has_room', False)
    """
    name = word.removeprefix("not ")
    return name, name == word


def guard_of(ruleset: Ruleset, name: str) -> Guard:
    """The guard that a rule file means by a name: a built-in one, or one put together.

    >>> from lineit import Game
    >>> table = Game.new(players=2, seed=7).table
    >>> guard_of(table.ruleset, "hand_fits")(table, None)
    False
    """
    word = ruleset.guards[name]
    if not word.parts:
        return TABLE_GUARDS.get(name) or CARD_GUARDS[name]
    parts = [(guard_of(ruleset, part), wanted) for part, wanted in map(term, word.parts)]
    together = _every(parts) if word.all else _one(parts)
    guard = _for_some_card(together, word.some) if word.some else together
    guard.__name__ = name
    return guard


def _every(parts: list[tuple[Guard, bool]]) -> Guard:
    def every(table: Table, card: Any) -> bool:
        for guard, wanted in parts:
            if guard(table, card) is not wanted:
                return False
        return True

    return every


def _one(parts: list[tuple[Guard, bool]]) -> Guard:
    def one(table: Table, card: Any) -> bool:
        for guard, wanted in parts:
            if guard(table, card) is wanted:
                return True
        return False

    return one


def _for_some_card(guard: Guard, place: str) -> Guard:
    def for_some_card(table: Table, _: object) -> bool:
        for card in cards_in(table, place):
            if guard(table, card):
                return True
        return False

    return for_some_card


def cards_in(table: Table, place: str | None) -> tuple[Card, ...]:
    """The cards of a place that rows may name: the market, the hand on turn, the picked card."""
    match place:
        case "market":
            return table.market
        case "hand":
            return table.player.hand
        case "picked" if table.picked is not None:
            return (table.picked,)
        case _:
            return ()


@about_card
def is_bet(table: Table, card: Card) -> bool:
    """The card is a Bet card [bet-any-time]."""
    return card.value is not None


@about_card
def in_direction(table: Table, card: Card) -> bool:
    """The number goes on in the direction of the line, or sets it [direction]."""
    if card.number is None:
        return False
    line = table.players[table.seat].line
    numbers = [other.number for other in line.cards if other.number is not None]
    if len(numbers) < 2:
        return True
    if numbers[0] < numbers[1]:
        return card.number > numbers[-1]
    return card.number < numbers[-1]


@about_card
def bet_has_room(table: Table, card: Card) -> bool:
    """The card is a number, or the line may take one more Bet card [one-bet]."""
    if card.value is None:
        return True
    return len(table.player.line.bets) < table.ruleset.limits.bets_per_line


@about_table
def hand_has_room(table: Table, _: object) -> bool:
    """The hand of the player on turn may take one more card [place-hand]."""
    return len(table.player.hand) < table.ruleset.limits.hand


@about_table
def line_is_empty(table: Table, _: object) -> bool:
    """The player on turn has no line to score [score]."""
    return not table.player.line.cards


@about_table
def nothing_played(table: Table, _: object) -> bool:
    """No card was played from the hand in this turn [free-order]."""
    return table.played == 0


@about_table
def still_in(table: Table, _: object) -> bool:
    """The player on turn has cards in hand and has not stopped [final-play]."""
    return bool(table.player.hand) and not table.player.stopped


@about_table
def anyone_still_in(table: Table, _: object) -> bool:
    """Some player has cards in hand and has not stopped [final-play]."""
    return any(player.hand and not player.stopped for player in table.players)


@about_table
def turns_left(table: Table, _: object) -> bool:
    """The next seat has not had its turn this time round [turn-order]."""
    return table.next_seat != table.first


@about_table
def deck_fills_market(table: Table, _: object) -> bool:
    """The deck holds enough cards for another market [end-trigger]."""
    return len(table.deck) >= table.market_size
