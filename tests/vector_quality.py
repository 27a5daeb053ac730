"""How good are the vectors? `python tests/vector_quality.py` tells, for every ruleset:

- coverage: whether every transition is taken, and every term of its `when` seen both to hold and to
  fail;
- mutation: the rule file is broken in every small way, and the vectors must fail for each: a
  transition, a term or a word dropped, negated or swapped; what is counted or moved, and where from
  and to, another; a comparison another; a number one more or less. A mutant that the library
  refuses to load is caught too, and counted apart. Mutants that play the same game as the original
  are listed in `tests/data/equivalent-mutants.toml`, each with the reason.

Who sees what, where events come from and what is said to people are not in the vectors, so those
parts of a rule file (`[zones]`, the `rule` of effects, `[text]`) are left as they are.
"""

from __future__ import annotations

import copy
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, cast
from unittest.mock import patch

from attrs import define, evolve, field
from transitions import EventData

from lineit import (
    Card,
    Ruleset,
    RulesetError,
    Table,
    driver,
    load_ruleset,
    machine_of,
    ruleset_names,
)
from lineit import ruleset as model
from lineit.conformance import Library, check
from lineit.driver import Transition
from lineit.errors import LineitError
from lineit.guards import NUMBERS, Failed, Question, question
from lineit.ruleset import COMPARISONS, KINDS, WHICH
from lineit.vectors import Vector, load_vectors
from lineit.zones import ZONES

ROOT = Path(__file__).parent.parent
EQUIVALENT = ROOT / "tests/data/equivalent-mutants.toml"

Document = dict[str, Any]


# -- mutants ---------------------------------------------------------------------


def mutants(document: Document) -> Iterator[tuple[str, Document]]:
    """Every small way to break a rule file, with what was done."""
    for what, change in changes(document):
        mutant = copy.deepcopy(document)
        change(mutant)
        yield what, mutant


Change = tuple[str, Callable[[Document], None]]


def changes(document: Document) -> Iterator[Change]:
    """Every small way to break a rule file: what is done, and what does it."""
    for section in ("components", "limits"):
        for name, value in document.get(section, {}).items():
            yield from _numbers(section, name, value)
    yield from _colours(document)
    for name, word in document.get("guards", {}).items():
        yield from _guard(name, word, document)
    for name, word in document.get("effects", {}).items():
        yield from _effect(name, word, document)
    for number, row in enumerate(document.get("transition", [])):
        yield from _row(document, number, row)
    for number, phase in enumerate(document.get("phase", [])):
        yield from _phase(number, phase)
    for kind, names in document.get("remove", {}).items():
        for at, name in enumerate(names):
            yield f"remove.{kind}: keep {name}", _deleter(("remove", kind), at)


def _numbers(section: str, name: str, value: Any) -> Iterator[Change]:
    if isinstance(value, int):
        for by in (-1, 1):
            yield f"{section}.{name} {by:+}", _setter((section,), name, value + by)
    elif isinstance(value, list) and value and isinstance(value[0], int):
        for at, part in enumerate(value):
            for by in (-1, 1):
                yield f"{section}.{name}[{at}] {by:+}", _setter((section, name), at, part + by)
    elif isinstance(value, list) and value and isinstance(value[0], str):
        for at, part in enumerate(value):
            yield f"{section}.{name}: drop {part}", _deleter((section, name), at)


def _colours(document: Document) -> Iterator[Change]:
    colours = document.get("components", {}).get("colours", [])
    for at in range(len(colours) - 1):
        swapped = [*colours[:at], colours[at + 1], colours[at], *colours[at + 2 :]]
        yield f"components.colours: swap {at}", _setter(("components",), "colours", swapped)


# -- questions and changes: a word of a rule file ----------------------------------

NUMBERS_OF_GUARDS = ("beyond", *COMPARISONS)
NUMBERS_OF_EFFECTS = ("first", "last", "up_to")
COUNTABLE = (*ZONES, "jackpot", "card", *NUMBERS)


