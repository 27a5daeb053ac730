"""The implementation in `docs/implementations/javascript` plays as lineit does.

It was written from `spec/` and `docs/protocol.md` alone, so these tests also test what those say.
"""

from __future__ import annotations

import json
import subprocess
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from shutil import which
from typing import Any

import pytest

from lineit import load_ruleset, ruleset_names
from lineit.conformance.client import Remote
from lineit.conformance.report import chosen, run
from lineit.conformance.vectors import LEVELS
from lineit.frontends.cli import main
from lineit.frontends.rpc import Server
from lineit.rules.problem_ids import MUST_REFUSE
from support.paths import ROOT
from support.protocol import request

NODE = which("node")
PROGRAM = ROOT / "docs/implementations/javascript/lineit.js"
HOUSE = sorted(path.stem for path in (ROOT / "tests/data/house").glob("*.toml"))
QUICK = ["bga", "house/choose-price"]
ALL = [*ruleset_names(), *(f"house/{name}" for name in HOUSE)]


def as_json() -> dict[str, Any]:
    """The rule files in tests/data/broken that can be sent as data, by name."""
    found = {}
    for path in sorted((ROOT / "tests/data/broken").glob("*.toml")):
        with suppress(ValueError, TypeError):  # no TOML, or dates
            found[path.stem] = json.loads(json.dumps(tomllib.loads(path.read_text("utf-8"))))
    return found


BROKEN = as_json()
VECTORS = chosen(ruleset_names(), LEVELS)
QUICK_VECTORS = {f"level {level}" for level in ("winners", "views", "undo", "records")}

pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")


class Both:
    """lineit and the implementation in JavaScript, which get the same requests."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.server = Server()
        self.process = process
        self.theirs: Any = None
        self.ours: Any = None

    def ask(self, method: str, /, **params: Any) -> Any:
        """The answer, which is the same from both: a result, or the code and rule of an error."""
        line = request(method, **params)
        self.theirs = self.send(line)
        self.ours = json.loads(self.server.answer(line) or "null")
        theirs, ours = told(self.theirs), told(self.ours)
        assert theirs == ours
        return ours

    def send(self, line: str) -> Any:
        """The answer of the implementation in JavaScript."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


YOURS = ("message", "code", "params", "revision", "ended_early")
"""Keys of results that no level of conformance compares."""


def told(answer: Any) -> Any:
    """What must be the same in each implementation: sentences need not."""
    if error := answer.get("error"):
        data = error.get("data") or {}
        assert len(data.get("problems", [])) == len(data.get("ids", []))
        return {"code": error["code"], "rule": data.get("rule", "none"), "ply": data.get("ply")}
    result = answer["result"]
    if isinstance(result, dict):
        for key in YOURS:
            result.pop(key, None)
    return result


@pytest.fixture(scope="module")
def both() -> Iterator[Both]:
    yield from started()


@pytest.fixture(scope="module")
def strangers() -> Iterator[Both]:
    """A process of its own, because only one of both may begin a game."""
    yield from started()


