"""A ruleset's rows as a `transitions.Machine`, and what to ask it: `legal`, `step`, `begin`.

The machine is built once a ruleset and holds no game. A decision is triggered on a cursor, which
carries the table from row to row and is thrown away after.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

import transitions
from attrs import define, field, frozen
from transitions.core import Condition

from lineit.actions import Action, parse_action
from lineit.cards import Card
from lineit.effects import Effect, effect_of
from lineit.errors import GameOver, IllegalAction, Problem, RulesetError
from lineit.events import Event, PhaseEntered
from lineit.explain import why_not
from lineit.guards import Guard, cards_in, guard_of, term
from lineit.ruleset import Actor, Place, Row, Ruleset, State
from lineit.table import Table

BY_ITSELF = "by itself"
"""The trigger of the rows that wait for no player. It has a space, so it is nobody's verb."""

MOST_ROWS_A_STEP = 1000
"""A table that takes so many rows without waiting for a player never will."""


def legal(table: Table) -> tuple[Action, ...]:
    """Every action that `step` accepts now, in the order of the rules; none at the end.

    Raises `RulesetError` where the rules leave the player on turn nothing to do.

    >>> from lineit import Game
    >>> table = Game.new(players=2, seed=7).table
    >>> [str(action) for action in legal(table)]
    ['pick 91', 'pick 33', 'pick 58', 'pick 23']
    """
    phase = _compiled(table.ruleset).phases[table.phase]
    actions = [action for choice in phase.choices.values() for action in choice.legal(table)]
    if not actions and phase.actor == "player" and not phase.goes_on(table):
        raise _stuck(table, "leaves a player with nothing to do")
    return tuple(actions)


def step(table: Table, action: Action | str) -> tuple[Table, tuple[Event, ...]]:
    """The table after the action, or its text, and all that then goes on by itself, and what
    happened.

    Raises `NotAnAction` or `UnknownCard` where the text is no action at all, `IllegalAction` with
    the rule that forbids it, `GameOver` after the end; the table is as it was.

    >>> from lineit import Game
    >>> table = Game.new(players=2, seed=7).table
    >>> after, events = step(table, legal(table)[0])
    >>> table.phase, after.phase, [event.rule for event in events]
    ('pick', 'place', ['pick', 'place-line'])
    """
    if not isinstance(action, Action):
        action = parse_action(action, table.ruleset)
    compiled = _compiled(table.ruleset)
    choice = compiled.phases[table.phase].choices.get(action.verb)
    if choice is not None and choice.may_name(table, action.card):
        cursor = Cursor(table, action.card or table.picked, compiled.entered)
        if compiled.trigger(action.verb, cursor):
            compiled.go_on(cursor)
            return cursor.table, tuple(cursor.events)
    reason = why_not(table, action)
    if reason is None:
        raise AssertionError(f"{action} was refused in {table.phase} without a reason")
    raise GameOver(reason) if reason.code == "game_over" else IllegalAction(reason)


def begin(table: Table) -> tuple[Table, tuple[Event, ...]]:
    """The table when it first waits for a player, and what happened until then.

    >>> from lineit import load_ruleset
    >>> from lineit.table import set_up
    >>> standard = load_ruleset("standard")
    >>> table, events = begin(set_up(standard, players=2, deck=standard.cards))
    >>> [card.code for card in table.market], events[0].rule
    (['1', '2', '3', '4'], 'deal')
    """
    compiled = _compiled(table.ruleset)
    cursor = Cursor(table, None, compiled.entered)
    compiled.go_on(cursor)
    return cursor.table, tuple(cursor.events)


def is_over(table: Table) -> bool:
    """Whether the table is in a phase that is an end."""
    return _compiled(table.ruleset).phases[table.phase].actor == "end"


