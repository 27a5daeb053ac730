"""Rule files: what they may say, and that all mistakes in them are told, with how to mend them."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from lineit import RulesetError, effects, guards, load_ruleset, why_not
from lineit.checks import MOST_WORDS
from lineit.errors import Problem
from lineit.guards import NUMBERS
from lineit.overlay import merged, parameters_in
from lineit.ruleset import Language
from lineit.schemas import rules_schema
from lineit.spec import is_built_in
from lineit.tell import rule_text, title
from lineit.texts import sentence
from lineit.trial import trial
from lineit.words import did_you_mean
from lineit.work import work_of
from lineit.zones import ZONES
from tables import player, table

STANDARD = load_ruleset("standard")


def over(**changes: Any) -> dict[str, Any]:
    """A rule file over `standard`."""
    return {"format": 2, "name": "mine", "extends": "standard", **changes}


def row(**fields: Any) -> dict[str, Any]:
    """A transition that is right, but for these fields."""
    return {"id": "mine", "rule": "play", "from": "play", "to": "score", "on": "mine", **fields}


def test_standard_is_the_frame_of_the_rules() -> None:
    assert [phase.name for phase in STANDARD.phases] == [
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
    assert (mine.limits["hand"], mine.limits["price"]) == (3, STANDARD.limits["price"])
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
        'format = 2\nname = "base"\nextends = "standard"\n[limits]\nhand = 4\n'
    )
    (tmp_path / "mine.toml").write_text(
        'format = 2\nname = "mine"\nextends = "base"\n[limits]\nprice = 1\n'
    )
    mine = load_ruleset(tmp_path / "mine.toml")
    assert (mine.name, mine.limits["hand"], mine.limits["price"]) == ("mine", 4, 1)
    assert load_ruleset(str(tmp_path / "mine.toml")) == mine


def test_a_mistake_below_is_told_of_the_file_that_has_it(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(
        'format = 2\nname = "base"\nextends = "standard"\n[limits]\nhadn = 4\n'
    )
    (tmp_path / "mine.toml").write_text('format = 2\nname = "mine"\nextends = "base"\n')
    with pytest.raises(RulesetError, match=r"base\.toml: limits\.hadn: is named by no word"):
        load_ruleset(tmp_path / "mine.toml")


def test_the_digest_tells_rules_apart_not_their_order_in_the_file() -> None:
    one = load_ruleset(over(limits={"hand": 3, "price": 2}))
    other = load_ruleset(over(limits={"price": 2, "hand": 3}))
    assert one == other
    assert hash(one) == hash(other)
    assert one != load_ruleset(over(limits={"hand": 3, "price": 1}))


RED = {"name": "red", "symbol": "heart", "glyph": "♥"}

LEFT = MOST_WORDS - work_of(STANDARD)
"""How many simple words a transition may ask beside those of `standard`."""

REST = (LEFT - 1) % 20 + 1
WORK = {
    "twenty": {"all": ["line_is_empty"] * 20},
    "hundred": {"all": ["twenty"] * 5},
    "rest": {"all": ["line_is_empty"] * REST},
}
EFFECTS = {"turns": {"do": ["next_turn"] * 20}}
MOST = ["hundred"] * ((LEFT - REST) // 100) + ["twenty"] * ((LEFT - REST) % 100 // 20) + ["rest"]
"""As much as a transition may ask beside those of `standard`."""

ABOUT_SOME = {
    "anybody": {"rule": "play", "some": "players", "all": ["line_is_empty"]},
    "somebody": {"rule": "play", "some": "players", "all": ["anybody"]},
}
SIX_TWENTIES = ["twenty"] * 6

MISTAKES: list[tuple[dict[str, Any], str]] = [
    (
        over(limits={"hadn": 3}),
        "limits.hadn: is named by no word, zone or text; did you mean hand?",
    ),
    (over(limits={"hand": "3"}), "limits.hand: must be a whole number or a list, and is '3'"),
    (over(limits={"hand": True}), "limits.hand: must be a whole number or a list, and is True"),
    (over(limits={"hand": -1}), "limits.hand: must be from 0 to 1000, and is -1"),
    (
        over(limits={"hand": "a; b c"}),
        "limits.hand: must be a whole number or a list, and is 'a; b c'",
    ),
    (over(remove={"phase": "a; b"}), "remove.phase: must be a list, and is 'a; b'"),
    (
        over(guards={"hand_has_room-x": {"all": ["is_bet"]}}),
        "guards.hand_has_room-x: must match [a-z][a-z0-9_]*, and is 'hand_has_room-x'",
    ),
    (over(limits=3), "limits: must be a table"),
    (over(title="a\nb"), "title: must be a line of text, and is 'a\\nb'"),
    (over(format=3), "format: must be one of 2, and is 3"),
    (over(colour="red"), "colour: is not known here"),
    (
        over(transition=[row(when="card_fits")]),
        "transition mine: when must be a list, and is 'card_fits' [play]",
    ),
    (over(transition=[row(on=3)]), "transition mine: on must be a text, and is 3 [play]"),
    (
        over(transition=[row(card="deck")]),
        "transition mine: asks for a card of the deck, which no player sees [play]; name a zone"
        " that the player sees",
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
        "transition mine: there is no phase scored [play]; did you mean score?",
    ),
    (
        over(transition=[row(**{"from": "plai"})]),
        "transition mine: there is no phase plai [play]; did you mean play?",
    ),
    (over(start="deel"), "start: there is no phase deel; did you mean deal?"),
    (
        over(transition=[row(when=["card_fits"])]),
        "transition mine: card_fits is about a card, and the transition names none [play];"
        " say card = …",
    ),
    (
        over(transition=[row(do=["extend_line"])]),
        "transition mine: extend_line is about a card, and the transition names none [play];"
        " say card = …",
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
        "transition mine: leads out of over, which is an end [play]; take out the transition",
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
        "phase play: never waits for the player: mine has no when [play]; add a when",
    ),
    (
        over(remove={"transition": ["cleanup"]}),
        "phase turn-end: may find no transition to go on with [turn-order]; add a last"
        " transition without when"
        "\nphase deal: no end can be reached from it [deal]; add a transition"
        "\nphase pick: no end can be reached from it [pick]; add a transition"
        "\nphase place: no end can be reached from it [place-line]; add a transition"
        "\nphase play: no end can be reached from it [play]; add a transition"
        "\nphase score: no end can be reached from it [score]; add a transition"
        "\nphase turn-end: no end can be reached from it [turn-order]; add a transition"
        "\nphase cleanup: cannot be reached from deal [cleanup]; add a transition to it, or"
        " take it out"
        "\nphase endgame: cannot be reached from deal [end-trigger]; add a transition to it,"
        " or take it out"
        "\nphase final: cannot be reached from deal [final-play]; add a transition to it, or"
        " take it out"
        "\nphase final-score: cannot be reached from deal [final-score]; add a transition to"
        " it, or take it out"
        "\nphase final-turn-end: cannot be reached from deal [turn-order]; add a transition"
        " to it, or take it out"
        "\nphase over: cannot be reached from deal [winner]; add a transition to it, or take"
        " it out",
    ),
    (
        over(phase=[{"name": "rest", "actor": "end", "rule": "play"}]),
        "phase rest: cannot be reached from deal [play]; add a transition to it, or take it out",
    ),
    (
        over(
            phase=[{"name": "rest", "actor": "table", "rule": "play"}],
            transition=[row(to="rest"), {**row(id="stay", to="rest"), "from": "rest", "on": None}],
        ),
        "phase rest: no end can be reached from it [play]; add a transition",
    ),
    (
        over(phase=[{"name": "place", "actor": "player", "rule": "nothing"}]),
        "phase place: there is no rule nothing; known are bet-any-time, bet-settle,"
        " cleanup, colours, deal, deck, direction, end-bank, end-trigger, final-play,"
        " final-score, first-player, jackpot-claim, left-over, one-bet, pick,"
        " place-hand, place-line, play, players, points, price, restart, score,"
        " tokens, turn-order, winner",
    ),
    (
        over(remove={"transition": ["play", "play-pass"]}),
        "phase play: offers no action [play]; add a transition with on",
    ),
    (
        over(remove={"phase": ["over"]}),
        "transition winner: there is no phase over [winner]; known are cleanup, deal,"
        " endgame, final, final-score, final-turn-end, pick, place, play, score,"
        " turn-end",
    ),
    (
        over(phase=[{"name": "over", "actor": "player", "rule": "winner"}]),
        "phase over: offers no action [winner]; add a transition with on"
        '\nphase: there is no end; add a phase with actor = "end"',
    ),
    (
        over(remove={"transition": ["plai"]}),
        "remove.transition: there is no 'plai' to remove; did you mean play?",
    ),
    (over(remove={"cards": ["1"]}), "remove.cards: is not known here; did you mean guards?"),
    (
        over(guards={"mine": {}}),
        "guards.mine: there is no built-in guard mine; say count, all or any; built in are"
        " in_direction, turns_left, stopped",
    ),
    (
        over(guards={"mine": {"rule": "play", "some": "hand"}}),
        "guards.mine: there is no built-in guard mine [play]; say count, all or any; built in"
        " are in_direction, turns_left, stopped"
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
        "guards.is_bet: is made of itself [play]; break the circle"
        "\nguards.bet_has_room: is made of itself [one-bet]; break the circle"
        "\nguards.card_continues: is made of itself [direction]; break the circle"
        "\nguards.card_fits: is made of itself [place-line]; break the circle"
        "\nguards.hand_fits: is made of itself [play]; break the circle",
    ),
    (
        over(guards={"turns_left": {"rule": "play", "all": ["card_fits"]}}),
        "guards.turns_left: is a built-in guard [play]; choose another name"
        "\ntransition next-turn: turns_left is about a card, and the transition names none"
        " [turn-order]; say card = …"
        "\ntransition final-next-turn: turns_left is about a card, and the transition names none"
        " [final-play]; say card = …",
    ),
    (
        over(guards={"turns_left": {}}),
        "guards.turns_left: names no rule; say which rule it stands for",
    ),
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
        "effects.all: is made of more than 100 simple words, or too deep [play]; make it shorter",
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
        "effects.mine: there is no built-in effect mine [play]; say move, token or do; built in"
        " are begin_round, begin_with_first, next_turn, pass_first_player, stop, settle_bets,"
        " name_winners",
    ),
    (
        over(components={"numbers": 1, "bet_copies": 0}),
        "effects.fill_market: takes 7 cards from the deck, which has 1 [deal]; more cards, or"
        " take fewer",
    ),
    (
        over(components={"players": [5, 2]}),
        "components.players: at least 5 is more than at most 2 [players]; put the smaller first",
    ),
    (over(components={"players": [2]}), "components.players: must have 2 to 2 entries, and has 1"),
    (
        over(components={"colours": [RED, RED]}),
        "components.colours: has red 2 times [deck]; keep one",
    ),
    (
        over(phase=[{"name": "rest", "actor": "end", "rule": "play"}] * 2),
        "phase rest: is there 2 times [play]; keep one",
    ),
    (
        over(transition=[row(), row(rule="score")]),
        "transition mine: is there 2 times [score]; keep one",
    ),
    (over(components={"bets": [3, 3]}), "components.bets: has 3 2 times [deck]; keep one"),
    (
        over(start="place"),
        "start: begins in place, where a picked card waits, before one is picked; begin in another"
        " phase",
    ),
    (
        over(transition=[row(**{"from": "place"})]),
        "transition mine: goes to score with a picked card, which is not placed there [play];"
        " place it first",
    ),
    (
        over(transition=[row(card="hand", do=["pick_card"])]),
        "transition mine: goes to score with a picked card, which is not placed there"
        " [play]; place it first"
        "\ntransition mine: pick_card takes a card from the market, where it is not"
        " [play]; another effect, or another order",
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
        "transition mine: goes to place, where a picked card waits, without one"
        " [play]; pick one first",
    ),
    (
        over(transition=[row(card="hand"), row(id="other", card="hand", when=["card_fits"])]),
        "transition other: is never reached: mine before it has no when [play]; change"
        " the order, or add a when",
    ),
    (
        over(guards=ABOUT_SOME, transition=[row(when=["somebody"])]),
        "guards.somebody: asks for some player about some player [play]; ask about one of them",
    ),
    (
        over(guards=WORK, transition=[row(when=[*MOST, "line_is_empty"])]),
        "transition: all transitions together ask and do 1001 simple words, of at most"
        " 1000; ask and do less",
    ),
    (
        over(
            effects=EFFECTS,
            transition=[row(when=["hundred"] * 9, do=["turns"] * 2)],
            guards=WORK,
        ),
        f"transition: all transitions together ask and do {940 + work_of(STANDARD)} simple words,"
        " of at most 1000; ask and do less",
    ),
    (
        over(zones={"hand": {"at_most": 0}}),
        "transition place-hand: place_in_hand may put more than 0 cards into the hand"
        " [place-hand]; add a guard that counts the hand",
    ),
    (
        over(
            zones={
                "hand": {"at_most": -1},
                "jackpots": {"table": "owner", "perfect": "all"},
                "line": {"table": "nobody"},
            }
        ),
        'zones.jackpots: has no owner who could see it [cleanup]; say "all" or "nobody"'
        "\nzones.hand: may hold at most -1 cards [place-hand]; give it a number from 0 on"
        '\nzones.line: always lies open to all [direction]; say table = "all", perfect = "all"',
    ),
    (
        over(text={"en": {"reasons": {"card_fits": "{count}", "not_card_fits": "{count}"}}}),
        "text.en.reasons.card_fits: tells the count, and the guard counts nothing; take the count"
        " out"
        "\ntext.en.reasons.not_card_fits: tells the count, and the guard counts nothing; take the"
        " count out",
    ),
    (
        over(
            text={
                "en": {
                    "rules": {"play": {"by": "price", "other": ""}},
                    "verbs": {"line": {"by": "card", "other": "a\u200b"}},
                }
            }
        ),
        "text.en.rules.play: is empty; mend it"
        "\ntext.en.verbs.line: has a sign that cannot be printed; mend it",
    ),
    (
        over(
            text={
                "en": {
                    "reasons": {"in_direction": {"by": "direction", "up": "a", "other": "b"}},
                    "events": {
                        "settle_bets": {"by": "outcome", "drawn": "a", "other": "b"},
                        "discard_bets": {"by": "from", "box": "a", "other": "b"},
                        "keep_rest": {"by": "to", "bank": "a", "other": "b"},
                    },
                    "verbs": {"pass": {"by": "rule", "rest": "a", "other": "b"}},
                }
            }
        ),
        "text.en.verbs.pass: has a way for rest, which rule never is; take it out, or write it"
        " otherwise"
        "\ntext.en.reasons.in_direction: has a way for up, which direction never is; take it out,"
        " or write it otherwise"
        "\ntext.en.events.settle_bets: has a way for drawn, which outcome never is; take it out,"
        " or write it otherwise"
        "\ntext.en.events.discard_bets: has a way for box, which from never is; take it out, or"
        " write it otherwise"
        "\ntext.en.events.keep_rest: has a way for bank, which to never is; take it out, or write"
        " it otherwise",
    ),
    (
        {"format": 2, "name": "mine"},
        "title: is missing"
        "\nstart: is missing"
        "\ncomponents: is missing"
        "\nlimits: is missing"
        "\nrules: is missing"
        "\nguards: is missing"
        "\neffects: is missing"
        "\nphase: is missing"
        "\ntransition: is missing",
    ),
    (
        over(extends="chess"),
        "extends: there is no ruleset 'chess'; take one of bga, blind-pick, brave,"
        " children, every-third, hand-of-three, long-line, standard, throw-away, to-twenty-five,"
        " or a path that ends in .toml",
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


@pytest.mark.parametrize(
    "word",
    [
        {"count": "line", "of": "colour", "at_least": 1},
        {"count": "jackpot", "at_least": 1},
        {"count": "card", "of": "bets", "exactly": 1},
        {"count": "number", "at_least": 9},
        {"count": "step", "at_least": 9},
        {"all": ["line_is_empty", "in_direction"]},
        {"any": ["not card_fits"]},
        {"some": "players", "all": ["card_fits"]},
    ],
)
def test_what_asks_about_a_card_needs_one(word: dict[str, Any]) -> None:
    about = {"mine": {"rule": "play", **word}}
    load_ruleset(over(guards=about, transition=[row(card="hand", when=["mine"])]))
    with pytest.raises(RulesetError) as refused:
        load_ruleset(over(guards=about, transition=[row(when=["mine"])]))
    told = "mine is about a card, and the transition names none [play]; say card = …"
    assert str(refused.value) == f"(data): transition mine: {told}"


@pytest.mark.parametrize(
    "word",
    [
        {"count": "line", "of": "red", "at_least": 1},
        {"count": "line", "that": ["is_bet"], "at_least": 1},
        {"some": "hand", "all": ["card_fits"]},
        {"count": "points", "at_least": 9},
    ],
)
def test_what_asks_about_other_cards_needs_none(word: dict[str, Any]) -> None:
    about = {"mine": {"rule": "play", **word}}
    load_ruleset(over(guards=about, transition=[row(when=["mine"])]))


@pytest.mark.parametrize(
    "word",
    [
        {"move": "card", "from": "hand", "to": "discard"},
        {"move": "colour", "from": "line", "to": "discard"},
        {"move": "all", "from": "jackpot", "to": "discard"},
        {"token": 1, "each": "line", "of": "colour"},
        {"token": 1, "when": ["is_bet"]},
        {"do": ["claim_jackpot"]},
    ],
)
def test_what_is_made_about_a_card_needs_one(word: dict[str, Any]) -> None:
    made = {"mine": {"rule": "play", **word}}
    load_ruleset(over(effects=made, transition=[row(card="hand", do=["mine"])]))
    with pytest.raises(RulesetError) as refused:
        load_ruleset(over(effects=made, transition=[row(do=["mine"])]))
    told = "mine is about a card, and the transition names none [play]; say card = …"
    assert str(refused.value) == f"(data): transition mine: {told}"


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
        "limits.prize",
        "limits.hand",
        "transition mine",
        "transition mine",
        "transition other",
    ]
    assert str(refused.value).count("\n") == 5


def test_files_that_extend_in_a_circle(tmp_path: Path) -> None:
    for one, other in (("a", "b"), ("b", "a")):
        text = f'format = 2\nname = "{one}"\nextends = "{other}"\n'
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
    for kind, known in (("questions", guards.BUILT_IN), ("changes", effects.BUILT_IN)):
        told = page.partition(f"### Built-in {kind}")[2].partition("\n#")[0]
        assert set(re.findall(r"^\| `([a-z_]+)` \|", told, re.MULTILINE)) == set(known)


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


# -- what the words can say -----------------------------------------------------------------------

RIGHT: dict[str, dict[str, Any]] = {
    "limits of 0 by their names": over(
        limits={"hand": 0, "bets_per_line": 0, "price": 0, "market_extra": 0, "jackpot_again": 0}
    ),
    "a limit of 0 between two others": over(
        limits={"hand": 0},
        guards={"mine": {"rule": "play", "count": "hand", "at_least": 1, "below": "hand"}},
    ),
    "a limit of one's own": over(
        limits={"pocket": 3}, guards={"mine": {"rule": "play", "count": "hand", "below": "pocket"}}
    ),
    "a limit that only a sum names": over(
        limits={"more": 1, "sum": ["more", "players", "players", "hand"]},
        effects={"mine": {"token": "sum"}},
    ),
    "a limit that only a zone names": over(
        limits={"pile": 200}, zones={"discard": {"at_most": "pile"}}
    ),
    "a limit that only a sentence names": over(
        limits={"few_3": 1}, text={"en": {"rules": {"play": "Only {few_3}."}}}
    ),
    "a limit that becomes a sum": over(limits={"hand": ["players"]}),
    "counts of all kinds": over(
        guards={
            name: {"rule": "play", "count": what, "at_least": 1}
            for name, what in {
                **{name: name for name in (*ZONES, *NUMBERS, "jackpot")},
                "all_cards": ["deck", "market", "picked", "discard", "jackpots", "hand", "line"],
            }.items()
        }
    ),
    "comparisons that together leave something": over(
        guards={
            "a": {"rule": "play", "count": "line", "at_least": 2, "at_most": 2, "multiple_of": 2},
            "b": {"rule": "play", "count": "points", "at_least": -3, "below": 0},
            "c": {"rule": "play", "count": "line", "beyond": "players", "exactly": -1},
            "d": {"rule": "play", "count": "line", "of": "bets", "exactly": 0},
            "e": {"rule": "play", "count": "step", "at_most": -1},
            "f": {"rule": "play", "count": "card", "of": "numbers", "below": 1},
            "g": {"rule": "play", "count": "hand", "multiple_of": "price"},
        }
    ),
    "some player about some card, and the other way round": over(
        guards={
            "fits": {"some": "hand", "all": ["card_fits"]},
            "a": {"some": "players", "any": ["fits"]},
            "fits_somebody": {"some": "players", "any": ["card_fits"]},
            "b": {"some": "market", "all": ["fits_somebody"]},
        },
        transition=[row(id="play-nothing", on=None, when=["not a", "not b"])],
    ),
    "a number from 30 to 50, or a Bet card, which has none": over(
        guards={
            "high": {"rule": "play", "count": "number", "at_least": 30},
            "low": {"rule": "play", "count": "number", "at_most": 50},
            "higher": {"rule": "play", "count": "number", "at_least": 60},
        },
        transition=[
            row(id="a", on="a", card="hand", when=["high", "low"]),
            row(id="b", on="b", card="hand", when=["low", "higher"]),
        ],
    ),
    "moves of all kinds": over(
        effects={
            "a": {"move": "all", "from": "hand", "to": "deck", "put": "top"},
            "b": {"move": "bets", "from": "line", "to": "deck", "put": "bottom", "last": "price"},
            "c": {"move": "colour", "from": "discard", "to": "line", "put": "top", "first": 1},
            "d": {"move": "numbers", "from": "jackpot", "to": "scored", "up_to": "hand"},
            "e": {"move": "all", "from": "jackpots", "to": "discard", "last": 2},
            "f": {"move": "colour", "from": "scored", "to": "jackpots"},
            "g": {"move": "all", "from": "deck", "to": "picked", "first": 1},
            "h": {"move": "all", "from": "picked", "to": "hand"},
            "i": {"when": ["hand_has_room", "not line_is_empty"], "do": ["a", "b"]},
            "j": {"move": "all", "from": "deck", "to": "market", "first": "price"},
        }
    ),
    "tokens of all kinds": over(
        effects={
            "a": {"token": 1},
            "b": {"token": -1000, "each": "hand"},
            "c": {"token": "price", "each": "line", "of": "bets"},
            "d": {"token": "players", "each": "jackpots", "of": "colour"},
            "e": {"rule": "play", "when": ["line_is_empty"], "token": "hand"},
        }
    ),
    "built-in changes that are made only sometimes": over(
        effects={"stop": {"when": ["line_is_empty"], "rule": "play"}}
    ),
    "a card of an open zone": over(
        zones={"jackpots": {"table": "all"}, "scored": {"table": "owner"}},
        transition=[
            row(id=zone, on=zone, card=zone)
            for zone in ("market", "hand", "line", "discard", "jackpots", "scored")
        ],
    ),
    "a card of a zone that now lies open": over(
        zones={"deck": {"table": "all", "perfect": "all"}}, transition=[row(card="deck")]
    ),
    "questions about cards that the player sees": over(
        zones={"hand": {"table": "all"}},
        guards={
            "bets": {"rule": "play", "count": ["hand", "line", "market"], "of": "bets", "below": 2},
            "bet": {"rule": "play", "some": "discard", "all": ["is_bet"]},
            "somebody": {"rule": "play", "some": "players", "any": ["bets"]},
            "piles": {"rule": "play", "count": "jackpots", "of": "numbers", "below": 2},
            "deck": {"rule": "play", "count": "deck", "below": 2},
        },
        transition=[row(when=["bets", "bet", "not somebody", "piles", "deck"])],
    ),
    "a draw from the deck while it has cards": over(
        guards={"left": {"rule": "pick", "count": "deck", "at_least": "players"}},
        effects={"draw": {"move": "all", "from": "deck", "to": "picked", "first": 1}},
        transition=[row(**{"from": "pick", "to": "place"}, when=["left"], do=["draw"])],
    ),
    "a hand filled as far as it goes": over(
        effects={"draw": {"move": "all", "from": "deck", "to": "hand", "up_to": "hand"}},
        transition=[row(do=["draw"])],
    ),
    "a hand filled where it has room": over(
        effects={
            "draw": {"move": "all", "from": "deck", "to": "hand", "first": 1},
            "draw_in_room": {"when": ["hand_has_room"], "do": ["draw", "next_turn"]},
            "empty": {"move": "all", "from": "hand", "to": "discard"},
        },
        transition=[
            row(id="a", on="a", do=["draw_in_room", "draw_in_room"]),
            row(id="b", on="b", do=["empty", "draw", "draw"]),
            row(id="c", on="c", when=["hand_has_room"], do=["draw"]),
        ],
    ),
    "a picked card on its way through a phase": over(
        phase=[{"name": "look", "actor": "player", "rule": "pick"}],
        transition=[
            {**row(), "id": "pick", "on": "pick", "from": "pick", "card": "market", "to": "look"}
            | {"do": ["pick_card"]},
            {**row(), "id": "look", "on": "look", "from": "look", "to": "place"},
        ],
    ),
    "a Bet card that a guard keeps from the jackpots": over(
        effects={"away": {"move": "card", "from": "hand", "to": "jackpots"}},
        transition=[
            row(id="a", on="a", card="hand", when=["not is_bet"], do=["away"]),
            row(id="b", on="b", card="hand", when=["in_direction"], do=["away"]),
        ],
    ),
    "jackpots where there are no Bet cards": over(
        components={"bets": []},
        effects={"away": {"move": "card", "from": "hand", "to": "jackpots"}},
        transition=[row(card="hand", do=["away"])],
    ),
    "rules of the box, one of them": over(
        rules={"mine": {"source": "us"}}, components={"rules": {"deck": "mine"}}
    ),
    "sentences that choose": over(
        text={
            "en": {
                "rules": {
                    "play": {
                        "by": "price",
                        "0": "a",
                        "one": "b",
                        "other": {"by": "bets", "[]": "c", "other": "{price} {bets} {colours}"},
                    }
                },
                "verbs": {"pass": {"by": "rule", "play": "none", "other": "{card} {rule}"}},
                "reasons": {"hand_has_room": {"by": "count", "2": "two", "other": "{held} {last}"}},
                "events": {"pay_price": {"by": "to", "discard": "{cards}", "other": "{symbol}"}},
            },
            "es": {
                "reasons": {
                    "in_direction": {
                        "by": "direction",
                        "ascending": "a",
                        "descending": "b",
                        "none": "c",
                        "other": "d",
                    }
                },
                "events": {"settle_bets": {"by": "outcome", "won": "a", "lost": "b", "other": "c"}},
            },
        }
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_right_is_taken_and_can_be_played(name: str) -> None:
    rules = load_ruleset(RIGHT[name])
    assert SCHEMA.is_valid(RIGHT[name])
    for problem in trial(rules, "mine.toml"):  # that a player has nothing to do, at the worst
        assert problem.where.startswith("phase ")


def test_what_a_file_says_of_the_rules_of_the_box_leaves_the_others() -> None:
    rules = load_ruleset(RIGHT["rules of the box, one of them"]).components.rules
    assert (rules.deck, rules.players, rules.tokens) == ("mine", "players", "tokens")


def test_what_a_file_says_of_a_zone_leaves_the_rest_of_it() -> None:
    hand = load_ruleset(over(zones={"hand": {"table": "all"}})).zone("hand")
    assert (hand.table, hand.perfect, hand.at_most, hand.rule) == (
        "all",
        "all",
        "hand",
        "place-hand",
    )


def test_a_name_of_40_letters_may_have_sentences_of_both_kinds() -> None:
    name = "x" * 40
    guards = {name: {"rule": "play", "all": ["line_is_empty"]}}
    reasons = {name: "a", f"not_{name}": "b"}
    load_ruleset(over(guards=guards, text={"en": {"reasons": reasons}}))


# -- sentences of what lies below -----------------------------------------------------------------

LANGUAGES: tuple[Language, ...] = ("en", "es", "de")

ROOMY = {"rule": "place-hand", "count": "hand", "below": 5}
CHANGES: dict[str, dict[str, Any]] = {
    "another guard": over(guards={"hand_has_room": ROOMY}, zones={"hand": {"at_most": 5}}),
    "another transition": over(
        transition=[
            {**row(id="place-hand", rule="place-hand", on="hand", card="picked"), "from": "place"}
            | {"when": ["room_for_five"], "do": ["place_in_hand"], "to": "play"}
        ],
        guards={"room_for_five": ROOMY},
        zones={"hand": {"at_most": 5}},
    ),
    "no transition": over(remove={"transition": ["place-hand"]}),
    "another rule for it": over(
        rules={"mine": {"source": "us"}},
        guards={"hand_has_room": {**ROOMY, "rule": "mine"}},
        zones={"hand": {"at_most": 5}},
    ),
    "a limit that is a sum": over(limits={"hand": ["players", "price"]}),
    "a zone that holds more": over(
        zones={"hand": {"at_most": 5}}, guards={"hand_has_room": {**ROOMY, "rule": "play"}}
    ),
}
"""Ways in which a hand may no longer hold two cards."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", CHANGES)
def test_a_rule_that_a_file_changes_is_never_told_as_it_was(name: str, lang: Language) -> None:
    rules = load_ruleset(CHANGES[name])
    before = STANDARD.text[lang].rules["place-hand"]
    assert "place-hand" not in rules.text[lang].rules
    told = [rule_text(rules, rule, lang) for rule in rules.rules]
    assert before["other"].replace("{hand}", "2") not in told  # type: ignore[index] # it chooses
    assert rule_text(rules, "place-hand", lang) == sentence(
        "untold", "rule", {"source": "the rulebook"}, lang
    )
    kept = {"deck", "pick", "price"}
    assert kept <= {*rules.text[lang].rules}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["another guard", "another rule for it"])
