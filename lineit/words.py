"""What can be wrong with the words of a rule file: the guards and effects that it names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches

from attrs import evolve

from lineit.effects import CARD_EFFECTS, TABLE_EFFECTS
from lineit.errors import Problem
from lineit.guards import CARD_GUARDS, TABLE_GUARDS, term
from lineit.ruleset import EffectWord, GuardWord, Ruleset

Found = Iterator[Problem]

MOST_PARTS = 100
"""A word may be made of so many built-in ones, all told."""

MOST_LEVELS = 10
"""Words may be made of others, which are made of others, so deep."""


def guards_about_card(ruleset: Ruleset) -> set[str]:
    """The guards that ask about a card, so that a row that uses one must be about a card."""
    parts = {name: parts_of(word.parts) for name, word in ruleset.guards.items() if not word.some}
    return made_of_any(parts, CARD_GUARDS)


def effects_about_card(ruleset: Ruleset) -> set[str]:
    """The effects that are about a card, so that a row that uses one must be so too."""
    return made_of_any({name: word.do for name, word in ruleset.effects.items()}, CARD_EFFECTS)


def parts_of(terms: Iterable[str]) -> tuple[str, ...]:
    """The guards that terms name."""
    return tuple(term(part)[0] for part in terms)


def made_of_any(parts: Mapping[str, tuple[str, ...]], first: Iterable[str]) -> set[str]:
    """The names in `first`, and all that are made of at least one of them."""
    found = set(first)
    while more := {n for n, made_of in parts.items() if n not in found and found & {*made_of}}:
        found |= more
    return found


def _in_circles(parts: Mapping[str, tuple[str, ...]]) -> set[str]:
    """The names that are, in the end, made of themselves."""
    left = {name: {part for part in made_of if part in parts} for name, made_of in parts.items()}
    while solid := {name for name, made_of in left.items() if not made_of & left.keys()}:
        left = {name: made_of for name, made_of in left.items() if name not in solid}
    return set(left)


def sizes(parts: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """Of how many built-in words each word is made in the end; words in circles are left out."""
    sizes: dict[str, int] = {}
    while more := {
        name: sum(sizes.get(part, 1) for part in made_of) or 1
        for name, made_of in parts.items()
        if name not in sizes and all(part in sizes or part not in parts for part in made_of)
    }:
        sizes |= more
    return sizes


def _level(name: str, parts: Mapping[str, tuple[str, ...]]) -> int:
    """How deep a word, which is in no circle, is made of others; no deeper than is looked."""
    level, made_of = 0, {name}
    while made_of and level <= MOST_LEVELS:
        level, made_of = level + 1, {part for word in made_of for part in parts.get(word, ())}
    return level


def _too_large(
    section: str, parts: Mapping[str, tuple[str, ...]], ruleset: Ruleset, file: str
) -> Found:
    words: Mapping[str, GuardWord | EffectWord] = getattr(ruleset, section)
    for name, size in sizes(parts).items():
        if size > MOST_PARTS or _level(name, parts) > MOST_LEVELS:
            message = f"is made of more than {MOST_PARTS} built-in words, or too deep"
            where, rule = f"{section}.{name}", words[name].rule
            yield Problem(file, where, message, "make it shorter", rule)


def did_you_mean(name: str, known: Collection[str]) -> str:
    """How to mend an unknown name."""
    close = get_close_matches(name, known)
    if close:
        return f"did you mean {close[0]}?"
    return f"known are {', '.join(sorted(known)[:30])}"


def unknown_words(at: Problem, words: Iterable[str], known: Collection[str]) -> Found:
    """`at`, a problem with a kind of word for its message, for each word that is not known."""
    for word in words:
        if word not in known:
            message = f"there is no {at.message} {word}"
            yield evolve(at, message=message, mend=did_you_mean(word, known))


def guard_problems(ruleset: Ruleset, file: str) -> Found:
    """What is wrong with `[guards]`."""
    built_in = TABLE_GUARDS | CARD_GUARDS
    parts = {name: parts_of(word.parts) for name, word in ruleset.guards.items()}
    circles = _in_circles(parts)
    yield from _too_large("guards", parts, ruleset, file)
    for name, word in ruleset.guards.items():
        where, rule = f"guards.{name}", word.rule
        if word.parts:
            yield from unknown_words(
                Problem(file, where, "guard", rule=rule), parts_of(word.parts), ruleset.guards
            )
            if name in built_in:
                yield Problem(file, where, "is a built-in guard", "choose another name", rule)
        else:
            yield from unknown_words(
                Problem(file, where, "built-in guard", rule=rule), [name], built_in
            )
            if rule is None:
                yield Problem(file, where, "names no rule", "say which rule it stands for")
        if word.all and word.any:
            yield Problem(file, where, "has both all and any", "make two guards of it", rule)
        if word.some and not word.parts:
            yield Problem(file, where, "has some, but neither all nor any", "add one", rule)
        if name in circles:
            yield Problem(file, where, "is made of itself", "break the circle", rule)


def effect_problems(ruleset: Ruleset, file: str) -> Found:
    """What is wrong with `[effects]`."""
    built_in = TABLE_EFFECTS | CARD_EFFECTS
    parts = {name: word.do for name, word in ruleset.effects.items()}
    circles = _in_circles(parts)
    yield from _too_large("effects", parts, ruleset, file)
    for name, word in ruleset.effects.items():
        where, rule = f"effects.{name}", word.rule
        if word.do:
            yield from unknown_words(
                Problem(file, where, "effect", rule=rule), word.do, ruleset.effects
            )
            if name in built_in:
                yield Problem(file, where, "is a built-in effect", "choose another name", rule)
        else:
            yield from unknown_words(
                Problem(file, where, "built-in effect", rule=rule), [name], built_in
            )
        if name in circles:
            yield Problem(file, where, "is made of itself", "break the circle", rule)
