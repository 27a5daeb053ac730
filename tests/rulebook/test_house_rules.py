"""The built-in house rules: their differences from `standard`, on literal tables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lineit import Ruleset, load_ruleset, parse_action, ruleset_names, step
from lineit.text.catalog import LANGUAGES
from lineit.text.narrate import rule_text, tell
from support.paths import ROOT
from support.tables import after, choices, player, refusal, table, told

HOUSE = (
    "blind-pick",
    "brave",
    "children",
    "every-third",
    "hand-of-three",
    "long-line",
    "throw-away",
    "to-twenty-five",
)


def test_house_rules_are_built_in_and_in_the_docs() -> None:
    assert ruleset_names() == tuple(sorted(("bga", "standard", *HOUSE)))
    page = (ROOT / "docs/house-rules.md").read_text("utf-8")
    for name in HOUSE:
        assert f"| `{name}` |" in page


def test_no_code_names_a_ruleset_except_the_default() -> None:
    for path in (ROOT / "lineit").rglob("*.py"):
        code = path.read_text("utf-8")
        assert not [name for name in ("bga", *HOUSE) if f'"{name}"' in code], path


def test_hand_of_three_takes_a_third_card_but_not_a_fourth() -> None:
    rules = load_ruleset("hand-of-three")
    two = table(rules=rules, phase="place", picked="9", players=[player("1 2", "30 20"), player()])
    assert choices(two) == ["line", "hand"]
    assert after(two, "hand").players[0].hand == tuple(map(rules.card, ("1", "2", "9")))
    three = table(
        rules=rules, phase="place", picked="41", players=[player("1 2 3", "30 20"), player()]
    )
    assert choices(three) == ["restart"]
    rule, sentence = refusal(three, "hand")
    assert (rule, sentence) == (
        "place-hand",
        "the hand is full: it holds at most 3 cards [place-hand]",
    )


def test_children_play_with_56_cards_and_pay_two() -> None:
    rules = load_ruleset("children")
    assert [card.code for card in rules.cards][48:] == [
        *("49", "50"),
        *("B3a", "B3b", "B4a", "B4b", "B5a", "B5b"),
    ]
    before = table(
        rules=rules, phase="score", market="50", deck="49", players=[player("", "1 2 3"), player()]
    )
    scored = after(before, "score").players[0]
    assert scored.scored == (rules.card("3"),)
    paid = [event for event in told(before, "score") if event.get("to") == "discard"]
    assert [event["cards"] for event in paid] == [["1", "2"]]


def test_brave_bets_are_4_5_and_6_and_two_go_in_a_line() -> None:
    rules = load_ruleset("brave")
    assert [card.code for card in rules.cards if card.is_bet] == [
        *("B4a", "B4b", "B5a", "B5b", "B6a", "B6b"),
    ]
    one = table(rules=rules, phase="place", picked="B6a", players=[player("", "B4a 7"), player()])
    assert "line" in choices(one)
    two = table(
        rules=rules, phase="place", picked="B6a", players=[player("", "B4a 7 B5a"), player()]
    )
    assert refusal(two, "line") == (
        "one-bet",
        "a line holds at most 2 Bet cards [one-bet]",
    )


def test_brave_bets_are_settled_by_the_cards_after_each() -> None:
    """4 cards joined after the first bet, which is won, and 2 after the second, which is lost."""
    rules = load_ruleset("brave")
    before = table(
        rules=rules,
        phase="score",
        market="50",
        players=[player("", "1 B4a 2 B5a 3 4"), player()],
    )
    assert [(e["type"], e["value"], e["after"]) for e in told(before, "score")[:2]] == [
        ("token-taken", 4, 4),
        ("token-taken", -5, 2),
    ]
    scored = after(before, "score").players[0]
    assert (scored.tokens, scored.scored) == ((4, -5), (rules.card("4"),))


@pytest.mark.parametrize(
    ("line", "claims"),
    [
        ("1", False),
        ("1 5", True),
        ("1 5 9", False),
        ("1 5 9 13", False),
        ("1 5 9 13 17", True),
        ("1 5 9 13 17 21", False),
        ("1 5 9 13 17 21 25 29", True),
    ],
)
def test_every_third_card_of_a_colour_claims(line: str, claims: bool) -> None:
    before = table(
        rules=load_ruleset("every-third"),
        phase="place",
        picked="41",
        jackpots={"red": "97"},
        players=[player("", line), player()],
    )
    claimed = [event for event in told(before, "line") if event.get("from") == "jackpots"]
    assert [event["cards"] for event in claimed] == ([["97"]] if claims else [])


def documented_file(folder: Path) -> Ruleset:
    """Return the ruleset of the rule file that docs/house-rules.md makes step by step."""
    page = (ROOT / "docs/house-rules.md").read_text("utf-8")
    pieces = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    steps = re.findall(r"^\*\*\d", page, re.MULTILINE)
    assert len(pieces) == len(steps) - 1  # the last step is to try it
    path = folder / "mine.toml"
    path.write_text("\n".join(pieces), "utf-8")
    return load_ruleset(path)


def test_the_rule_file_of_the_docs(tmp_path: Path) -> None:
    mine = documented_file(tmp_path)
    assert (mine.name, mine.title, mine.limits["hand"]) == ("mine", "Line-it as we play it", 3)
    assert rule_text(mine, "place-hand", "de").endswith("höchstens 3 Karten fasst.")
    short_line = "A line of fewer than 3 cards costs a token of -1 when it is scored."
    assert [rule_text(mine, "short-line", lang) for lang in LANGUAGES] == [short_line] * 3
    standard = load_ruleset("standard")
    for rule in standard.rules:
        changed = rule in ("place-hand", "points")
        assert (rule_text(mine, rule) != rule_text(standard, rule)) is changed
    assert rule_text(mine, "points", "es") == rule_text(mine, "points", "en")


@pytest.mark.parametrize(
    ("line", "tokens"), [("1", [-1]), ("1 5", [-1]), ("1 5 9", []), ("1 B3a", [-3, -1])]
)
def test_a_short_line_costs_a_point_with_the_file_of_the_docs(
    tmp_path: Path, line: str, tokens: list[int]
) -> None:
    mine = documented_file(tmp_path)
    before = table(rules=mine, phase="score", market="50", players=[player("", line), player()])
    now, events = step(before, parse_action("score", mine))
    assert list(now.players[0].tokens) == tokens
    sentences = [tell(event, mine, ["Ana", "Ben"]) for event in events]
    assert ("Ana takes a token of -1 for a short line" in sentences) is (-1 in tokens)


def test_no_line_costs_nothing_with_the_file_of_the_docs(tmp_path: Path) -> None:
    mine = documented_file(tmp_path)
    before = table(rules=mine, phase="final", players=[player("9", "1 5"), player()])
    assert [each.tokens for each in after(before, "play 9").players] == [(), ()]
