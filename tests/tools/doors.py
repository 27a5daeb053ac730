"""Four doors of the library, for `fuzz.py`: their good inputs, and checks of their answers."""

from __future__ import annotations

import atexit
import json
import os
import re
import shutil
import sys
import tempfile
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from copy import copy
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from lineit import Game, LineitError, Ruleset, RulesetError, load_ruleset, ruleset_names
from lineit.conformance.trial import GAMES, MOST_TRIAL_WORK, trial
from lineit.formats.tables import table_json
from lineit.formats.views import view_json
from lineit.frontends.open_games import OpenGames, size_of
from lineit.frontends.rpc import Server, serve
from lineit.model.actions import parse_turn, turn_text
from lineit.model.errors import Reason, RecordError
from lineit.rules import load
from lineit.saves.records import load_game, parse_record, record_json, seen_record
from lineit.text.catalog import LANGUAGES
from support.drawing import drawn
from support.paths import ROOT
from support.protocol import checked, lines_about, lines_about_none, moved_by, strict, typed

LONGEST = 2000
"""Maximum length of a line of a message, in characters."""

MOST_HEARD = 100_000
"""Maximum number of sentences that are remembered, so that they are not checked again."""

HEARD: set[str] = set()

MOST_DRAWN = 8
"""Number of rulesets that are drawn."""

READ = load._read_built_in  # noqa: SLF001 # `read_quickly` replaces it and calls it

HEAD = b'format = 2\nname = "mine"\nextends = "standard"\n'


# -- what must hold for all messages --------------------------------------------------------------


def fair(text: str) -> str:
    """Return the text. Raise `AssertionError` if it is empty, too long or not printable."""
    for line in text.split("\n"):
        assert line.isprintable(), f"not printable: {line!a}"
        assert len(line) <= LONGEST, f"too long: {line[:100]!a}"
    assert text, "nothing is said"
    return text


@cache
def quick_built_in(name: str) -> str:
    """Return a built-in rule file as JSON, which loads faster than TOML."""
    text = (ROOT / f"spec/rulesets/{name}.toml").read_text("utf-8")
    return json.dumps(tomllib.loads(text))


def read_quickly(name: str, file: str, where: str) -> dict[str, Any]:
    """Return a built-in rule file as `lineit.rules.load` does, but faster."""
    if name not in ruleset_names():
        read: Callable[[str, str, str], dict[str, Any]] = READ
        return read(name, file, where)
    document: dict[str, Any] = json.loads(quick_built_in(name))
    return document


def said(reason: Reason) -> str:
    """Return the text of the reason. Check it in each language."""
    text = reason.text()
    if text not in HEARD:
        for lang in LANGUAGES:
            fair(reason.text(lang))
        if len(HEARD) < MOST_HEARD:
            HEARD.add(text)
    return text


def refused(error: LineitError) -> str:
    """Return the text of the error. Check all that it says."""
    fair(str(error))
    problems = error.problems if isinstance(error, RulesetError) else ()
    for problem in problems:
        fair(str(problem))
    return f"{type(error).__name__}: {said(error.reason)}"


def built_in() -> dict[str, str]:
    """Return the built-in rulesets as they are in memory, as JSON."""
    return {name: json.dumps(load_ruleset(name).document) for name in ruleset_names()}


@cache
def drawn_rulesets() -> tuple[Ruleset, ...]:
    """Return some rulesets that are drawn at random, and can be played by two for a while."""
    found: list[Ruleset] = []
    for seed in range(1000):
        try:
            rules = load_ruleset(drawn(seed))
            fits = rules.components.players[0] <= 2 <= rules.components.players[1]
            if fits and len(rules.cards) < 60 and game_after(15, rules=rules).ply >= 8:
                found.append(rules)
        except RulesetError:
            continue
        if len(found) == MOST_DRAWN:
            break
    return tuple(found)


def game_after(ply: int, players: int = 2, rules: Any = "standard", seed: int = 7) -> Game:
    """Return a game that is played at random, up to this ply or its end."""
    chance, game = Random(seed), Game.new(players, rules=rules, seed=seed)
    while game.legal and game.ply < ply:
        game.apply(chance.choice(game.legal))
    return game


