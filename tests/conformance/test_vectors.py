"""Tests of the vectors: the library and the second opinion pass them, and they test every rule."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest
from attrs import evolve

from lineit import load_ruleset, ruleset_names
from lineit.conformance import vectors
from lineit.conformance.implementation import Library, State
from lineit.conformance.report import Outcome, text_report
from lineit.conformance.runner import check
from lineit.conformance.vectors import (
    LEVELS,
    OWN_VECTORS,
    Expected,
    Level,
    Refusal,
    Vector,
    VectorStep,
    canonical,
    changed,
    deck_of,
    level_vectors,
    parse_vector,
)
from lineit.model.actions import parse_action
from lineit.model.errors import VectorError
from lineit.rules.problem_ids import MUST_REFUSE
from support.paths import ROOT
from support.rulesets import EACH_RULESET
from support.second_opinion import SecondOpinion
from tools.vector_quality import Caught, caught, coverage, document_of, equivalent

RULESETS = ruleset_names()
load_vectors = lru_cache(vectors.load_vectors)
VECTORS = ROOT / "spec/vectors"


def moments(vector: Vector) -> Iterator[VectorStep]:
    """Yield the beginning, as a step without an action, and the steps."""
    yield VectorStep("", vector.then, vector.refused)
    yield from vector.steps


# -- they are right ----------------------------------------------------------------


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_the_library_passes_every_vector(ruleset: str) -> None:
    library = Library()
    failures = [check(vector, library) for vector in load_vectors(ruleset)]
    assert [str(failure) for failure in failures if failure is not None] == []


@pytest.mark.parametrize("kind", ["rules", "games"])
def test_the_model_passes_every_vector_of_standard(kind: Any) -> None:
    """The second opinion gives the same answers as the library."""
    standard = load_ruleset("standard")
    for vector in load_vectors("standard", kind):
        deck = deck_of(vector)
        if vector.refused is not None:
            with pytest.raises(ValueError, match=r"players|seat|card"):
                SecondOpinion(vector.players, deck, vector.first)
            continue
        model = SecondOpinion(vector.players, deck, vector.first)
        table: dict[str, Any] = {}
        legal: tuple[str, ...] = ()
        for number, moment in enumerate(moments(vector)):
            at = f"{vector.name}, step {number}, {moment.action!r}"
            if moment.then is None:
                assert moment.action not in model.legal(), at
            else:
                if number:
                    model.apply(str(parse_action(moment.action, standard)))
                table, legal = changed(table, moment.then.table), moment.then.legal
            assert sorted(model.legal()) == list(legal), at
            assert canonical(model.table(), ends={"over"}) == table, at


@pytest.mark.parametrize(
    "level",
    [
        pytest.param(level, marks=[pytest.mark.slow] if level in {"files", "perft"} else [])
        for level in OWN_VECTORS
    ],
)
def test_the_library_passes_every_vector_of_a_level(level: Level) -> None:
    failures = [check(vector, Library(), levels=LEVELS) for vector in level_vectors(level)]
    assert failures
    assert [str(failure) for failure in failures if failure is not None] == []


# -- they are in order -------------------------------------------------------------


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_a_file_is_named_after_its_vector_and_that_after_its_rule(ruleset: str) -> None:
    known = load_ruleset(ruleset).rules
    for file in (VECTORS / ruleset / "rules").iterdir():
        vector = parse_vector(file.read_text("utf-8"))
        assert (file.name, ruleset) == (f"{vector.name}.json", vector.ruleset)
        assert f"{vector.name}-".startswith(f"{vector.rules[0]}-"), file
        assert set(vector.rules) <= set(known), file


@pytest.mark.parametrize("level", OWN_VECTORS)
def test_a_file_of_a_level_is_named_after_its_vector(level: Level) -> None:
    folder = ROOT / "spec/perft" if level == "perft" else VECTORS / "levels" / level
    names = {path.stem: parse_vector(path.read_text("utf-8")) for path in folder.iterdir()}
    for name, vector in names.items():
        assert (vector.format, vector.level, vector.name) == (2, level, name)
        moments_of = [VectorStep("", vector.then, vector.refused), *vector.steps]
        for moment in moments_of if level != "perft" else ():
            assert (moment.then is None) is not (moment.refused is None), name


def test_there_is_a_folder_for_each_level_that_has_vectors() -> None:
    folders = {path.name for path in (VECTORS / "levels").iterdir()}
    assert folders | {"perft"} == set(OWN_VECTORS)


def test_each_problem_that_must_be_refused_has_a_vector() -> None:
    named = [each.refused.problems for each in level_vectors("files") if each.refused]
    unsent = {"unreadable", "extends-circle"}  # the protocol sends data, which extends only spec/
    assert {ident for problems in named for ident in problems} == MUST_REFUSE.keys() - unsent


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_every_moment_has_an_answer(ruleset: str) -> None:
    for vector in load_vectors(ruleset):
        for moment in moments(vector):
            assert (moment.then is None) is not (moment.refused is None), vector.name
        assert vector.then is not None or vector.steps == (), vector.name


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_every_rule_has_a_handwritten_vector(ruleset: str) -> None:
    shown = {rule for vector in load_vectors(ruleset, "rules") for rule in vector.rules}
    assert set(document_of(ruleset)["rules"]) - shown == set()


# -- they are enough ---------------------------------------------------------------


@lru_cache
def caught_by_hand(ruleset: str) -> Caught:
    """Return what the vectors catch that are written by hand, of rules and of levels.

    What neither catches has survived, without what is listed as equal.
    """
    rules, same = caught(ruleset, "rules"), equivalent(ruleset)
    levels = caught(ruleset, "levels", [what for what in rules.survived if what not in same])
    return Caught(rules.refused, rules.killed + levels.killed, levels.survived)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_the_handwritten_vectors_alone_find_nearly_every_broken_rule(ruleset: str) -> None:
    result = caught_by_hand(ruleset)
    missed = result.survived
    assert len(missed) <= 0.05 * (len(result.killed) + len(missed)), missed


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_all_vectors_find_every_broken_rule_except_those_listed_as_equal(ruleset: str) -> None:
    """`python tests/tools vector_quality` also tells which of those listed are found after all."""
    assert caught(ruleset, "games", caught_by_hand(ruleset).survived).survived == []


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_every_transition_is_taken_and_every_guard_answers_both_ways(ruleset: str) -> None:
    assert coverage(ruleset, load_vectors(ruleset)) == []


# -- the runner sees what is wrong -------------------------------------------------

BY_NAME = {vector.name: vector for vector in load_vectors("standard", "rules")}
DEAL, PICK = BY_NAME["deal"], BY_NAME["pick"]


def told(legal: tuple[str, ...], **table: Any) -> Expected:
    return Expected(legal, table)


MARKET = ("pick 100", "pick 42", "pick 7", "pick 8", "pick B3a")
PICKED = VectorStep("pick 42", told(("hand", "line"), phase="place", picked="42"))

WRONG = [
    (
        evolve(DEAL, then=told(MARKET[1:])),
        f"deal, at the beginning: legal: expected {', '.join(MARKET[1:])}, got {', '.join(MARKET)}",
    ),
    (
        evolve(DEAL, then=told(MARKET, round=2)),
        "deal, at the beginning: table.round: expected 2, got 1",
    ),
    (
        evolve(DEAL, then=None, refused=Refusal("deck")),
        "deal, at the beginning: refused: expected [deck], got no refusal",
    ),
    (
        evolve(DEAL, players=6),
        "deal, at the beginning: refused: expected no refusal, got [players]",
    ),
    (
        evolve(DEAL, steps=(PICKED,)),
        "deal, after step 1, 'pick 42': table.market: expected ",
    ),
    (
        evolve(DEAL, steps=(VectorStep("pick 42", refused=Refusal("pick")),)),
        "deal, after step 1, 'pick 42': refused: expected [pick], got no refusal",
    ),
    (
        evolve(DEAL, steps=(VectorStep("line", refused=Refusal("place-line")),)),
        "deal, after step 1, 'line': refused: expected [place-line], got [pick]",
    ),
    (
        evolve(DEAL, steps=(VectorStep("line", told(())),)),
        "deal, after step 1, 'line': refused: expected no refusal, got [pick]",
    ),
]


@pytest.mark.parametrize(("vector", "failure"), WRONG)
def test_a_vector_with_another_answer_fails_there(vector: Vector, failure: str) -> None:
    assert str(check(vector, Library())).startswith(failure)


class Careless(Library):
    """An implementation that refuses an action but makes it anyway."""

    def apply(self, action: str) -> State:
        try:
            return super().apply(action)
        finally:
            if action == "pick 8":
                super().apply("pick 42")


def test_a_refused_action_that_changes_something_is_noticed() -> None:
    failure = check(PICK, Careless())
    assert failure is not None
    assert (failure.step, failure.path) == (1, "table.phase")


def test_vectors_of_a_ruleset_that_is_not_built_in() -> None:
    with pytest.raises(
        VectorError, match="there are no vectors for 'chess'; there are vectors for bga, "
    ):
        load_vectors("chess")


HEAD = {"format": 2, "name": "a-vector", "about": "nothing", "rules": []}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "this is not a vector: format: is missing"),
        ("3", "this is not a vector: it must be a table, but is 3"),
        ("x", "this is not a vector: it is not JSON: 'Expecting value: line 1 column 1"),
        ("[" * 100_000, "this is not a vector: it is nested too deep"),
        (json.dumps(HEAD), "this is not a vector: ruleset: is missing"),
        (
            json.dumps({**HEAD, "ruleset": "bga", "refused": {"rule": None}, "steps": [{}]}),
            "this is not a vector: steps: must be empty, as the beginning is refused",
        ),
    ],
)
def test_a_text_that_is_not_a_vector(text: str, message: str) -> None:
    with pytest.raises(VectorError) as refused:
        parse_vector(text)
    assert str(refused.value).startswith(message)


def test_a_vector_with_a_record_without_rules_fails() -> None:
    vector = parse_vector(json.dumps({**HEAD, "record": {}, "then": {"legal": [], "table": {}}}))
    failure = check(vector, Library())
    assert failure is not None
    assert failure.path == "refused"
    assert "0 of 1 vectors passed" in text_report("mine", [Outcome(vector, failure)])


def test_a_report_leaves_out_a_rule_that_the_ruleset_does_not_have() -> None:
    vector = parse_vector(json.dumps({**HEAD, "rules": ["chess"], "ruleset": "bga"}))
    failure = check(vector, Library())
    assert failure is not None
    assert "chess: FAILED 1" in text_report("mine", [Outcome(vector, failure)])


# -- the runner sees what is wrong at each level ------------------------------------


def with_then(vector: Vector, **wrong: Any) -> Vector:
    assert vector.then is not None
    return evolve(vector, then=evolve(vector.then, **wrong))


def wrong_winners(vector: Vector) -> Iterator[tuple[Vector, str]]:
    yield with_then(vector, winners=(0,)), "winners"


def wrong_events(vector: Vector) -> Iterator[tuple[Vector, str]]:
    assert vector.then is not None
    first, *rest = vector.then.events
    for key in first:
        yield with_then(vector, events=({**first, key: "other"}, *rest)), f"events.0.{key}"
    yield with_then(vector, events=(first,)), "events.1"
    yield with_then(vector, events=(first, *rest, first)), f"events.{len(rest) + 1}"


def wrong_views(vector: Vector) -> Iterator[tuple[Vector, str]]:
    assert vector.then is not None
    first, *rest = vector.then.views
    wrong = evolve(first, view={**first.view, "deck": []})
    yield with_then(vector, views=(wrong, *rest)), f"view of {first.seat}, {first.memory}.deck"


def wrong_undo(vector: Vector) -> Iterator[tuple[Vector, str]]:
    number = next(n for n, step in enumerate(vector.steps) if step.undo)
    wrong = evolve(vector.steps[number], undo=0)
    steps = (*vector.steps[:number], wrong, *vector.steps[number + 1 :])
    yield evolve(vector, steps=steps), "table."


def wrong_records(vector: Vector) -> Iterator[tuple[Vector, str]]:
    if vector.then is None or vector.then.record is None:
        return
    record = vector.then.record
    for key in record:
        yield with_then(vector, record={**record, key: "other"}), f"record.{key}"


def wrong_files(vector: Vector) -> Iterator[tuple[Vector, str]]:
    if vector.refused is not None:
        yield evolve(vector, refused=Refusal(None, ("other",))), "refused"
        yield evolve(vector, refused=None, then=Expected((), {})), "refused"


def wrong_perft(vector: Vector) -> Iterator[tuple[Vector, str]]:
    yield evolve(vector, counts=(*vector.counts[:-1], vector.counts[-1] + 1)), "counts"


CHANGES = {
    "winners": wrong_winners, "events": wrong_events, "views": wrong_views, "undo": wrong_undo,
    "records": wrong_records, "files": wrong_files, "perft": wrong_perft,
}  # fmt: skip
"""For each level, vectors with one wrong answer, each with the path where that must be found."""


@pytest.mark.parametrize("level", OWN_VECTORS)
def test_a_wrong_answer_at_a_level_is_found(level: Level) -> None:
    wrong = [each for vector in level_vectors(level)[:5] for each in CHANGES[level](vector)]
    assert wrong
    for vector, path in wrong:
        failure = check(vector, Library())
        assert failure is not None
        assert failure.path.startswith(path), failure
