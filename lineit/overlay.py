"""A rule file laid over the one that it extends."""

from __future__ import annotations

from typing import Annotated, Any

from attrs import fields, frozen

from lineit.errors import Problem
from lineit.shapes import Many, converter, faults, parted, short
from lineit.words import did_you_mean

Document = dict[str, Any]

ROW_KEYS = {"state": "name", "transition": "id"}
"""The lists of rows in a rule file, and the key that names a row."""

MEND = "see spec/README.md for what may stand there"

_converter = converter()

Removed = Annotated[tuple[str, ...], Many(0, 500)]


@frozen
class Removals:
    """What an overlay takes away from below: rows by name or id, words and rules by name."""

    state: Removed = ()
    transition: Removed = ()
    guards: Removed = ()
    effects: Removed = ()
    rules: Removed = ()


def merged(below: Document, over: Document, file: str, found: list[Problem]) -> Document:
    """One document of two. What has the wrong shape is left for the converter to refuse."""
    merged = _without_removed(below, over, file, found)
    merged["lineage"] = [over["extends"], *below.get("lineage", [])]
    for key, value in over.items():
        kept = merged.get(key)
        if key in ("extends", "remove", "lineage"):
            continue
        if isinstance(kept, dict) and isinstance(value, dict):
            merged[key] = kept | value
        elif key in ROW_KEYS and isinstance(kept, list) and isinstance(value, list):
            merged[key] = _merged_rows(kept, value, ROW_KEYS[key])
        else:
            merged[key] = value
    return merged


def _merged_rows(below: list[Any], over: list[Any], key: str) -> list[Any]:
    """The rows below, each replaced in its place by one of the same name; then the new ones."""
    names = [row_name(row, key) for row in below]
    replaced = {row_name(row, key): row for row in over if row_name(row, key) in names}
    new = [row for row in over if replaced.get(row_name(row, key)) is not row]
    return [replaced.get(row_name(row, key), row) for row in below] + new


def row_name(row: Any, key: str) -> str | None:
    """The name of a row; None where it has none."""
    name = row.get(key) if isinstance(row, dict) else None
    return name if isinstance(name, str) else None


def _without_removed(below: Document, over: Document, file: str, found: list[Problem]) -> Document:
    merged = dict(below)
    try:
        removals = _converter.structure(over.get("remove", {}), Removals)
    except Exception as error:
        for where, what in faults(error):
            message, mend = parted(what)
            found.append(Problem(file, f"remove.{where}".rstrip("."), message, mend or MEND))
        return merged
    for section in (attribute.name for attribute in fields(Removals)):
        names, kept = getattr(removals, section), merged.get(section)
        if not names or not isinstance(kept, (dict, list)):
            continue
        if isinstance(kept, dict):
            known = list(kept)
            merged[section] = {name: word for name, word in kept.items() if name not in names}
        else:
            key = ROW_KEYS[section]
            known = [name for row in kept if (name := row_name(row, key))]
            merged[section] = [row for row in kept if row_name(row, key) not in names]
        for name in names:
            if name not in known:
                message = f"there is no {short(name)} to remove"
                mend = did_you_mean(name, known)
                found.append(Problem(file, f"remove.{section}", message, mend))
    return merged
