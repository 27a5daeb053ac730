"""What an action would do, shown before it is taken: all that is certain for the seat on turn.

The engine tries the action at a table whose hidden cards lie face down. It stops where the rules
look at such a card, because what follows depends on it. So a preview cannot be wrong, and it cannot
show anything hidden: it is made from a view, which has nothing hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Annotated, NoReturn, cast

from attrs import frozen

from lineit.engine import machine
from lineit.engine.compiled import Compiled, compiled
from lineit.engine.effects import Cursor
from lineit.engine.legality import why_not
from lineit.model.actions import Action, parse_action
from lineit.model.bounds import Doc
from lineit.model.cards import Card
from lineit.model.errors import Reason, RulesetError, ViewError
from lineit.model.events import CardsMoved, Event, TokenTaken, TurnStarted
from lineit.model.ruleset import Ruleset
from lineit.model.table import Owner, Table
from lineit.model.zones import ZONES, ZoneName
from lineit.sampling import seen_piles, with_dealt
from lineit.views import View, sees


@frozen
class Move:
    """Cards that would go from one zone to another. The fields are those of `CardsMoved`, but
    `cards` is None if the viewer would not see them, or cannot know them yet.
    """

    rule: Annotated[str, Doc("The id of the rule.")]
    word: Annotated[str, Doc("The effect of the rule file that moves them.")]
    seat: Annotated[int | None, Doc("The owner of the zone at either end, or null.")]
    count: Annotated[int, Doc("How many cards.")]
    cards: Annotated[
        tuple[Card, ...] | None, Doc("The cards; null if the viewer cannot see or know them.")
    ]
    source: Annotated[ZoneName, Doc("The zone before.")]
    to: Annotated[ZoneName, Doc("The zone after.")]
    colour: Annotated[str | None, Doc("The colour of the jackpot at either end, or null.")]


@frozen
class Preview:
    """What an action of the seat `seat` would do, as far as that is certain."""

    action: Annotated[Action, Doc("The action.")]
    rule: Annotated[str, Doc("The id of the rule that allows it.")]
    seat: Annotated[int, Doc("The seat on turn.")]
    points: Annotated[tuple[int, ...], Doc("The change of points of each seat.")]
    tokens: Annotated[
        tuple[TokenTaken, ...], Doc("The tokens that are taken, such as of a bet that is won.")
    ]
    moves: Annotated[tuple[Move, ...], Doc("The cards that move.")]
    then: Annotated[
        tuple[Action, ...] | None,
        Doc("What the seat can do next, nothing if its turn is over; null if that is not certain."),
    ]
    fits: Annotated[
        bool | None,
        Doc(
            "Whether the card of the action joins the line, now or by one of `then`, before any"
            " card leaves it; null if there is no card, or that is not certain."
        ),
    ]
    forces_scoring: Annotated[
        bool, Doc("Whether each of `then` takes cards from the line, as when it must be scored.")
    ]
    complete: Annotated[
        bool, Doc("Whether this is all; if not, more depends on cards that the viewer cannot see.")
    ]


def preview(seen: View, action: Action | str) -> Preview:
    """Return what an action, or its text, would do, as the viewer can know it.

    Raises `ViewError` if the viewer is not the seat on turn, `NotAnAction` or `UnknownCard` if the
    text is not an action of the ruleset, and `IllegalAction` or `GameOver` if it is not legal.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=7)
    >>> shown = preview(game.view(0), "pick 91")
    >>> [str(action) for action in shown.then], shown.fits, shown.forces_scoring
    (['line', 'hand'], True, False)
    """
    table = _face_down(seen)
    action = action if isinstance(action, Action) else parse_action(action, seen.ruleset)
    try:
        reason = why_not(table, action)
    except Unseen:
        reason = None
    if reason is not None:
        raise machine.refusal(reason)
    return _preview(seen, table, action)


def previews(seen: View) -> tuple[Preview, ...]:
    """Return what each legal action would do, in their order; none after the end of the game.

    It has none, too, if what is legal depends on cards that the viewer does not see. Raises
    `ViewError` if the viewer is not the seat on turn.

    >>> from lineit import Game
    >>> [str(each.action) for each in previews(Game.new(players=2, seed=7).view(0))]
    ['pick 91', 'pick 33', 'pick 58', 'pick 23']
    """
    table = _face_down(seen)
    return tuple([_preview(seen, table, action) for action in _legal(table) or ()])


# -- cards that lie face down --------------------------------------------------------------------


class Unseen(Exception):
    """The rules looked at a card that lies face down."""


class FaceDown:
    """A card that the viewer does not see. Only the colour of a jackpot's card is known."""

    def __init__(self, colour: str | None) -> None:
        if colour is not None:
            self.colour, self.value = colour, None

    def _look(self, *_: object) -> NoReturn:
        raise Unseen

    __getattr__ = __eq__ = __lt__ = __gt__ = _look
    __hash__ = object.__hash__


