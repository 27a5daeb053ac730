"""Tests of rule files: what they may contain, and that all mistakes are reported."""

from __future__ import annotations

import copy
import hashlib
import json
import pickle
import re
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from lineit import Game, RulesetError, load_ruleset, why_not
from lineit.conformance.schemas import rules_schema
from lineit.conformance.trial import trial
from lineit.engine import effects, guards
from lineit.engine.counts import NUMBERS
from lineit.model.bounds import short
from lineit.model.errors import Problem
from lineit.model.ruleset import Language
from lineit.model.zones import ZONES
from lineit.rules.check import MOST_WORDS
from lineit.rules.inherited_texts import parameters_in, still_true
from lineit.rules.load import is_built_in, ruleset_names
from lineit.rules.overlay import merged
from lineit.rules.problem_ids import MUST_REFUSE, OWN, SHOULD_REFUSE
from lineit.rules.read import short_path
from lineit.rules.words import did_you_mean
from lineit.rules.work import work_of
from lineit.saves.records import record_json
from lineit.text.catalog import sentence
from lineit.text.narrate import rule_text, title
from support.files import HEAD, file, refuse_in
from support.paths import ROOT, TESTS
from support.tables import STANDARD, over, player, table
from support.work import limited_work


def transition(**fields: Any) -> dict[str, Any]:
    """Return a valid transition with these fields changed."""
    return {"id": "mine", "rule": "play", "from": "play", "to": "score", "on": "mine", **fields}


def test_the_phases_of_standard() -> None:
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


def test_limits_of_an_overlay_replace_those_of_the_base() -> None:
    mine = load_ruleset(over(limits={"hand": 3}))
    assert (mine.limits["hand"], mine.limits["price"]) == (3, STANDARD.limits["price"])
    assert mine.transitions == STANDARD.transitions
    assert mine != STANDARD


