"""Checks of `[guards]`."""

from __future__ import annotations

from math import inf

from attrs import evolve

from lineit.engine import guards
from lineit.engine.counts import NUMBERS
from lineit.model.errors import Problem
from lineit.model.ruleset import Ruleset
from lineit.model.words import COMPARISONS, KINDS, GuardWord
from lineit.rules.analysis import player_numbers
from lineit.rules.words import (
    Found,
    contrary_terms,
    guard_parts,
    in_circles,
    is_known,
    kind_problems,
    not_built_in,
    number_problems,
    too_large,
    unknown_words,
)


def guard_problems(ruleset: Ruleset, file: str) -> Found:
    """Yield the problems of `[guards]`."""
    parts = guard_parts(ruleset)
    circles = in_circles(parts)
    yield from too_large("guards", parts, ruleset, file)
    for name, word in ruleset.guards.items():
        at = Problem(file, f"guards.{name}", rule=word.rule)
        forms = [bool(word.all), bool(word.any), word.count is not None]
        if word.all and word.any:
            yield evolve(
                at, message="has both all and any", mend="split it into two guards", id="two-forms"
            )
        elif sum(forms) > 1:
            message = "has count together with all or any"
            yield evolve(at, message=message, mend="split it into two guards", id="two-forms")
        if name in guards.BUILT_IN and any(forms):
            yield evolve(
                at, message="is a built-in guard", mend="choose another name", id="reserved-name"
            )
        if not any(forms):
            yield from not_built_in(at, name, "guard", guards.BUILT_IN)
            if name in guards.BUILT_IN and word.rule is None:
                message, mend = "names no rule", "add rule = …, the rule that it stands for"
                yield evolve(at, message=message, mend=mend, id="key-missing")
        yield from unknown_words(evolve(at, message="guard"), parts[name], ruleset.guards)
        yield from contrary_terms(at, word.parts)
        if word.some and not word.parts:
            yield evolve(
                at, message="has some, but neither all nor any", mend="add one", id="key-missing"
            )
        if name in circles:
            yield evolve(at, message="is made of itself", mend="break the circle", id="circle")
        yield from _count_problems(ruleset, word, at)


def _count_problems(ruleset: Ruleset, word: GuardWord, at: Problem) -> Found:
    """Yield the problems of a count."""
    compared = word.comparisons
    if word.count is None:
        for key in ("of", "that", "beyond", *COMPARISONS):
            if getattr(word, key) not in (None, ()):
                yield evolve(
                    at,
                    message=f"has {key}, but counts nothing",
                    mend="add count = …",
                    id="key-superfluous",
                )
        return
    if not compared:
        mend = f"add one of {', '.join(COMPARISONS)}"
        yield evolve(at, message="compares its count with nothing", mend=mend, id="key-missing")
    yield from number_problems(ruleset, at, {"beyond": word.beyond, **compared})
    if len(set(word.counted)) < len(word.counted):
        yield evolve(at, message="counts a zone twice", mend="keep one", id="listed-twice")
    yield from kind_problems(ruleset, at, {"of": word.of}, KINDS)
    yield from contrary_terms(at, word.that)
    numbers = [what for what in word.counted if what in NUMBERS]
    for key in ("of", "that"):
        if numbers and getattr(word, key):
            message = f"has {key}, but counts {numbers[0]}, which is not a zone"
            yield evolve(at, message=message, mend=f"remove {key}", id="key-superfluous")
    if word.counted == ("card",) and word.of is None and not word.that:
        message = "always counts 1: the card itself"
        yield evolve(at, message=message, mend="add of = …, the kind of the card", id="no-effect")
    piles = [each for each in word.counted if each in ("jackpot", "jackpots")]
    if piles and word.of == "bets":
        message = f"counts nothing: no Bet card can lie under {piles[0]}"
        yield evolve(at, message=message, mend="count them in another zone", id="no-effect")
    yield from _constant(ruleset, word, at)


def _constant(ruleset: Ruleset, word: GuardWord, at: Problem) -> Found:
    """Yield the comparisons that always hold or never hold, at any table."""
    if word.beyond == 0:
        yield evolve(
            at, message="subtracts nothing: beyond = 0", mend="remove beyond", id="no-effect"
        )
    for name, number in word.comparisons.items():
        verdict = _verdict(word, name, number) if isinstance(number, int) else None
        if verdict is not None:  # of plain numbers only, as an overlay may change a limit
            message = f"{name} = {number} {verdict} holds"
            yield evolve(at, message=message, mend="compare with another number", id="constant")
            return
    if all(is_known(ruleset, number) for number in word.comparisons.values()):
        for players in player_numbers(ruleset):
            low, high = _common_range(ruleset, word, players)
            if low > high:
                message = f"never holds: it requires at least {low} and at most {high}"
                yield evolve(
                    at, message=message, mend="change one of the comparisons", id="constant"
                )
                return


def _common_range(ruleset: Ruleset, word: GuardWord, players: int) -> tuple[float, float]:
    """Return the minimum and the maximum of a count for which all comparisons hold.

    A limit of 0 switches something off, so its comparison is left out.
    """
    numbers = [
        _range_passed(name, ruleset.number(number, players))
        for name, number in word.comparisons.items()
        if isinstance(number, int) or ruleset.number(number, players)
    ]
    lows, highs = ([each[end] for each in numbers] for end in (0, 1))
    return max(lows, default=-inf), min(highs, default=inf)


def _verdict(word: GuardWord, name: str, number: int) -> str | None:
    """Return whether a comparison "always" or "never" holds; None if it depends on the table."""
    signed = not isinstance(word.beyond or 0, int) or {"points", "number", "step"} & {*word.counted}
    off = word.beyond if isinstance(word.beyond, int) else 0
    least = -inf if signed else -off
    most = 1 - off if word.counted in (("card",), ("picked",)) else inf
    low, high = _range_passed(name, number)
    if low > most or high < least or (name == "multiple_of" and number < 1):
        return "never"
    return "always" if low <= least and high >= most else None


def _range_passed(name: str, number: int) -> tuple[float, float]:
    """Return the minimum and the maximum of a count for which one comparison holds."""
    return {
        "at_least": (number, inf),
        "at_most": (-inf, number),
        "below": (-inf, number - 1),
        "exactly": (number, number),
        "multiple_of": (max(number, 1), inf),
    }[name]
