"""What can be wrong with the words of a rule file: the guards and effects that it names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from math import inf

from attrs import evolve

from lineit import effects, guards
from lineit.errors import Problem
from lineit.flow import player_numbers, source_of
from lineit.guards import ABOUT_CARD, NUMBERS, term
from lineit.ruleset import COMPARISONS, KINDS, PLAYERS, WHICH, EffectWord, GuardWord, Ruleset
from lineit.zones import ZONES

Found = Iterator[Problem]

MOST_PARTS = 100
"""Maximum number of simple words that a word may be made of, all told."""

MOST_LEVELS = 10
"""Maximum depth of words that are made of words that are made of others."""

ABOUT_THE_CARD = ("card", "jackpot", "number", "step")
"""What can only be counted where a transition is about a card."""


def guard_parts(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """Return for each guard the guards that it is made of, or asks of what it counts."""
    return {name: parts_of((*word.parts, *word.that)) for name, word in ruleset.guards.items()}


def effect_parts(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """Return for each effect the effects that it is made of."""
    return {name: word.do for name, word in ruleset.effects.items()}


def guards_about_card(ruleset: Ruleset) -> set[str]:
    """Return the guards that ask about the card of a transition, which must therefore have one."""
    about = {
        name
        for name, word in ruleset.guards.items()
        if name in ABOUT_CARD or word.of == "colour" or set(word.counted) & set(ABOUT_THE_CARD)
    }
    parts = {
        name: parts_of(word.parts)
        for name, word in ruleset.guards.items()
        if word.some in (None, "players")
    }
    return made_of_any(parts, about)


def effects_about_card(ruleset: Ruleset) -> set[str]:
    """Return the effects that are about the card of a transition."""
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


def _in_circles(parts: Mapping[str, tuple[str, ...]]) -> set[str]:
    """The names that are, in the end, made of themselves."""
    left = {name: {part for part in made_of if part in parts} for name, made_of in parts.items()}
    while solid := {name for name, made_of in left.items() if not made_of & left.keys()}:
        left = {name: made_of for name, made_of in left.items() if name not in solid}
    return set(left)


def sizes(parts: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """Return of how many simple words each word is made in the end, but for words in circles."""
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
            message = f"is made of more than {MOST_PARTS} simple words, or too deep"
            where, rule = f"{section}.{name}", words[name].rule
            yield Problem(file, where, message, "make it shorter", rule)


def did_you_mean(name: str, known: Collection[str]) -> str:
    """How to mend an unknown name."""
    close = get_close_matches(name, known)
    if close:
        return f"did you mean {close[0]}?"
    return f"known are {', '.join(sorted(known)[:30])}" if known else "take it out: there are none"


def unknown_words(at: Problem, words: Iterable[str], known: Collection[str]) -> Found:
    """`at`, a problem with a kind of word for its message, for each word that is not known."""
    built_in = {"guard": [*guards.BUILT_IN], "effect": [*effects.BUILT_IN]}.get(at.message, [])
    for word in words:
        if word not in known:
            message = f"there is no {at.message} {word}"
            mend = did_you_mean(word, known)
            if word in built_in:
                mend = f"it is built in: list it in [{at.message}s], {word} = {{ rule = … }}"
            yield evolve(at, message=message, mend=mend)


def contrary_terms(at: Problem, terms: Collection[str]) -> Found:
    """`at`, with another message, for each guard that the terms want to hold, and not to."""
    for name in terms:
        if f"not {name}" in terms:
            message = f"asks both {name} and not {name}"
            yield evolve(at, message=message, mend="keep one of them")


def number_problems(
    ruleset: Ruleset, at: Problem, numbers: Mapping[str, int | str | None]
) -> Found:
    """`at`, with another message, for each number, by its key, that names no limit."""
    for key, number in numbers.items():
        if isinstance(number, str) and number not in ruleset.limits and number != PLAYERS:
            mend = did_you_mean(number, [*ruleset.limits, PLAYERS])
            yield evolve(at, message=f"{key} names no limit: there is no {number}", mend=mend)


def kind_problems(
    ruleset: Ruleset, at: Problem, kinds: Mapping[str, str | None], known: Collection[str]
) -> Found:
    """`at`, with another message, for each kind of cards, by its key, that there is not."""
    for key, kind in kinds.items():
        if kind is not None and kind not in (*known, *ruleset.colours):
            mend = did_you_mean(kind, [*known, *ruleset.colours])
            yield evolve(at, message=f"{key} names no kind of cards: {kind}", mend=mend)


def guard_problems(ruleset: Ruleset, file: str) -> Found:
    """Yield what is wrong with `[guards]`."""
    parts = guard_parts(ruleset)
    circles = _in_circles(parts)
    yield from _too_large("guards", parts, ruleset, file)
    for name, word in ruleset.guards.items():
        at = Problem(file, f"guards.{name}", rule=word.rule)
        forms = [bool(word.all), bool(word.any), word.count is not None]
        if word.all and word.any:
            yield evolve(at, message="has both all and any", mend="make two guards of it")
        elif sum(forms) > 1:
            yield evolve(at, message="is a count, and made of others too", mend="make two guards")
        if name in guards.BUILT_IN and any(forms):
            yield evolve(at, message="is a built-in guard", mend="choose another name")
        if not any(forms):
            yield from _built_in(at, name, "guard", guards.BUILT_IN)
            if name in guards.BUILT_IN and word.rule is None:
                message, mend = "names no rule", "say which rule it stands for"
                yield evolve(at, message=message, mend=mend)
        yield from unknown_words(evolve(at, message="guard"), parts[name], ruleset.guards)
        yield from contrary_terms(at, word.parts)
        if word.some and not word.parts:
            yield evolve(at, message="has some, but neither all nor any", mend="add one")
        if name in circles:
            yield evolve(at, message="is made of itself", mend="break the circle")
        yield from _count_problems(ruleset, word, at)


def _built_in(at: Problem, name: str, kind: str, known: Collection[str]) -> Found:
    """That a word without a form is not among the built-in ones."""
    if name not in known:
        mend = get_close_matches(name, known)
        forms = {"guard": "count, all or any", "effect": "move, token or do"}[kind]
        told = (
            f"did you mean {mend[0]}?" if mend else f"say {forms}; built in are {', '.join(known)}"
        )
        yield evolve(at, message=f"there is no built-in {kind} {name}", mend=told)


def _count_problems(ruleset: Ruleset, word: GuardWord, at: Problem) -> Found:
    """What is wrong with a count."""
    compared = word.comparisons
    if word.count is None:
        for key in ("of", "that", "beyond", *COMPARISONS):
            if getattr(word, key) not in (None, ()):
                yield evolve(at, message=f"has {key}, but counts nothing", mend="say count = …")
        return
    if not compared:
        mend = f"add one of {', '.join(COMPARISONS)}"
        yield evolve(at, message="compares its count with nothing", mend=mend)
    yield from number_problems(ruleset, at, {"beyond": word.beyond, **compared})
    if len(set(word.counted)) < len(word.counted):
        yield evolve(at, message="counts a zone twice", mend="keep one")
    yield from kind_problems(ruleset, at, {"of": word.of}, KINDS)
    yield from contrary_terms(at, word.that)
    numbers = [what for what in word.counted if what in NUMBERS]
    for key in ("of", "that"):
        if numbers and getattr(word, key):
            message = f"counts {numbers[0]}, which is no card, with {key}"
            yield evolve(at, message=message, mend=f"take out the {key}")
    if word.counted == ("card",) and word.of is None and not word.that:
        message = "counts nothing: the card itself is always one"
        yield evolve(at, message=message, mend="say of which kind it is")
    piles = [each for each in word.counted if each in ("jackpot", "jackpots")]
    if piles and word.of == "bets":
        message = f"counts nothing: under {piles[0]} lies no Bet card"
        yield evolve(at, message=message, mend="count them elsewhere")
    yield from _constant(ruleset, word, at)


def _constant(ruleset: Ruleset, word: GuardWord, at: Problem) -> Found:
    """Comparisons that always, or never, hold, whatever lies on the table."""
    if word.beyond == 0:
        yield evolve(at, message="takes off nothing: beyond = 0", mend="take it out")
    for name, number in word.comparisons.items():
        verdict = _verdict(word, name, number) if isinstance(number, int) else None
        if verdict is not None:  # what a limit brings about is for the files above to choose
            message = f"{name} = {number} {verdict} holds"
            yield evolve(at, message=message, mend="compare with another number")
            return
    if all(_is_known(ruleset, number) for number in word.comparisons.values()):
        for players in player_numbers(ruleset):
            low, high = _passed_by_all(ruleset, word, players)
            if low > high:
                message = f"never holds: at least {low}, and at most {high}"
                yield evolve(at, message=message, mend="compare otherwise")
                return


def _passed_by_all(ruleset: Ruleset, word: GuardWord, players: int) -> tuple[float, float]:
    """What a count must be for all comparisons to hold: at least, at most. A limit of 0 switches
    something off, and says nothing here.
    """
    numbers = [
        _passed(name, ruleset.number(number, players))
        for name, number in word.comparisons.items()
        if isinstance(number, int) or ruleset.number(number, players)
    ]
    lows, highs = ([each[end] for each in numbers] for end in (0, 1))
    return max(lows, default=-inf), min(highs, default=inf)


def _verdict(word: GuardWord, name: str, number: int) -> str | None:
    """Whether a comparison "always" or "never" holds; None where it is worth asking."""
    signed = not isinstance(word.beyond or 0, int) or {"points", "number", "step"} & {*word.counted}
    off = word.beyond if isinstance(word.beyond, int) else 0
    least = -inf if signed else -off
    most = 1 - off if word.counted in (("card",), ("picked",)) else inf
    low, high = _passed(name, number)
    if low > most or high < least or (name == "multiple_of" and number < 1):
        return "never"
    return "always" if low <= least and high >= most else None


def _passed(name: str, number: int) -> tuple[float, float]:
    """What a count must be for a comparison to hold: at least, at most."""
    return {
        "at_least": (number, inf),
        "at_most": (-inf, number),
        "below": (-inf, number - 1),
        "exactly": (number, number),
        "multiple_of": (max(number, 1), inf),
    }[name]


def _is_known(ruleset: Ruleset, number: int | str) -> bool:
    if isinstance(number, int) or number == PLAYERS:
        return True
    limit = ruleset.limits.get(number)
    parts = limit if isinstance(limit, tuple) else ()
    return limit is not None and all(
        part == PLAYERS or isinstance(ruleset.limits.get(part), int) for part in parts
    )


def effect_problems(ruleset: Ruleset, file: str) -> Found:
    """Yield what is wrong with `[effects]`."""
    parts = effect_parts(ruleset)
    circles = _in_circles(parts)
    yield from _too_large("effects", parts, ruleset, file)
    for name, word in ruleset.effects.items():
        at = Problem(file, f"effects.{name}", rule=word.rule)
        forms = [bool(word.do), word.move is not None, word.token is not None]
        if sum(forms) > 1:
            message = "is more than one of do, move and token"
            yield evolve(at, message=message, mend="make several effects, and one with do")
        if name in effects.BUILT_IN and any(forms):
            yield evolve(at, message="is a built-in effect", mend="choose another name")
        if not any(forms):
            yield from _built_in(at, name, "effect", effects.BUILT_IN)
        yield from unknown_words(evolve(at, message="effect"), word.do, ruleset.effects)
        terms = parts_of((*word.when, *word.that))
        yield from unknown_words(evolve(at, message="guard"), terms, ruleset.guards)
        yield from contrary_terms(at, word.when)
        yield from contrary_terms(at, word.that)
        if word.that and word.move is None and word.token is None:
            yield evolve(at, message="has that, but moves and counts nothing", mend="take it out")
        if name in circles:
            yield evolve(at, message="is made of itself", mend="break the circle")
        yield from _token_problems(ruleset, word, at)
        yield from _move_problems(ruleset, word, at)


def _token_problems(ruleset: Ruleset, word: EffectWord, at: Problem) -> Found:
    if word.token is None:
        for key in ("each", "of"):
            if getattr(word, key) is not None:
                message = f"has {key}, but takes no token"
                mend = "say token = …" if word.move is None else "take it out: move says which"
                yield evolve(at, message=message, mend=mend)
        return
    yield from number_problems(ruleset, at, {"token": word.token})
    if _is_known(ruleset, word.token) and not ruleset.number(word.token, 1):
        message = "takes a token of 0, which is worth nothing"
        yield evolve(at, message=message, mend="give it a value")
    yield from kind_problems(ruleset, at, {"of": word.of}, KINDS)
    for key in ("of", "that"):
        if getattr(word, key) and word.each is None:
            yield evolve(at, message=f"has {key}, but counts nothing", mend="say each = …")
    if word.each is not None and ZONES[word.each].by_colour and word.of == "bets":
        message = f"counts nothing: under {word.each} lies no Bet card"
        yield evolve(at, message=message, mend="count them elsewhere")


PARTS_OF_A_MOVE = ("source", "to", "first", "last", "up_to", "put")


def _move_problems(ruleset: Ruleset, word: EffectWord, at: Problem) -> Found:
    """What is wrong with a move of cards, whatever transition makes it."""
    if word.move is None:
        for key in PARTS_OF_A_MOVE:
            if getattr(word, key) is not None:
                told = "from" if key == "source" else key
                yield evolve(at, message=f"has {told}, but moves nothing", mend="say move = …")
        return
    if word.source is None or word.to is None:
        missing = "from" if word.source is None else "to"
        message = f"moves cards, but does not say {missing} where"
        yield evolve(at, message=message, mend=f"say {missing} = …")
        return
    yield from kind_problems(ruleset, at, {"move": word.move}, WHICH)
    if word.move == "card" and word.that:
        message = "moves one card, and says that"
        yield evolve(at, message=message, mend="say when, which asks of this card")
    source, to = source_of(word), ZONES[word.to]
    if source == word.to:
        message = f"moves cards from {source} to where they are"
        yield evolve(at, message=message, mend="choose another zone")
    if word.put is not None and not to.ordered:
        message = f"puts cards on the {word.put} of {word.to}, whose cards have no order"
        yield evolve(at, message=message, mend="take out the put")
    if word.move == "bets" and ZONES[source].by_colour:
        message = f"moves nothing: under {source} lies no Bet card"
        yield evolve(at, message=message, mend="move them from elsewhere")
    if word.move in ("all", "bets") and to.by_colour:
        message = f"would put a Bet card under {word.to}"
        yield evolve(at, message=message, mend='move only "numbers" there')
    yield from _how_many(ruleset, word, at)


def _how_many(ruleset: Ruleset, word: EffectWord, at: Problem) -> Found:
    """What is wrong with how many cards a move takes."""
    counts = {key: getattr(word, key) for key in ("first", "last", "up_to")}
    given = [key for key, number in counts.items() if number is not None]
    yield from number_problems(ruleset, at, counts)
    if len(given) > 1:
        yield evolve(at, message=f"has both {' and '.join(given)}", mend="keep one")
    if given and word.move == "card":
        message = f"moves one card, and says {given[0]}"
        yield evolve(at, message=message, mend=f"take out the {given[0]}")
    for key in given:
        if isinstance(counts[key], int) and counts[key] < 1:
            message = f"moves nothing: {key} = {counts[key]}"
            yield evolve(at, message=message, mend="give it a number over 0")
    single = word.to is not None and ZONES[word.to].single
    if single and word.move != "card" and not _one(ruleset, word, given):
        message = f"may move several cards to {word.to}, which holds one"
        yield evolve(at, message=message, mend="say first = 1")


def _one(ruleset: Ruleset, word: EffectWord, given: list[str]) -> bool:
    """Whether a move that is not of one card moves at most one all the same."""
    players = player_numbers(ruleset)
    known = [number for key in given if _is_known(ruleset, number := getattr(word, key))]
    counts = [[ruleset.number(number, each) for each in players] for number in known]
    return ZONES[source_of(word)].single or any(max(each) <= 1 for each in counts)
