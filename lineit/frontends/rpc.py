"""The protocol for frontends that are not in Python: JSON-RPC 2.0, one message a line.

A wrong line never ends the process and never changes a game. `docs/protocol.md` describes the
methods.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from math import isfinite
from typing import Annotated, Any, BinaryIO

from attrs import frozen

from lineit.formats.events import event_json
from lineit.formats.tables import table_json
from lineit.formats.views import view_json
from lineit.frontends.open_games import OpenGames
from lineit.game import Game
from lineit.model.bounds import ActionText, Many, Text, short
from lineit.model.errors import IllegalAction, LineitError, Reason, RecordError, RulesetError
from lineit.model.events import Event
from lineit.model.resources import spec_version
from lineit.model.structure import converter, faults
from lineit.model.zones import Memory
from lineit.rules.load import load_ruleset, ruleset_names
from lineit.saves.records import parse_record, record_json
from lineit.text.catalog import LANGUAGES
from lineit.text.narrate import title
from lineit.version import __version__
from lineit.views import view

PARSE_ERROR, INVALID_REQUEST, UNKNOWN_METHOD, INVALID_PARAMS, INTERNAL_ERROR = (
    -32700,
    -32600,
    -32601,
    -32602,
    -32603,
)
ILLEGAL_ACTION, UNKNOWN_GAME, BAD_RECORD, BAD_RULESET, STALE_PLY, NO_MEMORY = range(1, 7)

PROTOCOL = 2
"""Version of the protocol. The first edition spoke version 1."""

MOST_BYTES = 4 * 1024 * 1024
"""Maximum length of a line, in bytes, with its line end."""

MOST_IN_BATCH = 1000
"""Maximum number of requests in a batch."""

MOST_PROBLEMS = 50
"""Maximum number of problems that one answer lists."""

GameId = Annotated[str, Text("[0-9]+", 20)]
Json = dict[str, Any]


class RpcError(Exception):
    """The error that answers a refused request."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code, self.message, self.data = code, message, data


@frozen
class Nothing:
    """The parameters of `hello`, which has none."""


@frozen
class Titles:
    """The parameters of `rulesets`."""

    lang: str = "en"


@frozen
class New:
    """The parameters of `new`. `ruleset` is a name or the data of a rule file."""

    players: int
    ruleset: Any = "standard"
    deck: Annotated[tuple[str, ...], Many(0, 2000)] | None = None
    seed: int | None = None
    first: int = 0


@frozen
class OfGame:
    """The parameters of `legal`, `table`, `record` and `close`."""

    game: GameId


@frozen
class Apply:
    """The parameters of `apply`. `ply` is the number of decisions that the client has seen."""

    game: GameId
    action: ActionText
    ply: int | None = None


@frozen
class Look:
    """The parameters of `view`. `seat` is None for a spectator."""

    game: GameId
    seat: int | None = None
    memory: Memory = "table"


@frozen
class Explain:
    """The parameters of `explain`."""

    game: GameId
    action: ActionText
    lang: str = "en"


@frozen
class Undo:
    """The parameters of `undo`. `ply` is as in `apply`."""

    game: GameId
    steps: int = 1
    ply: int | None = None


@frozen
class Load:
    """The parameters of `load`."""

    record: Any


