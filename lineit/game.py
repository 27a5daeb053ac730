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

from attrs import frozen

from lineit import machine
from lineit.actions import Action, parse_action
from lineit.cards import Card
from lineit.codec import check_table
from lineit.errors import (
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
from lineit.events import Event, GameEnded
from lineit.explain import Choice, choices, why_not
from lineit.limits import most_decisions
from lineit.ruleset import Ruleset
from lineit.shapes import short
from lineit.spec import load_ruleset
from lineit.stats import Stats, stats
from lineit.table import Table, set_up
from lineit.views import View, view
from lineit.zones import Memory

Observer = Callable[[tuple[Event, ...], Table], object]

MOST_SEED_BITS = 1024
"""Maximum size of a seed, in bits: more could not be saved."""

MOST_NAME = 200
"""Maximum length of a player's name, in characters."""

_LOG = logging.getLogger("lineit")


@frozen
class Step:
    """One step of a game: the action (None: the first deal), what happened, the table after."""

    action: Action | None
    events: tuple[Event, ...]
    table: Table


class Game:
    """A game of Line-it: the table now, what is legal, and how it came about.

    Make one with `Game.new`, or begin at any table: `Game(table)`. Iterating over it gives its
    steps, the first deal first.

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
        """Begin a game at a table, such as `set_up` gives; `names` are only kept.

        Raises `TableError` for what is no table of its ruleset, and could so not be saved,
        `PlayersError` for what are no names, `RulesetError` where nothing can be done there.
        """
        check_table(undealt)
        self.names = checked_names(names, len(undealt.players), undealt.ruleset)
        table, events = machine.begin(undealt)
        self.undealt = undealt
        self.seed: int | None = None
        self._steps = [Step(None, events, table)]
        self._undone: list[Step] = []
        self._most = most_decisions(undealt.ruleset)
        self._observers: dict[object, Observer] = {}
        self._news: list[tuple[tuple[Event, ...], Table]] = []

    @classmethod
    def new(  # noqa: PLR0913 # each says one thing of the game
        cls,
        players: int = 2,
        *,
        rules: str | Path | Mapping[str, Any] | Ruleset = "standard",
        seed: int | None = None,
        deck: Iterable[str | Card] | None = None,
        first: int = 0,
        names: Sequence[str] | None = None,
    ) -> Game:
        """A new game, dealt.

        `players`: how many; `rules`: as `load_ruleset` takes them; `deck`: the cards or their
        codes from the top, or else `seed`: what to shuffle with (equal seeds give equal games;
        without one a fresh seed is drawn, and kept in `game.seed`); `first`: the seat that begins;
        `names`: the players', kept in `game.names`.

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
        """The rules of this game."""
        return self.undealt.ruleset

    @property
    def table(self) -> Table:
        """The table now."""
        return self._steps[-1].table

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps until now, the first deal first."""
        return tuple(self._steps)

    @property
    def ply(self) -> int:
        """How many decisions were taken."""
        return len(self._steps) - 1

    @property
    def legal(self) -> machine.Legal:
        """Every action that `apply` accepts now; `in` takes an action or its text.

        >>> "pick 91" in Game.new(players=2, seed=7).legal
        True
        """
        return machine.legal(self.table)

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened; replayed on `undealt` it gives `table`."""
        return tuple([event for step in self._steps for event in step.events])

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return machine.is_over(self.table)

    @property
    def turn(self) -> int | None:
        """The seat on turn; None when the game is over."""
        return None if self.over else self.table.seat

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat now [points]."""
        return tuple([player.points for player in self.table.players])

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, as the rules named them at the end; none before it [winner]."""
        ended = [event for event in self._steps[-1].events if isinstance(event, GameEnded)]
        return ended[-1].winners if ended and self.over else ()

    def apply(self, action: Action | str) -> tuple[Event, ...]:
        """Take the action, or its text, for the player on turn; what happened.

        Raises `NotAnAction` or `UnknownCard` where the text is no action at all, `IllegalAction`
        with the rule where it is not legal now, `GameOver` after the end, `RulesetError` where the
        rules would leave the next player nothing to do, or no end comes (see
        `lineit.limits.most_decisions`). The game is then as it was. A callback of
        the machine (see `lineit.machine_of`) cannot act on its game: if it has, `IllegalAction` is
        raised too, and what it did stays.

        >>> game = Game.new(players=2, seed=7)
        >>> game.apply("pick 1")
        Traceback (most recent call last):
        lineit.errors.IllegalAction: 1 is not in the market [pick]
        """
        action = action if isinstance(action, Action) else parse_action(action, self.ruleset)
        if self.ply >= self._most and not self.over:
            message = f"no end comes: {self.ply} decisions were taken"
            mend = "see that cards are used up"
            raise RulesetError([Problem(self.ruleset.name, "", message, mend)])
        before = self.table
        table, events = machine.step(before, action)
        if self.table is not before:
            raise IllegalAction(Reason("moved_on"))
        self._steps.append(Step(action, events, table))
        self._undone.clear()
        self._tell(events, table)
        return events

    def undo(self, steps: int = 1) -> Table:
        """Take back so many actions; return the table then. Raises `UndoError` if there are not as
        many.

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
        """Take so many actions again that were taken back; return the table then. The next action
        that is taken ends this possibility. Raises `UndoError` if there are not as many.

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

    def explain(self, action: Action | str) -> Reason | None:
        """Why the action, or its text, cannot be taken now; None where it can.

        >>> Game.new(players=2, seed=7).explain("pick 1").text()
        '1 is not in the market [pick]'
        """
        try:
            return why_not(self.table, action)
        except LineitError as error:
            return error.reason

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All that the player on turn may think of, each with why it is not legal now, or None:
        see `lineit.explain.choices`.

        >>> game = Game.new(players=2, seed=7)
        >>> [choice.action for choice in game.choices if not choice.reason] == [*game.legal]
        True
        """
        return choices(self.table)

    def view(self, seat: int | None, memory: Memory = "table") -> View:
        """What a seat sees, or (None) a spectator: see `lineit.views.view`.

        >>> Game.new(players=2, seed=7).view(0).deck.count
        102
        """
        return view(self.table, seat, memory)

    @property
    def stats(self) -> Stats:
        """What the players did until now, and where their points come from.

        >>> Game.new(players=2, seed=7).stats.whole.points
        0
        """
        return stats(self.undealt, self.events)

    def subscribe(self, observer: Observer) -> Callable[[], None]:
        """Have `observer(events, table)` called after each action, and after each undo, which tells
        no events; return a function that ends the subscription. An observer that is subscribed
        twice is called twice. Raises `CallbackError` for a coroutine function.

        An observer cannot harm the game: what it raises is logged (as `lineit`) and goes no
        further. If it takes an action itself, all observers hear of that after this one.

        >>> game = Game.new(players=2, seed=7)
        >>> stop = game.subscribe(lambda events, table: print(events[0].rule, table.phase))
        >>> _ = game.apply("pick 91")
        pick place
        >>> stop()
        >>> _ = game.apply("line")
        """
        call = getattr(observer, "__call__", None)  # noqa: B004 # it may be an async one
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
        if len(self._news) > 1:  # an observer is being told; this is told after
            return
        try:
            while self._news:
                for subscription, observer in tuple(self._observers.items()):
                    if subscription not in self._observers:  # it has just been told to stop
                        continue
                    try:
                        observer(*self._news[0])
                    except Exception:
                        _LOG.exception("an observer failed")
                del self._news[0]
        finally:
            self._news.clear()

    def __getstate__(self) -> dict[str, Any]:
        """What is copied or pickled: the game with a history of its own, but no observers."""
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
    Random(seed).shuffle(deck)  # noqa: S311 # a game is to be repeatable, not unpredictable
    return tuple(deck)


def check_seed(seed: object, ruleset: Ruleset) -> None:
    """Raise `DeckError` for what can be no seed."""
    rule = ruleset.components.rules.deck
    if type(seed) is not int:
        raise DeckError(Reason("seed", rule, {"seed": short(seed)}))
    if seed.bit_length() > MOST_SEED_BITS:
        raise DeckError(Reason("seed_bits", rule, {"bits": MOST_SEED_BITS}))


def checked_names(
    names: Sequence[str] | None, players: int, ruleset: Ruleset
) -> tuple[str, ...] | None:
    """Return the names as a game keeps them. Raises `PlayersError` for what are no names."""
    if names is None:
        return None
    told = tuple(names) if isinstance(names, (list, tuple)) else ()
    lines = [name for name in told if isinstance(name, str) and 0 < len(name) <= MOST_NAME]
    if len(told) != players or not all(name.isprintable() for name in lines) or told != (*lines,):
        params = {"names": short(names), "players": players}
        raise PlayersError(Reason("names", ruleset.components.rules.players, params))
    return told


def _checked_deck(deck: Iterable[str | Card], ruleset: Ruleset) -> tuple[Card, ...]:
    rule = ruleset.components.rules.deck
    if not isinstance(deck, Iterable):
        raise DeckError(Reason("deck_shape", rule, {"deck": short(deck)}))
    deck = islice(deck, 2 * len(ruleset.cards))  # it may have no end
    cards = tuple(ruleset.card(card.code if isinstance(card, Card) else card) for card in deck)
    times = Counter(cards)
    if twice := [card.code for card, count in times.items() if count > 1]:
        raise DeckError(Reason("deck_twice", rule, {"cards": twice, "count": len(twice)}))
    if missing := [card.code for card in ruleset.cards if card not in times]:
        params = {"cards": missing[:10], "count": len(missing)}
        raise DeckError(Reason("deck_missing", rule, params))
    return cards
