"""Changes that make good inputs slightly wrong, for `fuzz.py`."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

from attrs import define, field

from support.protocol import HOSTILE, dumped, inside, torn

MOST_CHARACTERS = 200_000
"""Maximum size of an input, in bytes."""

WORD = re.compile(rb'"[^"\n]{0,60}"|[A-Za-z_][A-Za-z0-9_-]*|[0-9]+|[^\sA-Za-z0-9_]')

STRANGE = [
    *(b'""', b"''", b'"""', b"'''", b"-1", b"0", b"1", b"1.0", b"2", b"1e999", b"nan", b"inf"),
    *(b"9" * 30, b"9" * 350, b"true", b"false", b"null", b"[]", b"{}", b"[[", b"]]", b"\\", b"#"),
    *(b"\\u0000", b"\\ud800", b"\\u2028", b"\\u001b[31m", b"\0", b"\x1b[31m", b"\xff", b"\r"),
    *("\u2028 \u202e \xa0 ٣ ² ß \u017f İ \x85 \ufeff \U0001f0a1".encode().split(b" ")),
    *(b"\xed\xa0\x80", b"1979-05-27T07:32:00Z", b"07:32:00", b"1979-05-27", b"0x10", b"1_0"),
    *(b"not ", b"a.b.c", b"../x", b"__class__", b"{0}", b"%s", b"{card}", b"standard", b"bga"),
]  # fmt: skip
"""Words that no good input has."""


@define
class Changes:
    """Random changes of inputs, which also use parts of good inputs."""

    good: list[bytes]
    words: list[bytes] = field(init=False)
    lines: list[bytes] = field(init=False)
    values: list[Any] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.words = sorted({word for each in self.good for word in WORD.findall(each)})
        self.lines = sorted({line for each in self.good for line in each.split(b"\n")})
        self.values = []
        for line in self.lines:
            try:
                message = json.loads(line)
            except ValueError:
                continue
            chance = Random(len(self.values))
            self.values += [
                holder[key] for _ in range(3) for holder, key in inside(message, chance)
            ]

    def changed(self, content: bytes, chance: Random) -> bytes:
        """Return the input with some changes."""
        content = content or chance.choice(self.good)
        while True:
            way = chance.choice(
                [
                    self._word,
                    self._word,
                    self._line,
                    self._value,
                    self._value,
                    self._torn,
                    self._spliced,
                ]
            )
            content = way(content, chance)[:MOST_CHARACTERS]
            if chance.random() < 0.45 or not content:
                return content

    def _word(self, content: bytes, chance: Random) -> bytes:
        """Replace, drop, double, extend or repeat a word."""
        at = chance.randrange(len(content))
        found = WORD.search(content, at) or WORD.search(content)
        if found is None:
            return content + chance.choice(STRANGE)
        start, end = found.span()
        other = (
            chance.choice(self.words or STRANGE)
            if chance.random() < 0.6
            else chance.choice(STRANGE)
        )
        match chance.randrange(8):
            case 0:
                other = b""
            case 1:
                other = found[0] * 2
            case 2:
                other = found[0] + other
            case 3 if found[0].isdigit() and len(found[0]) < 1000:
                other = str(max(0, int(found[0]) + chance.choice([-1, 1, 1]))).encode()
            case 4 if chance.random() < 0.1:
                other = (other + chance.choice([b"", b" ", b",", b"\n"])) * chance.choice(
                    [50, 3000]
                )
        return content[:start] + other + content[end:]

    def _line(self, content: bytes, chance: Random) -> bytes:
        """Replace, drop, copy or swap a line, or insert one of another input."""
        lines = content.split(b"\n")
        at, to = chance.randrange(len(lines)), chance.randrange(len(lines))
        match chance.randrange(6):
            case 0 if len(lines) > 1:
                del lines[at : at + chance.choice([1, 1, 3, 10])]
            case 1:
                lines[to:to] = lines[at : at + chance.choice([1, 1, 3, 10])]
            case 2:
                lines[at], lines[to] = lines[to], lines[at]
            case 3:
                lines[at] = chance.choice(self.lines)
            case _:
                lines.insert(at, chance.choice(self.lines))
        return b"\n".join(lines)

    def _spliced(self, content: bytes, chance: Random) -> bytes:
        """Return the beginning of the input and the end of another one."""
        other = chance.choice(self.good)
        cut, start = chance.randrange(len(content) + 1), chance.randrange(len(other) + 1)
        if chance.random() < 0.7:  # cut at line ends
            cut = content.rfind(b"\n", 0, cut) + 1
            start = other.rfind(b"\n", 0, start) + 1
        return content[:cut] + other[start:]

    def _torn(self, content: bytes, chance: Random) -> bytes:
        return torn(content, chance)

    def _value(self, content: bytes, chance: Random) -> bytes:
        """Change a value in a line of JSON. In a line that is not JSON, change a word."""
        lines = content.split(b"\n")
        at = chance.randrange(len(lines))
        try:
            message = json.loads(lines[at])
            ways = [*inside(message, chance)]
        except (ValueError, RecursionError):
            ways = []
        if not ways:
            return self._word(content, chance)
        holder, key = ways[-1] if chance.random() < 0.5 else chance.choice(ways)
        self._put(holder, key, chance)
        try:
            lines[at] = dumped(message)
        except (ValueError, RecursionError):
            return content
        return b"\n".join(lines)

    def _put(self, holder: Any, key: Any, chance: Random) -> None:
        """Change the entry of a list or table at the key."""
        value = chance.choice(self.values if chance.random() < 0.5 and self.values else HOSTILE)
        match chance.randrange(7):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, dict):
                named = chance.choice([*holder, "", "x", "extends", "game", "id", "remove", "when"])
                holder[named] = value
            case 1:
                holder.insert(key, value)
            case 2 if isinstance(holder, list):
                to = chance.randrange(len(holder))
                holder[key], holder[to] = holder[to], holder[key]
            case 3 | 6 if type(holder[key]) is int:
                holder[key] = chance.choice([holder[key] - 1, holder[key] + 1, -1, 0, 1, 10**9])
            case 4:
                holder[key] = chance.choice([[holder[key]], {"x": holder[key]}, str(holder[key])])
            case 5:
                text = holder[key]
                words = [*text] if isinstance(text, (list, str)) else [text]
                holder[key] = words * 2 if isinstance(text, list) else f"{text}{value}"[:300]
            case _:
                holder[key] = value
