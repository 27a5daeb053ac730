"""Rule files: what they may say, and that all mistakes in them are told, with how to mend them."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from lineit import RulesetError, load_ruleset
from lineit.effects import CARD_EFFECTS, TABLE_EFFECTS
from lineit.guards import CARD_GUARDS, TABLE_GUARDS
from lineit.schemas import rules_schema

STANDARD = load_ruleset("standard")


def over(**changes: Any) -> dict[str, Any]:
    """A rule file over `standard`."""
    return {"format": 1, "name": "mine", "extends": "standard", **changes}


def row(**fields: Any) -> dict[str, Any]:
    """A transition that is right, but for these fields."""
    return {"id": "mine", "rule": "play", "from": "play", "to": "score", "on": "mine", **fields}


def test_standard_is_the_frame_of_the_rules() -> None:
    assert [state.name for state in STANDARD.states] == [
        "deal",
        "pick",
        "place",
        "play",
        "score",
        "turn-end",
        "cleanup",
        "endgame",
        "final",
        "final-score",
        "final-turn-end",
        "over",
    ]


def test_limits_lie_over_those_below() -> None:
    mine = load_ruleset(over(limits={"hand": 3}))
    assert (mine.limits.hand, mine.limits.price) == (3, STANDARD.limits.price)
    assert mine.transitions == STANDARD.transitions
    assert mine != STANDARD


def test_rows_are_replaced_in_their_place_added_at_the_end_and_removed() -> None:
    mine = load_ruleset(
        over(
            transition=[
                {"id": "play-pass", "rule": "play", "from": "play", "on": "no", "to": "score"},
                row(),
            ],
            remove={"transition": ["score-pass"]},
        )
    )
    ids = [transition.id for transition in STANDARD.transitions]
    at = ids.index("play-pass")
    assert mine.transitions[at].on == "no"
    expected = [name for name in ids if name != "score-pass"] + ["mine"]
    assert [transition.id for transition in mine.transitions] == expected


def test_a_file_may_extend_one_beside_it(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(
        'format = 1\nname = "base"\nextends = "standard"\n[limits]\nhand = 4\n'
    )
    (tmp_path / "mine.toml").write_text(
        'format = 1\nname = "mine"\nextends = "base"\n[limits]\nprice = 1\n'
    )
    mine = load_ruleset(tmp_path / "mine.toml")
    assert (mine.name, mine.limits.hand, mine.limits.price) == ("mine", 4, 1)
    assert load_ruleset(str(tmp_path / "mine.toml")) == mine


def test_a_mistake_below_is_told_of_the_file_that_has_it(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(
        'format = 1\nname = "base"\nextends = "standard"\n[limits]\nhadn = 4\n'
    )
    (tmp_path / "mine.toml").write_text('format = 1\nname = "mine"\nextends = "base"\n')
    with pytest.raises(RulesetError, match=r"base\.toml: limits\.hadn: is not known here"):
        load_ruleset(tmp_path / "mine.toml")


def test_the_digest_tells_rules_apart_not_their_order_in_the_file() -> None:
    one = load_ruleset(over(limits={"hand": 3, "price": 2}))
    other = load_ruleset(over(limits={"price": 2, "hand": 3}))
    assert one == other
    assert hash(one) == hash(other)
    assert one != load_ruleset(over(limits={"hand": 3, "price": 1}))


MISTAKES: list[tuple[dict[str, Any], str]] = [
    (over(limits={"hadn": 3}), "limits.hadn: is not known here"),
    (over(limits={"hand": "3"}), "limits.hand: must be a whole number, and is '3'"),
    (over(limits={"hand": True}), "limits.hand: must be a whole number, and is True"),
    (over(limits={"hand": -1}), "limits.hand: must be from 0 to 100, and is -1"),
    (over(limits=3), "limits: must be a table"),
    (over(title="a\nb"), r"title: must be a line of text, and is 'a\nb'"),
    (over(format=2), "format: must be one of 1, and is 2"),
    (over(colour="red"), "colour: is not known here"),
    (over(transition=[row(when="card_fits")]), "transition mine: when must be a list"),
    (over(transition=[row(on=3)]), "transition mine: on must be a text, and is 3"),
    (over(transition=[row(card="deck")]), "transition mine: card must be one of market, hand"),
    (over(transition=[{"id": "mine"}]), "transition mine: rule is missing"),
    (over(transition=["mine"]), "transition number 22: must be a table"),
    (
        over(transition=[row(rule="plya")]),
        "transition mine: there is no rule plya; did you mean pl",
    ),
    (
        over(transition=[row(when=["card_fit"], card="hand")]),
        "transition mine: there is no guard card_fit [play]; did you mean card_fits?",
    ),
    (
        over(transition=[row(do=["score_lines"])]),
        "transition mine: there is no effect score_lines [play]; did you mean score_line?",
    ),
    (
        over(transition=[row(to="scored")]),
        "transition mine: there is no state scored [play]; did you mean score?",
    ),
    (over(start="deel"), "start: there is no state deel; did you mean deal?"),
    (
        over(transition=[row(when=["card_fits"])]),
        "transition mine: card_fits is about a card, and the row names none [play]",
    ),
    (
        over(transition=[row(do=["extend_line"])]),
        "transition mine: extend_line is about a card, and the row names none [play]",
    ),
    (
        over(transition=[{k: v for k, v in row(card="hand").items() if k != "on"}]),
        "transition mine: names a card, but no action that could [play]",
    ),
    (
        over(transition=[row(**{"from": "deal"})]),
        "transition mine: waits for an action, but deal goes on by itself [play]",
    ),
    (
        over(transition=[row(**{"from": "over"})]),
        "transition mine: leads out of over, which is an end [play]",
    ),
    (
        over(transition=[row(on="pass")]),
        "transition mine: is never reached: play-pass before it has no when [play]",
    ),
    (
        over(transition=[row(on="play", card="market", when=["card_fits"])]),
        "transition mine: takes its card from elsewhere than play on the same action [play]",
    ),
    (
        over(transition=[{"id": "mine", "rule": "play", "from": "play", "to": "score"}]),
        "state play: never waits for the player: mine has no when [play]",
    ),
    (
        over(remove={"transition": ["cleanup"]}),
        "state turn-end: may find no row to go on with [turn-order]",
    ),
    (
        over(state=[{"name": "rest", "actor": "end", "rule": "play"}]),
        "state rest: can not be reached from deal [play]",
    ),
    (
        over(
            state=[{"name": "rest", "actor": "table", "rule": "play"}],
            transition=[row(to="rest"), {**row(id="stay", to="rest"), "from": "rest", "on": None}],
        ),
        "state rest: no end can be reached from it [play]",
    ),
    (
        over(state=[{"name": "place", "actor": "player", "rule": "nothing"}]),
        "state place: there is no rule nothing",
    ),
    (
        over(remove={"transition": ["play", "play-pass"]}),
        "state play: offers no action [play]; add a row with on",
    ),
    (over(remove={"state": ["over"]}), "transition winner: there is no state over [winner]"),
    (
        over(state=[{"name": "over", "actor": "player", "rule": "winner"}]),
        'state: there is no end; add a state with actor = "end"',
    ),
    (over(remove={"transition": ["plai"]}), "remove.transition: there is no 'plai' to remove"),
    (over(remove={"cards": ["1"]}), "remove.cards: is not known here"),
    (
        over(guards={"mine": {}}),
        "guards.mine: there is no built-in guard mine",
    ),
    (over(guards={"mine": {"rule": "play", "some": "hand"}}), "guards.mine: has some, but neither"),
    (
        over(guards={"mine": {"all": ["is_bet"], "any": ["is_bet"]}}),
        "guards.mine: has both all and any",
    ),
    (over(guards={"mine": {"all": ["not mine"]}}), "guards.mine: is made of itself"),
    (
        over(guards={"is_bet": {"rule": "play", "all": ["card_fits"]}}),
        "is_bet: is a built-in guard",
    ),
    (over(guards={"is_bet": {}}), "guards.is_bet: names no rule"),
    (over(effects={"a": {"do": ["b"]}, "b": {"do": ["a"]}}), "effects.a: is made of itself"),
    (over(effects={"mine": {}}), "effects.mine: there is no built-in effect mine"),
    (over(components={"numbers": 1, "bet_copies": 0}), "components: the deck of 1 is too small"),
    (over(components={"players": [5, 2]}), "components.players: at least 5 is more than at most 2"),
    (over(components={"players": [2]}), "components.players: must have 2 to 2 entries, and has 1"),
    (over(components={"bets": [3, 3]}), "components.bets: has 3 2 times [deck]"),
    ({"format": 1, "name": "mine"}, "(data): transition: is missing"),
    (over(extends="chess"), "extends: there is no ruleset 'chess'; take one of"),
    (over(extends="../standard"), "extends: '../standard' is not the name of a ruleset"),
    (over(extends=3), "extends: 3 is not the name of a ruleset"),
]


@pytest.mark.parametrize(("data", "message"), MISTAKES)
def test_a_mistake_is_told(data: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesetError) as refused:
        load_ruleset(data)
    assert message in str(refused.value)
    for problem in refused.value.problems:
        assert problem.file == "(data)"
        assert problem.mend
    json.dumps(refused.value.reason.params)


def test_all_mistakes_are_told_at_once() -> None:
    data = over(
        limits={"hand": -1, "prize": 3},
        transition=[row(on=3, when=3), row(id="other", to="Q")],
        remove={"transition": ["nothing"]},
    )
    with pytest.raises(RulesetError) as refused:
        load_ruleset(data)
    assert [problem.where for problem in refused.value.problems] == [
        "remove.transition",
        "limits.hand",
        "limits.prize",
        "transition mine",
        "transition mine",
        "transition other",
    ]
    assert str(refused.value).count("\n") == 5


def test_files_that_extend_in_a_circle(tmp_path: Path) -> None:
    for one, other in (("a", "b"), ("b", "a")):
        text = f'format = 1\nname = "{one}"\nextends = "{other}"\n'
        (tmp_path / f"{one}.toml").write_text(text)
    with pytest.raises(RulesetError, match="extends: goes in a circle or too deep: b → a → b"):
        load_ruleset(tmp_path / "a.toml")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"format = ", "is not TOML"),
        (b"\xff\xfe", "is not UTF-8 text"),
        (b"a = " + b"[\n" * 30_000, "is nested too deep"),
        (b"a = " + b"9" * 10_000, "has a line of more than 400 characters"),
        (b"#\n" * 300_000, "is larger than the 65536 bytes"),
    ],
)
def test_a_file_that_is_no_rule_file(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "mine.toml").write_bytes(content)
    with pytest.raises(RulesetError, match=message):
        load_ruleset(tmp_path / "mine.toml")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match="is not a file; check the path"):
        load_ruleset(tmp_path / "mine.toml")


SCHEMA = Draft202012Validator(rules_schema())


@pytest.mark.parametrize(
    "path", [*(Path(__file__).parent.parent / "spec/rulesets").glob("*.toml")], ids=lambda p: p.stem
)
def test_the_schema_takes_every_ruleset(path: Path) -> None:
    Draft202012Validator.check_schema(rules_schema())
    SCHEMA.validate(tomllib.loads(path.read_text("utf-8")))


@pytest.mark.parametrize(("data", "message"), MISTAKES)
def test_the_schema_and_the_library_agree_on_shapes(data: dict[str, Any], message: str) -> None:
    """What the schema refuses the library calls a fault of shape, and the other way round."""
    with pytest.raises(RulesetError) as refused:
        load_ruleset(data)
    told = str(refused.value)
    signs = ("see spec/README.md", "is not the name of a ruleset", "is not known here")
    shape = any(sign in told for sign in signs)
    assert SCHEMA.is_valid(data) is not shape, message


def test_every_built_in_word_is_told_in_the_readme() -> None:
    """So that a rule file can be read without Python; and no word is told that there is not."""
    page = (Path(__file__).parent.parent / "spec/README.md").read_text("utf-8")
    told = set(re.findall(r"^\| `([a-z_]+)` \|", page, re.MULTILINE))
    assert told == {*TABLE_GUARDS, *CARD_GUARDS, *TABLE_EFFECTS, *CARD_EFFECTS}


def test_rules_that_ask_too_much_are_refused() -> None:
    guards = {"twenty": {"all": ["line_is_empty"] * 20}, "hundred": {"all": ["twenty"] * 5}}
    rows = [row(id=f"row-{number}", when=["hundred"] * 6, on=f"v{number}") for number in (1, 2)]
    with pytest.raises(RulesetError, match=r"ask and do 12\d\d built-in words, of at most 1000"):
        load_ruleset(over(guards=guards, transition=rows))


def test_a_guard_about_some_card_asks_about_no_other_card() -> None:
    guards = {"mine": {"some": "hand", "all": ["hand_fits"]}}
    with pytest.raises(RulesetError, match=r"guards.mine: asks for some card about some card"):
        load_ruleset(over(guards=guards))
