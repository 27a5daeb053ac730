"""The open games of a server, which together take a bounded amount of memory."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from lineit.game import Game
from lineit.model.events import CardsMoved, Event
from lineit.model.ruleset import Ruleset
from lineit.model.table import Table
from lineit.rules.load import is_built_in

MOST_MEMORY = 512 * 1024 * 1024
"""Maximum memory of all open games together, in bytes, as `size_of` estimates it. That is
80,000 games of `standard` that have just begun, or 1,400 that are over.
"""

BYTES_A_GAME, BYTES_A_STEP, BYTES_AN_EVENT = 4000, 600, 300
"""Memory of a game without steps, of a step without events, and of an event, in bytes."""

BYTES_A_TEXT, BYTES_A_SIGN = 100, 4
"""Memory of a name or a tag, and of each character in it, in bytes."""

BYTES_A_CARD = 8
"""Memory of a card or a token in a pile that a step made anew, or in an event, in bytes."""

BYTES_A_LETTER = 10
"""Memory of a ruleset, in bytes for each character of its rule file."""


class OpenGames:
    """Games, in `by_id` by their ids, which are numbers as text. `memory`: of all, in bytes.
    `undone`: the ids of games that may have steps for `redo`, which take memory too.

    >>> games = OpenGames()
    >>> ident = games.add(Game.new(players=2, seed=7))
    >>> ident, games.by_id[ident].ply, games.are_full
    ('1', 0, False)
    """

    def __init__(self) -> None:
        self.by_id: dict[str, Game] = {}
        self._sizes: dict[str, int] = {}
        self.undone: set[str] = set()
        self._added = self.memory = 0

    @property
    def are_full(self) -> bool:
        """Return whether the games take as much memory as they may."""
        return self.memory >= MOST_MEMORY

    def add(self, game: Game) -> str:
        """Add a game, and return its id."""
        self._added += 1
        ident = str(self._added)
        self.by_id[ident] = game
        self.measure(ident)
        return ident

    def remove(self, ident: str) -> None:
        """Remove the game with this id."""
        del self.by_id[ident]
        self.undone.discard(ident)
        self.memory -= self._sizes.pop(ident)

    def grow(self, ident: str, before: Table, events: Sequence[Event]) -> None:
        """Note that the game has one step more, from this table and with these events."""
        if ident in self.undone:  # what was undone is forgotten
            self.measure(ident)
            return
        more = size_of_step(before, self.by_id[ident].table, events)
        self._resize(ident, self._sizes[ident] + more)

    def take_back(self, ident: str) -> None:
        """Note that steps of the game were undone. They are forgotten if there is no memory."""
        self.undone.add(ident)
        if self.are_full:
            self.by_id[ident].forget_undone()
            self.measure(ident)

    def measure(self, ident: str) -> None:
        """Note how large the game is now, if no undone steps are kept."""
        self.undone.discard(ident)
        self._resize(ident, size_of(self.by_id[ident]))

    def _resize(self, ident: str, size: int) -> None:
        self.memory += size - self._sizes.get(ident, 0)
        self._sizes[ident] = size


def size_of(game: Game) -> int:
    """Return the memory of a game with all its steps, in bytes; an estimate.

    >>> size_of(Game.new(players=2, seed=7))
    6680
    """
    size, before = BYTES_A_GAME + size_of_rules(game.ruleset) + _size_about(game), game.undealt
    for step in game:
        size += size_of_step(before, step.table, step.events)
        before = step.table
    return size


def _size_about(game: Game) -> int:
    """Return the memory of what a game knows beside its steps, in bytes; an estimate."""
    texts = [*(game.names or ()), *(game.seats or ()), *game.tags, *game.tags.values()]
    return sum(BYTES_A_TEXT + BYTES_A_SIGN * len(text) for text in texts)


def size_of_step(before: Table, after: Table, events: Sequence[Event]) -> int:
    """Return the memory of a step, in bytes; an estimate. Piles that stay need no more."""
    kept = {id(pile) for pile in _piles(before)}
    new = sum(len(pile) for pile in _piles(after) if id(pile) not in kept)
    new += sum(len(event.cards) for event in events if isinstance(event, CardsMoved))
    return BYTES_A_STEP + BYTES_AN_EVENT * len(events) + BYTES_A_CARD * new


def _piles(table: Table) -> list[tuple[object, ...]]:
    """Return the tuples of cards and of tokens that the table holds."""
    piles: list[tuple[object, ...]] = [table.deck, table.market, table.discard, *table.jackpots]
    for player in table.players:
        piles += [player.hand, player.line.cards, player.scored, player.tokens]
    return piles


@lru_cache(maxsize=64)
def size_of_rules(ruleset: Ruleset) -> int:
    """Return the memory of a ruleset, in bytes; an estimate. A built-in one is there anyway."""
    return 0 if is_built_in(ruleset) else BYTES_A_LETTER * len(ruleset.source)
