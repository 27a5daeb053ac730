"""A rule file as plain data: its sections, and its entries by name."""

from __future__ import annotations

from typing import Any

Document = dict[str, Any]

NAME_KEYS = {"phase": "name", "transition": "id"}
"""The sections of a rule file that are lists, and the key that names an entry."""

DEEP = {"components": 2, "zones": 2, "text": 3}
"""The tables whose entries are merged one by one, each with the number of levels."""


def as_table(value: Any) -> Document:
    """Return the value if it is a table, else an empty table."""
    return value if isinstance(value, dict) else {}


def tables_in(value: Any) -> list[Document]:
    """Return the tables in the value if it is a list, else an empty list."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def laid_over(below: Document, over: Document, levels: int) -> Document:
    """Return the tables merged; where both have an entry, that of `over` counts.

    Tables that are in both are merged likewise, as many levels deep as `levels` says.

    >>> laid_over({"a": {"b": 1, "c": 2}, "d": 3}, {"a": {"b": 4}}, levels=2)
    {'a': {'b': 4, 'c': 2}, 'd': 3}
    """
    both = {key for key in over if isinstance(below.get(key), dict) and isinstance(over[key], dict)}
    deeper = {key: laid_over(below[key], over[key], levels - 1) for key in both if levels > 1}
    return below | over | deeper


def entries_of(document: Document, section: str) -> dict[str, Any]:
    """Return the entries of a section by name; an empty table if it has the wrong shape."""
    value = document.get(section)
    if isinstance(value, list) and section in NAME_KEYS:
        return {name: entry for entry in value if (name := entry_name(entry, NAME_KEYS[section]))}
    return as_table(value)


def entry_name(entry: Any, key: str) -> str | None:
    """Return the name of an entry; None if it has none."""
    name = entry.get(key) if isinstance(entry, dict) else None
    return name if isinstance(name, str) else None
