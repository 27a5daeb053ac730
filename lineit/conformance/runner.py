"""A run of a test vector against an implementation, up to the first difference."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import zip_longest
from typing import Any

from attrs import evolve, frozen

from lineit.conformance.implementation import Broken, Implementation, Library, Refused, State
from lineit.conformance.vectors import (
    Expected,
    Level,
    Refusal,
    SeenBy,
    Vector,
    VectorStep,
    canonical,
    canonical_event,
    changed,
    changes,
    deck_of,
    rules_of,
)
from lineit.model.bounds import printable
from lineit.model.errors import RulesetError
from lineit.model.ruleset import Ruleset
from lineit.model.zones import Memory
from lineit.rules.problem_ids import MUST_REFUSE


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
            at = f"after step {self.step}, {self.vector.steps[self.step - 1]}"
        expected, got = (_shown(value) for value in (self.expected, self.got))
        said = f"; it said: {self.message}" if self.message else ""
        return printable(
            f"{self.vector.name}, {at}: {self.path}: expected {expected}, got {got}{said}"
        )


def _shown(value: Any) -> str:
    """Return a value of a failure as text."""
    match value:
        case None:
            return "null"
        case Refusal(problems=problems) if problems:
            return f"the problems {', '.join(problems)}"
        case Refusal(rule=None):
            return "a refusal without a rule"
        case Refusal(rule=rule):
            return f"[{rule}]"
        case tuple() | list():
            return ", ".join(map(str, value)) or "nothing"
    return str(value)


MOST_KEPT = 4000
"""Maximum length of a value of a failure that is kept as it is, in characters."""


def _kept(value: Any) -> Any:
    """Return the value; of a long one only the beginning, as text, so that many can be kept."""
    shown = _shown(value)
    return value if len(shown) <= MOST_KEPT else f"{shown[:MOST_KEPT]}…"


def check(
    vector: Vector,
    implementation: Implementation,
    rules: Ruleset | None = None,
    levels: Collection[Level] = ("play", "reasons"),
) -> Failure | None:
    """Return where the implementation first differs from the vector; None if it does not.

    `rules` replaces the ruleset that the vector names. Without the level `reasons`, the rules that
    refusals name are not compared. What else is compared depends on the level of the vector. Raises
    `Broken` if the implementation does not answer as the protocol says.

    >>> from lineit.conformance.vectors import load_vectors
    >>> check(load_vectors("standard", "rules")[0], Library()) is None
    True
    """
    run = _Run(vector, implementation, rules, levels)
    moments = [VectorStep("", vector.then, vector.refused), *vector.steps]
    for number, moment in enumerate(moments):
        try:
            failure = run.difference(moment, begins=not number)
        except Broken as error:
            error.step = number
            raise
        if failure is not None:
            return evolve(failure, step=number)
    return None


class _Run:
    """A run of a vector, with what must be true at the present moment."""

    def __init__(
        self,
        vector: Vector,
        implementation: Implementation,
        rules: Ruleset | None,
        levels: Collection[Level],
    ) -> None:
        self.vector, self.implementation, self.levels = vector, implementation, levels
        self.rules = rules
        self.table: dict[str, Any] = {}
        self.legal: tuple[str, ...] = ()

    def difference(self, moment: VectorStep, *, begins: bool) -> Failure | None:
        """Take the step, and return the first difference. Its `step` is not set."""
        state, refused, message = _answer(self.implementation, self.vector, moment, begins=begins)
        if not self._alike(refused, moment.refused):
            wanted = moment.refused or NO_REFUSAL
            return self._failure("refused", wanted, refused or NO_REFUSAL, message)
        if refused and begins:
            return None
        if moment.then is not None:
            self.table = changed(self.table, moment.then.table)
            self.legal = moment.then.legal
        if self.vector.counts:
            counts = _counted(self.implementation, len(self.vector.counts) - 1)
            return self._compared("counts", list(self.vector.counts), counts)
        return self._wrong_position() or self._wrong_at_level(moment.then, state)

    def _alike(self, refused: Refusal | None, expected: Refusal | None) -> bool:
        """Return whether a refusal is the expected one, as far as the levels compare them."""
        if refused is None or expected is None:
            return refused is expected
        if expected.problems and refused.problems != expected.problems:
            return False
        return "reasons" not in self.levels or refused.rule == expected.rule

    def _wrong_position(self) -> Failure | None:
        """Return the first difference of the table and the legal actions."""
        ends = _ends(self.rules or rules_of(self.vector))
        got = _canonical(self.implementation.table(), ends, "table")
        if failure := self._compared("table", self.table, got):
            return failure
        offered = tuple(sorted(self.implementation.legal()))
        return None if offered == self.legal else self._failure("legal", self.legal, offered)

    def _wrong_at_level(self, then: Expected | None, state: State) -> Failure | None:
        """Return the first difference of what only the level of the vector compares."""
        if then is None:
            return None
        match self.vector.level:
            case "winners":
                winners = None if then.winners is None else list(then.winners)
                return self._compared("winners", winners, _part(state, "winners"))
            case "events":
                got = _part(state, "events")
                if not isinstance(got, list) or not all(isinstance(each, dict) for each in got):
                    raise Broken("its events are not a list of objects")
                return self._compared("events", list(then.events), [*map(_event, got)])
            case "views":
                return next(filter(None, map(self._wrong_view, then.views)), None)
            case "records" if then.record is not None:
                return self._wrong_record(then.record)
        return None

    def _wrong_view(self, seen: SeenBy) -> Failure | None:
        """Return the first difference of what a seat sees."""
        view = self.implementation.view(seen.seat, seen.memory)
        got = _canonical(view, _ends(self.rules or rules_of(self.vector)), "view")
        return self._compared(f"view of {seen.seat}, {seen.memory}", seen.view, got)

    def _wrong_record(self, expected: dict[str, Any]) -> Failure | None:
        """Return the first difference of the saved game. The game goes on as it is loaded."""
        got = self.implementation.record()
        if failure := self._compared("record", expected, _without_text(got)):
            return failure
        try:
            self.implementation.load(got)
        except Refused as error:
            return self._failure("load", NO_REFUSAL, Refusal(error.rule), error.message)
        return self._wrong_position()

    def _compared(self, path: str, expected: Any, got: Any) -> Failure | None:
        """Return the first difference of two values; None if there is none."""
        found = first_difference(expected, got)
        if found is None:
            return None
        inner, one, other = found
        return self._failure(f"{path}.{inner}" if inner else path, one, other)

    def _failure(self, path: str, expected: Any, got: Any, message: str = "") -> Failure:
        return Failure(self.vector, 0, path, _kept(expected), _kept(got), message)


def _counted(implementation: Implementation, depth: int) -> list[int]:
    """Return how many sequences of legal actions there are, by length from 0 to `depth`."""
    counts = [0] * (depth + 1)

    def count(at: int) -> None:
        counts[at] += 1
        if at == depth:
            return
        actions = implementation.legal()
        if at + 1 == depth:  # the last actions need not be taken to be counted
            counts[depth] += len(actions)
            return
        for action in actions:
            try:
                implementation.apply(action)
            except Refused:
                raise Broken(f"it refused {action!r}, which it called legal") from None
            count(at + 1)
            try:
                implementation.undo(1)
            except Refused:
                raise Broken("it refused undo") from None

    count(0)
    return counts


def _without_text(record: Any) -> Any:
    """Return a record without sentences, and with its table at the beginning in canonical form."""
    if not isinstance(record, dict) or not isinstance(record.get("rules"), dict):
        return record
    rules = {key: value for key, value in record["rules"].items() if key != "text"}
    start = record.get("start")
    start = start if start is None else _canonical(start, (), "table")
    return {**record, "rules": rules, "start": start}


def _event(event: dict[str, Any]) -> dict[str, Any]:
    """Return an event in canonical form. Raises `Broken`."""
    try:
        return canonical_event(event)
    except (KeyError, TypeError):
        raise Broken("one of its events has no type, or a move no zones") from None


def _part(state: State, key: str) -> Any:
    """Return a part of the state. Raises `Broken` if it is not there."""
    if key not in state:
        raise Broken(f"its state has no {key}")
    return state[key]


def first_difference(expected: Any, got: Any) -> tuple[str, Any, Any] | None:
    """Return the path of the first value that differs, with both values; None if none does.

    Objects may have more keys than expected.

    >>> first_difference({"a": 1, "b": [{"c": 2}]}, {"a": 1, "b": [{"c": 3}], "d": 4})
    ('b.0.c', 2, 3)
    """
    if isinstance(expected, dict) and isinstance(got, dict):
        pairs = [(key, value, got.get(key, MISSING)) for key, value in expected.items()]
    elif isinstance(expected, list) and isinstance(got, list) and _holds_objects(expected):
        both = zip_longest(expected, got, fillvalue=MISSING)
        pairs = [(str(at), *values) for at, values in enumerate(both)]
    else:
        return None if _same(expected, got) else ("", expected, got)
    for key, one, other in pairs:
        if found := first_difference(one, other):
            return (f"{key}.{found[0]}" if found[0] else key, *found[1:])
    return None


NO_REFUSAL = "no refusal"
"""Stands for a refusal where there is none."""

MISSING = "no value"
"""Stands for a value that is not there."""


def _holds_objects(values: Sequence[Any]) -> bool:
    """Return whether the members of a list are compared one by one: events are, cards are not."""
    return any(isinstance(value, dict) for value in values)


def _same(one: Any, other: Any) -> bool:
    """Return whether two values are the same in JSON, in which true is not 1."""
    return bool(one == other) and isinstance(one, bool) is isinstance(other, bool)


def _ends(rules: Ruleset) -> frozenset[str]:
    """Return the phases that are ends."""
    return frozenset(phase.name for phase in rules.phases if phase.actor == "end")


def _canonical(table: dict[str, Any], ends: Collection[str], what: str) -> dict[str, Any]:
    """Return the canonical form of a table or a view. Raises `Broken`."""
    try:
        return canonical(table, ends)
    except (KeyError, TypeError, AttributeError):
        raise Broken(f"the result of {what} is not a {what}") from None


def _answer(
    implementation: Implementation, vector: Vector, moment: VectorStep, *, begins: bool
) -> tuple[State, Refusal | None, str]:
    """Begin the game, or take the step. Return the state, or the refusal and the text of the
    implementation.
    """
    try:
        if begins:
            return _begun(implementation, vector), None, ""
        if moment.undo is not None:
            return implementation.undo(moment.undo), None, ""
        return implementation.apply(moment.action), None, ""
    except Refused as error:
        problems = sorted({*error.problems} & MUST_REFUSE.keys())  # others need not find the rest
        return {}, Refusal(error.rule, tuple(problems)), error.message


def _begun(implementation: Implementation, vector: Vector) -> State:
    """Begin the game of a vector. Raises `Refused`."""
    if vector.record is not None:
        return implementation.load(vector.record)
    try:
        deck = deck_of(vector)
    except RulesetError:  # a rule file that must be refused has no deck
        deck = list(vector.deck)
    return implementation.new(vector.ruleset, vector.players, vector.first, deck)


def filled(vector: Vector) -> Vector:
    """Return the vector with the answers of this library, for a person to review."""
    library = Library()
    shown: dict[str, Any] = {}
    moments = []
    last = len(vector.steps)
    for number, step in enumerate((VectorStep(), *vector.steps)):
        state, refused, _ = _answer(library, vector, step, begins=not number)
        then = None
        if refused is None:
            table = canonical(library.table(), _ends(rules_of(vector)))
            then = Expected(tuple(sorted(library.legal())), changes(shown, table))
            then = _with_level(then, vector, library, state, shows=number in (0, last))
            shown = table
        moments.append(evolve(step, then=then, refused=refused))
        if refused and not number:
            break
    counts = _counted(library, len(vector.counts) - 1) if vector.counts else ()
    return evolve(
        vector,
        then=None if counts else moments[0].then,
        refused=moments[0].refused,
        steps=tuple(moments[1:]),
        counts=tuple(counts),
    )


def _with_level(
    then: Expected, vector: Vector, library: Library, state: State, *, shows: bool
) -> Expected:
    """Return the answer with what the level of the vector compares. Views and records are in the
    answer only where `shows`.
    """
    match vector.level:
        case "winners" if state["winners"] is not None:
            return evolve(then, winners=tuple(state["winners"]))
        case "events":
            return evolve(then, events=tuple(map(canonical_event, state["events"])))
        case "views" if shows:
            ends, seats = _ends(rules_of(vector)), range(vector.players)
            memories: tuple[Memory, ...] = ("table", "perfect")
            views = [
                SeenBy(seat, memory, canonical(library.view(seat, memory), ends))
                for seat in (None, *seats)
                for memory in memories
            ]
            return evolve(then, views=tuple(views))
        case "records" if shows:
            return evolve(then, record=_without_text(library.record()))
    return then
