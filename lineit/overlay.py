"""A rule file laid over the one that it extends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from difflib import get_close_matches
from typing import Annotated, Any

from attrs import fields, frozen

from lineit.errors import Problem
from lineit.shapes import Many, converter, faults, parted, short, short_key
from lineit.texts import PARAMETER
from lineit.words import did_you_mean

Document = dict[str, Any]

ROW_KEYS = {"phase": "name", "transition": "id"}
"""The lists of rows in a rule file, and the key that names a row."""

DEEP = {"components": 2, "zones": 2, "text": 3}
"""The tables of tables that are laid over entry by entry, and so deep."""

NUMBERS_IN = ("guards", "effects", "zones", "limits")
"""The sections that name limits, beside texts."""

MEND = "see spec/README.md for what may stand there"

_converter = converter()

Removed = Annotated[tuple[str, ...], Many(0, 500)]


@frozen
class Removals:
    """What an overlay takes away from below: rows by name or id, words and rules by name."""

    phase: Removed = ()
    transition: Removed = ()
    guards: Removed = ()
    effects: Removed = ()
    rules: Removed = ()


def merged(below: Document, over: Document, file: str, found: list[Problem]) -> Document:
    """One document of two. What has the wrong shape is left for the converter to refuse."""
    merged = _without_removed(below, over, file, found)
    lineage = below.get("lineage", [])
    merged["lineage"] = [over["extends"], *(lineage if isinstance(lineage, list) else ())]
    texts_below = merged.pop("text", None)
    for key, value in over.items():
        kept = merged.get(key)
        if key in ("extends", "remove", "lineage"):
            continue
        if isinstance(kept, dict) and isinstance(value, dict):
            merged[key] = laid_over(kept, value, DEEP.get(key, 1))
        elif key in ROW_KEYS and isinstance(kept, list) and isinstance(value, list):
            merged[key] = _merged_rows(kept, value, ROW_KEYS[key])
        else:
            merged[key] = value
    own = over.get("text", {})
    if isinstance(texts_below, dict) and isinstance(own, dict):
        kept = still_true(texts_below, below, merged)
        if "title" in over or any("title" in _table(texts) for texts in own.values()):
            kept = without_titles(kept)
        given = {
            (kind, key)
            for texts in own.values()
            for kind, entries in _table(texts).items()
            for key in _table(entries)
        }
        kept = _filtered(kept, lambda kind, key, _: (kind, key) not in given)
        merged["text"] = laid_over(kept, own, DEEP["text"])
    elif "text" in over:
        merged["text"] = own
    found += unused_limits(over, below, merged, file)
    return merged


def unused_limits(own: Document, below: Document, whole: Document, file: str) -> list[Problem]:
    """Return a problem for each limit that a file has of its own and that nothing names: it may be
    misspelt.
    """
    limits, known = _table(own.get("limits")), _table(below.get("limits"))
    new = [name for name in limits if name not in known]
    if not new:
        return []
    used = {name for section in NUMBERS_IN for name in _named(whole.get(section))}
    for texts in _table(whole.get("text")).values():
        for entries in _table(texts).values():
            used |= {name for entry in _table(entries).values() for name in parameters_in(entry)}
    found = []
    for name in new:
        if name not in used:
            like = get_close_matches(name, [other for other in known if other not in limits])
            mend = f"did you mean {like[0]}?" if like else "take it out, or name it where it counts"
            where = f"limits.{short_key(name)}"
            found.append(Problem(file, where, "is named by no word, zone or text", mend))
    return found


def _named(value: Any) -> Iterator[str]:
    """Every text in the data."""
    if isinstance(value, str):
        yield value
    parts = value.values() if isinstance(value, dict) else value
    for part in parts if isinstance(value, (dict, list, tuple)) else ():
        yield from _named(part)


def parameters_in(value: Any) -> Iterator[str]:
    """Yield every parameter that a sentence names, or chooses by."""
    if isinstance(value, str):
        yield from PARAMETER.findall(value)
    elif isinstance(value, dict):
        yield str(value.get("by"))
        for part in value.values():
            yield from parameters_in(part)


def _table(value: Any) -> Document:
    """The value, if it is a table; else an empty one."""
    return value if isinstance(value, dict) else {}


def names_told(document: Document) -> dict[str, set[str]]:
    """Return all that a rule file may have texts for, by the kind of text."""
    tables = {key: {*_table(document.get(key))} for key in ("rules", "limits", "guards", "effects")}
    phases = {str(row.get("name")) for row in _tables(document.get("phase"))}
    colours = _tables(_table(document.get("components")).get("colours"))
    return {
        "rules": tables["rules"],
        "verbs": {str(row.get("on")) for row in _tables(document.get("transition"))},
        "phases": phases,
        "prompts": phases,
        "reasons": tables["guards"] | {f"not_{name}" for name in tables["guards"]},
        "events": tables["effects"],
        "limits": tables["limits"],
        "colours": {str(each.get("name")) for each in colours},
    }


def _tables(value: Any) -> list[Document]:
    """The tables in the value, if it is a list."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def texts_of_what_is_there(text: Document, document: Document) -> Document:
    """Return the texts without those of names that the document does not have."""
    known = names_told(document)
    there = _filtered(text, lambda kind, key, _: key in known.get(kind, (key,)))
    return {lang: _of_rules(texts, known["rules"]) for lang, texts in there.items()}