def machine_of(ruleset: Ruleset) -> transitions.Machine:
    """The state machine of the ruleset: its phases are states, its rows transitions.

    All games of the ruleset share it, so its callbacks are called for all of them. It is kept while
    the ruleset is among the last 64 that were played.

    >>> from lineit import load_ruleset
    >>> machine = machine_of(load_ruleset("standard"))
    >>> machine.get_triggers("place")
    ['line', 'hand', 'restart']
    """
    return _compiled(ruleset).machine


@define(eq=False)
class Cursor:
    """Carries a table from row to row: the model that the machine moves."""

    table: Table
    card: Card | None
    entered: Mapping[str, PhaseEntered]
    events: list[Event] = field(factory=list)

    def tell(self, events: Iterable[Event]) -> None:
        """Let the events happen."""
        for event in events:
            self.table = event.change(self.table)
            self.events.append(event)

    @property
    def at_phase(self) -> str:
        """The state in which the machine finds this model."""
        return self.table.phase

    @at_phase.setter
    def at_phase(self, phase: str) -> None:
        self.tell((self.entered[phase],))


class Transition(transitions.Transition):
    """A row of the ruleset as a transition: its guards are conditions, its effects come before.

    Callbacks may be added to it, to a phase or to the machine, and are called with the cursor as
    `event.model`. What is legal they can not change: that is for a rule file. `execute` does what
    its parent does, but asks guards directly, skips lists that are empty and keeps no log, on which
    its parent spends two thirds of a step.
    """

    def __init__(
        self,
        *args: Any,
        row: Row,
        guards: Sequence[tuple[Guard, bool]],
        effects: Sequence[tuple[Effect, str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.row = row
        self.guards = guards
        self.effects = effects
        self.conditions = [Condition(guard, wanted) for guard, wanted in guards]  # for diagrams

    def holds(self, table: Table, card: Card | None) -> bool:
        """Whether every guard gives the answer that it must."""
        for guard, wanted in self.guards:
            if guard(table, card) is not wanted:
                return False
        return True

    def execute(self, event_data: transitions.EventData) -> bool:
        """Take the transition; False where a guard forbids it."""
        machine, cursor = event_data.machine, cast(Cursor, event_data.model)
        if self.prepare:
            machine.callbacks(self.prepare, event_data)
        if not self.holds(cursor.table, cursor.card):
            return False
        if machine.before_state_change:
            machine.callbacks(machine.before_state_change, event_data)
        if self.before:
            machine.callbacks(self.before, event_data)
        for effect, rule in self.effects:
            cursor.tell(effect(cursor.table, cursor.card, rule))
        if leave := machine.states[self.source].on_exit:
            machine.callbacks(leave, event_data)
        cursor.at_phase = str(self.dest)
        event_data.state = machine.states[cursor.at_phase]
        if enter := event_data.state.on_enter:
            machine.callbacks(enter, event_data)
        if self.after:
            machine.callbacks(self.after, event_data)
        if machine.after_state_change:
            machine.callbacks(machine.after_state_change, event_data)
        return True


class Trigger(transitions.Event):
    """A verb as an event of the machine.

    It does what its parent does, unless somebody has given the machine callbacks that only the
    parent knows to call; then it is the parent. The short way takes a third off a whole decision.
    """

    def trigger(self, model: object, *args: Any, **kwargs: Any) -> bool:
        """Take the first row that holds for the cursor; False where none does."""
        machine, cursor = self.machine, cast(Cursor, model)
        phase = cursor.at_phase
        short = not (machine.prepare_event or machine.finalize_event or machine.on_exception)
        if not short or phase not in self.transitions:
            return super().trigger(model, *args, **kwargs)
        event_data = transitions.EventData(
            machine.states[phase], self, machine, model, args, kwargs
        )
        for transition in self.transitions[phase]:
            event_data.transition = transition
            if transition.execute(event_data):
                return True
        return False


class Machine(transitions.Machine):
    """A `transitions.Machine` whose transitions are rows."""

    transition_cls = Transition
    event_cls = Trigger


@frozen
class Choice:
    """What a player may say with one verb in one phase."""

    actions: Mapping[str, Action]
    place: Place | None
    names_card: bool
    transitions: Sequence[Transition]

    def legal(self, table: Table) -> list[Action]:
        """The actions with this verb that are accepted now."""
        if self.names_card:
            return [
                self.actions[card.code]
                for card in cards_in(table, self.place)
                if self.accepts(table, card)
            ]
        return [self.actions[""]] if self.accepts(table, table.picked) else []

    def accepts(self, table: Table, card: Card | None) -> bool:
        """Whether one of the rows holds for the card."""
        for transition in self.transitions:
            if transition.holds(table, card):
                return True
        return False

    def may_name(self, table: Table, card: Card | None) -> bool:
        """Whether the card lies where this action takes it from; None where none is named."""
        return card in cards_in(table, self.place) if self.names_card else card is None


@frozen
class Phase:
    """What can happen in one phase: by a player's choice, by verb, and by itself."""

    actor: Actor
    choices: Mapping[str, Choice]
    by_itself: Sequence[Transition]

    def goes_on(self, table: Table) -> bool:
        """Whether the table leaves this phase without a player."""
        if self.actor == "table":
            return True
        for transition in self.by_itself:
            if transition.holds(table, None):
                return True
        return False


@frozen(eq=False)
class Compiled:
    """A ruleset made ready to run."""

    machine: transitions.Machine
    phases: Mapping[str, Phase]
    entered: Mapping[str, PhaseEntered]

    def trigger(self, verb: str, cursor: Cursor) -> bool:
        """Let the machine move the cursor; False where no row holds. The one place it is driven."""
        return self.machine.events[verb].trigger(cursor)

    def go_on(self, cursor: Cursor) -> None:
        """Take the rows that wait for no player, until the table waits or the game is over."""
        for _ in range(MOST_ROWS_A_STEP):
            if not self.phases[cursor.table.phase].goes_on(cursor.table):
                return
            if not self.trigger(BY_ITSELF, cursor):
                break
        raise _stuck(cursor.table, "goes on for ever, and waits for no player")


def _stuck(table: Table, message: str) -> RulesetError:
    where = f"state {table.phase}"
    rule = next(state.rule for state in table.ruleset.states if state.name == table.phase)
    return RulesetError([Problem(table.ruleset.name, where, message, "add a row for it", rule)])


@lru_cache(maxsize=64)
def _compiled(ruleset: Ruleset) -> Compiled:
    machine = Machine(
        model=None,
        states=[state.name for state in ruleset.states],
        initial=ruleset.start,
        auto_transitions=False,
        send_event=True,
        model_attribute="at_phase",  # it has an underscore, so that no verb is like it
    )
    for row in ruleset.transitions:
        machine.add_transition(
            row.on or BY_ITSELF,
            row.source,
            row.to,
            row=row,
            guards=[(guard_of(ruleset, guard), wanted) for guard, wanted in map(term, row.when)],
            effects=[part for name in row.do for part in effect_of(ruleset, name, row.rule)],
        )
    phases = {state.name: _phase(ruleset, machine, state) for state in ruleset.states}
    entered = {state.name: PhaseEntered(state.rule, state.name) for state in ruleset.states}
    return Compiled(machine, phases, entered)


def _phase(ruleset: Ruleset, machine: Machine, state: State) -> Phase:
    choices = {}
    for row in ruleset.transitions:
        if row.source == state.name and row.on is not None:
            cards = ruleset.cards if row.names_card else ()
            actions = {card.code: Action(row.on, card) for card in cards} or {"": Action(row.on)}
            rows = _rows(machine, row.on, row.source)
            choices[row.on] = Choice(actions, row.card, row.names_card, rows)
    return Phase(state.actor, choices, _rows(machine, BY_ITSELF, state.name))


def _rows(machine: Machine, trigger: str, source: str) -> list[Transition]:
    return cast(list[Transition], machine.get_transitions(trigger, source))
