"""Twelve house rules that people play. Each is only a rule file that extends `standard`."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from random import Random
from typing import Any

import pytest

from lineit import Game, Ruleset, load_ruleset, parse_table, table_json, why_not
from lineit.bots import GreedyBot, bot_action
from lineit.engine.machine import begin
from lineit.formats.events import event_json
from lineit.formats.tables import cards_on
from lineit.text.narrate import rule_text, tell, tell_seen
from lineit.views import view
from support.paths import ROOT
from support.tables import after, choices, player, refusal, table, told

FOLDER = ROOT / "tests/data/house"
LANGUAGES = ("en", "es", "de")
PEOPLE = ("Ana", "Ben", "Cleo", "Dora", "Emil")
HOUSE = (
    "blind-pick",
    "choose-price",
    "drop-one",
    "first-card",
    "full-line",
    "hand-costs",
    "long-line",
    "market-stays",
    "only-up",
    "small-steps",
    "throw-away",
    "to-twenty-five",
)

OTHER_SENSES = {"drop"}
"""Words of house rules that the frontends use in another sense, such as a button `drop`."""


@cache
def rules(name: str) -> Ruleset:
    return load_ruleset(FOLDER / f"{name}.toml")


@cache
def document(name: str) -> dict[str, Any]:
    """Return the content of the file, without the rules that it extends."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))


# -- a long line brings a token ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "tokens", "discarded", "kept"),
    [
        ("1 6 11 16 21 26", [], "1 6 11", "16 21 26"),  # 6 cards
        ("1 6 11 16 21 26 31", [2], "1 6 11", "16 21 26 31"),  # 7
        ("1 6 11 16 21 26 31 36", [2], "1 6 11", "16 21 26 31 36"),  # 8, still one token
        ("1 6 11 16 21 B3a", [-3], "B3a 1 6 11", "16 21"),  # 6 with the Bet card
        ("1 B3a 6 11 16 21 26", [3, 2], "B3a 1 6 11", "16 21 26"),  # 7 with the Bet card
    ],
)
def test_long_line_brings_a_token_from_seven_cards_on(
    line: str, tokens: list[int], discarded: str, kept: str
) -> None:
    long_line = rules("long-line")
    before = table(
        rules=long_line, phase="score", market="61 62 63", players=[player(line=line), player()]
    )
    assert after(before, "score") == table(
        rules=long_line,
        phase="pick",
        seat=1,
        market="61 62 63",
        discard=discarded,
        players=[player(scored=kept, tokens=tokens), player()],
    )


def test_long_line_brings_a_token_when_it_is_scored_by_force() -> None:
    long_line = rules("long-line")
    before = table(
        rules=long_line,
        phase="place",
        picked="45",
        market="61 62 63",
        players=[player(hand="77 78", line="98 90 80 70 60 50 40"), player()],
    )
    assert after(before, "restart") == table(
        rules=long_line,
        phase="play",
        market="61 62 63",
        discard="98 90 80",
        players=[player(hand="77 78", line="45", scored="70 60 50 40", tokens=[2]), player()],
    )


def test_long_line_brings_a_token_with_the_last_card_of_the_game() -> None:
    """The seventh card comes from the hand in the final play."""
    long_line = rules("long-line")
    last = player(hand="99", line="1 6 11 16 21 26")
    before = table(rules=long_line, phase="final", seat=1, players=[player(), last])
    ended = after(before, "play 99")
    assert ended == table(
        rules=long_line,
        phase="over",
        seat=1,
        played=1,
        discard="1 6 11",
        players=[player(), player(scored="16 21 26 99", tokens=[2])],
    )
    assert ended.players[1].points == 6


def test_long_line_brings_nothing_while_it_is_not_scored() -> None:
    long_line = rules("long-line")
    line = player(line="1 6 11 16 21 26 31 36")
    before = table(rules=long_line, phase="score", market="61 62 63", players=[line, player()])
    assert after(before, "pass") == table(
        rules=long_line, phase="pick", seat=1, market="61 62 63", players=[line, player()]
    )


# -- cards left in hand cost points ----------------------------------------------------------------


@pytest.mark.parametrize(("hand", "left", "tokens"), [("99", "", []), ("99 5", "5", [-1])])
def test_hand_costs_a_point_for_each_card_left_at_the_end(
    hand: str, left: str, tokens: list[int]
) -> None:
    costs = rules("hand-costs")
    last = player(hand=hand, line="10 20 30", scored="40")
    before = table(rules=costs, phase="final", seat=1, players=[player(), last])
    ended = after(before, "play 99")
    assert ended == table(
        rules=costs,
        phase="over",
        seat=1,
        played=1,
        discard="10 20 30",
        players=[player(), player(hand=left, scored="40 99", tokens=tokens)],
    )
    assert ended.players[1].points == 2 + sum(tokens)


def test_hand_costs_two_points_where_no_card_fits() -> None:
    """The second player has no card that fits, does not decide, and pays for both cards."""
    costs = rules("hand-costs")
    before = table(
        rules=costs,
        phase="final",
        players=[player(hand="99", line="10 20 30"), player(hand="5 6", line="11 21")],
    )
    assert after(before, "play 99") == table(
        rules=costs,
        phase="over",
        seat=1,
        discard="10 20 30 11 21",
        players=[player(scored="99"), player(hand="5 6", tokens=[-1, -1])],
    )


