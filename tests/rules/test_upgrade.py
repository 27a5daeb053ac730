"""Tests of rule files of the first edition (format 1), which are played as they were then."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lineit import Game, RulesetError, load_ruleset, table_json
from lineit.rules.upgrade import first_edition, upgraded
from lineit.text.differences import data_differences
from lineit.text.narrate import rule_text
from support.paths import TESTS
from support.tables import choices, player, refusal, table

FOLDER = TESTS / "data/first-edition"
FILES = sorted(FOLDER.glob("*.toml"))
LANGUAGES = ("en", "es", "de")


def document(name: str) -> dict[str, Any]:
    """Return the data of a file of the first edition."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))


def over(**changes: Any) -> dict[str, Any]:
    """Return an overlay of the first edition over `standard`."""
    return {"format": 1, "name": "mine", "extends": "standard", **changes}


def whole(**changes: Any) -> dict[str, Any]:
    """Return `standard` of the first edition with changes, as a file that extends no other."""
    standard = document("standard")
    return {**standard, "name": "mine", "title": "Mine", **changes}


def transition(**fields: Any) -> dict[str, Any]:
    return {"id": "mine", "rule": "play", "from": "play", "to": "score", "on": "mine", **fields}


def test_there_are_all_rulesets_of_the_first_edition() -> None:
    assert tuple(path.stem for path in FILES) == tuple(sorted(first_edition()["digests"].values()))
    assert all(document(path.stem)["format"] == 1 for path in FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_of_the_first_edition_is_the_ruleset_of_today(path: Path) -> None:
    then, now = load_ruleset(path), load_ruleset(path.stem)
    assert data_differences(then, now) == ()
    assert (then.digest, then.title) == (now.digest, now.title)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_of_the_first_edition_is_played_as_today(path: Path) -> None:
    then, now = load_ruleset(path), load_ruleset(path.stem)
    for seed in range(4):
        chance = Random(seed)
        players = chance.randint(*now.components.players)
        one, other = (Game.new(players, rules=rules, seed=seed) for rules in (then, now))
        while not both_over(one, other):
            action = chance.choice(one.legal)
            one.apply(action)
            other.apply(action)


def both_over(one: Game, other: Game) -> bool:
    """Return whether the games are over; they must be equal."""
    assert table_json(one.table) == table_json(other.table)
    assert one.legal == other.legal
    assert one.events == other.events
    assert one.over is other.over
    return one.over


@pytest.mark.parametrize("name", ["standard", "bga"])
def test_a_file_of_the_first_edition_has_its_texts(name: str) -> None:
    then, now = load_ruleset(FOLDER / f"{name}.toml"), load_ruleset(name)
    assert then.text == now.text


def test_an_overlay_of_format_1() -> None:
    rules = load_ruleset(
        over(
            title="Mine",
            limits={"hand": 3},
            rules={"mine": "us"},
            guards={"hand_fits_twice": {"rule": "mine", "some": "hand", "all": ["card_fits"]}},
            state=[{"name": "rest", "actor": "table", "rule": "mine"}],
            transition=[
                transition(rule="mine", when=["not hand_fits_twice"], to="rest"),
                {"id": "on", "rule": "mine", "from": "rest", "to": "score"},
            ],
            remove={"state": [], "transition": ["play-pass"]},
        )
    )
    assert (rules.format, rules.limits["hand"], rules.rules["mine"].source) == (2, 3, "us")
    assert rules.phases[-1].name == "rest"
    assert rule_text(rules, "place-hand").endswith("at most 3 cards.")
    assert rule_text(rules, "place-hand", "es").endswith("3 cartas.")


def test_files_of_both_formats_over_one_another(tmp_path: Path) -> None:
    (tmp_path / "old.toml").write_text(
        'format = 1\nname = "old"\nextends = "standard"\n'
        '[rules]\nprice = "us"\n[limits]\nprice = 2\n'
    )
    (tmp_path / "new.toml").write_text(
        'format = 2\nname = "new"\nextends = "old"\n[limits]\nhand = 3\n'
    )
    (tmp_path / "newest.toml").write_text(
        'format = 1\nname = "newest"\nextends = "new"\n[limits]\nmarket_extra = 3\n'
    )
    rules = load_ruleset(tmp_path / "newest.toml")
    limits = {name: rules.limits[name] for name in ("price", "hand", "market_extra")}
    assert limits == {"price": 2, "hand": 3, "market_extra": 3}
    assert rules.lineage == ("new", "old", "standard")
    assert rules.rules["price"].source == "us"


def test_words_of_bga_over_standard() -> None:
    """They were built in for every file; now they are defined words."""
    rules = load_ruleset(
        over(
            rules={"once": "us"},
            guards={"nothing_played": {"rule": "once"}, "still_in": {"rule": "once"}},
            effects={"stop": {}},
            transition=[
                transition(rule="once", when=["nothing_played", "still_in"], do=["stop"]),
            ],
        )
    )
    assert rules.guards["nothing_played"].count == "played"
    assert rules.guards["still_in"].all == ("has_hand", "not stopped")
    assert rules.guards["has_hand"].rule == rules.guards["stopped"].rule == "once"
    now = table(rules=rules, phase="play", players=[player(), player()], played=0)
    assert refusal(now, "mine") == ("once", "the player has no cards in hand [once]")


def test_a_word_that_a_file_defines_itself_is_kept() -> None:
    own = {"hand_has_room": {"rule": "place-hand", "all": ["line_is_empty"]}}
    assert upgraded(over(guards=own))["guards"] == own


def test_an_effect_of_the_library_comes_with_the_guards_that_it_asks() -> None:
    """In the first edition the effect was built in, with what it asks."""
    new = upgraded(over(effects={"claim_jackpot": {}}))
    assert new["effects"]["claim_jackpot"]["when"] == ["card_claims"]
    assert {*new["guards"]} == {"card_claims", "completes_colour", "completes_again"}


def test_a_word_with_another_rule_refuses_by_that_rule() -> None:
    rules = load_ruleset(over(rules={"mine": "us"}, guards={"bet_has_room": {"rule": "mine"}}))
    now = table(
        rules=rules,
        phase="place",
        picked="B3a",
        players=[player("1 2", "B4a 7"), player()],
    )
    assert refusal(now, "line")[0] == "mine"
    assert refusal(now, "line")[1] == "a line holds at most 1 Bet card [mine]"


def test_rules_that_a_whole_file_does_not_have_are_not_named() -> None:
    standard = whole()
    rules = load_ruleset(
        {
            **standard,
            "rules": {name: source for name, source in standard["rules"].items() if name != "deck"},
        }
    )
    assert rules.components.rules.deck is None
    assert rules.components.rules.players == "players"


def test_a_whole_file_keeps_its_own_entries_of_zones_and_words() -> None:
    """Only a rule of the library's definition that the file does not have is removed."""
    own = {
        "format": 1,
        "name": "mine",
        "zones": {"hand": {"table": "all"}},
        "guards": {"hand_has_room": {}, "own": {"rule": "gone", "all": ["hand_has_room"]}},
        "effects": {"place_in_hand": {}},
    }
    for rules, rule in (({"play": "us"}, {}), ({"place-hand": "us"}, {"rule": "place-hand"})):
        now = upgraded({**own, "rules": rules})
        assert now["guards"] == {
            "hand_has_room": {**rule, "count": "hand", "below": "hand"},
            "own": {"rule": "gone", "all": ["hand_has_room"]},
        }
        placed = {"move": "card", "from": "picked", "to": "hand"}
        assert now["effects"] == {"place_in_hand": {**rule, **placed}}
        assert now["zones"]["hand"] == {**rule, "table": "all", "perfect": "all", "at_most": "hand"}
        assert now["zones"]["deck"] == {"table": "nobody", "perfect": "nobody"}


def test_a_file_of_the_first_edition_may_have_sentences() -> None:
    rules = load_ruleset(over(text={"en": {"rules": {"play": "Mine."}}}))
    assert rule_text(rules, "play") == "Mine."
    assert rule_text(rules, "score") == rule_text(load_ruleset("standard"), "score")


def test_a_very_long_chain_of_effects_is_refused() -> None:
    """It is also refused when a program loads it from deep within."""
    effects = {f"b{number}": {"do": [f"b{number + 1}"]} for number in range(900)}
    chain = over(effects=effects, transition=[transition(do=["b0"])])

    def far_down(depth: int) -> object:
        return far_down(depth - 1) if depth else load_ruleset(chain)

    with pytest.raises(RulesetError, match="effects: must have 0 to 500 entries"):
        far_down(200)


def test_own_words_with_names_of_new_library_words_are_renamed() -> None:
    """Files of the first edition may have words with names that the second edition added."""
    rules = load_ruleset(
        over(
            rules={"stopped": "us"},
            guards={
                "has_hand": {"rule": "stopped", "any": ["line_is_empty", "hand_fits"]},
                "still_in": {"rule": "play"},
                "mine": {"rule": "play", "all": ["not has_hand", "still_in"]},
            },
            effects={"pay_price": {"do": ["next_turn", "pass_first_player", "next_turn"]}},
            transition=[transition(when=["has_hand", "not mine"], do=["pay_price"])],
        )
    )
    assert rules.guards["own_has_hand"].any == ("line_is_empty", "hand_fits")
    assert rules.guards["own_has_hand"].rule == "stopped"
    assert rules.guards["has_hand"].count == "hand"
    assert rules.guards["mine"].all == ("not own_has_hand", "still_in")
    assert rules.effects["own_pay_price"].do == ("next_turn", "pass_first_player", "next_turn")
    assert rules.effects["pay_price"] == load_ruleset("standard").effects["pay_price"]
    assert rules.transitions[-1].when == ("own_has_hand", "not mine")
    assert rules.transitions[-1].do == ("own_pay_price",)


@pytest.mark.parametrize("make", [over, whole])
def test_a_hand_without_a_guard_has_no_maximum(make: Any) -> None:
    """In the first edition only guards limited the size of a zone."""
    standard = document("standard")
    free = {
        **next(each for each in standard["transition"] if each["id"] == "place-hand"),
        "when": ["line_is_empty"],
    }
    transitions = [free if each["id"] == "place-hand" else each for each in standard["transition"]]
    rules = load_ruleset(make(transition=[free] if make is over else transitions))
    assert rules.zone("hand").at_most is None
    now = table(rules=rules, phase="place", picked="9", players=[player("1 2 3 4"), player()])
    assert choices(now) == ["line", "hand"]
    assert now.problems() == ()
    for lang in LANGUAGES:
        assert "place-hand" not in rules.text[lang].rules  # type: ignore[index] # a language
        assert "2" not in rule_text(rules, "place-hand", lang)


def test_a_hand_has_no_maximum_if_a_word_of_ten_levels_fills_it() -> None:
    """The loader allows no word with more levels."""
    levels = [*(f"level_{number}" for number in range(2, 11)), "place_in_hand"]
    effects = {above: {"do": [below]} for above, below in pairwise(levels)}
    rules = load_ruleset(
        over(
            effects=effects,
            transition=[transition(do=levels[:1], **{"from": "place"}, card="picked")],
        )
    )
    assert rules.zone("hand").at_most is None


def test_a_market_that_was_not_cleared_grew() -> None:
    cleanup = {"id": "cleanup", "rule": "cleanup", "from": "turn-end", "to": "cleanup"}
    rules = load_ruleset(over(transition=[cleanup]))
    fill = rules.effects["fill_market"]
    assert (fill.first, fill.up_to) == ("market_size", None)
    game = Game.new(2, rules=rules, seed=1)
    while game.table.round == 1:
        game.apply(game.legal[-1])
    assert len(game.table.market) == 2 + 4
    assert load_ruleset(over()).effects["fill_market"].up_to == "market_size"


def test_a_market_that_was_not_cleared_grew_in_whatever_order_the_transitions_are() -> None:
    cleanup = {"id": "cleanup", "rule": "cleanup", "from": "turn-end", "to": "cleanup"}
    others = [each for each in document("standard")["transition"] if each["id"] != "cleanup"]
    for transitions in ([*others, cleanup], [cleanup, *others[::-1]]):
        fill = upgraded(whole(transition=transitions))["effects"]["fill_market"]
        assert (fill["first"], "up_to" in fill) == ("market_size", False)


def test_a_whole_file_has_only_true_sentences() -> None:
    standard = document("standard")
    changed = [
        {**each, "when": ["line_is_empty"]} if each["id"] == "place-line" else each
        for each in standard["transition"]
    ]
    rules = load_ruleset(whole(transition=changed))
    assert rules.title == "Mine"
    for lang in LANGUAGES:
        texts = rules.text[lang]  # type: ignore[index] # a language
        assert texts.title is None
        assert "place-line" not in texts.rules
        assert "place-hand" in texts.rules


def test_a_whole_file_with_another_name_keeps_the_words_of_standard() -> None:
    rules = load_ruleset(whole(name="bga"))
    assert rule_text(rules, "pick") == rule_text(load_ruleset("standard"), "pick")


def test_data_that_is_not_in_format_1_is_unchanged() -> None:
    for data in ({}, {"format": 2}, {"format": True, "state": []}, {"format": "1"}):
        assert upgraded(data) is data


@pytest.mark.slow
@pytest.mark.parametrize("make", [over, whole])
@pytest.mark.parametrize(
    "key",
    [
        *("rules", "remove", "guards", "effects", "limits", "components", "zones", "state"),
        *("transition", "lineage", "text", "title", "name", "start", "phase"),
    ],
)
@pytest.mark.parametrize(
    "value",
    [
        *(3, "a", True, [], [3], ["a"], [[]], [{}], {}, {"a": 3}, {"a": []}, {"a": {"b": {}}}),
        *({"a": {"when": 3}}, {"a": {"do": 3}}, {"a": {"all": [3]}}),
    ],
)
def test_what_has_the_wrong_shape_is_refused(make: Any, key: str, value: Any) -> None:
    try:
        load_ruleset(make(**{key: value}))
    except RulesetError as error:
        told = [problem.mend for problem in error.problems]
        assert "" not in told


def test_a_word_that_is_no_table_is_shown_as_it_is() -> None:
    with pytest.raises(RulesetError, match=r"guards\.hand_fits: must be a table, but is 3"):
        load_ruleset(whole(guards={"hand_fits": 3}))


@pytest.mark.parametrize("make", [over, whole])
def test_texts_that_are_no_table_are_refused(make: Any) -> None:
    with pytest.raises(RulesetError, match="text: must be a table"):
        load_ruleset(make(text=3))


def test_a_whole_file_has_the_sentences_of_standard_rather_than_those_of_bga() -> None:
    assert load_ruleset(whole()).text["en"].prompts["play"] == "play a card from the hand?"
