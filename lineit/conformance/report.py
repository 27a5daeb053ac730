"""Runs of many vectors, and reports of them: for people, as JSON, and in the TAP format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from typing import Any

from attrs import frozen

from lineit.conformance.implementation import Broken, Implementation
from lineit.conformance.runner import Failure, check
from lineit.conformance.vectors import Level, Vector, level_vectors, load_vectors, rules_of
from lineit.model.bounds import printable
from lineit.model.errors import Reason, RulesetError, VectorError
from lineit.model.resources import spec_version
from lineit.text.narrate import rule_text

MOST_BREAKS = 3
"""Number of vectors after which a run stops if the implementation broke at each of them."""

NO_RULE = {"play": "(whole games)", "files": "(rule files)", "perft": "(counts)"}
"""The heading for vectors that show no rule of their own, by level."""

Start = Callable[[], AbstractContextManager[Implementation]]
"""Starts an implementation."""


@frozen
class Outcome:
    """The result of one vector: `failure` is None if it passed."""

    vector: Vector
    failure: Failure | None

    @property
    def rules(self) -> tuple[str, ...]:
        """Return what the outcome counts for: a failure only for the first rule of its vector."""
        rules = self.vector.rules or (NO_RULE.get(self.vector.level, "(no rule)"),)
        return rules if self.failure is None else rules[:1]


def chosen(
    rulesets: Sequence[str], levels: Collection[Level], only: str | None = None
) -> dict[str, list[Vector]]:
    """Return the vectors of rulesets, by their names, and those that levels have of their own, as
    `level LEVEL`; those with the fewest steps first. `only` is a rule or the name of a vector.

    Raises `VectorError` if there is no such vector.

    >>> found = chosen(["standard"], ["play", "winners"], "deck-third-copy")
    >>> [(name, vector.name) for name, vectors in found.items() for vector in vectors]
    [('standard', 'deck-third-copy')]
    """
    groups = {name: load_vectors(name) for name in rulesets}
    for level in levels:
        groups[f"level {level}"] = [
            vector
            for vector in level_vectors(level)
            if not isinstance(vector.ruleset, str) or vector.ruleset in ("", *rulesets)
        ]
    found = {
        group: sorted(
            (each for each in vectors if only is None or only in (each.name, *each.rules)),
            key=lambda vector: len(vector.steps) + sum(vector.counts),
        )
        for group, vectors in groups.items()
    }
    if not any(found.values()):
        raise VectorError(Reason("no_vector", None, {"only": only}))
    return {group: vectors for group, vectors in found.items() if vectors}


def run(
    vectors: Sequence[Vector], start: Start, levels: Collection[Level] = ("play", "reasons")
) -> Iterator[Outcome]:
    """Yield the outcome of each vector. An implementation that breaks is started again.

    Raises `Broken` if it breaks at each of the first `MOST_BREAKS` vectors, or cannot be started.

    >>> from contextlib import nullcontext
    >>> from lineit.conformance.implementation import Library
    >>> vectors = chosen(["standard"], ["play"], "jackpot-claim")["standard"]
    >>> all(outcome.failure is None for outcome in run(vectors, lambda: nullcontext(Library())))
    True
    """
    broken_always, breaks = True, 0
    with ExitStack() as stack:
        implementation = None
        for vector in vectors:
            if implementation is None:
                implementation = stack.enter_context(start())
            try:
                failure = check(vector, implementation, levels=levels)
                broken_always = broken_always and vector.then is None  # a refusal proves little
            except Broken as error:
                breaks += 1
                if broken_always and breaks == min(MOST_BREAKS, len(vectors)):
                    raise
                failure = Failure(vector, error.step, "answer", "one of the protocol", str(error))
                stack.close()
                implementation = None
            yield Outcome(vector, failure)


def counts(outcomes: Iterable[Outcome]) -> dict[str, tuple[int, int]]:
    """Return for each rule how many vectors passed and how many failed, in the order of ids."""
    passed: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    for outcome in outcomes:
        (passed if outcome.failure is None else failed).update(outcome.rules)
    return {rule: (passed[rule], failed[rule]) for rule in sorted(passed.keys() | failed.keys())}


def text_report(group: str, outcomes: Sequence[Outcome]) -> str:
    """Return the outcomes of a group as text: each rule, each failure, and the totals."""
    lines = [f"{group}, spec {spec_version()}"]
    failures = [outcome.failure for outcome in outcomes if outcome.failure is not None]
    for rule, (passed, failed) in counts(outcomes).items():
        verdict = f"FAILED {failed}, passed" if failed else "passed"
        lines.append(f"{rule}: {verdict} {passed}")
    for failure in failures:
        lines += ["", f"FAILED {failure}", f"  {failure.vector.about}"]
        lines += [f"  {rule}: {sentence}" for rule, sentence in _sentences(failure)]
    lines += ["", f"{len(outcomes) - len(failures)} of {len(outcomes)} vectors passed"]
    return "\n".join(map(printable, lines))


def _sentences(failure: Failure) -> list[tuple[str, str]]:
    """Return the first rule of the vector that failed, with its sentence, if its file has one."""
    try:
        ruleset = rules_of(failure.vector)
    except RulesetError:  # a vector of a file that must be refused
        return []
    known = [rule for rule in failure.vector.rules[:1] if rule in ruleset.rules]
    return [(rule, rule_text(ruleset, rule)) for rule in known]


def report_json(group: str, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return the outcomes of a group as JSON data."""
    return {
        "group": group,
        "spec": spec_version(),
        "rules": {
            rule: {"passed": passed, "failed": failed}
            for rule, (passed, failed) in counts(outcomes).items()
        },
        "passed": sum(outcome.failure is None for outcome in outcomes),
        "failures": [
            {
                "vector": failure.vector.name,
                "about": failure.vector.about,
                "rules": list(failure.vector.rules),
                "step": failure.step,
                "path": failure.path,
                "difference": str(failure),
            }
            for failure in (outcome.failure for outcome in outcomes)
            if failure is not None
        ],
    }


def tap_report(outcomes: Sequence[tuple[str, Outcome]]) -> str:
    """Return outcomes, each with the name of its group, in the Test Anything Protocol.

    https://testanything.org describes it; many CI systems read it.
    """
    lines = ["TAP version 14", f"1..{len(outcomes)}"]
    for number, (group, outcome) in enumerate(outcomes, start=1):
        verdict = "ok" if outcome.failure is None else "not ok"
        lines.append(f"{verdict} {number} - {group} {outcome.vector.name}")
        if outcome.failure is not None:
            lines.append(f"# {outcome.failure}")
    return "\n".join(map(printable, lines))
