"""`transitions` as the driver: the one place where it is touched.

A decision is triggered on a cursor, which carries the table from transition to transition and is
thrown away. What an embedder may add to the machine, and what not, is told at `Machine`.
"""

from __future__ import annotations

import inspect
import logging
from typing import Any, Never, cast

import transitions
from transitions.core import Condition

from lineit import ruleset as model
from lineit.effects import Change, change
from lineit.errors import CallbackError, Reason
from lineit.guards import Question, question
from lineit.ruleset import Ruleset

BY_ITSELF = "by itself"
"""The trigger of transitions that wait for no player. It has a space, so it is nobody's verb."""

_LOG = logging.getLogger("lineit")


def _refuse(what: str) -> Never:
    raise CallbackError(Reason("machine_fixed", None, {"what": what}))


class Conditions(list[Condition]):
    """The conditions of a transition, for diagrams. They cannot be changed: a rule file says what
    is legal.
    """

    def _fixed(self, *_: Any, **__: Any) -> Never:
        _refuse("a condition")

    append = extend = insert = __setitem__ = __delitem__ = __iadd__ = __imul__ = _fixed
    pop = remove = clear = sort = reverse = _fixed


class Transition(transitions.Transition):
    """A transition of the ruleset: its guards are conditions, its effects come before its end.

    `execute` does what its parent does, but asks the question of the guards directly, skips lists
    that are empty and keeps no log, on which its parent spends two thirds of a step.
    """

    def __init__(
        self,
        *args: Any,
        row: model.Transition,
        failing: Question,
        changes: list[Change],
    ) -> None:
        super().__init__(*args)
        self.row = row
        self.failing = failing
        self.changes = changes

    @property
    def conditions(self) -> list[Condition]:
        """The terms of `when` by name, as diagrams show them."""
        terms = [word.removeprefix("not ") for word in self.row.when]
        pairs = zip(terms, self.row.when, strict=True)
        return Conditions([Condition(name, name == word) for name, word in pairs])

    @conditions.setter
    def conditions(self, conditions: list[Any]) -> None:
        if conditions:
            _refuse("a condition")

    def execute(  # noqa: C901 # as many callbacks as `transitions` has
        self, event_data: transitions.EventData
    ) -> bool:
        """Take the transition; False where a guard forbids it."""
        machine = event_data.machine
        cursor: Any = event_data.model
        if self.prepare:
            machine.callbacks(self.prepare, event_data)
        table = cursor.table
        if self.failing(table, table.seat, cursor.card) is not None:
            return False
        if machine.before_state_change:
            machine.callbacks(machine.before_state_change, event_data)
        if self.before:
            machine.callbacks(self.before, event_data)
        for make in self.changes:
            make(cursor)
        if leave := machine.states[self.source].on_exit:
            machine.callbacks(leave, event_data)
        cursor.at_phase = str(self.dest)
        event_data.state = machine.states[cursor.at_phase]
        if enter := event_data.state.on_enter:
            machine.callbacks(enter, event_data)
        if event_data.state.final and machine.on_final:
            machine.callbacks(machine.on_final, event_data)
        if self.after:
            machine.callbacks(self.after, event_data)
        if machine.after_state_change:
            machine.callbacks(machine.after_state_change, event_data)
        return True


class Trigger(transitions.Event):
    """A verb as an event of the machine.

    It does what its parent does, with one difference: what a callback raises goes on to whoever
    took the action, also where `on_exception` was told of it, as half a step is no step.
    """

    machine: Machine

    def trigger(self, model: Any, *args: Any, **kwargs: Any) -> bool:
        """Take the first transition that is open for the cursor; False where none is."""
        machine, phase = self.machine, model.table.phase
        event_data = transitions.EventData(
            machine.states[phase], self, machine, model, args, kwargs
        )
        try:
            if machine.prepare_event:
                machine.callbacks(machine.prepare_event, event_data)
            for transition in self.transitions.get(phase, ()):
                event_data.transition = transition
                if transition.execute(event_data):
                    event_data.result = True
                    return True
        except BaseException as error:
            event_data.error = error  # type: ignore[assignment] # as `transitions` does itself
            if machine.on_exception:
                machine.callbacks(machine.on_exception, event_data)
            raise
        finally:
            if machine.finalize_event:
                _finalize(machine, event_data)
        return False

    def add_transition(self, transition: transitions.Transition) -> None:
        """Add a transition of the ruleset; refuse any other."""
        if self.machine.built:
            _refuse("a transition")
        super().add_transition(transition)


def _finalize(machine: transitions.Machine, event_data: transitions.EventData) -> None:
    """Call what is to be called in any case; what it raises is logged, as `transitions` does."""
    try:
        machine.callbacks(machine.finalize_event, event_data)
    except Exception:
        _LOG.exception("a finalize_event callback failed")


class Machine(transitions.Machine):
    """The machine of a ruleset. All games of the ruleset share it, and it never holds one.

    Callbacks may be added to transitions (`prepare`, `before`, `after`), to phases (`on_enter`,
    `on_exit`) and to the machine (`prepare_event`, `before_state_change`, `after_state_change`,
    `finalize_event`, `on_exception`, `on_final`). Each is called, with the event data, when a step
    is taken; `event_data.model` is the cursor with the table. Asking what is legal calls none. What
    a callback raises ends the step, after `on_exception` was told; the game is then as it was.

    What is legal is for a rule file to say: conditions, transitions, phases and models cannot be
    added or removed, and coroutine functions, which nobody would await, are refused when they would
    be called. Such attempts raise `CallbackError`.
    """

    transition_cls = Transition
    event_cls = Trigger
    built = False

    def callback(self, func: Any, event_data: transitions.EventData) -> None:
        """Call a callback, unless it is a coroutine function."""
        resolved: Any = self.resolve_callable(func, event_data)
        call = resolved.__call__  # an object may have an async one
        if inspect.iscoroutinefunction(resolved) or inspect.iscoroutinefunction(call):
            what = getattr(resolved, "__name__", type(resolved).__name__)
            raise CallbackError(Reason("coroutine", None, {"what": what}))
        resolved(event_data)

    def add_transition(self, *args: Any, **kwargs: Any) -> None:
        """Refuse, once the machine is built."""
        if self.built:
            _refuse("a transition")
        super().add_transition(*args, **kwargs)

    def add_ordered_transitions(self, *_: Any, **__: Any) -> None:
        """Refuse."""
        _refuse("a transition")

    def remove_transition(self, *_: Any, **__: Any) -> None:
        """Refuse."""
        _refuse("a transition")

    def add_states(self, *args: Any, **kwargs: Any) -> None:
        """Refuse, once the machine is built."""
        if self.built:
            _refuse("a phase")
        super().add_states(*args, **kwargs)

    def add_model(self, *_: Any, **__: Any) -> None:
        """Refuse."""
        _refuse("a model")


def build(ruleset: Ruleset) -> Machine:
    """Return the machine of the ruleset: its phases are states, its ends are final."""
    machine = Machine(
        model=None,
        states=[{"name": phase.name, "final": phase.actor == "end"} for phase in ruleset.phases],
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
            failing=question(ruleset, row.when, row.rule),
            changes=[change(ruleset, name, row.rule) for name in row.do],
        )
    machine.built = True
    return machine


def transitions_of(machine: Machine, trigger: str, phase: str) -> list[Transition]:
    """Return the transitions of a phase that answer to a trigger, in the order they are tried."""
    return cast(list[Transition], machine.get_transitions(trigger, phase))
