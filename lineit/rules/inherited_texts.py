"""The sentences that are still true when an overlay changes the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from lineit.model.texts import PARAMETER
from lineit.model.words import NUMBER_KEYS
from lineit.rules.documents import NAME_KEYS, Document, as_table, entries_of, tables_in


def limits_used(document: Document) -> set[str]:
    """Return the names of limits that guards, effects, zones and sums of a document use."""
    entries = [each for key in ("guards", "effects", "zones") for each in _values(document, key)]
    used = {name for entry in entries for name in limits_of(entry)}
    sums = [limit for limit in _values(document, "limits") if isinstance(limit, (list, tuple))]
    return used | {name for limit in sums for name in limit if isinstance(name, str)}


def limits_of(entry: Any) -> set[str]:
    """Return the names of limits that a guard, an effect or a zone uses as numbers."""
    return {name for key in NUMBER_KEYS if isinstance(name := as_table(entry).get(key), str)}


def _values(document: Document, section: str) -> list[Any]:
    return list(as_table(document.get(section)).values())


def parameters_in(value: Any) -> Iterator[str]:
    """Yield every parameter that a sentence uses or chooses by."""
    if isinstance(value, str):
        yield from PARAMETER.findall(value)
    elif isinstance(value, dict):
        yield str(value.get("by"))
        for part in value.values():
            yield from parameters_in(part)


def names_with_texts(document: Document) -> dict[str, set[str]]:
    """Return all names that a rule file may have texts for, by the kind of text."""
    tables = {
        key: {*as_table(document.get(key))} for key in ("rules", "limits", "guards", "effects")
    }
    phases = {str(entry.get("name")) for entry in tables_in(document.get("phase"))}
    colours = tables_in(as_table(document.get("components")).get("colours"))
    return {
        "rules": tables["rules"],
        "verbs": {str(entry.get("on")) for entry in tables_in(document.get("transition"))},
        "phases": phases,
        "prompts": phases,
        "reasons": tables["guards"] | {f"not_{name}" for name in tables["guards"]},
        "events": tables["effects"],
        "limits": tables["limits"],
        "colours": {str(each.get("name")) for each in colours},
    }


def texts_for_known_names(text: Document, document: Document) -> Document:
    """Return the texts for names that the document has."""
    known = names_with_texts(document)
    there = filtered(text, lambda kind, key, _: key in known.get(kind, (key,)))
    return {lang: _of_rules(texts, known["rules"]) for lang, texts in there.items()}


def _of_rules(sentence: Any, known: set[str]) -> Any:
    """Return a sentence, or a table of them, without the choices for unknown rules."""
    if not isinstance(sentence, dict):
        return sentence
    rules = {*known, "by", "one", "other"} if sentence.get("by") == "rule" else sentence.keys()
    return {key: _of_rules(part, known) for key, part in sentence.items() if key in rules}


def filtered(text: Document, wanted: Callable[[str, str, Any], bool]) -> Document:
    """Return the texts of each language that are wanted.

    `wanted` gets their kind, their name (empty if the kind has only one text) and the text.
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
    return filtered(text, lambda kind, *_: kind != "title")


def still_true(text: Document, below: Document, now: Document) -> Document:
    """Return the texts that are still true when the document `below` has become `now`.

    Left out are sentences of words and rules that changed, and sentences that use a limit which is
    no longer a plain number.
    """
    rules: set[str] = set()
    words: set[str] = set()
    for section in ("guards", "effects", "zones", *NAME_KEYS):
        before, after = (entries_of(document, section) for document in (below, now))
        for name, entry in before.items():
            told = [_said(section, each) for each in (entry, after.get(name))]
            if told[0] != told[1]:
                rules |= {rule for each in told if isinstance(rule := each.pop("rule", None), str)}
            if told[0] != told[1] and section in ("guards", "effects"):
                words.add(name)
    limits, before = (as_table(document.get("limits")) for document in (now, below))
    sums = {name for name in before if isinstance(limits.get(name), (list, tuple))}
    changed = {
        name
        for name, limit in before.items()
        if limit != limits.get(name) and (name in sums or isinstance(limit, (list, tuple)))
    }
    for section in ("guards", "effects"):
        for name, entry in entries_of(now, section).items():
            if changed & limits_of(entry):
                words.add(name)
                rules |= {rule for rule in (entry.get("rule"),) if isinstance(rule, str)}
    lost = {
        "rules": rules,
        "reasons": words | {f"not_{word}" for word in words},
        "events": words,
    }
    there = texts_for_known_names(text, now)
    return filtered(
        there,
        lambda kind, key, value: (
            key not in lost.get(kind, ()) and not sums & {*parameters_in(value)}
        ),
    )


def _said(section: str, entry: Any) -> Document:
    """Return the parts of an entry that a sentence may describe; of a zone, not who sees it."""
    told = ("at_most", "rule") if section == "zones" else as_table(entry)
    return {key: entry[key] for key in told if key in as_table(entry) and entry[key] != []}
