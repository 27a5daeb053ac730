"""Rule files as they come in: their size, text and TOML are checked before anything else."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lineit.model.bounds import short
from lineit.model.errors import Problem, RulesetError
from lineit.rules.documents import Document

MOST_BYTES = 64 * 1024
"""Maximum size of a rule file, in bytes."""

MOST_COLUMNS = 400
"""Maximum length of a line of a rule file, in characters. A TOML reader may take minutes for longer
lines.
"""

MOST_VALUES = 5000
"""Maximum number of values in a rule file, lists and tables included."""

MOST_DEPTH = 10
"""Maximum depth of nested tables and lists, in levels."""

MOST_TEXT = 1000
"""Maximum length of a text or a key, in characters."""


def plain_document(data: Mapping[str, Any], file: str) -> Document:
    """Return the data with all mappings and sequences as plain tables and lists.

    Raises `RulesetError` if there is more of it than a rule file may have.
    """
    left = MOST_VALUES

    def plain(value: Any, depth: int) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            message = f"has more than {MOST_VALUES} values"
            raise refusal("too-large", file, "", message, "keep only what differs from the base")
        if depth > MOST_DEPTH:
            raise _too_deep(file)
        if isinstance(value, str) and len(value) > MOST_TEXT:
            message = f"has a text of more than {MOST_TEXT} characters, {short(value)}"
            raise refusal("too-large", file, "", message, "make it shorter")
        if isinstance(value, Mapping):
            if others := [key for key in value if not isinstance(key, str)]:
                message = f"has a key that is not a text, {short(others[0])}"
                raise refusal("shape", file, "", message, "make it a text")
            return {plain(key, depth): plain(part, depth + 1) for key, part in value.items()}
        if isinstance(value, (list, tuple)):
            return [plain(part, depth + 1) for part in value]
        return value

    document: Document = plain(data, 0)
    return document


def read_file(path: Path) -> Document:
    """Return the data of a rule file. Raises `RulesetError`."""
    file = short_path(path)
    content = None
    try:
        if path.is_file():
            with path.open("rb") as opened:
                content = opened.read(MOST_BYTES + 1)
    except OSError as error:
        message = f"cannot be read: {error.strerror}"
        raise refusal("unreadable", file, "", message, "check the path") from None
    if content is None:
        raise refusal("unreadable", file, "", "is not a file", "check the path")
    if len(content) > MOST_BYTES:
        message = f"is larger than {MOST_BYTES} bytes"
        raise refusal("too-large", file, "", message, "keep only what differs from the base")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise refusal("unreadable", file, "", "is not UTF-8 text", "save it as UTF-8") from None
    if any(len(line) > MOST_COLUMNS for line in text.split("\n")):
        message = f"has a line of more than {MOST_COLUMNS} characters"
        raise refusal("too-large", file, "", message, "break the line")
    return plain_document(_parsed(text, file), file)


def short_path(path: Path) -> str:
    """Return the path as text; a long one is cut to its last 299 characters, after an ellipsis."""
    shown = str(path)
    return shown if len(shown) <= 300 else f"…{shown[-299:]}"


def _parsed(text: str, file: str) -> Document:
    """Return the data of a TOML text. Raises `RulesetError`."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise refusal(
            "unreadable", file, "", f"is not TOML: {str(error)[:300]}", "correct it there"
        ) from None
    except RecursionError:
        raise _too_deep(file) from None
    except ValueError:
        message = "has a number with too many digits"
        raise refusal("unreadable", file, "", message, "use a smaller number") from None


def _too_deep(file: str) -> RulesetError:
    """Return the error for a file with too many levels of tables and lists."""
    return refusal("too-large", file, "", "is nested too deep", f"use at most {MOST_DEPTH} levels")


def refusal(ident: str, file: str, where: str, message: str, mend: str) -> RulesetError:
    """Return an error with one problem, whose id is `ident`."""
    return RulesetError([Problem(file, where, message, mend, id=ident)])
