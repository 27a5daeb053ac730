"""Rule files: read, laid over the one they extend, checked whole, and made a `Ruleset`."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from attrs import evolve

from lineit import checks
from lineit.errors import Problem, RulesetError
from lineit.overlay import MEND, ROW_KEYS, Document, merged, row_name, unused_limits
from lineit.ruleset import EffectWord, Ruleset, Transition
from lineit.shapes import Names, converter, faults, parted, short, short_key
from lineit.texts import spec_folder
from lineit.upgrade import as_in_first_edition, is_first_edition, upgraded

MOST_BYTES = 64 * 1024
"""A rule file may be so large."""

MOST_COLUMNS = 400
"""A line of a rule file may be so long. Longer ones could keep a TOML reader busy for minutes."""

MOST_VALUES = 5000
"""A rule file may have so many values in all, lists and tables among them."""

MOST_DEPTH = 10
"""Tables and lists may be so deep within one another."""

MOST_TEXT = 1000
"""A text or a key may have so many characters."""

MOST_PROBLEMS = 100
"""So many problems of a rule file are told."""

MOST_KEPT = 64
"""Maximum number of loaded rulesets that are kept, to be given back when loaded again."""

MOST_EXTENDS = 8
"""Rule files may extend one another so deep."""

NOT_PLAYED = ("title", "rules", "text", "lineage")
"""What a rule file says that changes no game: it has no part in the digest."""

FORMAT_1 = {"state": "write [[phase]]"}
"""What format 1 had, and what format 2 says instead."""

NAMES_IN_FILES: dict[type, Names] = {
    Transition: {"source": "from"},
    EffectWord: {"source": "from"},
    Ruleset: {"phases": "phase", "transitions": "transition", "digest": None, "document": None},
}

_converter = converter(NAMES_IN_FILES)


def ruleset_names() -> tuple[str, ...]:
    """The names of the rulesets that come with the library.

    >>> "standard" in ruleset_names()
    True
    """
    names = (entry.name for entry in (spec_folder() / "rulesets").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def load_ruleset(rules: str | Path | Mapping[str, Any] | Ruleset = "standard") -> Ruleset:
    """A ruleset by its name, from a rule file (a path that ends in `.toml`), or from the data of
    one (a mapping). A ruleset is given back as it is.

    Raises `RulesetError`, whose `problems` are all that is wrong.

    >>> load_ruleset("standard").limits["price"]
    3
    >>> load_ruleset({"format": 2, "name": "cheap", "extends": "standard",
    ...               "limits": {"price": 1}}).limits["price"]
    1
    """
    if isinstance(rules, str):
        rules = str.__str__(rules)  # of an enumeration too, which may say something else of itself
    match rules:
        case Ruleset():
            return rules
        case Mapping():
            return _load(_plain(rules, "(data)"), "(data)", None)
        case Path():
            return _load_file(rules)
        case str() if rules.endswith(".toml"):
            return _load_file(Path(rules))
        case str():
            return _built_in(rules)
    raise _refusal("(data)", "", f"{short(rules)} is no ruleset", "give a name, a path or a table")


def is_built_in(ruleset: Ruleset) -> bool:
    """Whether the ruleset is the one of its name that comes with the library.

    >>> is_built_in(load_ruleset("standard"))
    True
    """
    if ruleset.name not in ruleset_names():
        return False
    return load_ruleset(ruleset.name).document == ruleset.document


def _plain(data: Mapping[str, Any], file: str) -> Document:
    """The data with plain tables and lists in it, whatever kind they were of; no more of it than a
    rule file may have.
    """
    left = MOST_VALUES

    def plain(value: Any, depth: int) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            message = f"has more than {MOST_VALUES} values"
            raise _refusal(file, "", message, "keep to what differs from the base")
        if depth > MOST_DEPTH:
            raise _refusal(file, "", "is nested too deep", "a rule file is flat")
        if isinstance(value, str) and len(value) > MOST_TEXT:
            message = f"has a text of more than {MOST_TEXT} characters, {short(value)}"
            raise _refusal(file, "", message, "make it shorter")
        if isinstance(value, Mapping):
            if others := [key for key in value if not isinstance(key, str)]:
                message = f"has a key that is no text, {short(others[0])}"
                raise _refusal(file, "", message, "make it a text")
            return {plain(key, depth): plain(part, depth + 1) for key, part in value.items()}
        if isinstance(value, (list, tuple)):
            return [plain(part, depth + 1) for part in value]
        return value

    document: Document = plain(data, 0)
    return document


def _load_file(path: Path) -> Ruleset:
    return _load(_read(path), short_path(path), path.parent)


@lru_cache(maxsize=64)
def _built_in(name: str) -> Ruleset:
    return _load(_read_built_in(name, "", ""), f"{name}.toml", None)


def _load(document: Document, file: str, folder: Path | None) -> Ruleset:
    """The ruleset of a rule file's data. Files in `folder` may be extended by name."""
    found: list[Problem] = []
    return _checked(_laid_over(document, file, folder, (), found), file, found)


