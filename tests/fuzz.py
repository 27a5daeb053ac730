"""What comes in at the four doors? `python tests/fuzz.py` sends a lot that is nearly right:

- `rules`: rule files, and the same as JSON data; with those that load, games are tried;
- `records`: saved games, as files and as data;
- `turns`: what players type, at tables of several rulesets and phases;
- `rpc`: lines of the protocol, a few at a time, to a server with games in mid-play.

Always the same must hold: nothing but a `LineitError` comes out, in sentences that are short and
printable in each language; nothing has changed that should not; nothing takes some seconds.

What is sent is made of good inputs by changes of bytes, words, lines and JSON values, all drawn
from `--seed`; what led to an answer that was not seen before is changed further. `DOOR …` takes
some of the doors, `--seconds 60` is for how long at each. What is found is made as small as it can
be, told with its seed, and left in `tests/data/crashes/`, which `test_fuzz.py` tries each time; the
exit code is then 1. With `--guided`, where atheris is installed, the changes follow what code of
lineit is reached, at one door.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import re
import shutil
import signal
import sys
import tempfile
import time
import tomllib
import traceback
from abc import ABC, abstractmethod
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any
from unittest.mock import patch

from attrs import define, field, frozen

from lineit import Game, LineitError, Ruleset, RulesetError, load_ruleset, ruleset_names, spec
from lineit.actions import parse_turn, turn_text
from lineit.codec import table_json
from lineit.errors import Reason, RecordError
from lineit.records import load_game, parse_record, record
from lineit.rpc import Server, serve
from lineit.texts import LANGUAGES
from lineit.trial import GAMES, MOST_WORK, trial
from lineit.views import view_json
from test_rpc import (
    HOSTILE,
    checked,
    dumped,
    inside,
    lines_about,
    lines_about_none,
    moved_by,
    strict,
    torn,
)

ROOT = Path(__file__).parent.parent
CRASHES = ROOT / "tests/data/crashes"

SECONDS = 5.0
"""So long, of its own time, one input may take."""

LONGEST = 2000
"""So many characters a sentence may have."""

MOST_KEPT = 3000
"""So many inputs at most are kept to be changed further."""

MOST_CHARACTERS = 200_000
"""So long an input may become."""

MOST_HEARD = 100_000
"""So many sentences are remembered, not to look at them again in each language."""

HEARD: set[str] = set()

READ = spec._read_built_in  # noqa: SLF001 # what stands in for it needs it

HEAD = b'format = 1\nname = "mine"\nextends = "standard"\n'


# -- what must hold of all that is told -----------------------------------------------------------


def fair(text: str) -> str:
    """The text, which a person and a terminal can bear."""
    for line in text.split("\n"):
        assert line.isprintable(), f"not printable: {line!a}"
        assert len(line) <= LONGEST, f"too long: {line[:100]!a}"
    assert text, "nothing is said"
    return text


@cache
def quick_built_in(name: str) -> str:
    """A built-in rule file as JSON, which is read in less time."""
    text = (ROOT / f"spec/rulesets/{name}.toml").read_text("utf-8")
    return json.dumps(tomllib.loads(text))


def read_quickly(name: str, file: str, where: str) -> dict[str, Any]:
    """As `lineit.spec` reads a built-in rule file for one that extends it."""
    if name not in ruleset_names():
        read: Callable[[str, str, str], dict[str, Any]] = READ
        return read(name, file, where)
    document: dict[str, Any] = json.loads(quick_built_in(name))
    return document


def said(reason: Reason) -> str:
    """What the reason says, which is fair in each language."""
    told = reason.text()
    if told not in HEARD:
        for lang in LANGUAGES:
            fair(reason.text(lang))
        if len(HEARD) < MOST_HEARD:
            HEARD.add(told)
    return told


def refused(error: LineitError) -> str:
    """What the error says, all of which is fair."""
    fair(str(error))
    problems = error.problems if isinstance(error, RulesetError) else ()
    for problem in problems:
        fair(str(problem))
    return f"{type(error).__name__}: {said(error.reason)}"


def built_in() -> dict[str, str]:
    """The content of the rulesets that come with the library, as they are now in memory."""
    return {name: json.dumps(load_ruleset(name).document) for name in ruleset_names()}


def game_after(ply: int, players: int = 2, rules: Any = "standard", seed: int = 7) -> Game:
    """A game at random, after so many decisions or at its end."""
    chance, game = Random(seed), Game.new(players, rules=rules, seed=seed)
    while game.legal and game.ply < ply:
        game.apply(chance.choice(game.legal))
    return game


@cache
def own_folder() -> Path:
    """A folder for this process, which ends with it."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder)
    return folder


