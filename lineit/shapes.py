"""The shapes of data from outside: bounds written in the types, and a converter that holds to them.

A field's type says all: `Annotated[int, Whole(0, 100)]`. The converter refuses what does not fit
and coerces nothing (no `"3"` for 3, no true for 1); the JSON Schemas are made of the same types.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, get_args, get_origin

import cattrs
from attrs import frozen
from cattrs.errors import (
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
)


@frozen
class Whole:
    """A whole number within bounds."""

    least: int
    most: int

    def check(self, value: Any) -> None:
        if not self.least <= value <= self.most:
            raise ValueError(f"must be from {self.least} to {self.most}, and is {short(value)}")


@frozen
class Text:
    """A text that matches a pattern from end to end."""

    pattern: str
    most: int

    def check(self, value: Any) -> None:
        if len(value) > self.most:
            raise ValueError(f"must have at most {self.most} characters, and has {len(value)}")
        if not re.fullmatch(self.pattern, value):
            raise ValueError(f"must match {self.pattern}, and is {short(value)}")


@frozen
class Many:
    """A list or a table with a bounded number of entries."""

    least: int
    most: int

    def check(self, value: Any) -> None:
        if not self.least <= len(value) <= self.most:
            raise ValueError(f"must have {self.least} to {self.most} entries, and has {len(value)}")


BOUNDS = (Whole, Text, Many)

Id = Annotated[str, Text("[a-z][a-z0-9-]*", 40)]
Word = Annotated[str, Text("[a-z][a-z0-9_]*", 40)]
Term = Annotated[str, Text("(not )?[a-z][a-z0-9_]*", 44)]
OneLine = Annotated[str, Text(r"[^\n]+", 200)]


def short(value: object) -> str:
    """The value as a message may show it: never long, never slow.

    >>> short("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"
    >>> short(10**1000)
    'an enormous number'
    """
    if isinstance(value, (list, tuple, dict)):
        return f"a {'table' if isinstance(value, dict) else 'list'} of {len(value)}"
    if isinstance(value, int) and abs(value) >= 10**30:
        return "an enormous number"
    shown = repr(value[:60] if isinstance(value, str) else value)
    return shown if len(shown) <= 40 else f"{shown[:37]}…"


def _strict(kind: type) -> Callable[[Any, Any], Any]:
    def structure(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(f"must be {KINDS[kind]}, and is {short(value)}")
        return value

    return structure


KINDS: dict[type, str] = {int: "a whole number", str: "a text", bool: "true or false"}


def _bounds(kind: Any) -> list[Any]:
    if get_origin(kind) is not Annotated:
        return []
    return [extra for extra in get_args(kind)[1:] if isinstance(extra, BOUNDS)]


def faults(error: BaseException, where: str = "") -> list[tuple[str, str]]:
    """All that a converter found wrong, each with the place, such as `limits.hand`.

    >>> from attrs import frozen
    >>> @frozen
    ... class Limit:
    ...     hand: Annotated[int, Whole(0, 9)]
    >>> try:
    ...     converter().structure({"hand": 10, "foot": 1}, Limit)
    ... except Exception as error:
    ...     faults(error)
    [('hand', 'must be from 0 to 9, and is 10'), ('foot', 'is not known here')]
    """
    found: list[tuple[str, str]] = []
    if isinstance(error, ClassValidationError):
        noted, plain = error.group_exceptions()
        for inner, note in noted:
            found += faults(inner, f"{where}.{note.name}" if where else note.name)
    elif isinstance(error, IterableValidationError):
        members, plain = error.group_exceptions()
        for inner, member in members:
            step = f"[{member.index}]" if isinstance(member.index, int) else f".{member.index}"
            found += faults(inner, f"{where}{step}")
    else:
        plain = [error]  # type: ignore[list-item] # a BaseException here is always an Exception
    for inner in plain:
        prefix = f"{where}." if where else ""
        match inner:
            case ForbiddenExtraKeysError():
                extra = sorted(map(str, inner.extra_fields))
                found += [(prefix + short_key(key), "is not known here") for key in extra]
            case KeyError():
                found.append((prefix + str(inner.args[0]), "is missing"))
            case AttributeError():
                found.append((where, "must be a table"))
            case cattrs.errors.StructureHandlerNotFoundError() | RecursionError():
                raise inner
            case _:
                found.append((where, str(inner)))
    return found


def short_key(key: str) -> str:
    """A key as a message may show it."""
    return key if len(key) <= 40 else f"{key[:37]}…"


def converter() -> cattrs.Converter:
    """A converter that is strict about types, bounds and unknown keys, and reports all it finds."""
    made = cattrs.Converter(forbid_extra_keys=True, detailed_validation=True)
    for kind in KINDS:
        made.register_structure_hook(kind, _strict(kind))

    def is_list(kind: Any) -> bool:
        return get_origin(kind) is tuple

    def list_hook(kind: Any) -> Callable[[Any, Any], Any]:
        inner = made.get_structure_hook(list[get_args(kind)[0]])  # type: ignore[misc] # made at run time

        def structure(value: Any, _: Any) -> Any:
            if not isinstance(value, (list, tuple)):
                raise TypeError(f"must be a list, and is {short(value)}")
            return tuple(inner(value, kind))

        return structure

    made.register_structure_hook_factory(is_list, list_hook)

    def bounded_hook(kind: Any) -> Callable[[Any, Any], Any]:
        bare = get_args(kind)[0]
        inner = made.get_structure_hook(bare)

        def structure(value: Any, _: Any) -> Any:
            result = inner(value, bare)
            for bound in _bounds(kind):
                bound.check(result)
            return result

        return structure

    made.register_structure_hook_factory(lambda kind: bool(_bounds(kind)), bounded_hook)
    return made
