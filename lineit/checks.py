"""What can be wrong with rules that have the right shape: unknown words, dead ends, a small deck.

`problems(ruleset)` finds all of it at once, without playing.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from lineit.effects import CARD_PATHS, TAKEN_AWAY, effect_of
from lineit.errors import Problem
from lineit.guards import term
from lineit.ruleset import Row, Ruleset
from lineit.words import (
    Found,
    did_you_mean,
    effect_problems,
    effects_about_card,
    guard_problems,
    guards_about_card,
    made_of_any,
    parts_of,
    sizes,
    unknown_words,
)

MOST_WORK = 1000
"""All rows together may ask and do so many built-in words."""


def problems(ruleset: Ruleset, file: str) -> list[Problem]:
    """All that is wrong with the rules; empty where nothing is.

    >>> from lineit import load_ruleset
    >>> problems(load_ruleset("standard"), "standard.toml")
    []
    """
    found = [
        *_box(ruleset, file),
        *_names(ruleset, file),
        *guard_problems(ruleset, file),
        *effect_problems(ruleset, file),
        *_rows(ruleset, file),
    ]
    # With an unknown name in it the graph would only show the same mistake again.
    if not found:
        found = [*_order(ruleset, file), *_paths(ruleset, file), *_cards(ruleset, file)]
    return found or [*_work(ruleset, file)]


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
    for kind, named in (
        ("state", [(state.name, state.rule) for state in ruleset.states]),
        ("transition", [(row.id, row.rule) for row in ruleset.transitions]),
    ):
        for name, times in Counter(name for name, _ in named).items():
            if times > 1:
                message = f"is there {times} times"
                yield Problem(file, f"{kind} {name}", message, "keep one", dict(named)[name])
    for where, rule in (
        *((f"state {state.name}", state.rule) for state in ruleset.states),
        *((f"transition {row.id}", row.rule) for row in ruleset.transitions),
        *((f"guards.{name}", guard.rule) for name, guard in ruleset.guards.items()),
        *((f"effects.{name}", effect.rule) for name, effect in ruleset.effects.items()),
    ):
        if rule is not None and rule not in ruleset.rules:
            message = f"there is no rule {rule}"
            yield Problem(file, where, message, did_you_mean(rule, ruleset.rules))


def _rows(ruleset: Ruleset, file: str) -> Found:
    states = {state.name: state for state in ruleset.states}
    yield from unknown_words(Problem(file, "start", "state"), [ruleset.start], states)
    about_card = guards_about_card(ruleset) | effects_about_card(ruleset)
    for row in ruleset.transitions:
        where, rule, guards = f"transition {row.id}", row.rule, parts_of(row.when)
        yield from unknown_words(
            Problem(file, where, "state", rule=rule), (row.source, row.to), states
        )
        yield from unknown_words(Problem(file, where, "guard", rule=rule), guards, ruleset.guards)
        yield from unknown_words(Problem(file, where, "effect", rule=rule), row.do, ruleset.effects)
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


def work_of(ruleset: Ruleset) -> int:
    """How many built-in words all rows together ask and do: a decision takes no more of each."""
    guards = sizes({name: parts_of(word.parts) for name, word in ruleset.guards.items()})
    effects = sizes({name: word.do for name, word in ruleset.effects.items()})
    return sum(
        sum(guards[term(word)[0]] for word in row.when) + sum(effects[name] for name in row.do)
        for row in ruleset.transitions
    )


def _work(ruleset: Ruleset, file: str) -> Found:
    """Rules that would take too long to ask or to do."""
    work = work_of(ruleset)
    if work > MOST_WORK:
        message = f"all rows together ask and do {work} built-in words, of at most {MOST_WORK}"
        yield Problem(file, "transition", message, "ask and do less")
    parts = {name: parts_of(word.parts) for name, word in ruleset.guards.items()}
    inner = made_of_any(parts, [name for name, word in ruleset.guards.items() if word.some])
    for name, word in ruleset.guards.items():
        if word.some and any(part in inner for part in parts_of(word.parts)):
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