class Scratch:
    """A file whose content is written anew for each input, in a folder of its own."""

    def __init__(self, name: str) -> None:
        self.path = Path(tempfile.mkdtemp(dir=own_folder())) / name
        self.opened = os.open(self.path, os.O_CREAT | os.O_WRONLY)

    def write(self, content: bytes) -> Path:
        """The path of the file, which now has this content."""
        os.ftruncate(self.opened, 0)
        os.pwrite(self.opened, content, 0)
        return self.path

    def __del__(self) -> None:
        os.close(self.opened)


# -- the doors ------------------------------------------------------------------------------------


class Door(ABC):
    """A way in from outside: good inputs, and what must hold of any."""

    ending = "txt"

    def __init__(self) -> None:
        self.before = built_in()

    @abstractmethod
    def good(self) -> list[bytes]:
        """Inputs to begin with."""

    @abstractmethod
    def enter(self, content: bytes) -> str:
        """Bring the input in; what came of it. Raises whatever where not all is as it must be."""

    def check_unchanged(self) -> None:
        """Raise where something has changed that all inputs share."""
        assert built_in() == self.before, "a built-in ruleset has changed"


class Rules(Door):
    """Rule files, or, where the input begins with a brace, the data of one as JSON."""

    ending = "toml"

    def __init__(self) -> None:
        super().__init__()
        self.scratch = Scratch("mine.toml")
        self.tried: set[str] = set()

    def good(self) -> list[bytes]:
        files = [*sorted((ROOT / "spec/rulesets").glob("*.toml"))]
        files += sorted((ROOT / "tests/data/broken").glob("*.toml"))
        contents = [content for file in files if len(content := file.read_bytes()) < 60_000]
        standard = (ROOT / "spec/rulesets/standard.toml").read_bytes()
        blocks = re.split(rb"\n(?=\[)", standard)[1:]
        contents += [HEAD + block + b"\n" for block in blocks]
        for content in list(contents):
            try:
                data = tomllib.loads(content.decode())
                contents.append(json.dumps(data).encode())
            except (ValueError, TypeError):
                continue
        return contents

    def enter(self, content: bytes) -> str:
        if content.startswith(b"{"):
            try:
                data = json.loads(content)
                before = json.dumps(data)
            except (ValueError, RecursionError):
                return "not JSON"
            result = self._loaded(data)
            assert json.dumps(data) == before, "the data was changed"
            return result
        return self._loaded(self.scratch.write(content))

    def _loaded(self, rules: Any) -> str:
        try:
            loaded = load_ruleset(rules)
        except RulesetError as error:
            return refused(error).replace(str(self.scratch.path), "")
        if loaded.digest in self.tried:
            return "loaded"
        self.tried.add(loaded.digest)
        assert load_ruleset(json.loads(json.dumps(loaded.document))) == loaded, "not as its data"
        return f"loaded; {tried(loaded)}"


def tried(rules: Ruleset) -> str:
    """What comes of games by these rules; the whole trial for a few, a short one for the others."""
    short = int(rules.digest[:8], 16) % 50 != 0
    module = sys.modules["lineit.trial"]
    games, most = (1, 30_000) if short else (GAMES, MOST_WORK)
    with patch.multiple(module, GAMES=games, MOST_WORK=most):
        problems = trial(rules, "mine.toml")
    if problems:
        return "; ".join(fair(str(problem)) for problem in problems)
    game, chance = Game.new(rules.components.players[1], rules=rules, seed=1), Random(1)
    for _ in range(20):
        if game.over:
            break
        for choice in game.choices:
            assert (choice.reason is None) is (choice.action in game.legal), f"{choice.action}"
            if choice.reason:
                said(choice.reason)
        game.apply(chance.choice(game.legal))
    json.dumps(view_json(game.view(0)))
    again = parse_record(json.dumps(record(game)))
    assert (again.table, again.events) == (game.table, game.events), "saved and loaded it differs"
    return "tried"


