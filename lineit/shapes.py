"""The shapes of data from outside: bounds written in the types, and a converter that holds to them.

A field's type says all: `Annotated[int, Whole(0, 100)]`. The converter refuses what does not fit
and coerces nothing (no `"3"` for 3, no true for 1); the JSON Schemas are made of the same types.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import attrs
import cattrs
from attrs import frozen
from cattrs.errors import (
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
)
from cattrs.gen import make_dict_structure_fn, override


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
    """A text that can be printed and matches a pattern from end to end; `name`: what that is."""

    pattern: str
    most: int
    name: str = ""

    def check(self, value: Any) -> None:
        if len(value) > self.most:
            raise ValueError(f"must have at most {self.most} characters, and has {len(value)}")
        if not (re.fullmatch(self.pattern, value) and value.isprintable()):
            wanted = f"be {self.name}" if self.name else f"match {self.pattern}"
            raise ValueError(f"must {wanted}, and is {short(value)}")


@frozen
class Many:
    """A list or a table with a bounded number of entries."""

    least: int
    most: int

    def check(self, value: Any) -> None:
        if not self.least <= len(value) <= self.most:
            raise ValueError(f"must have {self.least} to {self.most} entries, and has {len(value)}")


Id = Annotated[str, Text("[a-z][a-z0-9-]*", 40)]
Word = Annotated[str, Text("[a-z][a-z0-9_]*", 40)]
Term = Annotated[str, Text("(not )?[a-z][a-z0-9_]*", 44)]
CODE = "[1-9][0-9]*|B[1-9][0-9]*[a-z]"
Code = Annotated[str, Text(CODE, 10)]
ActionText = Annotated[str, Text(r"[^\n]*", 100)]
OneLine = Annotated[str, Text(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029]+", 200, "a line of text")]


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
    if not isinstance(value, (str, int, float, bytes, NoneType)):
        return f"a value of the type {type(value).__name__[:40]}"
    shown = repr(value[:60] if isinstance(value, (str, bytes)) else value)
    return shown if len(shown) <= 40 else f"{shown[:37]}…"


NOT_KNOWN = "is not known here"

Hook = Callable[[Any, Any], Any]
Names = Mapping[str, str | None]
"""The names of a model's fields in data, where they are others; None: not there."""


