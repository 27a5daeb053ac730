"""Test vectors: what an implementation must answer, step by step. They are kept in `spec/vectors/`;
the README there says how to use them without Python.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from importlib.resources.abc import Traversable
from typing import Annotated, Any, Literal, get_args

from attrs import asdict, frozen

from lineit.model.bounds import ActionText, Code, Id, Many, OneLine, Spoken, Whole, short
from lineit.model.errors import Reason, VectorError
from lineit.model.resources import spec_folder
from lineit.model.ruleset import Ruleset
from lineit.model.structure import converter, faults
from lineit.model.zones import ZONES, Memory
from lineit.rules.load import load_ruleset, ruleset_names

Small = Annotated[int, Whole(0, 100)]

Level = Literal[
    "play", "reasons", "winners", "events", "views", "undo", "records", "files", "perft"
]
"""What an implementation can claim; see `spec/README.md`. Each level includes `play`."""

LEVELS: tuple[Level, ...] = get_args(Level)

OWN_VECTORS = LEVELS[2:]
"""The levels that have vectors of their own."""


@frozen
class Refusal:
    """A refusal, and the rule behind it; None if there is no such rule.

    `problems` has the ids of the problems for which everybody must refuse a rule file, sorted.
    """

    rule: Id | None
    problems: Annotated[tuple[Id, ...], Many(0, 100)] = ()


@frozen
class SeenBy:
    """What a seat, or None for a spectator, sees of the table with this memory."""

    seat: Small | None
    memory: Memory
    view: dict[str, Any]


@frozen
class Expected:
    """The expected answer: the legal actions, sorted, and the parts of the table that changed.

    The other fields are compared only at the levels with their names.
    """

    legal: Annotated[tuple[Spoken, ...], Many(0, 1000)]
    table: dict[str, Any]
    winners: Annotated[tuple[Small, ...], Many(0, 100)] | None = None
    events: Annotated[tuple[dict[str, Any], ...], Many(0, 5000)] = ()
    views: Annotated[tuple[SeenBy, ...], Many(0, 100)] = ()
    record: dict[str, Any] | None = None


@frozen
class VectorStep:
    """An action with what must be true after it, or its refusal, which changes nothing. With `undo`
    in place of an action, that many decisions are taken back.
    """

    action: ActionText = ""
    then: Expected | None = None
    refused: Refusal | None = None
    undo: Small | None = None

    def __str__(self) -> str:
        return repr(self.action) if self.undo is None else f"undo {self.undo}"


@frozen
class Vector:
    """A game, or the beginning of one, and the ids of the rules that it tests.

    `deck` begins at the top. Cards that it does not name follow in the order of the ruleset, unless
    the deck is `whole` as it is. `ruleset` is a name or the data of a rule file. A `record` is
    loaded in place of beginning a game. `counts` has the number of sequences of legal actions, by
    length.
    """

    format: Literal[1, 2]
    name: Id
    about: OneLine
    rules: Annotated[tuple[Id, ...], Many(0, 100)]
    level: Literal["play", "winners", "events", "views", "undo", "records", "files", "perft"] = (
        "play"
    )
    ruleset: Id | dict[str, Any] = ""
    players: Small = 0
    first: Small = 0
    deck: Annotated[tuple[Code, ...], Many(0, 2000)] = ()
    whole: bool = False
    record: dict[str, Any] | None = None
    then: Expected | None = None
    refused: Refusal | None = None
    steps: Annotated[tuple[VectorStep, ...], Many(0, 5000)] = ()
    counts: Annotated[tuple[int, ...], Many(0, 100)] = ()


_converter = converter()


def load_vectors(ruleset: str, kind: Literal["rules", "games"] | None = None) -> list[Vector]:
    """Return the vectors of a built-in ruleset: those of its rules, whole games, or (None) both.

    Raises `VectorError` if the ruleset is not built in.

    >>> load_vectors("standard", "rules")[0].ruleset
    'standard'
    """
    if ruleset not in ruleset_names():
        params = {"ruleset": short(ruleset), "known": list(ruleset_names())}
        raise VectorError(Reason("no_vectors", None, params))
    folder = spec_folder() / "vectors" / ruleset
    found = []
    if kind != "games":
        found += [parse_vector(text) for text in _texts(folder / "rules")]
    if kind != "rules":
        games = folder / "games.jsonl"
        found += [parse_vector(line) for line in games.read_text("utf-8").splitlines()]
    return found


def level_vectors(level: Level) -> list[Vector]:
    """Return the vectors that a level has of its own, for all rulesets.

    >>> {vector.level for vector in level_vectors("undo")}
    {'undo'}
    """
    if level not in OWN_VECTORS:
        return []
    spec = spec_folder()
    folder = spec / "perft" if level == "perft" else spec / "vectors/levels" / level
    return [parse_vector(text) for text in _texts(folder)]


def _texts(folder: Traversable) -> Iterator[str]:
    """Yield the contents of the JSON files in a folder, sorted by name."""
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".json"):
            yield file.read_text("utf-8")


def parse_vector(text: str) -> Vector:
    """Return the vector of a JSON text. Raises `VectorError` if it is not a vector."""
    try:
        vector = _converter.structure(json.loads(text), Vector)
        if vector.record is None and not vector.ruleset:
            where, what = "ruleset", "is missing"
        elif vector.refused is not None and vector.steps:
            where, what = "steps", "must be empty, as the beginning is refused"
        else:
            return vector
    except RecursionError:
        where, what = "", "is nested too deep"
    except ValueError as error:
        where, what = "", f"is not JSON: {short(str(error))}"
    except Exception as error:
        where, what = faults(error)[0]
    raise VectorError(Reason("vector_shape", None, {"where": where, "what": what}))


def vector_json(vector: Vector) -> dict[str, Any]:
    """Return the vector as JSON data, without what says nothing at its level."""
    begun = {
        "ruleset": vector.ruleset,
        "players": vector.players,
        "first": vector.first,
        "deck": list(vector.deck),
        **({"whole": True} if vector.whole else {}),
    }
    return {
        "format": vector.format,
        "name": vector.name,
        "about": vector.about,
        "rules": list(vector.rules),
        **({} if vector.format == 1 else {"level": vector.level}),
        **(begun if vector.record is None else {"record": vector.record}),
        **_answer_json(vector.then, vector.refused),
        **(
            {"counts": list(vector.counts)}
            if vector.counts
            else {"steps": [_step_json(step) for step in vector.steps]}
        ),
    }


def _step_json(step: VectorStep) -> dict[str, Any]:
    """Return a step as JSON data."""
    asked = {"action": step.action} if step.undo is None else {"undo": step.undo}
    return {**asked, **_answer_json(step.then, step.refused)}


def _answer_json(then: Expected | None, refused: Refusal | None) -> dict[str, Any]:
    """Return the expected answer as JSON data."""
    if refused is not None:
        problems = {"problems": list(refused.problems)} if refused.problems else {}
        return {"refused": {"rule": refused.rule, **problems}}
    if then is None:
        return {}
    answer: dict[str, Any] = {"legal": list(then.legal), "table": then.table}
    if then.winners is not None:
        answer["winners"] = list(then.winners)
    if then.events:
        answer["events"] = list(then.events)
    if then.views:
        answer["views"] = [asdict(seen) for seen in then.views]
    if then.record is not None:
        answer["record"] = then.record
    return {"then": answer}


def rules_of(vector: Vector) -> Ruleset:
    """Return the ruleset of a vector. Raises `RulesetError` if it is one that must be refused."""
    return load_ruleset(vector.ruleset if vector.record is None else vector.record.get("rules", {}))


def deck_of(vector: Vector) -> list[str]:
    """Return the deck of a vector: the named cards, then the others in the order of the ruleset.

    Raises `RulesetError` if the ruleset must be refused.
    """
    if vector.whole:
        return list(vector.deck)
    named = set(vector.deck)
    return [*vector.deck, *(card.code for card in rules_of(vector).cards if card.code not in named)]


def canonical(table: dict[str, Any], ends: Collection[str]) -> dict[str, Any]:
    """Return a table or a view in a form in which two implementations can be compared.

    All cards are sorted, except in the deck and the lines, which have an order. Players are keyed
    by seat. In the phases `ends`, `seat` is None.
    """
    players = {
        str(seat): {
            key: _sorted(value) if key == "tokens" or _unordered(key) else value
            for key, value in player.items()
        }
        for seat, player in enumerate(table["players"])
    }
    return {
        **table,
        **{
            name: {colour: _sorted(cards) for colour, cards in table[name].items()}
            if zone.by_colour
            else _sorted(table[name])
            for name, zone in ZONES.items()
            if name in table and not (zone.ordered or zone.single)
        },
        "players": players,
        "seat": None if table["phase"] in ends else table["seat"],
    }


def canonical_event(event: dict[str, Any]) -> dict[str, Any]:
    """Return an event with its cards sorted, unless one end of the move has an order."""
    if event["type"] != "cards-moved" or not (
        _unordered(event["from"]) and _unordered(event["to"])
    ):
        return event
    return {**event, "cards": sorted(event["cards"])}


def _sorted(value: Any) -> Any:
    """Return a list sorted; in a view, the number of hidden cards as it is."""
    return sorted(value) if isinstance(value, list) else value


def _unordered(key: str) -> bool:
    """Return whether the key is a zone whose cards have no order."""
    zone = ZONES.get(key)  # type: ignore[call-overload] # any key may be asked for
    return zone is not None and not zone.ordered


def changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Return the entries of `after` that differ from `before`; tables are compared recursively.

    >>> changes({"a": 1, "b": {"c": 2, "d": 3}}, {"a": 1, "b": {"c": 2, "d": 4}})
    {'b': {'d': 4}}
    """
    found = {}
    for key, value in after.items():
        old = before.get(key, ...)
        if isinstance(value, dict) and isinstance(old, dict):
            if inner := changes(old, value):
                found[key] = inner
        elif value != old:
            found[key] = value
    return found


def changed(before: dict[str, Any], differences: dict[str, Any]) -> dict[str, Any]:
    """Return `before` with these differences, the inverse of `changes`.

    >>> changed({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"d": 4}})
    {'a': 1, 'b': {'c': 2, 'd': 4}}
    """
    after = dict(before)
    for key, value in differences.items():
        old = after.get(key)
        both = isinstance(value, dict) and isinstance(old, dict)
        after[key] = changed(old or {}, value) if both else value
    return after