class Records(Door):
    """Saved games: as files, and the same as data."""

    ending = "json"

    def __init__(self) -> None:
        super().__init__()
        self.scratch = Scratch("game.json")

    def good(self) -> list[bytes]:
        cheap = {"format": 1, "name": "cheap", "extends": "standard", "limits": {"price": 1}}
        games = [
            *(game_after(ply, rules=name) for name in ruleset_names() for ply in (0, 3, 12)),
            game_after(1000, 3),
            game_after(9, rules=cheap),
        ]
        saved = [record(game) for game in games]
        named = {**saved[1], "names": ["Ana", "Ben"], "seed": None}
        old = {key: part for key, part in saved[1].items() if key not in ("names", "first")}
        whole = [*saved, named, {**old, "format": 1}]
        return [json.dumps(each).encode() for each in whole]

    def enter(self, content: bytes) -> str:
        path = self.scratch.write(content)
        result = self._loaded(lambda: load_game(path))
        try:
            data = json.loads(content)
            before = json.dumps(data)
        except (ValueError, RecursionError):
            return result
        assert self._loaded(lambda: parse_record(data)) == result, "as data it differs"
        assert json.dumps(data) == before, "the data was changed"
        return result

    def _loaded(self, load: Callable[[], Game]) -> str:
        try:
            game = load()
        except RecordError as error:
            return refused(error)
        saved = record(game)
        again = parse_record(json.dumps(saved))
        assert (again.table, record(again)) == (game.table, saved), "saved again it differs"
        return f"loaded, in the phase {game.table.phase} of {game.ruleset}"


class Turns(Door):
    """What players type: one action, or those of a turn with commas between them. The first byte
    says at which table.
    """

    def __init__(self) -> None:
        super().__init__()
        self.games = [
            *(game_after(ply) for ply in (0, 1, 2, 3, 60, 61, 62, 1000)),
            *(game_after(ply, 3, "bga") for ply in (0, 1, 40)),
            *(game_after(30, 4, name) for name in ("children", "hand-of-three")),
        ]

    def good(self) -> list[bytes]:
        texts = ["pick 91, line, score", "pick 91, hand, play 91, pass", "pass", "restart"]
        texts += [f"{verb} B3a" for verb in load_ruleset("standard").verbs]
        for game in self.games:
            texts += [str(action) for action in game.legal]
            taken = [step.action for step in game.steps if step.action is not None]
            texts += [turn_text(taken), turn_text(taken[-4:])]
        tables = range(len(self.games))
        return [bytes([97 + at]) + text.encode() for text in dict.fromkeys(texts) for at in tables]

    def enter(self, content: bytes) -> str:
        if not content:
            return "nothing"
        game = self.games[(content[0] - 97) % len(self.games)]
        text = content[1:].decode("utf-8", "surrogateescape")
        ply, table, rules = game.ply, game.table, game.ruleset
        try:
            actions = parse_turn(text, rules)
        except LineitError as error:
            result = refused(error)
        else:
            assert parse_turn(turn_text(actions), rules) == actions, "as a text it differs"
            result = "a turn"
        for part in text.split(",", 20):
            result = f"{result[:50]}, {self._tried(game, part)[:50]}"
        game.undo(game.ply - ply)
        assert game.table is table, "the game has changed"
        return result

    def _tried(self, game: Game, text: str) -> str:
        table, ply = game.table, game.ply
        good = " ".join(text.split()) in map(str, game.legal)
        reason = game.explain(text)
        assert (reason is None) is good, "explain errs"
        try:
            game.apply(text)
        except LineitError as error:
            assert reason is not None, "it is legal, and refused"
            same = (error.reason.text(), error.reason.rule) == (reason.text(), reason.rule)
            why = refused(error)
        else:
            same, why = True, ""
        assert same, "explain says another thing"
        if why:
            assert (game.table is table, game.ply) == (True, ply), "refused, and it has changed"
            return why
        assert (reason, game.ply) == (None, ply + 1), "it is not legal, and done"
        for choice in game.choices:
            assert (choice.reason is None) is (choice.action in game.legal), f"{choice.action}"
            if choice.reason:
                said(choice.reason)
        return f"{text.split(maxsplit=1)[0]} is done"


