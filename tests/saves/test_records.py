"""Tests of saved games: a saved game can be loaded, each fault has its own error, and a killed save
leaves the old file or the new one. Saves of the first edition are in `test_old_formats.py`, games
that begin at a given table in `test_any_table.py`.
"""

from __future__ import annotations

import io
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
from typing import Any, ClassVar

import pytest
from hypothesis import given

from lineit import Game, RulesetError, load_ruleset, parse_action
from lineit.model.actions import parse_turn, turn_text
from lineit.model.bounds import short
from lineit.model.errors import Reason, RecordError, ViewError
from lineit.model.resources import spec_folder
from lineit.model.zones import Memory
from lineit.saves.files import read_json, write_whole
from lineit.saves.records import load_game, parse_record, record_json, save_game, seen_record
from lineit.testing import games, whole_games
from support.files import HEAD, file
from support.games import some_game
from support.rulesets import forget_built_in
from support.tables import over, player, table


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


def test_a_record_of_a_finished_game_has_the_result() -> None:
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
    spec = shutil.copytree(str(spec_folder()), tmp_path / "spec")
    file = spec / "rulesets/standard.toml"
    before = file.read_text("utf-8")
    file.write_text(re.sub("(?m)^price = 3", "price = 1", before), "utf-8")
    monkeypatch.setattr("lineit.rules.load.spec_folder", lambda: spec)
    forget_built_in()
    try:
        assert load_ruleset("standard").limits["price"] == 1
        again = load_game(tmp_path / "game.json")
        assert (again.table, again.scores) == (game.table, game.scores)
        assert again.ruleset.limits["price"] == 3
        again.undo(1)
        assert record_json(again)["digest"] == record_json(game)["digest"]
    finally:
        forget_built_in()


def test_a_game_of_a_given_deck_has_no_seed() -> None:
    deck = [card.code for card in load_ruleset("standard").cards]
    assert parse_record(record_json(Game.new(deck=deck))).seed is None


@pytest.mark.parametrize("digest", [None, 7, [], {}])
def test_a_digest_of_format_2_that_is_not_a_text_is_refused(digest: Any) -> None:
    with pytest.raises(RecordError) as refused:
        parse_record({**record_json(some_game()), "format": 2, "digest": digest})
    assert refused.value.reason.code == "record_shape"
    assert refused.value.reason.params["where"] == "digest"


def test_a_result_without_the_winners_is_refused() -> None:
    game = Game.new(players=2, seed=7)
    while game.legal:
        game.apply(game.legal[0])
    saved = record_json(game)
    assert game.winners
    with pytest.raises(RecordError) as refused:
        parse_record({**saved, "result": {**saved["result"], "winners": []}})
    assert refused.value.reason.code == "record_result"


def test_an_impossible_seed_is_refused() -> None:
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


def test_a_seen_action_does_not_name_an_unseen_card() -> None:
    game = Game.new(players=2, rules=UNSEEN, seed=7)
    for action in ("pick 91", "hand", "drop 91"):
        game.apply(action)
    assert game.table.discard == (load_ruleset("standard").card("91"),)
    assert seen_record(game, 0)["actions"] == ["pick 91", "hand", "drop 91"]
    assert seen_record(game, 1)["actions"] == ["pick 91", "hand", "drop"]
    assert seen_record(game, None)["actions"] == ["pick 91", "hand", "drop"]
    assert seen_record(game, 1, "perfect")["actions"] == ["pick 91", "hand", "drop 91"]