def test_a_question_that_a_file_changes_is_never_told_as_it_was(name: str, lang: Language) -> None:
    """Five cards are a full hand: which question stands in the way is told, and nothing untrue."""
    rules = load_ruleset(CHANGES[name])
    assert not {"hand_has_room", "not_hand_has_room"} & {*rules.text[lang].reasons}
    full = table(
        rules=rules, phase="place", picked="42", players=[player("1 2 3 4 5", "50 40"), player()]
    )
    reason = why_not(full, "hand")
    assert reason is not None
    assert reason.rule == rules.guards["hand_has_room"].rule
    told = sentence("reasons", "guard", {"guard": "hand_has_room"}, lang)
    assert reason.text(lang) == f"{told} [{reason.rule}]"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_its_own_sentences_take_the_place_of_those_below(lang: Language) -> None:
    """Those that it gives; in a language in which it gives none, another is spoken."""
    own = {"en": {"rules": {"place-hand": "Five."}, "reasons": {"hand_has_room": "five"}}}
    rules = load_ruleset({**CHANGES["another guard"], "text": own})
    assert rule_text(rules, "place-hand", lang) == "Five."
    full = table(
        rules=rules, phase="place", picked="42", players=[player("1 2 3 4 5", "50 40"), player()]
    )
    reason = why_not(full, "hand")
    assert reason is not None
    assert reason.text(lang) == "five [place-hand]"


