"""A client for another implementation, a process that speaks the protocol on stdin and stdout."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import IO, Any, cast

from lineit.conformance.implementation import Broken, Refused, State
from lineit.conformance.pipes import Ended, Lines, TooLate, TooLong
from lineit.conformance.processes import end_all
from lineit.model.zones import Memory

MOST_MESSAGE = 300
"""Maximum length of an error message that is kept, in characters."""

MOST_IDS = 100
"""Maximum number of ids of problems that are kept of an error."""

MOST_BYTES = 4 * 1024 * 1024
"""Maximum length of an answer, in bytes."""

MOST_DEPTH = 50
"""Maximum depth of an answer, in levels of lists and objects."""


class Remote:
    """An implementation in another process, called by JSON-RPC. Use it in a `with` statement."""

    def __init__(self, command: Sequence[str], seconds: float = 10) -> None:
        """Start the command; each answer may take at most `seconds`. Raises `Broken`."""
        self._seconds = seconds
        self._asked = 0
        self._game: Any = None
        try:
            self._process = subprocess.Popen(  # noqa: S603 # it is what the user asks to start
                command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # a group of its own, which can be ended as a whole
            )
        except OSError as error:
            raise Broken(f"{command[0]} cannot be started: {error.strerror}") from None
        pipes = (self._process.stdin, self._process.stdout)
        self._lines = Lines(*cast(tuple[IO[bytes], IO[bytes]], pipes))

    def __enter__(self) -> Remote:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        end_all(self._process)
        self._lines.close()

    def new(self, ruleset: str | Mapping[str, Any], players: int, first: int, deck: Any) -> State:
        """Begin a game. Raises `Refused`."""
        params = {"players": players, "ruleset": ruleset, "first": first, "deck": list(deck)}
        return self._begin("new", params)

    def load(self, record: Mapping[str, Any]) -> State:
        """Go on with a saved game. Raises `Refused`."""
        return self._begin("load", {"record": record})

    def legal(self) -> Sequence[str]:
        """Return the actions that are legal now."""
        result = self._look("legal")
        if not isinstance(result, list) or not all(isinstance(each, str) for each in result):
            raise Broken("the result of legal is not a list of texts")
        return result

    def apply(self, action: str) -> State:
        """Take the action. Raises `Refused`."""
        return _object(self._ask("apply", {"game": self._game, "action": action}))

    def undo(self, steps: int) -> State:
        """Take back the last decisions. Raises `Refused`."""
        return _object(self._ask("undo", {"game": self._game, "steps": steps}))

    def table(self) -> dict[str, Any]:
        """Return the whole table as JSON data."""
        return self._look_at_object("table")

    def view(self, seat: int | None, memory: Memory) -> dict[str, Any]:
        """Return what a seat, or None for a spectator, sees of the table, as JSON data."""
        return self._look_at_object("view", seat=seat, memory=memory)

    def record(self) -> dict[str, Any]:
        """Return the saved game as JSON data."""
        return self._look_at_object("record")

    def _begin(self, method: str, params: dict[str, Any]) -> State:
        """Begin or load a game, which is then the one that is played. Raises `Refused`."""
        result = _object(self._ask(method, params))
        if "game" not in result:
            raise Broken(f"the result of {method} has no game")
        self._game = result["game"]
        return result

    def _look_at_object(self, method: str, **params: Any) -> dict[str, Any]:
        """Return the result of a request that cannot be refused, which is an object."""
        result = self._look(method, **params)
        if not isinstance(result, dict):
            raise Broken(f"the result of {method} is not an object")
        return result

    def _look(self, method: str, **params: Any) -> Any:
        """Return the result of a request that cannot be refused."""
        try:
            return self._ask(method, {"game": self._game, **params})
        except Refused:
            raise Broken(f"it refused {method}") from None

    def _ask(self, method: str, params: dict[str, Any]) -> Any:
        """Return the result of a request. Raises `Refused` or `Broken`."""
        self._asked += 1
        request = {"jsonrpc": "2.0", "id": self._asked, "method": method, "params": params}
        line = self._answer(method, json.dumps(request).encode())
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise Broken(f"its answer to {method} is not JSON") from None
        if _deeper_than(MOST_DEPTH, answer):
            raise Broken(f"its answer to {method} is nested too deep")
        if not isinstance(answer, dict) or answer.get("id") != self._asked:
            raise Broken(f"its answer to {method} does not have the id of the request")
        error = answer.get("error")
        if error is not None:
            error = _object(error)
            data = _object(error.get("data"))
            rule, message = data.get("rule"), str(error.get("message", ""))
            raise Refused(_short_text(rule), message[:MOST_MESSAGE], _ids(data.get("ids")))
        return answer.get("result")

    def _answer(self, method: str, request: bytes) -> bytes:
        """Return the line that answers a request. Raises `Broken`."""
        try:
            return self._lines.ask(request, self._seconds, MOST_BYTES)
        except TooLong:
            raise Broken(f"its answer has more than {MOST_BYTES} bytes") from None
        except TooLate:
            raise Broken(f"it did not answer within {self._seconds:g} seconds") from None
        except Ended:
            raise Broken(f"it ended before it answered {method}") from None


def _object(value: Any) -> dict[str, Any]:
    """Return the value if it is an object, and otherwise an empty one."""
    return value if isinstance(value, dict) else {}


def _short_text(value: Any) -> str | None:
    """Return the beginning of a text; None if the value is not a text."""
    return value[:MOST_MESSAGE] if isinstance(value, str) else None


def _ids(value: Any) -> list[str]:
    """Return the texts of a list, as far as they are kept; none if it is not a list."""
    listed = value if isinstance(value, list) else []
    return [each[:MOST_MESSAGE] for each in listed if isinstance(each, str)][:MOST_IDS]


def _deeper_than(most: int, value: Any) -> bool:
    """Return whether lists and objects are nested in more levels than `most`."""
    level = [value]
    for _ in range(most + 1):
        level = [part for each in level for part in _parts(each)]
    return bool(level)


def _parts(value: Any) -> Sequence[Any]:
    """Return the members of a list, or the values of an object."""
    if isinstance(value, dict):
        return [*value.values()]
    return value if isinstance(value, list) else ()
