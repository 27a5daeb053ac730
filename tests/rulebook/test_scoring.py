"""The rules of `standard`: scoring a line, bets and jackpots."""

from __future__ import annotations

import pytest

from support.tables import after, choices, player, refusal, table, told


def test_score_the_line_at_the_end_of_the_turn() -> None:
    """After playing, the player may score the line; the next player is then on turn."""
    before = table(
        phase="score", market="61 62 63", players=[player(line="10 20 30 40 51"), player()]
    )
    assert choices(before) == ["score", "pass"]
    assert after(before, "score") == table(
        phase="pick",
        seat=1,
        market="61 62 63",
        discard="10 20 30",
        players=[player(scored="40 51"), player()],
    )


def test_score_is_optional() -> None:
    """The player may keep the line for later turns."""
    before = table(phase="score", market="61 62 63", players=[player(line="10 20 30 40"), player()])
    assert after(before, "pass") == table(
        phase="pick",
        seat=1,
        market="61 62 63",
        players=[player(line="10 20 30 40"), player()],
    )


def test_score_is_skipped_without_a_line() -> None:
    """A player without a line does not decide: the next player is on turn."""
    before = table(phase="play", market="61 62 63", players=[player(hand="31"), player()])
    assert after(before, "pass") == table(
        phase="pick", seat=1, market="61 62 63", players=[player(hand="31"), player()]
    )


def test_score_only_once() -> None:
    """Scoring ends the turn, so it cannot be repeated."""
    before = table(phase="score", market="61 62 63", players=[player(line="10 20"), player()])
    assert refusal(after(before, "score"), "score") == (
        "pick",
        "score is not possible in the phase pick; only pick is [pick]",
    )


def test_score_comes_after_playing() -> None:
    """In the phase play the line cannot be scored yet."""
    before = table(
        phase="play", market="61 62 63", players=[player(hand="40", line="20 30"), player()]
    )
    assert refusal(before, "score") == (
        "play",
        "score is not possible in the phase play; now it is one of play, pass [play]",
    )


def test_score_a_line_that_a_restart_began() -> None:
    """A line that a restart began in this turn may be scored at its end, like any other."""
    before = table(
        phase="place",
        picked="25",
        market="61 62 63",
        players=[player(hand="77 78", line="50 40 30 20"), player()],
    )
    assert after(before, "restart", "pass", "score") == table(
        phase="pick",
        seat=1,
        market="61 62 63",
        discard="50 40 30 25",
        players=[player(hand="77 78", scored="20"), player()],
    )


def test_jackpot_claim_with_the_third_card_from_the_market() -> None:
    """The third card of a colour in a line takes the cards under that colour's jackpot at once."""
    before = table(
        phase="place",
        picked="9",
        market="61 62 63",
        jackpots={"red": "33 37", "blue": "34"},
        players=[player(line="1 2 5", scored="100"), player()],
    )
    assert after(before, "line") == table(
        phase="score",
        market="61 62 63",
        jackpots={"blue": "34"},
        players=[player(line="1 2 5 9", scored="100 33 37"), player()],
    )


def test_jackpot_claim_with_the_third_card_from_the_hand() -> None:
    """A card played from the hand claims as well."""
    before = table(
        phase="play",
        market="61 62 63",
        jackpots={"yellow": "80", "green": "35"},
        players=[player(hand="4 3", line="12 8"), player()],
    )
    assert after(before, "play 4") == table(
        phase="score",
        played=1,
        market="61 62 63",
        jackpots={"green": "35"},
        players=[player(hand="3", line="12 8 4", scored="80"), player()],
    )


@pytest.mark.parametrize(("line", "card"), [("1 5 9", "13"), ("1 5 9 13", "17")])
def test_jackpot_claim_not_with_the_fourth_card(line: str, card: str) -> None:
    """The fourth card of the colour, and any later one, claims nothing."""
    before = table(
        phase="place",
        picked=card,
        market="61 62 63",
        jackpots={"red": "33 37"},
        players=[player(line=line), player()],
    )
    assert after(before, "line") == table(
        phase="score",
        market="61 62 63",
        jackpots={"red": "33 37"},
        players=[player(line=f"{line} {card}"), player()],
    )


def test_jackpot_claim_not_with_the_second_card() -> None:
    """Two cards of the colour and others between them claim nothing."""
    before = table(
        phase="place",
        picked="9",
        market="61 62 63",
        jackpots={"red": "33 37", "blue": "34"},
        players=[player(line="5 6 7 8"), player()],
    )
    assert after(before, "line") == table(
        phase="score",
        market="61 62 63",
        jackpots={"red": "33 37", "blue": "34"},
        players=[player(line="5 6 7 8 9"), player()],
    )


def test_jackpot_claim_of_an_empty_jackpot() -> None:
    """If no card lies under the jackpot, the third card claims nothing, and there is no event."""
    before = table(
        phase="place",
        picked="9",
        market="61 62 63",
        jackpots={"blue": "34"},
        players=[player(line="1 5"), player()],
    )
    assert after(before, "line") == table(
        phase="score",
        market="61 62 63",
        jackpots={"blue": "34"},
        players=[player(line="1 5 9"), player()],
    )
    assert [event["type"] for event in told(before, "line")] == [
        "cards-moved",
        "phase-entered",
        "phase-entered",
    ]


