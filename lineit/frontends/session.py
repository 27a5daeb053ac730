"""A game of people and bots at one screen, for any frontend: whose turn it is to look, what bots
decide, undo to a person's decision, and a file from which the game goes on after a crash.

Nothing here draws. `lineit.frontends.tui.board` draws it in a terminal.
"""

from __future__ import annotations

from pathlib import Path

from attrs import define, field

from lineit.bots import Bot, bot_action
from lineit.frontends.kept import (
    check_seats,
    keep,
    load_kept,
    new_bots,
    new_file,
    remove,
    stamp,
)
from lineit.game import Game
from lineit.model.actions import Action
from lineit.model.errors import Reason, RecordError, RulesetError, UndoError
from lineit.model.events import Event
from lineit.model.labels import PERSON
from lineit.text.narrate import shown_names


@define
class Session:
    """A game of people and bots. It waits for a person, or is over; bots decide at once.

    `seats` says who sits where, `"person"` or the name of a bot; at least one is a person. If there
    is a `file`, the game is kept in it after every decision. If that fails, `not_kept` says why,
    once, and the game goes on; the next decision tries again. If another window has written the
    file, the game is kept in a new one, and `forked` says so. With `paced` the bots wait, too:
    `advance` takes one decision of a bot, so that a frontend can show it. Raises `PlayersError`,
    and `RulesetError` if the decisions of the bots never end.

    >>> session = Session(Game.new(players=2, seed=7), ("person", "greedy"))
    >>> for text in ("pick 91", "line", "pass"):
    ...     session.act(text)
    >>> session.game.table.seat, session.game.table.round
    (0, 2)
    """

    game: Game
    seats: tuple[str, ...]
    file: Path | None = None
    paced: bool = False
    bots: dict[int, Bot] = field(kw_only=True, repr=False)
    not_kept: Reason | None = field(init=False, default=None)
    forked: Reason | None = field(init=False, default=None)
    _told: bool = field(init=False, default=False, repr=False)
    _stamp: str | None = field(kw_only=True, default=None, repr=False)

    @bots.default
    def _new_bots(self) -> dict[int, Bot]:
        check_seats(self.seats, len(self.game.undealt.players), self.game.ruleset)
        return new_bots(self.seats)

    def __attrs_post_init__(self) -> None:
        self.game.seats = self.seats
        if self.paced:
            self._keep()
        else:
            self.go_on()

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the players, by seat."""
        return shown_names(self.game)

    @property
    def people(self) -> tuple[int, ...]:
        """Return the seats of people."""
        return tuple(seat for seat, who in enumerate(self.seats) if who == PERSON)

    @property
    def bot_is_next(self) -> bool:
        """Return whether a bot is on turn: only with `paced`."""
        return self.game.turn in self.bots

    @property
    def viewer(self) -> int | None:
        """Return the seat that looks at the screen.

        One person alone always looks. Of several people the one on turn does. While a bot decides,
        and at the end, nobody does, which is None: the screen is then for all.
        """
        if len(self.people) == 1:
            return self.people[0]
        return None if self.bot_is_next else self.game.turn

    def act(self, action: Action | str) -> None:
        """Take the action for the person on turn. Then the bots decide, unless they wait.

        Raises as `Game.apply` does, and `RulesetError` if the decisions of the bots never end. The
        game then stays as it was.
        """
        self.game.apply(action)
        if self.paced:
            self._keep()
        else:
            self.go_on()

    def advance(self) -> tuple[Event, ...]:
        """Take one decision of the bot on turn. Return its events, none if no bot is on turn.

        Raises `RulesetError` if the decisions of the bots never end. What bots decided since the
        last decision of a person, and that decision, are then taken back.

        >>> session = Session(Game.new(players=2, seed=7), ("greedy", "person"), paced=True)
        >>> session.bot_is_next, [str(card) for card in session.advance()[0].cards]
        (True, ['91'])
        """
        events = self._decide()
        self._keep()
        return events

    def go_on(self) -> None:
        """Take all decisions of bots until a person is on turn. Raises as `advance` does."""
        while self.bot_is_next:
            self._decide()
        self._keep()

    def undo(self) -> None:
        """Take back the last decision of a person, and those of bots since then.

        Raises `UndoError` if no person has decided anything, or the policy of the game forbids it.
        """
        steps = self.steps_back
        if steps is None:
            raise UndoError(Reason("undo", None, {"steps": 1, "ply": 0}))
        self.game.undo(steps)
        self._keep()

    @property
    def steps_back(self) -> int | None:
        """Return how many decisions `undo` takes back; None if no person has decided anything."""
        steps = self.game.steps
        for back in range(1, len(steps)):
            if steps[-1 - back].table.seat in self.people:
                return back
        return None

    def forget(self) -> None:
        """Remove the file of the game, if there is one."""
        if self.file is not None:
            remove(self.file)

    def _decide(self) -> tuple[Event, ...]:
        if not self.bot_is_next:
            return ()
        try:
            return self.game.apply(bot_action(self.bots[self.game.table.seat], self.game))
        except RulesetError:
            policy, self.game.undo_policy = self.game.undo_policy, "free"  # nobody asks for this
            self.game.undo(self.steps_back or 0)
            self.game.undo_policy = policy
            raise

    def _keep(self) -> None:
        if self.file is None:
            return
        if self._stamp is not None and stamp(self.file) not in (None, self._stamp):
            self.forked = Reason("forked", None, {"file": self.file.name})
            self.file = new_file(self.file.parent)
        try:
            keep(self.file, self.seats, self.bots, self.game)
        except RecordError as error:
            self.not_kept, self._told = None if self._told else error.reason, True
        else:
            self.not_kept, self._told, self._stamp = None, False, stamp(self.file)


def resume(file: Path, *, paced: bool = False) -> Session:
    """Return a session for the file of an unfinished game, with the seats that it had.

    Raises `RecordError`, and as `Session` does.
    """
    seen = stamp(file)
    seats, game, bots = load_kept(file)
    return Session(game, seats, file, paced, bots=bots, stamp=seen)
