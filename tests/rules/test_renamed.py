"""Tests of `standard` with all names replaced, to show that the code knows none of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from attrs import evolve

from lineit import (
    Action,
    Game,
    LineitError,
    Ruleset,
    Table,
    load_ruleset,
    parse_record,
    parse_table,
    record_json,
    table_json,
    why_not,
)
from lineit.bots import GreedyBot, bot_action
from lineit.conformance.implementation import Library
from lineit.conformance.runner import check
from lineit.conformance.vectors import Vector, load_vectors
from lineit.engine.effects import BUILT_IN as BUILT_IN_EFFECTS
from lineit.engine.guards import BUILT_IN as BUILT_IN_GUARDS
from lineit.engine.legality import choices
from lineit.engine.machine import legal
from lineit.formats.views import seen_event_json, view_json
from lineit.sampling import sample
from lineit.text.catalog import LANGUAGES
from lineit.text.narrate import rule_text, tell
from lineit.views import view
from support.tables import STANDARD

NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil")
KEPT = {*BUILT_IN_GUARDS, *BUILT_IN_EFFECTS}
"""Built-in words, which keep their names."""


def other(name: str) -> str:
    """Return the new name of a phase, a verb or a rule."""
    return f"z-{name[::-1]}"


def other_word(name: str) -> str:
    """Return the new name of a guard, an effect or a term."""
    if name.startswith("not "):
        return f"not {other_word(name[4:])}"
    return name if name in KEPT else f"z_{name[::-1]}"


def other_limit(name: Any) -> Any:
    """Return the new name of a limit; a number is unchanged."""
    return f"n_{name}" if name in STANDARD.limits else name


def renamed_word(word: dict[str, Any]) -> dict[str, Any]:
    """Return a guard or an effect with all its names renamed."""
    found: dict[str, Any] = {}
    for key, value in word.items():
        match key:
            case "rule":
                found[key] = other(value)
            case "all" | "any" | "when" | "do":
                found[key] = [other_word(name) for name in value]
            case "count" | "of" | "some" | "move" | "from" | "to" | "put" | "each":
                found[key] = value
            case _:
                found[key] = other_limit(value)
    return found


def renamed_sentence(entry: Any) -> Any:
    """Return a sentence, or a table of sentences, with the limits in it renamed."""
    if isinstance(entry, dict):
        return {
            other(key) if entry["by"] == "rule" and key not in ("by", "other") else key: (
                other_limit(value) if key == "by" else renamed_sentence(value)
            )
            for key, value in entry.items()
        }
    for name in STANDARD.limits:
        entry = entry.replace("{" + name + "}", "{" + other_limit(name) + "}")
    return entry


def renamed_texts(texts: dict[str, Any]) -> dict[str, Any]:
    """Return the texts of a language with all names renamed."""
    names: dict[str, Callable[[str], Any]] = {
        **dict.fromkeys(("rules", "verbs", "phases", "prompts"), other),
        "reasons": lambda name: (
            f"not_{other_word(name[4:])}" if name[:4] == "not_" else other_word(name)
        ),
        "events": other_word,
        "limits": other_limit,
        "colours": str,
    }
    return {
        kind: {names[kind](name): renamed_sentence(entry) for name, entry in entries.items()}
        if kind in names
        else entries
        for kind, entries in texts.items()
    }


@cache
def renamed() -> Ruleset:
    """Return the rules of `standard` under other names."""
    file = STANDARD.document
    zones = {
        zone: {
            key: other(value) if key == "rule" else other_limit(value)
            for key, value in rule.items()
        }
        for zone, rule in file["zones"].items()
    }
    box = file["components"]
    limits = {
        other_limit(name): [other_limit(part) for part in limit]
        if isinstance(limit, list)
        else limit
        for name, limit in file["limits"].items()
    }
    return load_ruleset(
        {
            "format": 2,
            "name": "standard",
            "title": file["title"],
            "start": other(file["start"]),
            "components": box | {"rules": {k: other(v) for k, v in box["rules"].items()}},
            "limits": limits,
            "zones": zones,
            "rules": {other(rule): entry for rule, entry in file["rules"].items()},
            "guards": {other_word(k): renamed_word(v) for k, v in file["guards"].items()},
            "effects": {other_word(k): renamed_word(v) for k, v in file["effects"].items()},
            "phase": [
                entry | {"name": other(entry["name"]), "rule": other(entry["rule"])}
                for entry in file["phase"]
            ],
            "transition": [
                {
                    key: value
                    if key == "card"
                    else [other_word(name) for name in value]
                    if key in ("when", "do")
                    else other(value)
                    for key, value in entry.items()
                }
                for entry in file["transition"]
            ],
            "text": {lang: renamed_texts(texts) for lang, texts in file["text"].items()},
        }
    )


def said(action: Action) -> str:
    """Return the action by the renamed rules, as text."""
    return str(evolve(action, verb=other(action.verb)))


def with_phase(data: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON data of a table or a view with its phase renamed."""
    return data | {"phase": other(data["phase"])}


def pair(players: int, seed: int) -> tuple[Game, Game]:
    """Return a game by each of the two rulesets, with the same deal."""
    return Game.new(players, seed=seed), Game.new(players, rules=renamed(), seed=seed)


