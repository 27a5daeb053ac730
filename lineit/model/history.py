"""The history of a game: its steps, and what happened since a revision."""

from __future__ import annotations

from attrs import field, frozen

from lineit.model.actions import Action
from lineit.model.events import Event
from lineit.model.table import Table


@frozen
class Step:
    """One step of a game: its action (None: the first deal), its events and the table after it.

    `work` is what the game has cost so far, in cards looked at; 0 with a built-in ruleset.
    """

    action: Action | None
    events: tuple[Event, ...]
    table: Table
    work: int = field(default=0, eq=False, repr=False)


@frozen
class News:
    """What happened in a game since a revision: the way from the ply `after` to the present one.

    Whoever saw the game at a larger ply than `after` has to go back to that ply first, because
    decisions were taken back. If `after` is None, the events begin with the first deal. `revision`
    and `ply` are the present ones.
    """

    revision: int
    ply: int
    after: int | None
    events: tuple[Event, ...]
