"""Processes that an implementation has started, so that they can be ended with it."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path
from subprocess import Popen


def end_all(process: Popen[bytes]) -> None:
    """End the process, and all processes that it has started, even in sessions of their own.

    A process whose parent has ended before is found only in the group of the first one.
    """
    started = _stopped(process.pid)
    if hasattr(os, "killpg"):
        with suppress(OSError):  # all may have ended
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    for number in started:
        with suppress(OSError):
            os.kill(number, getattr(signal, "SIGKILL", signal.SIGTERM))  # Windows has no SIGKILL
    process.wait()


def _stopped(number: int) -> set[int]:
    """Return the ids of a process and its descendants, once none of them can start another.

    Windows cannot stop a process, so that one that starts at this moment is missed there.
    """
    stop = getattr(signal, "SIGSTOP", None)
    stopped: set[int] = set()
    while new := {number, *descendants(number)} - stopped:
        if stop is not None:
            for each in new:
                with suppress(OSError):
                    os.kill(each, stop)
        stopped |= new
    return stopped


def descendants(number: int) -> list[int]:
    """Return the ids of the processes that a process has started, and so on.

    They are known on Linux, and elsewhere if psutil is installed; otherwise none is known.
    """
    parents = _parents()
    found = [number]
    for each in found:  # it grows
        found += [
            child for child, parent in parents.items() if parent == each and child not in found
        ]
    return found[1:]


def _parents() -> dict[int, int]:
    """Return the id of the parent of each process."""
    parents = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError, IndexError):  # it has ended, or this is no Linux
            after_name = file.read_bytes().rpartition(b")")[2]
            parents[int(file.parent.name)] = int(after_name.split()[1])
    if not parents:
        with suppress(ModuleNotFoundError):
            import psutil  # type: ignore[import-untyped] # noqa: PLC0415 # it is not required

            parents = {each.pid: each.info["ppid"] for each in psutil.process_iter(["ppid"])}
    return parents