def test_sentences_of_what_is_not_changed_stay() -> None:
    same = {name: dict(word) for name, word in STANDARD.document["guards"].items()}
    again = [{**each, "when": each.get("when", [])} for each in STANDARD.document["transition"]]
    rules = load_ruleset(
        over(
            guards=same,
            transition=again,
            limits={"hand": 4},
            zones={"hand": {"table": "all"}},
        )
    )
    assert rules.text == STANDARD.text
    assert rule_text(rules, "place-hand").endswith("at most 4 cards.")


def test_sentences_of_what_is_taken_away_go() -> None:
    rules = load_ruleset(
        over(
            remove={"phase": ["score"], "transition": ["score", "score-pass", "score-nothing"]},
            transition=[
                row(id="play", on="play", card="hand", when=["card_fits"], to="turn-end")
                | {"do": ["extend_line_from_hand"]},
                row(id="play-pass", on="pass", to="turn-end"),
                row(id="play-nothing", on=None, when=["not hand_fits"], to="turn-end"),
            ],
        )
    )
    for lang in LANGUAGES:
        told = rules.text[lang]
        assert not {"score", "play"} & {*told.rules}
        assert "score" not in {*told.verbs, *told.phases, *told.prompts}


def test_ways_for_rules_that_are_taken_away_go() -> None:
    """The word for `pass` in `standard` has a way for the rule of scoring."""
    rows = ["score", "score-pass", "score-nothing"]
    gone = over(
        remove={"rules": ["score"], "phase": ["score"], "transition": rows, "guards": []},
        guards={"line_is_empty": {"rule": "play", "count": "line", "exactly": 0}},
        transition=[
            row(id="play", on="play", card="hand", when=["card_fits"], to="turn-end"),
            row(id="play-pass", on="pass", to="turn-end"),
            row(id="play-nothing", on=None, when=["not hand_fits"], to="turn-end"),
        ],
    )
    rules = load_ruleset(gone)
    assert "score" in STANDARD.text["en"].verbs["pass"]
    assert "score" not in rules.text["en"].verbs["pass"]


