"""Tables, lines and players: their properties and changed copies."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

import attrs
import pytest

from lineit.engine.guards import in_direction
from lineit.model.cards import Card
from lineit.model.events import CardsMoved
from lineit.model.table import Line, Player, set_up
from support.tables import LYING, STANDARD


def line(cards: str) -> Line:
    return Line(tuple([STANDARD.card(code) for code in cards.split()]))


def test_properties_of_a_line() -> None:
    bet, other = STANDARD.card("B3a"), STANDARD.card("B4a")
    long = line("30 B3a 40 44 B4a 50")
    assert (bool(long), len(long), bool(line("")), len(line(""))) == (True, 6, False, 0)
    assert [str(card) for card in long.numbers] == ["30", "40", "44", "50"]
    assert long.bets == (bet, other)
    assert (long.last, line("B3a").last) == (STANDARD.card("50"), None)
    counts = [long.count(colour) for colour in (*STANDARD.colours, None)]
    assert counts == [0, 2, 0, 2, 0]
    assert (long.joined_after(bet), long.joined_after(other)) == (4, 1)
    assert (long.still_needs(bet), long.still_needs(other)) == (0, 3)
    assert line("B3a 1 2").still_needs(bet) == 1
    ways = [line(cards).direction for cards in ("", "B3a 5", "5 B3a 9 7", "9 5 B3a 7")]
    assert ways == [None, None, "ascending", "descending"]


@pytest.mark.parametrize(
    "field",
    [
        {"phase": "over"},
        {"round": 9},
        {"first": 1},
        {"seat": 1},
        {"picked": STANDARD.card("1")},
        {"played": 7},
        {"deck": ()},
        {"market": ()},
        {"discard": ()},
        {"jackpots": ((), (), (), ())},
        {"players": (Player(), Player())},
    ],
)
def test_changed_returns_a_table_with_another_field(field: dict[str, Any]) -> None:
    after = LYING.changed(**field)
    assert after == attrs.evolve(LYING, **field) != LYING
    assert after.changed() == after
    assert LYING.changed(picked=STANDARD.card("1")).changed(picked=None).picked is None


def test_the_key_ignores_the_order_of_tokens_but_not_who_stopped() -> None:
    def seat(tokens: tuple[int, ...], stopped: bool = False) -> Any:
        return LYING.with_player(0, Player(tokens=tokens, stopped=stopped)).key

    assert seat((3, -4)) == seat((-4, 3))
    assert len({seat((3, -4)), seat((3,)), seat((3, -4), True), LYING.key}) == 4


def test_set_up_returns_the_table_before_the_first_deal() -> None:
    deck = STANDARD.cards[:3]
    before = set_up(STANDARD, 3, deck)
    assert (before.phase, before.round, before.first, before.seat, before.played) == (
        *("deal", 0, 0, 0, 0),
    )
    assert [(zone, cards) for zone, _, cards in before.piles() if cards] == [("deck", deck)]
    assert before.players == (Player(),) * 3
    later = set_up(STANDARD, 3, deck, 2)
    assert (later.first, later.seat) == (2, 2)


def test_a_move_of_a_missing_card_takes_no_other_card() -> None:
    """A table made by hand may get an event that does not fit it."""
    for codes in ("50", "50 77"):
        cards = tuple([STANDARD.card(code) for code in codes.split()])
        event = CardsMoved("play", "play_from_hand", 0, cards, "hand", "discard")
        assert event.change(LYING).players[0].hand == LYING.players[0].hand


def test_a_board_shows_the_number_of_tokens_if_there_are_many() -> None:
    few, many = (LYING.with_player(0, Player(tokens=(1,) * count)) for count in (24, 25))
    assert f"24 points, tokens {'+1 ' * 24}".strip() in str(few)
    assert "25 points, 25 tokens" in str(many)


class Watched(tuple[Card, ...]):
    """Cards that count how often they are looked through."""

    looks = 0

    def __iter__(self) -> Iterator[Card]:
        Watched.looks += 1
        return super().__iter__()

    def __reversed__(self) -> Iterator[Card]:
        return iter(self[::-1])


def test_the_ends_of_a_line_are_looked_for_once() -> None:
    """A guard may ask about a line of hundreds of cards thousands of times in one step."""
    long = Line(Watched(STANDARD.card(code) for code in ("30", "B3a", "12", "B4a")))
    before = LYING.with_player(0, Player(line=long))
    Watched.looks = 0
    asked = [in_direction(before, 0, STANDARD.card(code)) for code in ("1", "20", "2")]
    assert asked == [True, False, True]
    assert str(long.last) == "12"
    assert Watched.looks == 1


def test_a_card_that_is_equal_but_another_object_is_moved() -> None:
    """Cards of an unpickled table are such cards."""
    code = LYING.market[1].code
    other = pickle.loads(pickle.dumps(LYING.market[1]))
    assert other is not LYING.market[1]
    event = CardsMoved("pick", "pick_card", 0, (other,), "market", "picked", None)
    moved = event.change(LYING)
    assert (str(moved.picked), [str(card) for card in moved.market]) == (code, ["1", "B3a"])