def test_no_name_is_as_it_was() -> None:
    for both in ("verbs", "rules"):
        assert not set(getattr(STANDARD, both)) & set(getattr(renamed(), both))
    before, after = ({phase.name for phase in rules.phases} for rules in (STANDARD, renamed()))
    assert not before & after


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_same_games_are_played_viewed_and_saved(players: int) -> None:
    chance = Random(players)
    one, two = pair(players, seed=players)
    while not one.over:
        assert [said(action) for action in one.legal] == [str(action) for action in two.legal]
        action = chance.choice(one.legal)
        one.apply(action)
        events = two.apply(said(action))
        assert table_json(two.table) == with_phase(table_json(one.table))
        assert parse_table(table_json(two.table), renamed()) == two.table
        for viewer in (None, 0):
            seen = view(two.table, viewer)
            assert view_json(seen) == with_phase(view_json(view(one.table, viewer)))
            assert [seen_event_json(event, renamed(), viewer) for event in events]
    assert two.over
    assert (one.scores, one.winners) == (two.scores, two.winners)
    assert one.stats == two.stats
    assert parse_record(record_json(two)).table == two.table


@pytest.mark.parametrize("players", [2, 5])
def test_bots_decide_the_same(players: int) -> None:
    one, two = pair(players, seed=11)
    while not one.over:
        action = bot_action(GreedyBot(), one)
        assert str(bot_action(GreedyBot(), two)) == said(action)
        one.apply(action)
        two.apply(said(action))
    assert one.scores == two.scores


def test_refusals_and_choices_say_the_same() -> None:
    chance = Random(4)
    one, two = pair(3, seed=4)
    for _ in range(60):
        for was, now in zip(choices(one.table), choices(two.table), strict=True):
            assert said(was.action) == str(now.action)
            assert (was.reason is None) is (now.reason is None)
            if was.reason is None or now.reason is None or was.reason.rule is None:
                continue
            assert now.reason.rule == other(was.reason.rule)
            for lang in LANGUAGES:
                if was.reason.by_rules:
                    told = was.reason.text(lang).rpartition(" [")[0]
                    assert now.reason.text(lang).rpartition(" [")[0] == told
        action = chance.choice(one.legal)
        one.apply(action)
        two.apply(said(action))


def test_rules_and_events_have_the_same_sentences() -> None:
    for lang in LANGUAGES:
        for rule in STANDARD.rules:
            assert rule_text(STANDARD, rule, lang) == rule_text(renamed(), other(rule), lang)
    one, two = pair(2, seed=9)
    for _ in range(80):
        action = one.legal[0]
        one.apply(action)
        two.apply(said(action))
    for was, now in zip(one.events, two.events, strict=True):
        assert tell(was, STANDARD, NAMES) == tell(now, renamed(), NAMES)


def test_a_sample_is_a_table_of_the_rules() -> None:
    _, two = pair(2, seed=7)
    guess = sample(view(two.table, 0), 1)
    assert legal(guess) == two.legal


def test_what_the_box_forbids_names_its_rule() -> None:
    with pytest.raises(LineitError) as refused:
        Game.new(9, rules=renamed())
    assert refused.value.reason.rule == other("players")
    with pytest.raises(LineitError) as refused:
        Game.new(2, rules=renamed(), deck=["1"])
    assert refused.value.reason.rule == other("deck")
    with pytest.raises(LineitError) as refused:
        Game.new(2, rules=renamed(), seed=1).view(7)
    assert refused.value.reason.rule == other("players")


def in_other_words(vector: Vector) -> Vector:
    """Return a vector of `standard` for the renamed rules."""

    def moment(step: Any) -> Any:
        then, refused = step.then, step.refused
        if then is not None:
            table = dict(then.table)
            if "phase" in table:
                table["phase"] = other(table["phase"])
            verbs = sorted(f"{other(verb)}{rest}" for verb, rest in map(parted, then.legal))
            then = evolve(then, legal=tuple(verbs), table=table)
        if refused is not None and refused.rule is not None:
            refused = evolve(refused, rule=other(refused.rule))
        return evolve(step, then=then, refused=refused)

    def word(found: re.Match[str]) -> str:
        verb = found[0].lower()
        return other(verb) if verb in STANDARD.verbs else found[0]

    def action(text: str) -> str:
        return re.sub("[A-Za-z]+", word, text)

    steps = tuple(moment(evolve(step, action=action(step.action))) for step in vector.steps)
    beginning: Vector = moment(vector)
    return evolve(beginning, steps=steps)


def parted(text: str) -> tuple[str, str]:
    verb, space, card = text.partition(" ")
    return verb, space + card


@pytest.mark.parametrize("kind", ["rules", "games"])
def test_the_vectors_are_passed(kind: Any) -> None:
    rules = renamed()
    for vector in load_vectors("standard", kind):
        assert check(in_other_words(vector), Library(rules), rules) is None, vector.name


def test_a_table_where_no_transition_names_winners_has_none() -> None:
    file: Any = STANDARD.document
    last = next(transition for transition in file["transition"] if transition["id"] == "winner")
    rules = load_ruleset(
        {"format": 2, "name": "mine", "extends": "standard", "transition": [last | {"do": []}]}
    )
    game, chance = Game.new(2, rules=rules, seed=3), Random(3)
    while not game.over:
        game.apply(chance.choice(game.legal))
    assert game.winners == ()


def every_reason(table: Table) -> list[str]:
    """Why each verb alone is refused, in English."""
    found = [why_not(table, Action(verb)) for verb in table.ruleset.verbs]
    return [reason.text() for reason in found if reason is not None]


def test_phases_are_named_in_refusals() -> None:
    _, two = pair(2, seed=1)
    assert any("in the phase pick" in told for told in every_reason(two.table))
