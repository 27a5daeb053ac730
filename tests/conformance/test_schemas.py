"""Tests of the JSON Schemas: all data of whole games is valid."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from lineit import Game, load_ruleset, ruleset_names
from lineit.conformance.schemas import schemas
from lineit.conformance.vectors import load_vectors, vector_json
from lineit.frontends.rpc import Server
from lineit.model.zones import Memory
from lineit.saves.records import record_json, seen_record
from support.paths import ROOT
from support.rulesets import EACH_RULESET

FOLDER = ROOT / "spec/schemas"
VALID = {name: Draft202012Validator(schema) for name, schema in schemas().items()}


@pytest.mark.parametrize("name", schemas())
def test_a_schema_is_a_schema_and_is_kept_in_its_file(name: str) -> None:
    kept = json.loads((FOLDER / f"{name}.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(kept)
    assert kept == schemas()[name]


class Client:
    """A client of the protocol that validates each answer."""

    def __init__(self) -> None:
        self._server = Server()

    def ask(self, method: str, **params: Any) -> Any:
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        answer = self._server.answer(json.dumps(request))
        assert answer is not None
        result = json.loads(answer)["result"]
        for event in result.get("events", []) if isinstance(result, dict) else []:
            VALID["event"].validate(event)
        for action in result.get("legal", []) if isinstance(result, dict) else result:
            VALID["action"].validate(action)
        return result


@pytest.mark.parametrize("name", EACH_RULESET)
def test_all_that_the_protocol_emits_is_valid(name: str) -> None:
    chance = Random(name)
    client = Client()
    state = client.ask("new", players=2, ruleset=name, seed=7)
    game = state["game"]
    while state["legal"]:
        state = client.ask("apply", game=game, action=chance.choice(state["legal"]))
        if chance.random() < 0.1:
            VALID["table"].validate(client.ask("table", game=game))
            for seat in (0, 1, None):
                for memory in ("table", "perfect"):
                    seen = client.ask("view", game=game, seat=seat, memory=memory)
                    VALID["view"].validate(seen)
    VALID["table"].validate(client.ask("table", game=game))
    saved = client.ask("record", game=game)
    VALID["record"].validate(saved)
    assert client.ask("load", record=saved)["phase"] == "over"


def test_a_record_with_rules_of_its_own_is_valid() -> None:
    rules = {"format": 2, "name": "mine", "extends": "bga", "limits": {"price": 1}}
    saved = json.loads(json.dumps(record_json(Game.new(2, rules=rules, seed=1, names=["A", "B"]))))
    VALID["record"].validate(saved)
    VALID["rules"].validate(saved["rules"])


@pytest.mark.parametrize("name", EACH_RULESET)
def test_a_seen_record_is_valid(name: str) -> None:
    chance = Random(name)
    game = Game.new(3, rules=name, seed=7)
    while game.legal:
        game.apply(chance.choice(game.legal))
    data = json.loads(json.dumps(seen_record(game, 0)))
    VALID["seen-record"].validate(data)
    hidden = [event for event in data["events"] if isinstance(event.get("cards"), int)]
    assert VALID["seen-event"].is_valid(hidden[0])
    assert not VALID["event"].is_valid(hidden[0])
    assert not VALID["seen-record"].is_valid(record_json(game))


@pytest.mark.parametrize("memory", ["table", "perfect"])
def test_records_of_a_game_from_a_table_are_valid(
    memory: Memory,
) -> None:
    game = Game(Game.new(3, seed=7).table)
    saved = json.loads(json.dumps(record_json(game)))
    VALID["record"].validate(saved)
    VALID["table"].validate(saved["start"])
    seen = json.loads(json.dumps(seen_record(game, 1, memory)))
    VALID["seen-record"].validate(seen)
    VALID["view"].validate(seen["start"])


@pytest.mark.parametrize("name", EACH_RULESET)
def test_every_vector_is_valid(name: str) -> None:
    for vector in [*load_vectors(name, "rules"), load_vectors(name, "games")[0]]:
        VALID["vector"].validate(json.loads(json.dumps(vector_json(vector))))


def test_every_ruleset_is_valid() -> None:
    for name in ruleset_names():
        VALID["rules"].validate(load_ruleset(name).document)


@pytest.mark.parametrize(
    ("schema", "change"),
    [
        ("table", {"phase": 4}),
        ("table", {"market": ["x"]}),
        ("table", {"more": 1}),
        ("view", {"deck": ["0"]}),
        ("view", {"viewer": "0"}),
        ("record", {"format": 2}),
        ("record", {"rules": None}),
        ("record", {"start": 1}),
        ("record", {"digest": "x"}),
    ],
)
def test_a_schema_refuses_other_data(schema: str, change: dict[str, Any]) -> None:
    client = Client()
    game = client.ask("new", players=2, seed=7)["game"]
    data = client.ask(schema, game=game)
    assert VALID[schema].is_valid(data)
    assert not VALID[schema].is_valid({**data, **change})
