"""The errors of the protocol."""

from __future__ import annotations

from typing import Any

from lineit.model.errors import IllegalAction, LineitError, Reason, RecordError, RulesetError

PARSE_ERROR, INVALID_REQUEST, UNKNOWN_METHOD, INVALID_PARAMS, INTERNAL_ERROR = (
    -32700,
    -32600,
    -32601,
    -32602,
    -32603,
)
ILLEGAL_ACTION, UNKNOWN_GAME, BAD_RECORD, BAD_RULESET, STALE_PLY, NO_MEMORY = range(1, 7)

MOST_PROBLEMS = 50
"""Maximum number of problems that one answer lists."""


class RpcError(Exception):
    """The error that answers a refused request."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code, self.message, self.data = code, message, data


def refusal(error: LineitError) -> RpcError:
    """Return the error of the protocol for an error of the library."""
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
