"""A measure of the test vectors. `python tests/tools vector_quality [RULESET …] [--with COMMAND …]`
prints, for every ruleset:

- coverage: whether the vectors take every transition, and see every term of its `when` both hold
  and fail.
- mutation: whether the vectors fail for every small mutant of the rule file. Mutants drop, negate
  or swap a transition, a term or a word, change what is counted or moved, from where and to where,
  change a comparison, or add 1 to a number or subtract it. A mutant that the library refuses to
  load is counted apart. Mutants that play the same game as the original are listed in
  `tests/data/equivalent-mutants.toml`, each with the reason.

Vectors do not contain texts for people, so mutants leave them unchanged. With `--with`, another
implementation plays the mutants: COMMAND speaks the protocol, and has all levels.
"""

from __future__ import annotations

import copy
import sys
import tomllib
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, Literal, cast, get_args
from unittest.mock import patch

from attrs import define, evolve, field
from transitions import EventData

from lineit import (
    Card,
    Ruleset,
    RulesetError,
    Table,
    load_ruleset,
    machine_of,
    ruleset_names,
)
from lineit.conformance.client import Remote
from lineit.conformance.implementation import Broken, Implementation, Library, State
from lineit.conformance.runner import check
from lineit.conformance.vectors import OWN_VECTORS, Vector, level_vectors, load_vectors
from lineit.engine import driver
from lineit.engine.counts import NUMBERS
from lineit.engine.driver import GuardedTransition
from lineit.engine.guards import Failed, Question, question
from lineit.model import ruleset as model
from lineit.model.errors import LineitError
from lineit.model.words import COMPARISONS, KINDS, WHICH
from lineit.model.zones import ZONES, Audience, Memory
from support.paths import ROOT

EQUIVALENT = ROOT / "tests/data/equivalent-mutants.toml"

Document = dict[str, Any]


# -- mutants ---------------------------------------------------------------------


def mutants(document: Document) -> Iterator[tuple[str, Document]]:
    """Yield every mutant of a rule file, with the name of its change."""
    for what, change in changes(document):
        mutant = copy.deepcopy(document)
        change(mutant)
        yield what, mutant


Change = tuple[str, Callable[[Document], None]]


def changes(document: Document) -> Iterator[Change]:
    """Yield every small change that may break a rule file, with a name and a function for it."""
    for section in ("components", "limits"):
        for name, value in document.get(section, {}).items():
            yield from _numbers(section, name, value)
    yield from _colours(document)
    for name, word in document.get("guards", {}).items():
        yield from _guard(name, word, document)
    for name, word in document.get("effects", {}).items():
        yield from _effect(name, word, document)
    for number, transition in enumerate(document.get("transition", [])):
        yield from _transition(document, number, transition)
    for number, phase in enumerate(document.get("phase", [])):
        yield from _phase(number, phase)
    yield from _zones(document)
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


def _zones(document: Document) -> Iterator[Change]:
    for zone, rule in document.get("zones", {}).items():
        for memory in get_args(Memory):
            yield from _others(("zones", zone), rule, memory, get_args(Audience))


# -- guards and effects -------------------------------------------------------------

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
    yield from _dropped(at, word, ("rule",))
    yield from _others(at, word, "rule", _another(document, word))
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


def _another(document: Document, word: Document) -> list[str]:
    """Return the id of a rule that is not that of the word; none if it has none."""
    known = (*document.get("rules", ()), *load_ruleset("standard").rules)
    return [rule for rule in known if "rule" in word and rule != word["rule"]][:1]


def _dropped(at: tuple[str, str], word: Document, keys: Iterable[str]) -> Iterator[Change]:
    """Yield a change for each of the keys that leaves it out."""
    for key in keys:
        if key in word:
            yield f"{'.'.join(at)}: drop {key}", _deleter(at, key)


def _others(
    at: tuple[str, str], word: Document, key: str, values: Iterable[str]
) -> Iterator[Change]:
    """Yield a change to each other value of a key."""
    for value in values:
        if key in word and value != word[key]:
            yield f"{'.'.join(at)}: {key} {value}", _setter(at, key, value)


def _renamed(
    at: tuple[str, str], word: Document, key: str, others: Iterable[str]
) -> Iterator[Change]:
    """Yield a change that moves a value to each other key."""
    for other in others:
        if key in word and other not in word:
            renamed = {other if k == key else k: v for k, v in word.items()}
            yield f"{'.'.join(at)}: {key} to {other}", _setter((at[0],), at[1], renamed)