def started() -> Iterator[Both]:
    process = subprocess.Popen(
        [str(NODE), PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    )
    with process:
        yield Both(process)
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(10) == 0


def rules_of(name: str) -> Any:
    """The name of a built-in ruleset, or the data of a rule file in tests/data."""
    if "/" not in name:
        return name
    return tomllib.loads((ROOT / f"tests/data/{name}.toml").read_text("utf-8"))


def play(both: Both, rules: Any, chance: Random) -> None:
    """Play a game with both, and ask them everything on the way."""
    ruleset = load_ruleset(rules)
    players = chance.randint(*ruleset.components.players)
    deck = [card.code for card in ruleset.cards]
    chance.shuffle(deck)
    first = chance.randrange(players)
    state = both.ask("new", players=players, ruleset=rules, deck=deck, first=first)
    game, ply = state["game"], 0
    while state["legal"]:
        if chance.random() < 0.05:
            look(both, game, players)
            refuse(
                both,
                game,
                ["PASS", *ruleset.verbs, "castle", ""],
                [*deck, "999", "b3A", "4♠", "1 2"],
                chance,
            )
            state = both.ask("undo", game=game, steps=0)  # a strange text may be a legal action
            ply = state["ply"]
            continue
        if ply > 5 and chance.random() < 0.03:
            back = chance.randrange(4)
            state = both.ask("undo", game=game, steps=back, ply=ply)
            ply -= back
            continue
        state = both.ask("apply", game=game, action=chance.choice(state["legal"]), ply=ply)
        ply += 1
    look(both, game, players)
    again = both.ask("load", record=both.ask("record", game=game))
    both.ask("undo", game=again["game"], steps=ply // 2)
    both.ask("record", game=again["game"])


def look(both: Both, game: str, players: int) -> None:
    both.ask("table", game=game)
    both.ask("legal", game=game)
    for seat in (None, *range(players + 1)):
        for memory in ("table", "perfect"):
            both.ask("view", game=game, seat=seat, memory=memory)


def refuse(both: Both, game: str, verbs: list[str], cards: list[str], chance: Random) -> None:
    """Ask about actions, most of which are not legal."""
    table = both.ask("table", game=game)
    near = [*table["market"], *(card for player in table["players"] for card in player["hand"])]
    for verb in verbs:
        for card in ("", *near, *chance.choices(cards, k=3), *cards[-3:]):
            both.ask("explain", game=game, action=f"{verb} {card}".strip())
    both.ask("apply", game=game, action=f"{chance.choice(verbs)} {chance.choice(cards[-3:])}")
    both.ask("apply", game=game, action=verbs[0], ply=99999)


@pytest.mark.slow
@pytest.mark.parametrize("name", QUICK)
def test_it_plays_as_lineit(name: str, both: Both) -> None:
    play(both, rules_of(name), Random(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_it_plays_many_games_as_lineit(name: str, both: Both) -> None:
    for seed in range(8):
        play(both, rules_of(name), Random(f"{name} {seed}"))


@pytest.mark.parametrize(
    "group",
    [
        group if group in QUICK_VECTORS else pytest.param(group, marks=pytest.mark.slow)
        for group in VECTORS
    ],
)
def test_it_passes_the_vectors(group: str) -> None:
    outcomes = run(VECTORS[group], lambda: Remote([str(NODE), str(PROGRAM)], 30), LEVELS)
    assert [outcome.failure for outcome in outcomes if outcome.failure] == []


def test_it_passes_as_a_command(capfd: pytest.CaptureFixture[str]) -> None:
    code = main(["conform", "--level", "all", "--only", "price", "--", str(NODE), str(PROGRAM)])
    assert (code, capfd.readouterr().err) == (0, "")


def test_it_is_small() -> None:
    """The interpreter has at most 400 lines, and none is longer than those of the library."""
    files = PROGRAM.parent.glob("*.js")
    lines = {path.name: path.read_text("utf-8").splitlines() for path in files}
    assert set(lines) == {"game.js", "rulefile.js", "lineit.js"}
    assert len(lines["game.js"]) <= 400
    assert max(len(line) for each in lines.values() for line in each) <= 100


BAD_STARTS: list[dict[str, Any]] = [
    {"players": 6}, {"players": 1}, {"players": "2"}, {"players": True}, {}, {"players": 2, "x": 1},
    {"players": 2, "first": 2}, {"players": 2, "first": -1}, {"players": 2, "deck": ["1"]},
    {"players": 2, "deck": ["1", "1"]}, {"players": 2, "deck": ["x"]}, {"players": 2, "deck": [1]},
    {"players": 2, "ruleset": "nope"}, {"players": 2, "ruleset": "../standard"},
]  # fmt: skip


@pytest.mark.parametrize("params", BAD_STARTS, ids=str)
def test_it_refuses_what_lineit_refuses(params: dict[str, Any], both: Both) -> None:
    assert both.ask("new", **params)["code"] in (-32602, 4)


BAD_RULES: list[Any] = [
    3, [], {}, {"limits": {"hand": "two"}}, {"limits": {"hand": 1001}}, {"extends": "nope"},
    {"effects": {"pass_first_player": {"move": "all", "from": "deck", "to": "discard"}}},
    {"effects": {"score_line": {"do": ["settle_bet"]}}}, {"remove": {"phase": ["nope"]}},
    {"guards": {"card_fits": {"all": ["nope"]}}}, {"guards": {"card_fits": {"all": ["card_fits"]}}},
    {"guards": {"mine": {"count": "hand", "below": "constructor"}}}, {"start": "nope"},
    {"phase": [{"name": "pick", "actor": "player", "rule": "nope"}]}, {"surprise": 1},
    {"transition": [{"id": "pick", "rule": "pick", "from": "pick", "on": "pick", "to": "nope"}]},
    {"zones": {"hand": "all"}}, {"format": 3}, {"constructor": 1}, {"remove": {"toString": ["x"]}},
]  # fmt: skip


@pytest.mark.parametrize("rules", BAD_RULES, ids=str)
def test_it_refuses_rules_with_plain_mistakes(rules: Any, both: Both) -> None:
    if isinstance(rules, dict):
        rules = {"format": 2, "name": "mine", "extends": "standard", **rules}
    if rules == {"format": 2, "name": "mine", "extends": "standard"}:
        rules = {}
    assert both.ask("new", players=2, ruleset=rules)["code"] == 4
    assert must(both.theirs) == must(both.ours) != set()


def must(answer: Any) -> set[str]:
    """The ids of those problems in an answer that each implementation must find."""
    return set(MUST_REFUSE).intersection(answer.get("error", {}).get("data", {}).get("ids", []))


OTHER = {
    "extends-a-broken-one-and-is-broken",  # only lineit looks for the base before the shape
    "everything-at-once",  # so many problems that each stops at others
    "format-1-broken-words",  # only lineit reads format 1
    "text-that-chooses-wrongly",  # sentences are not looked into
    "unicode-tricks",  # the schemas do not say what is printable
}
"""Rule files in tests/data/broken with other ids from lineit."""


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in BROKEN if name not in OTHER])
def test_it_finds_the_problems_that_it_must_find(name: str, strangers: Both) -> None:
    line = request("new", players=2, ruleset=BROKEN[name])
    ours = json.loads(strangers.server.answer(line) or "null")
    assert must(strangers.send(line)) == must(ours)


def changed(**changes: Any) -> Any:
    return lambda saved: saved | changes


BAD_RECORDS: list[Any] = [
    lambda _: 3, lambda _: {}, changed(digest="0" * 64), changed(names=["A"]), changed(deck=["1"]),
    changed(first=2), changed(players=6), changed(actions=["pick 1", "castle"]), changed(format=9),
    changed(result={"points": [0, 0], "winners": [0]}), changed(game="chess"), changed(extra=1),
    changed(ruleset="mine"), changed(start={}), changed(actions=["line"]),
]  # fmt: skip


def test_it_loads_what_lineit_loads(both: Both) -> None:
    deck = [card.code for card in load_ruleset("standard").cards]
    game = both.ask("new", players=2, deck=deck)["game"]
    saved = both.ask("record", game=game)
    for action in ("pick 4", "hand", "pass"):
        both.ask("apply", game=game, action=action)
    for change in BAD_RECORDS:
        assert both.ask("load", record=change(saved))["code"] == 3
    assert both.ask("load", record=saved | {"names": ["Ana", "Ben"]})["legal"]
    table = both.ask("table", game=game)
    begun = {"start": table, "deck": table["deck"], "first": table["first"]}
    again = both.ask("load", record=saved | begun)["game"]
    assert both.ask("record", game=again)["start"] == table
    assert both.ask("close", game=game) is True
    assert both.ask("close", game=game)["code"] == 2


LINES = [
    b"", b"x", b"[]", b"3", b'"\xff"', b"[1]", b" \r", b'{"jsonrpc":"2.0","id":[],"method":"x"}',
    b'{"jsonrpc":"2.0","id":true,"method":"legal"}', b'{"id":1,"method":"legal"}',
    b'{"jsonrpc":"2.0","id":1,"method":"nope"}', b'{"jsonrpc":"2.0","id":"a","method":"toString"}',
    b'{"jsonrpc":"2.0","id":1,"method":"legal","params":[]}', b'{"jsonrpc":"2.0","id":1}',
    b'{"jsonrpc":"2.0","id":1,"method":"legal","params":{}}', b'{"jsonrpc":"2.0","method":"nope"}',
    b'[{"jsonrpc":"2.0","method":"nope"}]', b'{"jsonrpc":"2.0","id":1,"method":"x","params":[NaN]}',
    b'[{"jsonrpc":"2.0","id":null,"method":"nope"},{"jsonrpc":"2.0","method":"nope"},5]',
    b'{"jsonrpc":"2.0","id":1,"method":"legal","params":{"game":"1","game":"' + b"2" * 21 + b'"}}',
]  # fmt: skip


def test_it_answers_bad_lines_as_lineit() -> None:
    done = subprocess.run([str(NODE), PROGRAM], input=b"\n".join(LINES), capture_output=True)
    server = Server()
    ours = [server.answer(line) for line in LINES if line.strip()]
    expected = [codes(line) for line in ours if line is not None]
    assert [codes(line) for line in done.stdout.decode().splitlines()] == expected


def codes(line: str) -> Any:
    answer = json.loads(line)
    answers = answer if isinstance(answer, list) else [answer]
    return [(one["id"], one["error"]["code"]) for one in answers], type(answer)