def test_hand_costs_nothing_before_the_end() -> None:
    costs = rules("hand-costs")
    before = table(
        rules=costs,
        phase="score",
        market="61 62 63",
        players=[player(hand="5 6", line="10 20 30 40"), player()],
    )
    assert after(before, "score") == table(
        rules=costs,
        phase="pick",
        seat=1,
        market="61 62 63",
        discard="10 20 30",
        players=[player(hand="5 6", scored="40"), player()],
    )


# -- the market stays --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("market", "deck", "discarded", "filled", "rest"),
    [
        ("61 B4a", "1 2 3 4 5", "B4a", "61 1 2 3", "4 5"),  # the Bet card goes
        ("61 62", "1 2 3 4 5", "", "61 62 1 2", "3 4 5"),
        ("B4a B5a", "1 2 3 4 5", "B4a B5a", "1 2 3 4", "5"),
        ("61 62", "1 2", "", "61 62 1 2", ""),  # just enough together
        ("61 B4a", "1 2 3", "B4a", "61 1 2 3", ""),  # just enough without the Bet card
    ],
)
def test_market_stays_and_is_filled_up(
    market: str, deck: str, discarded: str, filled: str, rest: str
) -> None:
    stays = rules("market-stays")
    before = table(
        rules=stays,
        phase="score",
        seat=1,
        market=market,
        deck=deck,
        players=[player(), player(line="80")],
    )
    assert after(before, "pass") == table(
        rules=stays,
        phase="pick",
        round=2,
        first=1,
        seat=1,
        market=filled,
        deck=rest,
        discard=discarded,
        players=[player(), player(line="80")],
    )


@pytest.mark.parametrize(
    ("market", "deck", "red", "blue", "discarded"),
    [
        ("61 62", "5", "5 61", "62", ""),  # one card is missing
        ("61 62", "B3a", "61", "62", "B3a"),
        ("61 B4a", "5 6", "5 61", "6", "B4a"),  # one is missing without the Bet card
        ("61 62", "", "61", "62", ""),
    ],
)
def test_market_stays_until_it_cannot_be_filled(
    market: str, deck: str, red: str, blue: str, discarded: str
) -> None:
    """At the end the numbers of the deck and of the market go under the jackpots."""
    stays = rules("market-stays")
    seats = [player(hand="50"), player(line="80")]
    before = table(
        rules=stays, phase="score", round=20, seat=1, market=market, deck=deck, players=seats
    )
    assert after(before, "pass") == table(
        rules=stays,
        phase="final",
        round=20,
        discard=discarded,
        jackpots={"red": red, "blue": blue},
        players=seats,
    )


def test_market_stays_puts_nothing_under_the_jackpots_before_the_end() -> None:
    stays = rules("market-stays")
    game = Game.new(players=3, rules=stays, seed=5)
    while game.table.phase != "final" and not game.over:
        assert not any(game.table.jackpots)
        game.apply(game.legal[0])


# -- a card may be thrown away ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("picked", "line"), [("25", "50 40 30 20"), ("B4a", "50 B3a 40"), ("45", "30 40 50")]
)
def test_throw_away_a_card_that_fits_nowhere(picked: str, line: str) -> None:
    """The line stays. No card of the hand fits, so the turn goes on to scoring."""
    throw = rules("throw-away")
    hand = "3 4" if line == "30 40 50" else "77 78"
    holder = player(hand=hand, line=line)
    before = table(
        rules=throw,
        phase="place",
        picked=picked,
        market="61 62 63",
        players=[holder, player()],
    )
    assert choices(before) == ["restart", "throw"]
    assert after(before, "throw") == table(
        rules=throw,
        phase="score",
        market="61 62 63",
        discard=picked,
        players=[holder, player()],
    )


def test_throw_away_is_optional() -> None:
    throw = rules("throw-away")
    before = table(
        rules=throw,
        phase="place",
        picked="25",
        market="61 62 63",
        players=[player(hand="77 78", line="50 40 30 20"), player()],
    )
    assert after(before, "restart") == table(
        rules=throw,
        phase="play",
        market="61 62 63",
        discard="50 40 30",
        players=[player(hand="77 78", line="25", scored="20"), player()],
    )


def test_throw_away_not_a_card_that_can_go_to_the_hand() -> None:
    before = table(
        rules=rules("throw-away"),
        phase="place",
        picked="25",
        players=[player(hand="77", line="50 40 30 20"), player()],
    )
    assert choices(before) == ["hand"]
    assert refusal(before, "throw") == (
        "throw-away",
        "25 can go to the hand, which has room [throw-away]",
    )


def test_throw_away_not_a_card_that_fits_the_line() -> None:
    before = table(
        rules=rules("throw-away"),
        phase="place",
        picked="15",
        players=[player(hand="77 78", line="50 40 30 20"), player()],
    )
    assert choices(before) == ["line"]
    assert refusal(before, "throw") == ("throw-away", "15 fits the line [throw-away]")


# -- the top card of the deck, unseen --------------------------------------------------------------


def test_blind_pick_of_the_top_card() -> None:
    blind = rules("blind-pick")
    before = table(rules=blind, phase="pick", market="61 62 63 64", deck="7 8")
    assert choices(before) == ["pick 61", "pick 62", "pick 63", "pick 64", "draw"]
    drawn = after(before, "draw")
    assert drawn == table(rules=blind, phase="place", picked="7", market="61 62 63 64", deck="8")
    assert choices(drawn) == ["line", "hand"]