class Server:
    """The open games, and the methods of the protocol.

    >>> server = Server()
    >>> server.answer('{"jsonrpc": "2.0", "id": 1, "method": "legal", "params": {"game": "1"}}')
    '{"jsonrpc":"2.0","id":1,"error":{"code":2,"message":"there is no game 1"}}'
    """

    def __init__(self) -> None:
        self._games = OpenGames()
        self._converter = converter()
        self._methods: dict[str, tuple[type, Callable[[Any], Any]]] = {
            "hello": (Nothing, self._hello),
            "new": (New, self._new),
            "apply": (Apply, self._apply),
            "legal": (OfGame, lambda params: _legal(self._game(params))),
            "table": (OfGame, lambda params: table_json(self._game(params).table)),
            "view": (Look, self._view),
            "explain": (Explain, self._explain),
            "undo": (Undo, self._undo),
            "record": (OfGame, lambda params: record_json(self._game(params))),
            "load": (Load, lambda params: self._open(parse_record(params.record))),
            "close": (OfGame, self._close),
            "rulesets": (Titles, self._rulesets),
        }

    def answer(self, line: str | bytes) -> str | None:
        """Return the answer to a line, as a line, or None for notifications."""
        try:
            message = json.loads(line, parse_constant=_no_constant)
        except (ValueError, RecursionError):
            return _dump(_failed(None, RpcError(PARSE_ERROR, "this line is not JSON")))
        if not isinstance(message, list):
            answer = self._answer_one(message)
            return None if answer is None else _dump(answer)
        if not 1 <= len(message) <= MOST_IN_BATCH:
            why = f"a batch must have 1 to {MOST_IN_BATCH} requests, not {len(message)}"
            return _dump(_failed(None, RpcError(INVALID_REQUEST, why)))
        answers = [answer for each in message if (answer := self._answer_one(each)) is not None]
        return _dump(answers) if answers else None

    def _answer_one(self, message: Any) -> Json | None:
        try:
            name, params = _request(message)
        except RpcError as error:
            return _failed(None, error)
        ident = message.get("id")
        try:
            result = self._call(name, params)
        except RpcError as error:
            answer = _failed(ident, error)
        except Exception as error:  # a bug must not end the other games
            answer = _failed(ident, RpcError(INTERNAL_ERROR, f"internal error: {error!r:.200}"))
        else:
            answer = {"jsonrpc": "2.0", "id": ident, "result": result}
        return answer if "id" in message else None

    def _call(self, name: str, params: Any) -> Any:
        if name not in self._methods:
            known = ", ".join(self._methods)
            raise RpcError(UNKNOWN_METHOD, f"there is no method {short(name)}; take one of {known}")
        model, method = self._methods[name]
        if not isinstance(params, dict):
            raise RpcError(INVALID_PARAMS, "params must be an object, with the parameters by name")
        try:
            structured: Any = self._converter.structure(params, model)
        except Exception as error:
            found = [f"{where} {what}".strip() for where, what in faults(error)]
            raise RpcError(INVALID_PARAMS, "; ".join(found[:MOST_PROBLEMS])) from None
        try:
            return method(structured)
        except LineitError as error:
            raise _refused(error) from None

    def _hello(self, _: Nothing) -> Json:
        return {
            "name": "lineit",
            "version": __version__,
            "spec": spec_version(),
            "protocol": PROTOCOL,
            "methods": list(self._methods),
            "languages": list(LANGUAGES),
        }

    def _game(self, params: Any) -> Game:
        game = self._games.by_id.get(params.game)
        if game is None:
            raise RpcError(UNKNOWN_GAME, f"there is no game {params.game}")
        return game

    def _open(self, game: Game) -> Json:
        self._check_memory()
        ident, digest = self._games.add(game), game.ruleset.digest
        return {"game": ident, "digest": digest, **_state(game, game.events)}

    def _check_memory(self) -> None:
        if self._games.are_full:
            message = (
                f"{len(self._games.by_id)} games are open and take all memory; close one first"
            )
            raise RpcError(NO_MEMORY, message)

    def _new(self, params: New) -> Json:
        rules = params.ruleset
        if isinstance(rules, str) and rules not in ruleset_names():
            known = ", ".join(ruleset_names())
            raise RpcError(BAD_RULESET, f"there is no ruleset {short(rules)}; take one of {known}")
        return self._open(
            Game.new(
                params.players,
                rules=load_ruleset(rules),
                deck=params.deck,
                seed=params.seed,
                first=params.first,
            )
        )

    def _apply(self, params: Apply) -> Json:
        game = self._game_at_ply(params)
        self._check_memory()
        before, events = game.table, game.apply(params.action)
        self._games.grow(params.game, before, events)
        return _state(game, events)

    def _undo(self, params: Undo) -> Json:
        game = self._game_at_ply(params)
        game.undo(params.steps)
        game.forget_undone()  # the protocol has no redo, and they take memory
        self._games.measure(params.game)
        return _state(game, ())

    def _game_at_ply(self, params: Apply | Undo) -> Game:
        game = self._game(params)
        if params.ply not in (None, game.ply):
            message = f"the game is at ply {game.ply}, not {short(params.ply)}"
            raise RpcError(STALE_PLY, message, {"ply": game.ply})
        return game

    def _view(self, params: Look) -> Json:
        return view_json(view(self._game(params).table, params.seat, params.memory))

    def _explain(self, params: Explain) -> Json:
        game, lang = self._game(params), _language(params.lang)
        reason = game.explain(params.action)
        if reason is None:
            return {"legal": True, "rule": None, "message": None}
        return {"legal": False, "rule": reason.rule, "message": reason.text(lang)}

    def _rulesets(self, params: Titles) -> list[Json]:
        lang = _language(params.lang)
        known = [load_ruleset(name) for name in ruleset_names()]
        return [
            {"name": rules.name, "title": title(rules, lang), "digest": rules.digest}
            for rules in known
        ]

    def _close(self, params: OfGame) -> bool:
        self._game(params)
        self._games.remove(params.game)
        return True


