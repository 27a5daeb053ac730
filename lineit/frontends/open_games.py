"""The open games of a server, which together take a bounded amount of memory."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from lineit.game import Game
from lineit.model.events import Event
from lineit.model.ruleset import Ruleset
from lineit.rules.load import is_built_in

MOST_MEMORY = 512 * 1024 * 1024
"""Maximum memory of all open games together, in bytes, as `size_of` estimates it. So many games of
`standard` that are just begun are 90,000, and so many that are over 1,500.
"""

BYTES_A_GAME, BYTES_A_STEP, BYTES_AN_EVENT = 4000, 600, 300
"""Memory of a game without steps, of a step without events, and of an event, in bytes."""

BYTES_A_LETTER = 10
"""Memory of a ruleset, in bytes for each character of its rule file."""


class OpenGames:
    """Games, in `by_id` by their ids, which are numbers as text.

    >>> games = OpenGames()
    >>> ident = games.add(Game.new(players=2, seed=7))
    >>> ident, games.by_id[ident].ply, games.are_full
    ('1', 0, False)
    """

    def __init__(self) -> None:
        self.by_id: dict[str, Game] = {}
        self._sizes: dict[str, int] = {}
        self._added = self._memory = 0

    @property
    def are_full(self) -> bool:
        """Return whether the games take as much memory as they may."""
        return self._memory >= MOST_MEMORY

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
        self._memory -= self._sizes.pop(ident)

    def grow(self, ident: str, events: Sequence[Event]) -> None:
        """Note that the game has one step more, with these events."""
        self._resize(ident, self._sizes[ident] + size_of_step(events))

    def measure(self, ident: str) -> None:
        """Note how large the game is now."""
        self._resize(ident, size_of(self.by_id[ident]))

    def _resize(self, ident: str, size: int) -> None:
        self._memory += size - self._sizes.get(ident, 0)
        self._sizes[ident] = size


def size_of(game: Game) -> int:
    """Return the memory of a game with all its steps, in bytes; an estimate.

    >>> size_of(Game.new(players=2, seed=7))
    5800
    """
    steps = sum(size_of_step(step.events) for step in game)
    return BYTES_A_GAME + steps + size_of_rules(game.ruleset)


def size_of_step(events: Sequence[Event]) -> int:
    """Return the memory of a step, in bytes; an estimate."""
    return BYTES_A_STEP + BYTES_AN_EVENT * len(events)


@lru_cache(maxsize=64)
def size_of_rules(ruleset: Ruleset) -> int:
    """Return the memory of a ruleset, in bytes; an estimate. A built-in one is there anyway."""
    return 0 if is_built_in(ruleset) else BYTES_A_LETTER * len(ruleset.source)
