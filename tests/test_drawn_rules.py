"""Rule files that are drawn at random: each is refused with known problems, or can be played.

`python tests/tools drawn_rules` tries 5,000 of them.
"""

from __future__ import annotations

import json
import tomllib
from itertools import product
from typing import Any, get_args
from unittest.mock import patch

import pytest
from attrs import evolve, fields

from lineit import RulesetError, load_ruleset
from lineit.engine import effects, guards
from lineit.model.ruleset import Actor
from lineit.model.texts import Texts
from lineit.model.words import COMPARISONS, KINDS, WHICH, Countable, EffectWord, GuardWord
from lineit.model.zones import ZONES
from lineit.text.catalog import LANGUAGES
from lineit.views import Pile, View, view
from support import drawing
from support.drawing import AUDIENCES, drawn, toml, words_of
from tools import drawn_rules
from tools.doors import read_quickly
from tools.drawn_rules import Totals

FILES = 30
"""Number of files that the default tests draw."""


@pytest.mark.slow
def test_drawn_files_are_refused_or_played_as_the_specification_says() -> None:
    totals = Totals()
    assert drawn_rules.run(FILES, 1, totals) == {}
    assert totals.drawn == FILES
    assert totals.accepted > FILES // 3
    assert totals.games > FILES // 2
    assert len(totals.refused) > 5


@pytest.mark.slow
def test_more_drawn_files_are_refused_or_played_as_the_specification_says() -> None:
    assert drawn_rules.run(20 * FILES, 100_001, Totals()) == {}


# -- what is drawn ---------------------------------------------------------------------------------


def vocabulary() -> set[str]:
    """Return what a rule file can say, as `words_of` names it."""
    zones, numbers = [*ZONES], ("first", "last", "up_to")
    keys, kinds_of_text = {"source": "from"}, [field.name for field in fields(Texts)]
    words = {
        *(f"guards: {name}" for name in guards.BUILT_IN),
        *(f"effects: {name}" for name in effects.BUILT_IN),
        *(f"guards.{field.name}" for field in fields(GuardWord)),
        *(f"effects.{keys.get(field.name, field.name)}" for field in fields(EffectWord)),
        *(f"guards.count = {what}" for what in (*get_args(Countable), "a list")),
        *(f"guards.of = {kind}" for kind in (*KINDS, "a colour")),
        *(f"guards.some = {some}" for some in (*zones, "players")),
        *(f"guards.{key}: not" for key in ("all", "any", "that")),
        *(f"effects.{key}: not" for key in ("when", "that")),
        *(f"effects.move = {kind}" for kind in (*WHICH, "a colour")),
        *(f"effects.of = {kind}" for kind in (*KINDS, "a colour")),
        *(f"effects.from = {zone}" for zone in (*zones, "jackpot")),
        *(f"effects.to = {zone}" for zone in zones),
        *(f"effects.each = {zone}" for zone in zones),
        *(f"effects.put = {end}" for end in ("top", "bottom")),
        *(f"zones.{zone}.{key}" for zone, key in product(zones, ("at_most", "rule"))),
        *(f"phase.actor = {actor}" for actor in get_args(Actor)),
        *(f"transition on, card = {card}" for card in (None, *zones)),
        *(f"transition by itself, card = {card}" for card in (None, "picked")),
        *("transition.when", "transition.do", "transition.when: not"),
        *(f"text.{lang}.{kind}" for lang, kind in product(LANGUAGES, kinds_of_text)),
        *(f"text: by {name}" for name in ("card", "count", "held", "direction", "value", "from")),
    }
    kinds = ("a number", "a limit", "players")
    for section, names in (("guards", (*COMPARISONS, "beyond")), ("effects", (*numbers, "token"))):
        words |= {f"{section}.{key}: {kind}" for key, kind in product(names, kinds)}
    for zone, pairs in AUDIENCES.items():
        for table, perfect in pairs:
            words |= {f"zones.{zone}.table = {table}", f"zones.{zone}.perfect = {perfect}"}
    return words - {"zones.picked.at_most"}  # it always holds at most one card


@pytest.mark.slow
def test_the_accepted_files_use_the_whole_vocabulary() -> None:
    left = vocabulary()
    with patch("lineit.rules.load._read_built_in", read_quickly):
        for seed in range(1, 3000):
            document = drawn(seed)
            try:
                load_ruleset(document)
            except RulesetError:
                continue
            left -= {*words_of(document)}
            if not left:
                break
    assert left == set()


def test_equal_seeds_draw_equal_files() -> None:
    assert [drawn(seed) for seed in range(20)] == [drawn(seed) for seed in range(20)]
    assert len({json.dumps(drawn(seed)) for seed in range(20)}) == 20


@pytest.mark.parametrize("text", drawing.house_files(), ids=lambda text: json.loads(text)["name"])
def test_data_as_toml_is_the_same_data(text: str) -> None:
    document = json.loads(text)
    assert tomllib.loads(toml(document)) == document


# -- what is found ---------------------------------------------------------------------------------


def found(name: str, fault: Any) -> str:
    """Return what the first finding says if something in the tool sees the library with a fault."""
    with patch.object(drawn_rules, name, fault):
        findings = drawn_rules.run(20, 1, Totals())
    return next(iter(findings.values()), "")


def first(table: Any, _: Any) -> Any:
    return table


def nothing(_: Any) -> tuple[bool, ...]:
    return ()


def broken(_: Any) -> float:
    return 1 / 0


def test_a_view_that_shows_a_hidden_card_is_found() -> None:
    def careless(table: Any, viewer: int | None, memory: Any) -> View:
        seen = view(table, viewer, memory)
        return evolve(seen, deck=Pile(len(table.deck), table.deck))

    assert "sees {" in found("view", careless)


def test_an_event_that_leads_to_another_table_is_found() -> None:
    assert "the events make another table" in found("replay", first)


def test_a_mask_that_differs_is_found() -> None:
    assert "the mask differs" in found("legal_mask", nothing)


def test_a_problem_with_an_unknown_id_is_found() -> None:
    assert "unknown id" in found("SHOULD_REFUSE", {})


def test_an_exception_is_found() -> None:
    assert "ZeroDivisionError" in found("parse_record", broken)
