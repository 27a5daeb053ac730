"""A game: a session at a table, with its history."""

from __future__ import annotations

import inspect
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from attrs import field, frozen

from lineit.engine import machine
from lineit.engine.legality import Choice, choices, why_not
from lineit.formats.tables import check_table
from lineit.model.actions import Action, parse_action
from lineit.model.bounds import short
from lineit.model.cards import Card
from lineit.model.errors import (
    CallbackError,
    DeckError,
    IllegalAction,
    LineitError,
    PlayersError,
    Problem,
    Reason,
    RulesetError,
    UndoError,
)
from lineit.model.events import Event, GameEnded
from lineit.model.ruleset import Ruleset
from lineit.model.table import Table, set_up
from lineit.model.zones import Memory
from lineit.rules.game_limits import MOST_WORK_A_GAME, looks_to_count, most_decisions
from lineit.rules.load import load_ruleset
from lineit.rules.work import work_of_step
from lineit.stats import Stats, stats
from lineit.views import View, view

Observer = Callable[[tuple[Event, ...], Table], object]

MOST_SEED_BITS = 1024
"""Maximum size of a seed, in bits. A record cannot hold a larger one."""

MOST_NAME = 200
"""Maximum length of a player's name, in characters."""

_LOG = logging.getLogger("lineit")


@frozen
class Step:
    """One step of a game: its action (None: the first deal), its events and the table after it.

    `work` is what the game has cost so far, in cards looked at; 0 with a built-in ruleset.
    """

    action: Action | None
    events: tuple[Event, ...]
    table: Table
    work: int = field(default=0, eq=False, repr=False)


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

    def __init__(self, undealt: Table, names: Sequence[str] | None = None) -> None:
        """Begin a game at a table, such as one from `set_up`. Play does not use the `names`.

        Raises `TableError` if the table does not fit its ruleset, because it could not be saved;
        `PlayersError` if the names are not valid; `RulesetError` if the game cannot go on there.
        """
        check_table(undealt)
        self.names = checked_names(names, len(undealt.players), undealt.ruleset)
        table, events = machine.begin(undealt)
        self.undealt = undealt
        self.seed: int | None = None
        self._steps = [Step(None, events, table)]
        self._undone: list[Step] = []
        self._most = most_decisions(undealt.ruleset)
        self._looks = looks_to_count(undealt.ruleset)
        self._observers: dict[object, Observer] = {}
        self._news: list[tuple[tuple[Event, ...], Table]] = []

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
    ) -> Game:
        """Return a new game, with the first cards dealt.

        `players`: the number of players. `rules`: any value that `load_ruleset` accepts. `deck`:
        the cards or their codes, from the top. `seed`: the number to shuffle with, if there is no
        `deck`. Equal seeds give equal games; without a seed the game draws one and keeps it in
        `game.seed`. `first`: the seat that begins. `names`: the players' names, for `game.names`.

        Raises `PlayersError` [players], `DeckError` or `UnknownCard` [deck], `RulesetError`.

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
            params = {"players": short(players), "least": least, "most": most}
            raise PlayersError(Reason("players", rule, params))
        if not 0 <= first < players:
            params = {"seat": short(first), "last": players - 1}
            raise PlayersError(Reason("seat", rule, params))
        if deck is not None:
            if seed is not None:
                raise DeckError(Reason("deck_and_seed", ruleset.components.rules.deck))
            cards = _checked_deck(deck, ruleset)
            return cls(set_up(ruleset, players, cards, first), names)
        if seed is None:
            seed = secrets.randbits(32)
        check_seed(seed, ruleset)
        game = cls(set_up(ruleset, players, shuffled(ruleset, seed), first), names)
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
        return machine.legal(self.table)

    @property
    def events(self) -> tuple[Event, ...]:
        """Return all events so far. Replaying them on `undealt` gives `table`."""
        return tuple([event for step in self._steps for event in step.events])

    @property
    def over(self) -> bool:
        """Return whether the game is over."""
        return machine.is_over(self.table)

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
        return ended[-1].winners if ended and self.over else ()

    def apply(self, action: Action | str) -> tuple[Event, ...]:
        """Take an action, or its text, for the player on turn. Return the events.

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
        action = action if isinstance(action, Action) else parse_action(action, self.ruleset)
        if self.ply >= self._most and not self.over:
            message = f"the game did not end after {self.ply} decisions"
            mend = "change the rules so that the deck runs out"
            raise RulesetError([Problem(self.ruleset.name, "", message, mend, id="endless-game")])
        before = self.table
        table, events = machine.step(before, action)
        if self.table is not before:
            raise IllegalAction(Reason("moved_on"))
        self._steps.append(Step(action, events, table, self._work_after(events)))
        self._undone.clear()
        self._tell(events, table)
        return events

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

    def undo(self, steps: int = 1) -> Table:
        """Take back the last `steps` actions and return the table. Raises `UndoError` if fewer
        actions were taken.

        >>> game = Game.new(players=2, seed=7)
        >>> before = game.table
        >>> _ = game.apply(game.legal[0])
        >>> game.undo() == before
        True
        """
        if type(steps) is not int:
            raise UndoError(Reason("whole_number", None, {"what": "steps", "value": short(steps)}))
        if not 0 <= steps <= self.ply:
            params = {"steps": short(steps), "ply": self.ply}
            raise UndoError(Reason("undo", None, params))
        at = len(self._steps) - steps
        self._undone += reversed(self._steps[at:])
        del self._steps[at:]
        table = self.table
        self._tell((), table)
        return table

    def redo(self, steps: int = 1) -> Table:
        """Take again the last `steps` actions that were undone, and return the table. A new action
        clears the undone ones. Raises `UndoError` if fewer actions were undone.

        >>> game = Game.new(players=2, seed=7)
        >>> _ = game.apply("pick 91")
        >>> before = game.table
        >>> _ = game.undo()
        >>> game.redo() == before
        True
        """
        if type(steps) is not int:
            raise UndoError(Reason("whole_number", None, {"what": "steps", "value": short(steps)}))
        if not 0 <= steps <= len(self._undone):
            params = {"steps": short(steps), "undone": len(self._undone)}
            raise UndoError(Reason("no_redo", None, params))
        for _ in range(steps):
            step = self._undone.pop()
            self._steps.append(step)
            self._tell(step.events, step.table)
        return self.table

    def forget_undone(self) -> None:
        """Forget the actions that were undone. They take memory, and `redo` takes them no more.

        >>> game = Game.new(players=2, seed=7)
        >>> _ = game.apply("pick 91"), game.undo(), game.forget_undone()
        >>> game.redo()
        Traceback (most recent call last):
        lineit.model.errors.UndoError: cannot do 1 action again: none was taken back
        """
        self._undone.clear()

    def explain(self, action: Action | str) -> Reason | None:
        """Return the reason why an action, or its text, cannot be taken; None if it can.

        >>> Game.new(players=2, seed=7).explain("pick 1").text()
        '1 is not in the market [pick]'
        """
        try:
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
        return choices(self.table)

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
        Return a function that ends the subscription. An observer that is subscribed twice is called
        twice. Raises `CallbackError` for a coroutine function.

        An exception in an observer does not stop the game: the logger `lineit` logs it. If an
        observer takes an action, all observers are called for it after the current call.

        >>> game = Game.new(players=2, seed=7)
        >>> stop = game.subscribe(lambda events, table: print(events[0].rule, table.phase))
        >>> _ = game.apply("pick 91")
        pick place
        >>> stop()
        >>> _ = game.apply("line")
        """
        call = getattr(observer, "__call__", None)  # noqa: B004 # `__call__` may be async
        if inspect.iscoroutinefunction(observer) or inspect.iscoroutinefunction(call):
            what = getattr(observer, "__name__", type(observer).__name__)
            raise CallbackError(Reason("coroutine", None, {"what": what}))
        subscription = object()
        self._observers[subscription] = observer

        def stop() -> None:
            self._observers.pop(subscription, None)

        return stop

    def _tell(self, events: tuple[Event, ...], table: Table) -> None:
        self._news.append((events, table))
        if len(self._news) > 1:  # a call is going on; it also sends this news
            return
        try:
            while self._news:
                for subscription, observer in tuple(self._observers.items()):
                    if subscription not in self._observers:  # it was ended during this loop
                        continue
                    try:
                        observer(*self._news[0])
                    except Exception:
                        _LOG.exception("an observer failed")
                del self._news[0]
        finally:
            self._news.clear()

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy or a pickle holds: the game and its history, without observers."""
        own = {"_steps": [*self._steps], "_undone": [*self._undone]}
        return {**self.__dict__, **own, "_observers": {}, "_news": []}

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __repr__(self) -> str:
        at = self.table
        return f"<Game {self.ruleset} players={len(at.players)} ply={self.ply} phase={at.phase}>"


