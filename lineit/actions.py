"""What a player says: a verb, and the card where one is named."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from lineit.cards import Card
from lineit.errors import NotAnAction, Reason
from lineit.ruleset import Ruleset
from lineit.shapes import short


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

    if TYPE_CHECKING:  # so that `"pick 42" in legal` is no mistake for a type checker

        def __eq__(self, other: object) -> bool: ...

    def __str__(self) -> str:
        return self.verb if self.card is None else f"{self.verb} {self.card.code}"


def parse_action(text: str, ruleset: Ruleset) -> Action:
    """Return the action of a text such as `pick 42` or `pass`; `str(action)` gives the text again.

    Whether it is legal is another question. Raises `NotAnAction` where no transition of the ruleset
    has such a verb, and `UnknownCard` where the deck has no such card.

    >>> from lineit import load_ruleset
    >>> parse_action("play B3a", load_ruleset("standard")).card.value
    3
    """
    words = text.split() if isinstance(text, str) else []
    if not 1 <= len(words) <= 2 or words[0] not in ruleset.verbs:
        params = {"text": short(text), "verbs": list(ruleset.verbs)}
        raise NotAnAction(Reason("not_an_action", None, params))
    return Action(words[0], ruleset.card(words[1]) if len(words) == 2 else None)


def turn_text(actions: Iterable[Action]) -> str:
    """The actions of a turn in a line; `parse_turn` reads it back.

    >>> from lineit import load_ruleset
    >>> turn_text(parse_turn("pick 42, line,play 17 ,pass", load_ruleset("standard")))
    'pick 42, line, play 17, pass'
    """
    return ", ".join(map(str, actions))


def parse_turn(text: str, ruleset: Ruleset) -> tuple[Action, ...]:
    """The actions of a line such as `pick 42, line, score`. Raises as `parse_action` does."""
    parts = text.split(",") if isinstance(text, str) else [text]
    return tuple(parse_action(part, ruleset) for part in parts)


def all_actions(ruleset: Ruleset) -> tuple[Action, ...]:
    """Return every action that the ruleset knows, in an order that never changes: by verb, then by
    card. The place of an action in it is its index for programs that learn.

    >>> from lineit import load_ruleset
    >>> actions = all_actions(load_ruleset("standard"))
    >>> len(actions), str(actions[0]), str(actions[-1])
    (217, 'pick 1', 'score')
    """
    return _indexed(ruleset)[0]


def action_index(action: Action, ruleset: Ruleset) -> int:
    """Return the place of the action in `all_actions`. Raises `NotAnAction` where it has none.

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
    """All actions, and the index of each."""
    actions: dict[Action, None] = {}
    for verb in ruleset.verbs:
        rows = [row for row in ruleset.transitions if row.on == verb]
        if any(row.names_card for row in rows):
            actions |= dict.fromkeys(Action(verb, card) for card in ruleset.cards)
        if any(not row.names_card for row in rows):
            actions[Action(verb)] = None
    return tuple(actions), {action: index for index, action in enumerate(actions)}