class Watched(Server):
    """A server that looks at each line itself: which games may it change, and which did it?"""

    def __init__(self, games: Sequence[Game]) -> None:
        super().__init__()
        self.games, self.results = games, [""]
        self.begin()

    def begin(self) -> None:
        """Be as in the beginning."""
        self._games = {str(at): copy(game) for at, game in enumerate(self.games, start=1)}
        self._opened = len(self.games)
        self.results = []

    def answer(self, line: str | bytes) -> str | None:
        try:
            message = strict(line)
        except (ValueError, RecursionError):
            message = None
        messages = message if isinstance(message, list) else [message]
        asked = {ident for each in messages if (ident := asks_to_move(each, self._games))}
        before = {ident: game.table for ident, game in self._games.items()}
        answer = super().answer(line)
        now = {ident: game.table for ident, game in self._games.items()}
        moved = {ident for ident, table in before.items() if now.get(ident) is not table}
        fits = moved == asked or (moved < asked and isinstance(message, list))
        assert fits, f"it asks to change {sorted(asked)}, and changes {sorted(moved)}"
        for response in checked(answer) if answer is not None else ():
            self.results.append(_answered(response))
        return answer


def asks_to_move(message: Any, games: dict[str, Game]) -> str | None:
    """The game that the request, by the book, changes. What is not printable is no action here."""
    params = message.get("params") if isinstance(message, dict) else None
    action = params.get("action") if isinstance(params, dict) else None
    fits = not isinstance(action, str) or action.isprintable()
    return moved_by(message, games) if fits else None


def _answered(response: dict[str, Any]) -> str:
    """What a response says, all of which is fair."""
    error = response.get("error")
    if error is None:
        return f"{sorted(response['result']) if isinstance(response['result'], dict) else 'done'}"
    assert error["code"] != -32603, error["message"]
    data = error.get("data") or {}
    for told in (error["message"], data.get("message", "-"), *data.get("problems", ())):
        fair(told)
    return f"{error['code']} {error['message']}"


class Rpc(Door):
    """Lines of the protocol. The server has three games in mid-play each time."""

    ending = "jsonl"

    def __init__(self) -> None:
        super().__init__()
        told = ((31, 2, "standard"), (64, 3, "standard"), (40, 4, "bga"))
        self.games = [game_after(ply, players, rules) for ply, players, rules in told]
        self.tables = [table_json(game.table) for game in self.games]
        self.server = Watched(self.games)

    def good(self) -> list[bytes]:
        docs = (ROOT / "docs/protocol.md").read_text("utf-8")
        conversation = re.findall("^--> (.*)$", docs, re.MULTILINE)
        alone = lines_about_none(self.games[0])
        about = [lines_about(str(at), game) for at, game in enumerate(self.games, start=1)]
        chance = Random(1)
        sessions = [chance.sample(lines + alone, 4) for lines in about for _ in range(30)]
        return [
            *("\n".join(conversation[at:]).encode() for at in range(len(conversation))),
            *(line for lines in (*about, alone) for line in lines),
            *(b"\n".join(lines) for lines in sessions),
        ]

    def enter(self, content: bytes) -> str:
        self.server.begin()
        answers = BytesIO()
        with patch("lineit.rpc.Server", lambda: self.server):
            serve(BytesIO(content), answers)
        assert answers.getvalue().isascii(), "not ASCII"
        for line in answers.getvalue().splitlines():
            checked(line.decode())
        return "; ".join(self.server.results)

    def check_unchanged(self) -> None:
        super().check_unchanged()
        now = [table_json(game.table) for game in self.games]
        assert now == self.tables, "a table has changed"


DOORS: dict[str, type[Door]] = {"rules": Rules, "records": Records, "turns": Turns, "rpc": Rpc}


# -- changes --------------------------------------------------------------------------------------

WORD = re.compile(rb'"[^"\n]{0,60}"|[A-Za-z_][A-Za-z0-9_-]*|[0-9]+|[^\sA-Za-z0-9_]')

STRANGE = [
    *(b'""', b"''", b'"""', b"'''", b"-1", b"0", b"1", b"1.0", b"2", b"1e999", b"nan", b"inf"),
    *(b"9" * 30, b"9" * 350, b"true", b"false", b"null", b"[]", b"{}", b"[[", b"]]", b"\\", b"#"),
    *(b"\\u0000", b"\\ud800", b"\\u2028", b"\\u001b[31m", b"\0", b"\x1b[31m", b"\xff", b"\r"),
    *("\u2028 \u202e \xa0 ٣ ² ß \u017f İ \x85 \ufeff \U0001f0a1".encode().split(b" ")),
    *(b"\xed\xa0\x80", b"1979-05-27T07:32:00Z", b"07:32:00", b"1979-05-27", b"0x10", b"1_0"),
    *(b"not ", b"a.b.c", b"../x", b"__class__", b"{0}", b"%s", b"{card}", b"standard", b"bga"),
]  # fmt: skip
"""Words that were not asked for."""