def _number(at: tuple[str, str], word: Document, key: str, document: Document) -> Iterator[Change]:
    """Yield changes of a number of a word by 1, or of a sum to each of its parts."""
    if key not in word or word[key] == "players":
        return
    value: Any = _limits(document).get(word[key], word[key])
    others = value if isinstance(value, list) else [value - 1, value + 1]
    for other in others:
        yield f"{'.'.join(at)}: {key} {other}", _setter(at, key, other)


def _limits(document: Document) -> Document:
    """Return the limits of a rule file and of the files that it extends."""
    below = load_ruleset(document["extends"]).document["limits"] if "extends" in document else {}
    return {**below, **document.get("limits", {})}


def _transition(document: Document, number: int, transition: Document) -> Iterator[Change]:
    at, what = ("transition", number), f"transition {transition['id']}"
    yield f"{what}: drop", _deleter(("transition",), number)
    yield from _listed(at, "when", transition, what)
    yield from _negations(at, "when", transition, what)
    yield from _listed(at, "do", transition, what)
    if "card" in transition:
        for place in ZONES:
            if place != transition["card"]:
                yield f"{what}: card {place}", _setter(at, "card", place)
        yield f"{what}: no card", _deleter(at, "card")
    if "on" in transition:
        yield f"{what}: on another", _setter(at, "on", "another")
        yield f"{what}: by itself", _deleter(at, "on")
    every = document["transition"]
    for phase in sorted({each["from"] for each in every} | {each["to"] for each in every}):
        if phase != transition["to"]:
            yield f"{what}: to {phase}", _setter(at, "to", phase)
    for other, later in enumerate(every[number + 1 :], number + 1):
        if (transition["from"], transition.get("on")) == (later["from"], later.get("on")):
            yield f"{what}: swap with {later['id']}", _swapper(number, other)


def _phase(number: int, phase: Document) -> Iterator[Change]:
    for actor in ("player", "table", "end"):
        if actor != phase["actor"]:
            yield f"phase {phase['name']}: {actor}", _setter(("phase", number), "actor", actor)


def _listed(at: tuple[Any, ...], key: str, holder: Document, what: str) -> Iterator[Change]:
    """Yield changes that drop each member of a list, or swap it with the next."""
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
        transitions = document["transition"]
        transitions[one], transitions[other] = transitions[other], transitions[one]

    return swap


# -- what the vectors catch -------------------------------------------------------


@define
class Caught:
    """The mutants of a ruleset, by what happened to them."""

    refused: list[str] = field(factory=list)
    killed: list[str] = field(factory=list)
    survived: list[str] = field(factory=list)


VectorKind = Literal["rules", "games", "levels"]

Tested = Callable[[Ruleset], Implementation]
"""An implementation that plays by these rules, whatever ruleset a vector names."""


