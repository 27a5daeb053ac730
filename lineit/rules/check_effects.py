"""Checks of `[effects]`."""

from __future__ import annotations

from attrs import evolve

from lineit.engine import effects
from lineit.model.errors import Problem
from lineit.model.ruleset import Ruleset
from lineit.model.words import KINDS, WHICH, EffectWord, source_of
from lineit.model.zones import ZONES
from lineit.rules.analysis import player_numbers
from lineit.rules.words import (
    Found,
    contrary_terms,
    effect_parts,
    in_circles,
    is_known,
    kind_problems,
    not_built_in,
    number_problems,
    parts_of,
    too_large,
    unknown_words,
)


def effect_problems(ruleset: Ruleset, file: str) -> Found:
    """Yield the problems of `[effects]`."""
    parts = effect_parts(ruleset)
    circles = in_circles(parts)
    yield from too_large("effects", parts, ruleset, file)
    for name, word in ruleset.effects.items():
        at = Problem(file, f"effects.{name}", rule=word.rule)
        forms = [bool(word.do), word.move is not None, word.token is not None]
        if sum(forms) > 1:
            message = "has more than one of do, move and token"
            yield evolve(
                at, message=message, mend="split it, and join the parts with do", id="two-forms"
            )
        if name in effects.BUILT_IN and any(forms):
            yield evolve(
                at, message="is a built-in effect", mend="choose another name", id="reserved-name"
            )
        if not any(forms):
            yield from not_built_in(at, name, "effect", effects.BUILT_IN)
        yield from unknown_words(evolve(at, message="effect"), word.do, ruleset.effects)
        terms = parts_of((*word.when, *word.that))
        yield from unknown_words(evolve(at, message="guard"), terms, ruleset.guards)
        yield from contrary_terms(at, word.when)
        yield from contrary_terms(at, word.that)
        if word.that and word.move is None and word.token is None:
            yield evolve(
                at,
                message="has that, but moves and counts nothing",
                mend="remove that",
                id="key-superfluous",
            )
        if name in circles:
            yield evolve(at, message="is made of itself", mend="break the circle", id="circle")
        yield from _token_problems(ruleset, word, at)
        yield from _move_problems(ruleset, word, at)


def _token_problems(ruleset: Ruleset, word: EffectWord, at: Problem) -> Found:
    """Yield the problems of a token, and of keys that need one."""
    if word.token is None:
        for key in ("each", "of"):
            if getattr(word, key) is not None:
                message = f"has {key}, but takes no token"
                mend = "add token = …" if word.move is None else f"remove {key}: move says which"
                yield evolve(at, message=message, mend=mend, id="key-superfluous")
        return
    yield from number_problems(ruleset, at, {"token": word.token})
    if is_known(ruleset, word.token) and not ruleset.number(word.token, 1):
        message = "takes a token of 0, which is worth nothing"
        yield evolve(at, message=message, mend="use another value", id="no-effect")
    yield from kind_problems(ruleset, at, {"of": word.of}, KINDS)
    for key in ("of", "that"):
        if getattr(word, key) and word.each is None:
            yield evolve(
                at,
                message=f"has {key}, but counts nothing",
                mend="add each = …",
                id="key-superfluous",
            )
    if word.each is not None and ZONES[word.each].by_colour and word.of == "bets":
        message = f"counts nothing: no Bet card can lie under {word.each}"
        yield evolve(at, message=message, mend="count them in another zone", id="no-effect")


PARTS_OF_A_MOVE = ("source", "to", "first", "last", "up_to", "put")


def _move_problems(ruleset: Ruleset, word: EffectWord, at: Problem) -> Found:
    """Yield the problems of a move that do not depend on the transition that makes it."""
    if word.move is None:
        for key in PARTS_OF_A_MOVE:
            if getattr(word, key) is not None:
                name = "from" if key == "source" else key
                yield evolve(
                    at,
                    message=f"has {name}, but moves nothing",
                    mend="add move = …",
                    id="key-superfluous",
                )
        return
    if word.source is None or word.to is None:
        missing = "from" if word.source is None else "to"
        message = f"moves cards, but does not say {missing} which zone"
        yield evolve(at, message=message, mend=f"add {missing} = …", id="key-missing")
        return
    yield from kind_problems(ruleset, at, {"move": word.move}, WHICH)
    if word.move == "card" and word.that:
        message = "moves the card of the action, but has that"
        yield evolve(
            at, message=message, mend="use when, which checks this card", id="key-superfluous"
        )
    source, to = source_of(word), ZONES[word.to]
    if source == word.to:
        message = f"moves cards from {source} to {source}"
        yield evolve(at, message=message, mend="choose another zone", id="no-effect")
    if word.put is not None and not to.ordered:
        message = f"puts cards on the {word.put} of {word.to}, whose cards have no order"
        yield evolve(at, message=message, mend="remove put", id="key-superfluous")
    if word.move == "bets" and ZONES[source].by_colour:
        message = f"moves nothing: no Bet card can lie under {source}"
        yield evolve(at, message=message, mend="move them from another zone", id="no-effect")
    if word.move in ("all", "bets") and to.by_colour:
        message = f"would put a Bet card under {word.to}"
        yield evolve(at, message=message, mend='move only "numbers" there', id="bet-under-jackpot")
    yield from _how_many(ruleset, word, at)


def _how_many(ruleset: Ruleset, word: EffectWord, at: Problem) -> Found:
    """Yield the problems of the number of cards that a move takes."""
    counts = {key: getattr(word, key) for key in ("first", "last", "up_to")}
    given = [key for key, number in counts.items() if number is not None]
    yield from number_problems(ruleset, at, counts)
    if len(given) > 1:
        yield evolve(at, message=f"has both {' and '.join(given)}", mend="keep one", id="two-forms")
    if given and word.move == "card":
        message = f"moves the card of the action, but has {given[0]}"
        yield evolve(at, message=message, mend=f"remove {given[0]}", id="key-superfluous")
    for key in given:
        if isinstance(counts[key], int) and counts[key] < 1:
            message = f"moves nothing: {key} = {counts[key]}"
            yield evolve(at, message=message, mend="use 1 or more", id="no-effect")
    single = word.to is not None and ZONES[word.to].single
    if single and word.move != "card" and not _moves_at_most_one(ruleset, word, given):
        message = f"may move several cards to {word.to}, which holds one"
        yield evolve(at, message=message, mend="add first = 1", id="two-picked")


def _moves_at_most_one(ruleset: Ruleset, word: EffectWord, given: list[str]) -> bool:
    """Return whether a move of several cards can move at most one."""
    players = player_numbers(ruleset)
    known = [number for key in given if is_known(ruleset, number := getattr(word, key))]
    counts = [[ruleset.number(number, each) for each in players] for number in known]
    return ZONES[source_of(word)].single or any(max(each) <= 1 for each in counts)