def _guard(name: str, word: Document, document: Document) -> Iterator[Change]:
    at, what = ("guards", name), f"guards.{name}"
    yield f"{what}: negate everywhere", lambda d: _negate_everywhere(d, name)
    yield from _dropped(at, word, ("rule",))
    for key, other in (("all", "any"), ("any", "all")):
        if key not in word:
            continue
        yield from _listed(at, key, word, what)
        yield from _negations(at, key, word, what)
        if len(word[key]) > 1:
            yield from _renamed(at, word, key, (other,))
    yield from _listed(at, "that", word, what)
    yield from _negations(at, "that", word, what)
    yield from _dropped(at, word, ("some", "of", "beyond"))
    yield from _others(at, word, "some", (*ZONES, "players"))
    yield from _others(at, word, "of", KINDS)
    if isinstance(word.get("count"), list):
        yield from _listed(at, "count", word, what)
    else:
        yield from _others(at, word, "count", COUNTABLE)
    for key in COMPARISONS:
        yield from _renamed(at, word, key, COMPARISONS)
    for key in NUMBERS_OF_GUARDS:
        yield from _number(at, word, key, document)


def _effect(name: str, word: Document, document: Document) -> Iterator[Change]:
    at, what = ("effects", name), f"effects.{name}"
    yield from _listed(at, "do", word, what)
    yield from _listed(at, "when", word, what)
    yield from _negations(at, "when", word, what)
    yield from _listed(at, "that", word, what)
    yield from _negations(at, "that", word, what)
    yield from _others(at, word, "move", WHICH)
    yield from _others(at, word, "from", (*ZONES, "jackpot"))
    yield from _others(at, word, "to", tuple(ZONES))
    yield from _others(at, word, "each", tuple(ZONES))
    yield from _others(at, word, "of", KINDS)
    yield from _dropped(at, word, (*NUMBERS_OF_EFFECTS, "put", "each", "of"))
    if "move" in word and ZONES[word["to"]].ordered:
        other = "bottom" if word.get("put") == "top" else "top"
        yield f"{what}: put {other}", _setter(at, "put", other)
    for key in NUMBERS_OF_EFFECTS:
        yield from _renamed(at, word, key, NUMBERS_OF_EFFECTS)
    for key in (*NUMBERS_OF_EFFECTS, "token"):
        yield from _number(at, word, key, document)
    if isinstance(word.get("token"), int):
        yield f"{what}: token {-word['token']}", _setter(at, "token", -word["token"])


def _dropped(at: tuple[str, str], word: Document, keys: Iterable[str]) -> Iterator[Change]:
    """Each of the keys left out."""
    for key in keys:
        if key in word:
            yield f"{'.'.join(at)}: drop {key}", _deleter(at, key)


def _others(
    at: tuple[str, str], word: Document, key: str, values: Iterable[str]
) -> Iterator[Change]:
    """Each other value that a key may have."""
    for value in values:
        if key in word and value != word[key]:
            yield f"{'.'.join(at)}: {key} {value}", _setter(at, key, value)


def _renamed(
    at: tuple[str, str], word: Document, key: str, others: Iterable[str]
) -> Iterator[Change]:
    """A value under each other key."""
    for other in others:
        if key in word and other not in word:
            renamed = {other if k == key else k: v for k, v in word.items()}
            yield f"{'.'.join(at)}: {key} to {other}", _setter((at[0],), at[1], renamed)


def _number(at: tuple[str, str], word: Document, key: str, document: Document) -> Iterator[Change]:
    """A number of a word one less and one more; the parts of one that is a sum."""
    if key not in word or word[key] == "players":
        return
    value: Any = _limits(document).get(word[key], word[key])
    others = value if isinstance(value, list) else [value - 1, value + 1]
    for other in others:
        yield f"{'.'.join(at)}: {key} {other}", _setter(at, key, other)


def _limits(document: Document) -> Document:
    """The limits of a rule file, with those of the files that it extends."""
    below = load_ruleset(document["extends"]).document["limits"] if "extends" in document else {}
    return {**below, **document.get("limits", {})}


