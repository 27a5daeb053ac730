"""Upgrades of rule files from format 1, that of the first edition, to format 2.

Words that were built in are now defined in `standard` and `bga`, under the same names. A file that
uses such a word gets its definition from there.
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from lineit.model.resources import spec_folder
from lineit.rules.documents import DEEP, Document, laid_over
from lineit.rules.inherited_texts import still_true, without_titles
from lineit.rules.overlay import merged


def upgraded(document: Document) -> Document:
    """Return a rule file's data in format 2; data that are not in format 1 are returned unchanged.

    Values of the wrong shape are kept; the loader refuses them later.

    >>> old = {"format": 1, "guards": {"hand_has_room": {"rule": "place-hand"}}}
    >>> upgraded(old)["guards"]["hand_has_room"]["count"]
    'hand'
    """
    if not is_first_edition(document):
        return document
    new = _own_words_renamed(_with_phases(document)) | {"format": 2}
    rules = new.get("rules")
    if isinstance(rules, dict):
        new["rules"] = {
            name: {"source": value} if isinstance(value, str) else value
            for name, value in rules.items()
        }
    if isinstance(new.get("remove"), dict):
        new["remove"] = _with_phases(new["remove"])
    for section in ("guards", "effects"):
        if isinstance(new.get(section), dict):
            new[section] = _with_forms(new[section], section)
    needed = {part for word in _table(new.get("effects")).values() for part in _terms(word)}
    known = _definitions()["guards"]
    missing = {part: known[part] for name in needed for part in _parts(name, known)}
    if missing and isinstance(new.get("guards", {}), dict):
        new["guards"] = missing | new.get("guards", {})
    return new if "extends" in new else as_in_first_edition(_whole(new))


def is_first_edition(document: Document) -> bool:
    """Return whether a rule file's data are in format 1."""
    return type(document.get("format")) is int and document["format"] == 1


def _with_phases(table: Document) -> Document:
    """Return the table with `phase` for `state`, the word of format 1."""
    if "phase" in table:
        return {**table}  # not of format 1: the loader refuses the `state` beside it
    return {"phase" if key == "state" else key: value for key, value in table.items()}


def _own_words_renamed(document: Document) -> Document:
    """Return the file with its own words renamed if the library now has words of these names."""
    new = {name for names in first_edition()["new_words"].values() for name in names}

    def renamed(value: Any, key: str) -> Any:
        if isinstance(value, dict):
            words = key in ("guards", "effects")
            return {other(k) if words else k: renamed(part, k) for k, part in value.items()}
        if isinstance(value, list):
            return [renamed(part, key) for part in value]
        return other(value) if key in WORDS_IN and isinstance(value, str) else value

    def other(word: str) -> str:
        name = word.removeprefix("not ")
        return f"{word[: -len(name)]}own_{name}" if name in new else word

    return {key: renamed(value, key) for key, value in document.items()}


WORDS_IN = ("all", "any", "do", "when", "guards", "effects")
"""The keys of lists that name words."""


def _with_forms(words: dict[str, Any], section: str) -> dict[str, Any]:
    """Return the words, with the present definitions of those that were built in, and their parts.

    If the file gives such a word another rule, the parts that had the rule of the word get it too.
    """
    known = _definitions()[section]
    found: dict[str, Any] = {}
    for name, word in words.items():
        if isinstance(word, dict) and name in known and _was_built_in(word, known[name]):
            was, now = known[name].get("rule"), word.get("rule", known[name].get("rule"))
            for part in _parts(name, known):
                if part not in words:
                    same = known[part].get("rule") == was
                    found[part] = known[part] | ({"rule": now} if same and now != was else {})
            found[name] = known[name] | word
        else:
            found[name] = word
    return found


def _was_built_in(word: dict[str, Any], known: dict[str, Any]) -> bool:
    """Return whether a word was built in, or is defined as the library defines it now."""
    parts = _without_rule(word)
    return not parts or parts == _without_rule(known)


def _without_rule(word: dict[str, Any]) -> dict[str, Any]:
    """Return a word without its rule."""
    return {key: part for key, part in word.items() if key != "rule"}


def _parts(name: str, known: dict[str, Any]) -> list[str]:
    """Return every word that a word is made of, the word itself included."""
    found, left = [], [name]
    while left:
        part = left.pop().removeprefix("not ")
        if part in known and part not in found:
            found.append(part)
            left += [inner for key in ("all", "any", "do") for inner in known[part].get(key, ())]
    return found


def _whole(document: Document) -> Document:
    """Return a file that extends no other, with what the first edition took for granted."""
    standard = _read("standard")
    known = _table(document.get("rules"))
    limits, box, zones = (document.get(key) for key in ("limits", "components", "zones"))
    if isinstance(limits, dict):
        document["limits"] = {"market_size": standard["limits"]["market_size"], **limits}
    if isinstance(box, dict):
        named = {
            part: rule for part, rule in standard["components"]["rules"].items() if rule in known
        }
        document["components"] = {**box, "rules": named}
    if isinstance(zones, dict):
        document["zones"] = {
            **zones,
            **{
                name: {key: value for key, value in rule.items() if value in known or key != "rule"}
                | _table(zones.get(name))
                for name, rule in standard["zones"].items()
                if name not in zones or isinstance(zones[name], dict)
            },
        }
    for section in ("guards", "effects"):
        if isinstance(document.get(section), dict):
            document[section] = {
                name: _citing(word, name, section, known)
                for name, word in document[section].items()
            }
    return document


