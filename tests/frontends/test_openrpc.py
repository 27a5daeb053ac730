"""What is made of the models of the protocol: schemas, the OpenRPC document, types and docs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from lineit import load_ruleset, ruleset_names
from lineit.frontends.rpc import METHODS, Server
from lineit.frontends.rpc.errors import ERRORS
from lineit.frontends.rpc.openrpc import openrpc, protocol_definitions, result_schema, types
from lineit.text.catalog import LANGUAGES
from support.paths import ROOT
from support.protocol import CHEAP, checked, request, response

DEFINITIONS = protocol_definitions()
DOCUMENT = openrpc()
DOCS = (ROOT / "docs/protocol.md").read_text("utf-8")


def validator(schema: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator({**schema, "$defs": DEFINITIONS})


RESULTS = {name: validator(result_schema(name)) for name in METHODS}
PARAMS = {
    name: validator({"$ref": f"#/$defs/{method.params.__name__}"})
    for name, method in METHODS.items()
}
DATA = {
    code: validator({"$ref": f"#/$defs/{kind.data.__name__}"})
    for code, kind in ERRORS.items()
    if kind.data is not None
}


def check_error(error: dict[str, Any]) -> None:
    """Check an error against what is published of its code."""
    kind = ERRORS[error["code"]]
    assert ("data" in error) is (kind.data is not None) or kind.when
    if "data" in error:
        DATA[error["code"]].validate(error["data"])


class Client:
    """A client that checks what it sends and what it gets against the schemas."""

    def __init__(self) -> None:
        self._server = Server()
        self.refusals: list[dict[str, Any]] = []

    def ask(self, method: str, /, **params: Any) -> Any:
        PARAMS[method].validate(params)
        return self.say(method, **params)

    def say(self, method: str, /, **params: Any) -> Any:
        """Ask with parameters that the schema may not allow."""
        answer = response(self._server, request(method, **params))
        if "error" in answer:
            check_error(answer["error"])
            assert answer["error"]["code"] in METHODS[method].errors
            self.refusals.append(answer["error"].get("data", {}))
            return None
        RESULTS[method].validate(answer["result"])
        return answer["result"]


# -- the document ---------------------------------------------------------------------------------


def test_the_document_is_openrpc() -> None:
    """The essentials of https://meta.open-rpc.org: which objects have which keys."""
    assert DOCUMENT.keys() == {"openrpc", "info", "methods", "components"}
    assert re.fullmatch(r"1\.3\.\d+", DOCUMENT["openrpc"])
    assert {"title", "version"} <= DOCUMENT["info"].keys()
    assert [method["name"] for method in DOCUMENT["methods"]] == [*METHODS]
    for method in DOCUMENT["methods"]:
        assert {"name", "params", "result"} <= method.keys()
        assert method["paramStructure"] == "by-name"
        assert method["summary"].endswith(".")
        required = [param["required"] for param in method["params"]]
        assert required == sorted(required, reverse=True)  # as the standard demands
        for content in (*method["params"], method["result"]):
            assert {"name", "schema"} <= content.keys()
        assert all(param["description"].endswith(".") for param in method["params"])
    for error in DOCUMENT["components"]["errors"].values():
        assert (type(error["code"]), type(error["message"])) == (int, str)


def test_every_reference_leads_to_a_schema() -> None:
    found = set(re.findall(r'"\$ref": "#/([^"]*)"', json.dumps(DOCUMENT)))
    assert "components/schemas/State" in found
    for path in found:
        part = DOCUMENT
        for key in path.split("/"):
            part = part[key]
        assert isinstance(part, dict)


def test_every_schema_is_a_schema() -> None:
    for schema in DEFINITIONS.values():
        Draft202012Validator.check_schema(schema)


def test_every_default_is_valid() -> None:
    for method in DOCUMENT["methods"]:
        for param in method["params"]:
            if not param["required"]:
                schema = json.loads(
                    json.dumps(param["schema"]).replace("components/schemas", "$defs")
                )
                validator(schema).validate(schema["default"])


def test_every_field_has_a_sentence() -> None:
    for method in METHODS.values():
        for model in (method.params, method.result):
            schema = DEFINITIONS.get(getattr(model, "__name__", ""), {"properties": {}})
            for part in schema["properties"].values():
                assert part["description"].endswith(".")


def test_the_files_are_those_of_the_models() -> None:
    kept = json.loads((ROOT / "spec/schemas/openrpc.json").read_text("utf-8"))
    assert kept == DOCUMENT
    assert (ROOT / "spec/schemas/lineit.d.ts").read_text("utf-8") == types()