def _row(document: Document, number: int, row: Document) -> Iterator[Change]:
    at, what = ("transition", number), f"transition {row['id']}"
    yield f"{what}: drop", _deleter(("transition",), number)
    yield from _listed(at, "when", row, what)
    yield from _negations(at, "when", row, what)
    yield from _listed(at, "do", row, what)
    if "card" in row:
        for place in ZONES:
            if place != row["card"]:
                yield f"{what}: card {place}", _setter(at, "card", place)
        yield f"{what}: no card", _deleter(at, "card")
    if "on" in row:
        yield f"{what}: on another", _setter(at, "on", "another")
        yield f"{what}: by itself", _deleter(at, "on")
    rows = document["transition"]
    for phase in sorted({each["from"] for each in rows} | {each["to"] for each in rows}):
        if phase != row["to"]:
            yield f"{what}: to {phase}", _setter(at, "to", phase)
    for other, later in enumerate(rows[number + 1 :], number + 1):
        if (row["from"], row.get("on")) == (later["from"], later.get("on")):
            yield f"{what}: swap with {later['id']}", _swapper(number, other)


def _phase(number: int, phase: Document) -> Iterator[Change]:
    for actor in ("player", "table", "end"):
        if actor != phase["actor"]:
            yield f"phase {phase['name']}: {actor}", _setter(("phase", number), "actor", actor)


def _listed(at: tuple[Any, ...], key: str, holder: Document, what: str) -> Iterator[Change]:
    """Each member of a list dropped; each swapped with the next."""
    members = holder.get(key, [])
    for number, member in enumerate(members):
        yield f"{what}: drop {member}", _deleter((*at, key), number)
    for number in range(len(members) - 1):
        swapped = [*members[:number], members[number + 1], members[number], *members[number + 2 :]]
        yield f"{what}: swap {members[number]}", _setter(at, key, swapped)


def _negations(at: tuple[Any, ...], key: str, holder: Document, what: str) -> Iterator[Change]:
    for number, member in enumerate(holder.get(key, [])):
        yield f"{what}: negate {member}", _setter((*at, key), number, _negated(member))


def _negated(term: str) -> str:
    return term.removeprefix("not ") if term.startswith("not ") else f"not {term}"


def _negate_everywhere(document: Document, name: str) -> None:
    words = [*document.get("guards", {}).values(), *document.get("effects", {}).values()]
    holders = [*document.get("transition", []), *words]
    keys = ("when", "all", "any", "that")
    for terms in [holder.get(key, []) for holder in holders for key in keys]:
        terms[:] = [_negated(t) if t.removeprefix("not ") == name else t for t in terms]


def _at(document: Document, path: tuple[Any, ...]) -> Any:
    for key in path:
        document = document[key]
    return document


def _setter(path: tuple[Any, ...], key: Any, value: Any) -> Callable[[Document], None]:
    return lambda document: _at(document, path).__setitem__(key, value)


def _deleter(path: tuple[Any, ...], key: Any) -> Callable[[Document], None]:
    return lambda document: _at(document, path).__delitem__(key)


def _swapper(one: int, other: int) -> Callable[[Document], None]:
    def swap(document: Document) -> None:
        rows = document["transition"]
        rows[one], rows[other] = rows[other], rows[one]

    return swap


# -- what the vectors catch -------------------------------------------------------


@define
class Caught:
    """What became of the mutants of a ruleset."""

    refused: list[str] = field(factory=list)
    killed: list[str] = field(factory=list)
    survived: list[str] = field(factory=list)


VectorKind = Literal["rules", "games"] | None


def caught(name: str, kind: VectorKind, only: Collection[str] | None = None) -> Caught:
    """Try every mutant of the ruleset's file, or only some, on vectors of this kind. What the file
    says is also said by the rulesets that extend it, so their vectors are taken too.
    """
    result = Caught()
    for what, mutant in mutants(document_of(name)):
        if only is not None and what not in only:
            continue
        try:
            rules = load_ruleset(mutant)
        except RulesetError:
            result.refused.append(what)
            continue
        killed = fails(rules, shortest(name, kind))
        (result.killed if killed else result.survived).append(what)
    for heir in (other for other in ruleset_names() if name in load_ruleset(other).lineage):
        for what, mutant in mutants(load_ruleset(heir).document):
            if what in result.survived and fails_in(mutant, shortest(heir, kind)):
                result.survived.remove(what)
                result.killed.append(what)
    return result


