"""A game at one keyboard: who sits where, bots that take their turns, a file that outlives a crash.

Nothing here knows how it looks; `lineit.play.app` does.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated, Any, Literal

from attrs import define, field, frozen

from lineit.actions import Action
from lineit.bots import BOTS, Bot, bot_action
from lineit.errors import LineitError, PlayersError, Reason, RecordError, UndoError
from lineit.game import Game
from lineit.records import parse_record, read_json, record, write_whole
from lineit.shapes import Id, Many, converter, faults, short
from lineit.tell import NAMES
from lineit.trial import check_length
from lineit.views import View

PERSON = "person"
"""Who sits on a seat: a person, or the name of a bot in `lineit.bots.BOTS`."""

MOST_OFFERED = 5
"""So many unfinished games are offered."""


@frozen
class Kept:
    """What is kept in the file of an unfinished game."""

    game: Literal["line-it at one keyboard"]
    seats: Annotated[tuple[Id, ...], Many(0, 12)]
    record: dict[str, Any]


_converter = converter()


@define
class Session:
    """A game with people and bots. It waits for a person, or is over; never for a bot.

    `seats` says who sits where; at least one is a person. With a `file`, the game is kept there
    after every decision. Raises `PlayersError`; `RulesetError` where the bots find no end;
    `RecordError` where the game can not be kept.

    >>> session = Session(Game.new(players=2, seed=7), ("person", "greedy"))
    >>> for text in ("pick 91", "line", "pass"):
    ...     session.act(text)
    >>> session.game.table.seat, session.game.table.round
    (0, 2)
    """

    game: Game
    seats: tuple[str, ...]
    file: Path | None = None
    _bots: dict[int, Bot] = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        wanted = len(self.game.undealt.players)
        wrong = [who for who in self.seats if who != PERSON and who not in BOTS]
        if wrong or len(self.seats) != wanted or PERSON not in self.seats:
            params = {"players": wanted, "known": [PERSON, *BOTS]}
            raise PlayersError(Reason("play_seats", "players", params))
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

        Raises as `Game.apply` does.
        """
        self.game.apply(action)
        self._go_on()

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
            self.file.unlink(missing_ok=True)

    def _go_on(self) -> None:
        while not self.game.over and self.game.table.seat in self._bots:
            self.game.apply(bot_action(self._bots[self.game.table.seat], self.game))
            check_length(self.game)
        self._keep()

    def _keep(self) -> None:
        if self.file is None:
            return
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            params = {"path": short(str(self.file.parent)), "what": str(error.strerror)}
            raise RecordError(Reason("record_write", None, params)) from None
        kept = {
            "game": "line-it at one keyboard",
            "seats": list(self.seats),
            "record": record(self.game),
        }
        write_whole(self.file, kept)


def new_file(folder: Path) -> Path:
    """A file in the folder for a game that begins."""
    return folder / f"{secrets.token_hex(4)}.json"


def load_kept(file: Path) -> tuple[tuple[str, ...], Game]:
    """Who sits where, and the game, of the file of an unfinished game; nothing is played on.

    Raises `RecordError`, as `load_game` does.
    """
    data = read_json(file)
    try:
        kept = _converter.structure(data, Kept)
    except Exception as error:
        where, what = faults(error)[0]
        raise RecordError(Reason("record_shape", None, {"where": where, "what": what})) from None
    return kept.seats, parse_record(kept.record)


def unfinished(folder: Path) -> tuple[tuple[Path, Game], ...]:
    """The newest games in the folder that can be gone on with, the newest first."""
    try:
        files = sorted(folder.glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
    except OSError:
        return ()
    found = []
    for file in files:
        try:
            _, game = load_kept(file)
        except LineitError:  # no game, or of rules that have changed since
            continue
        found.append((file, game))
        if len(found) == MOST_OFFERED:
            break
    return tuple(found)
