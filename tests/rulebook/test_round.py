"""The rules of `standard`: a round, from the deal to the next first player."""

from __future__ import annotations

import pytest

from lineit import Game
from support.tables import after, choices, player, refusal, table


@pytest.mark.parametrize(
    ("players", "market", "deck"),
    [
        (2, "11 12 13 14", "B3a 16 17 18"),
        (3, "11 12 13 14 B3a", "16 17 18"),
        (4, "11 12 13 14 B3a 16", "17 18"),
        (5, "11 12 13 14 B3a 16 17", "18"),
    ],
)
def test_deal_turns_up_two_more_cards_than_players(players: int, market: str, deck: str) -> None:
    """A round begins with players + 2 cards turned up from the top of the deck."""
    seats = [player()] * players
    undealt = table(phase="deal", round=0, deck="11 12 13 14 B3a 16 17 18", players=seats)
    assert Game(undealt).table == table(
        phase="pick", round=1, market=market, deck=deck, players=seats
    )


def test_turn_order_goes_to_the_left() -> None:
    """After the first player's turn the next seat is on turn."""
    before = table(
        phase="score",
        market="50 51 52 53",
        players=[player(line="7"), player(), player()],
    )
    assert after(before, "pass") == table(
        phase="pick",
        seat=1,
        market="50 51 52 53",
        players=[player(line="7"), player(), player()],
    )


def test_turn_order_wraps_when_the_first_player_is_not_seat_0() -> None:
    """After the last seat seat 0 is on turn, unless the round began there."""
    before = table(
        phase="score",
        first=1,
        seat=2,
        market="50 51 52",
        players=[player(), player(), player(line="7")],
    )
    assert after(before, "pass") == table(
        phase="pick",
        first=1,
        seat=0,
        market="50 51 52",
        players=[player(), player(), player(line="7")],
    )


def test_turn_order_gives_each_player_one_turn_a_round() -> None:
    """When each player has had one turn, the round is over and the next one is dealt."""
    before = table(phase="pick", market="40 41 50 51", deck="60 61 62 63 64")
    now = after(before, "pick 40", "line", "pass")
    assert (now.seat, now.round) == (1, 1)
    assert after(now, "pick 41", "hand", "pass") == table(
        phase="pick",
        round=2,
        first=1,
        seat=1,
        market="60 61 62 63",
        deck="64",
        jackpots={"blue": "50", "green": "51"},
        players=[player(line="40"), player(hand="41")],
    )


def test_pick_takes_any_card_of_the_market() -> None:
    """The player on turn may take any card of the market, and no other."""
    before = table(phase="pick", market="40 B4a 50 51", deck="60")
    assert choices(before) == ["pick 40", "pick B4a", "pick 50", "pick 51"]
    assert after(before, "pick B4a") == table(
        phase="place", picked="B4a", market="40 50 51", deck="60"
    )
    assert refusal(before, "pick 60") == ("pick", "60 is not in the market [pick]")
    assert refusal(before, "pick") == ("pick", "name a card of the market: pick CARD [pick]")


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("pass", "pass is not possible in the phase pick; only pick is [pick]"),
        ("play 7", "play is not possible in the phase pick; only pick is [pick]"),
        ("score", "score is not possible in the phase pick; only pick is [pick]"),
        ("line", "line is not possible in the phase pick; only pick is [pick]"),
    ],
)
def test_pick_comes_first_and_is_mandatory(action: str, sentence: str) -> None:
    """A turn begins with a pick. No other action is legal before it."""
    before = table(
        phase="pick", market="40 41 50 51", players=[player(hand="7", line="30 20"), player()]
    )
    assert refusal(before, action) == ("pick", sentence)


def test_pick_takes_only_one_card() -> None:
    """With a picked card to place, no other card can be taken."""
    before = table(phase="place", picked="40", market="41 50 51")
    assert choices(before) == ["line", "hand"]
    assert refusal(before, "pick 41") == (
        "place-line",
        "pick is not possible in the phase place; now it is one of line, hand [place-line]",
    )


@pytest.mark.parametrize("card", ["40", "B4a"])
def test_place_line_starts_the_line(card: str) -> None:
    """The first card of a line, a number card or a Bet card, starts it."""
    before = table(phase="place", picked=card, market="41 50 51")
    assert after(before, "line") == table(
        phase="score", market="41 50 51", players=[player(line=card), player()]
    )


def test_place_line_adds_the_card_at_the_end() -> None:
    """A card that the line accepts joins it after the last card."""
    before = table(
        phase="place", picked="10", market="41 50 51", players=[player(line="30 20"), player()]
    )
    assert after(before, "line") == table(
        phase="score", market="41 50 51", players=[player(line="30 20 10"), player()]
    )
    assert refusal(before, "line 10") == ("place-line", "line takes no card [place-line]")


def test_place_hand_keeps_the_card_even_if_the_line_takes_it() -> None:
    """The card may go to the hand, whether or not it fits the line."""
    before = table(
        phase="place",
        picked="10",
        market="41 50 51",
        players=[player(hand="77", line="30 20"), player()],
    )
    assert choices(before) == ["line", "hand"]
    assert after(before, "hand") == table(
        phase="play", market="41 50 51", players=[player(hand="77 10", line="30 20"), player()]
    )


