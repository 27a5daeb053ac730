"""A strict converter of outside data to models, whose types name all bounds.

For example, a field has the type `Annotated[int, Whole(0, 100)]`. The converter refuses data that
does not fit, and never coerces it (`"3"` is not 3, true is not 1). The JSON Schemas are made from
the same types.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import attrs
import cattrs
from cattrs.errors import (
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn, override

from lineit.model.bounds import Doc, Many, Shape, short, short_key
from lineit.model.suggestions import closest

NOT_KNOWN = "is not known here"

MOST_FAULTS = 100
"""Maximum number of unknown keys of a table, or of wrong members of a list, that are reported."""

Hook = Callable[[Any, Any], Any]

Names = Mapping[str, str | None]
"""The names in data of fields that are named differently there. None: not in the data."""


def faults(
    error: BaseException, where: str = "", renamed: Mapping[type, Names] | None = None
) -> list[tuple[str, str]]:
    """Return every fault that a converter found, with its place in the data, such as `limits.hand`.

    For an unknown key the fault suggests a similar known one. `renamed` is as for `converter`.

    >>> from lineit.model.ruleset import BoxRules
    >>> try:
    ...     converter().structure({"deck": "The Deck", "player": "players"}, BoxRules)
    ... except Exception as error:
    ...     for fault in faults(error):
    ...         print(fault)
    ('deck', "must match [a-z][a-z0-9-]*, but is 'The Deck'")
    ('player', 'is not known here; did you mean players?')
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
        plain = [error]  # type: ignore[list-item] # always an Exception here
    for inner in plain:
        match inner:
            case ForbiddenExtraKeysError():
                prefix = f"{where}." if where else ""
                extra = sorted(map(str, inner.extra_fields))[:MOST_FAULTS]
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
    """Return a fault and its mend, which is empty if the fault has none.

    >>> parted("is not known here; did you mean hand?")
    ('is not known here', 'did you mean hand?')
    >>> parted("must be a whole number, but is 'a; b'")
    ("must be a whole number, but is 'a; b'", '')
    """
    known, _, mend = fault.partition("; ")
    return (known, mend) if known == NOT_KNOWN else (fault, "")


def unknown(key: str, known: Iterable[str]) -> str:
    """Return the fault that the key is not known, with a similar known key if there is one."""
    like = closest(key, [*known])
    return f"{NOT_KNOWN}; did you mean {like}?" if like else NOT_KNOWN


KINDS: dict[type, str] = {int: "a whole number", str: "a text", bool: "true or false"}


def converter(renamed: Mapping[type, Names] | None = None) -> cattrs.Converter:
    """Return a converter that is strict about types, bounds and unknown keys.

    `renamed` has the names in data, by model, of fields that are named differently there.
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
    """Return whether the type is a union of several types, apart from None."""
    arguments = [each for each in get_args(kind) if each is not NoneType]
    return get_origin(kind) in (Union, UnionType) and len(arguments) > 1


def _choice(made: cattrs.Converter, kind: Any) -> Hook:
    """Return a hook for a union, which selects the member by the type of the data."""
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
            raise TypeError(f"must be {wanted}, but is {short(value)}")
        inner, hook = hooks[form]
        return hook(value, inner)

    return structure


def _form(kind: Any) -> type:
    """Return the type of the data that a type is made from."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) is Literal:
        return str
    origin: Any = get_origin(kind) or kind
    if origin is Mapping:
        return dict
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
            raise TypeError(f"must be {KINDS[wanted]}, but is {short(value)}")
        return value

    return structure


def _one_of(value: Any, kind: Any) -> Any:
    known = get_args(kind)
    if type(value) not in KINDS or (type(value), value) not in [(type(k), k) for k in known]:
        raise ValueError(f"must be one of {', '.join(map(str, known))}, but is {short(value)}")
    return value


def _table(made: cattrs.Converter, kind: Any, renamed: Names) -> Hook:
    overrides: Any = {
        field: override(omit=True) if name is None else override(rename=name)
        for field, name in renamed.items()
    }
    inner: Any = make_dict_structure_fn(kind, made, **overrides)

    def structure(value: Any, _: Any) -> Any:
        if not isinstance(value, Mapping):
            raise TypeError(f"must be a table, but is {short(value)}")
        return inner(value, kind)

    return structure


def _list(made: cattrs.Converter, kind: Any) -> Hook:
    """Return a hook for a list. It reports the first `MOST_FAULTS` wrong members, as there may be
    many.
    """
    member = get_args(kind)[0]
    inner = made.get_structure_hook(member)

    def structure(value: Any, _: Any) -> Any:
        if not isinstance(value, (list, tuple)):
            raise TypeError(f"must be a list, but is {short(value)}")
        found, errors = [], []
        for index, each in enumerate(value):
            try:
                found.append(inner(each, member))
            except Exception as error:
                note = IterableValidationNote(f"at index {index}", index, member)
                error.__notes__ = [*getattr(error, "__notes__", []), note]
                errors.append(error)
                if len(errors) == MOST_FAULTS:
                    break
        if errors:
            raise IterableValidationError("while structuring a list", errors, kind)
        return tuple(found)

    return structure


def _bounded(made: cattrs.Converter, kind: Any) -> Hook:
    bare, *notes = get_args(kind)
    bounds = [note for note in notes if not isinstance(note, (Doc, Shape))]
    inner = made.get_structure_hook(bare)

    def structure(value: Any, _: Any) -> Any:
        for bound in bounds:
            if isinstance(bound, Many) and isinstance(value, (list, tuple, Mapping)):
                bound.check(value)  # before its members, of which there may be a million
        result = inner(value, bare)
        for bound in bounds:
            bound.check(result)
        return result

    return structure
