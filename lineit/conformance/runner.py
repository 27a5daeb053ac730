"""A run of a test vector against an implementation, up to the first difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, get_args

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
from lineit.model.ruleset import Ruleset
from lineit.rules.load import load_ruleset


class Refused(Exception):
    """The implementation refused something. `rule` is the id of the rule that it named, if any, and
    `message` is its own text.
    """

    def __init__(self, rule: str | None, message: str = "") -> None:
        super().__init__(rule)
        self.rule = rule
        self.message = message


class Broken(Exception):
    """The implementation does not answer as the protocol says. `step` is the step of the vector."""

    step = 0


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
            raise Refused(error.reason.rule, str(error)) from None

    def legal(self) -> Sequence[str]:
        """Return the actions that are legal now."""
        return [str(action) for action in self._game.legal]

    def apply(self, action: str) -> None:
        """Take the action. Raises `Refused`."""
        try:
            self._game.apply(action)
        except LineitError as error:
            raise Refused(error.reason.rule, str(error)) from None

    def table(self) -> dict[str, Any]:
        """Return the whole table as JSON data."""
        return table_json(self._game.table)


Level = Literal["play", "reasons"]
"""What an implementation claims: to play right, or also to name the rule of each refusal."""

LEVELS: tuple[Level, ...] = get_args(Level)


@frozen
class Failure:
    """The first difference between an implementation and a vector.

    `step` counts the actions, and is 0 at the beginning. `path` names the value that differs, such
    as `table.players.0.hand`. `message` is what the implementation itself said, if it refused.
    """

    vector: Vector
    step: int
    path: str
    expected: Any
    got: Any
    message: str = ""

    def __str__(self) -> str:
        at = "at the beginning"
        if self.step:
            at = f"after step {self.step}, {self.vector.steps[self.step - 1].action!r}"
        expected, got = (_shown(value) for value in (self.expected, self.got))
        said = f"; it said: {self.message}" if self.message else ""
        return printable(
            f"{self.vector.name}, {at}: {self.path}: expected {expected}, got {got}{said}"
        )


def _shown(value: Any) -> str:
    """Return a value of a failure as text."""
    match value:
        case None:
            return "nothing"
        case Refusal(rule=None):
            return "a refusal without a rule"
        case Refusal(rule=rule):
            return f"[{rule}]"
        case tuple() | list():
            return ", ".join(map(str, value)) or "nothing"
    return str(value)


def check(
    vector: Vector,
    implementation: Implementation,
    rules: Ruleset | None = None,
    level: Level = "reasons",
) -> Failure | None:
    """Return where the implementation first differs from the vector; None if it does not.

    `rules` replaces the ruleset that the vector names. At the level `play` the rules that refusals
    name are not compared. Raises `Broken` if the implementation does not answer as the protocol
    says.

    >>> from lineit.conformance.vectors import load_vectors
    >>> check(load_vectors("standard", "rules")[0], Library()) is None
    True
    """
    table: dict[str, Any] = {}
    legal: tuple[str, ...] = ()
    ends = _ends(rules or load_ruleset(vector.ruleset))
    moments = [VectorStep("", vector.then, vector.refused), *vector.steps]
    for number, moment in enumerate(moments):
        try:
            refused, message = _refusal(implementation, vector, moment.action if number else None)
            if not _alike(refused, moment.refused, level):
                return Failure(vector, number, "refused", moment.refused, refused, message)
            if refused and not number:
                return None
            if moment.then is not None:
                table, legal = changed(table, moment.then.table), moment.then.legal
            got = _canonical(implementation.table(), ends)
            if wrong := _first_difference(table, got):
                return Failure(vector, number, "table." + wrong[0], *wrong[1:])
            offered = tuple(sorted(implementation.legal()))
            if offered != legal:
                return Failure(vector, number, "legal", legal, offered)
        except Broken as error:
            error.step = number
            raise
    return None


def _alike(refused: Refusal | None, expected: Refusal | None, level: Level) -> bool:
    """Return whether a refusal is the expected one, as far as the level compares them."""
    if level == "play":
        return (refused is None) is (expected is None)
    return refused == expected


def _first_difference(
    expected: Mapping[str, Any], got: Mapping[str, Any]
) -> tuple[str, Any, Any] | None:
    """Return the path of the first value that differs, with both values; None if none does."""
    for key, value in expected.items():
        other = got.get(key)
        if isinstance(value, dict) and isinstance(other, dict):
            if inner := _first_difference(value, other):
                return (f"{key}.{inner[0]}", *inner[1:])
        elif value != other or isinstance(value, bool) is not isinstance(other, bool):
            return key, value, other
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


def _refusal(
    implementation: Implementation, vector: Vector, action: str | None
) -> tuple[Refusal | None, str]:
    """Take the action, or begin the game if it is None. Return the refusal, if it is refused, and
    the text of the implementation.
    """
    try:
        if action is None:
            deck = whole_deck(vector.deck, load_ruleset(vector.ruleset))
            implementation.new(vector.ruleset, vector.players, vector.first, deck)
        else:
            implementation.apply(action)
    except Refused as error:
        return Refusal(error.rule), error.message
    return None, ""


def filled(vector: Vector) -> Vector:
    """Return the vector with the answers of this library, for a person to review."""
    library = Library()
    shown: dict[str, Any] = {}
    moments = []
    for action in (None, *(step.action for step in vector.steps)):
        refused, _ = _refusal(library, vector, action)
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
