"""The state machine of a ruleset, and the only module that extends the package `transitions`.

A decision triggers the machine with a cursor. The cursor carries the table from transition to
transition, and is discarded after the step. `Machine` says which callbacks you may add.
"""

from __future__ import annotations

import inspect
import logging
from typing import Any, Never, cast

import transitions
from transitions.core import Condition

from lineit.engine.effects import Change, change
from lineit.engine.guards import Question, question
from lineit.model import ruleset as model
from lineit.model.errors import CallbackError, Reason
from lineit.model.ruleset import Ruleset

BY_ITSELF = "by itself"
"""The trigger of transitions that need no player. The space keeps it from being a verb."""

_LOG = logging.getLogger("lineit")


def _refuse(what: str) -> Never:
    raise CallbackError(Reason("machine_fixed", None, {"what": what}))


class Conditions(list[Condition]):
    """The conditions of a transition, for diagrams. You cannot change them, because only the rule
    file says what is legal.
    """

    def _fixed(self, *_: Any, **__: Any) -> Never:
        _refuse("a condition")

    append = extend = insert = __setitem__ = __delitem__ = __iadd__ = __imul__ = _fixed
    pop = remove = clear = sort = reverse = _fixed


class GuardedTransition(transitions.Transition):
    """A transition of the ruleset, with its guards as conditions and its effects as changes.

    `entry` is the transition as the ruleset has it. `execute` works as in the parent class, but
    asks the guards directly, skips empty callback lists and does not log. The parent class spends
    two thirds of the time of a step on that.
    """

    def __init__(
        self,
        *args: Any,
        entry: model.Transition,
        failing: Question,
        changes: list[Change],
    ) -> None:
        super().__init__(*args)
        self.entry = entry
        self.failing = failing
        self.changes = changes

    @property
    def conditions(self) -> list[Condition]:
        """Return the terms of `when` as conditions, for diagrams."""
        terms = [word.removeprefix("not ") for word in self.entry.when]
        pairs = zip(terms, self.entry.when, strict=True)
        return Conditions([Condition(name, name == word) for name, word in pairs])

    @conditions.setter
    def conditions(self, conditions: list[Any]) -> None:
        if conditions:
            _refuse("a condition")

    def execute(  # noqa: C901 # it calls all callbacks that `transitions` has
        self, event_data: transitions.EventData
    ) -> bool:
        """Take the transition, and return True; return False if a guard forbids it."""
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
        to: Any = self.dest
        cursor.at_phase = to
        event_data.state = state = machine.states[to]
        if state.on_enter:
            machine.callbacks(state.on_enter, event_data)
        if state.final and machine.on_final:
            machine.callbacks(machine.on_final, event_data)
        if self.after:
            machine.callbacks(self.after, event_data)
        if machine.after_state_change:
            machine.callbacks(machine.after_state_change, event_data)
        return True


class Trigger(transitions.Event):
    """A verb as an event of the machine.

    It works as its parent class, but an exception in a callback always reaches the caller of the
    action, even after `on_exception` was called for it, because half a step must not count.
    """

    machine: Machine

    def trigger(self, model: Any, *args: Any, **kwargs: Any) -> bool:
        """Take the first transition that is open for the cursor, and return True; else False."""
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
            event_data.error = error  # type: ignore[assignment] # as in `transitions`
            if machine.on_exception:
                machine.callbacks(machine.on_exception, event_data)
            raise
        finally:
            if machine.finalize_event:
                _finalize(machine, event_data)
        return False

    def add_transition(self, transition: transitions.Transition) -> None:
        """Add a transition of the ruleset. Raises `CallbackError` once the machine is built."""
        if self.machine.built:
            _refuse("a transition")
        super().add_transition(transition)


def _finalize(machine: transitions.Machine, event_data: transitions.EventData) -> None:
    """Call the `finalize_event` callbacks, and log exceptions, as `transitions` does."""
    try:
        machine.callbacks(machine.finalize_event, event_data)
    except Exception:
        _LOG.exception("a finalize_event callback failed")


class Machine(transitions.Machine):
    """The machine of a ruleset. All games of the ruleset share it; it does not hold any game.

    You may add callbacks to transitions (`prepare`, `before`, `after`), to phases (`on_enter`,
    `on_exit`) and to the machine (`prepare_event`, `before_state_change`, `after_state_change`,
    `finalize_event`, `on_exception`, `on_final`). They are called with the event data during a
    step; `event_data.model` is the cursor with the table. Asking what is legal calls none of them.
    An exception in a callback ends the step, after a call of `on_exception`; the game is unchanged.

    Only a rule file says what is legal. You cannot add or remove conditions, transitions, phases or
    models. A callback cannot be a coroutine function, because nothing would await it. The machine
    raises `CallbackError` for such changes, and for a coroutine function when it would call it.
    """

    transition_cls = GuardedTransition
    event_cls = Trigger
    built = False

    def callback(self, func: Any, event_data: transitions.EventData) -> None:
        """Call a callback. Raises `CallbackError` if it is a coroutine function."""
        resolved: Any = self.resolve_callable(func, event_data)
        call = resolved.__call__  # an object may have an async one
        if inspect.iscoroutinefunction(resolved) or inspect.iscoroutinefunction(call):
            what = getattr(resolved, "__name__", type(resolved).__name__)
            raise CallbackError(Reason("coroutine", None, {"what": what}))
        resolved(event_data)

    def add_transition(self, *args: Any, **kwargs: Any) -> None:
        """Add a transition. Raises `CallbackError` once the machine is built."""
        if self.built:
            _refuse("a transition")
        super().add_transition(*args, **kwargs)

    def add_ordered_transitions(self, *_: Any, **__: Any) -> None:
        """Raise `CallbackError`."""
        _refuse("a transition")

    def remove_transition(self, *_: Any, **__: Any) -> None:
        """Raise `CallbackError`."""
        _refuse("a transition")

    def add_states(self, *args: Any, **kwargs: Any) -> None:
        """Add phases. Raises `CallbackError` once the machine is built."""
        if self.built:
            _refuse("a phase")
        super().add_states(*args, **kwargs)

    def add_model(self, *_: Any, **__: Any) -> None:
        """Raise `CallbackError`."""
        _refuse("a model")


def build(ruleset: Ruleset) -> Machine:
    """Return a machine for the ruleset: its phases are states, and its ends are final states."""
    machine = Machine(
        model=None,
        states=[{"name": phase.name, "final": phase.actor == "end"} for phase in ruleset.phases],
        initial=ruleset.start,
        auto_transitions=False,
        send_event=True,
        model_attribute="at_phase",  # with an underscore, which no verb has
    )
    for entry in ruleset.transitions:
        machine.add_transition(
            entry.on or BY_ITSELF,
            entry.source,
            entry.to,
            entry=entry,
            failing=question(ruleset, entry.when, entry.rule),
            changes=[change(ruleset, name, entry.rule) for name in entry.do],
        )
    machine.built = True
    return machine


def transitions_of(machine: Machine, trigger: str, phase: str) -> list[GuardedTransition]:
    """Return the transitions of a phase with a trigger, in the order in which they are tried."""
    return cast(list[GuardedTransition], machine.get_transitions(trigger, phase))
