"""Tests of the problems of a table that was made by hand."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from lineit.model.ruleset import ZoneRule
from lineit.model.words import EffectWord, GuardWord
from lineit.rules.check_table import about_line
from support.tables import STANDARD, player, table

MARKET_SIZE = "market_size"
"""The limit is 5 for three players and 4 for two."""


TURNED = table(phase="pick", market="1", players=[player(line="10 50 20"), player()])
"""A table where 20 cannot have been placed after 10 and 50 in the line of seat 0."""


def problems_of_the_line(**words: EffectWord) -> list[str]:
    """Return the codes of the problems of `TURNED` with other effects."""
    rules = attrs.evolve(STANDARD, effects={**STANDARD.effects, **words})
    return [why.code for why in attrs.evolve(TURNED, ruleset=rules).problems()]


SCORED = EffectWord(move="numbers", source="line", to="scored")


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"keep_rest": EffectWord(move="all", source="line", to="scored")},
        {"bank_line": EffectWord(move="all", source="line", to="discard")},
        {"pick_card": EffectWord(move="card", source="market", to="picked", put="top")},
        {"claim_jackpot": EffectWord(move="all", source="deck", to="hand", up_to=1)},
    ],
)
def test_a_line_is_checked_if_it_is_placed_card_by_card(words: dict[str, EffectWord]) -> None:
    assert problems_of_the_line(**words) == ["problem_line"]


@pytest.mark.parametrize(
    "words",
    [
        {"place_in_line": EffectWord(move="card", source="picked", to="line", put="top")},
        {"play_from_hand": EffectWord(move="all", source="hand", to="line")},
        {"bank_line": EffectWord(do=("discard_bets",))},
        {"bank_line": EffectWord(do=("keep_rest",))},
        {"bank_line": EffectWord(do=("pay_price", "discard_bets"))},
        {"keep_rest": attrs.evolve(SCORED, last=2)},
        {"keep_rest": attrs.evolve(SCORED, up_to=2)},
        {"keep_rest": attrs.evolve(SCORED, move="colour")},
        {"keep_rest": attrs.evolve(SCORED, move="card")},
        {"keep_rest": attrs.evolve(SCORED, when=("hand_has_room",))},
        {"keep_rest": attrs.evolve(SCORED, that=("in_direction",))},
        {"extend_line": EffectWord(do=("discard_bets", "place_in_line", "keep_rest"))},
    ],
)
def test_a_line_is_not_checked_if_its_order_does_not_show_how_it_was_placed(
    words: dict[str, EffectWord],
) -> None:
    """Some cards leave the line while others stay, or cards join unchecked or before the first."""
    assert problems_of_the_line(**words) == []


def test_the_first_card_that_cannot_have_been_placed_is_reported_for_each_line() -> None:
    twice = table(phase="pick", players=[player(line="10 50 20 60 30"), player(line="9 5 B3a 7 1")])
    assert [why.params for why in twice.problems()] == [
        {"seat": 0, "card": "20", "before": ["10", "50"]},
        {"seat": 1, "card": "7", "before": ["9", "5", "B3a"]},
    ]


def test_the_first_card_of_a_line_is_not_checked() -> None:
    """A card that fits nowhere may begin a line, even if the guards for other cards do not hold."""
    words = {
        "high": GuardWord(count="number", at_least=50),
        "begins_high": GuardWord(any=("not line_is_empty", "high")),
        "card_fits": GuardWord(all=("card_continues", "bet_has_room", "begins_high")),
    }
    rules = attrs.evolve(STANDARD, guards={**STANDARD.guards, **words})
    before = table(phase="pick", market="1", players=[player(line="10 20"), player()])
    assert attrs.evolve(before, ruleset=rules).problems() == ()


def test_lines_are_not_checked_if_no_transition_places_cards() -> None:
    rules = attrs.evolve(STANDARD, transitions=())
    assert attrs.evolve(TURNED, ruleset=rules).problems() == ()


def test_a_guard_without_a_rule_has_the_rule_of_its_transition() -> None:
    words = {"card_fits": GuardWord(all=("in_direction",)), "in_direction": GuardWord()}
    rules = attrs.evolve(STANDARD, guards={**STANDARD.guards, **words})
    assert [why.rule for why in attrs.evolve(TURNED, ruleset=rules).problems()] == ["place-line"]


def test_there_may_be_any_number_of_tokens_from_effects() -> None:
    """Here the tokens are worth the size of the market in a game of two."""
    before = table(phase="pick", market="1", players=[player(tokens=(4, -4, 4, 4)), player()])
    assert [why.code for why in before.problems()] == ["problem_tokens"]
    given = {**STANDARD.effects, "claim_jackpot": EffectWord(token=MARKET_SIZE)}
    assert attrs.evolve(before, ruleset=attrs.evolve(STANDARD, effects=given)).problems() == ()


def test_any_zone_may_hold_too_much() -> None:
    zones: Any = {
        **STANDARD.zones,
        "market": ZoneRule("all", "all", "market_size", "deal"),
        "jackpots": ZoneRule("all", "all", 1, "cleanup"),
    }
    rules = attrs.evolve(STANDARD, zones=zones)
    hand = [player(hand="11 12 14"), player()]
    before = table(phase="pick", market="1 2 3 4 6", jackpots={"red": "5 9"}, players=hand)
    found = attrs.evolve(before, ruleset=rules).problems()
    assert [(why.code, why.rule, tuple(why.params.values())) for why in found] == [
        ("problem_zone", "deal", ("market", None, 5, 4)),
        ("problem_zone", "cleanup", ("jackpots", "red", 2, 1)),
        ("problem_zone_of", "place-hand", ("hand", 0, 3, 2)),
    ]
    assert all(why.told is rules.text for why in found)


@pytest.mark.parametrize(
    ("word", "about"),
    [
        (GuardWord(count="line", below=3), True),
        (GuardWord(count="step", below=3), True),
        (GuardWord(count="number", below=3), True),
        (GuardWord(count="card", of="bets", exactly=1), True),
        (GuardWord(count="hand", below=3), False),
        (GuardWord(count=("line", "hand"), below=3), False),
        (GuardWord(count="line", below=3, that=("is_bet",)), True),
        (GuardWord(count="line", below=3, that=("is_bet", "hand_has_room")), False),
        (GuardWord(all=("is_bet", "not in_direction")), True),
        (GuardWord(any=("is_bet", "not hand_has_room")), False),
        (GuardWord(any=("turns_left", "is_bet")), False),
        (GuardWord(some="line", all=("is_bet",)), False),
    ],
)
def test_whether_a_term_depends_only_on_the_line(word: GuardWord, about: bool) -> None:
    rules = attrs.evolve(STANDARD, guards={**STANDARD.guards, "mine": word})
    assert about_line(rules, "mine") is about_line(rules, "not mine") is about


def test_without_bets_the_number_cards_are_the_whole_line() -> None:
    numbers = {**STANDARD.effects, "bank_line": EffectWord(do=("keep_rest",))}
    no_bets = attrs.evolve(STANDARD.components, bets=())
    rules = attrs.evolve(STANDARD, components=no_bets, effects=numbers)
    assert [why.code for why in attrs.evolve(TURNED, ruleset=rules).problems()] == ["problem_line"]
