"""What can be wrong with rules that have the right shape: unknown words, dead ends, a small deck.

`problems(ruleset)` finds all of it at once, without playing. Words are checked in `lineit.words`,
what moves do to zones in `lineit.cardflow`, sentences in `lineit.sentences`.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from attrs import asdict

from lineit.cardflow import card_problems
from lineit.errors import Problem
from lineit.flow import spread
from lineit.ruleset import PLAYERS, WHICH, Ruleset, Transition
from lineit.sentences import RESERVED, text_problems
from lineit.words import (
    Found,
    contrary_terms,
    did_you_mean,
    effect_problems,
    effects_about_card,
    guard_parts,
    guard_problems,
    guards_about_card,
    made_of_any,
    number_problems,
    parts_of,
    unknown_words,
)
from lineit.work import most_work, work_of
from lineit.zones import ZONES

MOST_WORDS = 1000
"""Maximum number of simple words that all transitions together may ask and do."""

MOST_WORK = 1_000_000
"""Maximum work of all transitions together, with as many cards in each zone as it may hold."""


SEES = {"nobody": 0, "owner": 1, "all": 2}
"""How many see a zone, by who does."""


def problems(ruleset: Ruleset, file: str) -> list[Problem]:
    """Return all that is wrong with the rules; nothing where nothing is.

    >>> from lineit import load_ruleset
    >>> problems(load_ruleset("standard"), "standard.toml")
    []
    """
    found = [
        *_limits(ruleset, file),
        *_names(ruleset, file),
        *_zones(ruleset, file),
        *guard_problems(ruleset, file),
        *effect_problems(ruleset, file),
        *_rows(ruleset, file),
        *text_problems(ruleset, file),
    ]
    # With an unknown name in it the graph would only show the same mistake again.
    found = found or [*_work(ruleset, file)] or [*_graph(ruleset, file)]
    return [*_box(ruleset, file), *found]


def _graph(ruleset: Ruleset, file: str) -> Found:
    """Yield what only shows when all transitions are looked at together."""
    yield from _order(ruleset, file)
    yield from _paths(ruleset, file)
    yield from card_problems(ruleset, file)


def _box(ruleset: Ruleset, file: str) -> Found:
    box = ruleset.components
    colours = [colour.name for colour in box.colours]
    for where, rule, values in (
        ("components.bets", box.rules.deck, [*map(str, box.bets)]),
        ("components.colours", box.rules.deck, colours),
    ):
        for value, times in Counter(values).items():
            if times > 1:
                yield Problem(file, where, f"has {value} {times} times", "keep one", rule)
    for colour in colours:
        if colour in WHICH:
            message = f"has the colour {colour}, which is the name of other cards"
            mend = "choose another name"
            yield Problem(file, "components.colours", message, mend, box.rules.deck)
    least, most = box.players
    if least > most:
        message = f"at least {least} is more than at most {most}"
        where, mend = "components.players", "put the smaller first"
        yield Problem(file, where, message, mend, box.rules.players)


def _limits(ruleset: Ruleset, file: str) -> Found:
    for name, limit in ruleset.limits.items():
        at = Problem(file, f"limits.{name}")
        if name == PLAYERS:
            message = "is the name of the number of players"
            yield Problem(file, at.where, message, "choose another name")
        elif name in RESERVED:
            message = "is what sentences call something else"
            yield Problem(file, at.where, message, "choose another name")
        for part in limit if isinstance(limit, tuple) else ():
            yield from number_problems(ruleset, at, {"the sum": part})
            if isinstance(ruleset.limits.get(part), tuple):
                message = f"adds up {part}, which is a sum itself"
                yield Problem(file, at.where, message, "add up its parts")


def _zones(ruleset: Ruleset, file: str) -> Found:
    for name, rule in ruleset.zones.items():
        at = Problem(file, f"zones.{name}", rule=rule.rule)
        yield from number_problems(ruleset, at, {"at_most": rule.at_most})
        if isinstance(rule.at_most, int) and rule.at_most < 0:
            message, mend = f"may hold at most {rule.at_most} cards", "give it a number from 0 on"
            yield Problem(file, at.where, message, mend, rule.rule)
        audiences = (rule.table, rule.perfect)
        if ZONES[name].always_open and audiences != ("all", "all"):
            message, mend = "always lies open to all", 'say table = "all", perfect = "all"'
            yield Problem(file, at.where, message, mend, rule.rule)
        if SEES[rule.perfect] < SEES[rule.table]:
            message = "shows less to a perfect memory than what lies open"
            mend = "let perfect see at least what table does"
            yield Problem(file, at.where, message, mend, rule.rule)
        if "owner" in audiences and ZONES[name].whose != "player":
            message, mend = "has no owner who could see it", 'say "all" or "nobody"'
            yield Problem(file, at.where, message, mend, rule.rule)


def _names(ruleset: Ruleset, file: str) -> Found:
    for kind, named in (
        ("phase", [(phase.name, phase.rule) for phase in ruleset.phases]),
        ("transition", [(row.id, row.rule) for row in ruleset.transitions]),
    ):
        for name, times in Counter(name for name, _ in named).items():
            if times > 1:
                message = f"is there {times} times"
                yield Problem(file, f"{kind} {name}", message, "keep one", dict(named)[name])
    for where, rule in (
        *((f"phase {phase.name}", phase.rule) for phase in ruleset.phases),
        *((f"transition {row.id}", row.rule) for row in ruleset.transitions),
        *((f"guards.{name}", guard.rule) for name, guard in ruleset.guards.items()),
        *((f"effects.{name}", effect.rule) for name, effect in ruleset.effects.items()),
        *((f"zones.{name}", zone.rule) for name, zone in ruleset.zones.items()),
        *(
            (f"components.rules.{name}", rule)
            for name, rule in asdict(ruleset.components.rules).items()
        ),
    ):
        if rule is not None and rule not in ruleset.rules:
            message = f"there is no rule {rule}"
            yield Problem(file, where, message, did_you_mean(rule, ruleset.rules))


def _rows(ruleset: Ruleset, file: str) -> Found:
    phases = {phase.name: phase for phase in ruleset.phases}
    yield from unknown_words(Problem(file, "start", "phase"), [ruleset.start], phases)
    about_card = guards_about_card(ruleset) | effects_about_card(ruleset)
    for row in ruleset.transitions:
        where, rule, guards = f"transition {row.id}", row.rule, parts_of(row.when)
        yield from unknown_words(
            Problem(file, where, "phase", rule=rule), (row.source, row.to), phases
        )
        yield from unknown_words(Problem(file, where, "guard", rule=rule), guards, ruleset.guards)
        yield from unknown_words(Problem(file, where, "effect", rule=rule), row.do, ruleset.effects)
        yield from contrary_terms(Problem(file, where, rule=rule), row.when)
        if row.card is None:
            for word in (*guards, *row.do):
                if word in about_card:
                    message = f"{word} is about a card, and the transition names none"
                    yield Problem(file, where, message, "say card = …", rule)
        elif row.on is None and row.names_card:
            message = "names a card, but no action that could"
            yield Problem(file, where, message, "add on = …, or take out the card", rule)
        actor = phases[row.source].actor if row.source in phases else None
        if actor == "table" and row.on is not None:
            message = f"waits for an action, but {row.source} goes on by itself"
            yield Problem(file, where, message, "take out the on", rule)
        if actor == "end":
            message = f"leads out of {row.source}, which is an end"
            yield Problem(file, where, message, "take out the transition", rule)


def _order(ruleset: Ruleset, file: str) -> Found:
    """Transitions that can never be taken, and phases that may find no transition to take."""
    for phase in ruleset.phases:
        where, rule = f"phase {phase.name}", phase.rule
        by_verb: dict[str | None, list[Transition]] = {}
        for row in ruleset.transitions:
            if row.source == phase.name:
                by_verb.setdefault(row.on, []).append(row)
        for same in by_verb.values():
            yield from _hidden(same, file)
        by_itself = by_verb.pop(None, [])
        if phase.actor == "player":
            if not by_verb:
                yield Problem(file, where, "offers no action", "add a transition with on", rule)
            for row in by_itself:
                if not row.when:
                    message = f"never waits for the player: {row.id} has no when"
                    yield Problem(file, where, message, "add a when", row.rule)
        if phase.actor == "table" and (not by_itself or by_itself[-1].when):
            message = "may find no transition to go on with"
            yield Problem(file, where, message, "add a last transition without when", rule)


def _hidden(same: list[Transition], file: str) -> Found:
    """Of the transitions of one phase and one verb, those that another before them always hides."""
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
    work = work_of(ruleset)
    if work > MOST_WORDS:
        message = (
            f"all transitions together ask and do {work} simple words, of at most {MOST_WORDS}"
        )
        yield Problem(file, "transition", message, "ask and do less")
    elif (work := most_work(ruleset)) > MOST_WORK:
        message = f"all transitions together may look at {work} cards, of at most {MOST_WORK}"
        mend = "ask about smaller zones, and move less"
        yield Problem(file, "transition", message, mend)
    parts = guard_parts(ruleset)
    same = {name for name, word in ruleset.guards.items() if word.some == PLAYERS}
    inner = made_of_any(parts, same)
    for name in sorted(same):
        if any(part in inner for part in parts[name]):
            at, rule = f"guards.{name}", ruleset.guards[name].rule
            message = "asks for some player about some player"
            yield Problem(file, at, message, "ask about one of them", rule)


def _paths(ruleset: Ruleset, file: str) -> Found:
    """Phases that cannot be reached, and phases from which the end cannot be."""
    onward = {(row.source, row.to) for row in ruleset.transitions}
    reached = spread({ruleset.start}, onward)
    ends = {phase.name for phase in ruleset.phases if phase.actor == "end"}
    if not ends:
        yield Problem(file, "phase", "there is no end", 'add a phase with actor = "end"')
        return
    ending = spread(ends, {(to, source) for source, to in onward})
    for phase in ruleset.phases:
        where = f"phase {phase.name}"
        if phase.name not in reached:
            message = f"cannot be reached from {ruleset.start}"
            yield Problem(
                file, where, message, "add a transition to it, or take it out", phase.rule
            )
        elif phase.name not in ending:
            yield Problem(
                file, where, "no end can be reached from it", "add a transition", phase.rule
            )