def shuffled(ruleset: Ruleset, seed: int) -> tuple[Card, ...]:
    """Return the deck of the ruleset, shuffled with the seed."""
    deck = list(ruleset.cards)
    Random(seed).shuffle(deck)  # noqa: S311 # a game must be repeatable, not secret
    return tuple(deck)


def check_seed(seed: object, ruleset: Ruleset) -> None:
    """Raise `DeckError` if the seed is not a whole number, or is too large."""
    rule = ruleset.components.rules.deck
    if type(seed) is not int:
        raise DeckError(Reason("seed", rule, {"seed": short(seed)}))
    if seed.bit_length() > MOST_SEED_BITS:
        raise DeckError(Reason("seed_bits", rule, {"bits": MOST_SEED_BITS}))


def checked_names(
    names: Sequence[str] | None, players: int, ruleset: Ruleset
) -> tuple[str, ...] | None:
    """Return the names as a tuple. Raises `PlayersError` if they are not valid."""
    if names is None:
        return None
    given = tuple(names) if isinstance(names, (list, tuple)) else ()
    texts = [name for name in given if isinstance(name, str) and 0 < len(name) <= MOST_NAME]
    if len(given) != players or not all(name.isprintable() for name in texts) or given != (*texts,):
        params = {"names": short(names), "players": players}
        raise PlayersError(Reason("names", ruleset.components.rules.players, params))
    return given


def _checked_deck(deck: Iterable[str | Card], ruleset: Ruleset) -> tuple[Card, ...]:
    rule = ruleset.components.rules.deck
    if not isinstance(deck, Iterable):
        raise DeckError(Reason("deck_shape", rule, {"deck": short(deck)}))
    deck = islice(deck, 2 * len(ruleset.cards))  # an iterable may be endless
    cards = tuple(ruleset.card(card.code if isinstance(card, Card) else card) for card in deck)
    times = Counter(cards)
    if twice := [card.code for card, count in times.items() if count > 1]:
        raise DeckError(Reason("deck_twice", rule, {"cards": twice, "count": len(twice)}))
    if missing := [card.code for card in ruleset.cards if card not in times]:
        params = {"cards": missing[:10], "count": len(missing)}
        raise DeckError(Reason("deck_missing", rule, params))
    return cards
