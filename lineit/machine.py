"""A ruleset's rows as a `transitions.Machine`, and what to ask it: `legal`, `step`, `begin`.

The machine is built once a ruleset and holds no game; `lineit.driver` drives it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import transitions
from attrs import frozen

from lineit.actions import Action, parse_action
from lineit.cards import Card
from lineit.driver import BY_ITSELF, Cursor, Machine, Transition, build, rows_of
from lineit.errors import GameOver, IllegalAction, Problem, RulesetError
from lineit.events import Event, PhaseEntered
from lineit.explain import why_not
from lineit.guards import cards_in
from lineit.ruleset import Actor, Place, Ruleset, State
from lineit.table import Table

MOST_EVENTS_A_STEP = 500
"""A table at which so much happens goes on for ever: in games that people play it is some 30."""


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
    the rule that forbids it, `GameOver` after the end, `RulesetError` where the rules would leave
    the next player nothing to do; the table is as it was.

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


def waits(table: Table) -> bool:
    """Whether a player is to decide, and can; as after every step of a game but the last."""
    phase = _compiled(table.ruleset).phases[table.phase]
    return not phase.goes_on(table) and phase.offers(table)


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

    def offers(self, table: Table) -> bool:
        """Whether any action with this verb is accepted now."""
        for card in cards_in(table, self.place) if self.names_card else (table.picked,):
            if self.accepts(table, card):
                return True
        return False

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

    def offers(self, table: Table) -> bool:
        """Whether the player on turn can do anything."""
        for choice in self.choices.values():
            if choice.offers(table):
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
        """Take the rows that wait for no player, until the table waits or the game is over.

        Raises `RulesetError` where neither comes, or nobody can do anything.
        """
        while len(cursor.events) <= MOST_EVENTS_A_STEP:
            phase = self.phases[cursor.table.phase]
            if not phase.goes_on(cursor.table):
                if phase.actor == "player" and not phase.offers(cursor.table):
                    raise _stuck(cursor.table, "leaves a player with nothing to do")
                return
            self.trigger(BY_ITSELF, cursor)
        raise _stuck(cursor.table, "goes on for ever, and waits for no player")


def _stuck(table: Table, message: str) -> RulesetError:
    state = table.ruleset.state(table.phase)
    where = f"state {state.name}"
    mend = "add a row for it"
    return RulesetError([Problem(table.ruleset.name, where, message, mend, state.rule)])


@lru_cache(maxsize=64)
def _compiled(ruleset: Ruleset) -> Compiled:
    machine = build(ruleset)
    phases = {state.name: _phase(ruleset, machine, state) for state in ruleset.states}
    entered = {state.name: PhaseEntered(state.rule, state.name) for state in ruleset.states}
    return Compiled(machine, phases, entered)


def _phase(ruleset: Ruleset, machine: Machine, state: State) -> Phase:
    choices = {}
    for row in ruleset.transitions:
        if row.source == state.name and row.on is not None:
            cards = ruleset.cards if row.names_card else ()
            actions = {card.code: Action(row.on, card) for card in cards} or {"": Action(row.on)}
            rows = rows_of(machine, row.on, row.source)
            choices[row.on] = Choice(actions, row.card, row.names_card, rows)
    return Phase(state.actor, choices, rows_of(machine, BY_ITSELF, state.name))