def caught(
    name: str, kind: VectorKind, only: Collection[str] | None = None, tested: Tested = Library
) -> Caught:
    """Try every mutant of a rule file, or only some, on the vectors of this kind.

    Rulesets that extend the file share its mutants, so their vectors are tried, too.
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
        killed = fails(tested, rules, shortest(name, kind))
        (result.killed if killed else result.survived).append(what)
    for heir in (other for other in ruleset_names() if name in load_ruleset(other).lineage):
        for what, mutant in mutants(load_ruleset(heir).document):
            if what in result.survived and fails_in(tested, mutant, shortest(heir, kind)):
                result.survived.remove(what)
                result.killed.append(what)
    return result


def document_of(name: str) -> Document:
    """Return the data of a built-in rule file."""
    return tomllib.loads((ROOT / f"spec/rulesets/{name}.toml").read_text("utf-8"))


@cache
def shortest(name: str, kind: VectorKind) -> list[Vector]:
    """Return the vectors of a ruleset, the shortest first."""
    if kind == "levels":
        # A record has the rules and their digest, which any mutant changes.
        levels = [level for level in OWN_VECTORS if level != "records"]
        every = [vector for level in levels for vector in level_vectors(level)]
        found = [vector for vector in every if vector.ruleset == name]
    else:
        found = load_vectors(name, kind)
    return sorted(found, key=lambda vector: len(vector.steps) + sum(vector.counts))


def fails_in(tested: Tested, mutant: Document, vectors: list[Vector]) -> bool:
    """Return whether the mutant loads, and one of the vectors fails under it."""
    try:
        return fails(tested, load_ruleset(mutant), vectors)
    except RulesetError:
        return False


def fails(tested: Tested, rules: Ruleset, vectors: list[Vector]) -> bool:
    """Return whether one of the vectors fails under these rules."""
    implementation = tested(rules)
    try:
        return any(check(vector, implementation, rules) is not None for vector in vectors)
    except (LineitError, Broken):  # the mutant failed during a game
        return True
    finally:
        if isinstance(implementation, Elsewhere):
            implementation.__exit__(None, None, None)


class Elsewhere(Remote):
    """Another implementation, to which each vector is given with these rules."""

    def __init__(self, command: Sequence[str], rules: Ruleset) -> None:
        super().__init__(command, seconds=60)
        self._document = {key: part for key, part in rules.document.items() if key != "text"}

    def new(self, ruleset: str | Mapping[str, Any], players: int, first: int, deck: Any) -> State:  # noqa: ARG002 # the mutant replaces it
        return super().new(self._document, players, first, deck)


def coverage(name: str, vectors: Sequence[Vector]) -> list[str]:
    """Return the transitions that no vector takes, and the terms without both answers."""
    rules = evolve(load_ruleset(name), digest=f"coverage {name}")
    taken: set[str] = set()
    answers: dict[tuple[str, str], set[bool]] = defaultdict(set)

    def took(event: EventData) -> None:
        taken.add(cast(GuardedTransition, event.transition).entry.id)

    order = iter(rules.transitions)  # the machine makes their questions in this order
    with patch.object(driver, "question", lambda *_: _noting(rules, next(order), answers)):
        machine = machine_of(rules)
    machine.after_state_change.append(took)
    for vector in vectors:
        check(vector, Library(rules))
    missing = [
        f"transition {each.id} is not taken" for each in rules.transitions if each.id not in taken
    ]
    for each in rules.transitions:
        for term in each.when:
            for answer in {True, False} - answers[each.id, term]:
                says = "yes" if answer else "no"
                missing.append(f"transition {each.id}: {term} is never answered {says}")
    return missing


def _noting(
    rules: Ruleset, transition: model.Transition, answers: dict[tuple[str, str], set[bool]]
) -> Question:
    """Return the question of a transition, which also notes the answers to its terms."""
    terms = [(term, question(rules, [term], transition.rule)) for term in transition.when]

    def failing(table: Table, seat: int, card: Card | None) -> Failed | None:
        for term, ask in terms:
            failed = ask(table, seat, card)
            answers[transition.id, term].add(failed is None)
            if failed is not None:
                return failed
        return None

    return failing


def equivalent(name: str) -> dict[str, str]:
    """Return the mutants of the ruleset that play the same game, each with the reason."""
    listed: dict[str, dict[str, str]] = tomllib.loads(EQUIVALENT.read_text("utf-8"))
    return listed.get(name, {})


def main(arguments: Sequence[str]) -> int:
    """Print the quality of the vectors and return the exit code, 1 if something is missing."""
    parser = ArgumentParser(prog="python tests/tools vector_quality", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="RULESET", choices=[[], *ruleset_names()])
    parser.add_argument("--with", nargs="+", metavar="COMMAND", dest="command")
    options = parser.parse_args(arguments)
    tested = partial(Elsewhere, options.command) if options.command else Library
    bad = False
    for name in options.names or ruleset_names():
        same, by_hand = equivalent(name), caught(name, "rules", None, tested)
        by_games = caught(name, "games", by_hand.survived, tested)
        by_levels = caught(name, "levels", by_games.survived, tested)
        missing = coverage(name, load_vectors(name))
        left = [what for what in by_levels.survived if what not in same]
        gone = [what for what in same if what not in by_levels.survived]
        bad = bad or bool(left or gone or missing)
        killed = [len(each.killed) for each in (by_hand, by_games, by_levels)]
        print(
            f"{name}: of {sum(killed) + len(left)} mutants, vectors by hand kill {killed[0]}, "
            f"games {killed[1]} more, and levels {killed[2]} more; refused at load: "
            f"{len(by_hand.refused)}; equivalent: {len(by_levels.survived) - len(left)}"
        )
        found = {"survived": left, "listed, but killed or no mutant": gone, "missing": missing}
        for kind, lines in found.items():
            for line in lines:
                print(f"    {kind}: {line}", flush=True)
    return int(bad)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
