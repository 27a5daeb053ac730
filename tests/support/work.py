"""How much work a piece of code does, as a number that is the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

MOST_CALLS = 20_000_000
"""Maximum number of calls that a check of bad data may make. A slow core makes so many in 2 s."""

HANGS_AFTER = 600
"""Time after which a process of a test is taken to hang, in seconds: far more than it can need."""


class TooMuchWork(BaseException):
    """More than `MOST_CALLS` calls. A BaseException, so that no code handles it."""


class Calls:
    """A counter of calls."""

    def __init__(self) -> None:
        self.count = 0

    def note(self, _frame: FrameType, event: str, _value: object) -> None:
        """Count a call, as `sys.setprofile` reports it."""
        if event in ("call", "c_call"):
            self.count += 1
            if self.count > MOST_CALLS:
                sys.setprofile(None)
                raise TooMuchWork


@contextmanager
def limited_work() -> Iterator[Calls]:
    """Count the calls of Python and C functions within; raise `TooMuchWork` at too many."""
    calls, before = Calls(), sys.getprofile()
    sys.setprofile(calls.note)
    try:
        yield calls
    finally:
        sys.setprofile(before)