def test_blind_pick_leaves_one_card_more_in_the_market() -> None:
    """It goes under its jackpot when the round ends."""
    blind = rules("blind-pick")
    before = table(
        rules=blind,
        phase="pick",
        seat=1,
        market="61 62 64",
        deck="7 1 2 3 4",
        players=[player(), player()],
    )
    assert after(before, "draw", "hand", "pass") == table(
        rules=blind,
        phase="pick",
        round=2,
        first=1,
        seat=1,
        market="1 2 3 4",
        jackpots={"red": "61", "blue": "62", "yellow": "64"},
        players=[player(), player(hand="7")],
    )


def test_blind_pick_of_the_last_card() -> None:
    blind = rules("blind-pick")
    before = table(rules=blind, phase="pick", market="61 62", deck="B3a")
    assert after(before, "draw") == table(rules=blind, phase="place", picked="B3a", market="61 62")


def test_blind_pick_needs_a_card_in_the_deck() -> None:
    before = table(rules=rules("blind-pick"), phase="pick", market="61 62")
    assert choices(before) == ["pick 61", "pick 62"]
    assert refusal(before, "draw") == (
        "blind-pick",
        "there is no card in the deck [blind-pick]",
    )


def test_blind_pick_names_no_card() -> None:
    """A player cannot choose a card of the deck."""
    before = table(rules=rules("blind-pick"), phase="pick", market="61 62", deck="7 8")
    assert refusal(before, "draw 7") == ("blind-pick", "draw takes no card [blind-pick]")
    assert refusal(before, "pick 7") == ("pick", "7 is not in the market [pick]")


def test_blind_pick_is_unseen_until_it_is_taken() -> None:
    before = table(rules=rules("blind-pick"), phase="pick", market="61 62", deck="7 8")
    assert view(before, 0, "perfect").deck.cards is None
    card = before.ruleset.card("7")
    assert [view(after(before, "draw"), seat).picked for seat in (0, 1)] == [card, card]


# -- a full line must be scored --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "may_stay"),
    [
        ("1 6 11 16 21 26 31", True),  # 7
        ("1 6 11 16 21 26 31 36", False),  # 8
        ("1 6 11 16 21 26 31 36 41", False),  # 9: two cards joined in this turn
        ("1 6 11 16 21 26 B5a", True),  # 7 with the Bet card
        ("1 6 11 16 21 26 31 B5a", False),  # 8 with the Bet card
    ],
)
def test_full_line_must_be_scored(line: str, may_stay: bool) -> None:
    before = table(
        rules=rules("full-line"),
        phase="score",
        market="61 62 63",
        players=[player(line=line), player()],
    )
    assert choices(before) == (["score", "pass"] if may_stay else ["score"])


def test_full_line_does_not_stay() -> None:
    full = rules("full-line")
    before = table(
        rules=full,
        phase="score",
        market="61 62 63",
        players=[player(line="1 6 11 16 21 26 31 36"), player()],
    )
    assert refusal(before, "pass") == (
        "full-line",
        "the line has 8 cards; with 8 or more it must be scored [full-line]",
    )
    assert after(before, "score") == table(
        rules=full,
        phase="pick",
        seat=1,
        market="61 62 63",
        discard="1 6 11",
        players=[player(scored="16 21 26 31 36"), player()],
    )


def test_full_line_may_get_a_ninth_card_before_it_is_scored() -> None:
    before = table(
        rules=rules("full-line"),
        phase="place",
        picked="36",
        market="61 62 63",
        players=[player(hand="99", line="1 6 11 16 21 26 31"), player()],
    )
    now = after(before, "line", "play 99")
    assert refusal(now, "pass") == (
        "full-line",
        "the line has 9 cards; with 8 or more it must be scored [full-line]",
    )


# -- lines only ascend -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "picked", "fits"),
    [
        ("", "1", True),
        ("", "100", True),
        ("10", "11", True),
        ("10", "9", False),  # the second number, too
        ("10 20", "21", True),
        ("10 20", "19", False),
        ("10 B3a", "9", False),  # the Bet card does not count
        ("10 B3a", "11", True),
        ("B3a", "1", True),
        ("10 20", "B3a", True),
        ("10 B4a 20", "B3a", False),  # one Bet card a line, as before
    ],
)
def test_only_up(line: str, picked: str, fits: bool) -> None:
    before = table(
        rules=rules("only-up"), phase="place", picked=picked, players=[player(line=line), player()]
    )
    assert choices(before) == (["line", "hand"] if fits else ["hand"])


@pytest.mark.parametrize("line", ["10", "8 10", "10 B3a"])
def test_only_up_refuses_a_lower_card(line: str) -> None:
    before = table(
        rules=rules("only-up"), phase="place", picked="9", players=[player(line=line), player()]
    )
    assert refusal(before, "line") == (
        "direction",
        "9 is not higher than 10, and lines only ascend [direction]",
    )


def test_only_up_forces_a_restart_with_a_lower_second_card() -> None:
    up = rules("only-up")
    before = table(
        rules=up,
        phase="place",
        picked="9",
        market="61 62 63",
        players=[player(hand="7 8", line="10"), player()],
    )
    assert choices(before) == ["restart"]
    assert after(before, "restart") == table(
        rules=up,
        phase="score",
        market="61 62 63",
        discard="10",
        players=[player(hand="7 8", line="9"), player()],
    )


def test_only_up_holds_for_cards_of_the_hand() -> None:
    up = rules("only-up")
    before = table(
        rules=up,
        phase="play",
        market="61 62 63",
        players=[player(hand="9 11", line="10"), player()],
    )
    assert choices(before) == ["play 11", "pass"]
    assert after(before, "play 11") == table(
        rules=up,
        phase="score",
        played=1,
        market="61 62 63",
        players=[player(hand="9", line="10 11"), player()],
    )


