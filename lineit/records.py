"""Saved games: a game as JSON data, to a file and back.

A record holds what cannot be derived (rules, deck, actions); loading plays it again and checks each
step. Files are written whole or not at all.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

from attrs import frozen

from lineit.actions import Action
from lineit.codec import codes, parse_table, table_json
from lineit.errors import LineitError, Reason, RecordError
from lineit.events import CardsMoved
from lineit.game import Game, Step, check_seed, shuffled
from lineit.ruleset import MOST_PLAYERS, Ruleset
from lineit.shapes import Code, Id, Many, OneLine, Text, Whole, converter, faults, printable, short
from lineit.spec import digest, load_ruleset
from lineit.table import Owner, is_set_up, piles
from lineit.upgrade import first_edition, upgraded
from lineit.views import check_viewer, seen_event_json, sees, view, view_json
from lineit.zones import Memory, ZoneName

FORMAT = 3
"""The version of the format that is written. Older ones are read, by `MIGRATIONS`."""

MOST_BYTES = 16 * 1024 * 1024
"""Maximum size of a saved game, in bytes; a long one has some 90 kB, most of it the rules."""


@frozen
class Result:
    """How a game ended."""

    points: tuple[int, ...]
    winners: tuple[int, ...]


Seats = Many(0, MOST_PLAYERS)


@frozen
class Record:
    """A saved game, complete in itself: `rules` is the whole rule file it was played by.

    `start` is the table where the game began, if that was not before the first deal; `deck` is the
    deck then.
    """

    game: Literal["line-it"]
    format: Literal[3]
    ruleset: Id
    digest: Annotated[str, Text("[0-9a-f]{64}", 64)]
    rules: dict[str, Any]
    names: Annotated[tuple[OneLine, ...], Seats] | None
    players: Annotated[int, Whole(1, MOST_PLAYERS)]
    first: Annotated[int, Whole(0, MOST_PLAYERS - 1)]
    seed: int | None
    deck: Annotated[tuple[Code, ...], Many(0, 2000)]
    start: dict[str, Any] | None
    actions: Annotated[tuple[OneLine, ...], Many(0, 100_000)]
    result: Result | None


_converter = converter()


def record_json(game: Game) -> dict[str, Any]:
    """Return the game as JSON data, complete in itself; `parse_record` reads it back.

    >>> game = Game.new(players=2, seed=7)
    >>> _ = game.apply("pick 91")
    >>> record_json(game)["actions"]
    ['pick 91']
    """
    rules, undealt = game.ruleset, game.undealt
    result = {"points": list(game.scores), "winners": list(game.winners)} if game.over else None
    return {
        "game": "line-it",
        "format": FORMAT,
        "ruleset": rules.name,
        "digest": rules.digest,
        "rules": rules.document,
        "names": None if game.names is None else list(game.names),
        "players": len(undealt.players),
        "first": undealt.first,
        "seed": game.seed,
        "deck": codes(undealt.deck),
        "start": None if is_set_up(undealt) else table_json(undealt),
        "actions": [str(step.action) for step in game if step.action is not None],
        "result": result,
    }


def seen_record(game: Game, viewer: int | None, memory: Memory = "table") -> dict[str, Any]:
    """Return the game as one seat, or (None) a spectator, may have it: no seed, of the deck only
    how many cards it had, and what happened as that seat has seen it. A game that began at a table
    of its own has that as the seat saw it. Of an action that named a card which the seat did not
    see there is only the verb.

    >>> game = Game.new(players=2, seed=7)
    >>> cut = seen_record(game, 0)
    >>> cut["seed"], cut["deck"], cut["events"][1]["type"]
    (None, 106, 'cards-moved')
    """
    check_viewer(game.ruleset, len(game.undealt.players), viewer, memory)
    whole, rules = record_json(game), game.ruleset
    start = whole["start"] and view_json(view(game.undealt, viewer, memory))
    seen = {
        "deck": len(whole["deck"]),
        "start": start,
        "actions": [
            _seen_action(step.action, step, viewer, memory) for step in game if step.action
        ],
        "events": [seen_event_json(event, rules, viewer, memory) for event in game.events],
    }
    return {**whole, "seed": None, **seen}


def _seen_action(action: Action, step: Step, viewer: int | None, memory: Memory) -> str:
    """Return the action as the viewer may have it: without its card where nobody there saw that."""
    card, rules = action.card, step.table.ruleset
    if card is None:
        return str(action)
    zones: list[tuple[ZoneName, Owner]] = []
    for event in step.events:
        if isinstance(event, CardsMoved) and card in event.cards and not zones:
            zones = [(event.source, event.seat), (event.to, event.seat)]
    zones = zones or [(zone, owner) for zone, owner, cards in piles(step.table) if card in cards]
    seen = any(sees(rules, zone, owner, viewer, memory) for zone, owner in zones)
    return str(action) if seen else action.verb


def parse_record(data: object) -> Game:
    """Return the game of a record's data, or of its JSON text, played to where it was saved.

    Raises `RecordError`, which says what is wrong: not a record, another kind of game, what only
    one seat has seen of a game, a newer format, rules that are not those of its digest, a seed that
    does not give the deck, the first action that is not legal and why, more decisions than any game
    has.

    >>> game = Game.new(players=2, seed=7)
    >>> _ = game.apply("pick 91")
    >>> parse_record(record_json(game)).table == game.table
    True
    """
    saved = _structured(_json(data) if isinstance(data, (str, bytes)) else data)
    game = _begun(saved, _rules(saved))
    for number, action in enumerate(saved.actions, start=1):
        try:
            game.apply(action)
        except LineitError as error:
            params: dict[str, Any] = {
                "number": number,
                "action": short(action),
                "why": error.reason,
            }
            raise RecordError(Reason("record_action", error.reason.rule, params)) from None
    if saved.result not in (None, *_results(game)):
        raise RecordError(Reason("record_result"))
    return game


def _results(game: Game) -> list[Result]:
    """Return the results that a record of the game may tell: of one where the rules have named no
    winners, the first edition told the leaders.
    """
    named = [game.winners] if game.winners else [(), game.table.leaders]
    return [Result(game.scores, winners) for winners in named if game.over]


def _begun(saved: Record, rules: Ruleset) -> Game:
    """Return the game as it began."""
    try:
        if saved.seed is not None:
            check_seed(saved.seed, rules)
        if saved.start is None:
            game = Game.new(
                saved.players, rules=rules, deck=saved.deck, first=saved.first, names=saved.names
            )
        else:
            game = Game(parse_table(saved.start, rules), names=saved.names)
    except LineitError as error:
        raise RecordError(Reason("record_deal", None, {"why": error.reason})) from None
    if saved.start is not None:
        start = game.undealt
        told = (saved.players, saved.first, saved.deck)
        lying = (len(start.players), start.first, tuple(codes(start.deck)))
        if told != lying or saved.seed is not None:
            raise RecordError(Reason("record_start"))
    elif saved.seed is not None and shuffled(rules, saved.seed) != game.undealt.deck:
        raise RecordError(Reason("record_seed", rules.components.rules.deck))
    game.seed = saved.seed
    return game


def _structured(data: object) -> Record:
    if not isinstance(data, dict):
        params = {"where": "", "what": f"must be a table, and is {short(data)}"}
        raise RecordError(Reason("record_shape", None, params))
    kind, version = data.get("game"), data.get("format")
    if kind != "line-it":
        raise RecordError(Reason("record_game", None, {"kind": short(kind)}))
    if "events" in data and type(data.get("deck")) is int:
        raise RecordError(Reason("record_seen"))
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
    """Add what format 1 did not know: names, and that another seat than 0 may begin."""
    return {**data, "format": 2, "names": None, "first": 0}


def _from_2(data: dict[str, Any]) -> dict[str, Any]:
    """Add the rules, which format 2 left out where they were built in, or bring them up to date."""
    rules, said = data.get("rules"), data.get("digest")
    name = first_edition()["digests"].get(said) if isinstance(said, str) else None
    if rules is None and name is not None and name == data.get("ruleset"):
        now = load_ruleset(name)
        rules, said = now.document, now.digest
    elif isinstance(rules, dict) and said == _first_digest(rules):
        with suppress(RecursionError, UnicodeEncodeError):  # the loader then says what is wrong
            rules = upgraded(rules)
            said = digest(rules)
    elif rules is None:
        raise RecordError(Reason("record_no_rules", None, {"ruleset": short(data.get("ruleset"))}))
    return {**data, "format": 3, "rules": rules, "digest": said, "start": None}


def _first_digest(rules: dict[str, Any]) -> str | None:
    """Return the digest that the first edition gave to rules; None for what it never wrote."""
    played = {key: rules[key] for key in rules if key not in ("title", "rules", "lineage")}
    try:
        return hashlib.sha256(json.dumps(played, sort_keys=True).encode()).hexdigest()
    except (TypeError, ValueError, RecursionError):
        return None


MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _from_1, 2: _from_2}
"""From each older format to the one after it."""


def _rules(saved: Record) -> Ruleset:
    try:
        rules = load_ruleset(saved.rules)
    except LineitError as error:
        raise RecordError(Reason("record_deal", None, {"why": error.reason})) from None
    if (rules.name, rules.digest) != (saved.ruleset, saved.digest):
        raise RecordError(Reason("record_rules", None, {"ruleset": saved.ruleset}))
    return rules


def save_game(game: Game, path: str | Path) -> None:
    """Write the game to a file: whole, or, whatever happens meanwhile, not at all.

    Raises `RecordError` where it cannot be written; a file that was there is then as it was.
    """
    write_whole(path, record_json(game))


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
    """Return the game of a file that `save_game` wrote.

    Raises `RecordError`, as `parse_record` does.
    """
    return parse_record(read_json(path))


def read_json(path: str | Path) -> Any:
    """Return the JSON data of a file. Raises `RecordError` where there is none."""
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
        what = printable(str(error)[:100])
        raise RecordError(Reason("record_json", None, {"what": what})) from None