def _of_rules(sentence: Any, known: set[str]) -> Any:
    """A sentence, or all of them, without the ways for rules that are not known."""
    if not isinstance(sentence, dict):
        return sentence
    rules = {*known, "by", "one", "other"} if sentence.get("by") == "rule" else sentence.keys()
    return {key: _of_rules(part, known) for key, part in sentence.items() if key in rules}


def _filtered(text: Document, wanted: Callable[[str, str, Any], bool]) -> Document:
    """The texts of each language, only those that are wanted: by their kind, their name (empty
    where a kind has only one) and what they say.
    """
    return {
        lang: {
            kind: {key: value for key, value in entries.items() if wanted(kind, key, value)}
            if isinstance(entries, dict)
            else entries
            for kind, entries in texts.items()
            if isinstance(entries, dict) or wanted(kind, "", entries)
        }
        if isinstance(texts, dict)
        else texts
        for lang, texts in text.items()
    }


def without_titles(text: Document) -> Document:
    """Return the texts without the titles of the game."""
    return _filtered(text, lambda kind, *_: kind != "title")


def laid_over(below: Document, over: Document, levels: int) -> Document:
    """Return one table of two, and so on with the tables in both, so many levels deep.

    >>> laid_over({"a": {"b": 1, "c": 2}, "d": 3}, {"a": {"b": 4}}, levels=2)
    {'a': {'b': 4, 'c': 2}, 'd': 3}
    """
    both = {key for key in over if isinstance(below.get(key), dict) and isinstance(over[key], dict)}
    deeper = {key: laid_over(below[key], over[key], levels - 1) for key in both if levels > 1}
    return below | over | deeper


def still_true(text: Document, below: Document, now: Document) -> Document:
    """Return the texts without the sentences of words and rules of which the document now says
    something else than what lay below, and without those that name a limit which now is no plain
    number: they may have become untrue.
    """
    rules: set[str] = set()
    words: set[str] = set()
    for section in ("guards", "effects", "zones", *ROW_KEYS):
        before, after = (_entries(document, section) for document in (below, now))
        for name, entry in before.items():
            told = [_said(section, each) for each in (entry, after.get(name))]
            if told[0] != told[1]:
                rules |= {rule for each in told if isinstance(rule := each.pop("rule", None), str)}
            if told[0] != told[1] and section in ("guards", "effects"):
                words.add(name)
    limits, before = (_table(document.get("limits")) for document in (now, below))
    sums = {name for name in before if isinstance(limits.get(name), (list, tuple))}
    changed = {
        name
        for name, limit in before.items()
        if limit != limits.get(name) and (name in sums or isinstance(limit, (list, tuple)))
    }
    for section in ("guards", "effects"):
        for name, entry in _entries(now, section).items():
            if changed & {*_named(entry)}:
                words.add(name)
                rules |= {rule for rule in (entry.get("rule"),) if isinstance(rule, str)}
    lost = {
        "rules": rules,
        "reasons": words | {f"not_{word}" for word in words},
        "events": words,
    }
    there = texts_of_what_is_there(text, now)
    return _filtered(
        there,
        lambda kind, key, value: (
            key not in lost.get(kind, ()) and not sums & {*parameters_in(value)}
        ),
    )


def _said(section: str, entry: Any) -> Document:
    """What an entry says that its rule's sentence may tell: of a zone not who sees it."""
    told = ("at_most", "rule") if section == "zones" else _table(entry)
    return {key: entry[key] for key in told if key in _table(entry) and entry[key] != []}


def _entries(document: Document, section: str) -> dict[str, Any]:
    """The entries of a section by name; none where it has the wrong shape."""
    value = document.get(section)
    if isinstance(value, list) and section in ROW_KEYS:
        return {name: row for row in value if (name := row_name(row, ROW_KEYS[section]))}
    return _table(value)


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
            if where == "state":  # as format 1 had it
                mend = "write phase"
            found.append(Problem(file, f"remove.{where}".rstrip("."), message, mend or MEND))
        return merged
    for section in (attribute.name for attribute in fields(Removals)):
        names, kept = getattr(removals, section), merged.get(section)
        if not names or not isinstance(kept, list if section in ROW_KEYS else dict):
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
