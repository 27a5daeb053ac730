"""The changes that rows of a rule file may make, by name. An effect tells them as events.

Each takes the table, the card that the row is about (some are about the table alone), and the id
of the rule that the events carry: the effect's own where the rule file gives one, else the row's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from lineit.cards import Card
from lineit.events import (
    BetLost,
    BetsDiscarded,
    BetWon,
    CardPicked,
    CardPlaced,
    Event,
    FirstPlayerPassed,
    GameEnded,
    HandPlayed,
    JackpotClaimed,
    JackpotFilled,
    LineScored,
    MarketDealt,
    Pile,
    PlayerStopped,
    TurnStarted,
)
from lineit.ruleset import Ruleset
from lineit.table import Table

Effect = Callable[[Table, Any, str], Iterator[Event]]

TABLE_EFFECTS: dict[str, Effect] = {}
CARD_EFFECTS: dict[str, Effect] = {}
CARD_PATHS: dict[str, tuple[str, str]] = {}
"""Where each effect on a card finds the card, and where it leaves it."""

TAKEN_AWAY = {
    "begin_with_first": ("hand", "line"),
    "next_turn": ("hand", "line"),
    "bank_line": ("line",),
    "clear_market": ("market",),
}
"""Effects after which a card of these places is not there, or is another player's."""


def on_table(effect: Effect) -> Effect:
    """Make the effect, which is about the table alone, known to rule files under its name."""
    TABLE_EFFECTS[effect.__name__] = effect
    return effect


def on_card(source: str, to: str) -> Callable[[Effect], Effect]:
    """Make the effect, which finds its card in one place and leaves it in another, known to rule
    files under its name.
    """

    def known(effect: Effect) -> Effect:
        CARD_EFFECTS[effect.__name__] = effect
        CARD_PATHS[effect.__name__] = (source, to)
        return effect

    return known


def effect_of(ruleset: Ruleset, name: str, rule: str) -> list[tuple[Effect, str]]:
    """The built-in effects that a rule file means by a name, in order, each with its rule id.

    >>> from lineit import load_ruleset
    >>> parts = effect_of(load_ruleset("standard"), "score_line", "restart")
    >>> [(effect.__name__, rule) for effect, rule in parts]
    [('settle_bets', 'bet-settle'), ('bank_line', 'restart')]
    """
    word = ruleset.effects[name]
    rule = word.rule or rule
    if not word.do:
        return [(TABLE_EFFECTS.get(name) or CARD_EFFECTS[name], rule)]
    return [part for inner in word.do for part in effect_of(ruleset, inner, rule)]


@on_table
def deal_market(table: Table, _: object, rule: str) -> Iterator[Event]:
    """A new round: the market is filled from the top of the deck [deal]."""
    yield MarketDealt(rule, table.round + 1, table.deck[: table.market_size])


@on_table
def begin_with_first(table: Table, _: object, rule: str) -> Iterator[Event]:
    """The first player is on turn [turn-order]."""
    yield TurnStarted(rule, table.first)


@on_table
def next_turn(table: Table, _: object, rule: str) -> Iterator[Event]:
    """The seat to the left is on turn [turn-order]."""
    yield TurnStarted(rule, table.next_seat)


@on_card("market", "picked")
def pick_card(table: Table, card: Card, rule: str) -> Iterator[Event]:
    """The card leaves the market [pick]."""
    yield CardPicked(rule, table.seat, card)


@on_card("picked", "line")
def place_in_line(table: Table, card: Card, rule: str) -> Iterator[Event]:
    """The picked card joins the line [place-line]."""
    yield CardPlaced(rule, table.seat, card, "line")


@on_card("picked", "hand")
def place_in_hand(table: Table, card: Card, rule: str) -> Iterator[Event]:
    """The picked card joins the hand [place-hand]."""
    yield CardPlaced(rule, table.seat, card, "hand")


@on_card("hand", "line")
def play_from_hand(table: Table, card: Card, rule: str) -> Iterator[Event]:
    """The card goes from the hand to the line [play]."""
    yield HandPlayed(rule, table.seat, card)


@on_card("line", "line")
def claim_jackpot(table: Table, card: Card, rule: str) -> Iterator[Event]:
    """If the card, just joined, is the one of its colour that claims: the cards under the jackpot
    of the colour go to the score pile [jackpot-claim].
    """
    if card.colour is None:
        return
    limits = table.ruleset.limits
    beyond = table.player.line.count(card.colour) - limits.jackpot_at
    again = limits.jackpot_again > 0 and beyond > 0 and beyond % limits.jackpot_again == 0
    cards = table.jackpot(card.colour)
    if (beyond == 0 or again) and cards:
        yield JackpotClaimed(rule, table.seat, card.colour, cards)


@on_table
def stop(table: Table, _: object, rule: str) -> Iterator[Event]:
    """The player on turn plays no more cards from the hand in this game [final-play]."""
    yield PlayerStopped(rule, table.seat)


@on_table
def settle_bets(table: Table, _: object, rule: str) -> Iterator[Event]:
    """A token for each Bet card in the line: +value where at least as many cards joined the line
    after it, else -value [bet-settle].
    """
    line = table.player.line
    for card in line.bets:
        value, after = card.value or 0, line.joined_after(card)
        told = BetWon if after >= value else BetLost
        yield told(rule, table.seat, card, value, after)


@on_table
def bank_line(table: Table, _: object, rule: str) -> Iterator[Event]:
    """The Bet cards of the line and the first `price` numbers are discarded, the rest is kept in
    the score pile [price].
    """
    line, price = table.player.line, table.ruleset.limits.price
    if line:
        discarded = (*line.bets, *line.numbers[:price])
        yield LineScored(rule, table.seat, discarded, line.numbers[price:])


@on_table
def clear_market(table: Table, _: object, rule: str) -> Iterator[Event]:
    """The Bet cards left in the market are discarded, its numbers go under the jackpots of their
    colours [cleanup].
    """
    yield from _bank(table, rule, table.market, "market")


@on_table
def bank_deck(table: Table, _: object, rule: str) -> Iterator[Event]:
    """The cards left in the deck go as those of a market do [end-bank]."""
    yield from _bank(table, rule, table.deck, "deck")


def _bank(table: Table, rule: str, cards: tuple[Card, ...], source: Pile) -> Iterator[Event]:
    bets = tuple([card for card in cards if card.is_bet])
    if bets:
        yield BetsDiscarded(rule, bets, source)
    for colour in table.ruleset.colours:
        numbers = tuple([card for card in cards if card.colour == colour])
        if numbers:
            yield JackpotFilled(rule, colour, numbers, source)


@on_table
def pass_first_player(table: Table, _: object, rule: str) -> Iterator[Event]:
    """The player to the left of the first player is first in the next round [first-player]."""
    yield FirstPlayerPassed(rule, (table.first + 1) % len(table.players))


@on_table
def name_winners(table: Table, _: object, rule: str) -> Iterator[Event]:
    """The most points win, tied players together [winner]."""
    points = tuple([player.points for player in table.players])
    yield GameEnded(rule, points, table.leaders)
