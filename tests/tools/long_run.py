"""A check that a long run of one `lineit rpc` process stays small and fast.

`python tests/tools long_run` does this in one process:

- It takes 1,000,000 decisions at random, in games of every ruleset. 50 games are open at once; each
  is played to its end, closed and replaced by another.
- It opens and closes 10,000 games, 50 at once.
- Twice, it opens 10,000 games that are all open at once, and closes them.

After each tenth it prints the rate and the memory of the process. It fails (exit code 1) if the
last tenth takes over 10 % more memory than the second, or has less than half its rate. The first
tenth does not count, because caches are filled in it. For games that are all open at once it fails
if the second time takes over 10 % more memory than the first.

`--decisions N` and `--games N` change the numbers. It takes some minutes, and needs `/proc`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from attrs import define, field, frozen

from support.paths import ROOT

OPEN = 50
"""Number of games that are open at once, and of lines that are written at once."""

RULESETS = sorted(path.stem for path in (ROOT / "spec/rulesets").glob("*.toml"))

PARTS = 10
"""Number of parts of a run."""

MORE = 1.1
"""Maximum memory of the last part, as a multiple of that of the second part."""

SLOWER = 0.5
"""Minimum rate of the last part, as a multiple of that of the second part."""


@frozen
class Part:
    """A part of a run: how much was done, in how many seconds, and the memory in kB after it."""

    done: int
    seconds: float
    memory: int

    @property
    def rate(self) -> float:
        """Return how much was done in a second."""
        return self.done / self.seconds


@define
class Process:
    """A `lineit rpc` process that runs."""

    process: subprocess.Popen[bytes]
    numbers: Iterator[int] = field(factory=lambda: count(1))

    def ask(self, requests: list[tuple[str, dict[str, Any]]]) -> list[Any]:
        """Write the requests all at once, and return their results."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        asked = [
            {"jsonrpc": "2.0", "id": next(self.numbers), "method": method, "params": params}
            for method, params in requests
        ]
        self.process.stdin.write(b"".join(json.dumps(each).encode() + b"\n" for each in asked))
        self.process.stdin.flush()
        results = []
        for each in asked:
            answer = json.loads(self.process.stdout.readline())
            if answer["id"] != each["id"] or "result" not in answer:
                raise AssertionError(f"to {each} the answer was {answer}")
            results.append(answer["result"])
        return results

    @property
    def memory(self) -> int:
        """Return the memory of the process, in kB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text("ascii")
        (line,) = [line for line in status.splitlines() if line.startswith("VmRSS:")]
        return int(line.split()[1])


@contextmanager
def running() -> Iterator[Process]:
    """Yield a `lineit rpc` process. Raise `AssertionError` if it does not end with 0."""
    command = [sys.executable, "-m", "lineit", "rpc"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    ) as process:
        try:
            yield Process(process)
            _, _ = process.communicate(timeout=60)
        except BaseException:
            process.kill()
            raise
    if process.returncode != 0:
        raise AssertionError(f"the process ended with {process.returncode}")


def new_games(numbers: Iterable[int]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield requests for new games, with every ruleset, 2 to 5 players and different seeds."""
    for number in numbers:
        ruleset = RULESETS[number % len(RULESETS)]
        params = {"players": 2 + number // len(RULESETS) % 4, "seed": number, "ruleset": ruleset}
        yield "new", params


def play(process: Process, decisions: int) -> Iterator[Part]:
    """Take this number of decisions, then close the games. Yield each part when it ends."""
    chance, new = Random(1), new_games(count())
    states = {state["game"]: state for state in process.ask([next(new) for _ in range(OPEN)])}
    done, of_part, began = 0, 0, time.perf_counter()
    for part in range(1, PARTS + 1):
        while done < decisions * part // PARTS:
            games = [game for game, state in states.items() if state["legal"]]
            turns = [(game, chance.choice(states[game]["legal"])) for game in games]
            applied = [("apply", {"game": game, "action": action}) for game, action in turns]
            states |= dict(zip(games, process.ask(applied), strict=True))
            of_part += len(games)
            done += len(games)
            over = [game for game, state in states.items() if not state["legal"]]
            process.ask([("close", {"game": game}) for game in over])
            for state in process.ask([next(new) for _ in over]):
                states[state["game"]] = state
            for game in over:
                del states[game]
        now = time.perf_counter()
        yield Part(of_part, now - began, process.memory)
        of_part, began = 0, now
    process.ask([("close", {"game": game}) for game in states])


def open_games(process: Process, games: int, at_once: int) -> Iterator[Part]:
    """Open and close games, with at most `at_once` open. Yield each part when it ends.

    If all games may be open at once, they are closed after the last part.
    """
    new = new_games(range(games))
    states: list[str] = []
    done, began = 0, time.perf_counter()
    for part in range(1, PARTS + 1):
        due = games * part // PARTS - done
        for opened in batched(islice(new, due), OPEN):
            states += [state["game"] for state in process.ask(opened)]
            if len(states) >= at_once < games:
                close(process, states)
        now = time.perf_counter()
        yield Part(due, now - began, process.memory)
        done, began = done + due, now
    close(process, states)


def close(process: Process, games: list[str]) -> None:
    """Close the games, and empty the list."""
    for ended in batched(games, OPEN):
        process.ask([("close", {"game": game}) for game in ended])
    games.clear()


T = TypeVar("T")


def batched(things: Iterable[T], size: int) -> Iterator[list[T]]:
    """Yield the things in lists of at most this size."""
    left = iter(things)
    while batch := list(islice(left, size)):
        yield batch


def faults(what: str, parts: list[Part], slower: float) -> list[str]:
    """Return what is wrong with a run: its memory grows, or it gets slower."""
    second, last = parts[1], parts[-1]
    found = []
    if last.memory > MORE * second.memory:
        found.append(f"{what}: the memory grew from {second.memory} to {last.memory} kB")
    if last.rate < slower * second.rate:
        found.append(f"{what}: from {second.rate:,.0f} a second it fell to {last.rate:,.0f}")
    return found


def printed(what: str, parts: Iterator[Part]) -> list[Part]:
    """Return the parts, and print each as soon as it ends."""
    found: list[Part] = []
    for part in parts:
        found.append(part)
        done = sum(each.done for each in found)
        memory = f"{part.memory / 1024:.1f} MiB"
        print(f"{done:>9,} {what}: {part.rate:>8,.0f} a second, {memory}", flush=True)
    return found


def run(decisions: int, games: int, slower: float = SLOWER) -> list[str]:
    """Do the whole run in a process, and return what is wrong with it."""
    with running() as process:
        found = faults("decisions", printed("decisions", play(process, decisions)), slower)
        parts = printed("games opened and closed", open_games(process, games, OPEN))
        found += faults("games opened and closed", parts, slower)
        times = [printed("games, all open", open_games(process, games, games)) for _ in range(2)]
        sizes = [parts[-1].memory for parts in times]
        if sizes[1] > MORE * sizes[0]:
            found.append(f"games, all open: {sizes[0]} kB, and the second time {sizes[1]} kB")
        first, last = times[0][1], times[1][-1]
        if last.rate < slower * first.rate:
            found.append(f"games, all open: {first.rate:,.0f} a second fell to {last.rate:,.0f}")
        print(f"{process.memory / 1024:.1f} MiB when all are closed")
    return found


def main() -> int:
    """Do the run, print what is wrong with it and return the exit code, 1 if anything is."""
    parser = ArgumentParser(description="Check that a long `lineit rpc` stays small and fast.")
    parser.add_argument("--decisions", type=int, default=1_000_000)
    parser.add_argument("--games", type=int, default=10_000)
    arguments = parser.parse_args()
    found = run(arguments.decisions, arguments.games)
    for line in found:
        print(line)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
