"""Tables that cannot be changed, for data that all games share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class ReadOnly(dict[Key, Value]):
    """A dict that cannot be changed. `{**table}` is a copy that can be.

    >>> ReadOnly({"hand": 2})["hand"]
    2
    >>> ReadOnly({"hand": 2}).update(hand=3)
    Traceback (most recent call last):
    TypeError: this table cannot be changed, because others use it; change a copy of it
    """

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this table cannot be changed, because others use it; change a copy of it")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __copy__(self) -> ReadOnly[Key, Value]:
        return self

    def __deepcopy__(self, _: dict[int, Any]) -> ReadOnly[Key, Value]:
        return self

    def __reduce__(self) -> tuple[type[ReadOnly[Key, Value]], tuple[dict[Key, Value]]]:
        return ReadOnly, (dict(self),)


def read_only(value: Any) -> Any:
    """Return a table that cannot be changed, nor can the tables and lists in it.

    >>> read_only({"a": [1]})["a"]
    (1,)
    """
    if isinstance(value, Mapping):
        return ReadOnly({key: read_only(part) for key, part in value.items()})
    return tuple(map(read_only, value)) if isinstance(value, list) else value
