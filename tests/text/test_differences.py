"""Tests of differences between rulesets: nothing that is played is left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from lineit import load_ruleset, ruleset_names
from lineit.text.differences import (
    DataDifference,
    RuleDifference,
    data_differences,
    rule_differences,
)
from support.tables import STANDARD


def test_a_different_limit_shows_in_the_sentence_of_its_rule() -> None:
    assert rule_differences(load_ruleset("hand-of-three"), STANDARD) == (
        RuleDifference(
            "place-hand",
            "Or the card may go to the hand, which holds at most 2 cards.",
            "Or the card may go to the hand, which holds at most 3 cards.",
        ),
    )


def test_differences_in_another_language() -> None:
    (found,) = rule_differences(load_ruleset("hand-of-three"), STANDARD, "de")
    assert found.now == "Oder die Karte kommt auf die Hand, die höchstens 3 Karten fasst."


def test_rules_that_only_one_of_them_has() -> None:
    found = {each.rule: each for each in rule_differences(load_ruleset("bga"), STANDARD)}
    assert found["restart"].now is None
    assert found["end-turn"].before is None


def test_the_bets_of_the_brave() -> None:
    assert data_differences(load_ruleset("brave"), STANDARD) == (
        DataDifference("components.bets", [3, 4, 5], [4, 5, 6]),
        DataDifference("limits.bets_per_line", 1, 2),
    )


def test_a_changed_transition_whose_rule_keeps_its_sentence(tmp_path: Path) -> None:
    transition = (
        'id = "score-pass"\nrule = "score"\nfrom = "score"\non = "pass"\ndo = []\nto = "turn-end"'
    )
    path = tmp_path / "mine.toml"
    path.write_text(
        f'format = 2\nname = "mine"\nextends = "standard"\n[[transition]]\n{transition}\n', "utf-8"
    )
    mine = load_ruleset(path)
    assert rule_differences(mine, STANDARD) == ()
    assert [each.where for each in data_differences(mine, STANDARD)] == ["transition.score-pass"]


def test_another_order_of_transitions_is_a_difference() -> None:
    data = STANDARD.document | {"name": "mine", "phase": [*reversed(STANDARD.document["phase"])]}
    assert [each.where for each in data_differences(load_ruleset(data), STANDARD)] == [
        "phase: order"
    ]


@pytest.mark.parametrize("one", ruleset_names())
@pytest.mark.parametrize("other", ruleset_names())
def test_there_are_no_differences_only_between_equal_rules(one: str, other: str) -> None:
    found = data_differences(load_ruleset(one), load_ruleset(other))
    assert (found == ()) is (one == other)
    assert (rule_differences(load_ruleset(one), load_ruleset(other)) == ()) is (one == other)
