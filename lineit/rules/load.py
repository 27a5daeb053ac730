"""Loading of rule files: reading, merging over the base, checking, and making a `Ruleset`."""

from __future__ import annotations

import copyreg
import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from attrs import evolve

from lineit.model.bounds import short, short_key
from lineit.model.errors import Problem, RulesetError
from lineit.model.resources import spec_folder
from lineit.model.ruleset import Ruleset, Transition
from lineit.model.structure import Names, converter, faults, parted
from lineit.model.words import EffectWord
from lineit.rules.documents import NAME_KEYS, Document, entry_name
from lineit.rules.overlay import MEND, merged, unused_limits
from lineit.rules.read import plain_document, read_file, refusal, short_path
from lineit.rules.upgrade import as_in_first_edition, is_first_edition, upgraded

MOST_PROBLEMS = 100
"""Maximum number of problems that are reported for a rule file."""

MOST_KEPT = 64
"""Maximum number of loaded rulesets that are kept, so that they need not be checked again."""

MOST_EXTENDS = 8
"""Maximum depth of rule files that extend one another, in files."""

NOT_PLAYED = ("title", "rules", "text", "lineage")
"""The sections of a rule file that change no game and are not part of the digest."""


FORMAT_1 = {"state": "write [[phase]]"}
"""How to mend what format 2 no longer has."""

NAMES_IN_FILES: dict[type, Names] = {
    Transition: {"source": "from"},
    EffectWord: {"source": "from"},
    Ruleset: {"phases": "phase", "transitions": "transition", "digest": None, "source": None},
}


_converter = converter(NAMES_IN_FILES)