# -- small steps -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "picked", "fits"),
    [
        ("50", "80", True),  # 30 beyond
        ("50", "81", False),  # 31
        ("50", "20", True),
        ("50", "19", False),
        ("40 50", "80", True),
        ("40 50", "81", False),
        ("60 50", "20", True),
        ("60 50", "19", False),
        ("50 B3a", "81", False),  # the Bet card does not count
        ("50", "B3a", True),
        ("50 B4a", "B3a", False),  # one Bet card a line, as before
        ("B3a", "100", True),
        ("", "100", True),
    ],
)
def test_small_steps(line: str, picked: str, fits: bool) -> None:
    before = table(
        rules=rules("small-steps"),
        phase="place",
        picked=picked,
        players=[player(line=line), player()],
    )
    assert choices(before) == (["line", "hand"] if fits else ["hand"])


@pytest.mark.parametrize(
    ("line", "picked", "reason"),
    [
        ("50", "81", ("small-steps", "81 is more than 30 away from 50 [small-steps]")),
        ("50", "19", ("small-steps", "19 is more than 30 away from 50 [small-steps]")),
        (
            "40 50",
            "45",
            ("direction", "45 does not fit an ascending line whose last number is 50 [direction]"),
        ),
    ],
)
def test_small_steps_refuse_a_card_far_away(
    line: str, picked: str, reason: tuple[str, str]
) -> None:
    before = table(
        rules=rules("small-steps"),
        phase="place",
        picked=picked,
        players=[player(line=line), player()],
    )
    assert refusal(before, "line") == reason


def test_small_steps_force_a_restart_with_a_card_far_away() -> None:
    small = rules("small-steps")
    before = table(
        rules=small,
        phase="place",
        picked="81",
        market="61 62 63",
        players=[player(hand="7 8", line="20 30 40 50"), player()],
    )
    assert choices(before) == ["restart"]
    assert after(before, "restart") == table(
        rules=small,
        phase="score",
        market="61 62 63",
        discard="20 30 40",
        players=[player(hand="7 8", line="81", scored="50"), player()],
    )


def test_small_steps_do_not_force_a_restart_with_a_card_near_by() -> None:
    before = table(
        rules=rules("small-steps"),
        phase="place",
        picked="80",
        players=[player(hand="7 8", line="50"), player()],
    )
    assert refusal(before, "restart") == ("restart", "80 fits the line [restart]")


# -- a first card in hand --------------------------------------------------------------------------


def test_first_card_from_the_deck_for_everybody() -> None:
    """The first player gets the first card. The market is dealt after that."""
    first = rules("first-card")
    seats = [player(), player(), player()]
    before = table(
        rules=first,
        phase="first-card",
        round=0,
        first=1,
        seat=1,
        deck="1 2 3 4 5 6 7 8 9",
        players=seats,
    )
    now, _ = begin(before)
    assert now == table(
        rules=first,
        phase="pick",
        round=1,
        first=1,
        seat=1,
        market="4 5 6 7 8",
        deck="9",
        players=[player(hand="3"), player(hand="1"), player(hand="2")],
    )


def test_first_card_is_seen_by_its_owner_alone() -> None:
    """A perfect memory does not know it either."""
    first = rules("first-card")
    before = table(rules=first, phase="first-card", round=0, deck="1 2 3 4 5 6")
    now, events = begin(before)
    for memory in ("table", "perfect"):
        hands = [view(now, viewer, memory).players[0].hand for viewer in (0, 1, None)]
        assert [hand.count for hand in hands] == [1, 1, 1]
        assert [hand.cards for hand in hands] == [(first.card("1"),), None, None]
    sentences = [tell_seen(event, first, PEOPLE, 1) for event in events]
    assert "Ana draws 1 card into the hand" in sentences
    assert "Ben takes 2♦ from the deck into the hand" in sentences
    assert not [each for each in sentences if "1♥" in each]


def test_first_card_takes_room_in_the_hand() -> None:
    before = table(
        rules=rules("first-card"),
        phase="place",
        picked="9",
        players=[player(hand="1 2", line="30 20"), player()],
    )
    assert choices(before) == ["line"]
    assert refusal(before, "hand") == (
        "place-hand",
        "the hand is full: it holds at most 2 cards [place-hand]",
    )


def test_first_card_comes_only_before_the_first_round() -> None:
    first = rules("first-card")
    before = table(
        rules=first,
        phase="score",
        seat=1,
        market="61 62",
        deck="1 2 3 4",
        players=[player(), player(line="80")],
    )
    assert after(before, "pass") == table(
        rules=first,
        phase="pick",
        round=2,
        first=1,
        seat=1,
        market="1 2 3 4",
        jackpots={"red": "61", "blue": "62"},
        players=[player(), player(line="80")],
    )


# -- to 25 points ----------------------------------------------------------------------------------

TWENTY = " ".join(map(str, range(1, 21)))


@pytest.mark.parametrize(
    ("scored", "tokens"),
    [
        (f"{TWENTY} 21 22 23 24", []),
        (TWENTY, [4]),
        (f"{TWENTY} 21 22 23 24 25 26 27", [-3]),
    ],
)
def test_to_twenty_five_goes_on_with_24_points(scored: str, tokens: list[int]) -> None:
    """The line of the second player does not count, because it is not scored yet."""
    race = rules("to-twenty-five")
    seats = [player(scored=scored, tokens=tokens), player(line="50 60 70 80 90 100")]
    before = table(
        rules=race, phase="score", seat=1, market="61 62", deck="91 92 93 94 95", players=seats
    )
    assert after(before, "pass") == table(
        rules=race,
        phase="pick",
        round=2,
        first=1,
        seat=1,
        market="91 92 93 94",
        deck="95",
        jackpots={"red": "61", "blue": "62"},
        players=seats,
    )


