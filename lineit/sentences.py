"""What can be wrong with the texts of a rule file: sentences about what is not there, parameters
that nobody fills in, choices without a last way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from attrs import evolve, frozen

from lineit.errors import Problem
from lineit.overlay import names_told, parameters_in
from lineit.ruleset import Ruleset
from lineit.shapes import short, short_key
from lineit.texts import PARAMETER
from lineit.words import did_you_mean
from lineit.zones import ZONES

Found = Iterator[Problem]

ABOUT_THE_BOX = ("numbers", "bets", "bet_copies", "least", "most", "colours", "colours_count")
"""What sentences of rules may name beside limits."""

ABOUT_A_REFUSAL = ("card", "last", "direction", "held", "count")
"""What reasons may name beside limits: the card of the action, the last number of the line, its
direction, how many cards are in the hand, and what the guard counted.
"""

RESERVED = (*ABOUT_THE_BOX, *ABOUT_A_REFUSAL)
"""What no limit may be called, as sentences call something else so."""

ABOUT_AN_EVENT = (
    *("player", "cards", "cards_count", "from", "to", "symbol"),
    *("value", "card", "after", "outcome"),
)
"""What sentences of events may name: of moves, and of tokens."""

MOST_DEPTH = 4
"""Maximum depth of choices within a sentence."""


def parameters(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """Return what the sentences of each kind may name."""
    limits = tuple(ruleset.plain_limits)
    return {
        "rules": (*limits, *ABOUT_THE_BOX),
        "verbs": ("card", "rule"),
        "reasons": (*limits, *ABOUT_A_REFUSAL),
        "events": ABOUT_AN_EVENT,
    }


def text_problems(ruleset: Ruleset, file: str) -> Found:
    """Yield what is wrong with `[text]`."""
    there = _names(ruleset)
    known = parameters(ruleset)
    for lang, texts in ruleset.text.items():
        for kind in there:
            names = known.get(kind, ())
            choice = Choice(names, _ways(ruleset, names), MOST_DEPTH)
            for name, entry in getattr(texts, kind).items():
                at = Problem(file, f"text.{lang}.{kind}.{name}")
                if name not in there[kind]:
                    message = f"is about {name}, and there is none"
                    yield evolve(at, message=message, mend=did_you_mean(name, there[kind]))
                yield from _sentence_problems(entry, choice, at)
                if kind == "reasons" and "count" in parameters_in(entry):
                    yield from _counts_nothing(ruleset, name, at)


def _counts_nothing(ruleset: Ruleset, reason: str, at: Problem) -> Found:
    """That the reason of a guard which counts nothing tells how many there are."""
    guard = ruleset.guards.get(reason) or ruleset.guards.get(reason.removeprefix("not_"))
    if guard is not None and guard.count is None:
        message = "tells the count, and the guard counts nothing"
        yield evolve(at, message=message, mend="take the count out")


@frozen
class Choice:
    """What a sentence may name, what each of that may be where it chooses, and how deep it may."""

    names: tuple[str, ...]
    ways: Mapping[str, Callable[[str], object]]
    depth: int


NUMBER = re.compile("None|[+-]?[0-9]+")

NUMBERS = (
    *("numbers", "bet_copies", "least", "most", "colours_count"),
    *("held", "count", "cards_count", "value", "after"),
)
"""The parameters that are numbers, beside limits."""


def _ways(ruleset: Ruleset, names: tuple[str, ...]) -> dict[str, Callable[[str], object]]:
    """For each parameter that has only certain values, whether a text is one."""
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


def _names(ruleset: Ruleset) -> dict[str, set[str]]:
    """All that there may be texts for, by kind."""
    rows = [{"on": row.on} for row in ruleset.transitions]
    return names_told(
        {
            "rules": dict(ruleset.rules),
            "limits": dict(ruleset.limits),
            "guards": dict(ruleset.guards),
            "effects": dict(ruleset.effects),
            "phase": [{"name": phase.name} for phase in ruleset.phases],
            "transition": [row for row in rows if row["on"] is not None],
            "components": {"colours": [{"name": name} for name in ruleset.colours]},
        }
    )


def _sentence_problems(entry: Any, choice: Choice, at: Problem) -> Found:
    """What is wrong with a sentence, or a table that chooses one."""
    if isinstance(entry, str):
        yield from _template_problems(entry, choice.names, at)
        return
    if not isinstance(entry, Mapping):
        message = f"must be a text or a table, and is {short(entry)}"
        yield evolve(at, message=message, mend="write a text")
        return
    by = entry.get("by")
    if by not in choice.names:
        told = short(by) if by is not None else "nothing"
        message = f"chooses by {told}, which nobody fills in"
        yield evolve(at, message=message, mend=_known(str(by), choice.names))
    if "other" not in entry:
        yield evolve(at, message="has no other", mend="add other = …, for all that is not named")
    if choice.depth == 0:
        yield evolve(at, message="chooses too deep", mend="make it simpler")
        return
    fits = choice.ways.get(by) if isinstance(by, str) else None
    for key, part in entry.items():
        if fits is not None and key not in ("by", "one", "other") and not fits(key):
            message = f"has a way for {short_key(key)}, which {by} never is"
            yield evolve(at, message=message, mend="take it out, or write it otherwise")
        if key != "by":
            yield from _sentence_problems(part, evolve(choice, depth=choice.depth - 1), at)


def _template_problems(text: str, names: tuple[str, ...], at: Problem) -> Found:
    """What is wrong with a text that parameters are filled into."""
    for name in PARAMETER.findall(text):
        if name not in names:
            message = f"has a parameter {short_key(name)} that nobody fills in"
            yield evolve(at, message=message, mend=_known(name, names))
    if re.search("[{}]", PARAMETER.sub("", text)):
        message = "has a brace that belongs to no parameter"
        yield evolve(at, message=message, mend="write {name}, or take it out")
    if not text or not text.isprintable():
        message = "is empty" if not text else "has a sign that cannot be printed"
        yield evolve(at, message=message, mend="mend it")


def _known(name: str, names: tuple[str, ...]) -> str:
    """How to mend a parameter that nobody fills in."""
    return did_you_mean(name, names) if names else "take it out: nothing is filled in here"