@pytest.mark.parametrize("do", [[], ["fill_hand"]])
def test_a_seen_action_does_not_name_a_card_that_stays_in_the_hand(do: list[str]) -> None:
    """It does not name the card either if other cards move to the hand from an open zone."""
    touch = {"id": "touch", "rule": "play", "from": "play", "on": "touch", "card": "hand"}
    rules = {
        "format": 2,
        "name": "touching",
        "extends": "standard",
        "effects": {"fill_hand": {"move": "all", "from": "market", "to": "hand", "up_to": "hand"}},
        "transition": [{**touch, "do": do, "to": "score"}],
    }
    game = Game.new(players=2, rules=rules, seed=7)
    for action in ("pick 91", "hand", "touch 91"):
        game.apply(action)
    for viewer, seen in ((0, "touch 91"), (1, "touch"), (None, "touch")):
        assert seen_record(game, viewer)["actions"] == ["pick 91", "hand", seen]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_seen_record_cannot_be_loaded(viewer: int | None) -> None:
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
    (changed(format=4), "record_version", "format 4; only formats up to 3 are known"),
    (changed(format="3"), "record_shape", "format: must be one of 3, but is '3'"),
    (changed(format=True), "record_shape", "format: must be one of 3, but is True"),
    (changed(format=0), "record_shape", "format: must be one of 3, but is 0"),
    (changed(deck=...), "record_shape", "deck: is missing"),
    (changed(start=...), "record_shape", "start: is missing"),
    (changed(more=1), "record_shape", "more: is not known here"),
    (changed(actions="pick 91"), "record_shape", "actions: must be a list"),
    (changed(ruleset="../x"), "record_shape", "ruleset: must match"),
    (changed(ruleset="chess"), "record_rules", "do not match the name chess"),
    (changed(digest="0" * 64), "record_rules", "do not match the name standard"),
    (changed(rules={}), "record_deal", "cannot be dealt"),
    (changed(rules=None), "record_shape", "rules: must be a table"),
    (changed(rules=...), "record_shape", "rules: is missing"),
    (changed(players=9), "record_deal", "not 9"),
    (changed(first=5), "record_deal", "there is no seat 5"),
    (changed(names=["Ana"]), "record_deal", "cannot be the names of 2 players"),
    (changed(deck=["1", "1"]), "record_deal", "more than once"),
    (changed(seed=8), "record_seed", "does not give its deck [deck]"),
    (changed(start={}), "record_deal", "this is not a table: ruleset: is missing"),
    (changed(actions=["pick 91", "fly"]), "record_action", "action 2 of the saved game, 'fly'"),
    (changed(actions=["pick 1"]), "record_action", "1 is not in the market [pick]"),
    (
        changed(result={"points": [1, 2], "winners": [1]}),
        "record_result",
        "does not follow from its actions",
    ),
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
    with pytest.raises(RecordError, match="do not match the name mine"):
        parse_record(saved)


def test_every_truncated_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save_game(some_game(), path)
    content = path.read_bytes().rstrip()
    for length in range(0, len(content), 61):
        path.write_bytes(content[:length])
        with pytest.raises(RecordError, match="this is not a saved game, or it is incomplete"):
            load_game(path)