# -- what is said is valid ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name == "bga" else [pytest.mark.slow])
        for name in ruleset_names()
    ],
)
def test_all_answers_in_random_games_are_valid(name: str) -> None:
    chance, client = Random(name), Client()
    least, most = load_ruleset(name).components.players
    players = chance.randint(least, most)
    state = client.ask(
        "new", players=players, ruleset=name, seed=str(chance.getrandbits(90)), first=0,
        seats=["person"] * players, tags={"date": "2026-12-01"}, undo="free",
    )  # fmt: skip
    game, events = state["game"], list(state["events"])
    while state["legal"]:
        seat, lang = chance.choice([None, state["seat"]]), chance.choice(LANGUAGES)
        action = chance.choice(state["legal"])
        state = client.ask("apply", game=game, action=action, revision=state["revision"])
        events += state["events"]
        if chance.random() < 0.03:
            look(client, game, state, chance.randrange(players), lang)
            state = client.ask("undo", game=game, seat=seat, lang=lang)
            state = client.ask("redo", game=game)
    told = client.ask("tell", game=game, events=events[-50:], actions=["pass"], lang="de")
    assert all(told["events"])
    saved = client.ask("record", game=game)
    assert client.ask("load", record=saved)["phase"] == "over"
    assert client.ask("bot", game=game) is None
    assert client.ask("close", game=game) is True
    assert client.ask("table", game=game) is None