def _face_down(seen: View) -> Table:
    """Return the table of the view with hidden cards face down. Raises `ViewError`."""
    if seen.viewer != seen.seat:
        params = {"seat": seen.seat, "viewer": seen.viewer}
        raise ViewError(Reason("not_on_turn", None, params))

    def lying(zone: ZoneName, owner: Owner, cards: tuple[Card, ...] | int) -> tuple[Card, ...]:
        if not isinstance(cards, int):
            return cards
        colour = str(owner) if ZONES[zone].by_colour else None
        return tuple([cast(Card, FaceDown(colour)) for _ in range(cards)])

    return with_dealt(seen, [(*pile[:2], lying(*pile)) for pile in seen_piles(seen)])


# -- trials ----------------------------------------------------------------------------------------


@frozen
class _Trial:
    """The table and the events of a step, `complete` or until it looked at a card face down."""

    table: Table
    events: Sequence[Event]
    complete: bool


_compiled: Callable[[Ruleset], Compiled] = lru_cache(maxsize=64)(compiled.__wrapped__)
"""Return a ruleset ready to run, with a machine of its own.

Callbacks that somebody added to the machine of games must not run in a trial.
"""


def _tried(table: Table, action: Action) -> _Trial:
    """Return the trial of an action. Nothing is certain if the rules cannot go on after it."""
    rules = _compiled(table.ruleset)
    cursor = Cursor(table, action.card or table.picked, rules.entered)
    try:
        rules.trigger(action.verb, cursor)
        rules.go_on(cursor)
    except Unseen:
        return _Trial(cursor.table, cursor.events, complete=False)
    except RulesetError:
        return _Trial(table, (), complete=False)
    return _Trial(cursor.table, cursor.events, complete=True)


def _legal(table: Table) -> tuple[Action, ...] | None:
    """Return the legal actions; None if they depend on cards that lie face down."""
    try:
        return tuple(machine.legal(table))
    except Unseen:
        return None


def _preview(seen: View, table: Table, action: Action) -> Preview:
    """Return what a legal action would do at the table of the view."""
    trial, seat = _tried(table, action), table.seat
    then: tuple[Action, ...] | None = None
    if trial.complete:
        goes_on = trial.table.seat == seat and not machine.is_over(trial.table)
        then = _legal(trial.table) if goes_on else ()
    nexts = [_in_turn(seen, _tried(trial.table, each)) for each in then or ()]
    option = _compiled(seen.ruleset).phases[table.phase].options[action.verb]
    before_and_after = zip(table.players, trial.table.players, strict=True)
    return Preview(
        action=action,
        rule=option.transitions[0].entry.rule,
        seat=seat,
        points=tuple([after.points - before.points for before, after in before_and_after]),
        tokens=tuple([event for event in trial.events if isinstance(event, TokenTaken)]),
        moves=tuple(_moves(seen, trial.events)),
        then=then,
        fits=_fits(action.card or table.picked, [_in_turn(seen, trial), *nexts], then),
        forces_scoring=bool(nexts)
        and all(any(move.source == "line" for move in each) for each in nexts),
        complete=trial.complete,
    )


def _fits(
    card: Card | None, tried: Sequence[Sequence[Move]], then: tuple[Action, ...] | None
) -> bool | None:
    """Return whether any of the trials lets the card join the line; None if nobody can know."""
    if card is None:
        return None
    return any(_joins(card, moves) for moves in tried) or (None if then is None else False)


def _joins(card: Card, moves: Sequence[Move]) -> bool:
    """Return whether the moves bring the card to the line before any card leaves the line."""
    staying = takewhile(lambda move: move.source != "line", moves)
    return any(move.to == "line" and card in (move.cards or ()) for move in staying)


def _in_turn(seen: View, trial: _Trial) -> list[Move]:
    """Return the moves of a trial until another turn starts. So they are those of the seat."""
    in_turn = takewhile(lambda event: not isinstance(event, TurnStarted), trial.events)
    return [move for move in _moves(seen, in_turn) if move.seat is not None]


def _moves(seen: View, events: Iterable[Event]) -> Iterator[Move]:
    """Yield the moves of events, as the viewer sees them."""
    for event in events:
        if isinstance(event, CardsMoved):
            ends = (event.source, event.to)
            known = all(isinstance(card, Card) for card in event.cards)
            shown = known and any(
                sees(seen.ruleset, zone, event.seat, seen.viewer, seen.memory) for zone in ends
            )
            cards, count = event.cards if shown else None, len(event.cards)
            yield Move(event.rule, event.word, event.seat, count, cards, *ends, event.colour)
