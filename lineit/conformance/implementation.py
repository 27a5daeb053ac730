"""An implementation under test, as the runner of vectors uses it, and the library as one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from lineit.formats.events import event_json
from lineit.formats.tables import table_json
from lineit.formats.views import view_json
from lineit.game import Game
from lineit.model.errors import LineitError, RulesetError
from lineit.model.events import Event
from lineit.model.ruleset import Ruleset
from lineit.model.zones import Memory
from lineit.rules.load import load_ruleset
from lineit.saves.records import parse_record, record_json

State = Mapping[str, Any]
"""What the protocol says of a game after a step. Only `events` and `winners` are read, and only at
the levels with these names.
"""


MOST_SAID = 1000
"""Maximum length of the text of `Broken`, in characters: it may quote the implementation."""


class Refused(Exception):
    """The implementation refused something. `rule` is the id of the rule that it named, if any,
    `message` is its own text, and `problems` has the ids of the problems of a rule file.
    """

    def __init__(self, rule: str | None, message: str = "", problems: Sequence[str] = ()) -> None:
        super().__init__(rule)
        self.rule = rule
        self.message = message
        self.problems = tuple(problems)


class Broken(Exception):
    """The implementation does not answer as the protocol says. `step` is the step of the vector."""

    step = 0

    def __init__(self, what: str) -> None:
        super().__init__(what[:MOST_SAID])


class Implementation(Protocol):
    """An implementation under test. It plays one game at a time. The levels `play` and `reasons`
    need only `new`, `legal`, `apply` and `table`.
    """

    def new(self, ruleset: str | Mapping[str, Any], players: int, first: int, deck: Any) -> State:
        """Begin a game. `deck` is a list of card codes. Raises `Refused`."""

    def load(self, record: Mapping[str, Any]) -> State:
        """Go on with a saved game. Raises `Refused`."""

    def legal(self) -> Sequence[str]:
        """Return the actions that are legal now."""

    def apply(self, action: str) -> State:
        """Take the action. Raises `Refused`."""

    def undo(self, steps: int) -> State:
        """Take back the last decisions. Raises `Refused`."""

    def table(self) -> dict[str, Any]:
        """Return the whole table as JSON data."""

    def view(self, seat: int | None, memory: Memory) -> dict[str, Any]:
        """Return what a seat, or None for a spectator, sees of the table, as JSON data."""

    def record(self) -> dict[str, Any]:
        """Return the saved game as JSON data."""


class Library:
    """The library itself as an implementation; `rules` replaces the ruleset that a vector names."""

    def __init__(self, rules: Ruleset | None = None) -> None:
        self._rules = rules
        self._game: Game

    def new(self, ruleset: str | Mapping[str, Any], players: int, first: int, deck: Any) -> State:
        """Begin a game. Raises `Refused`."""
        try:
            rules = self._rules or load_ruleset(ruleset)
            self._game = Game.new(players, rules=rules, deck=deck, first=first)
        except LineitError as error:
            raise _refused(error) from None
        return self._state(self._game.events)

    def load(self, record: Mapping[str, Any]) -> State:
        """Go on with a saved game. Raises `Refused`."""
        try:
            self._game = parse_record(record)
        except LineitError as error:
            raise _refused(error) from None
        return self._state(self._game.events)

    def legal(self) -> Sequence[str]:
        """Return the actions that are legal now."""
        return [str(action) for action in self._game.legal]

    def apply(self, action: str) -> State:
        """Take the action. Raises `Refused`."""
        try:
            events = self._game.apply(action)
        except LineitError as error:
            raise _refused(error) from None
        return self._state(events)

    def undo(self, steps: int) -> State:
        """Take back the last decisions. Raises `Refused`."""
        try:
            self._game.undo(steps)
        except LineitError as error:
            raise _refused(error) from None
        return self._state(())

    def table(self) -> dict[str, Any]:
        """Return the whole table as JSON data."""
        return table_json(self._game.table)

    def view(self, seat: int | None, memory: Memory) -> dict[str, Any]:
        """Return what a seat, or None for a spectator, sees of the table, as JSON data."""
        return view_json(self._game.view(seat, memory))

    def record(self) -> dict[str, Any]:
        """Return the saved game as JSON data."""
        return record_json(self._game)

    def _state(self, events: Sequence[Event]) -> State:
        winners = list(self._game.winners) if self._game.over else None
        return {"events": [event_json(event) for event in events], "winners": winners}


def _refused(error: LineitError) -> Refused:
    """Return an error of the library as a refusal."""
    ids = [each.id for each in error.problems] if isinstance(error, RulesetError) else []
    return Refused(error.reason.rule, str(error), ids)