def test_a_sentence_is_laid_over_whole() -> None:
    """Not the ways of one among those of another."""
    own = {"by": "hand", "other": "{hand}"}
    rules = load_ruleset(over(text={"en": {"rules": {"place-hand": own}}}))
    assert rules.text["en"].rules["place-hand"] == own
    with pytest.raises(RulesetError, match="chooses by nothing"):
        load_ruleset(over(text={"en": {"rules": {"place-hand": {"other": "{hand}"}}}}))


def test_a_sentence_may_choose_4_deep_and_no_deeper() -> None:
    def choosing(depth: int) -> Any:
        return {"by": "price", "other": choosing(depth - 1)} if depth else "a"

    rules = load_ruleset(over(text={"en": {"rules": {"play": choosing(4)}}}))
    assert rules.text["en"].rules["play"] == choosing(4)
    with pytest.raises(RulesetError) as refused:
        load_ruleset(over(text={"en": {"rules": {"play": choosing(5)}}}))
    assert str(refused.value) == "(data): text.en.rules.play: chooses too deep; make it simpler"


def test_texts_may_be_only_above() -> None:
    over = {"name": "b", "extends": "a", "text": {"en": {"title": "B"}}}
    found: list[Problem] = []
    assert merged({"name": "a"}, over, "x", found)["text"] == over["text"]
    assert "text" not in merged({"name": "a"}, {"name": "b", "extends": "a"}, "x", found)
    assert found == []