@pytest.mark.parametrize("content", [b"[" * 100_000, b"\xff", b"9" * 10_000, b"nul", b"NaN"])
def test_a_file_that_is_not_a_record(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    with pytest.raises(RecordError, match="this is not a saved game"):
        load_game(path)


def test_a_file_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read: No such file"):
        load_game(tmp_path / "no.json")
    with pytest.raises(RecordError, match="is not a file, but a folder"):
        load_game(tmp_path)
    with pytest.raises(RecordError, match="cannot be written: No such file"):
        save_game(some_game(), tmp_path / "no" / "game.json")
    with pytest.raises(RecordError, match="is not a file, but a folder"):
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


def test_what_is_not_a_file_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(RecordError, match="is not a file, but a folder, a pipe or a device"):
        save_game(some_game(), pipe)
    assert pipe.is_fifo()


def test_a_record_whose_rules_have_another_name_is_refused() -> None:
    saved = record_json(some_game())
    with pytest.raises(RecordError, match="do not match the name bga"):
        parse_record({**saved, "ruleset": "bga"})


def test_an_impossible_path_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be written"):
        save_game(some_game(), f"{tmp_path}/a\0b")


SAVER = """
import sys
from lineit import Game
from lineit.saves.records import load_game, save_game
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


def played() -> Game:
    game = Game.new(players=2, seed=7, first=1, names=["Ana", "Ben"])
    for action in ("pick 91", "hand", "pass"):
        game.apply(action)
    return game


def refused(data: Any) -> Reason:
    with pytest.raises(RecordError) as error:
        parse_record(data)
    return error.value.reason


def test_the_reason_of_a_bad_record_is_data() -> None:
    saved = record_json(played())
    assert refused([]) == Reason(
        "record_shape", None, {"where": "", "what": "must be a table, but is a list of 0"}
    )
    assert refused({}) == Reason("record_game", None, {"kind": "None"})
    assert refused({**saved, "format": 4}) == Reason(
        "record_version", None, {"format": 4, "known": 3}
    )
    assert refused({**saved, "seed": "x7"}) == Reason(
        "record_shape", None, {"where": "seed", "what": refused_seed()}
    )
    assert refused({**saved, "digest": "0" * 64}) == Reason(
        "record_rules", None, {"ruleset": "standard"}
    )
    why = refused({**saved, "players": 9})
    assert (why.code, why.rule, why.params["why"].code) == ("record_deal", "players", "players")
    why = refused({**saved, "rules": {}})
    assert (why.code, why.rule, why.params["why"].code) == ("record_deal", None, "ruleset")
    why = refused({**saved, "actions": ["pick 91", "line 1"]})
    assert (why.code, why.rule) == ("record_action", "place-line")
    assert (why.params["number"], why.params["action"]) == (2, "'line 1'")
    assert why.params["why"].code == "takes_no_card"
    assert refused({**saved, "result": {"points": [0, 0], "winners": [0]}}) == Reason(
        "record_result"
    )


def refused_seed() -> str:
    with pytest.raises(RecordError) as error:
        parse_record({**record_json(played()), "seed": "x7"})
    return str(error.value.reason.params["what"])


def test_the_reason_of_a_file_that_is_not_json_is_data() -> None:
    assert refused("[" * 100_000) == Reason("record_json", None, {"what": "nested too deep"})
    assert refused("nul").params["what"].strip("'").startswith("Expecting value: line 1 column 1")
    assert refused(b" " * (16 * 1024 * 1024 + 1)) == Reason(
        "record_json", None, {"what": "more than 16777216 bytes"}
    )
    assert refused(b" " * 16 * 1024 * 1024).params["what"] != "more than 16777216 bytes"


def test_the_reason_of_a_failed_read_or_write_is_data(tmp_path: Path) -> None:
    path = tmp_path / "no" / "game.json"
    with pytest.raises(RecordError) as error:
        load_game(path)
    params = {"path": short(str(path)), "what": "No such file or directory"}
    assert error.value.reason == Reason("record_file", None, params)
    with pytest.raises(RecordError) as error:
        save_game(played(), path)
    assert error.value.reason == Reason("record_write", None, params)
    with pytest.raises(RecordError) as error:
        load_game("a\0b")
    assert error.value.reason == Reason(
        "record_file", None, {"path": "'a\\x00b'", "what": "embedded null byte"}
    )


def test_a_saved_file_is_one_value_a_line_in_utf_8(tmp_path: Path) -> None:
    write_whole(tmp_path / "game.json", {"names": ["Zoë"], "seed": None})
    assert (tmp_path / "game.json").read_bytes() == (
        '{\n "names": [\n  "Zoë"\n ],\n "seed": null\n}\n'.encode()
    )
    assert read_json(tmp_path / "game.json") == {"names": ["Zoë"], "seed": None}


def test_a_file_with_a_long_name_is_saved_too(tmp_path: Path) -> None:
    path = tmp_path / f"{'x' * 245}.json"
    save_game(played(), path)
    assert load_game(path).ply == 3


def test_the_draft_is_beside_the_file_and_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it is written before the file is synced."""
    synced: list[list[tuple[str, int]]] = []
    sync = os.fsync

    def look(opened: int) -> None:
        synced.append([(file.name[:11], file.stat().st_size) for file in tmp_path.iterdir()])
        sync(opened)

    monkeypatch.setattr(os, "fsync", look)
    save_game(played(), tmp_path / "game.json")
    size = (tmp_path / "game.json").stat().st_size
    assert synced == [[(".game.json.", size)], [("game.json", size)]]


def test_a_save_leaves_no_file_open(tmp_path: Path) -> None:
    def next_opened() -> int:
        with (tmp_path / "other").open("wb") as file:
            return file.fileno()

    before = next_opened()
    save_game(played(), tmp_path / "game.json")
    assert next_opened() == before


def denied(*_: Any) -> int:
    raise PermissionError(13, "Permission denied")


def test_the_reason_why_a_draft_cannot_be_made_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "open", denied)
    with pytest.raises(RecordError, match="cannot be written: Permission denied"):
        save_game(played(), tmp_path / "game.json")


class CountedFile(io.BytesIO):
    """A file that records how much is read from it."""

    asked: ClassVar[list[int | None]] = []

    def read(self, size: int | None = -1, /) -> bytes:
        self.asked.append(size)
        return super().read(size)


