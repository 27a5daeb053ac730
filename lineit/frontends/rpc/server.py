"""A server of the protocol: it reads requests as lines, and answers them."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any, BinaryIO

from lineit.frontends.open_games import OpenGames
from lineit.frontends.rpc.errors import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    MOST_PROBLEMS,
    PARSE_ERROR,
    UNKNOWN_METHOD,
    RpcError,
    error_of,
)
from lineit.frontends.rpc.methods import METHODS
from lineit.frontends.rpc.params import Json
from lineit.frontends.rpc.results import fields_of
from lineit.model.bounds import short
from lineit.model.errors import LineitError
from lineit.model.structure import converter, faults
from lineit.text.catalog import LANGUAGES

MOST_BYTES = 4 * 1024 * 1024
"""Maximum length of a line, in bytes, with its line end."""

MOST_IN_BATCH = 1000
"""Maximum number of requests in a batch."""

MOST_ANSWERED = 16 * 1024 * 1024
"""Size of the answer to a batch, in characters, after which further requests are refused."""


class Server:
    """The open games, and what answers requests about them.

    >>> server = Server()
    >>> server.answer('{"jsonrpc": "2.0", "id": 1, "method": "legal", "params": {"game": "1"}}')
    '{"jsonrpc":"2.0","id":1,"error":{"code":2,"message":"there is no game 1"}}'
    """

    def __init__(self) -> None:
        self._games = OpenGames()
        self._converter = converter()

    def answer(self, line: str | bytes) -> str | None:
        """Return the answer to a line, as a line, or None for notifications."""
        try:
            message = json.loads(line, parse_constant=_no_constant)
        except (ValueError, RecursionError):
            return _dump(_failed(None, RpcError(PARSE_ERROR, "this line is not JSON")))
        if not isinstance(message, list):
            return self._answer_one(message)
        if not 1 <= len(message) <= MOST_IN_BATCH:
            why = f"a batch must have 1 to {MOST_IN_BATCH} requests, not {len(message)}"
            return _dump(_failed(None, RpcError(INVALID_REQUEST, why)))
        answers: list[str] = []
        size = 0
        for each in message:
            answer = _too_much(each) if size > MOST_ANSWERED else self._answer_one(each)
            if answer is not None:
                answers.append(answer)
                size += len(answer)
        return f"[{','.join(answers)}]" if answers else None

    def _answer_one(self, message: Any) -> str | None:
        try:
            name, params = _request(message)
        except RpcError as error:
            return _dump(_failed(None, error))
        ident = message.get("id")
        try:
            result = self._call(name, params)
            answer = _dump({"jsonrpc": "2.0", "id": ident, "result": result})
        except RpcError as error:
            answer = _dump(_failed(ident, error))
        except Exception as error:  # a bug must not end the other games
            bug = RpcError(INTERNAL_ERROR, f"internal error: {error!r:.200}")
            answer = _dump(_failed(ident, bug))
        return answer if "id" in message else None

    def _call(self, name: str, params: Any) -> Any:
        if name not in METHODS:
            known = ", ".join(METHODS)
            raise RpcError(UNKNOWN_METHOD, f"there is no method {short(name)}; take one of {known}")
        method = METHODS[name]
        if not isinstance(params, dict):
            raise RpcError(INVALID_PARAMS, "params must be an object, with the parameters by name")
        try:
            structured: Any = self._converter.structure(params, method.params)
        except Exception as error:
            found = [f"{where} {what}".strip() for where, what in faults(error)]
            raise RpcError(INVALID_PARAMS, "; ".join(found[:MOST_PROBLEMS])) from None
        lang = getattr(structured, "lang", "en")
        if lang not in LANGUAGES:
            message = f"there is no language {short(lang)}; take one of {', '.join(LANGUAGES)}"
            raise RpcError(INVALID_PARAMS, message)
        try:
            return method.do(self._games, structured)
        except LineitError as error:
            raise error_of(error, lang) from None


def _too_much(message: Any) -> str | None:
    """Return the refusal of a request in a batch whose answer is too large already."""
    error = RpcError(INVALID_REQUEST, "the answers before have 16 MiB; send fewer requests at once")
    if not isinstance(message, dict):
        return _dump(_failed(None, error))
    ident = message.get("id")
    known = isinstance(ident, (str, int)) and not isinstance(ident, bool)
    return _dump(_failed(ident if known else None, error)) if "id" in message else None


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


def _failed(ident: Any, error: RpcError) -> Json:
    shown: Json = {"code": error.code, "message": error.message}
    if error.data is not None:
        shown["data"] = error.data
    return {"jsonrpc": "2.0", "id": ident, "error": shown}


def _dump(answer: Any) -> str:
    return json.dumps(answer, separators=(",", ":"), default=fields_of)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
