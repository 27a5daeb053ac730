"""What may happen at a table and what then does: `legal`, `step`, `begin`."""

from __future__ import annotations

import transitions

from lineit.actions import Action, all_actions, parse_action
from lineit.compiled import compiled, stuck
from lineit.effects import Cursor
from lineit.errors import GameOver, IllegalAction, LineitError
from lineit.events import Event
from lineit.explain import why_not
from lineit.ruleset import Ruleset
from lineit.table import Table


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
    """Return every action that `step` accepts now, in the order of the rules; none at the end.

    Raises `RulesetError` where the rules leave the player on turn nothing to do.

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
        raise stuck(table, "leaves a player with nothing to do")
    return Legal(actions)


def legal_mask(table: Table) -> tuple[bool, ...]:
    """Return for each of `lineit.actions.all_actions` whether it is legal now.

    >>> from lineit import Game
    >>> table = Game.new(players=2, seed=7).table
    >>> mask = legal_mask(table)
    >>> len(mask), sum(mask)
    (217, 4)
    """
    allowed = set(legal(table))
    return tuple([action in allowed for action in all_actions(table.ruleset)])


def step(table: Table, action: Action | str) -> tuple[Table, tuple[Event, ...]]:
    """Return the table after the action, or its text, and all that then goes on by itself, and what
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
    rules = compiled(table.ruleset)
    option = rules.phases[table.phase].options.get(action.verb)
    if option is not None and option.may_name(table, action.card):
        cursor = Cursor(table, action.card or table.picked, rules.entered)
        if rules.trigger(action.verb, cursor):
            rules.go_on(cursor)
            return cursor.table, tuple(cursor.events)
    raise _refusal(table, action)


def _refusal(table: Table, action: Action) -> LineitError:
    reason = why_not(table, action)
    if reason is None:
        raise AssertionError(f"{action} was refused in {table.phase} without a reason")
    return GameOver(reason) if reason.code == "game_over" else IllegalAction(reason)


def begin(table: Table) -> tuple[Table, tuple[Event, ...]]:
    """Return the table when it first waits for a player, and what happened until then.

    >>> from lineit import load_ruleset
    >>> from lineit.table import set_up
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
    """Whether the table is in a phase that is an end."""
    return compiled(table.ruleset).phases[table.phase].actor == "end"


def waits(table: Table) -> bool:
    """Whether a player is to decide, and can; as after every step of a game but the last."""
    phase = compiled(table.ruleset).phases[table.phase]
    return phase.actor == "player" and not phase.goes_on(table) and phase.offers(table)


def machine_of(ruleset: Ruleset) -> transitions.Machine:
    """Return the state machine of the ruleset: its phases are states, its ends are final.

    All games of the ruleset share it, so its callbacks are called for all of them; see
    `lineit.driver.Machine` for what may be added. It is kept while the ruleset is among the last 64
    that were played.

    >>> from lineit import load_ruleset
    >>> machine = machine_of(load_ruleset("standard"))
    >>> machine.get_triggers("place")
    ['line', 'hand', 'restart']
    """
    return compiled(ruleset).machine
