"""The rules of `standard`: what a line accepts, from the market and from the hand."""

from __future__ import annotations

import pytest

from support.tables import after, choices, player, refusal, table


@pytest.mark.parametrize("card", ["10", "50"])
def test_direction_is_set_by_the_second_number_card(card: str) -> None:
    """The second number card may be higher or lower: it sets the direction of the line."""
    before = table(
        phase="place", picked=card, market="61 62 63", players=[player(line="30"), player()]
    )
    assert after(before, "line") == table(
        phase="score", market="61 62 63", players=[player(line=f"30 {card}"), player()]
    )


def test_direction_ascending() -> None:
    """A line whose second number is higher than its first takes only higher numbers."""
    seats = [player(line="20 30"), player()]
    higher = table(phase="place", picked="31", market="61 62 63", players=seats)
    assert after(higher, "line") == table(
        phase="score", market="61 62 63", players=[player(line="20 30 31"), player()]
    )
    lower = table(phase="place", picked="29", market="61 62 63", players=seats)
    assert choices(lower) == ["hand"]
    assert refusal(lower, "line") == (
        "direction",
        "29 does not fit an ascending line whose last number is 30 [direction]",
    )


def test_direction_descending() -> None:
    """A line whose second number is lower than its first takes only lower numbers."""
    seats = [player(line="30 20"), player()]
    lower = table(phase="place", picked="19", market="61 62 63", players=seats)
    assert after(lower, "line") == table(
        phase="score", market="61 62 63", players=[player(line="30 20 19"), player()]
    )
    higher = table(phase="place", picked="21", market="61 62 63", players=seats)
    assert choices(higher) == ["hand"]
    assert refusal(higher, "line") == (
        "direction",
        "21 does not fit a descending line whose last number is 20 [direction]",
    )


@pytest.mark.parametrize(
    ("line", "card", "sentence"),
    [
        ("20 30", "25", "25 does not fit an ascending line whose last number is 30 [direction]"),
        ("20 30", "10", "10 does not fit an ascending line whose last number is 30 [direction]"),
        ("30 20", "25", "25 does not fit a descending line whose last number is 20 [direction]"),
        ("30 20", "40", "40 does not fit a descending line whose last number is 20 [direction]"),
        (
            "10 20 30 40",
            "35",
            "35 does not fit an ascending line whose last number is 40 [direction]",
        ),
        (
            "40 30 20 10",
            "15",
            "15 does not fit a descending line whose last number is 10 [direction]",
        ),
    ],
)
def test_direction_is_kept_from_the_third_number_card_on(
    line: str, card: str, sentence: str
) -> None:
    """Each number must be beyond the last one. A number between two others does not fit."""
    before = table(
        phase="place", picked=card, market="61 62 63", players=[player(line=line), player()]
    )
    assert refusal(before, "line") == ("direction", sentence)


def test_direction_is_kept_after_a_bet_card() -> None:
    """A number card placed after a Bet card must be beyond the last number card."""
    seats = [player(line="20 30 B4a"), player()]
    higher = table(phase="place", picked="31", market="61 62 63", players=seats)
    assert after(higher, "line") == table(
        phase="score", market="61 62 63", players=[player(line="20 30 B4a 31"), player()]
    )
    lower = table(phase="place", picked="29", market="61 62 63", players=seats)
    assert refusal(lower, "line") == (
        "direction",
        "29 does not fit an ascending line whose last number is 30 [direction]",
    )


@pytest.mark.parametrize(
    ("line", "card", "sentence"),
    [
        (
            "20 B4a 30",
            "29",
            "29 does not fit an ascending line whose last number is 30 [direction]",
        ),
        (
            "30 B4a 20",
            "21",
            "21 does not fit a descending line whose last number is 20 [direction]",
        ),
    ],
)
def test_direction_is_set_with_a_bet_card_between(line: str, card: str, sentence: str) -> None:
    """A Bet card may lie between the two number cards that set the direction."""
    before = table(
        phase="place", picked=card, market="61 62 63", players=[player(line=line), player()]
    )
    assert refusal(before, "line") == ("direction", sentence)


@pytest.mark.parametrize("line", ["30 B4a", "B4a 30"])
@pytest.mark.parametrize("card", ["1", "100"])
def test_direction_is_not_set_by_a_bet_card(line: str, card: str) -> None:
    """A line of a Bet card and one number card has no direction yet, so any number fits."""
    before = table(
        phase="place", picked=card, market="61 62 63", players=[player(line=line), player()]
    )
    assert after(before, "line") == table(
        phase="score", market="61 62 63", players=[player(line=f"{line} {card}"), player()]
    )