@pytest.mark.parametrize(
    ("scored", "tokens"),
    [
        (f"{TWENTY} 21 22 23 24 25", []),
        (TWENTY, [5]),
        (f"{TWENTY} 21 22 23 24 25 26 27 28", [-3]),
        (f"{TWENTY} 21 22 23 24 25 26", []),
    ],
)
def test_to_twenty_five_ends_with_25_points(scored: str, tokens: list[int]) -> None:
    """The last cards are played. The deck could fill a market, but stays."""
    race = rules("to-twenty-five")
    seats = [player(hand="30", scored=scored, tokens=tokens), player(line="80")]
    before = table(
        rules=race, phase="score", seat=1, market="61 62", deck="91 92 93 94 95", players=seats
    )
    assert after(before, "pass") == table(
        rules=race,
        phase="final",
        deck="91 92 93 94 95",
        jackpots={"red": "61", "blue": "62"},
        players=seats,
    )


def test_to_twenty_five_plays_the_round_to_its_end() -> None:
    race = rules("to-twenty-five")
    before = table(
        rules=race,
        phase="score",
        market="61 62 63",
        deck="91 92 93 94",
        players=[player(line="30 40 50 60", scored=f"{TWENTY} 21 22 23 24"), player()],
    )
    assert after(before, "score") == table(
        rules=race,
        phase="pick",
        seat=1,
        market="61 62 63",
        deck="91 92 93 94",
        discard="30 40 50",
        players=[player(scored=f"{TWENTY} 21 22 23 24 60"), player()],
    )


@pytest.mark.parametrize("tokens", [[4], [5]])
def test_to_twenty_five_ends_with_the_deck_as_well(tokens: list[int]) -> None:
    """The rest of a deck that cannot fill a market goes under the jackpots, as in `standard`."""
    race = rules("to-twenty-five")
    seats = [player(hand="30", scored=TWENTY, tokens=tokens), player(line="80")]
    before = table(
        rules=race, phase="score", seat=1, market="61 62", deck="93 94 B3a", players=seats
    )
    assert after(before, "pass") == table(
        rules=race,
        phase="final",
        discard="B3a",
        jackpots={"red": "61 93", "blue": "62 94"},
        players=seats,
    )


def test_to_twenty_five_does_not_decide_who_wins() -> None:
    """Lines are still scored, so another player than the one with 25 points can win."""
    race = rules("to-twenty-five")
    line = " ".join(map(str, range(31, 65)))
    before = table(
        rules=race,
        phase="final",
        deck="91 92 93 94 95",
        players=[player(hand="30", scored=f"{TWENTY} 21 22 23 24 25"), player(line=line)],
    )
    ends = [event for event in told(before, "play 30") if event["type"] == "game-ended"]
    assert [(end["points"], end["winners"]) for end in ends] == [([25, 31], [1])]


# -- the player chooses the price ------------------------------------------------------------------


def test_choose_price_asks_which_three_cards_pay() -> None:
    price = rules("choose-price")
    seats = [player("8", "7 12 18 25 30"), player()]
    before = table(rules=price, phase="score", market="61 62 63", players=seats)
    asked = after(before, "score")
    assert asked == table(rules=price, phase="pay-three", market="61 62 63", players=seats)
    assert choices(asked) == ["pay 7", "pay 12", "pay 18", "pay 25", "pay 30"]
    assert after(asked, "pay 30") == table(
        rules=price,
        phase="pay-two",
        market="61 62 63",
        discard="30",
        players=[player("8", "7 12 18 25"), player()],
    )
    assert after(asked, "pay 30", "pay 7", "pay 18") == table(
        rules=price,
        phase="pick",
        seat=1,
        market="61 62 63",
        discard="30 7 18",
        players=[player("8", scored="12 25"), player()],
    )


@pytest.mark.parametrize(
    ("line", "discarded", "tokens"),
    [
        ("7", "7", []),
        ("7 12", "7 12", []),
        ("7 12 18", "7 12 18", []),
        ("B3a 7 12 18", "7 12 18 B3a", [3]),
        ("B3a", "B3a", [-3]),
    ],
)
def test_choose_price_does_not_ask_if_all_numbers_are_paid(
    line: str, discarded: str, tokens: list[int]
) -> None:
    price = rules("choose-price")
    before = table(
        rules=price, phase="score", market="61 62 63", players=[player("8", line), player()]
    )
    assert after(before, "score") == table(
        rules=price,
        phase="pick",
        seat=1,
        market="61 62 63",
        discard=discarded,
        players=[player("8", tokens=tokens), player()],
    )


def test_choose_price_is_paid_with_number_cards_only() -> None:
    """The bet is settled first, by the whole line. The Bet card is discarded with the price."""
    price = rules("choose-price")
    before = table(
        rules=price,
        phase="score",
        market="61 62 63",
        players=[player(line="7 B3a 12 18 25"), player()],
    )
    asked = after(before, "score")
    assert asked == table(
        rules=price,
        phase="pay-three",
        market="61 62 63",
        players=[player(line="7 B3a 12 18 25", tokens=[3]), player()],
    )
    assert choices(asked) == ["pay 7", "pay 12", "pay 18", "pay 25"]
    assert refusal(asked, "pay B3a") == ("price", "B3a cannot pay: only number cards can [price]")
    assert after(asked, "pay 25", "pay 18", "pay 12") == table(
        rules=price,
        phase="pick",
        seat=1,
        market="61 62 63",
        discard="25 18 12 B3a",
        players=[player(scored="7", tokens=[3]), player()],
    )


