"""Runs of the test vectors against an implementation, with a report for each rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from attrs import evolve, frozen

from lineit.conformance.vectors import (
    Expected,
    Refusal,
    Vector,
    VectorStep,
    canonical,
    changed,
    changes,
    whole_deck,
)
from lineit.formats.tables import table_json
from lineit.game import Game
from lineit.model.bounds import printable
from lineit.model.errors import LineitError
from lineit.model.resources import spec_version
from lineit.model.ruleset import Ruleset
from lineit.rules.load import load_ruleset


class Refused(Exception):
    """A refusal of the implementation, by a rule (None: no rule)."""

    def __init__(self, rule: str | None) -> None:
        super().__init__(rule)
        self.rule = rule


class Broken(Exception):
    """An implementation that does not follow the protocol."""


class Implementation(Protocol):
    """An implementation under test. It plays one game at a time."""

    def new(self, ruleset: str, players: int, first: int, deck: Sequence[str]) -> None:
        """Begin a game. Raises `Refused`."""

    def legal(self) -> Sequence[str]:
        """Return the actions that are legal now."""

    def apply(self, action: str) -> None:
        """Take the action. Raises `Refused`."""

    def table(self) -> dict[str, Any]:
        """Return the whole table as JSON data."""


class Library:
    """The library itself as an implementation; `rules` replaces the ruleset that a vector names."""

    def __init__(self, rules: Ruleset | None = None) -> None:
        self._rules = rules
        self._game: Game

    def new(self, ruleset: str, players: int, first: int, deck: Sequence[str]) -> None:
        """Begin a game. Raises `Refused`."""
        rules = self._rules or load_ruleset(ruleset)
        try:
            self._game = Game.new(players, rules=rules, deck=deck, first=first)
        except LineitError as error:
            raise Refused(error.reason.rule) from None

    def legal(self) -> Sequence[str]:
        """Return the actions that are legal now."""
        return [str(action) for action in self._game.legal]

    def apply(self, action: str) -> None:
        """Take the action. Raises `Refused`."""
        try:
            self._game.apply(action)
        except LineitError as error:
            raise Refused(error.reason.rule) from None

    def table(self) -> dict[str, Any]:
        """Return the whole table as JSON data."""
        return table_json(self._game.table)


@frozen
class Failure:
    """The first difference between an implementation and a vector."""

    vector: Vector
    step: int
    what: str
    expected: Any
    got: Any

    def __str__(self) -> str:
        at = "at the beginning"
        if self.step:
            at = f"after step {self.step}, {self.vector.steps[self.step - 1].action!r}"
        expected, got = (_shown(value) for value in (self.expected, self.got))
        return printable(f"{self.vector.name}, {at}: {self.what}: expected {expected}, got {got}")


def _shown(value: Any) -> str:
    """Return a value of a failure as text."""
    match value:
        case None:
            return "nothing"
        case Refusal(rule=rule):
            return f"[{rule}]"
        case tuple():
            return ", ".join(map(str, value)) or "nothing"
    return str(value)


def check(
    vector: Vector, implementation: Implementation, rules: Ruleset | None = None
) -> Failure | None:
    """Return where the implementation first differs from the vector; None if it does not.

    `rules` replaces the ruleset that the vector names.

    >>> from lineit.conformance.vectors import load_vectors
    >>> check(load_vectors("standard", "rules")[0], Library()) is None
    True
    """
    table: dict[str, Any] = {}
    legal: tuple[str, ...] = ()
    ends = _ends(rules or load_ruleset(vector.ruleset))
    moments = [VectorStep("", vector.then, vector.refused), *vector.steps]
    for number, moment in enumerate(moments):
        refused = _refusal(implementation, vector, moment.action if number else None)
        if refused != moment.refused:
            return Failure(vector, number, "refused", moment.refused, refused)
        if refused and not number:
            return None
        if moment.then is not None:
            table, legal = changed(table, moment.then.table), moment.then.legal
        got = _canonical(implementation.table(), ends)
        if wrong := changes(got, table):
            what = next(iter(wrong))
            return Failure(vector, number, f"table.{what}", table[what], got.get(what))
        offered = tuple(sorted(implementation.legal()))
        if offered != legal:
            return Failure(vector, number, "legal", legal, offered)
    return None


def _ends(rules: Ruleset) -> frozenset[str]:
    """Return the phases that are ends."""
    return frozenset(phase.name for phase in rules.phases if phase.actor == "end")


def _canonical(table: dict[str, Any], ends: frozenset[str]) -> dict[str, Any]:
    """Return the canonical form of a table. Raises `Broken`."""
    try:
        return canonical(table, ends)
    except (KeyError, TypeError, AttributeError):
        raise Broken("the result of table is not a table") from None


def _refusal(implementation: Implementation, vector: Vector, action: str | None) -> Refusal | None:
    """Take the action, or begin the game if it is None. Return the refusal, if it is refused."""
    try:
        if action is None:
            deck = whole_deck(vector.deck, load_ruleset(vector.ruleset))
            implementation.new(vector.ruleset, vector.players, vector.first, deck)
        else:
            implementation.apply(action)
    except Refused as error:
        return Refusal(error.rule)
    return None


def filled(vector: Vector) -> Vector:
    """Return the vector with the answers of this library, for a person to review."""
    library = Library()
    shown: dict[str, Any] = {}
    moments = []
    for action in (None, *(step.action for step in vector.steps)):
        refused = _refusal(library, vector, action)
        then = None
        if refused is None:
            table = canonical(library.table(), _ends(load_ruleset(vector.ruleset)))
            then = Expected(tuple(sorted(library.legal())), changes(shown, table))
            shown = table
        moments.append(VectorStep(action or "", then, refused))
        if refused and action is None:
            break
    return evolve(
        vector, then=moments[0].then, refused=moments[0].refused, steps=tuple(moments[1:])
    )


def report(vectors: Iterable[Vector], implementation: Implementation) -> tuple[str, bool]:
    """Return a report as text, and whether all vectors pass.

    The report has the version of the spec, and a line for each rule and each vector that fails. A
    vector that fails is counted for the first of its rules only.

    Raises `Broken` where the implementation does not answer as the protocol says.

    >>> from lineit.conformance.vectors import load_vectors
    >>> text, passed = report(load_vectors("standard", "rules"), Library())
    >>> passed
    True
    """
    passed: Counter[str] = Counter()
    failed: dict[str, list[Failure]] = {}
    for vector in vectors:
        rules = vector.rules or ("(whole games)",)
        failure = check(vector, implementation)
        if failure is None:
            passed.update(rules)
        else:  # its other rules may be right
            failed.setdefault(rules[0], []).append(failure)
    lines = [f"spec {spec_version()}"]
    for rule in sorted(passed.keys() | failed.keys()):
        failures = failed.get(rule, [])
        verdict = f"FAILED {len(failures)}, passed" if failures else "passed"
        lines.append(f"{rule}: {verdict} {passed[rule]}")
        lines += [f"    {failure}" for failure in failures]
    return "\n".join(lines), not failed
