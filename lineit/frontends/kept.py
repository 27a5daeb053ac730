"""Unfinished games as files: each holds its seats, its bots and the record of its game."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

from attrs import asdict, frozen, has

from lineit.bots import BOTS, Bot
from lineit.game import Game
from lineit.model.bounds import Id, Many
from lineit.model.errors import LineitError, PlayersError, Reason, RecordError
from lineit.model.labels import PERSON
from lineit.model.ruleset import MOST_PLAYERS, Ruleset
from lineit.model.structure import converter, faults
from lineit.saves.files import read_json, write_whole
from lineit.saves.records import parse_record, record_json

PRIVATE_FOLDER = 0o700
"""The mode of the folder of unfinished games: only its owner may look into it."""

MOST_OFFERED = 5
"""Maximum number of unfinished games that are offered."""

MOST_BROKEN = 20
"""Maximum number of files that are listed as broken."""


@frozen
class Kept:
    """The data in the file of an unfinished game. `bots` has the state of the bot at each seat."""

    game: Literal["line-it at one keyboard"]
    seats: Annotated[tuple[Id, ...], Many(0, MOST_PLAYERS)]
    record: dict[str, Any]
    bots: Annotated[tuple[dict[str, Any] | None, ...], Many(0, MOST_PLAYERS)] = ()


_converter = converter()


def check_seats(seats: tuple[str, ...], players: int, ruleset: Ruleset) -> None:
    """Raise `PlayersError` unless each player has a seat, and at least one is a person.

    `seats` has `PERSON` or the name of a bot for each seat.
    """
    known = [PERSON, *BOTS]
    if len(seats) != players or PERSON not in seats or not set(seats) <= set(known):
        params = {"players": players, "known": known}
        raise PlayersError(Reason("play_seats", ruleset.components.rules.players, params))


def new_bots(seats: tuple[str, ...]) -> dict[int, Bot]:
    """Return a new bot for each seat of one. The game's seed does not tell what they choose."""
    return {
        seat: BOTS[who](secrets.randbits(64)) for seat, who in enumerate(seats) if who != PERSON
    }


def keep(file: Path, seats: tuple[str, ...], bots: Mapping[int, Bot], game: Game) -> None:
    """Write an unfinished game, its seats and its bots to a file, which only the user can read.

    Raises `RecordError` if the file cannot be written.
    """
    states = [_state(bots.get(seat)) for seat in range(len(seats))]
    kept = {
        "game": "line-it at one keyboard",
        "seats": list(seats),
        "bots": states,
        "record": record_json(game),
    }
    with suppress(OSError):  # the write below reports what is wrong
        file.parent.mkdir(parents=True, exist_ok=True)
        file.parent.chmod(PRIVATE_FOLDER)
    write_whole(file, kept, private=True)  # it holds the deck


def _state(bot: Bot | None) -> dict[str, Any] | None:
    """Return the state of a bot; None for a person, and for a bot that has none."""
    return asdict(bot) if has(type(bot)) else None  # type: ignore[arg-type] # an attrs class


def new_file(folder: Path) -> Path:
    """Return the path of a new file in the folder."""
    return folder / f"{secrets.token_hex(4)}.json"


def stamp(file: Path) -> str | None:
    """Return a text that tells whether the content of a file has changed; None if it is not there.

    >>> stamp(Path("no such file"))
    """
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return None


def load_kept(file: Path) -> tuple[tuple[str, ...], Game, dict[int, Bot]]:
    """Return the seats, the game and the bots from the file of an unfinished game. Bots do not
    decide yet.

    Raises `RecordError`, as `load_game` does.
    """
    data = read_json(file)
    try:
        kept = _converter.structure(data, Kept)
    except Exception as error:
        where, what = faults(error)[0]
        raise RecordError(Reason("record_shape", None, {"where": where, "what": what})) from None
    game = parse_record(kept.record)
    try:
        check_seats(kept.seats, len(game.table.players), game.ruleset)
    except PlayersError as error:
        why = {"where": "seats", "what": error.reason.text()}
        raise RecordError(Reason("record_shape", None, why)) from None
    bots = new_bots(kept.seats)
    for seat, state in enumerate(kept.bots):
        if seat in bots and state is not None:
            bots[seat] = _restored(bots[seat], state, f"bots[{seat}]")
    return kept.seats, game, bots


def _restored(bot: Bot, state: dict[str, Any], where: str) -> Bot:
    """Return the bot in another state. Raises `RecordError` if it has no such state."""
    try:
        if not has(type(bot)):
            raise ValueError("must be null, as this bot has no state")
        restored: Bot = _converter.structure(state, type(bot))
    except Exception as error:
        inner, what = faults(error)[0]
        place = {"where": f"{where}.{inner}", "what": what}
        raise RecordError(Reason("record_shape", None, place)) from None
    return restored


def remove(file: Path) -> str:
    """Remove the file of a game. Return an empty text, or why the file cannot be removed."""
    try:
        file.unlink()
    except OSError as error:
        return error.strerror or str(error)
    return ""


def unfinished(folder: Path) -> tuple[tuple[Path, Game | Reason], ...]:
    """Return the newest games in the folder with their files, newest first.

    In place of a game that cannot be resumed there is the reason.
    """
    found: list[tuple[Path, Game | Reason]] = []
    left = {Game: MOST_OFFERED, Reason: MOST_BROKEN}
    for file in sorted(_files(folder), key=changed_at, reverse=True):
        kept = _kept(file)
        if left[type(kept)]:
            left[type(kept)] -= 1
            found.append((file, kept))
        if not left[Game]:
            break
    return tuple(found)


def _kept(file: Path) -> Game | Reason:
    """Return the game of a file, or the reason why it cannot be resumed."""
    try:
        return load_kept(file)[1]
    except LineitError as error:
        return error.reason


def _files(folder: Path) -> list[Path]:
    try:
        return [*folder.glob("*.json")]
    except OSError:
        return []


def changed_at(file: Path) -> float:
    """Return when the file was written, in seconds as the system counts them; 0 if it is not there.

    >>> changed_at(Path("no such file"))
    0
    """
    try:
        return file.stat().st_mtime
    except OSError:  # a link to nowhere
        return 0
