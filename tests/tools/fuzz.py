"""A fuzzer. `python tests/tools fuzz` sends slightly wrong input to the doors of the library:

- `rules`: rule files, also as JSON data. If one loads, games are played by it.
- `records`: saved games, as files and as data.
- `turns`: text that players type, at tables of several rulesets and phases.
- `rpc`: lines of the protocol, some at a time, to a server with games in progress.
- `vectors`: test vectors. If one is accepted, the library is tried with it.
- `answers`: answers of an implementation under test.

The only error that may come out is a `LineitError`, with short, printable sentences in each
language. Nothing else may change, and no input may take more than some seconds.

The inputs are good ones with changed bytes, words, lines and JSON values, all drawn from `--seed`.
An input that leads to a new kind of answer is changed further. `DOOR …` chooses doors, and
`--seconds 60` is the time at each. A finding is made as small as possible, printed with its seed,
and kept in `tests/data/crashes/`; the exit code is then 1. `tests/test_fuzz.py` tries these files
each time. With `--guided`, which needs atheris and one door, the changes follow code coverage.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import signal
import sys
import tempfile
import time
import traceback
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any
from unittest.mock import patch

from attrs import define, field, frozen

from support.paths import ROOT
from tools.changes import Changes
from tools.doors import DOORS as FOUR_DOORS
from tools.doors import Door, own_folder, read_quickly
from tools.doors_of_conformance import CONFORMANCE_DOORS

DOORS = FOUR_DOORS | CONFORMANCE_DOORS

CRASHES = ROOT / "tests/data/crashes"

SECONDS = 5.0
"""Maximum CPU time for one input, in seconds."""

MOST_KEPT = 3000
"""Maximum number of inputs that are kept for further changes."""


class TooSlow(BaseException):
    """The error for an input that takes too long. `except Exception` does not catch it."""


@frozen
class Finding:
    """An input that broke something. Equal faults have the same `kind`."""

    kind: str
    content: bytes
    report: str


@contextmanager
def in_time() -> Iterator[None]:
    """Raise `TooSlow` if the block takes too long, even if it never ends."""

    def stop(_: int, __: FrameType | None) -> None:
        raise TooSlow(f"more than {SECONDS} seconds")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def repeatable() -> Iterator[None]:
    """Let an input do the same each time, with a fixed seed for games. Read rule files quickly."""
    same = patch("secrets.randbits", lambda bits: bits)
    with same, patch("lineit.rules.load._read_built_in", read_quickly):
        yield


def entered(door: Door, content: bytes) -> str | Finding:
    """Return what the input led to at the door."""
    try:
        with in_time(), repeatable():
            return door.enter(content)
    except TooSlow as error:
        return Finding("TooSlow", content, f"TooSlow: {error}")
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        inner = [frame for frame in frames if "/lineit/" in frame.filename] or frames[-1:]
        place = f"{Path(inner[-1].filename).name}, {inner[-1].name}"
        what = str(error).partition(":")[0][:60] if isinstance(error, AssertionError) else ""
        kind = f"{type(error).__name__} in {place} {what}".strip()
        return Finding(kind, content, "".join(traceback.format_exception(error))[-3000:])


def smallest(door: Door, finding: Finding, seconds: float = 20) -> Finding:
    """Return the same finding with a smaller input, as small as can be found in time."""
    ends = time.monotonic() + seconds
    for in_lines in (True, False):
        content = finding.content
        lines = content.splitlines(keepends=True)
        parts = lines if in_lines else [bytes([each]) for each in content]
        size = max(1, len(parts) // 2)
        while size and time.monotonic() < ends:
            at = 0
            while at < len(parts) and time.monotonic() < ends:
                fewer = parts[:at] + parts[at + size :]
                found = entered(door, b"".join(fewer))
                if isinstance(found, Finding) and found.kind == finding.kind:
                    parts, finding = fewer, found
                else:
                    at += size
            size //= 2
    return finding


def saved(name: str, finding: Finding) -> Path:
    """Keep the input of the finding in a file, and return its path."""
    CRASHES.mkdir(exist_ok=True)
    digest = hashlib.sha256(finding.content).hexdigest()[:10]
    path = CRASHES / f"{name}-{digest}.{DOORS[name].ending}"
    path.write_bytes(finding.content)
    return path


@define
class Run:
    """A run at a door: its inputs, their answers and the findings."""

    name: str
    seed: int
    keep: bool = True
    door: Door = field(init=False)
    changes: Changes = field(init=False)
    done: int = 0
    slowest: float = 0
    outcomes: set[str] = field(factory=set)
    findings: dict[str, Finding] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.door = DOORS[self.name]()
        self.changes = Changes(self.door.good())

    def send(self, content: bytes) -> bool:
        """Send an input. Return whether it led to a new kind of answer."""
        self.done += 1
        began = time.process_time()
        result = entered(self.door, content)
        self.slowest = max(self.slowest, time.process_time() - began)
        if isinstance(result, str) and self.done % 500 == 0:
            try:
                self.door.check_unchanged()
            except AssertionError as error:
                result = Finding(f"changed: {error}", content, f"{error}, in the last 500 inputs")
        if isinstance(result, Finding):
            if result.kind not in self.findings:
                self._found(result)
            return False
        outcome = re.sub(r"'[^']*'|[0-9]+", "_", result)[:200]
        new = outcome not in self.outcomes
        self.outcomes.add(outcome)
        return new

    def _found(self, finding: Finding) -> None:
        self.findings[finding.kind] = finding
        small = smallest(self.door, finding)
        self.findings[finding.kind] = small
        kept = saved(self.name, small).relative_to(ROOT) if self.keep else "not kept"
        print(f"{self.name}: seed {self.seed}, input {self.done}: {finding.kind}; {kept}")
        report = small.report.encode("ascii", "backslashreplace").decode()
        print(f"    {small.content[:300]!r}\n{report}", flush=True)

    def go(self, seconds: float, most: int | None = None) -> None:
        """Send inputs for this time, or until `most` were sent."""
        chance, kept = Random(self.seed), list(self.changes.good)
        ends = time.monotonic() + seconds
        first = iter(self.changes.good)
        while time.monotonic() < ends and self.done != most:
            content = next(first, None) or self.changes.changed(chance.choice(kept), chance)
            if self.send(content) and len(kept) < MOST_KEPT:
                kept.append(content)

    def __str__(self) -> str:
        return (
            f"{self.name}: {self.done:,} inputs, {len(self.outcomes):,} kinds of answers, "
            f"the slowest in {self.slowest:.2f} s, {len(self.findings)} findings"
        )


def go_guided(run: Run, seconds: float) -> None:
    """Send inputs that atheris makes by code coverage. End the process."""
    atheris: Any = import_module("atheris")
    ends = time.monotonic() + seconds

    def enter(content: bytes) -> None:
        run.send(content)
        if time.monotonic() > ends:
            print(run, flush=True)
            shutil.rmtree(own_folder())
            os._exit(int(bool(run.findings)))

    def change(content: bytes, most: int, seed: int) -> bytes:
        if seed % 4 == 0:
            return bytes(atheris.Mutate(content, most))
        return run.changes.changed(content, Random(seed))[:most]

    folder = Path(tempfile.mkdtemp(dir=own_folder()))
    for at, content in enumerate(run.changes.good):
        (folder / f"{at}").write_bytes(content)
    options = [f"-seed={run.seed + 1}", "-max_len=65536", "-rss_limit_mb=0", "-verbosity=0"]
    atheris.Setup([sys.argv[0], *options, str(folder)], enter, custom_mutator=change)
    atheris.Fuzz()


def instrumented() -> Any:
    """Return this module, imported again with a lineit that atheris instruments."""
    atheris: Any = import_module("atheris")
    for name in [
        name for name in sys.modules if name.split(".")[0] in ("lineit", "support", "tools")
    ]:
        del sys.modules[name]
    with atheris.instrument_imports(include=["lineit"]):
        return import_module("tools.fuzz")


def main() -> int:
    """Fuzz the doors, print the findings and return the exit code, 1 if there are any."""
    parser = ArgumentParser(description="Send slightly wrong input to the doors.")
    parser.add_argument("doors", nargs="*", metavar="DOOR", help=", ".join(DOORS))
    parser.add_argument("--seconds", type=float, default=60, help="time at each door")
    parser.add_argument("--inputs", type=int, help="maximum number of inputs at each door")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--guided", action="store_true", help="use atheris, at one door")
    arguments = parser.parse_args()
    doors = arguments.doors or [*DOORS]
    if not {*doors} <= DOORS.keys() or (arguments.guided and len(doors) > 1):
        parser.error(f"name {'one' if arguments.guided else 'some'} of {', '.join(DOORS)}")
    if arguments.guided:
        here = instrumented()
        here.go_guided(here.Run(doors[0], arguments.seed), arguments.seconds)
    bad = False
    for name in doors:
        run = Run(name, arguments.seed)
        run.go(arguments.seconds, arguments.inputs)
        print(run, flush=True)
        bad = bad or bool(run.findings)
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