def _citing(word: Any, name: str, section: str, known: dict[str, Any]) -> Any:
    """Return a word without the rule of its definition if the file has no such rule."""
    if not isinstance(word, dict):
        return word
    rule = word.get("rule")
    if rule != _definitions()[section].get(name, {}).get("rule") or rule in known:
        return word
    return _without_rule(word)


def _terms(word: Any) -> list[str]:
    """Return the terms of an effect's `when`."""
    terms = _table(word).get("when")
    return [term for term in terms if isinstance(term, str)] if isinstance(terms, list) else []


def _table(value: Any) -> Document:
    """Return the value if it is a table, else an empty table."""
    return value if isinstance(value, dict) else {}


# -- what was different in the first edition -------------------------------------------------------


def as_in_first_edition(document: Document) -> Document:
    """Return merged rules of the first edition, already in format 2, so that they play as they did
    then; and with the sentences of the first edition.
    """
    played = _played_as_then(document)
    told = isinstance(played.get("text", {}), dict)  # otherwise the loader refuses it
    return {**played, "text": _told_then(played)} if told else played


def _told_then(document: Document) -> Document:
    """Return the texts of the document, and those texts of the first edition that are true of it.

    The texts of the ruleset that has its name, and of those that it extends, have priority.
    """
    names, lineage = first_edition()["words_in"], document.get("lineage")
    extended = lineage if isinstance(lineage, list) and "text" not in document else []
    first = [name for name in (document.get("name"), *extended) if name in names]
    told: Document = {}
    for name in (*(name for name in names[::-1] if name not in first), "", *first[::-1]):
        if not name:
            texts = _table(document.get("text"))
        else:
            whole = _built_in(name)
            texts = still_true(whole["text"], whole, document)
            if name not in extended:  # additions of the document may make them untrue, too
                texts = still_true(texts, document, whole)
            if document.get("title") != whole["title"]:
                texts = without_titles(texts)
        told = laid_over(told, texts, DEEP["text"])
    return told


def _played_as_then(document: Document) -> Document:
    """Return the rules with two changes, where they matter.

    A hand has no maximum, and a market gets the full number of new cards even if some still lie
    there.
    """
    transitions = document.get("transition")
    transitions = (
        [transition for transition in transitions if isinstance(transition, dict)]
        if isinstance(transitions, list)
        else []
    )
    effects = _table(document.get("effects"))
    known: dict[str, list[str]] = {}
    done = [(transition, _done(transition.get("do"), effects, known)) for transition in transitions]
    zones, fills = _table(document.get("zones")), effects.get("fill_market")
    if any(
        "place_in_hand" in words and not _asks_for_room(transition) for transition, words in done
    ):
        hand = {key: value for key, value in _table(zones.get("hand")).items() if key != "at_most"}
        document = {**document, "zones": {**zones, "hand": hand}}
    if isinstance(fills, dict) and "up_to" in fills and _deals_onto_cards(document, done):
        first = {"first" if key == "up_to" else key: value for key, value in fills.items()}
        document = {**document, "effects": {**effects, "fill_market": first}}
    return document


def _asks_for_room(transition: Document) -> bool:
    """Return whether a transition checks that the hand has room."""
    when = transition.get("when")
    return isinstance(when, list) and "hand_has_room" in when


MOST_DONE, MOST_LEVELS = 1000, 12
"""Maximum number of effects of a transition that are looked at, and their maximum depth, in levels.
The loader allows fewer.
"""


def _done(
    names: Any, effects: Document, known: dict[str, list[str]], depth: int = MOST_LEVELS
) -> list[str]:
    """Return the effects with all that they are made of, in order; `known` caches what is found."""
    found: list[str] = []
    for name in names if isinstance(names, list) and depth else ():
        if isinstance(name, str) and name not in known:
            known[name] = [name]  # before the next line, as it may be made of itself
            known[name] += _done(_table(effects.get(name)).get("do"), effects, known, depth - 1)
        found += known.get(str(name), ())
    return found[:MOST_DONE]


def _deals_onto_cards(document: Document, done: list[tuple[Document, list[str]]]) -> bool:
    """Return whether a market may be dealt while cards of the last one still lie there."""
    lying = {str(document.get("start")): False}
    found, changed = False, True
    while changed:
        changed = False
        for transition, words in done:
            lies, to = lying.get(str(transition.get("from"))), str(transition.get("to"))
            if lies is None:
                continue
            for word in words:
                found = found or (lies and word == "fill_market")
                lies = (lies or word == "fill_market") and word != "clear_market"
            if to not in lying or (lies and not lying[to]):
                lying[to], changed = lies, True
    return found


# -- the data -------------------------------------------------------------------------------------


@cache
def first_edition() -> Document:
    """Return the data about the first edition, from `spec/first-edition.toml`."""
    return tomllib.loads((spec_folder() / "first-edition.toml").read_bytes().decode())


@cache
def _definitions() -> dict[str, dict[str, Any]]:
    """Return every word that the rulesets `words_in` of the first edition define, by section."""
    files = [_read(name) for name in first_edition()["words_in"]]
    return {
        section: {name: word for file in files for name, word in file[section].items()}
        for section in ("guards", "effects")
    }


@cache
def _built_in(name: str) -> Document:
    """Return a built-in ruleset as a document, merged over those that it extends."""
    document = _read(name)
    if "extends" not in document:
        return document
    return merged(_built_in(document["extends"]), document, f"{name}.toml", [])


@cache
def _read(name: str) -> Document:
    """Return the document of a built-in rule file."""
    return tomllib.loads((spec_folder() / "rulesets" / f"{name}.toml").read_bytes().decode())