def look(client: Client, game: str, state: dict[str, Any], seat: int, lang: str) -> None:
    """Ask everything about a game that changes nothing."""
    of_game = {"game": game, "lang": lang}
    for method in ("legal", "choices", "previews"):
        client.ask(method, **of_game)
        client.ask(method, **of_game, seat=seat)
    for memory in ("table", "perfect"):
        client.ask("view", **of_game, seat=seat, memory=memory, ply=state["ply"] // 2)
        client.ask("facts", **of_game, seat=seat, memory=memory)
        client.ask("events", **of_game, seat=seat, memory=memory, since=state["revision"] - 3)
    client.ask("events", **of_game, seat="spectator")
    for action in ("pick 1", "line", "castle", "pass"):
        client.ask("explain", **of_game, action=action, seat=seat)
    client.ask("undo_costs", **of_game, seat=seat, steps=min(2, state["ply"]))
    client.ask("record", **of_game, seat=seat)
    for method in ("table", "stats"):
        client.ask(method, **of_game)
    for bot in ("greedy", "random"):
        client.ask("bot", **of_game, bot=bot, seed=7)


def test_all_answers_about_rulesets_are_valid() -> None:
    client = Client()
    assert client.ask("hello")["protocol"] == 2
    for lang in LANGUAGES:
        for each in client.ask("rulesets", lang=lang):
            about = client.ask("ruleset", ruleset=each["name"], lang=lang)
            assert about["title"] == each["title"]
            client.ask("differences", ruleset=each["name"], other="bga", lang=lang)
    client.ask("ruleset", ruleset=CHEAP)
    client.ask("differences", ruleset=CHEAP)
    assert client.say("ruleset", ruleset={**CHEAP, "limits": {"price": 5000}}) is None
    assert client.ask("ruleset", ruleset="moon") is None


def test_every_answer_in_the_docs_is_valid() -> None:
    (block,) = re.findall(r"```json\n(.*?)```", DOCS, re.DOTALL)
    asked: dict[Any, str] = {}
    answers = 0
    for line in block.splitlines():
        arrow, _, text = line.partition(" ")
        if arrow == "-->":
            found = re.findall(r'"id":(\d+),"method":"(\w+)"', text)
            asked |= {int(ident): method for ident, method in found}
            continue
        for answer in checked(text):
            answers += 1
            if "error" in answer:
                check_error(answer["error"])
            else:
                RESULTS[asked[answer["id"]]].validate(answer["result"])
    assert answers >= 10


# -- types ----------------------------------------------------------------------------------------

EXPORTED = re.findall(r"^export (?:interface|type) (\w+)", types(), re.MULTILINE)


def test_no_type_has_the_name_of_one_of_typescript_or_the_dom() -> None:
    """The list has the names that the declaration files of TypeScript 5.9 declare."""
    taken = (ROOT / "tests/data/typescript-names.txt").read_text("utf-8").split()
    assert {"Record", "Event", "Text", "Node", "Promise", "Map"} <= {*taken}
    assert {*EXPORTED} & {*taken} == set()
    assert len(EXPORTED) == len({*EXPORTED})


def test_the_types_have_every_method_with_its_params_and_result() -> None:
    methods = types().partition("export interface Methods {\n")[2].partition("\n}")[0]
    one = r"^  (\w+): \{ params: (\w+); result: ([\w<> |]+) \};$"
    found = re.findall(one, methods, re.MULTILINE)
    assert [name for name, _, _ in found] == [*METHODS]
    assert found[:3] == [
        ("hello", "NoParams", "Hello"),
        ("new", "NewParams", "Opened"),
        ("apply", "ApplyParams", "State"),
    ]
    named = {
        name for _, params, result in found for name in re.findall(r"\w+", params + " " + result)
    }
    assert named - {"Array", "boolean"} <= {*EXPORTED}


def test_events_are_a_union_of_named_types() -> None:
    line = next(line for line in types().splitlines() if line.startswith("export type GameEvent"))
    assert line == (
        "export type GameEvent = PhaseEntered | CardsMoved | TokenTaken | RoundBegun | TurnStarted"
        " | PlayerStopped | FirstPlayerPassed | GameEnded;"
    )


def test_the_built_in_rulesets_have_their_names_phases_and_verbs_and_others_may_have_more() -> None:
    lines = dict(re.findall(r"^export type (\w+) = (.*);$", types(), re.MULTILINE))
    for name in ("Phase", "Verb", "RulesetName"):
        assert lines[name].endswith(" | (string & {})")
    assert all(f'"{name}"' in lines["RulesetName"] for name in ruleset_names())
    assert '"final-score"' in lines["Phase"]
    assert '"throw"' in lines["Verb"]


# -- reasons --------------------------------------------------------------------------------------

KINDS: dict[str, Callable[[Any], bool]] = {
    "text": lambda value: isinstance(value, str),
    "number": lambda value: type(value) is int,
    "list of texts": lambda value: all(isinstance(each, str) for each in value),
    "list of numbers": lambda value: all(type(each) is int for each in value),
    "reason": lambda value: value.keys() == {"rule", "code", "message", "params"},
}


def documented() -> dict[str, tuple[bool, dict[str, str]]]:
    """Return each reason of docs/reasons.md: whether it has a rule, and the types of its params."""
    page = (ROOT / "docs/reasons.md").read_text("utf-8")
    return {
        code: (rule == "yes", dict(re.findall(r"`(\w+)`: ([a-z ]+)", params)))
        for code, rule, params in re.findall(
            r"^\| `(\w+)` \| (\w*) \| (.*?) \|", page, re.MULTILINE
        )
    }


def test_reasons_are_as_the_docs_say() -> None:
    client, known = Client(), documented()
    game = client.ask("new", players=2, seed=7)["game"]
    saved = client.ask("record", game=game)
    for action in ("castle", "pick", "pick 1", "pick 101", "line 5", "score"):
        client.ask("apply", game=game, action=action)
    for action in ("line", "pick 91"):
        client.ask("apply", game=game, action=action, seat=1)
    for params in (
        {"players": 9}, {"players": 2, "first": 2}, {"players": 2, "deck": ["1", "1"]},
        {"players": 2, "deck": ["1"]}, {"players": 2, "deck": ["1"], "seed": 1},
        {"players": 2, "deck": ["x"]}, {"players": 2, "names": ["A"]},
        {"players": 2, "names": ["A", "a"]}, {"players": 2, "names": ["A", ""]},
        {"players": 2, "seats": ["A", "b"]}, {"players": 2, "tags": {"A": "b"}},
        {"players": 2, "tags": {"a": ""}}, {"players": 2, "seats": ["person"]},
        {"players": 2, "seed": 2**1024},
    ):  # fmt: skip
        client.ask("new", **params)
    for steps in (1, 2, -1):
        client.ask("undo", game=game, steps=steps)
        client.ask("redo", game=game, steps=steps)
    client.say("tell", game=game, events=[{"type": "card-picked"}])
    client.say("tell", game=game, events=[{"type": "turn-started", "rule": "x"}])
    changes: tuple[dict[str, Any], ...] = (
        {"game": "chess"}, {"format": 4}, {"digest": "0" * 64}, {"actions": ["score"]},
        {"deck": []}, {"seed": 8}, {"seed": 1.5}, {"start": {}}, {"rules": 5},
        {"result": {"points": [1, 1], "winners": [0]}}, {"ended_early": {"seat": 5, "points": []}},
    )  # fmt: skip
    for change in changes:
        client.say("load", record={**saved, **change})
    codes = {refusal["code"] for refusal in client.refusals}
    assert len(codes) > 25
    for refusal in client.refusals:
        has_rule, kinds = known[refusal["code"]]
        assert has_rule or refusal["rule"] is None
        assert kinds.keys() <= refusal["params"].keys()
        for name, kind in kinds.items():
            assert KINDS[kind](refusal["params"][name]), (refusal, name)
