"""Undo at a table of several people: what it would take back, and whether it may."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from attrs import frozen

from lineit.model.bounds import short
from lineit.model.cards import Card
from lineit.model.errors import Reason, UndoError
from lineit.model.events import CardsMoved
from lineit.model.history import EndedEarly, Step, turn_refusal
from lineit.views import sees

UndoPolicy = Literal["free", "own", "nothing-revealed", "none"]
"""What may be taken back: `"free"`: everything; `"own"`: the decisions of one seat, and those of
bots since then; `"nothing-revealed"`: the same, if none of them showed a new card; `"none"`:
nothing. Only a seat that `Game.seats` names as a bot counts as one.
"""


@frozen
class UndoCosts:
    """What an undo takes back beside the decisions of one seat.

    `others`: the other seats whose decisions are taken back; bots that decided after the seat do
    not count. `revealed`: the number of cards that the decisions showed to somebody, though the
    seat that decided had not seen them. Which ones is not said, as not everybody saw them.
    """

    others: tuple[int, ...]
    revealed: int


def undo_costs(
    steps: Sequence[Step], count: int, seat: int | None, bots: Sequence[int]
) -> UndoCosts:
    """Return what it costs to take back the last `count` decisions of these steps.

    `seat` takes them back; None is the seat of the first of them. `bots` are the seats of bots.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=7)
    >>> for action in ("pick 91", "line", "pass"):
    ...     _ = game.apply(action)
    >>> undo_costs(game.steps, 1, 1, ()).others
    (0,)
    """
    taken = steps[len(steps) - count :]
    deciders = [step.table.seat for step in steps[len(steps) - count - 1 : -1]] if count else []
    own = deciders[0] if seat is None and deciders else seat
    before_own = deciders.index(own) if own in deciders else count
    others = {
        each
        for at, each in enumerate(deciders)
        if each != own and (each not in bots or at < before_own)
    }
    revealed = {
        card
        for decider, step in zip(deciders, taken, strict=True)
        for card in revealed_cards(step, decider)
    }
    return UndoCosts(tuple(sorted(others)), len(revealed))


def revealed_cards(step: Step, decider: int) -> tuple[Card, ...]:
    """Return the cards that a step showed to some seat, and that its decider had not seen.

    >>> from lineit import Game
    >>> [str(card) for card in revealed_cards(Game.new(players=2, seed=7).steps[0], 0)]
    ['91', '33', '58', '23']
    """
    rules, seats = step.table.ruleset, range(len(step.table.players))
    return tuple(
        card
        for event in step.events
        if isinstance(event, CardsMoved)
        and not sees(rules, event.source, event.seat, decider, "table")
        and any(sees(rules, event.to, event.seat, seat, "table") for seat in seats)
        for card in event.cards
    )


def check_undo(
    policy: UndoPolicy, costs: UndoCosts, end: EndedEarly | None, seat: int | None
) -> None:
    """Raise `UndoError` if the policy forbids `seat` an undo with these costs. `end` is the early
    end of the game that it also takes back, if there is one.
    """
    if policy == "free":
        return
    if policy == "none":
        raise UndoError(Reason("undo_none"))
    if end is not None and end.seat != seat:
        raise UndoError(Reason("undo_end"))
    if costs.others:
        params = {"seats": list(costs.others), "count": len(costs.others)}
        raise UndoError(Reason("undo_others", None, params))
    if policy == "nothing-revealed" and costs.revealed:
        raise UndoError(Reason("undo_revealed", None, {"count": costs.revealed}))


def checked_policy(policy: UndoPolicy) -> UndoPolicy:
    """Return the policy. Raises `UndoError` if there is none of this name.

    >>> checked_policy("own")
    'own'
    """
    known = get_args(UndoPolicy)
    if policy not in known:
        raise UndoError(Reason("undo_policy", None, {"policy": short(policy), "known": [*known]}))
    return policy


def check_redo(seat: int | None, steps: Sequence[Step], undone: Sequence[Step]) -> None:
    """Raise `NotYourTurn` if `seat` has not made one of the decisions that are taken again.

    `undone` has them, the next one last; `steps` are those before.
    """
    for step in reversed(undone):
        if seat not in (None, steps[-1].table.seat):
            raise turn_refusal(steps, seat)
        steps = [*steps, step]
