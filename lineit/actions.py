"""What a player says: a verb, and the card where one is named."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from lineit.cards import Card
from lineit.errors import NotAnAction, Reason
from lineit.ruleset import Ruleset
from lineit.shapes import short


@frozen
class Action:
    """One decision of the player on turn, such as `pick 42`, `line` or `pass`.

    `str(action)` is its text, which `parse_action` reads back.

    >>> str(Action("pick", Card("42", number=42, colour="blue")))
    'pick 42'
    >>> str(Action("pass"))
    'pass'
    """

    verb: str
    card: Card | None = None

    def __str__(self) -> str:
        return self.verb if self.card is None else f"{self.verb} {self.card.code}"


def parse_action(text: str, ruleset: Ruleset) -> Action:
    """The action of a text such as `pick 42` or `pass`; `str(action)` gives the text again.

    Whether it is legal is another question. Raises `NotAnAction` where no row of the ruleset has
    such a verb, and `UnknownCard` where the deck has no such card.

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
