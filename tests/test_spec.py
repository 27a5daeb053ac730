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
from lineit.spec import is_built_in
from lineit.words import did_you_mean

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


RED = {"name": "red", "symbol": "heart", "glyph": "♥"}

WORK = {
    "twenty": {"all": ["line_is_empty"] * 20},
    "hundred": {"all": ["twenty"] * 5},
    "eleven": {"all": ["line_is_empty"] * 11},
}
EFFECTS = {"forty": {"do": ["score_line"] * 20}}
MOST = ["hundred"] * 9 + ["twenty"] * 2 + ["eleven"]
"""As much as a row may ask beside those of `standard`."""

ABOUT_SOME = {"hand_holds": {"rule": "play", "some": "hand", "all": ["hand_fits"]}}
SIX_TWENTIES = ["twenty"] * 6

MISTAKES: list[tuple[dict[str, Any], str]] = [
    (over(limits={"hadn": 3}), "limits.hadn: is not known here; did you mean hand?"),
    (over(limits={"hand": "3"}), "limits.hand: must be a whole number, and is '3'"),
    (over(limits={"hand": True}), "limits.hand: must be a whole number, and is True"),
    (over(limits={"hand": -1}), "limits.hand: must be from 0 to 100, and is -1"),
    (
        over(limits={"hand": "a; b c"}),
        "limits.hand: must be a whole number, and is 'a; b c'",
    ),
    (over(remove={"state": "a; b"}), "remove.state: must be a list, and is 'a; b'"),
    (
        over(guards={"hand_has_room-x": {"all": ["is_bet"]}}),
        "guards.hand_has_room-x: must match [a-z][a-z0-9_]*, and is 'hand_has_room-x'",
    ),
    (over(limits=3), "limits: must be a table, and is 3"),
    (over(title="a\nb"), "title: must be a line of text, and is 'a\\nb'"),
    (over(format=2), "format: must be one of 1, and is 2"),
    (over(colour="red"), "colour: is not known here"),
    (
        over(transition=[row(when="card_fits")]),
        "transition mine: when must be a list, and is 'card_fits' [play]",
    ),
    (over(transition=[row(on=3)]), "transition mine: on must be a text, and is 3 [play]"),
    (
        over(transition=[row(card="deck")]),
        "transition mine: card must be one of market, hand, picked, and is 'deck' [play]",
    ),
    (
        over(transition=[{"id": "mine"}]),
        "transition mine: rule is missing"
        "\ntransition mine: from is missing"
        "\ntransition mine: to is missing",
    ),
    (over(transition=["mine"]), "transition number 22: must be a table, and is 'mine'"),
    (
        over(transition=[row(rule="plya")]),
        "transition mine: there is no rule plya; did you mean play?",
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
    (
        over(transition=[row(**{"from": "plai"})]),
        "transition mine: there is no state plai [play]; did you mean play?",
    ),
    (over(start="deel"), "start: there is no state deel; did you mean deal?"),
    (
        over(transition=[row(when=["card_fits"])]),
        "transition mine: card_fits is about a card, and the row names none [play]; say card = …",
    ),
    (
        over(transition=[row(do=["extend_line"])]),
        "transition mine: extend_line is about a card, and the row names none [play]; say card = …",
    ),
    (
        over(transition=[{k: v for k, v in row(card="hand").items() if k != "on"}]),
        "transition mine: names a card, but no action that could [play]; add on = …,"
        " or take out the card",
    ),
    (
        over(transition=[row(**{"from": "deal"})]),
        "transition mine: waits for an action, but deal goes on by itself [play]; take out the on",
    ),
    (
        over(transition=[row(**{"from": "over"})]),
        "transition mine: leads out of over, which is an end [play]; take out the row",
    ),
    (
        over(transition=[row(on="pass")]),
        "transition mine: is never reached: play-pass before it has no when [play];"
        " change the order, or add a when",
    ),
    (
        over(transition=[row(on="play", card="market", when=["card_fits"])]),
        "transition mine: takes its card from elsewhere than play on the same action"
        " [play]; give them different actions"
        "\ntransition mine: is never reached: play before it asks no more [play];"
        " change the order, or add a when",
    ),
    (
        over(transition=[{"id": "mine", "rule": "play", "from": "play", "to": "score"}]),
        "state play: never waits for the player: mine has no when [play]; add a when",
    ),
    (
        over(remove={"transition": ["cleanup"]}),
        "state turn-end: may find no row to go on with [turn-order]; add a last row"
        " without when"
        "\nstate deal: no end can be reached from it [deal]; add a row"
        "\nstate pick: no end can be reached from it [pick]; add a row"
        "\nstate place: no end can be reached from it [place-line]; add a row"
        "\nstate play: no end can be reached from it [play]; add a row"
        "\nstate score: no end can be reached from it [score]; add a row"
        "\nstate turn-end: no end can be reached from it [turn-order]; add a row"
        "\nstate cleanup: can not be reached from deal [cleanup]; add a row to it, or"
        " take it out"
        "\nstate endgame: can not be reached from deal [end-trigger]; add a row to it,"
        " or take it out"
        "\nstate final: can not be reached from deal [final-play]; add a row to it, or"
        " take it out"
        "\nstate final-score: can not be reached from deal [final-score]; add a row to"
        " it, or take it out"
        "\nstate final-turn-end: can not be reached from deal [turn-order]; add a row"
        " to it, or take it out"
        "\nstate over: can not be reached from deal [winner]; add a row to it, or take"
        " it out",
    ),
    (
        over(state=[{"name": "rest", "actor": "end", "rule": "play"}]),
        "state rest: can not be reached from deal [play]; add a row to it, or take it out",
    ),
    (
        over(
            state=[{"name": "rest", "actor": "table", "rule": "play"}],
            transition=[row(to="rest"), {**row(id="stay", to="rest"), "from": "rest", "on": None}],
        ),
        "state rest: no end can be reached from it [play]; add a row",
    ),
    (
        over(state=[{"name": "place", "actor": "player", "rule": "nothing"}]),
        "state place: there is no rule nothing; known are bet-any-time, bet-settle,"
        " cleanup, colours, deal, deck, direction, end-bank, end-trigger, final-play,"
        " final-score, first-player, jackpot-claim, left-over, one-bet, pick,"
        " place-hand, place-line, play, players, points, price, restart, score,"
        " tokens, turn-order, winner",
    ),
    (
        over(remove={"transition": ["play", "play-pass"]}),
        "state play: offers no action [play]; add a row with on",
    ),
    (
        over(remove={"state": ["over"]}),
        "transition winner: there is no state over [winner]; known are cleanup, deal,"
        " endgame, final, final-score, final-turn-end, pick, place, play, score,"
        " turn-end",
    ),
    (
        over(state=[{"name": "over", "actor": "player", "rule": "winner"}]),
        "state over: offers no action [winner]; add a row with on"
        '\nstate: there is no end; add a state with actor = "end"',
    ),
    (
        over(remove={"transition": ["plai"]}),
        "remove.transition: there is no 'plai' to remove; did you mean play?",
    ),
    (over(remove={"cards": ["1"]}), "remove.cards: is not known here; did you mean guards?"),
    (
        over(guards={"mine": {}}),
        "guards.mine: there is no built-in guard mine; known are anyone_still_in,"
        " bet_has_room, deck_fills_market, hand_has_room, in_direction, is_bet,"
        " line_is_empty, nothing_played, still_in, turns_left"
        "\nguards.mine: names no rule; say which rule it stands for",
    ),
    (
        over(guards={"mine": {"rule": "play", "some": "hand"}}),
        "guards.mine: there is no built-in guard mine [play]; known are"
        " anyone_still_in, bet_has_room, deck_fills_market, hand_has_room,"
        " in_direction, is_bet, line_is_empty, nothing_played, still_in, turns_left"
        "\nguards.mine: has some, but neither all nor any [play]; add one",
    ),
    (
        over(guards={"mine": {"rule": "play", "all": ["is_bet"], "any": ["is_bet"]}}),
        "guards.mine: has both all and any [play]; make two guards of it",
    ),
    (
        over(guards={"mine": {"all": ["not mine"]}}),
        "guards.mine: is made of itself; break the circle",
    ),
    (
        over(guards={"is_bet": {"rule": "play", "all": ["card_fits"]}}),
        "guards.is_bet: is a built-in guard [play]; choose another name"
        "\nguards.is_bet: is made of itself [play]; break the circle"
        "\nguards.card_continues: is made of itself; break the circle"
        "\nguards.card_fits: is made of itself; break the circle"
        "\nguards.hand_fits: is made of itself; break the circle",
    ),
    (over(guards={"is_bet": {}}), "guards.is_bet: names no rule; say which rule it stands for"),
    (
        over(effects={"a": {"do": ["b"]}, "b": {"do": ["a"]}}),
        "effects.a: is made of itself; break the circle"
        "\neffects.b: is made of itself; break the circle",
    ),
    (
        over(effects={"mine": {"rule": "play", "do": ["score_lines"]}}),
        "effects.mine: there is no effect score_lines [play]; did you mean score_line?",
    ),
    (
        over(
            effects={
                "twenty": {"do": ["next_turn"] * 20},
                "all": {"rule": "play", "do": SIX_TWENTIES},
            }
        ),
        "effects.all: is made of more than 100 built-in words, or too deep [play]; make it shorter",
    ),
    (
        over(effects={"stop": {"rule": "play", "do": ["score_line"]}}),
        "effects.stop: is a built-in effect [play]; choose another name",
    ),
    (
        over(effects={"a": {"rule": "play", "do": ["a"]}}),
        "effects.a: is made of itself [play]; break the circle",
    ),
    (
        over(effects={"mine": {"rule": "play"}}),
        "effects.mine: there is no built-in effect mine [play]; known are bank_deck,"
        " bank_line, begin_with_first, claim_jackpot, clear_market, deal_market,"
        " name_winners, next_turn, pass_first_player, pick_card, place_in_hand,"
        " place_in_line, play_from_hand, settle_bets, stop",
    ),
    (
        over(components={"numbers": 1, "bet_copies": 0}),
        "components: the deck of 1 is too small for a market of 7 [deal]; more cards,"
        " or a smaller market",
    ),
    (
        over(components={"players": [5, 2]}),
        "components.players: at least 5 is more than at most 2 [players]; put the smaller first",
    ),
    (over(components={"players": [2]}), "components.players: must have 2 to 2 entries, and has 1"),
    (
        over(components={"colours": [RED, RED]}),
        "components.colours: has red 2 times [colours]; keep one",
    ),
    (
        over(state=[{"name": "rest", "actor": "end", "rule": "play"}] * 2),
        "state rest: is there 2 times [play]; keep one",
    ),
    (
        over(transition=[row(), row(rule="score")]),
        "transition mine: is there 2 times [score]; keep one",
    ),
    (over(components={"bets": [3, 3]}), "components.bets: has 3 2 times [deck]; keep one"),
    (
        over(start="place"),
        "start: places a picked card in place, before one is picked; begin in another state",
    ),
    (
        over(transition=[row(**{"from": "place"})]),
        "transition mine: leaves place, where a card is to be placed, without it"
        ' [play]; say card = "picked"',
    ),
    (
        over(transition=[row(card="hand", do=["pick_card"])]),
        "transition mine: pick_card takes a card from the market, where it is not"
        " [play]; another effect, or another order"
        "\ntransition mine: goes to score with a picked card, which is not placed there"
        " [play]; place it first",
    ),
    (
        over(transition=[row(card="hand", do=["play_from_hand", "play_from_hand"])]),
        "transition mine: play_from_hand takes a card from the hand, where it is not"
        " [play]; another effect, or another order",
    ),
    (
        over(transition=[row(card="hand", when=["card_fits"], do=["next_turn", "play_from_hand"])]),
        "transition mine: play_from_hand takes a card from the hand, where it is not"
        " [play]; another effect, or another order",
    ),
    (
        over(transition=[row(**{"from": "pick"}, card="market", do=["pick_card"])]),
        "transition mine: goes to score with a picked card, which is not placed there"
        " [play]; place it first",
    ),
    (
        over(transition=[row(to="place")]),
        "transition mine: goes to place, where a picked card is placed, without one"
        " [play]; pick one first",
    ),
    (
        over(transition=[row(card="hand"), row(id="other", card="hand", when=["card_fits"])]),
        "transition other: is never reached: mine before it has no when [play]; change"
        " the order, or add a when",
    ),
    (
        over(guards=ABOUT_SOME, transition=[row(when=["hand_holds"])]),
        "guards.hand_holds: asks for some card about some card [play]; ask about one of them",
    ),
    (
        over(guards=WORK, transition=[row(when=[*MOST, "line_is_empty"])]),
        "transition: all rows together ask and do 1001 built-in words, of at most"
        " 1000; ask and do less",
    ),
    (
        over(
            effects=EFFECTS, transition=[row(when=["hundred"] * 9, do=["forty"] * 2)], guards=WORK
        ),
        "transition: all rows together ask and do 1029 built-in words, of at most"
        " 1000; ask and do less",
    ),
    (
        {"format": 1, "name": "mine"},
        "title: is missing"
        "\nstart: is missing"
        "\ncomponents: is missing"
        "\nlimits: is missing"
        "\nzones: is missing"
        "\nrules: is missing"
        "\nguards: is missing"
        "\neffects: is missing"
        "\nstate: is missing"
        "\ntransition: is missing",
    ),
    (
        over(extends="chess"),
        "extends: there is no ruleset 'chess'; take one of bga, brave, children,"
        " every-third, hand-of-three, standard, or a path that ends in .toml",
    ),
    (
        over(extends="../standard"),
        "extends: '../standard' is not the name of a ruleset; name a built-in ruleset,"
        " or a file of the same folder without its .toml",
    ),
    (
        over(extends=3),
        "extends: 3 is not the name of a ruleset; name a built-in ruleset, or a file"
        " of the same folder without its .toml",
    ),
]


@pytest.mark.parametrize(("data", "message"), MISTAKES)
def test_a_mistake_is_told(data: dict[str, Any], message: str) -> None:
    """Each problem on a line; what to do where only a shape is wrong is left out here."""
    with pytest.raises(RulesetError) as refused:
        load_ruleset(data)
    told = str(refused.value).replace("; see spec/README.md for what may stand there", "")
    assert told == "\n".join(f"(data): {line}" for line in message.splitlines())
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


def test_a_ruleset_is_told_by_its_name() -> None:
    assert str(STANDARD) == "standard"
    assert repr(STANDARD) == f"<Ruleset standard {STANDARD.digest[:8]}>"


def test_what_is_built_in() -> None:
    """What is called as a built-in ruleset and plays as it does may have another title."""
    titled = load_ruleset({**over(title="Mine"), "name": "standard"})
    found = [is_built_in(rules) for rules in (STANDARD, titled, load_ruleset(over()))]
    assert found == [True, False, False]


def test_a_game_may_be_for_one_number_of_players() -> None:
    assert load_ruleset(over(components={"players": [3, 3]})).components.players == (3, 3)


def test_a_deck_may_be_one_market() -> None:
    assert len(load_ruleset(over(components={"numbers": 7, "bet_copies": 0})).cards) == 7


def test_of_many_known_words_30_are_told() -> None:
    known = [f"w{number}" for number in range(10, 41)]
    assert did_you_mean("chess", known) == f"known are {', '.join(known[:30])}"


def test_rules_may_ask_and_do_1000_words() -> None:
    """One more is among the mistakes above."""
    load_ruleset(over(guards=WORK, transition=[row(when=MOST)]))
