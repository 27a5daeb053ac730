"""A game at one keyboard: people and bots at its seats, and a file that outlives a crash.

Nothing here draws; `lineit.frontends.tui.board` does.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

from attrs import define, field, frozen

from lineit.bots import BOTS, Bot, bot_action
from lineit.game import Game
from lineit.model.actions import Action
from lineit.model.bounds import Id, Many
from lineit.model.errors import (
    LineitError,
    PlayersError,
    Reason,
    RecordError,
    RulesetError,
    UndoError,
)
from lineit.model.ruleset import MOST_PLAYERS, Ruleset
from lineit.model.structure import converter, faults
from lineit.saves.files import read_json, write_whole
from lineit.saves.records import parse_record, record_json
from lineit.text.narrate import NAMES

PERSON = "person"
"""The entry of a seat for a person. Any other entry is the name of a bot in `lineit.bots.BOTS`."""

PRIVATE_FOLDER = 0o700
"""The mode of the folder of unfinished games: only its owner may look into it."""

MOST_OFFERED = 5
"""Maximum number of unfinished games that are offered."""

MOST_BROKEN = 20
"""Maximum number of files that are listed as broken."""


@frozen
class Kept:
    """The data in the file of an unfinished game."""

    game: Literal["line-it at one keyboard"]
    seats: Annotated[tuple[Id, ...], Many(0, MOST_PLAYERS)]
    record: dict[str, Any]


_converter = converter()


def check_seats(seats: tuple[str, ...], players: int, ruleset: Ruleset) -> None:
    """Raise `PlayersError` unless each player has a seat, and at least one is a person.

    `seats` has `PERSON` or the name of a bot for each seat.
    """
    known = [PERSON, *BOTS]
    if len(seats) != players or PERSON not in seats or not set(seats) <= set(known):
        params = {"players": players, "known": known}
        raise PlayersError(Reason("play_seats", ruleset.components.rules.players, params))


@define
class Session:
    """A game of people and bots. It waits for a person or is over; bots decide at once.

    `seats` says who sits where; at least one is a person. If there is a `file`, the game is kept in
    it after every decision. If that fails, `not_kept` says why, once, and the game goes on; the
    next decision tries again. Raises `PlayersError`, and `RulesetError` if the decisions of the
    bots never end.

    >>> session = Session(Game.new(players=2, seed=7), ("person", "greedy"))
    >>> for text in ("pick 91", "line", "pass"):
    ...     session.act(text)
    >>> session.game.table.seat, session.game.table.round
    (0, 2)
    """

    game: Game
    seats: tuple[str, ...]
    file: Path | None = None
    not_kept: Reason | None = field(init=False, default=None)
    _told: bool = field(init=False, default=False, repr=False)
    _bots: dict[int, Bot] = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        check_seats(self.seats, len(self.game.undealt.players), self.game.ruleset)
        self._bots = {
            seat: BOTS[who](secrets.randbits(64))  # who knows the game's seed cannot foretell it
            for seat, who in enumerate(self.seats)
            if who != PERSON
        }
        self._go_on()

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the players, by seat."""
        return self.game.names or NAMES[: len(self.seats)]

    @property
    def people(self) -> tuple[int, ...]:
        """Return the seats of people."""
        return tuple(seat for seat, who in enumerate(self.seats) if who == PERSON)

    @property
    def viewer(self) -> int | None:
        """Return the seat that looks at the screen.

        One person alone always looks. Of several people the one on turn does, and at the end
        nobody, which is None.
        """
        if len(self.people) == 1:
            return self.people[0]
        return None if self.game.over else self.game.table.seat

    def act(self, action: Action | str) -> None:
        """Take the action for the person on turn, and then the bots' turns.

        Raises as `Game.apply` does, and `RulesetError` if the decisions of the bots never end. The
        game then stays as it was.
        """
        ply = self.game.ply
        self.game.apply(action)
        try:
            self._go_on()
        except RulesetError:
            self.game.undo(self.game.ply - ply)
            raise

    def undo(self) -> None:
        """Take back the last decision of a person, and those of bots since then.

        Raises `UndoError` if no person has decided anything.
        """
        before = [step.table.seat for step in self.game.steps[:-1]]
        while before and before[-1] not in self.people:
            before.pop()
        if not before:
            raise UndoError(Reason("undo", None, {"steps": 1, "ply": 0}))
        self.game.undo(self.game.ply - (len(before) - 1))
        self._keep()

    def forget(self) -> None:
        """Remove the file of the game, if there is one."""
        if self.file is not None:
            remove(self.file)

    def _go_on(self) -> None:
        while not self.game.over and self.game.table.seat in self._bots:
            self.game.apply(bot_action(self._bots[self.game.table.seat], self.game))
        self._keep()

    def _keep(self) -> None:
        if self.file is None:
            return
        kept = {
            "game": "line-it at one keyboard",
            "seats": list(self.seats),
            "record": record_json(self.game),
        }
        with suppress(OSError):  # the write below reports what is wrong
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.parent.chmod(PRIVATE_FOLDER)
        try:
            write_whole(self.file, kept, private=True)  # it holds the deck
        except RecordError as error:
            self.not_kept, self._told = None if self._told else error.reason, True
        else:
            self.not_kept, self._told = None, False


def new_file(folder: Path) -> Path:
    """Return the path of a new file in the folder."""
    return folder / f"{secrets.token_hex(4)}.json"


def load_kept(file: Path) -> tuple[tuple[str, ...], Game]:
    """Return the seats and the game from the file of an unfinished game. Bots do not decide yet.

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
    return kept.seats, game


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
    for file in sorted(_files(folder), key=_changed_at, reverse=True):
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


def _changed_at(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:  # a link to nowhere
        return 0