def serve(lines: BinaryIO, answers: BinaryIO) -> None:
    """Answer each line of `lines` on `answers`, until the input ends."""
    server = Server()
    while line := lines.readline(MOST_BYTES + 1):
        answer: str | None
        if len(line) > MOST_BYTES:
            while line and not line.endswith(b"\n"):
                line = lines.readline(MOST_BYTES)
            error = RpcError(INVALID_REQUEST, f"a line may have at most {MOST_BYTES} bytes")
            answer = _dump(_failed(None, error))
        elif not line.strip():
            continue
        else:
            answer = server.answer(line)
        if answer is not None:
            answers.write(answer.encode() + b"\n")
            answers.flush()


def _request(message: Any) -> tuple[str, Any]:
    """Return the method and the parameters of a request. Raise `RpcError` if it is not one."""
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        raise RpcError(INVALID_REQUEST, 'a request must be an object with "jsonrpc": "2.0"')
    if not isinstance(message.get("method"), str):
        raise RpcError(INVALID_REQUEST, "a request must name its method in a text")
    ident = message.get("id")
    if isinstance(ident, (dict, list, bool)) or (isinstance(ident, float) and not isfinite(ident)):
        raise RpcError(INVALID_REQUEST, "an id must be a text, a number or null")
    return message["method"], message.get("params", {})


def _state(game: Game, events: tuple[Event, ...]) -> Json:
    return {
        "ply": game.ply,
        "phase": game.table.phase,
        "seat": game.table.seat,
        "legal": _legal(game),
        "events": [event_json(event) for event in events],
        "winners": list(game.winners) if game.over else None,
    }


def _legal(game: Game) -> list[str]:
    return [str(action) for action in game.legal]


def _language(lang: str) -> str:
    """Return `lang`. Raise `RpcError` if there is no such language."""
    if lang not in LANGUAGES:
        message = f"there is no language {short(lang)}; take one of {', '.join(LANGUAGES)}"
        raise RpcError(INVALID_PARAMS, message)
    return lang


def _refused(error: LineitError) -> RpcError:
    if isinstance(error, RulesetError):
        problems = error.problems[:MOST_PROBLEMS]
        data = {"problems": [*map(str, problems)], "ids": [problem.id for problem in problems]}
        return RpcError(BAD_RULESET, error.reason.text(), data)
    code = INVALID_PARAMS
    if isinstance(error, IllegalAction):
        code = ILLEGAL_ACTION
    elif isinstance(error, RecordError):
        code = BAD_RECORD
    reason: Reason = error.reason
    return RpcError(code, str(error), {"rule": reason.rule, "message": reason.text()})


def _failed(ident: Any, error: RpcError) -> Json:
    shown: Json = {"code": error.code, "message": error.message}
    if error.data is not None:
        shown["data"] = error.data
    return {"jsonrpc": "2.0", "id": ident, "error": shown}


def _dump(answer: Any) -> str:
    return json.dumps(answer, separators=(",", ":"))


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
