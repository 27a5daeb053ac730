"""Saved games: what is saved is loaded; what is wrong has its own error; and a save that is killed
leaves the old file or the new one. Saves of the first edition: `test_old_saves.py`; of games that
begin at a table: `test_any_table.py`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given

from lineit import Game, load_ruleset, parse_action, texts
from lineit.actions import parse_turn, turn_text
from lineit.errors import RecordError
from lineit.records import load_game, parse_record, record_json, save_game, seen_record
from lineit.spec import _built_in
from lineit.testing import games, whole_games


def some_game(plies: int = 20, rules: Any = "standard") -> Game:
    chance = Random(3)
    game = Game.new(players=2, rules=rules, seed=7, names=["Ana", "Ben"])
    while game.legal and game.ply < plies:
        game.apply(chance.choice(game.legal))
    return game


def test_a_record_is_all_that_cannot_be_derived() -> None:
    game = Game.new(players=2, seed=7, first=1, names=["Ana", "Ben"])
    game.apply("pick 91")
    saved = record_json(game)
    deck = saved.pop("deck")
    assert (deck[:4], len(deck)) == (["91", "33", "58", "23"], 106)
    assert saved == {
        "game": "line-it",
        "format": 3,
        "ruleset": "standard",
        "digest": load_ruleset("standard").digest,
        "rules": load_ruleset("standard").document,
        "names": ["Ana", "Ben"],
        "players": 2,
        "first": 1,
        "seed": 7,
        "start": None,
        "actions": ["pick 91"],
        "result": None,
    }


def test_a_record_of_a_game_that_is_over_tells_the_result() -> None:
    game = some_game(10_000)
    assert record_json(game)["result"] == {
        "points": list(game.scores),
        "winners": list(game.winners),
    }


@given(games())
def test_a_loaded_game_is_the_saved_one(game: Game) -> None:
    again = parse_record(json.loads(json.dumps(record_json(game))))
    assert [step.table for step in again] == [step.table for step in game]
    assert again.events == game.events


def test_a_game_goes_on_where_it_was_saved(tmp_path: Path) -> None:
    game = some_game()
    save_game(game, tmp_path / "game.json")
    again = load_game(tmp_path / "game.json")
    assert (again.names, again.seed, again.ply) == (("Ana", "Ben"), 7, 20)
    action = again.legal[0]
    assert again.apply(action) == game.apply(action)
    assert again.undo(21) == game.undo(21)


def test_rules_that_are_not_built_in_are_saved_with_the_game(tmp_path: Path) -> None:
    rules = {"format": 2, "name": "mine", "extends": "bga", "limits": {"price": 1}}
    game = some_game(30, rules)
    save_game(game, tmp_path / "game.json")
    again = load_game(tmp_path / "game.json")
    assert again.ruleset == game.ruleset
    assert again.ruleset.lineage == ("bga", "standard")
    assert again.table == game.table


def test_rules_that_differ_from_built_in_ones_by_a_title_are_saved_too() -> None:
    rules = load_ruleset({"format": 2, "name": "standard", "extends": "standard", "title": "Mine"})
    assert rules == load_ruleset("standard")
    assert parse_record(record_json(some_game(5, rules))).ruleset.title == "Mine"


def test_a_record_is_read_by_its_own_rules_when_those_of_its_name_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = some_game(10_000)
    save_game(game, tmp_path / "game.json")
    spec = shutil.copytree(str(texts.spec_folder()), tmp_path / "spec")
    file = spec / "rulesets/standard.toml"
    before = file.read_text("utf-8")
    file.write_text(re.sub("(?m)^price = 3", "price = 1", before), "utf-8")
    monkeypatch.setattr("lineit.spec.spec_folder", lambda: spec)
    _built_in.cache_clear()
    try:
        assert load_ruleset("standard").limits["price"] == 1
        again = load_game(tmp_path / "game.json")
        assert (again.table, again.scores) == (game.table, game.scores)
        assert again.ruleset.limits["price"] == 3
        again.undo(1)
        assert record_json(again)["digest"] == record_json(game)["digest"]
    finally:
        _built_in.cache_clear()


def test_a_game_of_a_given_deck_has_no_seed() -> None:
    deck = [card.code for card in load_ruleset("standard").cards]
    assert parse_record(record_json(Game.new(deck=deck))).seed is None


def test_a_seed_that_no_game_can_have_is_refused() -> None:
    with pytest.raises(RecordError, match="cannot be dealt: a seed has at most 1024 bits"):
        parse_record({**record_json(some_game()), "seed": 2**1024})


UNSEEN = {
    "format": 2,
    "name": "unseen",
    "extends": "standard",
    "zones": {"discard": {"table": "nobody", "perfect": "nobody"}},
    "effects": {"drop_card": {"move": "card", "from": "hand", "to": "discard"}},
    "transition": [
        {
            "id": "drop", "rule": "play", "from": "play", "on": "drop", "card": "hand",
            "do": ["drop_card"], "to": "score",
        }
    ],
}  # fmt: skip


def test_an_action_that_names_a_card_nobody_saw_is_told_without_it() -> None:
    game = Game.new(players=2, rules=UNSEEN, seed=7)
    for action in ("pick 91", "hand", "drop 91"):
        game.apply(action)
    assert game.table.discard == (load_ruleset("standard").card("91"),)
    assert seen_record(game, 0)["actions"] == ["pick 91", "hand", "drop 91"]
    assert seen_record(game, 1)["actions"] == ["pick 91", "hand", "drop"]
    assert seen_record(game, None)["actions"] == ["pick 91", "hand", "drop"]
    assert seen_record(game, 1, "perfect")["actions"] == ["pick 91", "hand", "drop 91"]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_what_a_seat_has_seen_is_not_to_be_loaded(viewer: int | None) -> None:
    seen = seen_record(some_game(), viewer)
    with pytest.raises(RecordError, match="only the whole record of a game can be loaded"):
        parse_record(json.loads(json.dumps(seen)))


def changed(**changes: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda saved: {k: v for k, v in (saved | changes).items() if v is not ...}


BAD: list[tuple[Callable[[dict[str, Any]], Any], str, str]] = [
    (lambda _: [], "record_shape", "it must be a table"),
    (lambda _: None, "record_shape", "it must be a table"),
    (changed(game="chess"), "record_game", "a file of another kind: 'chess'"),
    (changed(game=...), "record_game", "a file of another kind: None"),
    (changed(format=4), "record_version", "format 4, and only up to 3 is known"),
    (changed(format="3"), "record_shape", "format: must be one of 3, and is '3'"),
    (changed(format=True), "record_shape", "format: must be one of 3, and is True"),
    (changed(format=0), "record_shape", "format: must be one of 3, and is 0"),
    (changed(deck=...), "record_shape", "deck: is missing"),
    (changed(start=...), "record_shape", "start: is missing"),
    (changed(more=1), "record_shape", "more: is not known here"),
    (changed(actions="pick 91"), "record_shape", "actions: must be a list"),
    (changed(ruleset="../x"), "record_shape", "ruleset: must match"),
    (changed(ruleset="chess"), "record_rules", "not those of the name chess"),
    (changed(digest="0" * 64), "record_rules", "not those of the name standard"),
    (changed(rules={}), "record_deal", "cannot be dealt"),
    (changed(rules=None), "record_shape", "rules: must be a table"),
    (changed(rules=...), "record_shape", "rules: is missing"),
    (changed(players=9), "record_deal", "not 9"),
    (changed(first=5), "record_deal", "there is no seat 5"),
    (changed(names=["Ana"]), "record_deal", "no names for 2 players"),
    (changed(deck=["1", "1"]), "record_deal", "more than once"),
    (changed(seed=8), "record_seed", "does not give its deck [deck]"),
    (changed(start={}), "record_deal", "this is not a table: ruleset: is missing"),
    (changed(actions=["pick 91", "fly"]), "record_action", "action 2 of the saved game, 'fly'"),
    (changed(actions=["pick 1"]), "record_action", "1 is not in the market [pick]"),
    (changed(result={"points": [1, 2], "winners": [1]}), "record_result", "ends otherwise"),
]


@pytest.mark.parametrize(("change", "code", "message"), BAD)
def test_a_bad_record_has_its_own_error(
    change: Callable[[dict[str, Any]], Any], code: str, message: str
) -> None:
    with pytest.raises(RecordError) as refused:
        parse_record(change(record_json(some_game())))
    assert refused.value.reason.code == code
    assert message in str(refused.value)


def test_rules_that_were_edited_in_the_file_are_refused() -> None:
    rules = {"format": 2, "name": "mine", "extends": "standard", "limits": {"price": 1}}
    saved = json.loads(json.dumps(record_json(some_game(5, rules))))
    saved["rules"]["limits"]["price"] = 2
    with pytest.raises(RecordError, match="not those of the name mine"):
        parse_record(saved)


def test_every_truncated_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save_game(some_game(), path)
    content = path.read_bytes().rstrip()
    for length in range(0, len(content), 61):
        path.write_bytes(content[:length])
        with pytest.raises(RecordError, match="this is not a saved game, or not all of one"):
            load_game(path)


@pytest.mark.parametrize("content", [b"[" * 100_000, b"\xff", b"9" * 10_000, b"nul", b"NaN"])
def test_a_file_that_is_no_record(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    with pytest.raises(RecordError, match="this is not a saved game"):
        load_game(path)


def test_a_file_that_can_not_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read: No such file"):
        load_game(tmp_path / "no.json")
    with pytest.raises(RecordError, match="cannot be read: Is a directory"):
        load_game(tmp_path)
    with pytest.raises(RecordError, match="cannot be written: No such file"):
        save_game(some_game(), tmp_path / "no" / "game.json")
    with pytest.raises(RecordError, match="cannot be written"):
        save_game(some_game(), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_saved_file_may_be_read_as_any_other_and_keeps_its_mode(tmp_path: Path) -> None:
    plain, path = tmp_path / "plain", tmp_path / "game.json"
    plain.write_text("")
    save_game(some_game(), path)
    assert path.stat().st_mode == plain.stat().st_mode
    path.chmod(0o600)
    save_game(some_game(5), path)
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_link_is_followed_not_replaced(tmp_path: Path) -> None:
    path, link = tmp_path / "game.json", tmp_path / "link.json"
    save_game(some_game(), path)
    link.symlink_to(path)
    save_game(some_game(5), link)
    assert link.is_symlink()
    assert load_game(path).ply == 5


def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(RecordError, match="cannot be written: it is no file"):
        save_game(some_game(), pipe)
    assert pipe.is_fifo()


def test_a_record_whose_rules_have_another_name_is_refused() -> None:
    saved = record_json(some_game())
    with pytest.raises(RecordError, match="not those of the name bga"):
        parse_record({**saved, "ruleset": "bga"})


def test_a_path_that_can_be_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be written"):
        save_game(some_game(), f"{tmp_path}/a\0b")


SAVER = """
import sys
from lineit import Game
from lineit.records import load_game, save_game
path = sys.argv[1]
games = [load_game(path), load_game(path)]
games[1].undo(10)
print("ready", flush=True)
while True:
    for game in games:
        save_game(game, path)
