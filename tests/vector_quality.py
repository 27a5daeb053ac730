"""How good are the vectors? `python tests/vector_quality.py` tells, for every ruleset:

- coverage: whether every row is taken, and every guard of a row seen both to hold and to fail;
- mutation: the rule file is broken in every small way (a row, a guard, an effect dropped, negated
  or swapped, a number one more or less), and the vectors must fail for each. A mutant that the
  library refuses to load is caught too, and counted apart. Mutants that play the same game as the
  original are listed in `tests/data/equivalent-mutants.toml`, each with the reason.
"""

from __future__ import annotations

import copy
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal
from unittest.mock import patch

from attrs import define, evolve, field

from lineit import Ruleset, RulesetError, load_ruleset, ruleset_names
from lineit.conformance import Library, check
from lineit.driver import Transition
from lineit.errors import LineitError
from lineit.vectors import Vector, load_vectors

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
        yield from _guard(name, word)
    for name, word in document.get("effects", {}).items():
        yield from _listed(("effects", name), "do", word, f"effects.{name}")
    for number, row in enumerate(document.get("transition", [])):
        yield from _row(document, number, row)
    for number, state in enumerate(document.get("state", [])):
        yield from _state(number, state)
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


def _colours(document: Document) -> Iterator[Change]:
    colours = document.get("components", {}).get("colours", [])
    for at in range(len(colours) - 1):
        swapped = [*colours[:at], colours[at + 1], colours[at], *colours[at + 2 :]]
        yield f"components.colours: swap {at}", _setter(("components",), "colours", swapped)


def _guard(name: str, word: Document) -> Iterator[Change]:
    yield f"guards.{name}: negate everywhere", lambda d: _negate_everywhere(d, name)
    for key, other in (("all", "any"), ("any", "all")):
        if key not in word:
            continue
        yield from _listed(("guards", name), key, word, f"guards.{name}")
        yield from _negations(("guards", name), key, word, f"guards.{name}")
        if len(word[key]) > 1:
            swapped = {other if k == key else k: v for k, v in word.items()}
            yield f"guards.{name}: {key} to {other}", _setter(("guards",), name, swapped)


def _row(document: Document, number: int, row: Document) -> Iterator[Change]:
    at, what = ("transition", number), f"transition {row['id']}"
    yield f"{what}: drop", _deleter(("transition",), number)
    yield from _listed(at, "when", row, what)
    yield from _negations(at, "when", row, what)
    yield from _listed(at, "do", row, what)
    if "card" in row:
        for place in ("market", "hand", "picked"):
            if place != row["card"]:
                yield f"{what}: card {place}", _setter(at, "card", place)
    if "on" in row:
        yield f"{what}: on another", _setter(at, "on", "another")
        yield f"{what}: by itself", _deleter(at, "on")
    for state in {r["from"] for r in document["transition"]} | {
        r["to"] for r in document["transition"]
    }:
        if state != row["to"]:
            yield f"{what}: to {state}", _setter(at, "to", state)
    later = document["transition"][number + 1 :]
    for other in later:
        if (row["from"], row.get("on")) == (other["from"], other.get("on")):
            yield (
                f"{what}: swap with {other['id']}",
                _swapper(number, number + 1 + later.index(other)),
            )


def _state(number: int, state: Document) -> Iterator[Change]:
    for actor in ("player", "table", "end"):
        if actor != state["actor"]:
            yield f"state {state['name']}: {actor}", _setter(("state", number), "actor", actor)


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
    lists = [row.get("when", []) for row in document["transition"]]
    lists += [w.get(key, []) for w in document["guards"].values() for key in ("all", "any")]
    for terms in lists:
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


def caught(name: str, vectors: list[Vector]) -> Caught:
    """Try every mutant of the ruleset's file on the vectors."""
    text = (ROOT / f"spec/rulesets/{name}.toml").read_text("utf-8")
    shortest = sorted(vectors, key=lambda vector: len(vector.steps))
    result = Caught()
    for what, mutant in mutants(tomllib.loads(text)):
        try:
            rules = load_ruleset(mutant)
        except RulesetError:
            result.refused.append(what)
            continue
        (result.killed if fails(rules, shortest) else result.survived).append(what)
    return result


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


def coverage(name: str, vectors: list[Vector]) -> list[str]:
    """The rows that no vector takes, and the guards of rows that are not seen both ways."""
    rules = evolve(load_ruleset(name), digest=f"coverage {name}")
    taken: set[str] = set()
    answers: dict[tuple[str, int], set[bool]] = defaultdict(set)

    def holds(self: Transition, table: Any, card: Any) -> bool:
        for number, (guard, wanted) in enumerate(self.guards):
            answer = guard(table, card) is wanted
            answers[self.row.id, number].add(answer)
            if not answer:
                return False
        return True

    execute = Transition.execute

    def executed(self: Transition, event_data: Any) -> bool:
        result = execute(self, event_data)
        if result:
            taken.add(self.row.id)
        return result

    with patch.object(Transition, "holds", holds), patch.object(Transition, "execute", executed):
        for vector in vectors:
            check(vector, Library(rules))
    missing = [
        f"transition {row.id} is not taken" for row in rules.transitions if row.id not in taken
    ]
    for row in rules.transitions:
        for number, term in enumerate(row.when):
            for answer in {True, False} - answers[row.id, number]:
                says = "yes" if answer else "no"
                missing.append(f"transition {row.id}: {term} is never answered {says}")
    return missing


def equivalent(name: str) -> dict[str, str]:
    """The mutants of the ruleset that play the same game, each with the reason."""
    listed: dict[str, dict[str, str]] = tomllib.loads(EQUIVALENT.read_text("utf-8"))
    return listed.get(name, {})


def main() -> int:
    """Tell how good the vectors are; 1 where something is missing."""
    bad = False
    for name in ruleset_names():
        kinds: tuple[Literal["rules"] | None, ...] = ("rules", None)
        for kind in kinds:
            vectors = load_vectors(name, kind)
            missing, result = coverage(name, vectors), caught(name, vectors)
            same = equivalent(name)
            left = [what for what in result.survived if what not in same]
            loaded = len(result.killed) + len(left)
            bad = bad or (kind is None and bool(left or missing))
            print(
                f"{name}, {'vectors by hand' if kind else 'all vectors'} ({len(vectors)}): "
                f"killed {len(result.killed)} of {loaded}; refused at load {len(result.refused)}; "
                f"equivalent {len(result.survived) - len(left)}"
            )
            for line in [*missing, *(f"survived: {what}" for what in left)]:
                print(f"    {line}")
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