def test_transitions_are_replaced_in_place_added_at_the_end_and_removed() -> None:
    mine = load_ruleset(
        over(
            transition=[
                {"id": "play-pass", "rule": "play", "from": "play", "on": "no", "to": "score"},
                transition(),
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


def test_a_mistake_in_the_base_is_reported_for_the_base(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(
        'format = 2\nname = "base"\nextends = "standard"\n[limits]\nhadn = 4\n'
    )
    (tmp_path / "mine.toml").write_text('format = 2\nname = "mine"\nextends = "base"\n')
    with pytest.raises(RulesetError, match=r"base\.toml: limits\.hadn: is not used by any word"):
        load_ruleset(tmp_path / "mine.toml")


def test_the_digest_does_not_depend_on_the_order_of_limits() -> None:
    one = load_ruleset(over(limits={"hand": 3, "price": 2}))
    other = load_ruleset(over(limits={"price": 2, "hand": 3}))
    assert one == other
    assert hash(one) == hash(other)
    assert one != load_ruleset(over(limits={"hand": 3, "price": 1}))


RED = {"name": "red", "symbol": "heart", "glyph": "♥"}

LEFT = MOST_WORDS - work_of(STANDARD)
"""Number of simple words that may be added to those of `standard`."""

REST = (LEFT - 1) % 20 + 1
WORK = {
    "twenty": {"all": ["line_is_empty"] * 20},
    "hundred": {"all": ["twenty"] * 5},
    "rest": {"all": ["line_is_empty"] * REST},
}
EFFECTS = {"turns": {"do": ["next_turn"] * 20}}
MOST = ["hundred"] * ((LEFT - REST) // 100) + ["twenty"] * ((LEFT - REST) % 100 // 20) + ["rest"]
"""As many guards as may be added to those of `standard`."""

ABOUT_SOME = {
    "anybody": {"rule": "play", "some": "players", "all": ["line_is_empty"]},
    "somebody": {"rule": "play", "some": "players", "all": ["anybody"]},
}
SIX_TWENTIES = ["twenty"] * 6

MISTAKES: list[tuple[dict[str, Any], str]] = [
    (
        over(limits={"hadn": 3}),
        "limits.hadn: is not used by any word, zone or text; did you mean hand?",
    ),
    (
        over(limits={"hadn": 3, "hand": 3}),
        "limits.hadn: is not used by any word, zone or text; use it, or remove it",
    ),
    (over(limits={"hand": "3"}), "limits.hand: must be a whole number or a list, but is '3'"),
    (over(limits={"hand": True}), "limits.hand: must be a whole number or a list, but is True"),
    (over(limits={"hand": -1}), "limits.hand: must be from 0 to 1000, but is -1"),
    (
        over(limits={"hand": "a; b c"}),
        "limits.hand: must be a whole number or a list, but is 'a; b c'",
    ),
    (over(remove={"phase": "a; b"}), "remove.phase: must be a list, but is 'a; b'"),
    (
        over(guards={"hand_has_room-x": {"all": ["is_bet"]}}),
        "guards.hand_has_room-x: must match [a-z][a-z0-9_]*, but is 'hand_has_room-x'",
    ),
    (over(limits=3), "limits: must be a table"),
    (over(title="a\nb"), "title: must be a line of text, but is 'a\\nb'"),
    (over(format=3), "format: must be one of 2, but is 3"),
    (over(colour="red"), "colour: is not known here"),
    (
        over(transition=[transition(when="card_fits")]),
        "transition mine: when must be a list, but is 'card_fits' [play]",
    ),
    (over(transition=[transition(on=3)]), "transition mine: on must be a text, but is 3 [play]"),
    (
        over(transition=[transition(card="deck")]),
        "transition mine: asks for a card of the deck, which no player sees [play]; name a zone"
        " that the player sees",
    ),
    (
        over(transition=[{"id": "mine"}]),
        "transition mine: rule is missing"
        "\ntransition mine: from is missing"
        "\ntransition mine: to is missing",
    ),
    (over(transition=["mine"]), "transition number 22: must be a table, but is 'mine'"),
    (
        over(transition=[transition(rule="plya")]),
        "transition mine: there is no rule plya; did you mean play?",
    ),
    (
        over(transition=[transition(when=["card_fit"], card="hand")]),
        "transition mine: there is no guard card_fit [play]; did you mean card_fits?",
    ),
    (
        over(transition=[transition(do=["score_lines"])]),
        "transition mine: there is no effect score_lines [play]; did you mean score_line?",
    ),
    (
        over(transition=[transition(when=["stopped"], do=["stop"])]),
        "transition mine: there is no guard stopped [play]; it is built in: add"
        " stopped = { rule = … } to [guards]"
        "\ntransition mine: there is no effect stop [play]; it is built in: add"
        " stop = { rule = … } to [effects]",
    ),
    (
        over(transition=[transition(to="scored")]),
        "transition mine: there is no phase scored [play]; did you mean score?",
    ),
    (
        over(transition=[transition(**{"from": "plai"})]),
        "transition mine: there is no phase plai [play]; did you mean play?",
    ),
    (over(start="deel"), "start: there is no phase deel; did you mean deal?"),
    (
        over(transition=[transition(when=["card_fits"])]),
        "transition mine: card_fits is about a card, but the transition names none [play];"
        " add card = …",
    ),
    (
        over(transition=[transition(do=["extend_line"])]),
        "transition mine: extend_line is about a card, but the transition names none [play];"
        " add card = …",
    ),
    (
        over(transition=[{k: v for k, v in transition(card="hand").items() if k != "on"}]),
        "transition mine: names a card, but has no action that chooses it [play]; add on = …,"
        " or remove card",
    ),
    (
        over(transition=[transition(**{"from": "deal"})]),
        "transition mine: waits for an action, but deal goes on by itself [play]; remove on",
    ),
    (
        over(transition=[transition(**{"from": "over"})]),
        "transition mine: leads out of over, which is an end [play]; remove the transition",
    ),
    (
        over(transition=[transition(on="pass")]),
        "transition mine: is never reached: play-pass comes first and has no when [play];"
        " change the order, or add a when",
    ),
    (
        over(transition=[transition(on="play", card="market", when=["card_fits"])]),
        "transition mine: takes its card from another zone than play, with the same action"
        " [play]; give them different actions"
        "\ntransition mine: is never reached: play comes first and requires no more [play];"
        " change the order, or add a when",
    ),
    (
        over(transition=[{"id": "mine", "rule": "play", "from": "play", "to": "score"}]),
        "phase play: never waits for the player: mine has no when [play]; add a when",
    ),
    (
        over(remove={"transition": ["cleanup"]}),
        "phase turn-end: may have no open transition [turn-order]; add a last"
        " transition without when"
        "\nphase deal: no end can be reached from it [deal]; add a transition"
        "\nphase pick: no end can be reached from it [pick]; add a transition"
        "\nphase place: no end can be reached from it [place-line]; add a transition"
        "\nphase play: no end can be reached from it [play]; add a transition"
        "\nphase score: no end can be reached from it [score]; add a transition"
        "\nphase turn-end: no end can be reached from it [turn-order]; add a transition"
        "\nphase cleanup: cannot be reached from deal [cleanup]; add a transition to it, or"
        " remove it"
        "\nphase endgame: cannot be reached from deal [end-trigger]; add a transition to it,"
        " or remove it"
        "\nphase final: cannot be reached from deal [final-play]; add a transition to it, or"
        " remove it"
        "\nphase final-score: cannot be reached from deal [final-score]; add a transition to"
        " it, or remove it"
        "\nphase final-turn-end: cannot be reached from deal [turn-order]; add a transition"
        " to it, or remove it"
        "\nphase over: cannot be reached from deal [winner]; add a transition to it, or"
        " remove it",
    ),
    (
        over(phase=[{"name": "rest", "actor": "end", "rule": "play"}]),
        "phase rest: cannot be reached from deal [play]; add a transition to it, or remove it",
    ),
    (
        over(
            phase=[{"name": "rest", "actor": "table", "rule": "play"}],
            transition=[
                transition(to="rest"),
                {**transition(id="stay", to="rest"), "from": "rest", "on": None},
            ],
        ),
        "phase rest: no end can be reached from it [play]; add a transition",
    ),
    (
        over(phase=[{"name": "place", "actor": "player", "rule": "nothing"}]),
        "phase place: there is no rule nothing; use one of bet-any-time, bet-settle,"
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
        "transition winner: there is no phase over [winner]; use one of cleanup, deal,"
        " endgame, final, final-score, final-turn-end, pick, place, play, score,"
        " turn-end",
    ),
    (
        over(phase=[{"name": "over", "actor": "player", "rule": "winner"}]),
        "phase over: offers no action [winner]; add a transition with on"
        '\nphase: there is no end phase; add a phase with actor = "end"',
    ),
    (
        over(remove={"transition": ["plai"]}),
        "remove.transition: there is no 'plai' to remove; did you mean play?",
    ),
    (over(remove={"cards": ["1"]}), "remove.cards: is not known here; did you mean guards?"),
    (
        over(guards={"mine": {}}),
        "guards.mine: there is no built-in guard mine; add count, all or any, or use a built-in"
        " guard: in_direction, turns_left, stopped",
    ),
    (
        over(guards={"mine": {"rule": "play", "some": "hand"}}),
        "guards.mine: there is no built-in guard mine [play]; add count, all or any, or use a"
        " built-in guard: in_direction, turns_left, stopped"
        "\nguards.mine: has some, but neither all nor any [play]; add one",
    ),
    (
        over(guards={"mine": {"rule": "play", "all": ["is_bet"], "any": ["is_bet"]}}),
        "guards.mine: has both all and any [play]; split it into two guards",
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
        "\ntransition next-turn: turns_left is about a card, but the transition names none"
        " [turn-order]; add card = …"
        "\ntransition final-next-turn: turns_left is about a card, but the transition names none"
        " [final-play]; add card = …",
    ),
    (
        over(guards={"turns_left": {}}),
        "guards.turns_left: names no rule; add rule = …, the rule that it stands for",
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
        "effects.all: is made of more than 100 simple words or 10 levels [play]; make it simpler",
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
        "effects.mine: there is no built-in effect mine [play]; add move, token or do, or use a"
        " built-in effect: begin_round, begin_with_first, next_turn, pass_first_player, stop,"
        " settle_bets, name_winners",
    ),
    (
        over(components={"numbers": 1, "bet_copies": 0}),
        "effects.fill_market: takes 7 cards from the deck, which has 1 [deal]; add cards, or"
        " take fewer",
    ),
    (
        over(components={"players": [5, 2]}),
        "components.players: the minimum 5 is greater than the maximum 2 [players]; swap them",
    ),
    (over(components={"players": [2]}), "components.players: must have 2 to 2 entries, but has 1"),
    (
        over(components={"colours": [RED, {**RED, "glyph": "x"}]}),
        "components.colours: lists red 2 times [deck]; keep one",
    ),
    (
        over(phase=[{"name": "rest", "actor": "end", "rule": "play"}] * 2),
        "phase rest: is defined 2 times [play]; keep one",
    ),
    (
        over(transition=[transition(), transition(rule="score")]),
        "transition mine: is defined 2 times [score]; keep one",
    ),
    (over(components={"bets": [3, 3]}), "components.bets: lists 3 2 times [deck]; keep one"),
    (
        over(start="place"),
        "start: a picked card must wait in place, but none is picked yet; begin in another phase",
    ),
    (
        over(transition=[transition(**{"from": "place"})]),
        "transition mine: goes to score with a picked card, but none may wait there [play];"
        " place it first",
    ),
    (
        over(transition=[transition(card="hand", do=["pick_card"])]),
        "transition mine: goes to score with a picked card, but none may wait there"
        " [play]; place it first"
        "\ntransition mine: pick_card takes the card from the market, but it is not there"
        " [play]; use another effect or another order",
    ),
    (
        over(transition=[transition(card="hand", do=["play_from_hand", "play_from_hand"])]),
        "transition mine: play_from_hand takes the card from the hand, but it is not there"
        " [play]; use another effect or another order",
    ),
    (
        over(
            transition=[
                transition(card="hand", when=["card_fits"], do=["next_turn", "play_from_hand"])
            ]
        ),
        "transition mine: play_from_hand takes the card from the hand, but it is not there"
        " [play]; use another effect or another order",
    ),
    (
        over(transition=[transition(**{"from": "pick"}, card="market", do=["pick_card"])]),
        "transition mine: goes to score with a picked card, but none may wait there"
        " [play]; place it first",
    ),
    (
        over(transition=[transition(to="place")]),
        "transition mine: goes to place without a picked card, but one must wait there"
        " [play]; pick one first",
    ),
    (
        over(
            transition=[
                transition(card="hand"),
                transition(id="other", card="hand", when=["card_fits"]),
            ]
        ),
        "transition other: is never reached: mine comes first and has no when [play]; change"
        " the order, or add a when",
    ),
    (
        over(guards=ABOUT_SOME, transition=[transition(when=["somebody"])]),
        "guards.somebody: nests questions about some player [play]; keep one of them",
    ),
    (
        over(guards=WORK, transition=[transition(when=[*MOST, "line_is_empty"])]),
        "transition: all together use 1001 simple words, but at most 1000 are"
        " allowed; use fewer words",
    ),
    (
        over(
            effects=EFFECTS,
            transition=[transition(when=["hundred"] * 9, do=["turns"] * 2)],
            guards=WORK,
        ),
        f"transition: all together use {940 + work_of(STANDARD)} simple words,"
        " but at most 1000 are allowed; use fewer words",
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
        'zones.jackpots: has no owner who could see it [cleanup]; write "all" or "nobody"'
        "\nzones.hand: may hold at most -1 cards [place-hand]; use 0 or more"
        '\nzones.line: is always open to all [direction]; write table = "all", perfect = "all"',
    ),
    (
        over(text={"en": {"reasons": {"card_fits": "{count}", "not_card_fits": "{count}"}}}),
        "text.en.reasons.card_fits: uses {count}, but the guard counts nothing; remove {count}"
        "\ntext.en.reasons.not_card_fits: uses {count}, but the guard counts nothing;"
        " remove {count}",
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
        "text.en.rules.play: is empty; write a text"
        "\ntext.en.verbs.line: has a character that cannot be printed; remove it",
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
        "text.en.verbs.pass: has an entry for rest, a value that rule never has; remove or"
        " correct it"
        "\ntext.en.reasons.in_direction: has an entry for up, a value that direction never has;"
        " remove or correct it"
        "\ntext.en.events.settle_bets: has an entry for drawn, a value that outcome never has;"
        " remove or correct it"
        "\ntext.en.events.discard_bets: has an entry for box, a value that from never has; remove"
        " or correct it"
        "\ntext.en.events.keep_rest: has an entry for bank, a value that to never has; remove or"
        " correct it",
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
        "extends: there is no ruleset 'chess'; use one of bga, blind-pick, brave,"
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
def test_a_mistake_is_reported(data: dict[str, Any], message: str) -> None:
    """There is a line for each problem; the mend of a wrong shape is left out here."""
    with pytest.raises(RulesetError) as refused:
        load_ruleset(data)
    told = str(refused.value).replace("; see spec/README.md for what is allowed", "")
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
def test_a_guard_about_the_card_needs_a_card(word: dict[str, Any]) -> None:
    guards = {"mine": {"rule": "play", **word}}
    load_ruleset(over(guards=guards, transition=[transition(card="hand", when=["mine"])]))
    with pytest.raises(RulesetError) as refused:
        load_ruleset(over(guards=guards, transition=[transition(when=["mine"])]))
    found = "mine is about a card, but the transition names none [play]; add card = …"
    assert str(refused.value) == f"(data): transition mine: {found}"


@pytest.mark.parametrize(
    "word",
    [
        {"count": "line", "of": "red", "at_least": 1},
        {"count": "line", "that": ["is_bet"], "at_least": 1},
        {"some": "hand", "all": ["card_fits"]},
        {"count": "points", "at_least": 9},
    ],
)
def test_a_guard_about_other_cards_needs_no_card(word: dict[str, Any]) -> None:
    guards = {"mine": {"rule": "play", **word}}
    load_ruleset(over(guards=guards, transition=[transition(when=["mine"])]))


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
def test_an_effect_about_the_card_needs_a_card(word: dict[str, Any]) -> None:
    effects = {"mine": {"rule": "play", **word}}
    load_ruleset(over(effects=effects, transition=[transition(card="hand", do=["mine"])]))
    with pytest.raises(RulesetError) as refused:
        load_ruleset(over(effects=effects, transition=[transition(do=["mine"])]))
    found = "mine is about a card, but the transition names none [play]; add card = …"
    assert str(refused.value) == f"(data): transition mine: {found}"


def test_all_mistakes_are_reported_at_once() -> None:
    data = over(
        limits={"hand": -1, "prize": 3},
        transition=[transition(on=3, when=3), transition(id="other", to="Q")],
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
    with pytest.raises(
        RulesetError, match="extends: is in a circle or more than 8 files deep: b → a → b"
    ):
        load_ruleset(tmp_path / "a.toml")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"format = ", "is not TOML"),
        (b"\xff\xfe", "is not UTF-8 text"),
        (b"a = " + b"[\n" * 30_000, "is nested too deep"),
        (b"a = " + b"9" * 10_000, "has a line of more than 400 characters"),
        (b"#\n" * 300_000, "is larger than 65536 bytes"),
    ],
)
def test_a_file_that_is_not_a_rule_file(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "mine.toml").write_bytes(content)
    with pytest.raises(RulesetError, match=message):
        load_ruleset(tmp_path / "mine.toml")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match="is not a file; check the path"):
        load_ruleset(tmp_path / "mine.toml")


SCHEMA = Draft202012Validator(rules_schema())


@pytest.mark.parametrize("path", [*(ROOT / "spec/rulesets").glob("*.toml")], ids=lambda p: p.stem)
def test_the_schema_takes_every_ruleset(path: Path) -> None:
    Draft202012Validator.check_schema(rules_schema())
    SCHEMA.validate(tomllib.loads(path.read_text("utf-8")))


@pytest.mark.parametrize(("data", "message"), MISTAKES)
def test_the_schema_and_the_library_agree_on_shapes(data: dict[str, Any], message: str) -> None:
    """The schema refuses exactly what the library calls a fault of shape."""
    with pytest.raises(RulesetError) as refused:
        load_ruleset(data)
    told = str(refused.value)
    signs = ("see spec/README.md", "is not the name of a ruleset", "is not known here")
    shape = any(sign in told for sign in signs)
    assert SCHEMA.is_valid(data) is not shape, message


def test_every_built_in_word_is_in_the_readme() -> None:
    """A rule file can so be read without Python. The page has no other words."""
    page = (ROOT / "spec/README.md").read_text("utf-8")
    for kind, known in (("guards", guards.BUILT_IN), ("effects", effects.BUILT_IN)):
        told = page.partition(f" Built-in {kind}\n")[2].partition("\n#")[0]
        assert set(re.findall(r"^\| `([a-z_]+)` \|", told, re.MULTILINE)) == set(known)


def test_a_ruleset_is_shown_by_its_name() -> None:
    assert str(STANDARD) == "standard"
    assert repr(STANDARD) == f"<Ruleset standard {STANDARD.digest[:8]}>"


def test_what_is_built_in() -> None:
    """Another title makes rules with a built-in name different from the built-in ones."""
    titled = load_ruleset({**over(title="Mine"), "name": "standard"})
    found = [is_built_in(rules) for rules in (STANDARD, titled, load_ruleset(over()))]
    assert found == [True, False, False]


def test_a_game_may_be_for_one_number_of_players() -> None:
    assert load_ruleset(over(components={"players": [3, 3]})).components.players == (3, 3)


def test_a_deck_may_be_one_market() -> None:
    assert len(load_ruleset(over(components={"numbers": 7, "bet_copies": 0})).cards) == 7


def test_at_most_30_known_words_are_suggested() -> None:
    known = [f"w{number}" for number in range(10, 41)]
    assert did_you_mean("chess", known) == f"use one of {', '.join(known[:30])}"
    assert did_you_mean("chess", []) == "remove it: there are none"


def test_rules_may_use_1000_words() -> None:
    """The mistakes above have one word more."""
    load_ruleset(over(guards=WORK, transition=[transition(when=MOST)]))


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
        transition=[transition(id="play-nothing", on=None, when=["not a", "not b"])],
    ),
    "a number from 30 to 50, or a Bet card, which has none": over(
        guards={
            "high": {"rule": "play", "count": "number", "at_least": 30},
            "low": {"rule": "play", "count": "number", "at_most": 50},
            "higher": {"rule": "play", "count": "number", "at_least": 60},
        },
        transition=[
            transition(id="a", on="a", card="hand", when=["high", "low"]),
            transition(id="b", on="b", card="hand", when=["low", "higher"]),
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
            transition(id=zone, on=zone, card=zone)
            for zone in ("market", "hand", "line", "discard", "jackpots", "scored")
        ],
    ),
    "a card of a zone that now lies open": over(
        zones={"deck": {"table": "all", "perfect": "all"}}, transition=[transition(card="deck")]
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
        transition=[transition(when=["bets", "bet", "not somebody", "piles", "deck"])],
    ),
    "a draw from the deck while it has cards": over(
        guards={"left": {"rule": "pick", "count": "deck", "at_least": "players"}},
        effects={"draw": {"move": "all", "from": "deck", "to": "picked", "first": 1}},
        transition=[transition(**{"from": "pick", "to": "place"}, when=["left"], do=["draw"])],
    ),
    "a hand filled as far as it goes": over(
        effects={"draw": {"move": "all", "from": "deck", "to": "hand", "up_to": "hand"}},
        transition=[transition(do=["draw"])],
    ),
    "a hand filled where it has room": over(
        effects={
            "draw": {"move": "all", "from": "deck", "to": "hand", "first": 1},
            "draw_in_room": {"when": ["hand_has_room"], "do": ["draw", "next_turn"]},
            "empty": {"move": "all", "from": "hand", "to": "discard"},
        },
        transition=[
            transition(id="a", on="a", do=["draw_in_room", "draw_in_room"]),
            transition(id="b", on="b", do=["empty", "draw", "draw"]),
            transition(id="c", on="c", when=["hand_has_room"], do=["draw"]),
        ],
    ),
    "a picked card on its way through a phase": over(
        phase=[{"name": "look", "actor": "player", "rule": "pick"}],
        transition=[
            {
                **transition(),
                "id": "pick",
                "on": "pick",
                "from": "pick",
                "card": "market",
                "to": "look",
            }
            | {"do": ["pick_card"]},
            {**transition(), "id": "look", "on": "look", "from": "look", "to": "place"},
        ],
    ),
    "a Bet card that a guard keeps from the jackpots": over(
        effects={"away": {"move": "card", "from": "hand", "to": "jackpots"}},
        transition=[
            transition(id="a", on="a", card="hand", when=["not is_bet"], do=["away"]),
            transition(id="b", on="b", card="hand", when=["in_direction"], do=["away"]),
        ],
    ),
    "jackpots where there are no Bet cards": over(
        components={"bets": []},
        effects={"away": {"move": "card", "from": "hand", "to": "jackpots"}},
        transition=[transition(card="hand", do=["away"])],
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
def test_valid_rules_are_loaded_and_can_be_played(name: str) -> None:
    rules = load_ruleset(RIGHT[name])
    assert SCHEMA.is_valid(RIGHT[name])
    for problem in trial(rules, "mine.toml"):  # that a player has nothing to do, at the worst
        assert problem.where.startswith("phase ")


def test_an_overlay_may_change_one_rule_of_the_box() -> None:
    rules = load_ruleset(RIGHT["rules of the box, one of them"]).components.rules
    assert (rules.deck, rules.players, rules.tokens) == ("mine", "players", "tokens")


def test_an_overlay_may_change_one_key_of_a_zone() -> None:
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
            {
                **transition(id="place-hand", rule="place-hand", on="hand", card="picked"),
                "from": "place",
            }
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
"""Changes after which a hand may hold another number of cards."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_rule_loses_its_inherited_sentence(name: str, lang: Language) -> None:
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
def test_a_changed_guard_loses_its_inherited_sentence(name: str, lang: Language) -> None:
    """A full hand has five cards. The reason names the guard, without the old sentence."""
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
def test_sentences_of_an_overlay_replace_inherited_ones(lang: Language) -> None:
    """In a language without a new sentence, that of another language is used."""
    own = {"en": {"rules": {"place-hand": "Five."}, "reasons": {"hand_has_room": "five"}}}
    rules = load_ruleset({**CHANGES["another guard"], "text": own})
    assert rule_text(rules, "place-hand", lang) == "Five."
    full = table(
        rules=rules, phase="place", picked="42", players=[player("1 2 3 4 5", "50 40"), player()]
    )
    reason = why_not(full, "hand")
    assert reason is not None
    assert reason.text(lang) == "five [place-hand]"


def test_sentences_of_unchanged_rules_are_kept() -> None:
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


def test_sentences_of_removed_names_are_removed() -> None:
    rules = load_ruleset(
        over(
            remove={"phase": ["score"], "transition": ["score", "score-pass", "score-nothing"]},
            transition=[
                transition(id="play", on="play", card="hand", when=["card_fits"], to="turn-end")
                | {"do": ["extend_line_from_hand"]},
                transition(id="play-pass", on="pass", to="turn-end"),
                transition(id="play-nothing", on=None, when=["not hand_fits"], to="turn-end"),
            ],
        )
    )
    for lang in LANGUAGES:
        told = rules.text[lang]
        assert not {"score", "play"} & {*told.rules}
        assert "score" not in {*told.verbs, *told.phases, *told.prompts}


def test_choices_for_removed_rules_are_removed() -> None:
    """The text for `pass` in `standard` has a choice for the rule of scoring."""
    transitions = ["score", "score-pass", "score-nothing"]
    gone = over(
        remove={"rules": ["score"], "phase": ["score"], "transition": transitions, "guards": []},
        guards={"line_is_empty": {"rule": "play", "count": "line", "exactly": 0}},
        transition=[
            transition(id="play", on="play", card="hand", when=["card_fits"], to="turn-end"),
            transition(id="play-pass", on="pass", to="turn-end"),
            transition(id="play-nothing", on=None, when=["not hand_fits"], to="turn-end"),
        ],
    )
    rules = load_ruleset(gone)
    assert "score" in STANDARD.text["en"].verbs["pass"]
    assert "score" not in rules.text["en"].verbs["pass"]


def test_a_sentence_is_replaced_as_a_whole() -> None:
    """The choices of two sentences are not mixed."""
    own = {"by": "hand", "other": "{hand}"}
    rules = load_ruleset(over(text={"en": {"rules": {"place-hand": own}}}))
    assert rules.text["en"].rules["place-hand"] == own
    with pytest.raises(RulesetError, match="has no by"):
        load_ruleset(over(text={"en": {"rules": {"place-hand": {"other": "{hand}"}}}}))


def test_the_choices_of_a_sentence_may_be_4_deep_and_no_deeper() -> None:
    def choosing(depth: int) -> Any:
        return {"by": "price", "other": choosing(depth - 1)} if depth else "a"

    rules = load_ruleset(over(text={"en": {"rules": {"play": choosing(4)}}}))
    assert rules.text["en"].rules["play"] == choosing(4)
    with pytest.raises(RulesetError) as refused:
        load_ruleset(over(text={"en": {"rules": {"play": choosing(5)}}}))
    assert str(refused.value) == (
        "(data): text.en.rules.play: has choices more than 4 levels deep; make it simpler"
    )


def test_a_sentence_with_a_limit_that_is_no_longer_a_plain_number_is_removed() -> None:
    """A sum of limits has no value that a sentence could name."""
    rules: dict[str, Any] = {"pick": {}, "play": {}, "score": {}}
    chosen = {"by": "price", "other": "{hand}"}
    text = {"en": {"rules": {"pick": "Up to {hand}.", "play": "Up to {price}.", "score": chosen}}}
    below = {"limits": {"hand": 2, "price": 3}, "rules": rules}
    now = {"limits": {"hand": ["players"], "price": 3}, "rules": rules}
    assert still_true(text, below, now) == {"en": {"rules": {"play": "Up to {price}."}}}
    assert still_true(text, below, below) == text


def test_an_unused_limit_of_a_whole_file_is_reported() -> None:
    whole = {**STANDARD.document, "limits": {**STANDARD.document["limits"], "spare": 3}}
    with pytest.raises(RulesetError) as refused:
        load_ruleset(whole)
    assert str(refused.value) == (
        "(data): limits.spare: is not used by any word, zone or text; use it, or remove it"
    )


def test_only_the_overlay_may_have_texts() -> None:
    over = {"name": "b", "extends": "a", "text": {"en": {"title": "B"}}}
    found: list[Problem] = []
    assert merged({"name": "a"}, over, "x", found)["text"] == over["text"]
    assert "text" not in merged({"name": "a"}, {"name": "b", "extends": "a"}, "x", found)
    assert found == []


def test_the_parameters_of_a_sentence() -> None:
    sentence = {"by": "a", "0": "{b} {c_1}", "other": {"by": "d", "other": 3}}
    assert [*parameters_in(sentence)] == ["a", "b", "c_1", "d"]
    assert [*parameters_in("a b {c}")] == ["c"]
    assert [*parameters_in(3)] == []


def test_sentences_are_replaced_one_by_one() -> None:
    """A new sentence in one language removes the old ones in the other languages."""
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
def test_another_title_replaces_all_inherited_titles(changes: dict[str, Any]) -> None:
    rules = load_ruleset(over(**changes))
    below = [title(load_ruleset("children"), lang) for lang in LANGUAGES]
    assert below[0] != below[1] != below[2]
    shown = {title(rules, lang).partition(" (mine ")[0] for lang in LANGUAGES}
    assert shown <= {"Mine", rules.title}
    once_more = load_ruleset({**over(**changes), "extends": "children"})
    for lang in LANGUAGES:
        assert title(once_more, lang).partition(" (mine ")[0] in {"Mine", once_more.title}


# -- what it costs --------------------------------------------------------------------------------


BROKEN = TESTS / "data/broken"


@pytest.mark.parametrize("path", sorted(BROKEN.glob("*.toml")), ids=lambda path: path.stem)
def test_a_broken_file_is_not_loaded(path: Path) -> None:
    """All problems in its first lines are reported, except those that only random games find."""
    lines = [line for line in path.read_text("utf-8").splitlines() if line[:10] == "# expect: "]
    if all(", in a game of " in line for line in lines):
        assert load_ruleset(path).name == "mine"
        return
    with pytest.raises(RulesetError) as refused:
        load_ruleset(path)
    told = str(refused.value)
    assert [line for line in lines if line[10:] not in told] == []


def wrong(rules: Any) -> list[str]:
    with pytest.raises(RulesetError) as error:
        load_ruleset(rules)
    for problem in error.value.problems:
        assert isinstance(problem.file, str)
        assert isinstance(problem.where, str)
        assert isinstance(problem.mend, str)
        assert problem.id in {**MUST_REFUSE, **SHOULD_REFUSE, **OWN}
    return [str(problem) for problem in error.value.problems]


def test_what_is_not_a_ruleset() -> None:
    assert wrong(3) == ["(data): 3 is not a ruleset; give a name, a path or a table"]
    assert load_ruleset(STANDARD) is STANDARD
    known = ", ".join(ruleset_names())
    assert wrong("chess") == [
        f"there is no ruleset 'chess'; use one of {known}, or a path that ends in .toml"
    ]
    assert wrong(over(extends="chess")) == [
        "(data): extends: there is no ruleset 'chess';"
        f" use one of {known}, or a path that ends in .toml"
    ]
    assert wrong(over(extends="a/b")) == [
        "(data): extends: 'a/b' is not the name of a ruleset;"
        " name a built-in ruleset, or a file of the same folder without its .toml"
    ]


def test_data_may_have_5000_values_and_no_more() -> None:
    few = "(data): has more than 5000 values; keep only what differs from the base"
    assert wrong({"a": [1] * 4997})[0] != few  # the table, its key, the list, and these
    assert wrong({"a": [1] * 4998}) == [few]


def test_data_may_be_10_deep_and_no_deeper() -> None:
    deep: Any = 1
    for _ in range(9):
        deep = [deep]
    told = "(data): is nested too deep; use at most 10 levels"
    assert wrong({"a": deep})[0] != told
    assert wrong({"a": [deep]}) == [told]
    assert wrong({"a": {"b": [deep]}}) == [told]


def test_a_text_in_data_may_have_1000_characters_and_no_more() -> None:
    told = f"(data): has a text of more than 1000 characters, {short('x' * 1001)}; make it shorter"
    assert wrong({"a": "x" * 1000})[0] != told
    assert wrong({"a": "x" * 1001}) == [told]
    assert wrong({"x" * 1001: "a"}) == [told]


def test_a_key_in_data_is_a_text() -> None:
    assert wrong({"a": {3: 1}}) == ["(data): has a key that is not a text, 3; make it a text"]
    assert load_ruleset(over(components={"bets": (3, 4)})).components.bets == (3, 4)


def test_at_most_100_problems_are_reported() -> None:
    assert len(wrong({f"a{number}": 1 for number in range(10)})) < 100
    told = wrong({f"a{number}": 1 for number in range(120)})
    most = len(wrong({}))
    assert len(told) == 101
    assert told[-1] == "(data): has more problems; mend those above first"
    told = wrong({f"a{number}": 1 for number in range(100 - most)})
    assert len(told) == 100
    assert "more problems" not in told[-1]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("format = ", "is not TOML: Invalid value (at end of document); correct it there"),
        (b"\xff\xfe", "is not UTF-8 text; save it as UTF-8"),
        ("a = " + "[\n" * 9000, "is nested too deep; use at most 10 levels"),
        ("a = [[[[[[[[[[[]]]]]]]]]]]", "is nested too deep; use at most 10 levels"),
        (f"#{'x' * 400}\n", "has a line of more than 400 characters; break the line"),
        (
            "#\n" * 32769,
            "is larger than 65536 bytes; keep only what differs from the base",
        ),
    ],
)
def test_content_that_is_not_a_rule_file(tmp_path: Path, content: str | bytes, told: str) -> None:
    path = file(tmp_path, "mine", content)
    assert wrong(path) == [f"{path}: {told}"]


@pytest.mark.parametrize(
    "content", [HEAD + "#\n" * 32745, f"{HEAD}#{'x' * 399}\n", "\ufeff" + HEAD]
)
def test_a_rule_file_of_the_maximum_size(tmp_path: Path, content: str) -> None:
    assert len(content) == 65536 or len(content) < 500
    assert load_ruleset(file(tmp_path, "mine", content)).name == "mine"


def test_a_number_of_many_digits_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python can be configured to refuse such a number."""

    def refuse(_: str) -> Any:
        raise ValueError("Exceeds the limit (640 digits) for integer string conversion")

    monkeypatch.setattr(tomllib, "loads", refuse)
    path = file(tmp_path, "mine", HEAD)
    assert wrong(path) == [f"{path}: has a number with too many digits; use a smaller number"]


def test_a_file_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = file(tmp_path, "mine", HEAD)
    refuse_in(tmp_path, monkeypatch)
    assert wrong(path) == [f"{path}: cannot be read: Permission denied; check the path"]
    assert wrong(tmp_path / "no.toml") == [f"{tmp_path}/no.toml: is not a file; check the path"]


def test_a_long_path_is_shown_by_its_end() -> None:
    assert short_path(Path("x" * 300)) == "x" * 300
    assert short_path(Path("x" * 301)) == f"…{'x' * 299}"


def test_the_base_may_not_lie_in_another_folder(tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "outside.toml").symlink_to(file(tmp_path, "secret", HEAD))
    path = file(folder, "mine", HEAD.replace("standard", "outside"))
    assert wrong(path) == [
        f"{path}: extends: outside leads out of the folder; copy the file into the folder"
    ]


def test_rule_files_may_extend_one_another_8_deep(tmp_path: Path) -> None:
    for number in range(10):
        below = f"f{number + 1}" if number < 9 else "standard"
        file(tmp_path, f"f{number}", f'format = 2\nname = "f{number}"\nextends = "{below}"\n')
    assert load_ruleset(tmp_path / "f2.toml").lineage[-1] == "standard"
    chain = " → ".join(f"f{number}" for number in range(2, 10))
    assert wrong(tmp_path / "f1.toml") == [
        f"{tmp_path}/f9.toml: extends: is in a circle or more than 8 files deep: {chain} →"
        " standard; let one of them extend standard"
    ]


def test_a_file_does_not_hide_a_built_in_ruleset(tmp_path: Path) -> None:
    file(tmp_path, "standard", HEAD.replace('"standard"', '"mine"'))
    assert load_ruleset(file(tmp_path, "mine", HEAD)).limits == STANDARD.limits


def test_problems_of_base_and_overlay_are_reported_together(tmp_path: Path) -> None:
    base = file(tmp_path, "base", HEAD.replace("mine", "base") + "[limits]\nhadn = 4\n")
    path = file(tmp_path, "mine", HEAD.replace("standard", "base") + "[limits]\nprize = 1\n")
    assert wrong(path) == [
        f"{base}: limits.hadn: is not used by any word, zone or text; did you mean hand?",
        f"{path}: limits.prize: is not used by any word, zone or text; did you mean price?",
    ]
    base = file(tmp_path, "base", HEAD.replace("mine", "base") + '[remove]\nphase = ["rest"]\n')
    assert wrong(path)[0].startswith(f"{base}: remove.phase: there is no 'rest' to remove; ")


def test_a_title_is_not_part_of_the_digest() -> None:
    assert load_ruleset(over(title="Mine")) == load_ruleset(over(title="Yours"))
    assert load_ruleset(over(rules={"house": {"source": "us"}})) == load_ruleset(over())
    whole = load_ruleset(over()).document
    told = {"title", "rules", "lineage", "text"}
    played = {key: value for key, value in whole.items() if key not in told}
    text = json.dumps(played, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert load_ruleset(over()).digest == hashlib.sha256(text.encode()).hexdigest()


def test_a_fault_in_an_entry_is_reported_by_its_name_and_rule() -> None:
    mend = "see spec/README.md for what is allowed"
    transition = {"id": "mine", "rule": "play", "from": "play", "to": "score", "on": "x"}
    for change, told in (
        ({"from": 3}, f"transition mine: from must be a text, but is 3 [play]; {mend}"),
        ({"rule": 3}, f"transition mine: rule must be a text, but is 3; {mend}"),
        ({"id": 3}, f"transition number 22: id must be a text, but is 3 [play]; {mend}"),
        ({"on": "X"}, "transition mine: on must match [a-z][a-z0-9-]*, but is 'X' [play]; " + mend),
    ):
        assert wrong(over(transition=[{**transition, **change}])) == [f"(data): {told}"]
    assert wrong(over(transition=[3])) == [
        f"(data): transition number 22: must be a table, but is 3; {mend}"
    ]
    assert wrong(over(phase=[{"name": "rest", "actor": "who", "rule": "play"}])) == [
        f"(data): phase rest: actor must be one of player, table, end, but is 'who' [play]; {mend}"
    ]
    assert wrong(over(guards={"mine": {"all": 3, "rule": "play"}})) == [
        f"(data): guards.mine.all: must be a list, but is 3 [play]; {mend}"
    ]
    assert wrong(over(effects={"mine": 3})) == [
        f"(data): effects.mine: must be a table, but is 3; {mend}"
    ]
    assert wrong(over(transition=3)) == [f"(data): transition: must be a list, but is 3; {mend}"]
    assert wrong(over(phase=3)) == [f"(data): phase: must be a list, but is 3; {mend}"]


def test_the_problem_of_a_file_that_is_not_toml_is_short(tmp_path: Path) -> None:
    path = file(tmp_path, "mine", f"[{'x' * 390}]\n" * 2)
    begun, ended = f"{path}: is not TOML: ", "; correct it there"
    (told,) = wrong(path)
    assert told.startswith(begun)
    assert told.endswith(ended)
    assert len(told) == len(begun) + 300 + len(ended)


def test_an_empty_rule_file_misses_its_format(tmp_path: Path) -> None:
    path = file(tmp_path, "mine", "")
    assert f"{path}: format: is missing; see spec/README.md for what is allowed" in wrong(path)


def test_an_unknown_key_is_compared_with_the_keys_of_rule_files() -> None:
    """They are not the names of the models: a file has `phase` and `from`."""
    assert wrong(over(phas=[])) == ["(data): phas: is not known here; did you mean phase?"]
    assert wrong(over(limit={})) == ["(data): limit: is not known here; did you mean limits?"]


def test_a_built_in_ruleset_that_extends_another_may_be_extended() -> None:
    assert load_ruleset(over(extends="bga")).lineage == ("bga", "standard")


def test_a_rule_file_cannot_set_its_lineage() -> None:
    assert load_ruleset(over(lineage=["chess"])).lineage == ("standard",)


def test_what_is_wrong_with_removals() -> None:
    mend = "see spec/README.md for what is allowed"
    assert wrong(over(remove=3)) == [f"(data): remove: must be a table, but is 3; {mend}"]
    assert wrong(over(remove={"X": ["a"]})) == [f"(data): remove.X: is not known here; {mend}"]


def test_500_names_of_a_kind_may_be_removed_and_no_more() -> None:
    def told(names: int) -> set[str]:
        with pytest.raises(RulesetError) as refused:
            load_ruleset(over(remove={"rules": [f"rule-{at}" for at in range(names)]}))
        return {problem.message for problem in refused.value.problems}

    assert "there is no 'rule-0' to remove" in told(500)
    assert "must have 0 to 500 entries, but has 501" in told(501)


def test_nothing_can_be_removed_from_a_file_that_has_no_words(tmp_path: Path) -> None:
    base = file(tmp_path, "base", 'format = 2\nname = "base"\n')
    path = file(tmp_path, "mine", HEAD.replace("standard", "base") + '[remove]\nguards = ["x"]\n')
    assert f"{base}: guards: is missing; see spec/README.md for what is allowed" in wrong(path)


def guards_of(*words: list[str]) -> dict[str, Any]:
    """Return guards w0, w1, …, each made of others with `all`."""
    return {f"w{n}": {"rule": "play", "all": parts} for n, parts in enumerate(words)}


FIVE = [["hand_has_room"] * 20] * 5


def test_a_word_may_be_made_of_100_built_in_ones_and_no_more() -> None:
    whole = ["w0", "w1", "w2", "w3", "w4"]
    load_ruleset(over(guards=guards_of(*FIVE, whole)))
    assert wrong(over(guards=guards_of(*FIVE, [*whole, "hand_has_room"]))) == [
        "(data): guards.w5: is made of more than 100 simple words or 10 levels [play];"
        " make it simpler"
    ]


def test_words_may_be_made_of_others_10_deep_and_no_deeper() -> None:
    """The built-in word is one of the ten levels."""
    chain = [["hand_has_room"], *([f"w{n}"] for n in range(9))]
    load_ruleset(over(guards=guards_of(*chain[:9])))
    assert wrong(over(guards=guards_of(*chain))) == [
        "(data): guards.w9: is made of more than 100 simple words or 10 levels [play];"
        " make it simpler"
    ]


def test_an_unknown_word_counts_as_one() -> None:
    told = wrong(over(guards=guards_of(*[["hands_has_room"] * 20] * 5, ["w0"] * 5)))
    assert {*told} == {
        f"(data): guards.w{n}: there is no guard hands_has_room [play]; did you mean hand_has_room?"
        for n in range(5)
    }


def test_the_rules_are_standard_by_default() -> None:
    assert load_ruleset() == STANDARD


@pytest.mark.parametrize(
    ("limit", "kept", "dropped"),
    [
        (
            "hand",
            "hand_fits",
            "hand_has_room",
        ),  # `some = "hand"` is a zone, `below = "hand"` a limit
        ("price", "in_direction", None),
    ],
)
def test_only_the_sentences_of_words_that_use_a_changed_limit_are_dropped(
    limit: str, kept: str, dropped: str | None
) -> None:
    """A limit that becomes a sum can make the sentences untrue of the words that use its number."""
    rules = load_ruleset(over(limits={limit: ["players"]}))
    reasons = rules.text["en"].reasons
    assert {kept, f"not_{kept}"} & {*reasons}
    assert not {dropped, f"not_{dropped}"} & {*reasons}


def test_an_event_is_still_described_if_only_its_rule_has_the_name_of_a_changed_limit() -> None:
    """`keep_rest` has the rule `price`, but does not use the limit `price`; `pay_price` does."""
    events = load_ruleset(over(limits={"price": ["players"]})).text["en"].events
    assert ("keep_rest" in events, "pay_price" in events) == (True, False)


def test_a_new_limit_with_the_name_of_a_zone_is_unused_if_no_number_names_it() -> None:
    with pytest.raises(RulesetError, match=r"limits\.line: is not used by any word, zone or text"):
        load_ruleset(over(limits={"line": 3}))


# -- what games share ---------------------------------------------------------------------------


def test_a_ruleset_cannot_be_changed() -> None:
    """All games of a process share the rulesets that are loaded."""
    standard = load_ruleset("standard")
    tables: list[Any] = [
        standard.limits, standard.rules, standard.guards, standard.effects, standard.zones,
        standard.text, standard.text["en"].rules, standard.text["en"].reasons,
        standard.text["en"].events["pay_price"],
    ]  # fmt: skip
    for shared in tables:
        for change in ("clear", "pop", "popitem", "setdefault", "update"):
            with pytest.raises(TypeError, match="this table cannot be changed"):
                getattr(shared, change)()
        with pytest.raises(TypeError, match="this table cannot be changed"):
            shared["hand"] = 3
        with pytest.raises(TypeError, match="this table cannot be changed"):
            del shared["hand"]
        assert shared == dict(shared) == copy.deepcopy(shared)
        assert pickle.loads(pickle.dumps(shared)) == shared


def test_the_document_of_a_ruleset_is_a_copy() -> None:
    standard = load_ruleset("standard")
    standard.document["limits"]["hand"] = 3
    assert standard.document["limits"]["hand"] == 2
    assert record_json(Game.new(2, seed=1))["rules"] == standard.document


# -- strangers' files ---------------------------------------------------------------------------


def test_a_long_line_is_refused_whatever_ends_lines_elsewhere(tmp_path: Path) -> None:
    """TOML ends a line at a line feed only, not at U+2028 or a form feed."""
    for sign in ("\u2028", "\u0085", "\x0b", "\x0c"):
        path = tmp_path / "mine.toml"
        path.write_text(f"{HEAD}# {sign.join(['x' * 300] * 3)}\n", "utf-8")
        with pytest.raises(RulesetError, match="has a line of more than 400 characters"):
            load_ruleset(path)


def test_an_extended_file_that_cannot_be_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('format = 2\nname = "mine"\nextends = "base"\n', "utf-8")

    def forbidden(self: Path) -> bool:
        if self.name == "base.toml":
            raise PermissionError(13, "Permission denied")
        return True

    monkeypatch.setattr(Path, "is_file", forbidden)
    with pytest.raises(RulesetError) as caught:
        load_ruleset(path)
    (problem,) = caught.value.problems
    assert (problem.id, problem.where) == ("unreadable", "extends")
    assert problem.message == "base cannot be read: Permission denied"


def test_hundreds_of_unknown_names_take_little_work() -> None:
    chance = Random(1)

    def name() -> str:
        return "".join(chance.choices("abcdefgh_", k=20))

    guards = {f"g{name()}": {"rule": "play", "all": ["line_is_empty"]} for _ in range(450)}
    asked = [[f"g{name()}" for _ in range(20)] for _ in range(35)]
    transitions = [transition(id=f"t{n}", on=f"t{n}", when=each) for n, each in enumerate(asked)]
    with limited_work() as calls, pytest.raises(RulesetError) as caught:
        load_ruleset(over(guards=guards, transition=transitions))
    assert len(caught.value.problems) == 101
    assert calls.count < 3_000_000