@define
class Changes:
    """Changes of inputs, each drawn from `chance`, with parts of the good ones at hand."""

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
        """The input with some changes."""
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
        """A word replaced, dropped, doubled, put elsewhere, or put there very often."""
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
        """A line replaced, dropped, doubled, moved, or one of another input put in."""
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
        """The beginning of it, and the end of another one."""
        other = chance.choice(self.good)
        cut, start = chance.randrange(len(content) + 1), chance.randrange(len(other) + 1)
        if chance.random() < 0.7:  # where lines end
            cut = content.rfind(b"\n", 0, cut) + 1
            start = other.rfind(b"\n", 0, start) + 1
        return content[:cut] + other[start:]

    def _torn(self, content: bytes, chance: Random) -> bytes:
        return torn(content, chance)

    def _value(self, content: bytes, chance: Random) -> bytes:
        """A value of a line that is JSON replaced, dropped, doubled or wrapped; else a word."""
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
        """Change what the list or table has at the key."""
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


# -- what is found --------------------------------------------------------------------------------


class TooSlow(BaseException):
    """An input that takes too long. No `except Exception` keeps it."""


@frozen
class Finding:
    """An input at which something was not as it must be; `kind` is the same where that is."""

    kind: str
    content: bytes
    told: str


@contextmanager
def in_time() -> Iterator[None]:
    """Raise `TooSlow` where it takes too long, even if it never ends."""

    def stop(_: int, __: FrameType | None) -> None:
        raise TooSlow(f"more than {SECONDS} seconds")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def as_always() -> Iterator[None]:
    """An input does the same each time: the seed of a game without one is not drawn. Besides,
    built-in rule files are read in less time.
    """
    same = patch("secrets.randbits", lambda bits: bits)
    with same, patch("lineit.spec._read_built_in", read_quickly):
        yield


def entered(door: Door, content: bytes) -> str | Finding:
    """What came of the input at the door."""
    try:
        with in_time(), as_always():
            return door.enter(content)
    except TooSlow as error:
        return Finding("TooSlow", content, f"TooSlow: {error}")
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        inner = [frame for frame in frames if "/lineit/" in frame.filename] or frames[-1:]
        place = f"{Path(inner[-1].filename).name}, {inner[-1].name}"
        what = str(error).partition(":")[0][:60] if isinstance(error, AssertionError) else ""
        kind = f"{type(error).__name__} in {place} {what}".strip()
        return Finding(kind, content, "".join(traceback.format_exception(error))[-3000:])


