"""Lines of the protocol, valid and damaged, and checks of the answers."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any
from unicodedata import category

from lineit import Game
from lineit.formats.views import seen_event_json
from lineit.frontends.rpc import Server
from lineit.saves import records
from lineit.text.catalog import LANGUAGES

CHEAP = {"format": 2, "name": "cheap", "extends": "standard", "limits": {"price": 1}}


def no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def strict(line: str | bytes) -> Any:
    """Return the value of a line of strict JSON."""
    return json.loads(line, parse_constant=no_constant)


def checked(line: str) -> list[dict[str, Any]]:
    """Return the responses of an answer; check that each is valid JSON-RPC."""
    assert "\n" not in line
    answer = strict(line)
    responses = answer if isinstance(answer, list) else [answer]
    assert responses
    for response in responses:
        assert response["jsonrpc"] == "2.0"
        assert response.keys() in ({"jsonrpc", "id", "result"}, {"jsonrpc", "id", "error"})
        if error := response.get("error"):
            assert {"code", "message"} <= error.keys() <= {"code", "message", "data"}
            assert (type(error["code"]), type(error["message"])) == (int, str)
            assert error["code"] in (-32700, -32600, -32601, -32602, -32603, 1, 2, 3, 4, 5, 6, 7)
    return list(responses)


def request(method: str, /, **params: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})


def response(server: Server, line: str | bytes) -> dict[str, Any]:
    """Return the only response to a line."""
    answer = server.answer(line)
    assert answer is not None
    (only,) = checked(answer)
    return only


def ask(server: Server, method: str, /, **params: Any) -> Any:
    """Return the result of the method."""
    return response(server, request(method, **params))["result"]


def tables(server: Server) -> list[Any]:
    """Return the tables of the first three games; None for a game that does not exist."""
    answers = [response(server, request("table", game=str(number))) for number in range(1, 4)]
    return [answer.get("result") for answer in answers]


def refused(server: Server, method: str, /, **params: Any) -> dict[str, Any]:
    """Return the error of the method; check that no game has changed."""
    before = tables(server)
    error: dict[str, Any] = response(server, request(method, **params))["error"]
    assert tables(server) == before
    return error


HOSTILE: list[Any] = [
    None, True, -1, 0, 1, 2, 99, 10**40, 1.5, -0.0, "", " ", "\0", "\ud800", "1", "2", "-1", "٣",
    "../x", "/etc/passwd", "x.toml", "standard", "bga", "pick", "pick 1 2", "score\n", "x" * 5000,
    [], {}, [[]], [{}], {"": {}}, ["1"] * 106, {"extends": "standard"}, {"game": "line-it"}, "2.0",
    "@NaN", "@Infinity", "@1e400", "@-1e400", "@" + "9" * 5000, "@1" + "0" * 400, '@"\\ud83d"',
    "@" + "[" * 1200 + "]" * 1200, "@" + '{"a":' * 400 + "1" + "}" * 400, "@", "@tru", "@'x'",
]  # fmt: skip
"""Unexpected values. The text after an @ goes into the line unquoted."""


RAW = [value for value in HOSTILE if isinstance(value, str) and value.startswith("@")]


def dumped(value: Any) -> bytes:
    text = json.dumps(value)
    for raw in RAW if '"@' in text else ():
        text = text.replace(json.dumps(raw), raw[1:])
    return text.encode()


def said(method: str, /, **params: Any) -> bytes:
    return dumped({"jsonrpc": "2.0", "id": 7, "method": method, "params": params})


def lines_about(ident: str, game: Game) -> list[bytes]:
    """Return valid lines about this game."""
    legal = [str(action) for action in game.legal]
    seen = [seen_event_json(event, game.ruleset, 0) for event in game.events[-9:]]
    calls = [
        *(said("apply", game=ident, action=action) for action in legal),
        *(said("apply", game=ident, action=action, ply=game.ply) for action in legal),
        said("apply", game=ident, action="castle", ply=game.ply + 1),
        *(said(method, game=ident) for method in ("undo", "close", "legal", "table", "view")),
        said("undo", game=ident, steps=2),
        b"\n".join([said("undo", game=ident), said("redo", game=ident)]),
        said("undo", game=ident, seat=0, ply=game.ply),
        said("events", game=ident, since=game.ply - 1, seat="spectator", memory="table"),
        said("legal", game=ident, seat=1),
        said("view", game=ident, seat=1, memory="perfect"),
        said("explain", game=ident, action="pick 1", lang="en"),
        said("record", game=ident),
        said("tell", game=ident, events=seen, actions=legal, lang="es"),
        said("bot", game=ident, bot="random", seed="3"),
        said("table", game=ident, ply=game.ply),
        *(
            said(method, game=ident, lang="de")
            for method in ("choices", "stats", "ruleset", "previews", "facts", "undo_costs")
        ),
    ]
    return [*calls, b"[" + b",".join([calls[0], calls[-1], *calls[-5:-2]]) + b"]"]


def lines_about_none(game: Game) -> list[bytes]:
    """Return valid lines about no game, or about a new game like this one."""
    saved = records.record_json(game)
    return [
        *[said("rulesets"), said("new", players=2, ruleset="standard", seed=1, first=1)] * 6,
        said("new", players=2, ruleset=CHEAP, seed=1, names=["Ana", "Ben"]),
        said("ruleset", ruleset=CHEAP),
        said("differences", ruleset=CHEAP, other="bga", lang="es"),
        said("new", players=2, deck=saved["deck"]),
        said("load", record=saved),
    ]


def inside(value: Any, chance: random.Random) -> Iterator[tuple[Any, Any]]:
    """Yield a random path into the value: each container, with the key or index of the next."""
    while isinstance(value, (dict, list)) and value:
        keys = [*value] if isinstance(value, dict) else [*range(len(value))]
        deeper = [key for key in keys if isinstance(value[key], (dict, list))]
        key = chance.choice(deeper if deeper and chance.random() < 0.6 else keys)
        yield value, key
        value = value[key]


def bent(line: bytes, chance: random.Random) -> bytes:
    """Return the line with one value changed: removed, doubled, or of another type."""
    message = json.loads(line)
    holder, key = chance.choice([*inside(message, chance)])
    hostile = chance.choice(HOSTILE)
    match chance.randrange(8):
        case 0:
            del holder[key]
        case 1 | 5 | 6:
            holder[key] = hostile
        case 2:
            old = holder[key]
            number = type(old) in (int, float)
            holder[key] = str(old) if number else [old] if isinstance(old, str) else json.dumps(old)
        case 3 if isinstance(holder, dict):
            holder[chance.choice(["", "x", "id", "game", "seat", "ruleset"])] = hostile
        case 4 if isinstance(holder, dict):  # twice: the one that was, and then this
            again = dumped(key) + b":" + dumped(hostile)
            where = chance.choice([m.end() for m in re.finditer(rb"\{", line)])
            return line[:where] + again + b"," + line[where:]
        case _:
            bundle: Any = chance.choice([[message], {"": message}, [message, hostile, message]])
            return dumped(bundle)
    return dumped(message)


def torn(line: bytes, chance: random.Random) -> bytes:
    """Return the line with some bytes changed."""
    start, end = sorted((chance.randrange(len(line) + 1), chance.randrange(len(line) + 1)))
    match chance.randrange(6):
        case 0:
            return line[:start]
        case 1:
            return line[:start] + line[end:]
        case 2:
            return line[:end] + line[start:]
        case 3:
            return line[:start] + chance.randbytes(chance.randint(1, 4)) + line[start:]
        case 4:
            return chance.randbytes(chance.randrange(60))
    flipped = bytearray(line)
    for _ in range(chance.randint(1, 3)):
        flipped[chance.randrange(len(line))] ^= 1 << chance.randrange(8)
    return bytes(flipped)


def moved_by(message: Any, games: dict[str, Game]) -> str | None:
    """Return the game that this request must change by the protocol; None if there is none."""
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return None
    ident, params = message.get("id"), message.get("params", {})
    if isinstance(ident, (dict, list, bool)) or ident in (1e400, -1e400):
        return None
    name = params.get("game") if isinstance(params, dict) else None
    game = games.get(name) if isinstance(name, str) else None
    if game is None:
        return None
    rest = {key: value for key, value in params.items() if key != "game"}
    return name if moves(game, message.get("method"), rest) else None


def moves(game: Game, method: Any, params: dict[str, Any]) -> bool:
    """Return whether the method must change the table of the game by the protocol."""
    if method == "close":
        return not params
    ply, seat, steps = params.pop("ply", None), params.pop("seat", None), params.pop("steps", 1)
    seats = [game.turn] if method == "apply" else range(len(game.scores))
    lang, revision = params.pop("lang", "en"), params.pop("revision", None)
    seen = _is_one(ply, [None, game.ply]) and _is_one(revision, [None, game.revision])
    if not (seen and _is_one(seat, [None, *seats]) and lang in LANGUAGES):
        return False
    match method, params:
        case "apply", {"action": str(action), **more} if not more and steps == 1:
            legal = typed(action) in map(str, game.legal)
            return legal and len(action) <= 100 and "\n" not in action
        case "undo", {**more}:
            return not more and type(steps) is int and 1 <= steps <= game.ply
        case "redo", {**more}:
            undone = game._undone[::-1]  # noqa: SLF001 # there is no other way to know them
            deciders = [each.table.seat for each in (game.steps[-1], *undone)]
            fits = type(steps) is int and 1 <= steps <= len(undone)
            return not more and fits and (seat is None or {*deciders[:steps]} == {seat})
    return False


def _is_one(value: Any, known: list[int | None]) -> bool:
    """Return whether this is one of the values, and of its type."""
    return any(type(value) is type(each) and value == each for each in known)


def typed(text: str) -> str:
    """Return the action that a person means by the text, if it is one."""
    for sign in {*text}:
        if not (sign.isalnum() or sign.isspace() or sign in "_-" or category(sign) == "Cc"):
            text = text.replace(sign, " ")
    verb, *cards = text.lower().split() or [""]
    return " ".join([verb, *map(str.capitalize, cards)])
