"""How guards and effects are made of others, and what the checks of both share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from attrs import evolve

from lineit.engine import effects, guards
from lineit.engine.guards import ABOUT_CARD
from lineit.model.errors import Problem
from lineit.model.ruleset import Ruleset
from lineit.model.suggestions import closest
from lineit.model.words import PLAYERS, EffectWord, GuardWord, term

Found = Iterator[Problem]
"""What a check yields: all that is wrong."""

MOST_PARTS = 100
"""Maximum number of simple words that a word may be made of."""

MOST_LEVELS = 10
"""Maximum depth of words that are made of other words, in levels."""

COUNTS_ABOUT_CARD = ("card", "jackpot", "number", "step")
"""What can be counted only if a transition has a card."""


def guard_parts(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """Return, for each guard, the guards that it is made of or that it asks of counted cards."""
    return {name: parts_of((*word.parts, *word.that)) for name, word in ruleset.guards.items()}


def effect_parts(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """Return, for each effect, the effects that it is made of."""
    return {name: word.do for name, word in ruleset.effects.items()}


def guards_about_card(ruleset: Ruleset) -> set[str]:
    """Return the guards that need the card of a transition."""
    about = {
        name
        for name, word in ruleset.guards.items()
        if name in ABOUT_CARD or word.of == "colour" or set(word.counted) & set(COUNTS_ABOUT_CARD)
    }
    parts = {
        name: parts_of(word.parts)
        for name, word in ruleset.guards.items()
        if word.some in (None, "players")
    }
    return made_of_any(parts, about)


def effects_about_card(ruleset: Ruleset) -> set[str]:
    """Return the effects that need the card of a transition."""
    asking = guards_about_card(ruleset)
    about = {
        name
        for name, word in ruleset.effects.items()
        if word.move in ("card", "colour")
        or word.source == "jackpot"
        or word.of == "colour"
        or asking & {*parts_of(word.when)}
    }
    return made_of_any(effect_parts(ruleset), about)


def parts_of(terms: Iterable[str]) -> tuple[str, ...]:
    """Return the guards that terms name."""
    return tuple(term(part)[0] for part in terms)


def made_of_any(parts: Mapping[str, tuple[str, ...]], first: Iterable[str]) -> set[str]:
    """Return the names in `first`, and all that are made of at least one of them."""
    found = set(first)
    while more := {n for n, made_of in parts.items() if n not in found and found & {*made_of}}:
        found |= more
    return found


def in_circles(parts: Mapping[str, tuple[str, ...]]) -> set[str]:
    """Return the names that are made of themselves, directly or through others."""
    left = {name: {part for part in made_of if part in parts} for name, made_of in parts.items()}
    while solid := {name for name, made_of in left.items() if not made_of & left.keys()}:
        left = {name: made_of for name, made_of in left.items() if name not in solid}
    return set(left)


def sizes(parts: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """Return the number of simple words in each word, except for words in circles."""
    sizes: dict[str, int] = {}
    while more := {
        name: sum(sizes.get(part, 1) for part in made_of) or 1
        for name, made_of in parts.items()
        if name not in sizes and all(part in sizes or part not in parts for part in made_of)
    }:
        sizes |= more
    return sizes


def _level(name: str, parts: Mapping[str, tuple[str, ...]]) -> int:
    """Return the depth of a word that is in no circle, at most `MOST_LEVELS` + 1."""
    level, made_of = 0, {name}
    while made_of and level <= MOST_LEVELS:
        level, made_of = level + 1, {part for word in made_of for part in parts.get(word, ())}
    return level


def too_large(
    section: str, parts: Mapping[str, tuple[str, ...]], ruleset: Ruleset, file: str
) -> Found:
    """Yield a problem for each word of a section that is too large or too deep."""
    words: Mapping[str, GuardWord | EffectWord] = getattr(ruleset, section)
    for name, size in sizes(parts).items():
        if size > MOST_PARTS or _level(name, parts) > MOST_LEVELS:
            message = f"is made of more than {MOST_PARTS} simple words or {MOST_LEVELS} levels"
            where, rule = f"{section}.{name}", words[name].rule
            yield Problem(file, where, message, "make it simpler", rule, id="too-large")


def did_you_mean(name: str, known: Collection[str]) -> str:
    """Return how to mend an unknown name: the closest known one, or a list of up to 30."""
    if close := closest(name, known):
        return f"did you mean {close}?"
    return f"use one of {', '.join(sorted(known)[:30])}" if known else "remove it: there are none"


def unknown_words(at: Problem, words: Iterable[str], known: Collection[str]) -> Found:
    """Yield a problem for each unknown word; the message of `at` is the kind of word."""
    built_in = {"guard": [*guards.BUILT_IN], "effect": [*effects.BUILT_IN]}.get(at.message, [])
    for word in words:
        if word not in known:
            message = f"there is no {at.message} {word}"
            mend = did_you_mean(word, known)
            if word in built_in:
                mend = f"it is built in: add {word} = {{ rule = … }} to [{at.message}s]"
            yield evolve(at, message=message, mend=mend, id=f"unknown-{at.message}")


def contrary_terms(at: Problem, terms: Collection[str]) -> Found:
    """Yield a problem at `at` for each guard that must both hold and not hold."""
    for name in terms:
        if f"not {name}" in terms:
            message = f"requires both {name} and not {name}"
            yield evolve(at, message=message, mend="keep one of them", id="contrary-terms")


def number_problems(
    ruleset: Ruleset, at: Problem, numbers: Mapping[str, int | str | None]
) -> Found:
    """Yield a problem at `at` for each number that names an unknown limit; `numbers`: by key."""
    for key, number in numbers.items():
        if isinstance(number, str) and number not in ruleset.limits and number != PLAYERS:
            mend = did_you_mean(number, [*ruleset.limits, PLAYERS])
            yield evolve(
                at,
                message=f"{key} names no limit: there is no {number}",
                mend=mend,
                id="unknown-limit",
            )


def kind_problems(
    ruleset: Ruleset, at: Problem, kinds: Mapping[str, str | None], known: Collection[str]
) -> Found:
    """Yield a problem at `at` for each unknown kind of cards; `kinds`: by key."""
    for key, kind in kinds.items():
        if kind is not None and kind not in (*known, *ruleset.colours):
            mend = did_you_mean(kind, [*known, *ruleset.colours])
            yield evolve(
                at, message=f"{key} names no kind of cards: {kind}", mend=mend, id="unknown-cards"
            )


def not_built_in(at: Problem, name: str, kind: str, known: Collection[str]) -> Found:
    """Yield a problem if a word without a form is not built in."""
    if name not in known:
        forms = {"guard": "count, all or any", "effect": "move, token or do"}[kind]
        mend = f"add {forms}, or use a built-in {kind}: {', '.join(known)}"
        if close := closest(name, known):
            mend = f"did you mean {close}?"
        yield evolve(
            at, message=f"there is no built-in {kind} {name}", mend=mend, id="not-built-in"
        )


def is_known(ruleset: Ruleset, number: int | str) -> bool:
    """Return whether a number of a rule file is a plain number or names a known limit."""
    if isinstance(number, int) or number == PLAYERS:
        return True
    limit = ruleset.limits.get(number)
    parts = limit if isinstance(limit, tuple) else ()
    return limit is not None and all(
        part == PLAYERS or isinstance(ruleset.limits.get(part), int) for part in parts
    )