@pytest.mark.parametrize("number", ["three", "two", "one"])
@pytest.mark.parametrize("why", ["", "restart-", "final-"])
def test_choose_price_is_never_paid_with_a_bet_card(why: str, number: str) -> None:
    before = table(
        rules=rules("choose-price"),
        phase=f"{why}pay-{number}",
        picked="20" if why == "restart-" else None,
        players=[player("77 78", "50 B3a 40 30 25"), player()],
    )
    assert choices(before) == ["pay 50", "pay 40", "pay 30", "pay 25"]
    assert refusal(before, "pay B3a") == ("price", "B3a cannot pay: only number cards can [price]")


def test_choose_price_is_paid_out_of_the_line() -> None:
    price = rules("choose-price")
    before = table(
        rules=price,
        phase="pay-two",
        market="61 62 63",
        discard="30",
        players=[player(hand="8", line="7 12 18 25"), player()],
    )
    assert refusal(before, "pay 30") == ("price", "30 is not in the line [price]")
    assert refusal(before, "pay 8") == ("price", "8 is not in the line [price]")
    assert refusal(before, "pay") == ("price", "name a card of the line: pay CARD [price]")
    assert refusal(before, "pass") == (
        "price",
        "pass is not possible in the phase payment; only pay is [price]",
    )


def test_choose_price_only_when_the_line_is_scored() -> None:
    before = table(
        rules=rules("choose-price"),
        phase="score",
        market="61 62 63",
        players=[player(line="7 12 18 25"), player()],
    )
    assert refusal(before, "pay 7") == (
        "score",
        "pay is not possible in the phase score; now it is one of score, pass [score]",
    )


def test_choose_price_while_the_card_that_forced_it_waits() -> None:
    price = rules("choose-price")
    before = table(
        rules=price,
        phase="place",
        picked="25",
        market="61 62 63",
        players=[player(hand="77 78", line="50 40 B3a 30 20 10"), player()],
    )
    asked = after(before, "restart")
    assert asked == table(
        rules=price,
        phase="restart-pay-three",
        picked="25",
        market="61 62 63",
        players=[player(hand="77 78", line="50 40 B3a 30 20 10", tokens=[3]), player()],
    )
    assert choices(asked) == ["pay 50", "pay 40", "pay 30", "pay 20", "pay 10"]
    assert refusal(asked, "pay 25") == ("price", "25 is not in the line [price]")
    assert after(asked, "pay 20", "pay 50") == table(
        rules=price,
        phase="restart-pay-one",
        picked="25",
        market="61 62 63",
        discard="20 50",
        players=[player(hand="77 78", line="40 B3a 30 10", tokens=[3]), player()],
    )
    assert after(asked, "pay 20", "pay 50", "pay 30") == table(
        rules=price,
        phase="play",
        market="61 62 63",
        discard="20 50 30 B3a",
        players=[player(hand="77 78", line="25", scored="40 10", tokens=[3]), player()],
    )


def test_choose_price_of_a_short_line_that_is_scored_by_force() -> None:
    price = rules("choose-price")
    before = table(
        rules=price,
        phase="place",
        picked="45",
        market="61 62 63",
        players=[player(hand="77 78", line="50 40"), player()],
    )
    assert after(before, "restart") == table(
        rules=price,
        phase="play",
        market="61 62 63",
        discard="50 40",
        players=[player(hand="77 78", line="45"), player()],
    )


def test_choose_price_in_the_final_scoring() -> None:
    """Each player decides in turn. The second has three number cards, and does not decide."""
    price = rules("choose-price")
    before = table(
        rules=price,
        phase="final",
        players=[player(hand="99", line="10 20 30 40"), player(line="11 21 31")],
    )
    asked = after(before, "play 99")
    assert asked == table(
        rules=price,
        phase="final-pay-three",
        played=1,
        players=[player(line="10 20 30 40 99"), player(line="11 21 31")],
    )
    assert choices(asked) == ["pay 10", "pay 20", "pay 30", "pay 40", "pay 99"]
    assert after(asked, "pay 99", "pay 30", "pay 20") == table(
        rules=price,
        phase="over",
        seat=1,
        discard="99 30 20 11 21 31",
        players=[player(scored="10 40"), player()],
    )


# -- a card may be dropped -------------------------------------------------------------------------


def test_drop_one_between_placing_and_playing() -> None:
    drop = rules("drop-one")
    before = table(
        rules=drop,
        phase="place",
        picked="30",
        market="61 62 63",
        players=[player(hand="40 41", line="10 20"), player()],
    )
    asked = after(before, "line")
    assert asked == table(
        rules=drop,
        phase="drop",
        market="61 62 63",
        players=[player(hand="40 41", line="10 20 30"), player()],
    )
    assert choices(asked) == ["drop 40", "drop 41", "pass"]
    assert after(asked, "drop 40") == table(
        rules=drop,
        phase="play",
        market="61 62 63",
        discard="40",
        players=[player(hand="41", line="10 20 30"), player()],
    )
    assert after(asked, "pass") == table(
        rules=drop,
        phase="play",
        market="61 62 63",
        players=[player(hand="40 41", line="10 20 30"), player()],
    )


