"""What the first edition saved still loads; what cannot be read of it is told from rubbish. The
files in `data/first-edition/` are as the first edition wrote them.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lineit import Game, load_ruleset
from lineit.formats.events import EVENT_TYPES, parse_event
from lineit.formats.tables import table_json
from lineit.model.errors import RecordError, TableError
from lineit.rules.upgrade import first_edition
from lineit.saves.old_formats import _first_digest
from lineit.saves.records import load_game, parse_record, record_json, save_game
from support.paths import TESTS
from support.protocol import HOSTILE, inside

FIRST = TESTS / "data/first-edition"
SAVES = sorted((FIRST / "saves").glob("*.json"))


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_a_save_of_the_first_edition_still_loads(path: Path) -> None:
    then = json.loads((FIRST / "then.json").read_text("utf-8"))[path.stem]
    old = json.loads(path.read_text("utf-8"))
    assert old["format"] == 1 if "format-1" in path.stem else 2
    game = load_game(path)
    assert table_json(game.table) == then["table"]
    assert (game.over, game.ruleset.title) == (old["result"] is not None, then["title"])
    assert game.names == (tuple(old["names"]) if old.get("names") else None)
    assert (game.seed, game.undealt.first) == (old["seed"], old.get("first", 0))
    assert [str(step.action) for step in game][1:] == old["actions"]
    if path.stem != "house-nobody-named":  # the first edition recorded the leaders as winners
        assert game.winners == tuple(then["winners"])


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_a_save_of_the_first_edition_is_saved_with_its_rules(path: Path, tmp_path: Path) -> None:
    game = load_game(path)
    save_game(game, tmp_path / "game.json")
    again = load_game(tmp_path / "game.json")
    new = record_json(again)
    assert (new["format"], new["rules"]) == (3, game.ruleset.document)
    assert [step.table for step in again] == [step.table for step in game]
    while again.legal:
        again.apply(again.legal[0])
    assert again.undo(again.ply) == game.steps[0].table


def test_a_save_by_rules_over_bga_has_the_sentences_of_bga() -> None:
    """They come before those of `standard`, over which `bga` was laid."""
    rules = load_game(FIRST / "saves/house-words.json").ruleset
    assert rules.lineage == ("bga", "standard")
    assert rules.text["en"].prompts["play"] == "play, score or end the turn?"


def test_every_ruleset_of_the_first_edition_is_among_the_saves() -> None:
    known = {json.loads(path.read_text("utf-8"))["ruleset"] for path in SAVES}
    assert known > set(first_edition()["digests"].values())


def test_loading_a_save_of_the_first_edition_does_not_change_the_data() -> None:
    for path in SAVES:
        data = json.loads(path.read_text("utf-8"))
        before = json.dumps(data)
        parse_record(data)
        assert json.dumps(data) == before


def first(name: str, **changes: Any) -> dict[str, Any]:
    saved: dict[str, Any] = json.loads((FIRST / f"saves/{name}.json").read_text("utf-8"))
    return saved | changes


@pytest.mark.parametrize(
    ("data", "code", "message"),
    [
        (
            first("standard", digest="0" * 64),
            "record_no_rules",
            "and that version of 'standard' is not known",
        ),
        (
            first("standard", ruleset="bga"),
            "record_no_rules",
            "and that version of 'bga' is not known",
        ),
        (first("standard", digest=None), "record_no_rules", "saved by the first edition"),
        (first("standard-format-1", digest="0" * 64), "record_no_rules", "without its rules"),
        (first("house-price", digest="0" * 64), "record_rules", "do not match the name mine"),
        (first("house-price", ruleset="mime"), "record_rules", "do not match the name mime"),
        (first("house-price", rules=[]), "record_shape", "rules: must be a table"),
        (first("house-price", rules={}), "record_deal", "cannot be dealt: the rules have"),
        (first("standard", actions=["pick 1000"]), "record_action", "no card 1000 in the deck"),
        (first("standard", seed=1), "record_seed", "does not give its deck"),
        (first("standard-format-1", first=0), "record_result", "does not follow from its actions"),
    ],
)
def test_an_invalid_save_of_the_first_edition(data: Any, code: str, message: str) -> None:
    if code == "record_result":
        data["result"]["points"][0] += 1
    with pytest.raises(RecordError) as refused:
        parse_record(data)
    assert refused.value.reason.code == code
    assert message in str(refused.value)


def test_names_and_the_first_seat_in_format_1_count() -> None:
    """The library never wrote them in that format, but somebody may have added them."""
    data = first("standard-format-1", names=["Zoë", "Yan"], actions=[], result=None)
    assert parse_record(data).names == ("Zoë", "Yan")
    game = parse_record(data | {"first": 1})
    assert (game.undealt.first, game.table.seat) == (1, 1)
    with pytest.raises(RecordError, match="names"):
        parse_record(data | {"names": "Zoë"})


def test_a_table_at_the_beginning_in_format_2_counts() -> None:
    """Format 2 had none, and it was once dropped in silence."""
    game = Game.new(2, seed=7)
    game.apply("pick 91")
    now = record_json(Game(game.table))
    data = first("standard", **{key: now[key] for key in ("start", "deck", "seed", "actions")})
    again = parse_record(data | {"result": None})
    assert (again.table, again.ply) == (game.table, 0)


def test_edited_rules_of_the_first_edition_are_refused() -> None:
    data = first("house-price")
    data["rules"]["limits"]["price"] = 5
    with pytest.raises(RecordError, match="do not match the name mine"):
        parse_record(data)


@pytest.mark.slow
def test_rules_of_the_first_edition_with_anything_in_them_are_loaded_or_refused() -> None:
    """This is so even if their digest fits, which anybody can compute."""
    chance, loaded = Random(1), 0
    values = [value for value in HOSTILE if not (isinstance(value, str) and value.startswith("@"))]
    for _ in range(150):
        data = first(chance.choice(["house-price", "house-words", "house-whole"]))
        for holder, key in [*inside(data["rules"], chance)][-1:]:
            holder[key] = chance.choice(values)
        data["digest"] = _first_digest(data["rules"])
        try:
            loaded += parse_record(data).ply > 0
        except RecordError:
            continue
    assert loaded > 0


@pytest.mark.parametrize("depth", [50, 200, 500, 800, 2000])
def test_rules_of_the_first_edition_that_are_nested_too_deep_are_refused(depth: int) -> None:
    deep: Any = 1
    for _ in range(depth):
        deep = {"do": [deep]}
    data = first("house-price")
    data["rules"]["effects"]["next_turn"] = deep
    with pytest.raises(RecordError, match=r"is nested too deep|not those of|must match"):
        parse_record({**data, "digest": _first_digest(data["rules"]) or "0" * 64})


def test_a_seen_record_of_the_first_edition_cannot_be_loaded() -> None:
    seen = json.loads((FIRST / "seen.json").read_text("utf-8"))
    assert seen["events"][0]["type"] == "market-dealt"
    with pytest.raises(RecordError, match="only the whole record of a game can be loaded"):
        parse_record(seen)


@pytest.mark.parametrize(
    ("kind", "now"),
    [
        ("market-dealt", "round-begun, cards-moved"),
        ("card-picked", "cards-moved"),
        ("hand-played", "cards-moved"),
        ("bet-won", "token-taken"),
    ],
)
def test_an_event_of_the_first_edition_has_its_own_error(kind: str, now: str) -> None:
    old = json.loads((FIRST / "seen.json").read_text("utf-8"))["events"]
    data = next((event for event in old if event["type"] == kind), {"type": kind})
    with pytest.raises(TableError) as refused:
        parse_event(data, load_ruleset("standard"))
    told = f"{kind} is an event of the first edition; it was replaced by {now}"
    assert str(refused.value) == told


def test_every_removed_event_names_its_replacement() -> None:
    for kind, now in first_edition()["events"].items():
        assert kind not in EVENT_TYPES
        assert set(now) <= EVENT_TYPES.keys()
