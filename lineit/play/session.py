"""A game at one keyboard: who sits where, bots that take their turns, a file that outlives a crash.

Nothing here knows how it looks; `lineit.play.app` does.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

from attrs import define, field, frozen

from lineit.actions import Action
from lineit.bots import BOTS, Bot, bot_action
from lineit.errors import (
    LineitError,
    PlayersError,
    Reason,
    RecordError,
    RulesetError,
    UndoError,
)
from lineit.game import Game
from lineit.records import parse_record, read_json, record_json, write_whole
from lineit.ruleset import MOST_PLAYERS, Ruleset
from lineit.shapes import Id, Many, converter, faults, short
from lineit.tell import NAMES
from lineit.views import View

PERSON = "person"
"""Who sits on a seat: a person, or the name of a bot in `lineit.bots.BOTS`."""

MOST_OFFERED = 5
"""Maximum number of unfinished games that are offered."""

MOST_BROKEN = 20
"""Maximum number of files told of that cannot be resumed."""


@frozen
class Kept:
    """What is kept in the file of an unfinished game."""

    game: Literal["line-it at one keyboard"]
    seats: Annotated[tuple[Id, ...], Many(0, MOST_PLAYERS)]
    record: dict[str, Any]


_converter = converter()


def check_seats(seats: tuple[str, ...], players: int, ruleset: Ruleset) -> None:
    """Raise `PlayersError` where so many players cannot sit so."""
    known = [PERSON, *BOTS]
    if len(seats) != players or PERSON not in seats or not set(seats) <= set(known):
        params = {"players": players, "known": known}
        raise PlayersError(Reason("play_seats", ruleset.components.rules.players, params))


@define
class Session:
    """A game with people and bots. It waits for a person, or is over; never for a bot.

    `seats` says who sits where; at least one is a person. With a `file`, the game is kept there
    after every decision; where it cannot be, `not_kept` says why, and the game goes on. Raises
    `PlayersError`, and `RulesetError` where the bots find no end.

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
    _bots: dict[int, Bot] = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        check_seats(self.seats, len(self.game.undealt.players), self.game.ruleset)
        self._bots = {
            seat: BOTS[who]((self.game.seed or 0) + seat)
            for seat, who in enumerate(self.seats)
            if who != PERSON
        }
        self._go_on()

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names."""
        return self.game.names or NAMES[: len(self.seats)]

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, who in enumerate(self.seats) if who == PERSON)

    @property
    def viewer(self) -> int | None:
        """Whose eyes are on the screen: of several people those on turn; nobody's at the end."""
        if len(self.people) == 1:
            return self.people[0]
        return None if self.game.over else self.game.table.seat

    @property
    def view(self) -> View:
        """What the viewer sees."""
        return self.game.view(self.viewer)

    def act(self, action: Action | str) -> None:
        """Take the action for the person on turn, then the bots' until a person is on turn again.

        Raises as `Game.apply` does, and `RulesetError` where the bots find no end. The game is then
        as it was.
        """
        ply = self.game.ply
        self.game.apply(action)
        try:
            self._go_on()
        except RulesetError:
            self.game.undo(self.game.ply - ply)
            raise

    def undo(self) -> None:
        """Take back the last decision of a person, and what bots did since. Raises `UndoError`
        where no person has decided anything.
        """
        before = [step.table.seat for step in self.game.steps[:-1]]
        while before and before[-1] not in self.people:
            before.pop()
        if not before:
            raise UndoError(Reason("undo", None, {"steps": 1, "ply": 0}))
        self.game.undo(self.game.ply - (len(before) - 1))
        self._keep()

    def forget(self) -> None:
        """Remove the file: the game is finished, or nobody wants to go on with it."""
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
        with suppress(OSError):  # writing then says what is wrong
            self.file.parent.mkdir(parents=True, exist_ok=True)
        try:
            write_whole(self.file, kept)
        except RecordError as error:
            self.file, self.not_kept = None, error.reason


def new_file(folder: Path) -> Path:
    """Return a file in the folder for a game that begins."""
    return folder / f"{secrets.token_hex(4)}.json"


def load_kept(file: Path) -> tuple[tuple[str, ...], Game]:
    """Return who sits where, and the game, of the file of an unfinished game; nothing is played on.

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
    """Remove the file of a game; return why it cannot be done, nothing where it is."""
    try:
        file.unlink()
    except OSError as error:
        return error.strerror or str(error)
    return ""


def unfinished(folder: Path) -> tuple[tuple[Path, Game | Reason], ...]:
    """Return the newest games in the folder, newest first; of one that cannot be resumed, why."""
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
    """Return the game of a file, or why it cannot be resumed."""
    if file.exists() and not file.is_file():  # to read a pipe might never end
        return Reason("record_file", None, {"path": short(file.name), "what": "it is no file"})
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