def ruleset_names() -> tuple[str, ...]:
    """Return the names of the built-in rulesets.

    >>> "standard" in ruleset_names()
    True
    """
    names = (entry.name for entry in (spec_folder() / "rulesets").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def load_ruleset(rules: str | Path | Mapping[str, Any] | Ruleset = "standard") -> Ruleset:
    """Return a ruleset: by its name, from a rule file (a path that ends in `.toml`), or from the
    data of one (a mapping). A `Ruleset` is returned unchanged.

    Raises `RulesetError`, whose `problems` are all problems of the rule file.

    >>> load_ruleset("standard").limits["price"]
    3
    >>> load_ruleset({"format": 2, "name": "cheap", "extends": "standard",
    ...               "limits": {"price": 1}}).limits["price"]
    1
    """
    if isinstance(rules, str):
        rules = str.__str__(rules)  # an enumeration may have a `__str__` of its own
    match rules:
        case Ruleset():
            return rules
        case Mapping():
            return _load_data(plain_document(rules, "(data)"))
        case Path():
            return _load_file(rules)
        case str() if rules.endswith(".toml"):
            return _load_file(Path(rules))
        case str():
            return _built_in(rules)
    message, mend = f"{short(rules)} is not a ruleset", "give a name, a path or a table"
    raise refusal("shape", "(data)", "", message, mend)


def is_built_in(ruleset: Ruleset) -> bool:
    """Return whether the ruleset is the built-in one of its name.

    >>> is_built_in(load_ruleset("standard"))
    True
    """
    if ruleset.name not in ruleset_names():
        return False
    known = load_ruleset(ruleset.name)
    return known.source == ruleset.source or known.document == ruleset.document


def _load_data(document: Document) -> Ruleset:
    """Return the ruleset of a rule file's data: a built-in one if its data is the same."""
    name = document.get("name")
    if isinstance(name, str) and name in ruleset_names():
        known = _built_in(name)
        if known.document == document:
            return known
    return _load(document, "(data)", None)


def _load_file(path: Path) -> Ruleset:
    """Return the ruleset of a rule file."""
    return _load(read_file(path), short_path(path), path.parent)


@lru_cache(maxsize=64)
def _built_in(name: str) -> Ruleset:
    """Return a built-in ruleset."""
    document, file = _read_built_in(name, "", ""), f"{name}.toml"
    found: list[Problem] = []
    return _checked(_laid_over(document, file, None, (), found), file, found, trusted=True)


def _load(document: Document, file: str, folder: Path | None) -> Ruleset:
    """Return the ruleset of a rule file's data. Files in `folder` may be extended by name."""
    found: list[Problem] = []
    return _checked(_laid_over(document, file, folder, (), found), file, found)


def _checked(whole: Document, file: str, found: list[Problem], *, trusted: bool = False) -> Ruleset:
    """Return the ruleset of a merged document. Built-in rulesets are `trusted`: the tests check
    them, so loading a game of theirs needs no checker.

    Raises `RulesetError` with the problems that are found, and those in `found` from before.
    """
    try:
        content = json.dumps(whole)
    except (TypeError, ValueError):  # a date or an enormous number, which the converter reports
        content = ""
    if not found and content in _CHECKED:
        return _CHECKED[content]
    try:
        ruleset = _converter.structure(whole, Ruleset)
    except Exception as error:
        found += [
            _shape_problem(where, what, whole, file)
            for where, what in faults(error, "", NAMES_IN_FILES)
        ]
    else:
        if not trusted:
            from lineit.rules import check  # noqa: PLC0415 # built-in rulesets need none of it

            found += check.problems(ruleset, file)
    told = {(problem.where, problem.message) for problem in found if problem.file != file}
    found = [p for p in found if p.file != file or (p.where, p.message) not in told]
    if len(found) > MOST_PROBLEMS:
        rest = "has more problems"
        found[MOST_PROBLEMS:] = [Problem(file, "", rest, "mend those above first", id="more")]
    if found:
        raise RulesetError(found)
    if len(_CHECKED) >= MOST_KEPT:
        del _CHECKED[next(iter(_CHECKED))]
    _CHECKED[content] = evolve(ruleset, digest=digest(whole), source=content)
    return _CHECKED[content]


_CHECKED: dict[str, Ruleset] = {}
"""The rulesets loaded last, by the JSON text of their documents. They are not checked again."""


def digest(document: Document) -> str:
    """Return the SHA-256 of the parts of a merged rule file that are played; see `spec/README.md`.

    >>> digest({"name": "a", "title": "A"}) == digest({"title": "B", "name": "a"})
    True
    """
    played = {key: value for key, value in document.items() if key not in NOT_PLAYED}
    content = json.dumps(played, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(content.encode()).hexdigest()


def pickled(ruleset: Ruleset) -> tuple[Any, ...]:
    """Return how to pickle a ruleset: a built-in one by its name and digest, any other by its rule
    file.
    """
    if is_built_in(ruleset):
        return unpickled, (ruleset.name, ruleset.digest)
    return load_ruleset, (ruleset.document,)


copyreg.pickle(Ruleset, pickled)


def unpickled(name: str, expected: str) -> Ruleset:
    """Return the built-in ruleset of a pickle. Raises `RulesetError` if its rules have changed."""
    ruleset = load_ruleset(name)
    if ruleset.digest != expected:
        message = f"the rules of {name} have changed since this was pickled"
        raise refusal(
            "changed-rules",
            "(pickle)",
            "",
            message,
            "save games with save_game, which keeps the rules",
        )
    return ruleset


def _read_built_in(name: str, file: str, where: str) -> Document:
    """Return the data of a built-in rule file; `file` and `where` say what names it."""
    if name not in ruleset_names():
        known = ", ".join(ruleset_names())
        message = f"there is no ruleset {short(name)}"
        raise refusal(
            "unknown-ruleset",
            file,
            where,
            message,
            f"use one of {known}, or a path that ends in .toml",
        )
    document: Document = json.loads(_built_in_as_json(name))
    return document


@lru_cache(maxsize=64)
def _built_in_as_json(name: str) -> str:
    """Return the data of a built-in rule file as JSON, which is read ten times as fast as TOML."""
    content = (spec_folder() / "rulesets" / f"{name}.toml").read_bytes().decode()
    return json.dumps(tomllib.loads(content))


def _laid_over(
    document: Document,
    file: str,
    folder: Path | None,
    seen: tuple[str, ...],
    found: list[Problem],
) -> Document:
    """Return the document merged over the file that it extends, and so on down to the last.

    `seen` has the names extended so far. Problems are added to `found`. Raises `RulesetError`.
    """
    of_then = is_first_edition(document)
    document = upgraded(document)
    if "extends" not in document:
        if "lineage" not in document and not of_then:
            found += unused_limits(document, {}, document, file)
        return document
    name = document["extends"]
    if not isinstance(name, str) or not re.fullmatch("[a-z][a-z0-9-]{0,39}", name):
        message = f"{short(name)} is not the name of a ruleset"
        mend = "name a built-in ruleset, or a file of the same folder without its .toml"
        raise refusal("shape", file, "extends", message, mend)
    if name in seen or len(seen) == MOST_EXTENDS:
        chain = " → ".join((*seen, name))
        mend = "let one of them extend standard"
        message = f"is in a circle or more than {MOST_EXTENDS} files deep: {chain}"
        raise refusal("extends-circle", file, "extends", message, mend)
    if name not in ruleset_names() and folder and (sibling := _beside(name, file, folder)):
        mistakes: list[Problem] = []
        below = _laid_over(read_file(sibling), short_path(sibling), folder, (*seen, name), mistakes)
        try:
            _checked(below, short_path(sibling), mistakes)
        except RulesetError as error:  # go on, to report the problems of the file above too
            found += error.problems
    else:
        base = _read_built_in(name, file, "extends")
        below = _laid_over(base, f"{name}.toml", None, (*seen, name), found)
    whole = merged(below, document, file, found)
    return as_in_first_edition(whole) if of_then else whole


def _beside(name: str, file: str, folder: Path) -> Path | None:
    """Return the path of a rule file in the folder; None if it has none of this name.

    Raises `RulesetError` if the file cannot be read, or is a link that leads out of the folder.
    """
    path = folder / f"{name}.toml"
    try:
        if not path.is_file():
            return None
        inside = path.resolve().parent == folder.resolve()
    except (OSError, RuntimeError) as error:
        message = f"{name} cannot be read: {getattr(error, 'strerror', None) or error}"
        raise refusal("unreadable", file, "extends", message, "copy the file here") from None
    if not inside:
        message, mend = f"{name} leads out of the folder", "copy the file into the folder"
        raise refusal("unknown-ruleset", file, "extends", message, mend)
    return path


def _shape_problem(where: str, what: str, document: Document, file: str) -> Problem:
    """Return a fault of the converter as a problem; entries are named by their id, not number."""
    what, mend = parted(what)
    entry = re.match(r"(phase|transition)\[(\d+)\]\.?(.*)", where)
    word = re.match(r"(guards|effects|zones)\.([a-z0-9_]+)(?:[.\[]|$)", where)
    rule = None
    mend = FORMAT_1.get(where, mend)
    if entry is not None:
        kind, number, rest = entry[1], int(entry[2]), entry[3]
        data = document[kind][number]
        name = entry_name(data, NAME_KEYS[kind])
        called = short_key(name) if name else f"number {number + 1}"
        where, what = f"{kind} {called}", f"{rest} {what}"
        rule = data.get("rule") if isinstance(data, dict) else None
    elif word is not None:
        data = document[word[1]].get(word[2])
        rule = data.get("rule") if isinstance(data, dict) else None
    elif re.fullmatch(r"rules\.[a-z0-9-]+", where) and what.startswith("must be a table"):
        mend = 'write { source = "…" }'
    known = rule if isinstance(rule, str) and re.fullmatch("[a-z][a-z0-9-]{0,39}", rule) else None
    return Problem(file, where, what.strip(), mend or MEND, known, id="shape")
