"""Output for terminals that cannot show every character: letters for colours, plain signs."""

from __future__ import annotations

import codecs
import io
import locale
import os
import sys
import unicodedata

from lineit.model.ruleset import Ruleset
from lineit.rules.load import load_ruleset

HANDLER = "lineit.plain"
"""The name of the error handler, as `codecs` knows it."""

PLAIN = {
    sign: plain
    for signs, plain in (
        ("→▶", ">"),
        ("↑", "^"),
        ("↓", "v"),
        ("●▇", "*"),
        ("✓▆╭╮╰╯┌┐└┘├┤┬┴┼", "+"),
        ("·\N{EN DASH}—─━╶╴▄", "-"),
        ("│┃╷╵▏▎▍▌▋▊▉▐", "|"),
        ("…▂", "."),
        ("“”„", '"'),
        ("\N{RIGHT SINGLE QUOTATION MARK}", "'"),
        ("¿", "?"),
        ("¡", "!"),
        ("▁", "_"),
        ("▃", ":"),
        ("▅", "="),
        ("█", "#"),
        ("▔", " "),
    )
    for sign in signs
}
"""A character for each that has one of the same width."""

_letters: dict[str, str] = {}


def know(ruleset: Ruleset) -> None:
    """Let the signs of a ruleset's colours be written as letters, where they cannot be shown.

    Each colour has the first letter of its name that no other one has; else its number.

    >>> know(load_ruleset("standard"))
    >>> "40★, 19♠".encode("ascii", HANDLER)
    b'40y, 19g'
    """
    taken: set[str] = set()
    for number, colour in enumerate(ruleset.components.colours, start=1):
        free = [each for each in colour.name if each.isascii() and each not in taken]
        letter = free[0] if free else str(number)
        taken.add(letter)
        _letters.update(dict.fromkeys(colour.glyph, ""))
        _letters[colour.glyph[0]] = letter


def _replaced(error: UnicodeError) -> tuple[str, int]:
    """Return characters for those that cannot be encoded, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    if not _letters:
        know(load_ruleset("standard"))
    wrong = error.object[error.start : error.end]
    return "".join(map(_plain, wrong)), error.end


def _plain(character: str) -> str:
    if character in _letters:
        return _letters[character]
    bare = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return PLAIN.get(character) or bare or "?"


codecs.register_error(HANDLER, _replaced)


def make_plain(stream: object, *, for_people: bool = True) -> None:
    """Let a stream of text write plain characters for those that it cannot encode.

    What is written `for_people` is plain also if the locale is ASCII, such as with `LC_ALL=C`,
    unless the user asks Python for another encoding: by itself Python writes UTF-8 there.
    """
    if isinstance(stream, io.TextIOWrapper):
        plain = for_people and os.name == "posix" and not _encoding_is_asked()
        ascii_only = plain and codecs.lookup(locale.getencoding()).name == "ascii"
        stream.reconfigure(encoding="ascii" if ascii_only else stream.encoding, errors=HANDLER)


def _encoding_is_asked() -> bool:
    asked = {"PYTHONIOENCODING", "PYTHONUTF8"} & {*os.environ}
    return bool(asked) or "utf8" in sys._xoptions  # noqa: SLF001 # it has no other name
