"""Test vectors: what an implementation must answer, step by step. They are kept in `spec/vectors/`,
whose README tells how to use them without Python.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from importlib.resources.abc import Traversable
from typing import Annotated, Any, Literal

from attrs import frozen

from lineit.errors import Reason, VectorError
from lineit.ruleset import Ruleset
from lineit.shapes import ActionText, Code, Id, Many, OneLine, Whole, converter, faults, short
from lineit.spec import ruleset_names
from lineit.texts import spec_folder
from lineit.zones import ZONES

Small = Annotated[int, Whole(0, 100)]


@frozen
class Refusal:
    """That something is refused, and the rule that does; None where no rule speaks of it."""

    rule: Id | None


@frozen
class Expected:
    """What must be true now: the legal actions, sorted, and the zones of the table that changed."""

    legal: Annotated[tuple[ActionText, ...], Many(0, 1000)]
    table: dict[str, Any]


@frozen
class VectorStep:
    """An action with what is true after it, or its refusal, after which all is as it was."""

    action: ActionText
    then: Expected | None = None
    refused: Refusal | None = None


@frozen
class Vector:
    """One game, or the beginning of one, and the ids of the rules that it shows.

    `deck` is from the top; cards that it does not name follow in the order of the ruleset.
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
    """Return the vectors of a built-in ruleset: by hand for its rules, whole games, or (None) both.

    Raises `VectorError` where the ruleset is not built in.

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
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        yield file.read_text("utf-8")


def parse_vector(text: str) -> Vector:
    """Return the vector of a JSON text. Raises `VectorError` where it is none."""
    try:
        return _converter.structure(json.loads(text), Vector)
    except RecursionError:
        where, what = "", "is nested too deep"
    except ValueError as error:
        where, what = "", f"is no JSON: {short(str(error))}"
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
    if refused is not None:
        return {"refused": {"rule": refused.rule}}
    return {} if then is None else {"then": {"legal": list(then.legal), "table": then.table}}


def whole_deck(named: Sequence[str], ruleset: Ruleset) -> list[str]:
    """Return the deck of a vector: the cards that it names, then the rest in the rules' order."""
    rest = [card.code for card in ruleset.cards if card.code not in set(named)]
    return [*named, *rest]


def canonical(table: dict[str, Any], ends: Collection[str]) -> dict[str, Any]:
    """Return the table with what has no order sorted, so that two implementations can be compared.

    Only the deck and the lines have an order. Players are named by their seats. In the phases that
    are `ends` nobody is on turn.
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
    """Whether it is a zone whose cards have no order."""
    zone = ZONES.get(key)  # type: ignore[call-overload] # any key may be asked for
    return zone is not None and not zone.ordered


def changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Return what is another in `after`: tables within are looked into, all else is told whole.

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
    """Return `before` with these changes: the opposite.

    >>> changed({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"d": 4}})
    {'a': 1, 'b': {'c': 2, 'd': 4}}
    """
    after = dict(before)
    for key, value in differences.items():
        old = after.get(key)
        both = isinstance(value, dict) and isinstance(old, dict)
        after[key] = changed(old or {}, value) if both else value
    return after
