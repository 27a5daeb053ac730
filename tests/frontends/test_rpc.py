"""The protocol: the answers of each method. No bad line ends the process or changes a game.

The fuzz sends 5,000 bad lines, or the number in LINEIT_FUZZ, such as LINEIT_FUZZ=100000.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import time
from io import BytesIO
from itertools import pairwise
from shutil import which
from typing import Any

import attrs
import pytest

from lineit import Game, __version__, load_ruleset, replay, table_json
from lineit.formats.converters import NAMES_IN_JSON
from lineit.formats.events import EVENT_TYPES, parse_event
from lineit.frontends import open_games
from lineit.frontends.open_games import size_of
from lineit.frontends.rpc import METHODS, MOST_BYTES, Server, serve
from lineit.model.resources import spec_version
from lineit.model.table import Table, set_up
from lineit.saves import records
from lineit.text.catalog import LANGUAGES
from support.paths import ROOT
from support.protocol import (
    CHEAP,
    ask,
    bent,
    checked,
    lines_about,
    lines_about_none,
    moved_by,
    refused,
    request,
    response,
    strict,
    torn,
)
from support.tables import entered, moved
from support.work import HANGS_AFTER

PROTOCOL = (ROOT / "docs" / "protocol.md").read_text("utf-8")

BEGUN = {
    "game": "1",
    "digest": load_ruleset("standard").digest,
    "ply": 0,
    "revision": 0,
    "phase": "pick",
    "seat": 0,
    "legal": ["pick 91", "pick 33", "pick 58", "pick 23"],
    "events": [
        {"type": "round-begun", "rule": "deal", "round": 1},
        moved("deal", "fill_market", "91 33 58 23", "deck", "market"),
        {"type": "turn-started", "rule": "turn-order", "seat": 0},
        entered("pick", "pick"),
    ],
    "winners": None,
    "ended_early": None,
}
"""The answer to `new` for two players and the seed 7."""


@pytest.fixture
def server() -> Server:
    """Return a server with one game, "1", of two players and the seed 7."""
    made = Server()
    assert ask(made, "new", players=2, seed=7) == BEGUN
    return made


# -- every method -------------------------------------------------------------


def test_new_takes_a_deck_and_the_first_player(server: Server) -> None:
    deck = [card.code for card in load_ruleset("standard").cards]
    result = ask(server, "new", players=3, deck=deck, first=2)
    assert (result["game"], result["ply"], result["phase"], result["seat"]) == ("2", 0, "pick", 2)
    assert result["legal"] == ["pick 1", "pick 2", "pick 3", "pick 4", "pick 5"]


def test_new_takes_the_name_of_a_ruleset(server: Server) -> None:
    assert ask(server, "new", players=2, ruleset="bga", seed=7)["legal"][0] == "line 91"


def test_new_takes_a_ruleset_as_data(server: Server) -> None:
    assert ask(server, "new", players=2, ruleset=CHEAP, seed=7)["game"] == "2"
    for action in ("pick 91", "line", "score"):
        result = ask(server, "apply", game="2", action=action)
    assert result["events"][0] == moved("price", "pay_price", "91", "line", "discard", seat=0)
    assert ask(server, "table", game="2")["ruleset"] == "cheap"
    assert ask(server, "record", game="2")["rules"]["limits"]["price"] == 1


def test_new_without_a_seed_draws_one(server: Server) -> None:
    """It has 128 bits, so that the open cards do not give it away. JavaScript reads it as text."""
    ask(server, "new", players=2)
    seed = ask(server, "record", game="2")["seed"]
    assert 2**64 < int(seed) < 2**128


def test_apply(server: Server) -> None:
    assert ask(server, "apply", game="1", action="pick 91") == {
        "ply": 1,
        "revision": 1,
        "phase": "place",
        "seat": 0,
        "legal": ["line", "hand"],
        "events": [
            moved("pick", "pick_card", "91", "market", "picked", seat=0),
            entered("place-line", "place"),
        ],
        "winners": None,
        "ended_early": None,
    }


def test_legal(server: Server) -> None:
    assert ask(server, "legal", game="1") == ["pick 91", "pick 33", "pick 58", "pick 23"]


def test_table(server: Server) -> None:
    table = ask(server, "table", game="1")
    assert table == table_json(Game.new(players=2, seed=7).table)
    assert (table["market"], len(table["deck"])) == (["91", "33", "58", "23"], 102)


def seen(server: Server, **params: Any) -> tuple[Any, Any, Any, Any]:
    """Return the viewer of a view, and its deck, hands and discard."""
    view = ask(server, "view", game="1", **params)
    hands = [player["hand"] for player in view["players"]]
    return view["viewer"], view["deck"], hands, view["discard"]


def test_view_of_a_seat_of_a_spectator_and_of_a_perfect_memory(server: Server) -> None:
    for action in ("pick 91", "hand", "pass"):
        ask(server, "apply", game="1", action=action)
    assert seen(server, seat=0) == (0, 102, [["91"], 0], [])
    assert seen(server, seat=1) == (1, 102, [1, []], [])
    assert seen(server) == seen(server, seat=None) == (None, 102, [1, 0], [])
    assert seen(server, seat=1, memory="table") == seen(server, seat=1)
    assert seen(server, seat=1, memory="perfect") == (1, 102, [["91"], []], [])
    assert seen(server, memory="perfect") == (None, 102, [["91"], []], [])
    assert ask(server, "view", game="1", memory="perfect")["memory"] == "perfect"


def test_explain(server: Server) -> None:
    legal = {"legal": True, "rule": None, "code": None, "message": None, "params": None}
    assert ask(server, "explain", game="1", action="pick 91") == legal
    assert ask(server, "explain", game="1", action="pick 1") == {
        "legal": False,
        "rule": "pick",
        "code": "card_not_there",
        "message": "1 is not in the market [pick]",
        "params": {"card": "1", "zone": "market"},
    }
    nonsense = ask(server, "explain", game="1", action="castle", lang="en")
    assert (nonsense["legal"], nonsense["rule"]) == (False, None)
    assert nonsense["message"].startswith("'castle' is not an action; ")
    unknown = ask(server, "explain", game="1", action="pick 101")
    assert (unknown["legal"], unknown["rule"]) == (False, "deck")
    assert ask(server, "legal", game="1") == BEGUN["legal"]


def test_undo(server: Server) -> None:
    for action in ("pick 91", "line", "pass"):
        ask(server, "apply", game="1", action=action)
    result = ask(server, "undo", game="1")
    assert result == {
        "ply": 2,
        "revision": 4,
        "phase": "score",
        "seat": 0,
        "legal": ["score", "pass"],
        "events": [],
        "winners": None,
        "ended_early": None,
    }
    assert ask(server, "undo", game="1", steps=0)["ply"] == 2
    assert ask(server, "undo", game="1", steps=2) == {
        **without_id(BEGUN),
        "revision": 5,
        "events": [],
    }
    assert ask(server, "table", game="1") == table_json(Game.new(players=2, seed=7).table)


def without_id(result: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in result.items() if key not in ("game", "digest")}


def test_a_record_loads_as_an_equal_game(server: Server) -> None:
    events = list(ask(server, "new", players=3, seed=1, ruleset=CHEAP)["events"])
    for _ in range(60):
        action = ask(server, "legal", game="2")[-1]
        result = ask(server, "apply", game="2", action=action)
        events += result["events"]
    record = ask(server, "record", game="2")
    loaded = ask(server, "load", record=record)
    digest = record["digest"]
    assert loaded == {**result, "game": "3", "digest": digest, "events": events}
    assert ask(server, "table", game="3") == ask(server, "table", game="2")
    assert ask(server, "record", game="3") == record
    assert records.parse_record(record).ply == 60
    ask(server, "undo", game="3", steps=60)
    assert ask(server, "record", game="2") == record


def test_close(server: Server) -> None:
    assert ask(server, "close", game="1") is True
    assert refused(server, "legal", game="1")["code"] == 2
    assert refused(server, "close", game="1")["code"] == 2
    assert ask(server, "new", players=2, seed=7)["game"] == "2"  # ids are never used again


def test_rulesets(server: Server) -> None:
    result = ask(server, "rulesets")
    titles = {each["name"]: each["title"] for each in result}
    assert (titles["standard"], titles["bga"]) == ("Line-it", "Line-it on Board Game Arena")
    for each in result:
        begun = ask(server, "new", players=2, ruleset=each["name"])
        assert begun["digest"] == each["digest"] == load_ruleset(each["name"]).digest
        ask(server, "close", game=begun["game"])


def test_a_ruleset_with_the_name_of_another_has_its_own_digest(server: Server) -> None:
    open_deck = {"zones": {"deck": {"table": "all", "perfect": "all"}}}
    false = {"format": 2, "name": "standard", "extends": "standard", **open_deck}
    begun = ask(server, "new", players=2, seed=7, ruleset=false)
    assert ask(server, "view", game=begun["game"])["ruleset"] == "standard"
    assert begun["digest"] == load_ruleset(false).digest != BEGUN["digest"]


def test_rulesets_with_titles_in_a_language(server: Server) -> None:
    result = {each["name"]: each["title"] for each in ask(server, "rulesets", lang="de")}
    assert (result["standard"], result["children"]) == ("Line-it", "Line-it für Kinder")


def test_hello_returns_versions_methods_and_languages(server: Server) -> None:
    result = ask(server, "hello")
    assert (result["name"], result["version"], result["spec"]) == (
        "lineit",
        __version__,
        spec_version(),
    )
    assert (result["protocol"], result["languages"]) == (2, [*LANGUAGES])
    assert sorted(result["methods"]) == sorted(METHODS)


def test_several_games_can_be_open(server: Server) -> None:
    ask(server, "new", players=2, seed=7)
    ask(server, "apply", game="1", action="pick 91")
    ask(server, "apply", game="2", action="pick 33")
    assert [ask(server, "table", game=game)["picked"] for game in "12"] == ["91", "33"]


@pytest.mark.parametrize("ruleset", ["standard", "bga"])
def test_the_events_rebuild_the_table(ruleset: str) -> None:
    server, chance, rules = Server(), random.Random(3), load_ruleset(ruleset)
    deck = list(rules.cards)
    chance.shuffle(deck)
    table = set_up(rules, 4, tuple(deck), 1)
    codes = [card.code for card in deck]
    result = ask(server, "new", players=4, ruleset=ruleset, deck=codes, first=1)
    while True:
        table = replay(table, [parse_event(event, rules) for event in result["events"]])
        assert table_json(table) == ask(server, "table", game="1")
        assert (result["phase"], result["seat"]) == (table.phase, table.seat)
        assert result["legal"] == ask(server, "legal", game="1")
        if not result["legal"]:
            break
        result = ask(server, "apply", game="1", action=chance.choice(result["legal"]))
    assert result["phase"] == "over"
    (ended,) = [event for event in result["events"] if event["type"] == "game-ended"]
    assert ended["points"] == [player.points for player in table.players]


# -- every error --------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["", "{", "hello", '{"a":NaN}', "[1,]", b"\xff", "[" * 100_000])
def test_not_json(line: str | bytes, server: Server) -> None:
    expected = {"code": -32700, "message": "this line is not JSON"}
    assert response(server, line) == {"jsonrpc": "2.0", "id": None, "error": expected}


@pytest.mark.parametrize(
    "message",
    [
        1,
        "new",
        None,
        {},
        {"id": 1, "method": "rulesets"},
        {"jsonrpc": 2.0, "id": 1, "method": "rulesets"},
        {"jsonrpc": "1.0", "id": 1, "method": "rulesets"},
        {"jsonrpc": "2.0", "id": 1},
        {"jsonrpc": "2.0", "id": 1, "method": None},
        {"jsonrpc": "2.0", "id": 1, "method": ["new"]},
        {"jsonrpc": "2.0", "id": [1], "method": "rulesets"},
        {"jsonrpc": "2.0", "id": {}, "method": "rulesets"},
        {"jsonrpc": "2.0", "id": True, "method": "rulesets"},
    ],
)
def test_not_a_request(message: Any, server: Server) -> None:
    result = response(server, json.dumps(message))
    assert (result["id"], result["error"]["code"]) == (None, -32600)


def test_an_empty_batch(server: Server) -> None:
    expected = "a batch must have 1 to 1000 requests, not 0"
    assert response(server, "[]")["error"] == {"code": -32600, "message": expected}


@pytest.mark.parametrize("params", [[], ["1"], None, "1", 1])
def test_params_by_position(params: Any, server: Server) -> None:
    call = {"jsonrpc": "2.0", "id": 1, "method": "close", "params": params}
    expected = {"code": -32602, "message": "params must be an object, with the parameters by name"}
    assert response(server, json.dumps(call)) == {"jsonrpc": "2.0", "id": 1, "error": expected}
    del call["id"]
    assert server.answer(json.dumps(call)) is None
    assert ask(server, "legal", game="1") == BEGUN["legal"]


@pytest.mark.parametrize("name", ["", "New", "rpc.discover", "__init__", "_games", "x" * 5000])
def test_an_unknown_method(name: str, server: Server) -> None:
    error = refused(server, name, game="1")
    assert (error["code"], len(error["message"]) < 260) == (-32601, True)
    assert error["message"].endswith(
        "; take one of hello, new, apply, legal, table, view, explain, undo, record, load, close, "
        "rulesets, ruleset, differences, choices, previews, facts, tell, stats, redo, end, "
        "undo_costs, events, bot"
    )


@pytest.mark.parametrize(
    ("method", "params", "message"),
    [
        ("new", {}, "players is missing"),
        ("new", {"players": "2"}, "players must be a whole number, but is '2'"),
        ("new", {"players": 2.0}, "players must be a whole number, but is 2.0"),
        ("new", {"players": 2, "seat": 2}, "seat is not known here; did you mean seats?"),
        ("new", {"players": 2, "deck": "1 2"}, "deck must be a list, but is '1 2'"),
        ("new", {"players": 2, "deck": [1]}, "deck[0] must be a text, but is 1"),
        ("apply", {"game": "1"}, "action is missing"),
        ("apply", {"game": 1, "action": "pick 91"}, "game must be a text, but is 1"),
        ("apply", {"game": "1", "action": "x" * 101}, "action must have at most 100 "),
        ("apply", {"game": "1", "action": "pick 91", "ply": True}, "ply must be a whole number"),
        ("legal", {"game": "-1"}, "game must match [0-9]+, but is '-1'"),
        ("view", {"game": "1", "memory": "all"}, "memory must be one of table, perfect"),
        ("explain", {"game": "1", "action": "score", "lang": "xx"}, "there is no language 'xx'"),
        ("rulesets", {"game": "1"}, "game is not known here"),
        ("rulesets", {"lang": "xx"}, "there is no language 'xx'; take one of en, es, de"),
        ("rulesets", {"lang": None}, "lang must be a text, but is None"),
        ("hello", {"lang": "en"}, "lang is not known here"),
        ("close", {}, "game is missing"),
    ],
)  # fmt: skip
def test_params_that_do_not_fit(
    method: str, params: dict[str, Any], message: str, server: Server
) -> None:
    error = refused(server, method, **params)
    assert error["code"] == -32602
    assert error["message"].startswith(message)
    assert "data" not in error


@pytest.mark.parametrize(
    ("method", "params", "rule"),
    [
        ("new", {"players": 6}, "players"),
        ("new", {"players": 2, "first": 2}, "players"),
        ("new", {"players": 2, "deck": ["1", "1"]}, "deck"),
        ("new", {"players": 2, "deck": ["101"]}, "deck"),
        ("new", {"players": 2, "deck": ["1"], "seed": 1}, "deck"),
        ("view", {"game": "1", "seat": 2}, "players"),
        ("view", {"game": "1", "seat": -1}, "players"),
        ("undo", {"game": "1", "steps": 1}, None),
        ("undo", {"game": "1", "steps": -1}, None),
        ("apply", {"game": "1", "action": "castle"}, None),
        ("apply", {"game": "1", "action": ""}, None),
        ("apply", {"game": "1", "action": "pick 101"}, "deck"),
    ],
)
def test_params_that_the_game_refuses(
    method: str, params: dict[str, Any], rule: str | None, server: Server
) -> None:
    error = refused(server, method, **params)
    assert (error["code"], error["data"]["rule"]) == (-32602, rule)
    assert error["data"]["message"] == error["message"]


def test_a_bug_is_answered_as_an_internal_error(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("oh")

    monkeypatch.setattr("lineit.frontends.rpc.look.view", broken)
    error = refused(server, "view", game="1")
    assert error == {"code": -32603, "message": "internal error: RuntimeError('oh')"}


def test_an_answer_that_is_not_json_is_an_internal_error(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = METHODS["legal"]._replace(do=lambda _, __: {1, 2})
    monkeypatch.setitem(METHODS, "legal", broken)
    assert refused(server, "legal", game="1")["code"] == -32603
    monkeypatch.undo()
    assert ask(server, "legal", game="1") == BEGUN["legal"]


def test_an_illegal_action(server: Server) -> None:
    why = "1 is not in the market [pick]"
    assert refused(server, "apply", game="1", action="pick 1") == {
        "code": 1,
        "message": why,
        "data": {
            "rule": "pick",
            "code": "card_not_there",
            "message": why,
            "params": {"card": "1", "zone": "market"},
        },
    }


def test_an_action_after_the_end(server: Server) -> None:
    while legal := ask(server, "legal", game="1"):
        ask(server, "apply", game="1", action=legal[0])
    error = refused(server, "apply", game="1", action="pass")
    assert (error["code"], error["data"]["rule"]) == (1, "winner")


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("apply", {"action": "pick 91"}),
        ("legal", {}),
        ("table", {}),
        ("view", {}),
        ("explain", {"action": "pick 91"}),
        ("undo", {}),
        ("record", {}),
        ("close", {}),
    ],
)
@pytest.mark.parametrize("game", ["2", "0", "01", "9" * 20])
def test_an_unknown_game(method: str, params: dict[str, Any], game: str, server: Server) -> None:
    expected = {"code": 2, "message": f"there is no game {game}"}
    assert refused(server, method, game=game, **params) == expected


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "chess"}, "this is a file of another kind: 'chess'"),
        ({"format": 4}, "this game was saved by a newer version in format 4"),
        ({"digest": "0" * 64}, "the rules in the saved game do not match the name standard"),
        ({"actions": ["pick 91", "score"]}, "action 2 of the saved game, 'score', is not legal: "),
        ({"deck": []}, "the saved game cannot be dealt: 106 cards are missing"),
        (
            {"rules": {"extends": "../x"}},
            "the saved game cannot be dealt: the rules have a mistake: (data): extends: ",
        ),
        ({"seed": 1.5}, "this is not a saved game: seed: "),
    ],
)
def test_a_bad_record(change: dict[str, Any], message: str, server: Server) -> None:
    error = refused(server, "load", record={**ask(server, "record", game="1"), **change})
    assert error["code"] == 3
    assert error["message"].startswith(message)
    assert error["data"]["message"] == error["message"]


def test_a_game_from_a_table_of_its_own_is_loaded(server: Server) -> None:
    middle = Game.new(players=3, seed=1)
    for _ in range(20):
        middle.apply(middle.legal[0])
    record = records.record_json(Game(middle.table))
    loaded = ask(server, "load", record=record)
    assert (loaded["ply"], loaded["events"]) == (0, [])
    assert loaded["legal"] == [str(action) for action in middle.legal]
    assert ask(server, "record", game=loaded["game"]) == record


def test_games_and_rules_of_the_first_edition_are_loaded(server: Server) -> None:
    saves = ROOT / "tests/data/first-edition"
    record = json.loads((saves / "saves/house-price.json").read_text("utf-8"))
    loaded = ask(server, "load", record=record)
    assert loaded["ply"] == len(record["actions"])
    assert ask(server, "record", game=loaded["game"])["format"] == 3
    result = ask(server, "new", players=2, seed=7, ruleset={**CHEAP, "format": 1})
    assert ask(server, "record", game=result["game"])["rules"]["format"] == 2
    seen = json.loads((saves / "seen.json").read_text("utf-8"))
    error = refused(server, "load", record=seen)
    assert (error["code"], error["message"].startswith("this is a game as one seat saw it")) == (
        3,
        True,
    )


@pytest.mark.parametrize("record", [None, 1, "x", [], {}])
def test_data_that_is_not_a_record(record: Any, server: Server) -> None:
    assert refused(server, "load", record=record)["code"] == 3


@pytest.mark.parametrize(
    "name", ["chess", "../x", "/etc/passwd", "x.toml", "standard.toml", "", "spec/rulesets/bga"]
)
def test_a_ruleset_that_is_not_built_in(name: str, server: Server) -> None:
    error = refused(server, "new", players=2, ruleset=name)
    assert error["code"] == 4
    assert error["message"].startswith(f"there is no ruleset {name!r}; take one of bga, ")


@pytest.mark.parametrize(
    ("ruleset", "problem"),
    [
        ({**CHEAP, "limits": {"price": 5000}}, "(data): limits.price: must be from "),
        ({**CHEAP, "extends": "../x"}, "(data): extends: '../x' is not the name of a ruleset"),
        ({**CHEAP, "extends": "passwd"}, "(data): extends: there is no ruleset 'passwd'"),
        ({}, "(data): format: is missing"),
        ([], "(data): a list of 0 is not a ruleset"),
        (None, "(data): None is not a ruleset"),
    ],
)
def test_bad_rules_as_data(ruleset: Any, problem: str, server: Server) -> None:
    error = refused(server, "new", players=2, ruleset=ruleset)
    assert error["code"] == 4
    assert error["data"]["problems"][0].startswith(problem)
    assert len(error["data"]["problems"]) <= 50


def test_a_stale_ply_changes_nothing(server: Server) -> None:
    for ply in (1, -1, 10**400):
        error = refused(server, "apply", game="1", action="pick 91", ply=ply)
        assert (error["code"], error["data"]) == (5, {"ply": 0, "revision": 0})
    assert error["message"] == "the game is at ply 0, not an enormous number"
    assert ask(server, "apply", game="1", action="pick 91", ply=0)["ply"] == 1


def test_the_second_of_two_clients_on_a_ply_is_refused(server: Server) -> None:
    ask(server, "apply", game="1", action="pick 91", ply=0)
    assert refused(server, "apply", game="1", action="pick 33", ply=0) == {
        "code": 5,
        "message": "the game is at ply 1, not 0",
        "data": {"ply": 1, "revision": 1},
    }
    assert ask(server, "table", game="1")["picked"] == "91"


def test_the_second_of_two_undos_on_a_ply_is_refused(server: Server) -> None:
    for action in ("pick 91", "line", "pass"):
        ask(server, "apply", game="1", action=action)
    assert ask(server, "undo", game="1", ply=3)["ply"] == 2
    assert refused(server, "undo", game="1", ply=3)["code"] == 5
    assert ask(server, "undo", game="1", ply=None)["ply"] == 1


STUCK = {
    "format": 2,
    "name": "stuck",
    "extends": "standard",
    "limits": {"hand": 0},
    "remove": {"transition": ["restart"]},
}
"""Rules by which a card that does not fit cannot be placed anywhere."""


def test_an_action_into_a_dead_end_is_refused_and_changes_nothing(
    server: Server,
) -> None:
    ident = ask(server, "new", players=2, ruleset=STUCK, seed=7)["game"]
    error: dict[str, Any] = {}
    while not error:
        before = ask(server, "table", game=ident)
        action = ask(server, "legal", game=ident)[-1]
        result = response(server, request("apply", game=ident, action=action))
        error = result.get("error", {})
    assert (error["code"], "no legal action" in error["data"]["problems"][0]) == (4, True)
    assert ask(server, "table", game=ident) == before
    assert action in ask(server, "legal", game=ident)


def test_a_game_that_begins_in_a_dead_end_is_not_opened(server: Server) -> None:
    """The id of the next game shows that none was opened."""
    removed = ["place-line", "place-hand", "restart", "play", "play-pass", "play-nothing"]
    pick = {"id": "pick", "rule": "pick", "from": "pick", "on": "pick", "to": "over"}
    never = {**pick, "when": ["not turns_left"]}
    away = ["place", "play", "score", "turn-end", "cleanup", "endgame", "final", "final-score"]
    removed += ["score", "score-pass", "score-nothing", "next-turn", "cleanup", "next-round"]
    removed += ["end-trigger", "end-bank", "final-play", "final-nothing", "final-score"]
    stuck = {
        **STUCK,
        "transition": [never],
        "remove": {
            "phase": [*away, "final-turn-end"],
            "transition": [*removed, "final-next-turn", "winner"],
        },
    }
    assert refused(server, "new", players=2, ruleset=stuck)["code"] == 4
    assert ask(server, "new", players=2)["game"] == "2"


def test_games_that_take_too_much_memory(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = size_of(Game.new(players=2, seed=7))
    monkeypatch.setattr(open_games, "MOST_MEMORY", 2 * begun + 1)
    record = ask(server, "record", game="1")
    ask(server, "new", players=2)
    ask(server, "apply", game="1", action="pick 91")
    expected = {"code": 6, "message": "2 games are open and take all memory; close one first"}
    assert refused(server, "new", players=2) == refused(server, "load", record=record) == expected
    assert refused(server, "apply", game="1", action="line") == expected
    ask(server, "undo", game="1")
    assert ask(server, "load", record=record)["game"] == "3"
    ask(server, "close", game="2")
    ask(server, "close", game="3")
    assert ask(server, "apply", game="1", action="pick 91")["ply"] == 1


def test_the_size_of_a_game_grows_with_its_steps_and_events_and_with_its_own_rules() -> None:
    game = Game.new(players=2, seed=7)
    dealt = 4000 + 600 + 4 * 300 + 8 * (102 + 4 + 4)  # a deck, a market, and an event with 4 cards
    assert size_of(game) == dealt
    events = game.apply("pick 91")
    assert len(events) == 2
    assert size_of(game) == dealt + 600 + 2 * 300 + 8 * (3 + 1)  # the deck stays the same
    own = Game.new(players=2, rules=CHEAP, seed=7)
    letters = len(json.dumps(own.ruleset.document))
    assert size_of(own) == dealt + 10 * letters


def test_the_size_of_a_step_counts_the_tokens_that_are_copied() -> None:
    token = {"reward": {"token": 1}}
    wait = {"id": "wait", "rule": "pick", "from": "pick", "on": "wait", "do": ["reward"]}
    rules = {**CHEAP, "effects": token, "transition": [{**wait, "to": "pick"}]}
    game = Game.new(players=2, rules=rules, seed=7)
    sizes = []
    for _ in range(4):
        game.apply("wait")
        sizes.append(size_of(game))
    assert [more - less for less, more in pairwise(sizes)] == [
        600 + 2 * 300 + 8 * tokens for tokens in (2, 3, 4)
    ]


def test_undone_decisions_are_kept_as_long_as_there_is_memory(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, openings = size_of(Game.new(players=2, seed=7)), ("pick 91", "line", "pass")
    for action in openings:
        ask(server, "apply", game="1", action=action)
    ask(server, "undo", game="1", steps=2)
    games = server._games  # noqa: SLF001 # the protocol does not tell the memory
    with_undone = games.memory
    assert ask(server, "redo", game="1", steps=2)["ply"] == 3
    assert games.memory == with_undone == size_of(games.by_id["1"])
    ask(server, "undo", game="1", steps=2)
    ask(server, "apply", game="1", action="hand")
    assert games.memory == size_of(games.by_id["1"]) < with_undone
    monkeypatch.setattr(open_games, "MOST_MEMORY", begun)
    ask(server, "undo", game="1", steps=2)
    assert games.memory == begun
    assert refused(server, "redo", game="1")["data"]["code"] == "no_redo"


# -- requests: ids, notifications, batches ------------------------------------------------------

IDS = ["1", "0", "-7", "1.5", "1e22", '"a"', '""', "null", '"\\ud800"', '"\\u0000"', "9" * 4300]


@pytest.mark.parametrize("ident", IDS)
def test_ids_come_back(ident: str, server: Server) -> None:
    line = '{"jsonrpc": "2.0", "id": %s, "method": "legal", "params": {"game": "%d"}}'
    for game, kind in ((1, "result"), (2, "error")):
        result = response(server, line % (ident, game))
        assert (result["id"], kind in result) == (json.loads(ident), True)


@pytest.mark.parametrize(
    ("ident", "code"),
    [("1e400", -32600), ("-1e400", -32600), ("NaN", -32700), ("9" * 9999, -32700)],
)
def test_ids_that_are_refused(ident: str, code: int, server: Server) -> None:
    result = response(server, f'{{"jsonrpc": "2.0", "id": {ident}, "method": "rulesets"}}')
    assert (result["id"], result["error"]["code"]) == (None, code)


def test_a_notification_is_carried_out_and_not_answered(server: Server) -> None:
    line = '{"jsonrpc": "2.0", "method": "apply", "params": {"game": "1", "action": "%s"}}'
    assert server.answer(line % "pick 91") is None
    assert ask(server, "table", game="1")["picked"] == "91"
    assert server.answer(line % "castle") is None
    assert server.answer('{"jsonrpc": "2.0", "method": "castle"}') is None


def test_a_batch(server: Server) -> None:
    batch = [
        {"jsonrpc": "2.0", "id": 1, "method": "apply", "params": {"game": "1", "action": "line"}},
        {"jsonrpc": "2.0", "method": "apply", "params": {"game": "1", "action": "pick 91"}},
        {"jsonrpc": "2.0", "id": "b", "method": "legal", "params": {"game": "1"}},
        [],
        {"jsonrpc": "2.0", "id": 3, "method": "close", "params": {"game": "1"}},
        {"jsonrpc": "2.0", "id": 4, "method": "legal", "params": {"game": "1"}},
    ]
    answer = server.answer(json.dumps(batch))
    assert answer is not None
    first, second, third, fourth, fifth = checked(answer)
    assert (first["id"], first["error"]["code"]) == (1, 1)
    assert (second["id"], second["result"]) == ("b", ["line", "hand"])
    assert (third["id"], third["error"]["code"]) == (None, -32600)
    assert (fourth["id"], fourth["result"]) == (3, True)
    assert (fifth["id"], fifth["error"]["code"]) == (4, 2)


def test_a_batch_of_notifications_gets_no_answer(server: Server) -> None:
    note = '{"jsonrpc": "2.0", "method": "legal", "params": {"game": "%d"}}'
    assert server.answer(f"[{note % 1}, {note % 2}]") is None


def test_a_batch_of_one_is_answered_by_a_list(server: Server) -> None:
    assert (server.answer("[1]") or "").startswith("[{")


def test_the_last_of_two_equal_keys_counts(server: Server) -> None:
    line = '{"jsonrpc": "2.0", "id": 1, "id": 2, "method": "x", "method": "legal", "params": {"game": "1"}}'  # noqa: E501 # one line, as it is sent
    result = response(server, line)
    assert (result["id"], result["result"]) == (2, BEGUN["legal"])


# -- hostile lines ------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [10, 400, 900, 960, 990, 1000, 5000, 100_000])
@pytest.mark.parametrize("pair", ["[]", "{}"])
def test_deep_nesting(depth: int, pair: str, server: Server) -> None:
    begin, end = ("[", "]") if pair == "[]" else ('{"phase":', "}")
    deep = begin * depth + "1" + end * depth
    rules = '{"format": 2, "name": "x", "extends": "standard", "%s": %s}'
    record = '{"game": "line-it", "format": 2, "rules": %s}'
    for method, params in (
        ("legal", f'{{"game": {deep}}}'),
        ("legal", deep),
        ("new", f'{{"players": 2, "deck": {deep}}}'),
        *(
            ("new", f'{{"players": 2, "ruleset": {rules % (key, deep)}}}')
            for key in (
                "limits",
                "remove",
                "phase",
                "transition",
                "guards",
                "title",
                "extends",
                "text",
            )
        ),
        ("new", f'{{"players": 2, "ruleset": {deep}}}'),
        ("load", f'{{"record": {deep}}}'),
        ("load", f'{{"record": {record % deep}}}'),
    ):
        line = f'{{"jsonrpc": "2.0", "id": 1, "method": "{method}", "params": {params}}}'
        assert response(server, line)["error"]["code"] in (-32700, -32600, -32602, 3, 4)
    assert ask(server, "legal", game="1") == BEGUN["legal"]


@pytest.mark.parametrize("number", ["9" * 300, "-" + "9" * 4300, "9" * 4301, "1e400", "1e-400"])
def test_enormous_numbers(number: str, server: Server) -> None:
    for method, name in (
        ("new", "players"), ("new", "first"), ("apply", "ply"), ("view", "seat"), ("undo", "steps"),
    ):  # fmt: skip
        params = '{"players": 2, ' if method == "new" else '{"game": "1", '
        params += '"action": "pick 91", ' if method == "apply" else ""
        line = f'{{"jsonrpc": "2.0", "id": 1, "method": "{method}", "params": {params}'
        result = response(server, f'{line}"{name}": {number}}}}}')
        assert result["error"]["code"] in (-32700, -32602, 5)
    assert ask(server, "legal", game="1") == BEGUN["legal"]


def test_a_seed_may_be_large_but_not_enormous(server: Server) -> None:
    assert ask(server, "new", players=2, seed=10**300)["ply"] == 0
    assert strict(json.dumps(ask(server, "record", game="2")))["seed"] == str(10**300)
    error = refused(server, "new", players=2, seed=10**4000)
    assert (error["code"], error["data"]["rule"]) == (-32602, "deck")


@pytest.mark.parametrize("text", ["\ud800", "\udfff\ud800", "pick \ud800", "\0", "\x7f", "﻿"])
def test_strange_texts(text: str, server: Server) -> None:
    for method, params in (
        (text, {}),
        ("apply", {"game": "1", "action": text}),
        ("legal", {"game": text}),
        ("legal", {"game": "1", text: text}),
        ("explain", {"game": "1", "action": "score", "lang": text}),
        ("view", {"game": "1", "memory": text}),
        ("new", {"players": 2, "ruleset": text}),
        ("new", {"players": 2, "deck": [text]}),
        ("new", {"players": 2, "ruleset": {**CHEAP, "name": text, text: text}}),
        ("load", {"record": {"game": text}}),
        ("load", {"record": {**ask(server, "record", game="1"), "actions": [text]}}),
    ):
        assert refused(server, method, **params)["code"] in (-32601, -32602, 3, 4)


def test_a_ruleset_with_a_lone_surrogate_is_refused(server: Server) -> None:
    error = refused(server, "new", players=2, ruleset={**CHEAP, "title": "\ud800"})
    assert (error["code"], "title: must be a line of text" in error["message"]) == (4, True)


@pytest.mark.parametrize("kind", ["effects", "guards"])
def test_a_ruleset_with_exponential_words_is_refused(kind: str, server: Server) -> None:
    key, last = ("do", "begin_with_first") if kind == "effects" else ("any", "is_bet")
    words: dict[str, Any] = {f"w{n}": {"rule": "pick", key: [f"w{n + 1}"] * 2} for n in range(12)}
    words["w12"] = {"rule": "pick", key: [last]}
    transitions = {
        "effects": {"id": "deal", "from": "deal", "do": ["deal_market", "w0"], "to": "pick"},
        "guards": {
            "id": "pick", "from": "pick", "on": "pick", "card": "market",
            "when": ["w0"], "do": ["pick_card"], "to": "place",
        },
    }  # fmt: skip
    rules = {**CHEAP, kind: words, "transition": [{"rule": "pick", **transitions[kind]}]}
    assert refused(server, "new", players=2, ruleset=rules)["code"] == 4


# -- a stream of lines --------------------------------------------------------------------------


def served(content: bytes) -> list[dict[str, Any]]:
    """Return the answers to all lines of the content."""
    answers = BytesIO()
    serve(BytesIO(content), answers)
    assert answers.getvalue().isascii()
    lines = answers.getvalue().decode().splitlines(keepends=True)
    assert all(line.endswith("\n") for line in lines)
    return [checked(line.removesuffix("\n"))[0] for line in lines]


CALL = b'{"jsonrpc":"2.0","id":1,"method":"new","params":{"players":2,"seed":7}}'


def test_serve_answers_each_line() -> None:
    answers = served(CALL + b"\n" + request("legal", game="1").encode() + b"\nhello\n" + CALL)
    assert [answer.get("result", answer.get("error")) for answer in answers] == [
        BEGUN,
        BEGUN["legal"],
        {"code": -32700, "message": "this line is not JSON"},
        {**BEGUN, "game": "2"},
    ]


def test_lines_may_be_empty_and_may_end_in_cr_lf() -> None:
    answers = served(b"\n\r\n  \t\n" + CALL + b"\r\n\r\n" + CALL + b"\r\n")
    assert [answer["result"]["game"] for answer in answers] == ["1", "2"]


def test_bytes_that_are_not_utf_8() -> None:
    answers = served(b'{"jsonrpc":"2.0","id":"\xff\xfe"}\n\xc3\x28\n\x00\n' + CALL)
    assert [answer.get("error", {}).get("code") for answer in answers] == [-32700] * 3 + [None]


@pytest.mark.parametrize("beyond", [0, 1, 2, MOST_BYTES, MOST_BYTES + 1, 2 * MOST_BYTES])
def test_a_line_that_is_too_long_is_skipped(beyond: int) -> None:
    length = MOST_BYTES + beyond
    answers = served(CALL.ljust(length - 1) + b"\n" + CALL + b"\n" + CALL.ljust(length))
    if beyond:
        expected = {"code": -32600, "message": "a line may have at most 4194304 bytes"}
        assert [answer.get("error") for answer in answers] == [expected, None, expected]
        assert answers[1]["result"] == BEGUN
    else:
        assert [answer["result"]["game"] for answer in answers] == ["1", "2", "3"]


def test_a_process_answers_after_bad_lines_and_ends_with_its_input() -> None:
    bad = [
        b"hello",
        b"\xff\xff",
        b"[" * 50_000,
        b"x" * (MOST_BYTES + 5),
        b"[]",
        b'{"jsonrpc":"2.0"',
    ]
    good = [CALL, request("apply", game="1", action="pick 91").encode()]
    lines = b"\n".join([*bad, *good, *bad, request("legal", game="1").encode()])
    done = subprocess.run(
        [sys.executable, "-m", "lineit", "rpc"], input=lines, capture_output=True, cwd=ROOT
    )
    assert (done.returncode, done.stderr) == (0, b"")
    answers = [checked(line)[0] for line in done.stdout.decode().splitlines()]
    codes = [-32700, -32700, -32700, -32600, -32600, -32700]
    found = [answer.get("error", {}).get("code") for answer in answers]
    assert found == [*codes, None, None, *codes, None]
    assert answers[6]["result"] == BEGUN
    assert answers[-1]["result"] == ["line", "hand"]


def test_a_process_without_input_ends() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "lineit", "rpc"], input=b"", capture_output=True, cwd=ROOT
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def rpc_with_pipes_that_do_not_wait() -> tuple[subprocess.Popen[bytes], int, int]:
    """Start the process with non-blocking pipes, as Node.js and others do. Return it with the end
    to write to and the end to read from.
    """
    (its_input, to_write), (to_read, its_output) = os.pipe(), os.pipe()
    for end in (its_input, its_output):
        os.set_blocking(end, False)
    process = subprocess.Popen(
        [sys.executable, "-m", "lineit", "rpc"], stdin=its_input, stdout=its_output, cwd=ROOT
    )
    os.close(its_input)
    os.close(its_output)
    return process, to_write, to_read


def test_a_process_waits_for_input_and_for_the_rest_of_a_line() -> None:
    process, to_write, to_read = rpc_with_pipes_that_do_not_wait()
    with os.fdopen(to_write, "wb", 0) as requests, os.fdopen(to_read, "rb") as answers:
        requests.write(CALL + b"\n")
        assert json.loads(answers.readline())["result"] == BEGUN
        requests.write(b'{"jsonrpc":"2.0","id":1,')
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.1)
        requests.write(b'"method":"legal","params":{"game":"1"}}\n')
        assert json.loads(answers.readline())["result"] == BEGUN["legal"]
        requests.close()
        assert process.wait(HANGS_AFTER) == 0


def wait_until_full(pipe: int) -> None:
    """Wait until nothing more is written into a pipe from which nobody reads."""
    fcntl, termios = (pytest.importorskip(name) for name in ("fcntl", "termios"))
    before, waiting = -1, b"\0\0\0\0"
    while before < len(CALL) or before < int.from_bytes(waiting, sys.byteorder):
        before = int.from_bytes(waiting, sys.byteorder)
        time.sleep(0.3)
        waiting = fcntl.ioctl(pipe, termios.FIONREAD, b"\0\0\0\0")


def test_a_process_drops_no_answer_if_nobody_reads_yet() -> None:
    """The answers are more than a pipe holds."""
    process, to_write, to_read = rpc_with_pipes_that_do_not_wait()
    with os.fdopen(to_write, "wb", 0) as requests, os.fdopen(to_read, "rb") as answers:
        asked = request("table", game="1").encode()
        requests.write(CALL + b"\n" + (asked + b"\n") * 300)
        requests.close()
        wait_until_full(to_read)
        lines = answers.read().splitlines()
        assert (len(lines), len({*lines[1:]})) == (301, 1)
        assert sum(map(len, lines)) > 2 * 65536
        assert process.wait(HANGS_AFTER) == 0


def test_a_client_in_javascript_plays_a_whole_game() -> None:
    node = which("node")
    if node is None:
        pytest.skip("the client is in JavaScript, and node is not installed")
    client = ROOT / "tests" / "support/clients" / "play.mjs"
    done = subprocess.run(
        [node, client, sys.executable, "-m", "lineit", "rpc"],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert (done.returncode, done.stderr) == (0, "")
    result = strict(done.stdout)
    game = Game.new(players=3, deck=result["deck"])
    for action in result["actions"]:
        game.apply(action)
    assert game.over
    assert list(game.scores) == result["points"]
    assert len(result["actions"]) > 150


# -- what docs/protocol.md says -----------------------------------------------------------------


def test_the_conversation_in_the_docs() -> None:
    (block,) = re.findall(r"```json\n(.*?)```", PROTOCOL, re.DOTALL)
    server, due, said = Server(), None, 0
    for line in block.splitlines():
        arrow, _, text = line.partition(" ")
        if arrow == "-->":
            assert due is None
            due = server.answer(text)
            said += 1
        else:
            assert arrow == "<--"
            assert due is not None
            text = re.sub('"version":"[^"]*"', f'"version":"{__version__}"', text)
            assert strict(text) == strict(due)
            due = None
    assert due is None
    assert said >= 8


def rows(heading: str) -> list[list[str]]:
    """Return the cells of all table rows under a heading of the docs."""
    section = PROTOCOL.partition(f"\n## {heading}")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_docs_list_every_method_with_its_params_and_defaults() -> None:
    section = PROTOCOL.partition("<!-- methods -->")[2].partition("\n## ")[0]
    found = {part.partition("`")[0]: part for part in section.split("\n### `")[1:]}
    known = response(Server(), request("?"))["error"]["message"].partition("; take one of ")[2]
    assert [*found] == [*METHODS] == known.split(", ")
    for method, part in found.items():
        rows = re.findall(r"^\| `(\w+)` \| .* \| (?:`(.*?)`)? \|", part, re.MULTILINE)
        fields = attrs.fields(METHODS[method].params)
        assert dict(rows) == {
            field.name: "" if field.default is attrs.NOTHING else json.dumps(field.default)
            for field in fields
            if field.name != "lang"
        }


def test_the_docs_list_every_event_with_its_fields() -> None:
    result = {name.strip("`"): set(re.findall("`([a-z]+)`", says)) for name, says in rows("Events")}
    assert result.keys() == EVENT_TYPES.keys()
    for name, kind in EVENT_TYPES.items():
        fields = {
            NAMES_IN_JSON.get(kind, {}).get(field.name, field.name) for field in attrs.fields(kind)
        }
        assert fields - {"rule"} <= result[name]


def test_the_docs_list_every_key_of_a_table(server: Server) -> None:
    words = {
        word for row in rows("Tables") for cell in row for word in re.findall("`([a-z]+)`", cell)
    }
    table = ask(server, "table", game="1")
    assert {*table, *table["players"][0]} <= words


# -- many bad lines -----------------------------------------------------------------------------

LINES = int(os.environ.get("LINEIT_FUZZ", "5000"))


class Fuzz:
    """A server with three games in progress. A game that a line changed can be reset."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.server = Server()
        self.open = self.server._games.by_id  # noqa: SLF001 # to compare the tables after each line
        self.games: dict[str, Game] = {}
        self.before: dict[str, Table] = {}
        self.lines: dict[str, list[bytes]] = {}
        for players, decisions, rules in ((2, 31, "standard"), (3, 64, "standard"), (4, 40, "bga")):
            game = Game.new(players, rules=rules, seed=players)
            for _ in range(decisions):
                game.apply(self.chance.choice(game.legal))
            self.load(game)
        self.others = lines_about_none(game)

    def load(self, game: Game) -> None:
        ident = ask(self.server, "load", record=records.record_json(game))["game"]
        self.games[ident] = game
        self.before[ident] = self.open[ident].table
        self.lines[ident] = lines_about(ident, game)

    def line(self) -> bytes:
        """Return a new line."""
        chance = self.chance
        about = chance.choice([*self.lines.values()])
        line = chance.choice(about if chance.random() < 0.9 else self.others)
        line = bent(line, chance) if chance.random() < 0.8 else torn(line, chance)
        return torn(line, chance) if line and chance.random() < 0.1 else line

    def moved(self) -> set[str]:
        """Return the ids of the games that changed."""
        now = {ident: game.table for ident in self.before if (game := self.open.get(ident))}
        return {ident for ident, table in self.before.items() if now.get(ident) is not table}

    def put_back(self, ident: str) -> None:
        """Reset the game. If it was closed, open it again under another id."""
        game = self.games[ident]
        if ident not in self.open:
            del self.games[ident], self.before[ident], self.lines[ident]
            self.load(game)
            return
        ply = ask(self.server, "undo", game=ident, steps=0)["ply"]
        if ply > game.ply:
            ask(self.server, "undo", game=ident, steps=ply - game.ply)
        for step in game.steps[ply + 1 :]:
            ask(self.server, "apply", game=ident, action=str(step.action))
        self.before[ident] = self.open[ident].table
        assert self.before[ident] == game.table

    def asked(self, line: bytes) -> set[str]:
        """Return the ids of the games that the line may change."""
        try:
            message = strict(line)
        except (ValueError, RecursionError):
            return set()
        messages = message if isinstance(message, list) else [message]
        return {ident for each in messages if (ident := moved_by(each, self.games))}


