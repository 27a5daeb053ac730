"""The history of a game: its steps, an early end, and what happened since a revision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from attrs import field, frozen

from lineit.model.actions import Action
from lineit.model.bounds import Doc
from lineit.model.errors import NotYourTurn, Reason
from lineit.model.events import Event, TurnStarted
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
class EndedEarly:
    """The end of a game that was not played to its end."""

    seat: Annotated[int | None, Doc("The seat that resigned; null if the game was broken off.")]
    points: Annotated[tuple[int, ...], Doc("The points by seat, as they were then.")]


@frozen
class News:
    """What happened since a revision: the events that lead from the ply `after` to the present one.

    A frontend that shows a later ply than `after` must show that ply first, because decisions were
    taken back. If `after` is None, the events begin with the first deal. `revision` and `ply` are
    the present ones.
    """

    revision: int
    ply: int
    after: int | None
    events: tuple[Event, ...]


def turn_refusal(steps: Sequence[Step], seat: int) -> NotYourTurn:
    """Return the refusal of a seat that is not on turn after these steps. It names the rule of the
    event that started the turn.
    """
    table = steps[-1].table
    begun = (
        event.rule
        for step in reversed(steps)
        for event in reversed(step.events)
        if isinstance(event, TurnStarted)
    )
    rule = next(begun, table.ruleset.components.rules.players)
    return NotYourTurn(Reason("not_your_turn", rule, {"seat": seat, "turn": table.seat}))