def test_jackpot_claim_counts_the_cards_of_the_line_only() -> None:
    """Cards in the hand, in the score pile and in other lines do not count."""
    before = table(
        phase="place",
        picked="9",
        market="61 62 63",
        jackpots={"red": "33 37"},
        players=[player(hand="1", line="5", scored="13 17"), player(line="21 25")],
    )
    assert after(before, "line") == table(
        phase="score",
        market="61 62 63",
        jackpots={"red": "33 37"},
        players=[player(hand="1", line="5 9", scored="13 17"), player(line="21 25")],
    )


@pytest.mark.parametrize(
    ("line", "token", "discarded", "kept"),
    [
        ("1 B3a 6 11 16", 3, "B3a 1 6 11", "16"),  # won exactly
        ("1 B3a 6 11 16 21", 3, "B3a 1 6 11", "16 21"),  # won by one card
        ("1 6 B3a 11 16", -3, "B3a 1 6 11", "16"),  # lost by one card
        ("1 B4b 6 11 16 21", 4, "B4b 1 6 11", "16 21"),
        ("1 B4b 6 11 16", -4, "B4b 1 6 11", "16"),
        ("1 B5a 6 11 16 21 26", 5, "B5a 1 6 11", "16 21 26"),
        ("1 B5a 6 11 16 21", -5, "B5a 1 6 11", "16 21"),
        ("B3b 1 6 11", 3, "B3b 1 6 11", ""),  # first in the line
        ("B3b 1 6", -3, "B3b 1 6", ""),
        ("1 6 11 16 B3b", -3, "B3b 1 6 11", "16"),  # last in the line
    ],
)
def test_bet_settle_counts_the_cards_after_the_bet(
    line: str, token: int, discarded: str, kept: str
) -> None:
    """A bet is won if at least as many cards as its value joined the line after it, else lost."""
    before = table(phase="score", market="61 62 63", players=[player(line=line), player()])
    assert after(before, "score") == table(
        phase="pick",
        seat=1,
        market="61 62 63",
        discard=discarded,
        players=[player(scored=kept, tokens=[token]), player()],
    )


@pytest.mark.parametrize("line", ["B4a", "B4a 7", "7 B4a", "7 B4a 9", "7 9 B4a 11"])
def test_bet_settle_discards_the_bet_card_of_a_short_line(line: str) -> None:
    """The Bet card never scores, not even if the line has too few number cards for the price."""
    before = table(phase="score", market="61 62 63", players=[player(line=line), player()])
    now = after(before, "score")
    assert now.players == table(phase="pick", players=[player(tokens=[-4]), player()]).players
    assert {card.code for card in now.discard[-len(line.split()) :]} == set(line.split())


def test_bet_settle_not_without_a_bet_card() -> None:
    """A line without a Bet card earns no token, however long it is."""
    before = table(
        phase="score", market="61 62 63", players=[player(line="1 6 11 16 21 26"), player()]
    )
    assert after(before, "score").players[0].tokens == ()


def test_bet_settle_when_the_line_is_scored_by_force() -> None:
    """A forced score also settles the bet. The card that forced it does not count."""
    before = table(
        phase="place",
        picked="35",
        market="61 62 63",
        players=[player(hand="77 78", line="50 B3a 40 30"), player()],
    )
    assert after(before, "restart") == table(
        phase="play",
        market="61 62 63",
        discard="B3a 50 40 30",
        players=[player(hand="77 78", line="35", tokens=[-3]), player()],
    )


@pytest.mark.parametrize(
    ("line", "discarded", "kept"),
    [
        ("7", "7", ""),
        ("7 12", "7 12", ""),
        ("7 12 18", "7 12 18", ""),
        ("7 12 18 25", "7 12 18", "25"),
        ("7 12 18 25 30", "7 12 18", "25 30"),
        ("88 66 44 22 11 1", "88 66 44", "22 11 1"),
    ],
)
def test_price_is_the_first_three_number_cards(line: str, discarded: str, kept: str) -> None:
    """Scoring costs the first three number cards of the line, or all of a shorter one."""
    before = table(
        phase="score", market="61 62 63", players=[player(line=line, scored="100"), player()]
    )
    assert after(before, "score") == table(
        phase="pick",
        seat=1,
        market="61 62 63",
        discard=discarded,
        players=[player(scored=f"100 {kept}"), player()],
    )


def test_price_is_not_paid_with_the_bet_card() -> None:
    """The Bet card is discarded in addition to three number cards, wherever it lies in the line."""
    before = table(
        phase="score", market="61 62 63", players=[player(line="7 B5b 12 18 25"), player()]
    )
    assert after(before, "score") == table(
        phase="pick",
        seat=1,
        market="61 62 63",
        discard="B5b 7 12 18",
        players=[player(scored="25", tokens=[-5]), player()],
    )
