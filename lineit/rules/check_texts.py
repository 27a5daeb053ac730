"""Checks of the texts of a rule file: sentences about unknown names, unknown parameters, choices
without `other`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from attrs import evolve, frozen

from lineit.model.bounds import short, short_key
from lineit.model.errors import Problem
from lineit.model.ruleset import Ruleset
from lineit.model.texts import PARAMETER
from lineit.model.zones import ZONES
from lineit.rules.inherited_texts import names_with_texts, parameters_in
from lineit.rules.words import Found, did_you_mean

ABOUT_THE_BOX = ("numbers", "bets", "bet_copies", "least", "most", "colours", "colours_count")
"""Parameters of sentences of rules, beside limits."""

ABOUT_A_REFUSAL = ("card", "last", "direction", "held", "count")
"""Parameters of reasons, beside limits: the card of the action, the last number of the line, its
direction, the number of cards in the hand, and the number that the guard counted.
"""

RESERVED = (*ABOUT_THE_BOX, *ABOUT_A_REFUSAL)
"""Names that no limit may have, as sentences have other parameters of these names."""

ABOUT_AN_EVENT = (
    *("player", "cards", "cards_count", "from", "to", "symbol"),
    *("value", "card", "after", "outcome"),
)
"""Parameters of sentences of events: of moves, and of tokens."""

MOST_DEPTH = 4
"""Maximum depth of choices within a sentence, in levels."""


def parameters(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """Return the parameters of sentences, by the kind of sentence."""
    limits = tuple(ruleset.plain_limits)
    return {
        "rules": (*limits, *ABOUT_THE_BOX),
        "verbs": ("card", "rule"),
        "reasons": (*limits, *ABOUT_A_REFUSAL),
        "events": ABOUT_AN_EVENT,
    }


def text_problems(ruleset: Ruleset, file: str) -> Found:
    """Yield the problems of `[text]`."""
    there = _names_with_texts(ruleset)
    known = parameters(ruleset)
    for lang, texts in ruleset.text.items():
        for kind in there:
            names = known.get(kind, ())
            allowed = Allowed(names, _allowed_values(ruleset, names), MOST_DEPTH)
            for name, entry in getattr(texts, kind).items():
                at = Problem(file, f"text.{lang}.{kind}.{name}")
                if name not in there[kind]:
                    message = f"is about {name}, which does not exist"
                    yield evolve(
                        at, message=message, mend=did_you_mean(name, there[kind]), id="text-subject"
                    )
                yield from _sentence_problems(entry, allowed, at)
                if kind == "reasons" and "count" in parameters_in(entry):
                    yield from _counts_nothing(ruleset, name, at)


def _counts_nothing(ruleset: Ruleset, reason: str, at: Problem) -> Found:
    """Yield a problem if a reason uses the count of a guard that counts nothing."""
    guard = ruleset.guards.get(reason) or ruleset.guards.get(reason.removeprefix("not_"))
    if guard is not None and guard.count is None:
        message = "uses {count}, but the guard counts nothing"
        yield evolve(at, message=message, mend="remove {count}", id="text-parameter")


@frozen
class Allowed:
    """The parameters of a sentence, the values by which it may choose, and how deep it may nest."""

    names: tuple[str, ...]
    values: Mapping[str, Callable[[str], object]]
    depth: int


NUMBER = re.compile("None|[+-]?[0-9]+")

NUMBERS = (
    *("numbers", "bet_copies", "least", "most", "colours_count"),
    *("held", "count", "cards_count", "value", "after"),
)
"""The parameters that are numbers, beside limits."""


def _allowed_values(ruleset: Ruleset, names: tuple[str, ...]) -> dict[str, Callable[[str], object]]:
    """Return, for each parameter that has only certain values, a function that checks a value."""
    values: dict[str, Collection[str]] = {
        "direction": ("ascending", "descending", "none"),
        "outcome": ("won", "lost"),
        "from": ZONES,
        "to": ZONES,
        "rule": ruleset.rules,
    }
    numbers = [name for name in names if name in NUMBERS or name in ruleset.plain_limits]
    return {
        **{name: known.__contains__ for name, known in values.items()},
        **dict.fromkeys(numbers, NUMBER.fullmatch),
    }


def _names_with_texts(ruleset: Ruleset) -> dict[str, set[str]]:
    """Return all names that a rule file may have texts for, by the kind of text."""
    transitions = [{"on": transition.on} for transition in ruleset.transitions]
    return names_with_texts(
        {
            "rules": dict(ruleset.rules),
            "limits": dict(ruleset.limits),
            "guards": dict(ruleset.guards),
            "effects": dict(ruleset.effects),
            "phase": [{"name": phase.name} for phase in ruleset.phases],
            "transition": [
                transition for transition in transitions if transition["on"] is not None
            ],
            "components": {"colours": [{"name": name} for name in ruleset.colours]},
        }
    )


def _sentence_problems(entry: Any, allowed: Allowed, at: Problem) -> Found:
    """Yield the problems of a sentence, or of a table that chooses one."""
    if isinstance(entry, str):
        yield from _template_problems(entry, allowed.names, at)
        return
    if not isinstance(entry, Mapping):
        message = f"must be a text or a table, but is {short(entry)}"
        yield evolve(at, message=message, mend="write a text", id="shape")
        return
    by = entry.get("by")
    if by not in allowed.names:
        message = (
            "has no by" if by is None else f"chooses by {short(by)}, which is no parameter here"
        )
        yield evolve(
            at, message=message, mend=_mend_parameter(str(by), allowed.names), id="text-choice"
        )
    if "other" not in entry:
        yield evolve(
            at, message="has no other", mend="add other = …, for all other values", id="text-choice"
        )
    if allowed.depth == 0:
        message = f"has choices more than {MOST_DEPTH} levels deep"
        yield evolve(at, message=message, mend="make it simpler", id="text-choice")
        return
    fits = allowed.values.get(by) if isinstance(by, str) else None
    for key, part in entry.items():
        if fits is not None and key not in ("by", "one", "other") and not fits(key):
            message = f"has an entry for {short_key(key)}, a value that {by} never has"
            yield evolve(at, message=message, mend="remove or correct it", id="text-choice")
        if key != "by":
            yield from _sentence_problems(part, evolve(allowed, depth=allowed.depth - 1), at)


def _template_problems(text: str, names: tuple[str, ...], at: Problem) -> Found:
    """Yield the problems of a text with parameters."""
    for name in PARAMETER.findall(text):
        if name not in names:
            message = f"has an unknown parameter {short_key(name)}"
            yield evolve(
                at, message=message, mend=_mend_parameter(name, names), id="text-parameter"
            )
    if re.search("[{}]", PARAMETER.sub("", text)):
        message = "has a brace that belongs to no parameter"
        yield evolve(
            at, message=message, mend="write {name}, or remove the brace", id="text-parameter"
        )
    if not text:
        yield evolve(at, message="is empty", mend="write a text", id="text-characters")
    elif not text.isprintable():
        message = "has a character that cannot be printed"
        yield evolve(at, message=message, mend="remove it", id="text-characters")


def _mend_parameter(name: str, names: tuple[str, ...]) -> str:
    """Return how to mend an unknown parameter."""
    return did_you_mean(name, names) if names else "remove it: this text has no parameters"