def test_bad_lines_change_no_game() -> None:
    """No line raises an exception or is an internal error. A line changes a game only if it is a
    valid request to do so. Lines that are still good are not counted.
    """
    fuzz, bad, good, moved = Fuzz(20), 0, 0, 0
    while bad < LINES:
        line = fuzz.line()
        answer = fuzz.server.answer(line)
        responses = [] if answer is None else checked(answer)
        errors = [result["error"]["code"] for result in responses if "error" in result]
        assert -32603 not in errors, line
        bad += bool(errors)
        good += not errors
        asked, found = fuzz.asked(line), fuzz.moved()
        assert found == asked or (found < asked and line.lstrip().startswith(b"[")), line
        for ident in found:
            fuzz.put_back(ident)
            moved += 1
        for ident in [*fuzz.open.keys() - fuzz.games.keys()] if len(fuzz.open) > 200 else ():
            ask(fuzz.server, "close", game=ident)
    assert 0 < moved < good < bad
    for ident, game in fuzz.games.items():
        assert ask(fuzz.server, "record", game=ident) == records.record_json(game)


def test_a_loaded_game_goes_on_at_its_old_revision(server: Server) -> None:
    """So a client that was connected before a restart does not act on another table."""
    ask(server, "apply", game="1", action="pick 91")
    ask(server, "undo", game="1")
    record = ask(server, "record", game="1")
    assert ask(server, "load", record=record)["revision"] == 0
    assert ask(server, "load", record=record, revision=2)["revision"] == 2
    assert ask(server, "events", game="3", since=1)["after"] is None
    assert refused(server, "load", record=record, revision=2**53)["code"] == -32602
