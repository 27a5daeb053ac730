"""The engine's functions on tables: `legal`, `step`, `begin` and others."""

from __future__ import annotations

import transitions

from lineit.engine.compiled import NO_ACTION, compiled, stuck
from lineit.engine.effects import Cursor
from lineit.engine.legality import why_not
from lineit.model.actions import Action, all_actions, parse_action
from lineit.model.errors import GameOver, IllegalAction, Reason
from lineit.model.events import Event
from lineit.model.ruleset import Ruleset
from lineit.model.table import Table


class Legal(tuple[Action, ...]):
    """Legal actions, in the order of the rules. `in` takes an action or its text.

    >>> from lineit import Game
    >>> "pick 91" in Game.new(players=2, seed=7).legal
    True
    """

    __slots__ = ()

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            return any(str(each) == action for each in self)
        return super().__contains__(action)


def legal(table: Table) -> Legal:
    """Return every legal action, in the order of the rules; none at the end of the game.

    Raises `RulesetError` if the rules leave the player on turn without a legal action.

    >>> from lineit import Game
    >>> table = Game.new(players=2, seed=7).table
    >>> [str(action) for action in legal(table)]
    ['pick 91', 'pick 33', 'pick 58', 'pick 23']
    """
    phase = compiled(table.ruleset).phases[table.phase]
    actions: list[Action] = []
    for option in phase.options.values():
        actions += option.legal(table)
    if not actions and phase.actor == "player" and not phase.goes_on(table):
        raise stuck(table, NO_ACTION)
    return Legal(actions)


def legal_mask(table: Table) -> tuple[bool, ...]:
    """Return for each action in `lineit.model.actions.all_actions` whether it is legal.

    >>> from lineit import Game
    >>> table = Game.new(players=2, seed=7).table
    >>> mask = legal_mask(table)
    >>> len(mask), sum(mask)
    (217, 4)
    """
    allowed = set(legal(table))
    return tuple([action in allowed for action in all_actions(table.ruleset)])


def step(table: Table, action: Action | str) -> tuple[Table, tuple[Event, ...]]:
    """Return the table after an action, or its text, and the events. The step ends where the next
    player must decide, or with the game.

    Raises `NotAnAction` or `UnknownCard` if the text is not an action of the ruleset,
    `IllegalAction` with the rule that forbids the action, `GameOver` after the end, and
    `RulesetError` if the game could not go on after it.

    >>> from lineit import Game
    >>> table = Game.new(players=2, seed=7).table
    >>> after, events = step(table, legal(table)[0])
    >>> table.phase, after.phase, [event.rule for event in events]
    ('pick', 'place', ['pick', 'place-line'])
    """
    if not isinstance(action, Action):
        action = parse_action(action, table.ruleset)
    rules = compiled(table.ruleset)
    option = rules.phases[table.phase].options.get(action.verb)
    if option is not None and option.may_name(table, action.card):
        cursor = Cursor(table, action.card or table.picked, rules.entered)
        if rules.trigger(action.verb, cursor):
            rules.go_on(cursor)
            return cursor.table, tuple(cursor.events)
    reason = why_not(table, action)
    if reason is None:
        raise AssertionError(f"{action} was refused in {table.phase} without a reason")
    raise refusal(reason)


def refusal(reason: Reason) -> IllegalAction:
    """Return the error for an action that is not legal for this reason."""
    return GameOver(reason) if reason.code == "game_over" else IllegalAction(reason)


def begin(table: Table) -> tuple[Table, tuple[Event, ...]]:
    """Return the table where the first player must decide, and the events until then.

    >>> from lineit import load_ruleset
    >>> from lineit.model.table import set_up
    >>> standard = load_ruleset("standard")
    >>> table, events = begin(set_up(standard, players=2, deck=standard.cards))
    >>> [card.code for card in table.market], events[0].rule
    (['1', '2', '3', '4'], 'deal')
    """
    rules = compiled(table.ruleset)
    cursor = Cursor(table, None, rules.entered)
    rules.go_on(cursor)
    return cursor.table, tuple(cursor.events)


def is_over(table: Table) -> bool:
    """Return whether the phase of the table is an end."""
    return compiled(table.ruleset).phases[table.phase].actor == "end"


def waits(table: Table) -> bool:
    """Return whether a player must decide and can, as after every step of a game but the last."""
    phase = compiled(table.ruleset).phases[table.phase]
    return phase.actor == "player" and not phase.goes_on(table) and phase.offers(table)


def machine_of(ruleset: Ruleset) -> transitions.Machine:
    """Return the state machine of the ruleset: its phases are states, its ends are final states.

    All games of the ruleset share it, so its callbacks are called for all of them. See
    `lineit.engine.driver.Machine` for the callbacks that you may add. The machines of the last 64
    rulesets are cached; an older machine is made again, without its callbacks.

    >>> from lineit import load_ruleset
    >>> machine = machine_of(load_ruleset("standard"))
    >>> machine.get_triggers("place")
    ['line', 'hand', 'restart']
    """
    return compiled(ruleset).machine