def document_of(name: str) -> Document:
    """What the file of a built-in ruleset says."""
    return tomllib.loads((ROOT / f"spec/rulesets/{name}.toml").read_text("utf-8"))


@cache
def shortest(name: str, kind: VectorKind) -> list[Vector]:
    """The vectors of a ruleset, the shortest first."""
    return sorted(load_vectors(name, kind), key=lambda vector: len(vector.steps))


def fails_in(mutant: Document, vectors: list[Vector]) -> bool:
    """Whether the mutant can be loaded, and one of the vectors fails under it."""
    try:
        return fails(load_ruleset(mutant), vectors)
    except RulesetError:
        return False


def fails(rules: Ruleset, vectors: list[Vector]) -> bool:
    """Whether one of the vectors fails under these rules."""
    library = Library(rules)
    for vector in vectors:
        try:
            if check(vector, library) is not None:
                return True
        except LineitError:  # the mutant came to nothing in the middle of a game
            return True
    return False


def coverage(name: str, vectors: Sequence[Vector]) -> list[str]:
    """The transitions that no vector takes, and the terms of `when` that are not seen both ways."""
    rules = evolve(load_ruleset(name), digest=f"coverage {name}")
    taken: set[str] = set()
    answers: dict[tuple[str, str], set[bool]] = defaultdict(set)

    def took(event: EventData) -> None:
        taken.add(cast(Transition, event.transition).row.id)

    rows = iter(rules.transitions)  # the machine asks for their questions in this order
    with patch.object(driver, "question", lambda *_: _noting(rules, next(rows), answers)):
        machine = machine_of(rules)
    machine.after_state_change.append(took)
    for vector in vectors:
        check(vector, Library(rules))
    missing = [
        f"transition {row.id} is not taken" for row in rules.transitions if row.id not in taken
    ]
    for row in rules.transitions:
        for term in row.when:
            for answer in {True, False} - answers[row.id, term]:
                says = "yes" if answer else "no"
                missing.append(f"transition {row.id}: {term} is never answered {says}")
    return missing


def _noting(
    rules: Ruleset, row: model.Transition, answers: dict[tuple[str, str], set[bool]]
) -> Question:
    """The question of a transition, which notes what each of its terms is answered."""
    terms = [(term, question(rules, [term], row.rule)) for term in row.when]

    def failing(table: Table, seat: int, card: Card | None) -> Failed | None:
        for term, ask in terms:
            failed = ask(table, seat, card)
            answers[row.id, term].add(failed is None)
            if failed is not None:
                return failed
        return None

    return failing


def equivalent(name: str) -> dict[str, str]:
    """The mutants of the ruleset that play the same game, each with the reason."""
    listed: dict[str, dict[str, str]] = tomllib.loads(EQUIVALENT.read_text("utf-8"))
    return listed.get(name, {})


def main() -> int:
    """Tell how good the vectors are; 1 where something is missing."""
    bad = False
    for name in ruleset_names():
        same, by_hand = equivalent(name), caught(name, "rules")
        by_games = caught(name, "games", by_hand.survived)
        missing = coverage(name, load_vectors(name))
        left = [what for what in by_games.survived if what not in same]
        gone = [what for what in same if what not in by_games.survived]
        bad = bad or bool(left or gone or missing)
        loaded = len(by_hand.killed) + len(by_games.killed) + len(left)
        print(
            f"{name}: of {loaded} mutants {len(by_hand.killed)} killed by vectors by hand, "
            f"{len(by_games.killed)} more by games; refused at load {len(by_hand.refused)}; "
            f"equivalent {len(by_games.survived) - len(left)}"
        )
        told = {"survived": left, "listed, but killed or no mutant": gone, "missing": missing}
        for kind, lines in told.items():
            for line in lines:
                print(f"    {kind}: {line}", flush=True)
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
