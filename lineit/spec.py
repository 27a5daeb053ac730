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

from attrs import evolve, fields, frozen

from lineit import checks
from lineit.errors import Problem, RulesetError
from lineit.ruleset import Row, Ruleset
from lineit.shapes import Names, converter, faults, short, short_key
from lineit.texts import spec_folder

MOST_BYTES = 256 * 1024
"""A rule file may be so large."""

MOST_COLUMNS = 2000
"""A line of a rule file may be so long. Longer ones could keep a TOML reader busy for minutes."""

MOST_EXTENDS = 8
"""Rule files may extend one another so deep."""

ROW_KEYS = {"state": "name", "transition": "id"}
"""The lists of rows in a rule file, and the key that names a row."""

NOT_PLAYED = ("title", "rules", "lineage")
"""What a rule file says that changes no game: it has no part in the digest."""

MEND = "see spec/README.md for what may stand there"

Document = dict[str, Any]

NAMES_IN_FILES: dict[type, Names] = {
    Row: {"source": "from"},
    Ruleset: {"states": "state", "transitions": "transition", "digest": None, "document": None},
}

_converter = converter(NAMES_IN_FILES)


@frozen
class Removals:
    """What an overlay takes away from below: rows by name or id, words and rules by name."""

    state: tuple[str, ...] = ()
    transition: tuple[str, ...] = ()
    guards: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


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

    >>> load_ruleset("standard").limits.price
    3
    >>> load_ruleset({"format": 1, "name": "cheap", "extends": "standard",
    ...               "limits": {"price": 1}}).limits.price
    1
    """
    match rules:
        case Ruleset():
            return rules
        case Mapping():
            return _load(_plain(rules), "(data)", None)
        case Path():
            return _load_file(rules)
        case str() if rules.endswith(".toml"):
            return _load_file(Path(rules))
        case str():
            return _built_in(rules)
    raise _refusal("(data)", "", f"{short(rules)} is no ruleset", "give a name, a path or a table")


def _plain(data: Mapping[str, Any]) -> Document:
    """The data with plain tables and lists in it, whatever kind they were of."""

    def plain(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {key: plain(part) for key, part in value.items()}
        return [plain(part) for part in value] if isinstance(value, (list, tuple)) else value

    try:
        return {key: plain(value) for key, value in data.items()}
    except RecursionError:
        raise _refusal("(data)", "", "is nested too deep", "rules are flat") from None


def _load_file(path: Path) -> Ruleset:
    return _load(_read(path), str(path), path.parent)


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
        ruleset = _converter.structure(whole, Ruleset)
    except Exception as error:
        found += [_shape_problem(where, what, whole, file) for where, what in faults(error)]
    else:
        found += checks.problems(ruleset, file)
    if found:
        raise RulesetError(found)
    played = {key: value for key, value in whole.items() if key not in NOT_PLAYED}
    content = json.dumps(played, sort_keys=True, ensure_ascii=True)
    digest = hashlib.sha256(content.encode()).hexdigest()
    return evolve(ruleset, digest=digest, document=whole)


def _read_built_in(name: str, file: str, where: str) -> Document:
    if name not in ruleset_names():
        known = ", ".join(ruleset_names())
        message = f"there is no ruleset {short(name)}"
        raise _refusal(file, where, message, f"take one of {known}, or a path that ends in .toml")
    return tomllib.loads((spec_folder() / "rulesets" / f"{name}.toml").read_text("utf-8"))


def _read(path: Path) -> Document:
    file = str(path)
    if not path.is_file():
        raise _refusal(file, "", "is not a file", "check the path")
    try:
        with path.open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise _refusal(file, "", f"can not be read: {error.strerror}", "check the path") from None
    if len(content) > MOST_BYTES:
        message = f"is larger than the {MOST_BYTES} bytes that a rule file may have"
        raise _refusal(file, "", message, "keep to the rows that differ from the base")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _refusal(file, "", "is not UTF-8 text", "save it as UTF-8") from None
    if max(map(len, text.splitlines()), default=0) > MOST_COLUMNS:
        message = f"has a line of more than {MOST_COLUMNS} characters"
        raise _refusal(file, "", message, "break the line")
    return _parsed(text, file)


def _parsed(text: str, file: str) -> Document:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _refusal(file, "", f"is not TOML: {error}", "mend it there") from None
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
    if "extends" not in document:
        return document
    name = document["extends"]
    if not isinstance(name, str) or not re.fullmatch("[a-z][a-z0-9-]*", name):
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
        below = _laid_over(_read(sibling), str(sibling), folder, (*seen, name), found)
        _checked(below, str(sibling), found)
    else:
        base = _read_built_in(name, file, "extends")
        below = _laid_over(base, f"{name}.toml", None, (*seen, name), found)
    return _merged(below, document, file, found)


def _merged(below: Document, over: Document, file: str, found: list[Problem]) -> Document:
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
    names = [_name(row, key) for row in below]
    replaced = {_name(row, key): row for row in over if _name(row, key) in names}
    new = [row for row in over if replaced.get(_name(row, key)) is not row]
    return [
        replaced.get(name, row) if name else row for name, row in zip(names, below, strict=True)
    ] + new


def _name(row: Any, key: str) -> str | None:
    name = row.get(key) if isinstance(row, dict) else None
    return name if isinstance(name, str) else None


def _without_removed(below: Document, over: Document, file: str, found: list[Problem]) -> Document:
    merged = {key: value for key, value in below.items() if key not in ("extends", "remove")}
    try:
        removals = _converter.structure(over.get("remove", {}), Removals)
    except Exception as error:
        for where, what in faults(error):
            found.append(Problem(file, f"remove.{where}".rstrip("."), what, MEND))
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
            known = [name for row in kept if (name := _name(row, key))]
            merged[section] = [row for row in kept if _name(row, key) not in names]
        for name in names:
            if name not in known:
                message = f"there is no {short(name)} to remove"
                mend = checks.did_you_mean(name, known)
                found.append(Problem(file, f"remove.{section}", message, mend))
    return merged


def _shape_problem(where: str, what: str, document: Document, file: str) -> Problem:
    """A fault of the converter with the row named by its id rather than by its number."""
    for names in NAMES_IN_FILES.values():
        for field, renamed in names.items():
            where = re.sub(rf"\b{field}\b", renamed or field, where)
    match = re.match(r"(state|transition)\[(\d+)\]\.?(.*)", where)
    if match is None:
        return Problem(file, where, what, MEND)
    kind, number, rest = match[1], int(match[2]), match[3]
    row = document[kind][number]
    name = _name(row, ROW_KEYS[kind]) or f"number {number + 1}"
    rule = row.get("rule") if isinstance(row, dict) and isinstance(row.get("rule"), str) else None
    return Problem(file, f"{kind} {short_key(name)}", f"{rest} {what}".strip(), MEND, rule)
