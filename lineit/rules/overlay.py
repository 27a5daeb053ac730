"""Overlays: the merging of a rule file with the one that it extends."""

from __future__ import annotations

from typing import Annotated, Any

from attrs import fields, frozen

from lineit.model.bounds import Many, short, short_key
from lineit.model.errors import Problem
from lineit.model.structure import converter, faults, parted
from lineit.model.suggestions import closest
from lineit.rules.documents import DEEP, NAME_KEYS, Document, as_table, entry_name, laid_over
from lineit.rules.inherited_texts import (
    filtered,
    limits_used,
    parameters_in,
    still_true,
    without_titles,
)
from lineit.rules.words import did_you_mean

MEND = "see spec/README.md for what is allowed"


_converter = converter()

Removed = Annotated[tuple[str, ...], Many(0, 500)]


@frozen
class Removals:
    """What an overlay removes: phases, words and rules by name, transitions by id."""

    phase: Removed = ()
    transition: Removed = ()
    guards: Removed = ()
    effects: Removed = ()
    rules: Removed = ()


def merged(below: Document, over: Document, file: str, found: list[Problem]) -> Document:
    """Return the documents merged; `over` extends `below`. Problems are added to `found`.

    Values of the wrong shape are kept; the converter refuses them later.
    """
    merged = _without_removed(below, over, file, found)
    lineage = below.get("lineage")
    merged["lineage"] = [over["extends"], *(lineage if isinstance(lineage, list) else ())]
    texts_below = merged.pop("text", None)
    for key, value in over.items():
        kept = merged.get(key)
        if key in ("extends", "remove", "lineage"):
            continue
        if isinstance(kept, dict) and isinstance(value, dict):
            merged[key] = laid_over(kept, value, DEEP.get(key, 1))
        elif key in NAME_KEYS and isinstance(kept, list) and isinstance(value, list):
            merged[key] = _merged_entries(kept, value, NAME_KEYS[key])
        else:
            merged[key] = value
    own = over.get("text", {})
    if isinstance(texts_below, dict) and isinstance(own, dict):
        kept = still_true(texts_below, below, merged)
        if "title" in over or any("title" in as_table(texts) for texts in own.values()):
            kept = without_titles(kept)
        given = {
            (kind, key)
            for texts in own.values()
            for kind, entries in as_table(texts).items()
            for key in as_table(entries)
        }
        kept = filtered(kept, lambda kind, key, _: (kind, key) not in given)
        merged["text"] = laid_over(kept, own, DEEP["text"])
    found += unused_limits(over, below, merged, file)
    return merged


def unused_limits(own: Document, below: Document, whole: Document, file: str) -> list[Problem]:
    """Return a problem for each new limit of a file that nothing uses: it may be misspelt."""
    limits, known = as_table(own.get("limits")), as_table(below.get("limits"))
    new = [name for name in limits if name not in known]
    if not new:
        return []
    used = limits_used(whole)
    for texts in as_table(whole.get("text")).values():
        for entries in as_table(texts).values():
            used |= {name for entry in as_table(entries).values() for name in parameters_in(entry)}
    found = []
    for name in new:
        if name not in used:
            like = closest(name, [other for other in known if other not in limits])
            mend = f"did you mean {like}?" if like else "use it, or remove it"
            where = f"limits.{short_key(name)}"
            found.append(
                Problem(
                    file, where, "is not used by any word, zone or text", mend, id="unused-limit"
                )
            )
    return found


def _merged_entries(below: list[Any], over: list[Any], key: str) -> list[Any]:
    """Return the entries below, replaced in place by those of the same name, then the new ones."""
    names = [entry_name(entry, key) for entry in below]
    replaced = {entry_name(entry, key): entry for entry in over if entry_name(entry, key) in names}
    new = [entry for entry in over if replaced.get(entry_name(entry, key)) is not entry]
    return [replaced.get(entry_name(entry, key), entry) for entry in below] + new


def _without_removed(below: Document, over: Document, file: str, found: list[Problem]) -> Document:
    """Return the document below without what the overlay removes."""
    merged = dict(below)
    try:
        removals = _converter.structure(over.get("remove", {}), Removals)
    except Exception as error:
        for where, what in faults(error):
            message, mend = parted(what)
            if where == "state":  # the word of format 1
                mend = "write phase"
            found.append(
                Problem(file, f"remove.{where}".rstrip("."), message, mend or MEND, id="shape")
            )
        return merged
    for section in (attribute.name for attribute in fields(Removals)):
        names, kept = getattr(removals, section), merged.get(section)
        if not names or not isinstance(kept, list if section in NAME_KEYS else dict):
            continue
        if isinstance(kept, dict):
            known = list(kept)
            merged[section] = {name: word for name, word in kept.items() if name not in names}
        else:
            key = NAME_KEYS[section]
            known = [name for entry in kept if (name := entry_name(entry, key))]
            merged[section] = [entry for entry in kept if entry_name(entry, key) not in names]
        for name in names:
            if name not in known:
                message = f"there is no {short(name)} to remove"
                mend = did_you_mean(name, known)
                found.append(
                    Problem(file, f"remove.{section}", message, mend, id="removes-nothing")
                )
    return merged
