"""Why an action is not legal: the rule that forbids it, and what stood in the way."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from lineit.actions import Action, parse_action
from lineit.cards import Card
from lineit.errors import Reason
from lineit.guards import cards_in, guard_of, term
from lineit.ruleset import Row, State
from lineit.shapes import short
from lineit.table import Table


@frozen
class Choice:
    """An action that one may think of: the rule that allows it or forbids it, and `reason`, why it
    is not legal now; None where it is.
    """

    action: Action
    rule: str | None
    reason: Reason | None


def choices(table: Table) -> tuple[Choice, ...]:
    """All that the player on turn may think of, legal or not, for a menu that says why not.

    First what the phase knows, with each card that lies where it may take one; then every other
    verb of the ruleset, without a card.

    >>> from lineit import Game
    >>> for choice in choices(Game.new(players=2, seed=7).table)[3:6]:
    ...     print(choice.action, "-", choice.reason and choice.reason.text())
    pick 23 - None
    line - line is not possible in the phase pick; only pick is [pick]
    hand - hand is not possible in the phase pick; only pick is [pick]
    """
    found: dict[Action, Choice] = {}
    here = [row for row in table.ruleset.transitions if row.source == table.phase and row.on]
    for row in here:
        for card in cards_in(table, row.card) if row.names_card else (None,):
            action = Action(str(row.on), card)
            found.setdefault(action, Choice(action, row.rule, why_not(table, action)))
    for verb in table.ruleset.verbs:
        if verb not in {row.on for row in here}:
            reason = why_not(table, Action(verb))
            found[Action(verb)] = Choice(Action(verb), reason.rule if reason else None, reason)
    return tuple(found.values())


def why_not(table: Table, action: Action | str) -> Reason | None:
    """Why the action, or its text, is not legal now; None where it is.

    Raises `NotAnAction` or `UnknownCard` where the text is no action at all.

    >>> from lineit import Game
    >>> table = Game.new(players=2, seed=7).table
    >>> why_not(table, "pick 1").text()
    '1 is not in the market [pick]'
    >>> why_not(table, "pick 91") is None
    True
    """
    ruleset = table.ruleset
    if not isinstance(action, Action):
        action = parse_action(action, ruleset)
    state = ruleset.state(table.phase)
    if state.actor == "end":
        return Reason("game_over", state.rule)
    here = [row for row in ruleset.transitions if row.source == state.name and row.on is not None]
    rows = [row for row in here if row.on == action.verb]
    if not rows:
        return _other_phase(table, state, here, action)
    row = rows[0]
    if wrong := _wrong_card(table, row, action):
        return wrong
    card = action.card if row.names_card else table.picked
    found = [_what_stands_in_the_way(table, row, card) for row in rows]
    return None if None in found else found[0]


def _wrong_card(table: Table, row: Row, action: Action) -> Reason | None:
    """Why the card that the action names, or does not name, is wrong for the row."""
    card, named = action.card, {"verb": action.verb, "place": row.card}
    if not row.names_card:
        return None if card is None else Reason("takes_no_card", row.rule, {"verb": action.verb})
    if card is None:
        return Reason("needs_card", row.rule, named)
    if not isinstance(card, Card):
        return Reason("card_object", row.rule, {"card": short(card)})
    if card not in cards_in(table, row.card):
        return Reason("card_not_there", row.rule, {"card": card.code, "place": row.card})
    return None


def _other_phase(table: Table, state: State, here: list[Row], action: Action) -> Reason:
    verbs = dict.fromkeys(str(row.on) for row in here if _is_open(table, row))
    params = {"verb": action.verb, "phase": state.name, "verbs": list(verbs), "count": len(verbs)}
    return Reason("other_phase", state.rule, params)


def _is_open(table: Table, row: Row) -> bool:
    cards = cards_in(table, row.card) if row.card else [None]
    return any(_what_stands_in_the_way(table, row, card) is None for card in cards)


def _what_stands_in_the_way(table: Table, row: Row, card: Card | None) -> Reason | None:
    for word in row.when:
        guard, wanted = term(word)
        if guard_of(table.ruleset, guard)(table, card) is not wanted:
            return _reason(table, guard, wanted, row.rule, card)
    return None


def _reason(table: Table, guard: str, wanted: bool, rule: str, card: Card | None) -> Reason:
    """The reason of a guard that failed; of one put together, the part that failed it."""
    word = table.ruleset.guards[guard]
    if wanted and word.parts and not word.some:
        failed = [
            (part, answer)
            for part, answer in map(term, word.parts)
            if guard_of(table.ruleset, part)(table, card) is not answer
        ]
        part, answer = failed[0] if word.all else failed[-1]
        return _reason(table, part, answer, word.rule or rule, card)
    code = guard if wanted else f"not_{guard}"
    return Reason(code, word.rule if wanted and word.rule else rule, _facts(table, card))


def _facts(table: Table, card: Card | None) -> dict[str, Any]:
    """What a sentence about a guard may need."""
    player, limits = table.player, table.ruleset.limits
    return {
        "card": None if card is None else card.code,
        "last": None if player.line.last is None else player.line.last.code,
        "direction": player.line.direction or "none",
        "hand": len(player.hand),
        "hand_limit": limits.hand,
        "bets_limit": limits.bets_per_line,
    }
