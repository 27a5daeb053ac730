"""A game: what is played at one table from the first deal to the end, with its history."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from lineit.engine import machine
from lineit.engine.legality import Choice, choices, why_not
from lineit.formats.tables import check_table
from lineit.model.actions import Action, parse_action
from lineit.model.bounds import short, short_number
from lineit.model.cards import Card
from lineit.model.decks import check_seed, checked_deck, drawn_seed, shuffled
from lineit.model.errors import (
    DeckError,
    GameOver,
    IllegalAction,
    LineitError,
    PlayersError,
    Problem,
    Reason,
    RulesetError,
    StaleRevision,
    UndoError,
)
from lineit.model.events import Event, GameEnded
from lineit.model.history import EndedEarly, News, Step, turn_refusal
from lineit.model.labels import PERSON, checked_names, checked_seats, checked_tags
from lineit.model.ruleset import Ruleset
from lineit.model.table import Table, set_up
from lineit.model.zones import Memory
from lineit.observers import Observer, Observers
from lineit.rules.game_limits import MOST_WORK_A_GAME, looks_to_count, most_decisions
from lineit.rules.load import load_ruleset
from lineit.rules.work import work_of_step
from lineit.stats import Stats, stats
from lineit.undo import (
    UndoCosts,
    UndoPolicy,
    check_redo,
    check_undo,
    checked_policy,
    undo_costs,
)
from lineit.views import View, view

MOST_REVISIONS = 250
"""How many revisions `events_since` can go back."""


class Game:
    """A game of Line-it: the current table, the legal actions and the history.

    Use `Game.new` to deal a new game, or `Game(table)` to begin at any table. Iterating over a game
    yields its steps, beginning with the first deal.

    >>> game = Game.new(players=3, seed=7)
    >>> [str(action) for action in game.legal]
    ['pick 91', 'pick 33', 'pick 58', 'pick 23', 'pick 1']
    >>> events = game.apply("pick 91")
    >>> [str(card) for card in events[0].cards], game.table.phase
    (['91'], 'place')
    >>> game.undo().phase
    'pick'
    """

    def __init__(
        self,
        undealt: Table,
        names: Sequence[str] | None = None,
        *,
        seats: Sequence[str] | None = None,
        tags: Mapping[str, str] | None = None,
        undo: UndoPolicy = "free",
    ) -> None:
        """Begin a game at a table, such as one from `set_up`. `Game.new` has the other parameters.

        Raises `TableError` if the table does not fit its ruleset, because it could not be saved;
        `RulesetError` if the game cannot go on there; and `PlayersError`, `TagsError` and
        `UndoError` as `Game.new`.
        """
        check_table(undealt)
        players, rules = len(undealt.players), undealt.ruleset
        self.names = checked_names(names, players, rules)
        self.seats = checked_seats(seats, players, rules)
        self.tags = checked_tags(tags)
        self.undo_policy: UndoPolicy = checked_policy(undo)
        self.ended_early: EndedEarly | None = None
        table, events = machine.begin(undealt)
        self.undealt = undealt
        self.seed: int | None = None
        self._steps = [Step(None, events, table)]
        self._undone: list[Step] = []
        self.revision = 0
        self._ply_at: deque[int] = deque([0], MOST_REVISIONS + 1)
        self._most = most_decisions(undealt.ruleset)
        self._looks = looks_to_count(undealt.ruleset)
        self._observers = Observers()

    @classmethod
    def new(  # noqa: PLR0913 # each is one choice about the game
        cls,
        players: int = 2,
        *,
        rules: str | Path | Mapping[str, Any] | Ruleset = "standard",
        seed: int | None = None,
        deck: Iterable[str | Card] | None = None,
        first: int = 0,
        names: Sequence[str] | None = None,
        seats: Sequence[str] | None = None,
        tags: Mapping[str, str] | None = None,
        undo: UndoPolicy = "free",
    ) -> Game:
        """Return a new game, with the first cards dealt.

        `players`: the number of players. `rules`: any value that `load_ruleset` accepts. `deck`:
        the cards or their codes, from the top. `seed`: the number to shuffle with, if there is no
        `deck`. Equal seeds give equal games; without a seed the game draws one and keeps it in
        `game.seed`. `first`: the seat that begins. `undo`: what may be taken back, as
        `lineit.UndoPolicy` says.

        Play does not depend on the following, which saved games keep. `names`: the players' names,
        for `game.names`. `seats`: who plays at each seat, `"person"` or the name of a bot, for
        `game.seats`. `tags`: any texts by name, for `game.tags`; `date` is meant for the date of
        the game, such as `"2026-12-01"`.

        Raises `PlayersError` [players], `DeckError` or `UnknownCard` [deck], `TagsError`,
        `UndoError`, `RulesetError`.

        >>> Game.new(players=2, seed=7).table == Game.new(players=2, seed=7).table
        True
        """
        ruleset = load_ruleset(rules)
        least, most = ruleset.components.players
        rule = ruleset.components.rules.players
        for what, number in (("players", players), ("seat", first)):
            if type(number) is not int:
                params: dict[str, Any] = {"what": what, "value": short(number)}
                raise PlayersError(Reason("whole_number", rule, params))
        if not least <= players <= most:
            params = {"players": short_number(players), "least": least, "most": most}
            raise PlayersError(Reason("players", rule, params))
        if not 0 <= first < players:
            params = {"seat": short_number(first), "last": players - 1}
            raise PlayersError(Reason("seat", rule, params))
        if deck is not None:
            if seed is not None:
                raise DeckError(Reason("deck_and_seed", ruleset.components.rules.deck))
            cards = checked_deck(deck, ruleset)
        else:
            if seed is None:
                seed = drawn_seed()
            check_seed(seed, ruleset)
            cards = shuffled(ruleset, seed)
        undealt = set_up(ruleset, players, cards, first)
        game = cls(undealt, names, seats=seats, tags=tags, undo=undo)
        game.seed = seed
        return game

    @property
    def ruleset(self) -> Ruleset:
        """Return the ruleset of this game."""
        return self.undealt.ruleset

    @property
    def table(self) -> Table:
        """Return the current table."""
        return self._steps[-1].table

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return all steps so far, beginning with the first deal."""
        return tuple(self._steps)

    @property
    def ply(self) -> int:
        """Return the number of decisions since the game began."""
        return len(self._steps) - 1

    @property
    def legal(self) -> machine.Legal:
        """Return every legal action. The operator `in` takes an action or its text.

        >>> "pick 91" in Game.new(players=2, seed=7).legal
        True
        """
        return machine.Legal() if self.ended_early else machine.legal(self.table)

    def legal_for(self, seat: int | None) -> machine.Legal:
        """Return the legal actions of a seat: none unless it is on turn. A spectator is None.

        Raises `PlayersError` if there is no such seat.

        >>> [len(Game.new(players=2, seed=7).legal_for(seat)) for seat in (0, 1, None)]
        [4, 0, 0]
        """
        self._check_seat(seat)
        return self.legal if seat is not None and seat == self.turn else machine.Legal()

    @property
    def events(self) -> tuple[Event, ...]:
        """Return all events so far. Replaying them on `undealt` gives `table`."""
        return tuple([event for step in self._steps for event in step.events])

    @property
    def over(self) -> bool:
        """Return whether the game is over, by the rules or early."""
        return self.ended_early is not None or machine.is_over(self.table)

    @property
    def turn(self) -> int | None:
        """Return the seat on turn, or None if the game is over."""
        return None if self.over else self.table.seat

    @property
    def scores(self) -> tuple[int, ...]:
        """Return the current points of each seat [points]."""
        return tuple([player.points for player in self.table.players])

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats that the rules named as winners; empty before the end [winner]."""
        ended = [event for event in self._steps[-1].events if isinstance(event, GameEnded)]
        return ended[-1].winners if ended and self.over and not self.ended_early else ()

    def apply(
        self, action: Action | str, seat: int | None = None, revision: int | None = None
    ) -> tuple[Event, ...]:
        """Take an action, or its text, for the player on turn. Return the events.

        `seat`: who acts; if it is not the one on turn, `NotYourTurn` is raised. `revision`: that of
        the game that was seen; if it has another one by now, `StaleRevision` is raised.

        Raises `NotAnAction` or `UnknownCard` if the text is not an action of the ruleset,
        `IllegalAction` with the rule if the action is not legal, and `GameOver` after the end.
        Raises `RulesetError` if the next player would have no legal action, or if the game is too
        long (see `lineit.most_decisions`). The game is then unchanged. A callback of
        the machine (see `lineit.machine_of`) must not act on its own game: if it does,
        `IllegalAction` is raised, and what the callback did stays.

        >>> game = Game.new(players=2, seed=7)
        >>> game.apply("pick 1")
        Traceback (most recent call last):
        lineit.model.errors.IllegalAction: 1 is not in the market [pick]
        """
        if revision is not None:
            self.check_revision(revision)
        action = action if isinstance(action, Action) else parse_action(action, self.ruleset)
        if seat is not None or self.ended_early:
            self.check_turn(seat)
        if self.ply >= self._most and not self.over:
            message = f"the game did not end after {self.ply} decisions"
            mend = "change the rules so that the deck runs out"
            raise RulesetError([Problem(self.ruleset.name, "", message, mend, id="endless-game")])
        before, revision = self.table, self.revision
        table, events = machine.step(before, action)
        if self.table is not before or self.revision != revision:
            raise IllegalAction(Reason("moved_on"))
        self._steps.append(Step(action, events, table, self._work_after(events)))
        self._undone.clear()
        self._changed()
        self._observers.tell(events, table)
        return events

    def _check_seat(self, seat: int | None) -> None:
        """Raise `PlayersError` unless there is this seat, or it is None."""
        rule, players = self.ruleset.components.rules.players, len(self.table.players)
        if seat is not None and type(seat) is not int:
            raise PlayersError(Reason("whole_number", rule, {"what": "seat", "value": short(seat)}))
        if seat is not None and not 0 <= seat < players:
            raise PlayersError(
                Reason("seat", rule, {"seat": short_number(seat), "last": players - 1})
            )

    def check_turn(self, seat: int | None) -> None:
        """Raise `NotYourTurn` if the seat is not on turn; None is whoever is.

        Raises `GameOver` if the game was ended early, and `PlayersError` for an unknown seat.

        >>> Game.new(players=2, seed=7).check_turn(1)
        Traceback (most recent call last):
        lineit.model.errors.NotYourTurn: it is the turn of seat 0, not of seat 1 [turn-order]
        """
        self._check_seat(seat)
        if self.ended_early:
            raise GameOver(Reason("ended_early"))
        if seat is not None and not self.over and seat != self.table.seat:
            raise turn_refusal(self._steps, seat)

    def check_revision(self, revision: int | None) -> None:
        """Raise `StaleRevision` unless the game has this revision; None is any.

        >>> Game.new(players=2, seed=7).check_revision(1)
        Traceback (most recent call last):
        lineit.model.errors.StaleRevision: the game is at revision 0, not 1; look at the table again
        """
        if revision is not None and (type(revision) is not int or revision != self.revision):
            params = {"revision": self.revision, "seen": short(revision)}
            raise StaleRevision(Reason("stale_revision", None, params))

    def _check_whole(self, revision: int) -> None:
        """Raise `StaleRevision` if this cannot be a revision."""
        if type(revision) is not int:
            params = {"what": "revision", "value": short(revision)}
            raise StaleRevision(Reason("whole_number", None, params))

    def _changed(self) -> None:
        """Note that the game has another revision now."""
        self.revision += 1
        self._ply_at.append(self.ply)

    def go_on_at(self, revision: int) -> None:
        """Give the game a larger revision, which it had before it was saved and loaded.

        A smaller one changes nothing. What happened before is then unknown to `events_since`.
        Raises `StaleRevision` if it is not a whole number.
        """
        self._check_whole(revision)
        if revision > self.revision:
            self.revision = revision
            self._ply_at = deque([self.ply], MOST_REVISIONS + 1)

    def events_since(self, revision: int | None) -> News:
        """Return what happened since a revision; with None, or one that is unknown, everything.

        The game knows the last 250 revisions since it was begun or loaded. Raises `StaleRevision`
        if it is neither a whole number nor None.

        >>> game = Game.new(players=2, seed=7)
        >>> _ = game.apply("pick 91"), game.apply("line")
        >>> seen = game.revision
        >>> _ = game.undo(), game.apply("hand")
        >>> news = game.events_since(seen)
        >>> news.revision, news.ply, news.after, news.events[0].to
        (4, 2, 1, 'hand')
        """
        if revision is not None:
            self._check_whole(revision)
        after = None
        back = -1 if revision is None else self.revision - revision
        if 0 <= back < len(self._ply_at):
            after = min([*self._ply_at][len(self._ply_at) - 1 - back :])
        steps = self._steps[0 if after is None else after + 1 :]
        events = tuple([event for step in steps for event in step.events])
        return News(self.revision, self.ply, after, events)

    def end_early(self, seat: int | None = None) -> EndedEarly:
        """End the game here: `seat` resigns, or with None the game is broken off.

        The game is then over, without winners; `ended_early` has the points of now. An undo takes
        the end back; there is then nothing to redo. Raises `GameOver` if the game is over, and
        `PlayersError` for an unknown seat.

        >>> game = Game.new(players=2, seed=7)
        >>> game.end_early(1)
        EndedEarly(seat=1, points=(0, 0))
        >>> game.over, game.legal, game.winners
        (True, (), ())
        """
        self._check_seat(seat)
        if self.over:
            raise GameOver(Reason("game_over", self.ruleset.phase(self.table.phase).rule))
        self.ended_early = EndedEarly(seat, self.scores)
        self._undone.clear()
        self._changed()
        self._observers.tell((), self.table)
        return self.ended_early

    def _work_after(self, events: tuple[Event, ...]) -> int:
        """Return the work of the game after a step at the present table. Raises `RulesetError`."""
        if self._looks is None:
            return 0
        work = self._steps[-1].work + work_of_step(self.table, events, self._looks)
        if work > MOST_WORK_A_GAME:
            message = f"the game looks at more than {MOST_WORK_A_GAME} cards"
            mend = "count in smaller zones, or move fewer cards"
            raise RulesetError([Problem(self.ruleset.name, "", message, mend, id="too-much-work")])
        return work

    def undo(self, steps: int = 1, seat: int | None = None, revision: int | None = None) -> Table:
        """Take back the last `steps` actions and return the table.

        `seat`: who takes them back; without it, the seat that decided the first of them. It matters
        only if `undo_policy` is not `"free"`. `revision`: as in `apply`. An early end is taken back
        too, and alone with 0 steps.

        Raises `UndoError` if fewer actions were taken, or the policy forbids it.

        >>> game = Game.new(players=2, seed=7)
        >>> before = game.table
        >>> _ = game.apply(game.legal[0])
        >>> game.undo() == before
        True
        """
        self.check_revision(revision)
        self._check_seat(seat)
        self._check_steps(steps)
        if self.undo_policy != "free" and (steps or self.ended_early):
            costs = self.undo_costs(steps, seat)
            check_undo(self.undo_policy, costs, self.ended_early, seat)
        at = len(self._steps) - steps
        self._undone += reversed(self._steps[at:])
        del self._steps[at:]
        if steps or self.ended_early:
            self.ended_early = None
            self._changed()
        table = self.table
        self._observers.tell((), table)
        return table

    def undo_costs(self, steps: int = 1, seat: int | None = None) -> UndoCosts:
        """Return what an undo would take back beside the decisions of `seat`: decisions of other
        seats, and the number of cards shown since then.

        Frontends ask it before they undo. `seat` is as in `undo`. Raises `UndoError` if fewer
        actions were taken.

        >>> game = Game.new(players=2, seed=7)
        >>> for action in ("pick 91", "line", "pass"):
        ...     _ = game.apply(action)
        >>> game.undo_costs(seat=1).others, game.undo_costs(seat=0).others
        ((0,), ())
        """
        self._check_seat(seat)
        self._check_steps(steps)
        bots = [number for number, who in enumerate(self.seats or ()) if who != PERSON]
        return undo_costs(self._steps, steps, seat, bots)

    def _check_steps(self, steps: int) -> None:
        """Raise `UndoError` unless so many actions were taken."""
        if not 0 <= self._whole(steps) <= self.ply:
            params = {"steps": short_number(steps), "ply": self.ply}
            raise UndoError(Reason("undo", None, params))

    def _whole(self, steps: int) -> int:
        """Return the number of steps. Raises `UndoError` if it is not a whole number."""
        if type(steps) is not int:
            raise UndoError(Reason("whole_number", None, {"what": "steps", "value": short(steps)}))
        return steps

    def redo(self, steps: int = 1, seat: int | None = None, revision: int | None = None) -> Table:
        """Take `steps` undone actions again, and return the table. After another `apply`, none can
        be taken again. With a `seat`, all of them must be its own. `revision`: as in `apply`.

        Raises `UndoError` if fewer actions were undone; `NotYourTurn` if one is of another seat.

        >>> game = Game.new(players=2, seed=7)
        >>> _ = game.apply("pick 91")
        >>> before = game.table
        >>> _ = game.undo()
        >>> game.redo() == before
        True
        """
        self.check_revision(revision)
        self._check_seat(seat)
        if not 0 <= self._whole(steps) <= len(self._undone):
            params = {"steps": short_number(steps), "undone": len(self._undone)}
            raise UndoError(Reason("no_redo", None, params))
        check_redo(seat, self._steps, self._undone[len(self._undone) - steps :])
        for _ in range(steps):
            step = self._undone.pop()
            self._steps.append(step)
            self._changed()
            self._observers.tell(step.events, step.table)
        return self.table

    def forget_undone(self) -> None:
        """Forget the actions that were undone, which take memory. `redo` can no longer take them.

        >>> game = Game.new(players=2, seed=7)
        >>> _ = game.apply("pick 91"), game.undo(), game.forget_undone()
        >>> game.redo()
        Traceback (most recent call last):
        lineit.model.errors.UndoError: cannot do 1 action again: none was taken back
        """
        self._undone.clear()

    def explain(self, action: Action | str, seat: int | None = None) -> Reason | None:
        """Return the reason why an action, or its text, cannot be taken; None if it can.

        With a `seat` that is not on turn, the reason is only that, for each action of the ruleset.
        Raises `PlayersError` if there is no such seat.

        >>> Game.new(players=2, seed=7).explain("pick 1").text()
        '1 is not in the market [pick]'
        """
        self._check_seat(seat)
        try:
            if not isinstance(action, Action):
                action = parse_action(action, self.ruleset)
            self.check_turn(seat)
            return why_not(self.table, action)
        except LineitError as error:
            return error.reason

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Return the actions to show to the player on turn, each with the reason why it is not
        legal, or None if it is legal: see `lineit.engine.legality.choices`.

        >>> game = Game.new(players=2, seed=7)
        >>> [choice.action for choice in game.choices if not choice.reason] == [*game.legal]
        True
        """
        return () if self.ended_early else choices(self.table)

    def choices_for(self, seat: int | None) -> tuple[Choice, ...]:
        """Return the choices of a seat: none unless it is on turn. A spectator is None.

        Raises `PlayersError` if there is no such seat.

        >>> game = Game.new(players=2, seed=7)
        >>> game.choices_for(0) == game.choices, game.choices_for(1)
        (True, ())
        """
        self._check_seat(seat)
        return self.choices if seat is not None and seat == self.turn else ()

    def view(self, seat: int | None, memory: Memory = "table") -> View:
        """Return what a seat sees, or a spectator if `seat` is None: see `lineit.views.view`.

        >>> Game.new(players=2, seed=7).view(0).deck.count
        102
        """
        return view(self.table, seat, memory)

    @property
    def stats(self) -> Stats:
        """Return what the players did so far, and where their points come from.

        >>> Game.new(players=2, seed=7).stats.whole.points
        0
        """
        return stats(self.undealt, self.events)

    def subscribe(self, observer: Observer) -> Callable[[], None]:
        """Call `observer(events, table)` after each action, redo and undo; an undo has no events.
        Return a function that ends the subscription. `lineit.observers` says the rest. Raises
        `CallbackError` for a coroutine function.

        >>> game = Game.new(players=2, seed=7)
        >>> stop = game.subscribe(lambda events, table: print(events[0].rule, table.phase))
        >>> _ = game.apply("pick 91")
        pick place
        >>> stop()
        >>> _ = game.apply("line")
        """
        return self._observers.add(observer)

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy or a pickle holds: the game and its history, without observers."""
        own = {
            "tags": {**self.tags},
            "_steps": [*self._steps],
            "_undone": [*self._undone],
            "_ply_at": self._ply_at.copy(),
        }
        return {**self.__dict__, **own, "_observers": Observers()}

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __repr__(self) -> str:
        at = self.table
        return f"<Game {self.ruleset} players={len(at.players)} ply={self.ply} phase={at.phase}>"
