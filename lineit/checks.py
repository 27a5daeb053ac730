"""What can be wrong with rules that have the right shape: unknown words, dead ends, a small deck.

`problems(ruleset)` finds all of it at once, without playing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from itertools import pairwise

from attrs import evolve

from lineit.effects import CARD_EFFECTS, CARD_PATHS, TABLE_EFFECTS, TAKEN_AWAY, effect_of
from lineit.errors import Problem
from lineit.guards import CARD_GUARDS, TABLE_GUARDS, term
from lineit.ruleset import EffectWord, GuardWord, Row, Ruleset

Found = Iterator[Problem]

MOST_PARTS = 100
"""A word may be made of so many built-in ones, all told."""

MOST_WORK = 1000
"""All rows together may ask and do so many built-in words."""

MOST_LEVELS = 10
"""Words may be made of others, which are made of others, so deep."""


def problems(ruleset: Ruleset, file: str) -> list[Problem]:
    """All that is wrong with the rules; empty where nothing is.

    >>> from lineit import load_ruleset
    >>> problems(load_ruleset("standard"), "standard.toml")
    []
    """
    found = [
        *_box(ruleset, file),
        *_names(ruleset, file),
        *_guards(ruleset, file),
        *_effects(ruleset, file),
        *_rows(ruleset, file),
    ]
    # With an unknown name in it the graph would only show the same mistake again.
    if not found:
        found = [*_order(ruleset, file), *_paths(ruleset, file), *_cards(ruleset, file)]
    return found or [*_work(ruleset, file)]


def guards_about_card(ruleset: Ruleset) -> set[str]:
    """The guards that ask about a card, so that a row that uses one must be about a card."""
    parts = {name: _parts(word.parts) for name, word in ruleset.guards.items() if not word.some}
    return _made_of(parts, CARD_GUARDS)


def effects_about_card(ruleset: Ruleset) -> set[str]:
    """The effects that are about a card, so that a row that uses one must be so too."""
    return _made_of({name: word.do for name, word in ruleset.effects.items()}, CARD_EFFECTS)


def _parts(terms: Iterable[str]) -> tuple[str, ...]:
    return tuple(term(part)[0] for part in terms)


def _made_of(parts: Mapping[str, tuple[str, ...]], first: Iterable[str]) -> set[str]:
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


def _sizes(parts: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
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
    for name, size in _sizes(parts).items():
        if size > MOST_PARTS or _level(name, parts) > MOST_LEVELS:
            message = f"is made of more than {MOST_PARTS} built-in words, or too deep"
            where, rule = f"{section}.{name}", words[name].rule
            yield Problem(file, where, message, "make it shorter", rule)


def did_you_mean(name: str, known: Collection[str]) -> str:
    """How to mend an unknown name."""
    close = get_close_matches(name, known, 1)
    if close:
        return f"did you mean {close[0]}?"
    return f"known are {', '.join(sorted(known)[:30])}"


def _box(ruleset: Ruleset, file: str) -> Found:
    box = ruleset.components
    colours = [colour.name for colour in box.colours]
    for where, rule, values in (
        ("components.bets", "deck", [*map(str, box.bets)]),
        ("components.colours", "colours", colours),
    ):
        for value, times in Counter(values).items():
            if times > 1:
                yield Problem(file, where, f"has {value} {times} times", "keep one", rule)
    least, most = box.players
    if least > most:
        message = f"at least {least} is more than at most {most}"
        yield Problem(file, "components.players", message, "put the smaller first", "players")
    market = most + ruleset.limits.market_extra
    if len(ruleset.cards) < market:
        message = f"the deck of {len(ruleset.cards)} is too small for a market of {market}"
        yield Problem(file, "components", message, "more cards, or a smaller market", "deal")


def _names(ruleset: Ruleset, file: str) -> Found:
    for kind, names in (
        ("state", [state.name for state in ruleset.states]),
        ("transition", [row.id for row in ruleset.transitions]),
    ):
        for name, times in Counter(names).items():
            if times > 1:
                rules = [row.rule for row in ruleset.transitions if row.id == name]
                rules += [state.rule for state in ruleset.states if state.name == name]
                message = f"is there {times} times"
                yield Problem(file, f"{kind} {name}", message, "keep one", rules[0])
    for where, rule in (
        *((f"state {state.name}", state.rule) for state in ruleset.states),
        *((f"transition {row.id}", row.rule) for row in ruleset.transitions),
        *((f"guards.{name}", guard.rule) for name, guard in ruleset.guards.items()),
        *((f"effects.{name}", effect.rule) for name, effect in ruleset.effects.items()),
    ):
        if rule is not None and rule not in ruleset.rules:
            message = f"there is no rule {rule}"
            yield Problem(file, where, message, did_you_mean(rule, ruleset.rules))


def _unknown(at: Problem, words: Iterable[str], known: Collection[str]) -> Found:
    """`at`, a problem with a kind of word for its message, for each word that is not known."""
    for word in words:
        if word not in known:
            message = f"there is no {at.message} {word}"
            yield evolve(at, message=message, mend=did_you_mean(word, known))


def _guards(ruleset: Ruleset, file: str) -> Found:
    built_in = TABLE_GUARDS | CARD_GUARDS
    parts = {name: _parts(word.parts) for name, word in ruleset.guards.items()}
    circles = _in_circles(parts)
    yield from _too_large("guards", parts, ruleset, file)
    for name, word in ruleset.guards.items():
        where, rule = f"guards.{name}", word.rule
        if word.parts:
            yield from _unknown(
                Problem(file, where, "guard", rule=rule), _parts(word.parts), ruleset.guards
            )
            if name in built_in:
                yield Problem(file, where, "is a built-in guard", "choose another name", rule)
        else:
            yield from _unknown(Problem(file, where, "built-in guard", rule=rule), [name], built_in)
            if rule is None:
                yield Problem(file, where, "names no rule", "say which rule it stands for")
        if word.all and word.any:
            yield Problem(file, where, "has both all and any", "make two guards of it", rule)
        if word.some and not word.parts:
            yield Problem(file, where, "has some, but neither all nor any", "add one", rule)
        if name in circles:
            yield Problem(file, where, "is made of itself", "break the circle", rule)


def _effects(ruleset: Ruleset, file: str) -> Found:
    built_in = TABLE_EFFECTS | CARD_EFFECTS
    parts = {name: word.do for name, word in ruleset.effects.items()}
    circles = _in_circles(parts)
    yield from _too_large("effects", parts, ruleset, file)
    for name, word in ruleset.effects.items():
        where, rule = f"effects.{name}", word.rule
        if word.do:
            yield from _unknown(Problem(file, where, "effect", rule=rule), word.do, ruleset.effects)
            if name in built_in:
                yield Problem(file, where, "is a built-in effect", "choose another name", rule)
        else:
            yield from _unknown(
                Problem(file, where, "built-in effect", rule=rule), [name], built_in
            )
        if name in circles:
            yield Problem(file, where, "is made of itself", "break the circle", rule)


def _rows(ruleset: Ruleset, file: str) -> Found:
    states = {state.name: state for state in ruleset.states}
    yield from _unknown(Problem(file, "start", "state", rule=None), [ruleset.start], states)
    about_card = guards_about_card(ruleset) | effects_about_card(ruleset)
    for row in ruleset.transitions:
        where, rule, guards = f"transition {row.id}", row.rule, _parts(row.when)
        yield from _unknown(Problem(file, where, "state", rule=rule), (row.source, row.to), states)
        yield from _unknown(Problem(file, where, "guard", rule=rule), guards, ruleset.guards)
        yield from _unknown(Problem(file, where, "effect", rule=rule), row.do, ruleset.effects)
        if row.card is None:
            for word in (*guards, *row.do):
                if word in about_card:
                    message = f"{word} is about a card, and the row names none"
                    yield Problem(file, where, message, "say card = …", rule)
        elif row.on is None:
            message = "names a card, but no action that could"
            yield Problem(file, where, message, "add on = …, or take out the card", rule)
        actor = states[row.source].actor if row.source in states else None
        if actor == "table" and row.on is not None:
            message = f"waits for an action, but {row.source} goes on by itself"
            yield Problem(file, where, message, "take out the on", rule)
        if actor == "end":
            message = f"leads out of {row.source}, which is an end"
            yield Problem(file, where, message, "take out the row", rule)


def _order(ruleset: Ruleset, file: str) -> Found:
    """Rows that can never be taken, and phases that may find no row to take."""
    for state in ruleset.states:
        where, rule = f"state {state.name}", state.rule
        by_verb: dict[str | None, list[Row]] = {}
        for row in ruleset.transitions:
            if row.source == state.name:
                by_verb.setdefault(row.on, []).append(row)
        for same in by_verb.values():
            yield from _hidden(same, file)
        by_itself = by_verb.pop(None, [])
        if state.actor == "player":
            if not by_verb:
                yield Problem(file, where, "offers no action", "add a row with on", rule)
            for row in by_itself:
                if not row.when:
                    message = f"never waits for the player: {row.id} has no when"
                    yield Problem(file, where, message, "add a when", row.rule)
        if state.actor == "table" and (not by_itself or by_itself[-1].when):
            message = "may find no row to go on with"
            yield Problem(file, where, message, "add a last row without when", rule)


def _hidden(same: list[Row], file: str) -> Found:
    """Of the rows of one phase and one verb, those that another before them always hides."""
    for earlier, row in pairwise(same):
        if earlier.card != row.card:
            message = f"takes its card from elsewhere than {earlier.id} on the same action"
            mend = "give them different actions"
            yield Problem(file, f"transition {row.id}", message, mend, row.rule)
    for number, row in enumerate(same):
        hiding = next((other for other in same[:number] if {*other.when} <= {*row.when}), None)
        if hiding is not None:
            asked = "has no when" if not hiding.when else "asks no more"
            message = f"is never reached: {hiding.id} before it {asked}"
            mend = "change the order, or add a when"
            yield Problem(file, f"transition {row.id}", message, mend, row.rule)


def _work(ruleset: Ruleset, file: str) -> Found:
    """Rules that would take too long to ask or to do."""
    guards = _sizes({name: _parts(word.parts) for name, word in ruleset.guards.items()})
    effects = _sizes({name: word.do for name, word in ruleset.effects.items()})
    work = sum(
        sum(guards[term(word)[0]] for word in row.when) + sum(effects[name] for name in row.do)
        for row in ruleset.transitions
    )
    if work > MOST_WORK:
        message = f"all rows together ask and do {work} built-in words, of at most {MOST_WORK}"
        yield Problem(file, "transition", message, "ask and do less")
    parts = {name: _parts(word.parts) for name, word in ruleset.guards.items()}
    inner = _made_of(parts, [name for name, word in ruleset.guards.items() if word.some])
    for name, word in ruleset.guards.items():
        if word.some and any(part in inner for part in _parts(word.parts)):
            message = "asks for some card about some card"
            yield Problem(file, f"guards.{name}", message, "ask about one of them", word.rule)


def _cards(ruleset: Ruleset, file: str) -> Found:
    """Rows that would take a card from where it is not, or leave a picked card lying."""
    placing = {row.source for row in ruleset.transitions if row.card == "picked"}
    if ruleset.start in placing:
        message = f"places a picked card in {ruleset.start}, before one is picked"
        yield Problem(file, "start", message, "begin in another state")
    for row in ruleset.transitions:
        where, lies = f"transition {row.id}", str(row.card)
        if row.source in placing and row.card != "picked":
            message = f"leaves {row.source}, where a card is to be placed, without it"
            yield Problem(file, where, message, 'say card = "picked"', row.rule)
        for name in row.do:
            for effect, _ in effect_of(ruleset, name, row.rule):
                source, to = CARD_PATHS.get(effect.__name__, (lies, lies))
                if lies != source:
                    message = f"{effect.__name__} takes a card from the {source}, where it is not"
                    mend = "another effect, or another order"
                    yield Problem(file, where, message, mend, row.rule)
                lies = "elsewhere" if to in TAKEN_AWAY.get(effect.__name__, ()) else to
        if lies == "picked" and row.to not in placing:
            message = f"goes to {row.to} with a picked card, which is not placed there"
            yield Problem(file, where, message, "place it first", row.rule)
        if lies != "picked" and row.to in placing:
            message = f"goes to {row.to}, where a picked card is placed, without one"
            yield Problem(file, where, message, "pick one first", row.rule)


def _paths(ruleset: Ruleset, file: str) -> Found:
    """Phases that can not be reached, and phases from which the end can not be."""
    onward = {(row.source, row.to) for row in ruleset.transitions}
    reached = _spread({ruleset.start}, onward)
    ends = {state.name for state in ruleset.states if state.actor == "end"}
    if not ends:
        yield Problem(file, "state", "there is no end", 'add a state with actor = "end"')
        return
    ending = _spread(ends, {(to, source) for source, to in onward})
    for state in ruleset.states:
        where = f"state {state.name}"
        if state.name not in reached:
            message = f"can not be reached from {ruleset.start}"
            yield Problem(file, where, message, "add a row to it, or take it out", state.rule)
        elif state.name not in ending:
            yield Problem(file, where, "no end can be reached from it", "add a row", state.rule)


def _spread(start: set[str], steps: set[tuple[str, str]]) -> set[str]:
    reached = set(start)
    while more := {to for source, to in steps if source in reached} - reached:
        reached |= more
    return reached
