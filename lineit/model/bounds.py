"""Bounds for data from outside, which the types of fields name: length, number and range."""

from __future__ import annotations

import re
from types import NoneType
from typing import Annotated, Any

from attrs import frozen


@frozen
class Whole:
    """A whole number within bounds."""

    least: int
    most: int

    def check(self, value: Any) -> None:
        if not self.least <= value <= self.most:
            raise ValueError(f"must be from {self.least} to {self.most}, but is {short(value)}")


@frozen
class Text:
    """A printable text that matches a pattern as a whole. Messages call such a text `name`."""

    pattern: str
    most: int
    name: str = ""

    def check(self, value: Any) -> None:
        if len(value) > self.most:
            raise ValueError(f"must have at most {self.most} characters, but has {len(value)}")
        if not (re.fullmatch(self.pattern, value) and is_printable(value)):
            wanted = f"be {self.name}" if self.name else f"match {self.pattern}"
            raise ValueError(f"must {wanted}, but is {short(value)}")


@frozen
class Many:
    """A list or a table with a bounded number of entries."""

    least: int
    most: int

    def check(self, value: Any) -> None:
        if not self.least <= len(value) <= self.most:
            raise ValueError(f"must have {self.least} to {self.most} entries, but has {len(value)}")


@frozen
class Doc:
    """One sentence about a field, for its schema."""

    sentence: str


@frozen
class Shape:
    """Data in a shape that `lineit.conformance.definitions` names, for a schema."""

    name: str


Entries = Many(0, 500)
"""The number of entries in a section of a rule file."""

Id = Annotated[str, Text("[a-z][a-z0-9-]*", 40)]

Word = Annotated[str, Text("[a-z][a-z0-9_]*", 40)]

Term = Annotated[str, Text("(not )?[a-z][a-z0-9_]*", 44)]

CODE = "[1-9][0-9]*|B[1-9][0-9]*[a-z]"

Code = Annotated[str, Text(CODE, 10)]

ActionText = Annotated[str, Text(r"[^\n]*", 100, "a line of text")]

Spoken = Annotated[str, Text(f"[a-z][a-z0-9-]*( ({CODE}))?", 51, "an action, such as pick 42")]
"""The text of an action as the library writes it."""

OneLine = Annotated[str, Text(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029]+", 200, "a line of text")]


def short(value: object) -> str:
    """Return the value as a short text for a message, fast even for enormous values.

    >>> short("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"
    >>> short(10**1000)
    'an enormous number'
    """
    if isinstance(value, (list, tuple, dict)):
        return f"a {'table' if isinstance(value, dict) else 'list'} of {len(value)}"
    if isinstance(value, int) and abs(value) >= 10**30:
        return "an enormous number"
    if not isinstance(value, (str, int, float, bytes, NoneType)):
        return f"a value of the type {type(value).__name__[:40]}"
    shown = repr(value[:60] if isinstance(value, (str, bytes)) else value)
    return shown if len(shown) <= 40 else f"{shown[:37]}…"


def short_number(number: int) -> int | str:
    """Return the number for a message, or a short text if it is enormous.

    >>> short_number(58), short_number(10**1000)
    (58, 'an enormous number')
    """
    return number if abs(number) < 10**15 else short(number)


def short_key(key: str) -> str:
    """Return the key as a short text for a message, in quotes unless it is one word."""
    return key if re.fullmatch(r"[\w-]{1,40}", key) else short(key)


JOINERS = "\u200c\u200d"
"""Signs without a width that join the letters of some scripts and the parts of an emoji."""


def is_printable(text: str) -> bool:
    r"""Return whether nothing in the text is interpreted by a terminal. Joiners are printable.

    >>> is_printable("\N{MAN}\N{ZERO WIDTH JOINER}\N{PERSONAL COMPUTER}"), is_printable("\x1b")
    (True, False)
    """
    return text.isprintable() or all(sign.isprintable() or sign in JOINERS for sign in text)


def printable(text: str) -> str:
    r"""Return the text on one line, with escapes for what a terminal would interpret.

    >>> printable(f"a{chr(27)}b")
    'a\\x1bb'
    """
    return "".join(
        sign if is_printable(sign) else sign.encode("unicode_escape").decode() for sign in text
    )