@cache
def own_folder() -> Path:
    """Return a folder that is removed when this process ends."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder)
    return folder


class Scratch:
    """A file in a folder of its own, whose content each input replaces."""

    def __init__(self, name: str) -> None:
        self.path = Path(tempfile.mkdtemp(dir=own_folder())) / name
        self.opened = os.open(self.path, os.O_CREAT | os.O_WRONLY)

    def write(self, content: bytes) -> Path:
        """Replace the content of the file, and return its path."""
        os.ftruncate(self.opened, 0)
        os.pwrite(self.opened, content, 0)
        return self.path

    def __del__(self) -> None:
        os.close(self.opened)


# -- the doors ------------------------------------------------------------------------------------


class Door(ABC):
    """A way into the library: its good inputs, and checks for any input."""

    ending = "txt"

    def __init__(self) -> None:
        self.before = built_in()

    @abstractmethod
    def good(self) -> list[bytes]:
        """Return the good inputs."""

    @abstractmethod
    def enter(self, content: bytes) -> str:
        """Send the input, and return what it led to. Raise any error if a check fails."""

    def check_unchanged(self) -> None:
        """Raise `AssertionError` if something changed that all inputs share."""
        assert built_in() == self.before, "a built-in ruleset has changed"


class Rules(Door):
    """Rule files. An input that begins with a brace is one as JSON data."""

    ending = "toml"

    def __init__(self) -> None:
        super().__init__()
        self.scratch = Scratch("mine.toml")
        self.tried: set[str] = set()

    def good(self) -> list[bytes]:
        files = [*sorted((ROOT / "spec/rulesets").glob("*.toml"))]
        for folder in ("broken", "house", "first-edition"):
            files += sorted((ROOT / "tests/data" / folder).glob("*.toml"))
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
        chosen = [document for document in map(drawn, range(60)) if "extends" not in document]
        return contents + [json.dumps(document).encode() for document in chosen]

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
    """Play games by these rules, and return what they led to. Most rules get only a short trial."""
    short = int(rules.digest[:8], 16) % 50 != 0
    module = sys.modules["lineit.conformance.trial"]
    games, most = (1, 500_000) if short else (GAMES, MOST_TRIAL_WORK)
    with patch.multiple(module, GAMES=games, MOST_TRIAL_WORK=most):
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
        try:
            game.apply(chance.choice(game.legal))
        except RulesetError as error:  # the trial was short, or had other players
            return refused(error)
    json.dumps(view_json(game.view(0)))
    again = parse_record(json.dumps(record_json(game)))
    assert (again.table, again.events) == (game.table, game.events), "saved and loaded it differs"
    return "tried"


class Records(Door):
    """Saved games, as files and as data."""

    ending = "json"

    def __init__(self) -> None:
        super().__init__()
        self.scratch = Scratch("game.json")

    def good(self) -> list[bytes]:
        cheap = {"format": 2, "name": "cheap", "extends": "standard", "limits": {"price": 1}}
        games = [
            *(game_after(ply, rules=name) for name in ruleset_names() for ply in (0, 3, 12)),
            game_after(1000, 3),
            game_after(9, rules=cheap),
            *(game_after(15, rules=rules) for rules in drawn_rulesets()),
        ]
        games += [
            Game(game_after(ply, rules=name).table) for name, ply in (("bga", 40), (cheap, 7))
        ]
        saved = [record_json(game) for game in games]
        named = {**saved[1], "names": ["Ana", "Ben"], "seed": None}
        about = {"seats": ["person", "greedy"], "tags": {"date": "2026-12-01"}, "undo": "own"}
        early = {**saved[1], **about, "ended_early": {"seat": 1, "points": [*games[1].scores]}}
        large = record_json(Game.new(players=2, seed=2**100))
        whole = [*saved, named, early, large, seen_record(games[1], 0)]
        old = sorted((ROOT / "tests/data/first-edition/saves").glob("*.json"))
        return [*(json.dumps(each).encode() for each in whole), *map(Path.read_bytes, old)]

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

    def _loaded(self, loading: Callable[[], Game]) -> str:
        try:
            game = loading()
        except RecordError as error:
            return refused(error)
        saved = record_json(game)
        again = parse_record(json.dumps(saved))
        assert (again.table, record_json(again)) == (game.table, saved), "saved again it differs"
        return f"loaded, in the phase {game.table.phase} of {game.ruleset}"


class Turns(Door):
    """Text that players type: an action, or the actions of a turn with commas between them.

    The first byte of an input chooses the table.
    """

    def __init__(self) -> None:
        super().__init__()
        self.games = [
            *(game_after(ply) for ply in (0, 1, 2, 3, 60, 61, 62, 1000)),
            *(game_after(ply, 3, "bga") for ply in (0, 1, 40)),
            *(game_after(30, 4, name) for name in ("children", "hand-of-three")),
            *(game_after(8, rules=rules) for rules in drawn_rulesets()),
        ]

    def good(self) -> list[bytes]:
        texts = ["pick 91, line, score", "pick 91, hand, play 91, pass", "pass", "restart"]
        texts += [f"{verb} B3a" for verb in load_ruleset("standard").verbs]
        texts += [
            "PICK  91\u2660",
            " Take, 7!",
            "pick b3A",
            "pick \uff11",
            "pass\ttoo",
            "l\u0130ne",
        ]
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
        good = typed(text) in map(str, game.legal)
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
    """A server that checks for each line that it changes only the games that it may change."""

    def __init__(self, games: Sequence[Game]) -> None:
        super().__init__()
        self.games, self.results = games, [""]
        self.begin()

    def begin(self) -> None:
        """Reset the games."""
        self._games = OpenGames()
        for game in self.games:
            self._games.add(copy(game))
        self.results = []

    def check_memory(self) -> None:
        """Raise `AssertionError` if the memory of the open games is not known."""
        memory = sum(map(size_of, self._games.by_id.values()))
        undone = self._games.undone  # what redo needs takes memory too
        known = self._games.memory == memory or (undone and self._games.memory > memory)
        assert known, f"{self._games.memory} bytes, not {memory}"

    def answer(self, line: str | bytes) -> str | None:
        try:
            message = strict(line)
        except (ValueError, RecursionError):
            message = None
        messages = message if isinstance(message, list) else [message]
        asked = {ident for each in messages if (ident := asks_to_move(each, self._games.by_id))}
        before = {ident: game.table for ident, game in self._games.by_id.items()}
        answer = super().answer(line)
        now = {ident: game.table for ident, game in self._games.by_id.items()}
        moved = {ident for ident, table in before.items() if now.get(ident) is not table}
        fits = moved == asked or (moved < asked and isinstance(message, list))
        assert fits, f"it asks to change {sorted(asked)}, and changes {sorted(moved)}"
        for response in checked(answer) if answer is not None else ():
            self.results.append(_answered(response))
        return answer


def asks_to_move(message: Any, games: dict[str, Game]) -> str | None:
    """Return the game that the request may change. Text that is not printable is not an action."""
    params = message.get("params") if isinstance(message, dict) else None
    action = params.get("action") if isinstance(params, dict) else None
    fits = not isinstance(action, str) or action.isprintable()
    return moved_by(message, games) if fits else None


def _answered(response: dict[str, Any]) -> str:
    """Return what a response says. Check all its messages."""
    error = response.get("error")
    if error is None:
        return f"{sorted(response['result']) if isinstance(response['result'], dict) else 'done'}"
    assert error["code"] != -32603, error["message"]
    data = error.get("data") or {}
    for text in (error["message"], data.get("message", "-"), *data.get("problems", ())):
        fair(text)
    return f"{error['code']} {error['message']}"


class Rpc(Door):
    """Lines of the protocol. For each input, the server has three games in progress."""

    ending = "jsonl"

    def __init__(self) -> None:
        super().__init__()
        games = ((31, 2, "standard"), (64, 3, "standard"), (40, 4, "bga"))
        self.games = [game_after(ply, players, rules) for ply, players, rules in games]
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
        with patch("lineit.frontends.rpc.server.Server", lambda: self.server):
            serve(BytesIO(content), answers)
        assert answers.getvalue().isascii(), "not ASCII"
        for line in answers.getvalue().splitlines():
            checked(line.decode())
        self.server.check_memory()
        return "; ".join(self.server.results)

    def check_unchanged(self) -> None:
        super().check_unchanged()
        now = [table_json(game.table) for game in self.games]
        assert now == self.tables, "a table has changed"


DOORS: dict[str, type[Door]] = {"rules": Rules, "records": Records, "turns": Turns, "rpc": Rpc}