def _checked(whole: Document, file: str, found: list[Problem]) -> Ruleset:
    """The ruleset of a whole document, or a `RulesetError` with all that is found wrong."""
    try:
        content = json.dumps(whole)
    except (TypeError, ValueError):  # a date, an enormous number: the converter says so
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
        found += checks.problems(ruleset, file)
    told = {(problem.where, problem.message) for problem in found if problem.file != file}
    found = [p for p in found if p.file != file or (p.where, p.message) not in told]
    if len(found) > MOST_PROBLEMS:
        rest = f"has {len(found) - MOST_PROBLEMS} more problems"
        found[MOST_PROBLEMS:] = [Problem(file, "", rest, "mend these first")]
    if found:
        raise RulesetError(found)
    if len(_CHECKED) >= MOST_KEPT:
        del _CHECKED[next(iter(_CHECKED))]
    _CHECKED[content] = evolve(ruleset, digest=digest(whole), document=whole)
    return _CHECKED[content]


_CHECKED: dict[str, Ruleset] = {}
"""The rulesets loaded last, by all that their files say: what is loaded again is not checked."""


def digest(document: Document) -> str:
    """Return the SHA-256 of all that is played in a whole rule file: see `spec/README.md`.

    >>> digest({"name": "a", "title": "A"}) == digest({"title": "B", "name": "a"})
    True
    """
    played = {key: value for key, value in document.items() if key not in NOT_PLAYED}
    content = json.dumps(played, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(content.encode()).hexdigest()


def pickled(ruleset: Ruleset) -> tuple[Any, ...]:
    """Return how a ruleset is pickled: a built-in one by its name and digest, which must be the
    same where it is read; any other by its rule file.
    """
    if is_built_in(ruleset):
        return unpickled, (ruleset.name, ruleset.digest)
    return load_ruleset, (ruleset.document,)


def unpickled(name: str, expected: str) -> Ruleset:
    """Return the built-in ruleset of a pickle. Raises `RulesetError` where it is another now."""
    ruleset = load_ruleset(name)
    if ruleset.digest != expected:
        message = f"{name} is not as it was when this was pickled"
        raise _refusal("(pickle)", "", message, "save games with save_game, which keeps the rules")
    return ruleset


def _read_built_in(name: str, file: str, where: str) -> Document:
    if name not in ruleset_names():
        known = ", ".join(ruleset_names())
        message = f"there is no ruleset {short(name)}"
        raise _refusal(file, where, message, f"take one of {known}, or a path that ends in .toml")
    return tomllib.loads((spec_folder() / "rulesets" / f"{name}.toml").read_bytes().decode())


def _read(path: Path) -> Document:
    file = short_path(path)
    content = None
    try:
        if path.is_file():
            with path.open("rb") as opened:
                content = opened.read(MOST_BYTES + 1)
    except OSError as error:
        message = f"cannot be read: {error.strerror}"
        raise _refusal(file, "", message, "check the path") from None
    if content is None:
        raise _refusal(file, "", "is not a file", "check the path")
    if len(content) > MOST_BYTES:
        message = f"is larger than the {MOST_BYTES} bytes that a rule file may have"
        raise _refusal(file, "", message, "keep to the rows that differ from the base")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _refusal(file, "", "is not UTF-8 text", "save it as UTF-8") from None
    if any(len(line) > MOST_COLUMNS for line in text.splitlines()):
        message = f"has a line of more than {MOST_COLUMNS} characters"
        raise _refusal(file, "", message, "break the line")
    return _plain(_parsed(text, file), file)


def short_path(path: Path) -> str:
    """The path as a message may show it."""
    shown = str(path)
    return shown if len(shown) <= 300 else f"…{shown[-299:]}"


def _parsed(text: str, file: str) -> Document:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _refusal(file, "", f"is not TOML: {str(error)[:300]}", "mend it there") from None
    except RecursionError:
        raise _refusal(file, "", "is nested too deep", "a rule file is flat") from None
    except ValueError:
        raise _refusal(file, "", "has a number with too many digits", "mend it") from None


def _refusal(file: str, where: str, message: str, mend: str) -> RulesetError:
    return RulesetError([Problem(file, where, message, mend)])


def _laid_over(
    document: Document,
    file: str,
    folder: Path | None,
    seen: tuple[str, ...],
    found: list[Problem],
) -> Document:
    """The document laid over what it extends, all the way down."""
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
        raise _refusal(file, "extends", message, mend)
    if name in seen or len(seen) == MOST_EXTENDS:
        chain = " → ".join((*seen, name))
        mend = "let one of them extend standard"
        raise _refusal(file, "extends", f"goes in a circle or too deep: {chain}", mend)
    sibling = folder and folder / f"{name}.toml"
    if name not in ruleset_names() and folder and sibling and sibling.is_file():
        if sibling.resolve().parent != folder.resolve():
            message = f"{name} leads out of the folder"
            raise _refusal(file, "extends", message, "copy the file into the folder")
        mistakes: list[Problem] = []
        below = _laid_over(_read(sibling), short_path(sibling), folder, (*seen, name), mistakes)
        try:
            _checked(below, short_path(sibling), mistakes)
        except RulesetError as error:  # go on, to tell what is wrong above it too
            found += error.problems
    else:
        base = _read_built_in(name, file, "extends")
        below = _laid_over(base, f"{name}.toml", None, (*seen, name), found)
    whole = merged(below, document, file, found)
    return as_in_first_edition(whole) if of_then else whole


def _shape_problem(where: str, what: str, document: Document, file: str) -> Problem:
    """A fault of the converter, with the names of the file: a row by its id, not its number."""
    what, mend = parted(what)
    row = re.match(r"(phase|transition)\[(\d+)\]\.?(.*)", where)
    word = re.match(r"(guards|effects|zones)\.([a-z0-9_]+)(?:[.\[]|$)", where)
    rule = None
    mend = FORMAT_1.get(where, mend)
    if row is not None:
        kind, number, rest = row[1], int(row[2]), row[3]
        data = document[kind][number]
        name = row_name(data, ROW_KEYS[kind])
        called = short_key(name) if name else f"number {number + 1}"
        where, what = f"{kind} {called}", f"{rest} {what}"
        rule = data.get("rule") if isinstance(data, dict) else None
    elif word is not None:
        data = document[word[1]].get(word[2])
        rule = data.get("rule") if isinstance(data, dict) else None
    elif re.fullmatch(r"rules\.[a-z0-9-]+", where) and what.startswith("must be a table"):
        mend = 'write { source = "…" }'
    known = rule if isinstance(rule, str) and re.fullmatch("[a-z][a-z0-9-]{0,39}", rule) else None
    return Problem(file, where, what.strip(), mend or MEND, known)