def test_place_hand_holds_at_most_two_cards() -> None:
    """A third card cannot go to the hand. Here it fits the line."""
    before = table(
        phase="place",
        picked="10",
        market="41 50 51",
        players=[player(hand="77 78", line="30 20"), player()],
    )
    assert choices(before) == ["line"]
    assert refusal(before, "hand") == (
        "place-hand",
        "the hand is full: it holds at most 2 cards [place-hand]",
    )


def test_restart_when_neither_line_nor_hand_takes_the_card() -> None:
    """A card that fits neither forces the player to score the line, and then starts a new line."""
    before = table(
        phase="place",
        picked="25",
        market="41 50 51",
        players=[player(hand="77 B3a", line="60 40 30 20 10"), player()],
    )
    assert choices(before) == ["restart"]
    assert refusal(before, "line") == (
        "direction",
        "25 does not fit a descending line whose last number is 10 [direction]",
    )
    assert refusal(before, "hand") == (
        "place-hand",
        "the hand is full: it holds at most 2 cards [place-hand]",
    )
    assert after(before, "restart") == table(
        phase="play",
        market="41 50 51",
        discard="60 40 30",
        players=[player(hand="77 B3a", line="25", scored="20 10"), player()],
    )


def test_restart_with_a_second_bet_card() -> None:
    """A Bet card that the line refuses, with a full hand, starts a new line like any other."""
    before = table(
        phase="place",
        picked="B5b",
        market="41 50 51",
        players=[player(hand="77 78", line="20 B4a 30"), player()],
    )
    assert choices(before) == ["restart"]
    assert after(before, "restart") == table(
        phase="play",
        market="41 50 51",
        discard="B4a 20 30",
        players=[player(hand="77 78", line="B5b", tokens=[-4]), player()],
    )


def test_restart_is_refused_when_the_line_takes_the_card() -> None:
    """With a full hand a card that fits the line must join it."""
    before = table(
        phase="place",
        picked="10",
        market="41 50 51",
        players=[player(hand="77 78", line="30 20"), player()],
    )
    assert choices(before) == ["line"]
    assert refusal(before, "restart") == ("restart", "10 fits the line [restart]")


def test_restart_is_refused_when_the_hand_has_room() -> None:
    """A card that does not fit the line must go to the hand, if there is room."""
    before = table(
        phase="place",
        picked="25",
        market="41 50 51",
        players=[player(hand="77", line="30 20"), player()],
    )
    assert choices(before) == ["hand"]
    assert refusal(before, "restart") == (
        "restart",
        "25 can go to the hand, which has room [restart]",
    )


def test_restart_leaves_the_rest_of_the_turn() -> None:
    """After it the player may still play a card from the hand and score the new line."""
    before = table(
        phase="place",
        picked="25",
        market="41 50 51",
        players=[player(hand="77 78", line="30 20"), player()],
    )
    now = after(before, "restart")
    assert choices(now) == ["play 77", "play 78", "pass"]
    assert choices(after(now, "play 77")) == ["score", "pass"]


def test_cleanup_of_a_bet_card_and_a_number_card() -> None:
    """Bet cards left in the market are discarded, and number cards go under their jackpots."""
    before = table(
        phase="score",
        seat=1,
        market="B3a 11",
        deck="60 61 62 63",
        jackpots={"red": "1", "green": "3"},
        players=[player(), player(line="80")],
    )
    assert after(before, "pass") == table(
        phase="pick",
        round=2,
        first=1,
        seat=1,
        market="60 61 62 63",
        jackpots={"red": "1", "green": "3 11"},
        discard="B3a",
        players=[player(), player(line="80")],
    )


@pytest.mark.parametrize(
    ("left", "jackpots", "discard"),
    [
        ("9 13", {"red": "9 13"}, ""),
        ("12 9", {"red": "9", "yellow": "12"}, ""),
        ("10 11", {"blue": "10", "green": "11"}, ""),
        ("B5a B3b", {}, "B5a B3b"),
    ],
)
def test_cleanup_sorts_by_colour(left: str, jackpots: dict[str, str], discard: str) -> None:
    """Each number card left goes under the jackpot of its own colour, and no Bet card does."""
    seats = [player(), player(line="80")]
    before = table(phase="score", seat=1, market=left, deck="60 61 62 63", players=seats)
    assert after(before, "pass") == table(
        phase="pick",
        round=2,
        first=1,
        seat=1,
        market="60 61 62 63",
        jackpots=jackpots,
        discard=discard,
        players=seats,
    )


@pytest.mark.parametrize(("first", "last", "then"), [(0, 2, 1), (1, 0, 2), (2, 1, 0)])
def test_first_player_moves_one_seat_to_the_left(first: int, last: int, then: int) -> None:
    """The player to the left of the first player begins the next round."""
    seats = [player(line="80"), player(line="81"), player(line="82")]
    before = table(
        phase="score",
        first=first,
        seat=last,
        market="9 10",
        deck="60 61 62 63 64 65",
        players=seats,
    )
    assert after(before, "pass") == table(
        phase="pick",
        round=2,
        first=then,
        seat=then,
        market="60 61 62 63 64",
        deck="65",
        jackpots={"red": "9", "blue": "10"},
        players=seats,
    )
