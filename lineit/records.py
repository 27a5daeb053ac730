"""Saved games: a game as JSON data, to a file and back.

A record holds what cannot be derived (rules, deck, actions); loading plays it again and checks each
step. Files are written whole or not at all.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

from attrs import frozen

from lineit.errors import LineitError, Reason, RecordError
from lineit.game import Game, check_seed
from lineit.ruleset import Memory, Ruleset
from lineit.shapes import Code, Id, Many, OneLine, Text, Whole, converter, faults, short
from lineit.spec import is_built_in, load_ruleset
from lineit.trial import check_length
from lineit.views import check_viewer, seen_event_json

FORMAT = 2
"""The version of the format that is written. Older ones are read, by `MIGRATIONS`."""

MOST_BYTES = 16 * 1024 * 1024
"""A saved game may be so large; a long one has some 20 kB."""


@frozen
class Result:
    """How a game ended."""

    points: tuple[int, ...]
    winners: tuple[int, ...]


@frozen
class Record:
    """A saved game. `rules` is the whole rule file where the ruleset is not a built-in one."""

    game: Literal["line-it"]
    format: Literal[2]
    ruleset: Id
    digest: Annotated[str, Text("[0-9a-f]{64}", 64)]
    rules: dict[str, Any] | None
    names: Annotated[tuple[OneLine, ...], Many(0, 12)] | None
    players: Annotated[int, Whole(1, 12)]
    first: Annotated[int, Whole(0, 11)]
    seed: int | None
    deck: Annotated[tuple[Code, ...], Many(0, 2000)]
    actions: Annotated[tuple[OneLine, ...], Many(0, 100_000)]
    result: Result | None


_converter = converter()


def record(game: Game) -> dict[str, Any]:
    """The game as JSON data.

    >>> game = Game.new(players=2, seed=7)
    >>> _ = game.apply("pick 91")
    >>> record(game)["actions"]
    ['pick 91']
    """
    rules = game.ruleset
    result = {"points": list(game.scores), "winners": list(game.winners)} if game.over else None
    return {
        "game": "line-it",
        "format": FORMAT,
        "ruleset": rules.name,
        "digest": rules.digest,
        "rules": None if is_built_in(rules) else rules.document,
        "names": None if game.names is None else list(game.names),
        "players": len(game.undealt.players),
        "first": game.undealt.first,
        "seed": game.seed,
        "deck": [card.code for card in game.undealt.deck],
        "actions": [str(step.action) for step in game if step.action is not None],
        "result": result,
    }


def seen_record(game: Game, viewer: int | None, memory: Memory = "table") -> dict[str, Any]:
    """The game as one seat, or (None) a spectator, may have it: no seed, of the deck only how many
    cards it had, and what happened as that seat has seen it.

    >>> game = Game.new(players=2, seed=7)
    >>> cut = seen_record(game, 0)
    >>> cut["seed"], cut["deck"], cut["events"][0]["type"]
    (None, 106, 'market-dealt')
    """
    check_viewer(len(game.undealt.players), viewer, memory)
    events = [seen_event_json(event, game.ruleset, viewer, memory) for event in game.events]
    whole = record(game)
    return {**whole, "seed": None, "deck": len(whole["deck"]), "events": events}


def parse_record(data: object) -> Game:
    """The game of a record's data, or of its JSON text, played to where it was saved.

    Raises `RecordError`, which says what is wrong: not a record, another kind of game, a newer
    format, rules that have changed since, the first action that is not legal and why, more
    decisions than any game has (see `lineit.trial`).

    >>> game = Game.new(players=2, seed=7)
    >>> _ = game.apply("pick 91")
    >>> parse_record(record(game)).table == game.table
    True
    """
    saved = _structured(_json(data) if isinstance(data, (str, bytes)) else data)
    rules = _rules(saved)
    try:
        if saved.seed is not None:
            check_seed(saved.seed)
        game = Game.new(
            saved.players, rules=rules, deck=saved.deck, first=saved.first, names=saved.names
        )
    except LineitError as error:
        raise RecordError(Reason("record_deal", None, {"why": error.reason})) from None
    game.seed = saved.seed
    for number, action in enumerate(saved.actions, start=1):
        try:
            game.apply(action)
            check_length(game)
        except LineitError as error:
            params: dict[str, Any] = {
                "number": number,
                "action": short(action),
                "why": error.reason,
            }
            raise RecordError(Reason("record_action", error.reason.rule, params)) from None
    ended = Result(game.scores, game.winners) if game.over else None
    if saved.result not in (None, ended):
        raise RecordError(Reason("record_result"))
    return game


def _structured(data: object) -> Record:
    if not isinstance(data, dict):
        params = {"where": "", "what": f"must be a table, and is {short(data)}"}
        raise RecordError(Reason("record_shape", None, params))
    kind, version = data.get("game"), data.get("format")
    if kind != "line-it":
        raise RecordError(Reason("record_game", None, {"kind": short(kind)}))
    if type(version) is int and version > FORMAT:
        known = {"format": short(version), "known": FORMAT}
        raise RecordError(Reason("record_version", None, known))
    while type(version) is int and version in MIGRATIONS:
        data = MIGRATIONS[version](data)
        version = data["format"]
    try:
        return _converter.structure(data, Record)
    except Exception as error:
        where, what = faults(error)[0]
        raise RecordError(Reason("record_shape", None, {"where": where, "what": what})) from None


def _from_1(data: dict[str, Any]) -> dict[str, Any]:
    """Format 1 knew no names, and seat 0 always began."""
    return {**data, "format": 2, "names": None, "first": 0}


MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _from_1}
"""From each older format to the one after it."""


def _rules(saved: Record) -> Ruleset:
    try:
        if saved.rules is not None:
            rules = load_ruleset(saved.rules)
        else:
            rules = load_ruleset(saved.ruleset)
    except LineitError as error:
        raise RecordError(Reason("record_deal", None, {"why": error.reason})) from None
    if (rules.name, rules.digest) != (saved.ruleset, saved.digest):
        raise RecordError(Reason("record_rules", None, {"ruleset": saved.ruleset}))
    return rules


def save_game(game: Game, path: str | Path) -> None:
    """Write the game to a file: whole, or, whatever happens meanwhile, not at all.

    Raises `RecordError` where it can not be written; a file that was there is then as it was.
    """
    write_whole(path, record(game))


def write_whole(path: str | Path, data: object) -> None:
    """Write JSON data to a file as `save_game` does."""
    content = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    try:
        target = Path(path).resolve()  # a link is followed, not replaced
        if target.exists() and not target.is_file():
            raise OSError("it is no file")
        draft = target.with_name(f".{target.name[:200]}.{secrets.token_hex(8)}")
        try:
            with draft.open("xb") as file:
                file.write(content.encode())
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                shutil.copymode(target, draft)
            draft.replace(target)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        _sync_folder(target.parent)
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or str(error)
        params = {"path": short(str(path)), "what": what}
        raise RecordError(Reason("record_write", None, params)) from None


def _sync_folder(folder: Path) -> None:
    """Have the new name on the disk too, where folders can be opened for that."""
    if hasattr(os, "O_DIRECTORY"):
        opened = os.open(folder, os.O_DIRECTORY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def load_game(path: str | Path) -> Game:
    """The game of a file that `save_game` wrote. Raises `RecordError`, as `parse_record` does."""
    return parse_record(read_json(path))


def read_json(path: str | Path) -> Any:
    """The JSON data of a file. Raises `RecordError` where there is none."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or str(error)
        params = {"path": short(str(path)), "what": what}
        raise RecordError(Reason("record_file", None, params)) from None
    return _json(content)


def _json(text: str | bytes) -> Any:
    if len(text) > MOST_BYTES:
        raise RecordError(Reason("record_json", None, {"what": f"more than {MOST_BYTES} bytes"}))
    try:
        return json.loads(text)
    except RecursionError:
        raise RecordError(Reason("record_json", None, {"what": "nested too deep"})) from None
    except ValueError as error:
        raise RecordError(Reason("record_json", None, {"what": short(str(error))})) from None
