"""A client for another implementation, a process that speaks the protocol on stdin and stdout."""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from io import BufferedReader, BufferedWriter
from types import TracebackType
from typing import Any, cast

from lineit.conformance.implementation import Broken, Refused, State
from lineit.model.zones import Memory

MOST_MESSAGE = 300
"""Maximum length of an error message that is kept, in characters."""

MOST_BYTES = 16 * 1024 * 1024
"""Maximum length of an answer, in bytes."""


class Remote:
    """An implementation in another process, called by JSON-RPC. Use it in a `with` statement."""

    def __init__(self, command: Sequence[str], seconds: float = 10) -> None:
        """Start the command; each answer may take at most `seconds`. Raises `Broken`."""
        self._seconds = seconds
        self._asked = 0
        self._game: Any = None
        self._rest = b""
        try:
            self._process = subprocess.Popen(  # noqa: S603 # it is what the user asks to start
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise Broken(f"{command[0]} cannot be started: {error.strerror}") from None
        self._input = cast(BufferedWriter, self._process.stdin)
        self._output = cast(BufferedReader, self._process.stdout)

    def __enter__(self) -> Remote:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(OSError):  # the process may have ended
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)  # with all processes it started
            else:
                self._process.kill()
        with suppress(OSError):  # unsent requests are lost
            self._input.close()
        self._output.close()
        self._process.wait()

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
        try:
            self._input.write(json.dumps(request).encode() + b"\n")
            self._input.flush()
            answer = json.loads(self._read_line())
        except OSError:
            raise Broken(f"it ended before it answered {method}") from None
        except (ValueError, RecursionError):
            raise Broken(f"its answer to {method} is not JSON") from None
        if not isinstance(answer, dict) or answer.get("id") != self._asked:
            raise Broken(f"its answer to {method} does not have the id of the request")
        error = answer.get("error")
        if error is not None:
            error = _object(error)
            data = _object(error.get("data"))
            ids = data.get("ids")
            problems = (
                [each for each in ids if isinstance(each, str)] if isinstance(ids, list) else []
            )
            message = str(error.get("message", ""))[:MOST_MESSAGE]
            raise Refused(data.get("rule"), message, problems)
        return answer.get("result")

    def _read_line(self) -> bytes:
        """Return the next line of output. Raises `Broken`, or `OSError` at its end."""
        until = time.monotonic() + self._seconds
        parts = [self._rest]
        with selectors.DefaultSelector() as selector:
            selector.register(self._output, selectors.EVENT_READ)
            while b"\n" not in parts[-1]:
                if sum(map(len, parts)) > MOST_BYTES:
                    raise Broken(f"its answer has more than {MOST_BYTES} bytes")
                if not selector.select(max(0, until - time.monotonic())):
                    raise Broken(f"it did not answer within {self._seconds:g} seconds")
                read = self._output.read1(1 << 16)
                if not read:
                    raise OSError
                parts.append(read)
        line, _, self._rest = b"".join(parts).partition(b"\n")
        return line


def _object(value: Any) -> dict[str, Any]:
    """Return the value if it is an object, and otherwise an empty one."""
    return value if isinstance(value, dict) else {}


def _is_text(value: Any) -> bool:
    return isinstance(value, str)
