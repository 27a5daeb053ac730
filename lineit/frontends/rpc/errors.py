"""The errors of the protocol."""

from __future__ import annotations

from typing import Any, NamedTuple

import attrs

from lineit.frontends.rpc.params import LangParams
from lineit.frontends.rpc.results import RefusalData, RulesetErrorData, StaleData
from lineit.model.errors import (
    IllegalAction,
    LineitError,
    NotYourTurn,
    Reason,
    RecordError,
    RulesetError,
)
from lineit.text import catalog

PARSE_ERROR, INVALID_REQUEST, UNKNOWN_METHOD, INVALID_PARAMS, INTERNAL_ERROR = (
    -32700,
    -32600,
    -32601,
    -32602,
    -32603,
)
ILLEGAL_ACTION, UNKNOWN_GAME, BAD_RECORD, BAD_RULESET, STALE, NO_MEMORY, NOT_YOUR_TURN = range(1, 8)

MOST_PROBLEMS = 50
"""Maximum number of problems that one answer lists."""


class ErrorKind(NamedTuple):
    """A kind of error: what it means, and the model of its data if it has any."""

    summary: str
    data: type | None = None
    when: str = ""


ERRORS = {
    PARSE_ERROR: ErrorKind("not JSON"),
    INVALID_REQUEST: ErrorKind("not a request"),
    UNKNOWN_METHOD: ErrorKind("there is no such method"),
    INVALID_PARAMS: ErrorKind(
        "wrong params: not an object, a parameter that is missing, unknown or of another type, a"
        " seat, card, ply, language or bot that does not exist, a text that is not an action,"
        " an undo or redo that is not possible or not allowed",
        RefusalData,
        "if the game itself refused them",
    ),
    INTERNAL_ERROR: ErrorKind("a bug in lineit; please report it"),
    ILLEGAL_ACTION: ErrorKind("the action is not legal now", RefusalData),
    UNKNOWN_GAME: ErrorKind("there is no such game"),
    BAD_RECORD: ErrorKind("the saved game cannot be loaded", RefusalData),
    BAD_RULESET: ErrorKind(
        "the ruleset cannot be used, or leads to a table where the game cannot go on",
        RulesetErrorData,
        "if there is a ruleset",
    ),
    STALE: ErrorKind("the game is at another ply or revision", StaleData),
    NO_MEMORY: ErrorKind("the open games take all memory"),
    NOT_YOUR_TURN: ErrorKind("another seat is on turn", RefusalData),
}
"""Every kind of error, by its code."""


class RpcError(Exception):
    """The error that answers a refused request."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code, self.message, self.data = code, message, data


def protocol_error(
    code: int, sentence: str, asked: LangParams, data: Any = None, **params: Any
) -> RpcError:
    """Return an error with a sentence of `[protocol]`, in the language that was asked for."""
    return RpcError(code, catalog.sentence("protocol", sentence, params, asked.lang), data)


def error_of(error: LineitError, lang: str) -> RpcError:
    """Return the error of the protocol for an error of the library."""
    message = error.reason.text(lang)
    if isinstance(error, RulesetError):
        problems = error.problems[:MOST_PROBLEMS]
        data = RulesetErrorData(
            problems=[*map(str, problems)], ids=[problem.id for problem in problems]
        )
        return RpcError(BAD_RULESET, message, data)
    code = INVALID_PARAMS
    if isinstance(error, NotYourTurn):
        code = NOT_YOUR_TURN
    elif isinstance(error, IllegalAction):
        code = ILLEGAL_ACTION
    elif isinstance(error, RecordError):
        code = BAD_RECORD
    return RpcError(code, message, refusal_data(error.reason, lang))


def refusal_data(reason: Reason, lang: str) -> RefusalData:
    """Return a reason as data, with its sentence in the language.

    >>> from lineit import Game
    >>> refusal_data(Game.new(players=2, seed=7).explain("pick 1"), "en").message
    '1 is not in the market [pick]'
    """
    return RefusalData(
        rule=reason.rule,
        code=reason.code,
        message=reason.text(lang),
        params={name: _json(value, lang) for name, value in reason.params.items()},
    )


def _json(value: Any, lang: str) -> Any:
    """Return a parameter of a reason as JSON data. It may be another reason."""
    if isinstance(value, Reason):
        return attrs.asdict(refusal_data(value, lang))
    return list(value) if isinstance(value, tuple) else value
