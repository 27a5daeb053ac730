"""The server of docs/frontends/server as a process, and players who are connected to it."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect

from support.paths import ROOT
from support.work import HANGS_AFTER

SERVER = ROOT / "docs/frontends/server/server.py"


class Running:
    """A process of the server, on a port that was free."""

    def __init__(self, file: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        command = [sys.executable, str(SERVER), str(file), "--port", str(self.port)]
        self.process = subprocess.Popen(command)
        for _ in range(20 * HANGS_AFTER):
            with socket.socket() as attempt:
                if attempt.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            assert self.process.poll() is None, "the server has ended"
            time.sleep(0.05)
        raise AssertionError("the server does not begin")

    def post(self, body: bytes) -> tuple[int, Any]:
        """Send a request for a new game. Return the status and the answer."""
        url = f"http://127.0.0.1:{self.port}/games"
        try:
            with urlopen(Request(url, body), timeout=HANGS_AFTER) as answer:  # it is http
                return answer.status, json.load(answer)
        except OSError as error:
            return getattr(error, "code", 0), json.load(error)  # type: ignore[arg-type] # an HTTPError

    def new(self, **choices: Any) -> Any:
        """Begin a game. Return its id and the tokens of its seats."""
        status, answer = self.post(json.dumps(choices).encode())
        assert status == 201, answer
        return answer

    @contextmanager
    def connect(self, **query: Any) -> Iterator[ClientConnection]:
        """Yield a connection: with `token` or `game`, and `since`."""
        asked = "&".join(f"{key}={value}" for key, value in query.items())
        address = f"ws://127.0.0.1:{self.port}/play?{asked}"
        with connect(address, open_timeout=HANGS_AFTER) as connection:
            yield connection

    def kill(self) -> None:
        """End the process at once, wherever it is."""
        self.process.kill()
        self.process.wait()


@contextmanager
def running(file: Path) -> Iterator[Running]:
    """Run the server as long as the block lasts."""
    server = Running(file)
    try:
        yield server
    finally:
        server.kill()


def received(connection: ClientConnection) -> Any:
    """Return the next message."""
    return json.loads(connection.recv(timeout=HANGS_AFTER))


def news(connection: ClientConnection, revision: int) -> Any:
    """Return the message with a revision; skip those before it."""
    while (message := received(connection)).get("revision") != revision:
        assert "error" not in message, message
    return message


def send(connection: ClientConnection, **message: Any) -> None:
    """Send a message."""
    connection.send(json.dumps(message))