def faults(
    error: BaseException, where: str = "", renamed: Mapping[type, Names] | None = None
) -> list[tuple[str, str]]:
    """All that a converter found wrong, each with the place in the data, such as `limits.hand`.

    Of an unknown key it tells which known one is like it; `renamed` as in `converter`.

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
        others = (renamed or {}).get(error.cl, {})
        for inner, note in noted:
            name = others.get(note.name, note.name)
            found += faults(inner, f"{where}.{name}" if where else str(name), renamed)
    elif isinstance(error, IterableValidationError):
        members, plain = error.group_exceptions()
        for inner, member in members:
            index = member.index
            step = f"[{index}]" if isinstance(index, int) else f".{short_key(str(index))}"
            found += faults(inner, f"{where}{step}", renamed)
    else:
        plain = [error]  # type: ignore[list-item] # a BaseException here is always an Exception
    for inner in plain:
        match inner:
            case ForbiddenExtraKeysError():
                prefix = f"{where}." if where else ""
                extra = sorted(map(str, inner.extra_fields))
                others = (renamed or {}).get(inner.cl, {})
                fields = [others.get(field.name, field.name) for field in attrs.fields(inner.cl)]
                names = [name for name in fields if name is not None]
                found += [(prefix + short_key(key), unknown(key, names)) for key in extra]
            case KeyError():
                found.append((where, "is missing"))
            case AttributeError():
                found.append((where, "must be a table"))
            case _:
                found.append((where, str(inner)))
    return found


def parted(fault: str) -> tuple[str, str]:
    """A fault, and how to mend it, where it says so.

    >>> parted("is not known here; did you mean hand?")
    ('is not known here', 'did you mean hand?')
    >>> parted("must be a whole number, and is 'a; b'")
    ("must be a whole number, and is 'a; b'", '')
    """
    known, _, mend = fault.partition("; ")
    return (known, mend) if known == NOT_KNOWN else (fault, "")


def unknown(key: str, known: Iterable[str]) -> str:
    """That the key is not known, and which one may be meant."""
    like = get_close_matches(key[:40], known)
    return f"{NOT_KNOWN}; did you mean {like[0]}?" if like else NOT_KNOWN


def short_key(key: str) -> str:
    """A key as a message may show it: never long; in quotes where it is more than a word."""
    return key if re.fullmatch(r"[\w-]{1,40}", key) else short(key)


def printable(text: str) -> str:
    r"""The text on one line, with nothing in it that a terminal would obey.

    >>> printable(f"a{chr(27)}b")
    'a\\x1bb'
    """
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text
    )


KINDS: dict[type, str] = {int: "a whole number", str: "a text", bool: "true or false"}


def converter(renamed: Mapping[type, Names] | None = None) -> cattrs.Converter:
    """A converter that is strict about types, bounds and unknown keys, and reports all it finds.

    `renamed`: for models whose fields have other names in the data, those names.
    """
    made = cattrs.Converter(forbid_extra_keys=True)
    for kind in KINDS:
        made.register_structure_hook(kind, _only(kind))
    for matches, hook in (
        (attrs.has, lambda kind: _table(made, kind, (renamed or {}).get(kind, {}))),
        (_is(tuple), lambda kind: _list(made, kind)),
        (_is(Literal), lambda _: _one_of),
        (_is(Annotated), lambda kind: _bounded(made, kind)),
        (_is_choice, lambda kind: _choice(made, kind)),
    ):
        made.register_structure_hook_factory(matches, hook)
    return made


def _is(origin: Any) -> Callable[[Any], bool]:
    return lambda kind: get_origin(kind) is origin


def _is_choice(kind: Any) -> bool:
    """Whether it is a union of several types, `None` not counted."""
    arguments = [each for each in get_args(kind) if each is not NoneType]
    return get_origin(kind) in (Union, UnionType) and len(arguments) > 1


def _choice(made: cattrs.Converter, kind: Any) -> Hook:
    """Of a union, the one type that the data has the form of."""
    hooks: dict[type, tuple[Any, Hook]] = {}
    for each in get_args(kind):
        if each is not NoneType:
            hooks[_form(each)] = (each, made.get_structure_hook(each))
    optional = NoneType in get_args(kind)

    def structure(value: Any, _: Any) -> Any:
        if value is None and optional:
            return None
        form = list if isinstance(value, tuple) else type(value)
        if form not in hooks:
            wanted = " or ".join(FORMS[each] for each in hooks)
            raise TypeError(f"must be {wanted}, and is {short(value)}")
        inner, hook = hooks[form]
        return hook(value, inner)

    return structure


def _form(kind: Any) -> type:
    """The type of the data that a type is made of."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) is Literal:
        return str
    origin: Any = get_origin(kind) or kind
    return list if origin is tuple else origin


FORMS: dict[type, str] = {
    int: "a whole number",
    str: "a text",
    list: "a list",
    dict: "a table",
}


def _only(wanted: type) -> Hook:
    def structure(value: Any, _: Any) -> Any:
        if type(value) is not wanted:
            raise TypeError(f"must be {KINDS[wanted]}, and is {short(value)}")
        return value

    return structure


def _one_of(value: Any, kind: Any) -> Any:
    known = get_args(kind)
    if type(value) not in KINDS or (type(value), value) not in [(type(k), k) for k in known]:
        raise ValueError(f"must be one of {', '.join(map(str, known))}, and is {short(value)}")
    return value


def _table(made: cattrs.Converter, kind: Any, renamed: Names) -> Hook:
    overrides: Any = {
        field: override(omit=True) if name is None else override(rename=name)
        for field, name in renamed.items()
    }
    inner: Any = make_dict_structure_fn(kind, made, **overrides)

    def structure(value: Any, _: Any) -> Any:
        if not isinstance(value, Mapping):
            raise TypeError(f"must be a table, and is {short(value)}")
        return inner(value, kind)

    return structure


def _list(made: cattrs.Converter, kind: Any) -> Hook:
    members: Any = list[get_args(kind)[0]]  # type: ignore[misc] # known only when it runs
    inner = made.get_structure_hook(members)

    def structure(value: Any, _: Any) -> Any:
        if not isinstance(value, (list, tuple)):
            raise TypeError(f"must be a list, and is {short(value)}")
        return tuple(inner(value, members))

    return structure


def _bounded(made: cattrs.Converter, kind: Any) -> Hook:
    bare, *bounds = get_args(kind)
    inner = made.get_structure_hook(bare)

    def structure(value: Any, _: Any) -> Any:
        for bound in bounds:
            if isinstance(bound, Many) and isinstance(value, (list, tuple, Mapping)):
                bound.check(value)  # first, not to look at a million members
        result = inner(value, bare)
        for bound in bounds:
            bound.check(result)
        return result

    return structure