@pytest.mark.parametrize(
    ("hand", "line", "action", "left"),
    [
        ("", "10 20", "hand", "30"),
        ("40", "10 20", "hand", "40 30"),
        ("77 78", "50 40 20", "restart", "77 78"),
    ],
)
def test_drop_one_after_each_way_of_placing(hand: str, line: str, action: str, left: str) -> None:
    before = table(
        rules=rules("drop-one"),
        phase="place",
        picked="30",
        market="61 62 63",
        players=[player(hand=hand, line=line), player()],
    )
    now = after(before, action)
    assert now.phase == "drop"
    assert {card.code for card in now.player.hand} == set(left.split())


def test_drop_one_is_skipped_with_an_empty_hand() -> None:
    """Without a card to play, the player decides about scoring next."""
    drop = rules("drop-one")
    before = table(
        rules=drop,
        phase="place",
        picked="30",
        market="61 62 63",
        players=[player(line="10 20"), player()],
    )
    assert after(before, "line") == table(
        rules=drop, phase="score", market="61 62 63", players=[player(line="10 20 30"), player()]
    )


def test_drop_one_allows_one_card_only() -> None:
    before = table(
        rules=rules("drop-one"),
        phase="drop",
        market="61 62 63",
        players=[player(hand="40 41", line="10 20 30"), player()],
    )
    assert refusal(before, "drop 10") == ("drop-one", "10 is not in the hand [drop-one]")
    assert refusal(after(before, "drop 40"), "drop 41") == (
        "play",
        "drop is not possible in the phase play; now it is one of play, pass [play]",
    )


def test_drop_one_not_before_placing() -> None:
    before = table(
        rules=rules("drop-one"),
        phase="place",
        picked="30",
        players=[player(hand="40", line="10 20"), player()],
    )
    assert refusal(before, "drop 40") == (
        "place-line",
        "drop is not possible in the phase place; now it is one of line, hand [place-line]",
    )


@pytest.mark.parametrize("name", ["choose-price", "drop-one"])
@pytest.mark.parametrize(
    ("picked", "hand", "sentence"),
    [
        ("25", "77", "25 can go to the hand, which has room [restart]"),
        ("15", "77 78", "15 fits the line [restart]"),
    ],
)
def test_restart_is_forced_as_before(name: str, picked: str, hand: str, sentence: str) -> None:
    """These files change the effects of the restart, but not its guards."""
    before = table(
        rules=rules(name),
        phase="place",
        picked=picked,
        players=[player(hand=hand, line="50 40 30 20"), player()],
    )
    assert refusal(before, "restart") == ("restart", sentence)


def test_drop_one_after_a_restart() -> None:
    drop = rules("drop-one")
    before = table(
        rules=drop,
        phase="place",
        picked="25",
        market="61 62 63",
        players=[player(hand="77 78", line="50 40 30 20"), player()],
    )
    assert after(before, "restart") == table(
        rules=drop,
        phase="drop",
        market="61 62 63",
        discard="50 40 30",
        players=[player(hand="77 78", line="25", scored="20"), player()],
    )


@pytest.mark.parametrize(
    ("picked", "hand", "action", "rule"),
    [("25", "77 78", "line", "direction"), ("15", "77 78", "hand", "place-hand")],
)
def test_drop_one_places_as_before(picked: str, hand: str, action: str, rule: str) -> None:
    before = table(
        rules=rules("drop-one"),
        phase="place",
        picked=picked,
        players=[player(hand=hand, line="50 40 30 20"), player()],
    )
    assert refusal(before, action)[0] == rule


# -- all of them -----------------------------------------------------------------------------------


def test_all_house_files_are_tested() -> None:
    assert tuple(sorted(path.stem for path in FOLDER.iterdir())) == HOUSE
    assert [rules(name).name for name in HOUSE] == list(HOUSE)


def play(name: str, players: int, seed: int, *, care: float = 0) -> Game:
    """Return a random game that is over; `care` is the share of decisions of `GreedyBot`.

    No card is lost at any step.
    """
    ruleset, chance = rules(name), Random(seed)
    game = Game.new(players=players, rules=ruleset, seed=seed)
    while not game.over:
        careful = chance.random() < care
        game.apply(bot_action(GreedyBot(), game) if careful else chance.choice(game.legal))
        assert sorted(cards_on(game.table), key=str) == sorted(ruleset.cards, key=str)
    return game


@pytest.mark.parametrize("name", HOUSE)
@pytest.mark.parametrize(
    "players", [2, *(pytest.param(players, marks=pytest.mark.slow) for players in (3, 4, 5))]
)
def test_random_games_end_and_lose_no_card(name: str, players: int) -> None:
    for seed in range(4):
        now = play(name, players, seed).table
        assert parse_table(table_json(now), rules(name)) == now
        assert now.problems() == ()
        assert now.picked is None
        assert not now.market
        assert not any(each.line for each in now.players)


@pytest.mark.slow
@pytest.mark.parametrize("name", HOUSE)
def test_each_added_effect_happens_and_has_its_own_texts(name: str) -> None:
    """Each effect that the file adds makes events in a few games, unless it has only `do`."""
    ruleset, own = rules(name), document(name)
    makes_events = {word for word, effect in own.get("effects", {}).items() if "do" not in effect}
    made = set()
    for seed in range(12):
        for event in play(name, 2 + seed % 4, seed, care=seed % 2).events:
            sentences = [tell(event, ruleset, PEOPLE, lang) for lang in LANGUAGES]
            assert len(set(sentences)) == 3
            if (word := event_json(event).get("word")) in makes_events:
                made.add(word)
    assert made == makes_events
    for lang in LANGUAGES:
        assert makes_events <= set(own["text"][lang].get("events", {}))


