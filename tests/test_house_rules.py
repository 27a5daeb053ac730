"""The house rules that come with the library: what differs from `standard`, on literal tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from lineit import Game, load_ruleset, ruleset_names
from tables import after, choices, player, refusal, table, told

ROOT = Path(__file__).parent.parent
HOUSE = ("brave", "children", "every-third", "hand-of-three")


def test_house_rules_come_with_the_library_and_are_in_the_docs() -> None:
    assert ruleset_names() == tuple(sorted(("bga", "standard", *HOUSE)))
    page = (ROOT / "docs/house-rules.md").read_text("utf-8")
    for name in HOUSE:
        assert f"| `{name}` |" in page


def test_no_line_of_python_knows_a_ruleset_but_the_default() -> None:
    for path in (ROOT / "lineit").rglob("*.py"):
        code = path.read_text("utf-8")
        assert not [name for name in ("bga", *HOUSE) if f'"{name}"' in code], path


def test_hand_of_three_takes_a_third_card_and_no_fourth() -> None:
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
    assert told(before, "score")[0]["discarded"] == ["1", "2"]


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


def test_brave_bets_are_settled_each_by_what_joined_after_it() -> None:
    """4 cards joined after the first, the second bet among them: won. After the second, 2: lost."""
    rules = load_ruleset("brave")
    before = table(
        rules=rules,
        phase="score",
        market="50",
        players=[player("", "1 B4a 2 B5a 3 4"), player()],
    )
    assert [(e["type"], e["value"], e["after"]) for e in told(before, "score")[:2]] == [
        ("bet-won", 4, 4),
        ("bet-lost", 5, 2),
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
    claimed = [event for event in told(before, "line") if event["type"] == "jackpot-claimed"]
    assert [event["cards"] for event in claimed] == ([["97"]] if claims else [])


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    page = (ROOT / "docs/house-rules.md").read_text("utf-8")
    path.write_text(page.partition("```toml\n")[2].partition("```")[0], "utf-8")
    game = Game.new(rules=str(path), seed=1)
    assert (game.ruleset.name, game.ruleset.limits.price) == ("mine", 4)
