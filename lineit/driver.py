"""`transitions` as the driver: the one place where it is touched.

A decision is triggered on a cursor, which carries the table from row to row and is thrown away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import transitions
from attrs import define, field
from transitions.core import Condition

from lineit.cards import Card
from lineit.effects import Effect, effect_of
from lineit.events import Event, PhaseEntered
from lineit.guards import Guard, guard_of, term
from lineit.ruleset import Row, Ruleset
from lineit.table import Table

BY_ITSELF = "by itself"
"""The trigger of the rows that wait for no player. It has a space, so it is nobody's verb."""


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


def build(ruleset: Ruleset) -> Machine:
    """The machine of the ruleset: its phases are states, its rows transitions."""
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
    return machine


def rows_of(machine: Machine, trigger: str, phase: str) -> list[Transition]:
    """The rows of a phase that answer to a trigger, in the order in which they are tried."""
    return cast(list[Transition], machine.get_transitions(trigger, phase))
