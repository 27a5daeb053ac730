"""Test vectors: what an implementation must answer, step by step. They are kept in `spec/vectors/`;
the README there says how to use them without Python.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from importlib.resources.abc import Traversable
from typing import Annotated, Any, Literal

from attrs import frozen

from lineit.model.bounds import ActionText, Code, Id, Many, OneLine, Whole, short
from lineit.model.errors import Reason, VectorError
from lineit.model.resources import spec_folder
from lineit.model.ruleset import Ruleset
from lineit.model.structure import converter, faults
from lineit.model.zones import ZONES
from lineit.rules.load import ruleset_names

Small = Annotated[int, Whole(0, 100)]


@frozen
class Refusal:
    """A refusal, and the rule behind it; None if there is no such rule."""

    rule: Id | None


@frozen
class Expected:
    """The expected answer: the legal actions, sorted, and the parts of the table that changed."""

    legal: Annotated[tuple[ActionText, ...], Many(0, 1000)]
    table: dict[str, Any]


@frozen
class VectorStep:
    """An action with what must be true after it, or its refusal, which changes nothing."""

    action: ActionText
    then: Expected | None = None
    refused: Refusal | None = None


@frozen
class Vector:
    """A game, or the beginning of one, and the ids of the rules that it tests.

    `deck` begins at the top. Cards that it does not name follow in the order of the ruleset.
    """

    format: Literal[1]
    name: Id
    about: OneLine
    rules: Annotated[tuple[Id, ...], Many(0, 100)]
    ruleset: Id
    players: Small
    first: Small
    deck: Annotated[tuple[Code, ...], Many(0, 2000)]
    then: Expected | None = None
    refused: Refusal | None = None
    steps: Annotated[tuple[VectorStep, ...], Many(0, 5000)] = ()


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


def _texts(folder: Traversable) -> Iterator[str]:
    """Yield the contents of the files in a folder, sorted by name."""
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        yield file.read_text("utf-8")


def parse_vector(text: str) -> Vector:
    """Return the vector of a JSON text. Raises `VectorError` if it is not a vector."""
    try:
        return _converter.structure(json.loads(text), Vector)
    except RecursionError:
        where, what = "", "is nested too deep"
    except ValueError as error:
        where, what = "", f"is not JSON: {short(str(error))}"
    except Exception as error:
        where, what = faults(error)[0]
    raise VectorError(Reason("vector_shape", None, {"where": where, "what": what}))


def vector_json(vector: Vector) -> dict[str, Any]:
    """Return the vector as JSON data."""
    return {
        "format": vector.format,
        "name": vector.name,
        "about": vector.about,
        "rules": list(vector.rules),
        "ruleset": vector.ruleset,
        "players": vector.players,
        "first": vector.first,
        "deck": list(vector.deck),
        **_answer_json(vector.then, vector.refused),
        "steps": [
            {"action": step.action, **_answer_json(step.then, step.refused)}
            for step in vector.steps
        ],
    }


def _answer_json(then: Expected | None, refused: Refusal | None) -> dict[str, Any]:
    """Return the expected answer as JSON data."""
    if refused is not None:
        return {"refused": {"rule": refused.rule}}
    return {} if then is None else {"then": {"legal": list(then.legal), "table": then.table}}


def whole_deck(named: Sequence[str], ruleset: Ruleset) -> list[str]:
    """Return the whole deck of a vector: the named cards, then the rest in the ruleset's order."""
    rest = [card.code for card in ruleset.cards if card.code not in set(named)]
    return [*named, *rest]


def canonical(table: dict[str, Any], ends: Collection[str]) -> dict[str, Any]:
    """Return the table in a form in which two implementations can be compared.

    All cards are sorted, except in the deck and the lines, which have an order. Players are keyed
    by seat. In the phases `ends`, `seat` is None.
    """
    players = {
        str(seat): {
            key: sorted(value) if key == "tokens" or _unordered(key) else value
            for key, value in player.items()
        }
        for seat, player in enumerate(table["players"])
    }
    return {
        **table,
        **{
            name: {colour: sorted(cards) for colour, cards in table[name].items()}
            if zone.by_colour
            else sorted(table[name])
            for name, zone in ZONES.items()
            if name in table and not (zone.ordered or zone.single)
        },
        "players": players,
        "seat": None if table["phase"] in ends else table["seat"],
    }


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
