"""Actions: what a player says, a verb and for some verbs a card."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from lineit.model.bounds import short
from lineit.model.cards import Card
from lineit.model.errors import NotAnAction, Reason
from lineit.model.ruleset import Ruleset

SIGNS = re.compile(r"[^\w\s\x00-\x1f\x7f-\x9f-]+")
"""What the text of an action may have besides words, such as the symbol of a colour."""


@frozen(cache_hash=True)
class Action:  # noqa: PLW1641 # attrs makes the hash
    """One decision of the player on turn, such as `pick 42`, `line` or `pass`.

    `str(action)` is its text, which `parse_action` reads back.

    >>> str(Action("pick", Card("42", number=42, colour="blue")))
    'pick 42'
    >>> str(Action("pass"))
    'pass'
    """

    verb: str
    card: Card | None = None

    if TYPE_CHECKING:  # so that a type checker accepts `"pick 42" in legal`

        def __eq__(self, other: object) -> bool: ...

    def __str__(self) -> str:
        return self.verb if self.card is None else f"{self.verb} {self.card.code}"


def parse_action(text: str, ruleset: Ruleset) -> Action:
    """Return the action of a text such as `pick 42` or `pass`, as a person may type it.

    Case, the amount of space, and signs such as the symbol of a colour do not matter. The action
    may be illegal. Raises `NotAnAction` if no transition of the ruleset has the verb, and
    `UnknownCard` if the deck does not have the card.

    >>> from lineit import load_ruleset
    >>> parse_action("play B3a", load_ruleset("standard")).card.value
    3
    >>> str(parse_action(" Pick 91♠ ", load_ruleset("standard")))
    'pick 91'
    """
    words = SIGNS.sub(" ", text).lower().split() if isinstance(text, str) else []
    if not 1 <= len(words) <= 2 or words[0] not in ruleset.verbs:
        params = {"text": short(text), "verbs": list(ruleset.verbs)}
        raise NotAnAction(Reason("not_an_action", None, params))
    # The code of a Bet card is a capital B, its value and a small letter.
    return Action(words[0], ruleset.card(words[1].capitalize()) if len(words) == 2 else None)


def turn_text(actions: Iterable[Action]) -> str:
    """Return the actions of a turn as one line of text, which `parse_turn` reads back.

    >>> from lineit import load_ruleset
    >>> turn_text(parse_turn("pick 42, line,play 17 ,pass", load_ruleset("standard")))
    'pick 42, line, play 17, pass'
    """
    return ", ".join(map(str, actions))


def parse_turn(text: str, ruleset: Ruleset) -> tuple[Action, ...]:
    """Return the actions of a text such as `pick 42, line, score`. Raises as `parse_action`."""
    parts = text.split(",") if isinstance(text, str) else [text]
    return tuple(parse_action(part, ruleset) for part in parts)


def all_actions(ruleset: Ruleset) -> tuple[Action, ...]:
    """Return every action of the ruleset, in a fixed order: by verb, then by card. Programs that
    learn can use the place of an action as its index.

    >>> from lineit import load_ruleset
    >>> actions = all_actions(load_ruleset("standard"))
    >>> len(actions), str(actions[0]), str(actions[-1])
    (217, 'pick 1', 'score')
    """
    return _indexed(ruleset)[0]


def action_index(action: Action, ruleset: Ruleset) -> int:
    """Return the place of the action in `all_actions`. Raises `NotAnAction` if it has none.

    >>> from lineit import load_ruleset
    >>> standard = load_ruleset("standard")
    >>> action_index(parse_action("line", standard), standard)
    106
    """
    index = _indexed(ruleset)[1].get(action)
    if index is None:
        params = {"text": short(str(action)), "verbs": list(ruleset.verbs)}
        raise NotAnAction(Reason("not_an_action", None, params))
    return index


@lru_cache(maxsize=64)
def _indexed(ruleset: Ruleset) -> tuple[tuple[Action, ...], dict[Action, int]]:
    """Return all actions, and the index of each."""
    actions: dict[Action, None] = {}
    for verb in ruleset.verbs:
        transitions = [each for each in ruleset.transitions if each.on == verb]
        if any(each.names_card for each in transitions):
            actions |= dict.fromkeys(Action(verb, card) for card in ruleset.cards)
        if any(not each.names_card for each in transitions):
            actions[Action(verb)] = None
    return tuple(actions), {action: index for index, action in enumerate(actions)}