def smallest(door: Door, finding: Finding, seconds: float = 20) -> Finding:
    """The same finding with as little as will do."""
    ends = time.monotonic() + seconds
    for in_lines in (True, False):
        content = finding.content
        lines = content.splitlines(keepends=True)
        parts = lines if in_lines else [bytes([each]) for each in content]
        size = max(1, len(parts) // 2)
        while size and time.monotonic() < ends:
            at = 0
            while at < len(parts) and time.monotonic() < ends:
                fewer = parts[:at] + parts[at + size :]
                found = entered(door, b"".join(fewer))
                if isinstance(found, Finding) and found.kind == finding.kind:
                    parts, finding = fewer, found
                else:
                    at += size
            size //= 2
    return finding


def saved(name: str, finding: Finding) -> Path:
    """The file in which the input of the finding is kept."""
    CRASHES.mkdir(exist_ok=True)
    digest = hashlib.sha256(finding.content).hexdigest()[:10]
    path = CRASHES / f"{name}-{digest}.{DOORS[name].ending}"
    path.write_bytes(finding.content)
    return path


@define
class Run:
    """A run at a door: what was sent, what came of it, and what was found."""

    name: str
    seed: int
    keep: bool = True
    door: Door = field(init=False)
    changes: Changes = field(init=False)
    done: int = 0
    slowest: float = 0
    outcomes: set[str] = field(factory=set)
    findings: dict[str, Finding] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.door = DOORS[self.name]()
        self.changes = Changes(self.door.good())

    def send(self, content: bytes) -> bool:
        """Send an input; whether something came of it that was not seen before."""
        self.done += 1
        began = time.process_time()
        result = entered(self.door, content)
        self.slowest = max(self.slowest, time.process_time() - began)
        if isinstance(result, str) and self.done % 500 == 0:
            try:
                self.door.check_unchanged()
            except AssertionError as error:
                result = Finding(f"changed: {error}", content, f"{error}, in the last 500 inputs")
        if isinstance(result, Finding):
            if result.kind not in self.findings:
                self._found(result)
            return False
        outcome = re.sub(r"'[^']*'|[0-9]+", "_", result)[:200]
        new = outcome not in self.outcomes
        self.outcomes.add(outcome)
        return new

    def _found(self, finding: Finding) -> None:
        self.findings[finding.kind] = finding
        small = smallest(self.door, finding)
        self.findings[finding.kind] = small
        kept = saved(self.name, small).relative_to(ROOT) if self.keep else "not kept"
        print(f"{self.name}: seed {self.seed}, input {self.done}: {finding.kind}; {kept}")
        told = small.told.encode("ascii", "backslashreplace").decode()
        print(f"    {small.content[:300]!r}\n{told}", flush=True)

    def go(self, seconds: float, most: int | None = None) -> None:
        """Send inputs for so long, or so many."""
        chance, kept = Random(self.seed), list(self.changes.good)
        ends = time.monotonic() + seconds
        first = iter(self.changes.good)
        while time.monotonic() < ends and self.done != most:
            content = next(first, None) or self.changes.changed(chance.choice(kept), chance)
            if self.send(content) and len(kept) < MOST_KEPT:
                kept.append(content)

    def __str__(self) -> str:
        return (
            f"{self.name}: {self.done:,} inputs, {len(self.outcomes):,} kinds of answers, "
            f"the slowest in {self.slowest:.2f} s, {len(self.findings)} findings"
        )


def go_guided(run: Run, seconds: float) -> None:
    """Send what atheris makes, which follows the code that is reached. Ends the process."""
    atheris: Any = import_module("atheris")
    ends = time.monotonic() + seconds

    def enter(content: bytes) -> None:
        run.send(content)
        if time.monotonic() > ends:
            print(run, flush=True)
            shutil.rmtree(own_folder())
            os._exit(int(bool(run.findings)))

    def change(content: bytes, most: int, seed: int) -> bytes:
        if seed % 4 == 0:
            return bytes(atheris.Mutate(content, most))
        return run.changes.changed(content, Random(seed))[:most]

    folder = Path(tempfile.mkdtemp(dir=own_folder()))
    for at, content in enumerate(run.changes.good):
        (folder / f"{at}").write_bytes(content)
    options = [f"-seed={run.seed + 1}", "-max_len=65536", "-rss_limit_mb=0", "-verbosity=0"]
    atheris.Setup([sys.argv[0], *options, str(folder)], enter, custom_mutator=change)
    atheris.Fuzz()


def instrumented() -> Any:
    """This module again, with a lineit that tells atheris what of it is reached."""
    atheris: Any = import_module("atheris")
    for name in [name for name in sys.modules if name.split(".")[0] in ("lineit", "test_rpc")]:
        del sys.modules[name]
    with atheris.instrument_imports(include=["lineit"]):
        return import_module("fuzz")


def main() -> int:
    """Tell what was found at the doors; 1 where something was."""
    parser = ArgumentParser(description="Send a lot that is nearly right in at the four doors.")
    parser.add_argument("doors", nargs="*", metavar="DOOR", help=", ".join(DOORS))
    parser.add_argument("--seconds", type=float, default=60, help="for how long at each door")
    parser.add_argument("--inputs", type=int, help="how many at each door, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--guided", action="store_true", help="with atheris, at one door")
    arguments = parser.parse_args()
    doors = arguments.doors or [*DOORS]
    if not {*doors} <= DOORS.keys() or (arguments.guided and len(doors) > 1):
        parser.error(f"name {'one' if arguments.guided else 'some'} of {', '.join(DOORS)}")
    if arguments.guided:
        here = instrumented()
        here.go_guided(here.Run(doors[0], arguments.seed), arguments.seconds)
    bad = False
    for name in doors:
        run = Run(name, arguments.seed)
        run.go(arguments.seconds, arguments.inputs)
        print(run, flush=True)
        bad = bad or bool(run.findings)
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
