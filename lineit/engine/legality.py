"""Reasons why actions are not legal: the rule that forbids one, and what stood in the way."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from attrs import frozen

from lineit.engine.compiled import Option, compiled
from lineit.engine.guards import Failed
from lineit.model.actions import Action, parse_action
from lineit.model.bounds import short
from lineit.model.cards import Card
from lineit.model.errors import Reason
from lineit.model.ruleset import Ruleset
from lineit.model.table import Table


@frozen
class Choice:
    """An action to show to a player, with the rule that allows or forbids it. `reason` says why it
    is not legal; it is None if the action is legal.
    """

    action: Action
    rule: str | None
    reason: Reason | None


def choices(table: Table) -> tuple[Choice, ...]:
    """Return the actions for a menu of the player on turn, each legal or with the reason why not.

    First come the actions of the phase, with each card that they can name, and then every other
    verb of the ruleset without a card.

    >>> from lineit import Game
    >>> for choice in choices(Game.new(players=2, seed=7).table)[3:6]:
    ...     print(choice.action, "-", choice.reason and choice.reason.text())
    pick 23 - None
    line - line is not possible in the phase pick; only pick is [pick]
    hand - hand is not possible in the phase pick; only pick is [pick]
    """
    ruleset = table.ruleset
    phase = compiled(ruleset).phases[table.phase]
    found = []
    open_verbs = []
    for option in phase.options.values():
        rule = option.transitions[0].entry.rule
        is_open = False
        for action, card in option.to_try(table):
            failed = option.ask(table, table.seat, card)
            is_open = is_open or failed is None
            reason = None if failed is None else _reason(table, failed, card)
            found.append(Choice(action, rule, reason))
        if is_open:
            open_verbs.append(option.verb)
    return (*found, *_others(ruleset, table.phase, tuple(open_verbs)))


@lru_cache(maxsize=1024)
def _others(ruleset: Ruleset, phase: str, open_verbs: tuple[str, ...]) -> tuple[Choice, ...]:
    """Return the choices for verbs that the phase does not have. They are equal for all cards."""
    here, rule = compiled(ruleset).phases[phase], ruleset.phase(phase).rule
    return tuple(
        Choice(Action(verb), rule, _elsewhere(ruleset, phase, verb, open_verbs))
        for verb in ruleset.verbs
        if verb not in here.options
    )


def why_not(table: Table, action: Action | str) -> Reason | None:
    """Return the reason why an action, or its text, is not legal; None if it is legal.

    Raises `NotAnAction` or `UnknownCard` if the text is not an action of the ruleset.

    >>> from lineit import Game
    >>> table = Game.new(players=2, seed=7).table
    >>> why_not(table, "pick 1").text()
    '1 is not in the market [pick]'
    >>> why_not(table, "pick 91") is None
    True
    """
    if not isinstance(action, Action):
        action = parse_action(action, table.ruleset)
    phase = compiled(table.ruleset).phases[table.phase]
    option = phase.options.get(action.verb)
    if option is None:
        open_verbs = [each.verb for each in phase.options.values() if each.offers(table)]
        return _elsewhere(table.ruleset, table.phase, action.verb, open_verbs)
    if wrong := _wrong_card(table, option, action):
        return wrong
    card = table.picked if option.cards is None else action.card
    failed = option.ask(table, table.seat, card)
    return None if failed is None else _reason(table, failed, card)


def _elsewhere(ruleset: Ruleset, phase: str, verb: str, open_verbs: Sequence[str]) -> Reason:
    """Return the reason why a verb that the phase does not have is not legal there."""
    entry = ruleset.phase(phase)
    if entry.actor == "end":
        return Reason("game_over", entry.rule)
    count = len(open_verbs)
    params = {"verb": verb, "phase": phase, "verbs": list(open_verbs), "count": count}
    return Reason("other_phase", entry.rule, params, ruleset.text)


def _wrong_card(table: Table, option: Option, action: Action) -> Reason | None:
    """Return the reason why an action names a wrong card, or wrongly names none; else None."""
    card, rule = action.card, option.transitions[0].entry.rule
    if option.cards is None:
        return None if card is None else Reason("takes_no_card", rule, {"verb": action.verb})
    if card is None:
        return Reason("needs_card", rule, {"verb": action.verb, "zone": option.zone})
    if not isinstance(card, Card):
        return Reason("card_object", rule, {"card": short(card)})
    if not option.may_name(table, card):
        return Reason("card_not_there", rule, {"card": card.code, "zone": option.zone})
    return None


def _reason(table: Table, failed: Failed, card: Card | None) -> Reason:
    """Return the reason for a failed guard, with the values that its sentence may name."""
    ruleset, player = table.ruleset, table.player
    params: dict[str, Any] = {
        "guard": failed.word,
        "card": None if card is None else card.code,
        "last": None if player.line.last is None else player.line.last.code,
        "direction": player.line.direction or "none",
        "held": len(player.hand),
        "count": None if failed.count is None else failed.count(table, table.seat, card),
    }
    code = failed.word if failed.wanted else f"not_{failed.word}"
    known = ChainMap(params, ruleset.plain_limits)  # not a copy: a menu has many reasons
    return Reason(code, failed.rule, known, ruleset.text, by_rules=True)
