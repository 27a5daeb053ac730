"""Two more doors, of the conformance tests: vectors, and the answers of another implementation."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from attrs import evolve

from lineit import LineitError, VectorError
from lineit.conformance.client import Remote
from lineit.conformance.implementation import Broken, Library
from lineit.conformance.pipes import Ended, TooLong
from lineit.conformance.report import Outcome, report_json, tap_report, text_report
from lineit.conformance.runner import Failure, check
from lineit.conformance.vectors import (
    LEVELS,
    Vector,
    level_vectors,
    load_vectors,
    parse_vector,
    vector_json,
)
from lineit.frontends.rpc import Server
from tools.doors import Door, fair, refused

MOST_STEPS = 12
"""Maximum number of steps of a vector that an implementation answers here."""


def some_vectors(each: int) -> list[Vector]:
    """Return every vector of so many, of the rules of a ruleset and of each level but `perft`."""
    found = load_vectors("standard", "rules") + load_vectors("blind-pick", "rules")
    for level in LEVELS[2:-1]:
        found += level_vectors(level)
    return found[::each]


class Vectors(Door):
    """Vectors as JSON texts. One that is accepted is tried with the library."""

    ending = "json"

    def good(self) -> list[bytes]:
        return [json.dumps(vector_json(vector)).encode() for vector in some_vectors(3)]

    def enter(self, content: bytes) -> str:
        text = content.decode("utf-8", "replace")
        try:
            vector = parse_vector(text)
        except VectorError as error:
            return refused(error)
        again = parse_vector(json.dumps(vector_json(vector)))
        assert vector_json(again) == vector_json(vector), "as JSON it differs"
        if vector.counts:
            vector = evolve(vector, counts=vector.counts[:3])
        try:
            failure = check(vector, Library())
        except LineitError as error:
            return refused(error)
        return "passed" if failure is None else f"{failure.path[:40]}: {fair_report(failure)}"


def fair_report(failure: Failure) -> str:
    """Return a failure as text. Check all reports of it."""
    outcome = Outcome(failure.vector, failure)
    for text in (text_report("x", [outcome]), tap_report([("x", outcome)])):
        assert all(line.isprintable() for line in text.split("\n")), f"not printable: {text!a}"
    json.dumps(report_json("x", [outcome]))
    return str(failure)[:60]


class Said:
    """The lines that an implementation has said, in place of a process that says them."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        self.lines = iter(lines)

    def ask(self, _line: bytes, _seconds: float, most: int) -> bytes:
        """Return the next line. Raises `Ended` or `TooLong`."""
        line = next(self.lines, None)
        if line is None:
            raise Ended
        if len(line) > most:
            raise TooLong
        return line


class Heard:
    """The library as an implementation that answers lines. It keeps its answers."""

    def __init__(self) -> None:
        self.server, self.said = Server(), list[bytes]()

    def ask(self, line: bytes, _seconds: float, _most: int) -> bytes:
        """Return the answer to the line."""
        answer = self.server.answer(line)
        assert answer is not None
        self.said.append(answer.encode())
        return self.said[-1]


class FromLines(Remote):
    """A client of an implementation that is no process."""

    def __init__(self, lines: Any) -> None:
        self._seconds, self._asked, self._game = 1.0, 0, None
        self._lines = lines


class Answers(Door):
    """Answers of an implementation, a line each. The first line names the vector."""

    ending = "jsonl"

    def __init__(self) -> None:
        super().__init__()
        short = [each for each in some_vectors(4) if len(each.steps) <= MOST_STEPS]
        self.vectors = {vector.name: vector for vector in short}

    def good(self) -> list[bytes]:
        return [*self._good()]

    def _good(self) -> Iterator[bytes]:
        for name, vector in self.vectors.items():
            heard = Heard()
            assert check(vector, FromLines(heard)) is None, name
            yield b"\n".join([name.encode(), *heard.said])

    def enter(self, content: bytes) -> str:
        name, *lines = content.split(b"\n")
        known = self.vectors.get(name.decode("utf-8", "replace"))
        vector = known or Random(name).choice([*self.vectors.values()])
        try:
            failure = check(vector, FromLines(Said(lines)))
        except Broken as error:
            failure = Failure(vector, error.step, "answer", "one of the protocol", str(error))
        return "passed" if failure is None else f"{fair(failure.path)}: {fair_report(failure)}"


CONFORMANCE_DOORS: dict[str, type[Door]] = {"vectors": Vectors, "answers": Answers}