@pytest.mark.parametrize("line", ["", "30", "20 30", "30 20", "1 100", "100 1"])
@pytest.mark.parametrize("bet", ["B3a", "B4b", "B5a"])
def test_bet_any_time_whatever_the_line(line: str, bet: str) -> None:
    """A Bet card starts a line or joins it, whatever the direction and the last number are."""
    before = table(
        phase="place", picked=bet, market="61 62 63", players=[player(line=line), player()]
    )
    assert choices(before) == ["line", "hand"]
    assert after(before, "line") == table(
        phase="score", market="61 62 63", players=[player(line=f"{line} {bet}"), player()]
    )


def test_bet_any_time_from_the_hand() -> None:
    """A Bet card may be kept in the hand, and joins the line from there as well."""
    before = table(
        phase="play", market="61 62 63", players=[player(hand="B5a", line="1 100"), player()]
    )
    assert after(before, "play B5a") == table(
        phase="score", played=1, market="61 62 63", players=[player(line="1 100 B5a"), player()]
    )


def test_one_bet_in_a_line() -> None:
    """A line that has a Bet card takes no other."""
    before = table(
        phase="place", picked="B3b", market="61 62 63", players=[player(line="B3a 30"), player()]
    )
    assert choices(before) == ["hand"]
    assert refusal(before, "line") == ("one-bet", "a line holds at most 1 Bet card [one-bet]")


def test_one_bet_in_a_line_from_the_hand() -> None:
    """A line that has a Bet card takes no other from the hand."""
    before = table(
        phase="play", market="61 62 63", players=[player(hand="B4a 31", line="B3a 30"), player()]
    )
    assert choices(before) == ["play 31", "pass"]
    assert refusal(before, "play B4a") == (
        "one-bet",
        "a line holds at most 1 Bet card [one-bet]",
    )


def test_one_bet_counts_for_each_line_anew() -> None:
    """When the line with a Bet card is scored, the next line may have one again."""
    before = table(
        phase="place",
        picked="25",
        market="61 62 63",
        players=[player(hand="B3b 77", line="20 30 B3a"), player()],
    )
    assert after(before, "restart", "play B3b") == table(
        phase="score",
        played=1,
        market="61 62 63",
        discard="B3a 20 30",
        players=[player(hand="77", line="25 B3b", tokens=[-3]), player()],
    )


def test_play_one_card_from_the_hand() -> None:
    """After placing, a card that fits may go from the hand to the line."""
    before = table(
        phase="place",
        picked="31",
        market="61 62 63",
        players=[player(hand="40 50", line="20 30"), player()],
    )
    now = after(before, "line")
    assert choices(now) == ["play 40", "play 50", "pass"]
    assert after(now, "play 50") == table(
        phase="score",
        played=1,
        market="61 62 63",
        players=[player(hand="40", line="20 30 31 50"), player()],
    )


def test_play_the_card_just_taken() -> None:
    """A card that was placed in the hand may be played in the same turn."""
    before = table(phase="place", picked="31", market="61 62 63")
    assert after(before, "hand", "play 31") == table(
        phase="score", played=1, market="61 62 63", players=[player(line="31"), player()]
    )


def test_play_only_one_card() -> None:
    """A second card cannot be played even if it fits."""
    before = table(
        phase="play", market="61 62 63", players=[player(hand="40 50", line="20 30"), player()]
    )
    assert refusal(after(before, "play 40"), "play 50") == (
        "score",
        "play is not possible in the phase score; now it is one of score, pass [score]",
    )


def test_play_is_optional() -> None:
    """The player may keep the hand even if a card fits."""
    before = table(
        phase="play", market="61 62 63", players=[player(hand="40", line="20 30"), player()]
    )
    assert choices(before) == ["play 40", "pass"]
    assert after(before, "pass") == table(
        phase="score", market="61 62 63", players=[player(hand="40", line="20 30"), player()]
    )


def test_play_only_what_the_line_accepts() -> None:
    """A card from the hand joins the line under the same rules as one from the market."""
    before = table(
        phase="play", market="61 62 63", players=[player(hand="25 40", line="20 30"), player()]
    )
    assert choices(before) == ["play 40", "pass"]
    assert refusal(before, "play 25") == (
        "direction",
        "25 does not fit an ascending line whose last number is 30 [direction]",
    )
    assert refusal(before, "play 61") == ("play", "61 is not in the hand [play]")


def test_play_is_skipped_without_a_card_that_fits() -> None:
    """A player without a card that fits does not decide, and goes on to scoring."""
    before = table(
        phase="place",
        picked="31",
        market="61 62 63",
        players=[player(hand="25 26", line="20 30"), player()],
    )
    assert after(before, "line") == table(
        phase="score",
        market="61 62 63",
        players=[player(hand="25 26", line="20 30 31"), player()],
    )