@pytest.mark.parametrize("name", HOUSE)
def test_each_rule_has_the_text_of_the_file(name: str) -> None:
    ruleset, own, standard = rules(name), document(name), load_ruleset("standard")
    for rule in ruleset.rules:
        sentences = [rule_text(ruleset, rule, lang) for lang in LANGUAGES]
        assert len(set(sentences)) == 3
        for lang, sentence in zip(LANGUAGES, sentences, strict=True):
            if rule in own["rules"]:
                assert sentence == filled(own["text"][lang]["rules"][rule], ruleset)
                assert rule not in standard.rules or sentence != rule_text(standard, rule, lang)
            elif rule not in own["text"][lang]["rules"]:
                assert sentence == rule_text(standard, rule, lang)


def filled(template: str, ruleset: Ruleset) -> str:
    """Return the sentence with its limits filled in. They are plain numbers in these files."""
    limits = {name: limit for name, limit in ruleset.limits.items() if isinstance(limit, int)}
    return template.format(**limits)


@pytest.mark.parametrize("name", HOUSE)
def test_the_three_languages_have_the_same_keys(name: str) -> None:
    texts = document(name)["text"]
    said = [
        {(kind, key) for kind in texts[lang] if kind != "title" for key in texts[lang][kind]}
        for lang in LANGUAGES
    ]
    assert said[0] == said[1] == said[2]
    assert len({texts[lang]["title"] for lang in LANGUAGES}) == 3
    assert texts["en"]["title"] == document(name)["title"]
    new = [phase["name"] for phase in document(name).get("phase", ())]
    assert all(("phases", phase) in said[0] for phase in new)


REFUSALS: list[tuple[str, dict[str, Any], str, str, str]] = [
    (
        "blind-pick",
        {"phase": "pick", "market": "61"},
        "draw",
        "no queda ninguna carta en el mazo",
        "im Deck ist keine Karte mehr",
    ),
    (
        "full-line",
        {"phase": "score", "players": [player(line="1 6 11 16 21 26 31 36"), player()]},
        "pass",
        "la línea tiene 8 cartas; a partir de 8 hay que puntuarla",
        "die Linie hat 8 Karten; ab 8 muss sie gewertet werden",
    ),
    (
        "only-up",
        {"phase": "place", "picked": "9", "players": [player(line="10"), player()]},
        "line",
        "la 9 no es mayor que la 10, y las líneas solo suben",
        "die 9 ist nicht höher als die 10, und Linien steigen nur",
    ),
    (
        "small-steps",
        {"phase": "place", "picked": "81", "players": [player(line="50"), player()]},
        "line",
        "la 81 está a más de 30 de la 50",
        "die 81 ist mehr als 30 von der 50 entfernt",
    ),
    (
        "small-steps",
        {"phase": "place", "picked": "80", "players": [player("7 8", "50"), player()]},
        "restart",
        "la 80 encaja en la línea",
        "die 80 passt an die Linie",
    ),
    (
        "choose-price",
        {"phase": "pay-three", "players": [player(line="B3a 7 12 18 25"), player()]},
        "pay B3a",
        "la B3a no sirve para pagar: solo sirven las cartas de número",
        "die B3a kann nicht bezahlen, das können nur Zahlenkarten",
    ),
]


@pytest.mark.parametrize(("name", "before", "action", "es", "de"), REFUSALS)
def test_refusals_in_spanish_and_german(
    name: str, before: dict[str, Any], action: str, es: str, de: str
) -> None:
    reason = why_not(table(rules=rules(name), **before), action)
    assert reason is not None
    assert reason.text("es") == f"{es} [{reason.rule}]"
    assert reason.text("de") == f"{de} [{reason.rule}]"


def words_of(name: str) -> set[str]:
    """Return the names that the file adds to `standard`: guards, limits, verbs and so on."""
    added, below = load_ruleset(FOLDER / f"{name}.toml").document, load_ruleset("standard").document
    found = {
        word
        for kind in ("guards", "effects", "limits", "rules")
        for word in added[kind].keys() - below[kind].keys()
    }
    for kind, key in (("phase", "name"), ("transition", "id"), ("transition", "on")):
        below_names = {entry.get(key) for entry in below[kind]}
        found |= {entry[key] for entry in added[kind] if entry.get(key)} - below_names
    return found


def test_no_code_names_a_word_of_a_house_rule() -> None:
    words = {word for name in HOUSE for word in (name, *words_of(name))}
    assert {
        "draw",
        "step_is_small",
        "pay_card",
        "restart-line",
        "first-card-end",
        "long_line",
    } <= words
    for path in (ROOT / "lineit").rglob("*.py"):
        texts = {
            node.value
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        assert not texts & words - OTHER_SENSES, path


@pytest.mark.parametrize("name", HOUSE)
def test_each_word_has_a_comment(name: str) -> None:
    """The file begins with its house rule, and each limit, guard and effect has a comment."""
    lines = (FOLDER / f"{name}.toml").read_text("utf-8").splitlines()
    assert lines[0].startswith("# House rule: ")
    section = ""
    for line in lines:
        section = line if line.startswith("[") else section
        if section in ("[limits]", "[guards]", "[effects]") and "=" in line:
            assert " # " in line