"""


def test_a_save_that_is_killed_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    game = some_game()
    save_game(game, path)
    contents = {path.read_bytes()}
    game.undo(10)
    save_game(game, path)
    contents.add(path.read_bytes())
    chance = Random(5)
    for _ in range(8):
        save_game(some_game(), path)
        process = subprocess.Popen(
            [sys.executable, "-c", SAVER, str(path)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        try:
            process.wait(chance.random() * 0.03)
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        assert path.read_bytes() in contents


@pytest.mark.parametrize("at", range(0, 3000, 250))
def test_a_save_that_fails_at_any_byte_leaves_the_old_file(
    tmp_path: Path, at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    save_game(some_game(), path)
    before = path.read_bytes()

    def full(_: int) -> None:
        left = next(file for file in tmp_path.iterdir() if file != path)
        os.truncate(left, at)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RecordError, match="cannot be written: No space left on device"):
        save_game(some_game(5), path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


@given(whole_games())
def test_a_turn_is_read_back_from_its_text(game: Game) -> None:
    turn: list[Any] = []
    seat = game.undealt.seat
    for step in list(game)[1:]:
        turn.append(step.action)
        if step.table.seat != seat:
            assert parse_turn(turn_text(turn), game.ruleset) == tuple(turn)
            turn, seat = [], step.table.seat
    for action in game.legal:
        assert parse_action(str(action), game.ruleset) == action