def test_only_the_maximum_size_of_a_file_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One more byte is read, to see whether the file is too large."""
    path = file(tmp_path, "mine", HEAD)
    monkeypatch.setattr(CountedFile, "asked", [])
    game = tmp_path / "game.json"
    game.touch()
    with monkeypatch.context() as patched:
        patched.setattr(
            "lineit.saves.files.open", lambda *_, **__: CountedFile(b"9"), raising=False
        )
        patched.setattr(Path, "open", lambda *_: CountedFile(b"9"))
        assert read_json(game) == 9
        with pytest.raises(RulesetError) as error:
            load_ruleset(path)
    assert error.value.problems[0].message.startswith("is not TOML")
    assert CountedFile.asked == [16 * 1024 * 1024 + 1, 64 * 1024 + 1]


def test_a_system_where_folders_cannot_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "O_DIRECTORY")
    save_game(played(), tmp_path / "game.json")
    assert load_game(tmp_path / "game.json").ply == 3


def test_a_record_may_be_text_or_bytes() -> None:
    text = json.dumps(record_json(played()))
    for data in (text, text.encode()):
        again = parse_record(data)
        assert (again.seed, again.names, again.undealt.first) == (7, ("Ana", "Ben"), 1)
        assert [str(each.action) for each in list(again)[1:]] == ["pick 91", "hand", "pass"]


def test_a_game_without_names_is_saved_without() -> None:
    saved = record_json(Game.new(players=3, seed=1))
    assert (saved["names"], saved["players"]) == (None, 3)
    assert parse_record(saved).names is None


def test_a_record_may_have_no_result() -> None:
    game = Game.new(players=2, seed=7)
    while game.legal:
        game.apply(game.legal[0])
    saved = record_json(game)
    assert parse_record(saved).scores == parse_record({**saved, "result": None}).scores
    worse = {**saved["result"], "points": [0, 0]}
    assert refused({**saved, "result": worse}).code == "record_result"


def test_rules_of_the_name_of_a_built_in_ruleset_are_saved_with_the_game() -> None:
    mine = load_ruleset(over(name="bga", limits={"price": 1}))
    saved = record_json(Game.new(players=2, rules=mine, seed=7))
    assert saved["rules"] == mine.document
    assert parse_record(saved).ruleset == mine


def test_a_seen_record() -> None:
    cut = seen_record(played(), 0)
    whole = record_json(played())
    assert {key: cut[key] for key in whole} == {**whole, "seed": None, "deck": 106}
    assert [event["type"] for event in cut["events"]][:4] == [
        "round-begun",
        "cards-moved",
        "turn-started",
        "phase-entered",
    ]
    assert seen_record(played(), None)["events"] == cut["events"]
    with pytest.raises(ViewError):
        seen_record(played(), 2)


def test_a_seen_record_depends_on_seat_and_memory() -> None:
    mine = load_ruleset(over(zones={"scored": {"table": "owner", "perfect": "all"}}))
    before = table(
        phase="place",
        picked="41",
        market="2",
        jackpots={"red": "97 93"},
        rules=mine,
        players=[player("", "1 5"), player()],
    )
    game = Game(before)
    game.apply("line")

    def claimed(viewer: int | None, memory: Memory = "table") -> Any:
        events = seen_record(game, viewer, memory)["events"]
        return next(event["cards"] for event in events if event.get("word") == "claim_jackpot")

    assert [claimed(viewer) for viewer in (0, 1, None)] == [["97", "93"], 2, 2]
    assert claimed(None, "perfect") == ["97", "93"]


def test_a_record_with_events_or_with_the_size_of_a_deck_alone_is_no_seen_record() -> None:
    saved = record_json(played())
    for change, where in (({"events": []}, "events"), ({"deck": 106}, "deck")):
        why = refused({**saved, **change})
        assert (why.code, why.params["where"]) == ("record_shape", where)
    assert refused({**saved, "events": [], "deck": 106}).code == "record_seen"


def test_a_code_in_a_record_is_no_longer_than_any_card_has() -> None:
    saved = record_json(played())
    long = refused({**saved, "deck": ["1" * 11, *saved["deck"][1:]]})
    assert (long.code, long.params["where"]) == ("record_shape", "deck[0]")
    assert refused({**saved, "deck": ["1" * 10, *saved["deck"][1:]]}).code == "record_deal"


def test_a_record_with_more_decisions_than_any_game_has_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    saved = record_json(played())
    monkeypatch.setattr("lineit.game.most_decisions", lambda _: 2)
    why = refused(saved)
    assert (why.code, why.rule, why.params["number"]) == ("record_action", None, 3)
    assert why.params["why"].params["first"] == (
        "standard: the game did not end after 2 decisions;"
        " change the rules so that the deck runs out"
    )


def test_a_game_that_is_not_over_has_no_result() -> None:
    game = played()
    result = {"points": list(game.scores), "winners": list(game.table.leaders)}
    assert refused({**record_json(game), "result": result}).code == "record_result"
    result = {"points": list(game.scores), "winners": list(game.winners)}
    assert refused({**record_json(game), "result": result}).code == "record_result"
