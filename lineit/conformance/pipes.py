"""Lines to and from another process, each within a time limit, on every system.

Windows cannot wait for a pipe with a time limit, so a thread waits in place of the caller. A thread
that waits for ever, because the pipe stays open, ends with this process.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from queue import Empty, Queue
from threading import Event, Thread
from typing import IO

AT_ONCE = 1 << 16
"""Maximum number of bytes that are read at once."""

MOST_WAITING = 16
"""Maximum number of pieces that are read but not asked for. The other process then has to wait."""


class TooLong(Exception):
    """A line that is longer than the caller allows."""


class TooLate(Exception):
    """A line that is not complete in time."""


class Ended(Exception):
    """The output has ended, or the input takes nothing more."""


class Lines:
    """The input and the output of another process. Give it unbuffered pipes, which it closes."""

    def __init__(self, to: IO[bytes], source: IO[bytes]) -> None:
        self._to_write: Queue[bytes | None] = Queue()
        self._read: Queue[bytes | None] = Queue(MOST_WAITING)
        self._rest = b""
        self._closed = Event()
        for work, pipe in ((self._write, to), (self._read_all, source)):
            Thread(target=work, args=(pipe,), daemon=True).start()

    def ask(self, line: bytes, seconds: float, most: int) -> bytes:
        """Write a line, and return the next line of the output, which has at most `most` bytes.

        Both together may take `seconds`. Raises `TooLate`, `TooLong` or `Ended`.
        """
        until = time.monotonic() + seconds
        self._to_write.put(line + b"\n")
        parts, length = [self._rest], len(self._rest)
        while b"\n" not in parts[-1]:
            if length > most:
                raise TooLong
            try:
                part = self._read.get(timeout=max(0, until - time.monotonic()))
            except Empty:
                raise TooLate from None
            if part is None:
                raise Ended
            parts.append(part)
            length += len(part)
        answer, _, self._rest = b"".join(parts).partition(b"\n")
        if len(answer) > most:
            raise TooLong
        return answer

    def close(self) -> None:
        """Close the pipes as soon as nobody uses them. End the other process before."""
        self._closed.set()
        self._to_write.put(None)
        with suppress(Empty):  # so that the thread that reads does not wait for a place
            while True:
                self._read.get_nowait()

    def _write(self, pipe: IO[bytes]) -> None:
        with suppress(OSError), pipe:
            while (line := self._to_write.get()) is not None and not self._closed.is_set():
                while line:
                    line = line[os.write(pipe.fileno(), line) :]

    def _read_all(self, pipe: IO[bytes]) -> None:
        with suppress(OSError), pipe:
            while not self._closed.is_set() and (part := os.read(pipe.fileno(), AT_ONCE)):
                self._read.put(part)
        self._read.put(None)