def test_what_a_sentence_names() -> None:
    sentence = {"by": "a", "0": "{b} {c_1}", "other": {"by": "d", "other": 3}}
    assert [*parameters_in(sentence)] == ["a", "b", "c_1", "d"]
    assert [*parameters_in("a b {c}")] == ["c"]
    assert [*parameters_in(3)] == []


def test_sentences_are_laid_over_one_by_one() -> None:
    """What one language says anew the others do not say as before: they say nothing of it."""
    rules = load_ruleset(over(text={"es": {"rules": {"pick": "Toma."}, "verbs": {"pick": "Toma"}}}))
    assert rules.text["es"].rules == {**STANDARD.text["es"].rules, "pick": "Toma."}
    assert rules.text["es"].verbs == {**STANDARD.text["es"].verbs, "pick": "Toma"}
    for lang in ("en", "de"):
        before, now = STANDARD.text[lang], rules.text[lang]
        assert {*before.rules} - {*now.rules} == {*before.verbs} - {*now.verbs} == {"pick"}
        assert (now.phases, now.prompts) == (before.phases, before.prompts)
        assert rule_text(rules, "pick", lang) == "Toma."


@pytest.mark.parametrize(
    "changes",
    [
        {"title": "Mine"},
        {"title": "Mine", "text": {"en": {"title": "Mine"}}},
        {"title": "Mine", "text": {"de": {"title": "Mine"}}},
        {"text": {"en": {"title": "Mine"}}},
    ],
)
def test_a_title_does_not_survive_another(changes: dict[str, Any]) -> None:
    rules = load_ruleset(over(**changes))
    below = [title(load_ruleset("children"), lang) for lang in LANGUAGES]
    assert below[0] != below[1] != below[2]
    assert {title(rules, lang) for lang in LANGUAGES} <= {"Mine", rules.title}
    once_more = load_ruleset({**over(**changes), "extends": "children"})
    for lang in LANGUAGES:
        assert title(once_more, lang) in {"Mine", once_more.title}


# -- what it costs --------------------------------------------------------------------------------


BROKEN = Path(__file__).parent / "data/broken"


@pytest.mark.parametrize("path", sorted(BROKEN.glob("*.toml")), ids=lambda path: path.stem)
def test_a_broken_file_is_not_loaded(path: Path) -> None:
    """All that its first lines say is told, but for what only a game at random finds."""
    lines = [line for line in path.read_text("utf-8").splitlines() if line[:10] == "# expect: "]
    if all(", in a game of " in line for line in lines):
        assert load_ruleset(path).name == "mine"
        return
    with pytest.raises(RulesetError) as refused:
        load_ruleset(path)
    told = str(refused.value)
    assert [line for line in lines if line[10:] not in told] == []
