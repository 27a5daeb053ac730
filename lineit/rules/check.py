"""Checks of rules that have the right shape, for unknown words, dead ends and the like.

`problems(ruleset)` finds all problems at once, without playing. Guards are checked in
`check_guards`, effects in `check_effects`, moves between zones in `check_moves`, and sentences in
`check_texts`.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from attrs import asdict

from lineit.model.errors import Problem
from lineit.model.ruleset import Ruleset, Transition
from lineit.model.words import PLAYERS, WHICH
from lineit.model.zones import ZONES
from lineit.rules.analysis import reachable
from lineit.rules.check_effects import effect_problems
from lineit.rules.check_guards import guard_problems
from lineit.rules.check_moves import card_problems
from lineit.rules.check_texts import RESERVED, text_problems
from lineit.rules.words import (
    Found,
    contrary_terms,
    did_you_mean,
    effects_about_card,
    guard_parts,
    guards_about_card,
    made_of_any,
    number_problems,
    parts_of,
    unknown_words,
)
from lineit.rules.work import most_work, work_of

MOST_WORDS = 1000
"""Maximum number of simple words in all transitions together."""

MOST_WORK = 1_000_000
"""Maximum work of all transitions together when all zones are full; see `lineit.rules.work`."""

MOST_WORK_BY_ITSELF, MOST_WORK_AGAIN = 200_000, 50_000
"""Maximum work of the transitions that a phase takes by itself when all zones are full; and where
they may lead back to the phase without a decision, as a step may then take them 500 times.
"""

LESS_WORK = "count in smaller zones, or move fewer cards"
"""How to mend rules with too much work."""

SEES = {"nobody": 0, "owner": 1, "all": 2}
"""Audiences of a zone, from the smallest to the largest."""


def problems(ruleset: Ruleset, file: str) -> list[Problem]:
    """Return all problems of the rules; an empty list if there are none.

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
        *_transitions(ruleset, file),
        *text_problems(ruleset, file),
    ]
    # With an unknown name, the graph would only report the same mistake again.
    found = found or [*_work(ruleset, file)] or [*_graph(ruleset, file)]
    return [*_box(ruleset, file), *found]


def _graph(ruleset: Ruleset, file: str) -> Found:
    """Yield the problems that show only when all transitions are checked together."""
    yield from _order(ruleset, file)
    yield from _paths(ruleset, file)
    yield from card_problems(ruleset, file)


def _box(ruleset: Ruleset, file: str) -> Found:
    """Yield the problems of `[components]`."""
    box = ruleset.components
    colours = [colour.name for colour in box.colours]
    for where, rule, values in (
        ("components.bets", box.rules.deck, [*map(str, box.bets)]),
        ("components.colours", box.rules.deck, colours),
        ("components.colours", box.rules.deck, [colour.glyph for colour in box.colours]),
    ):
        for value, times in Counter(values).items():
            if times > 1:
                yield Problem(
                    file, where, f"lists {value} {times} times", "keep one", rule, id="listed-twice"
                )
    for colour in colours:
        if colour in WHICH:
            message = f"names a colour {colour}, which is the name of other cards"
            mend = "choose another name"
            yield Problem(
                file, "components.colours", message, mend, box.rules.deck, id="reserved-name"
            )
    least, most = box.players
    if least > most:
        message = f"the minimum {least} is greater than the maximum {most}"
        where, mend = "components.players", "swap them"
        yield Problem(file, where, message, mend, box.rules.players, id="players")


def _limits(ruleset: Ruleset, file: str) -> Found:
    """Yield the problems of `[limits]`."""
    for name, limit in ruleset.limits.items():
        at = Problem(file, f"limits.{name}")
        if name == PLAYERS:
            message = "is the name of the number of players"
            yield Problem(file, at.where, message, "choose another name", id="reserved-name")
        elif name in RESERVED:
            message = "is the name of another parameter of sentences"
            yield Problem(file, at.where, message, "choose another name", id="reserved-name")
        for part in limit if isinstance(limit, tuple) else ():
            yield from number_problems(ruleset, at, {"the sum": part})
            if isinstance(ruleset.limits.get(part), tuple):
                message = f"adds {part}, which is itself a sum"
                yield Problem(file, at.where, message, "add its parts instead", id="nested-sum")


def _zones(ruleset: Ruleset, file: str) -> Found:
    """Yield the problems of `[zones]`."""
    for name, rule in ruleset.zones.items():
        at = Problem(file, f"zones.{name}", rule=rule.rule)
        yield from number_problems(ruleset, at, {"at_most": rule.at_most})
        if isinstance(rule.at_most, int) and rule.at_most < 0:
            message, mend = f"may hold at most {rule.at_most} cards", "use 0 or more"
            yield Problem(file, at.where, message, mend, rule.rule, id="no-effect")
        audiences = (rule.table, rule.perfect)
        if ZONES[name].always_open and audiences != ("all", "all"):
            message, mend = "is always open to all", 'write table = "all", perfect = "all"'
            yield Problem(file, at.where, message, mend, rule.rule, id="audience")
        if SEES[rule.perfect] < SEES[rule.table]:
            message = "hides from a perfect memory what lies open"
            mend = "let perfect see at least as much as table"
            yield Problem(file, at.where, message, mend, rule.rule, id="audience")
        if "owner" in audiences and ZONES[name].whose != "player":
            message, mend = "has no owner who could see it", 'write "all" or "nobody"'
            yield Problem(file, at.where, message, mend, rule.rule, id="audience")


def _names(ruleset: Ruleset, file: str) -> Found:
    """Yield a problem for each name that is defined twice, and for each unknown rule."""
    for kind, named in (
        ("phase", [(phase.name, phase.rule) for phase in ruleset.phases]),
        ("transition", [(transition.id, transition.rule) for transition in ruleset.transitions]),
    ):
        for name, times in Counter(name for name, _ in named).items():
            if times > 1:
                message = f"is defined {times} times"
                yield Problem(
                    file,
                    f"{kind} {name}",
                    message,
                    "keep one",
                    dict(named)[name],
                    id="listed-twice",
                )
    for where, rule in (
        *((f"phase {phase.name}", phase.rule) for phase in ruleset.phases),
        *((f"transition {transition.id}", transition.rule) for transition in ruleset.transitions),
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
            yield Problem(
                file, where, message, did_you_mean(rule, ruleset.rules), id="unknown-rule"
            )


def _transitions(ruleset: Ruleset, file: str) -> Found:
    """Yield the problems of each transition alone."""
    phases = {phase.name: phase for phase in ruleset.phases}
    yield from unknown_words(Problem(file, "start", "phase"), [ruleset.start], phases)
    asking, doing = guards_about_card(ruleset), effects_about_card(ruleset)
    for transition in ruleset.transitions:
        where, rule, guards = (
            f"transition {transition.id}",
            transition.rule,
            parts_of(transition.when),
        )
        yield from unknown_words(
            Problem(file, where, "phase", rule=rule), (transition.source, transition.to), phases
        )
        yield from unknown_words(Problem(file, where, "guard", rule=rule), guards, ruleset.guards)
        yield from unknown_words(
            Problem(file, where, "effect", rule=rule), transition.do, ruleset.effects
        )
        yield from contrary_terms(Problem(file, where, rule=rule), transition.when)
        if transition.card is None:
            about = [word for word in guards if word in asking]
            about += [word for word in transition.do if word in doing]
            for word in about:
                message = f"{word} is about a card, but the transition names none"
                yield Problem(file, where, message, "add card = …", rule, id="card-missing")
        elif transition.on is None and transition.names_card:
            message = "names a card, but has no action that chooses it"
            yield Problem(
                file, where, message, "add on = …, or remove card", rule, id="card-unasked"
            )
        actor = phases[transition.source].actor if transition.source in phases else None
        if actor == "table" and transition.on is not None:
            message = f"waits for an action, but {transition.source} goes on by itself"
            yield Problem(file, where, message, "remove on", rule, id="phase-actor")
        if actor == "end":
            message = f"leads out of {transition.source}, which is an end"
            yield Problem(file, where, message, "remove the transition", rule, id="phase-actor")


def _order(ruleset: Ruleset, file: str) -> Found:
    """Yield the transitions that can never be taken, and the phases that may have none to take."""
    for phase in ruleset.phases:
        where, rule = f"phase {phase.name}", phase.rule
        by_verb: dict[str | None, list[Transition]] = {}
        for transition in ruleset.transitions:
            if transition.source == phase.name:
                by_verb.setdefault(transition.on, []).append(transition)
        for same in by_verb.values():
            yield from _hidden(same, file)
        by_itself = by_verb.pop(None, [])
        if phase.actor == "player":
            if not by_verb:
                yield Problem(
                    file,
                    where,
                    "offers no action",
                    "add a transition with on",
                    rule,
                    id="no-action",
                )
            for transition in by_itself:
                if not transition.when:
                    message = f"never waits for the player: {transition.id} has no when"
                    yield Problem(
                        file, where, message, "add a when", transition.rule, id="never-waits"
                    )
        if phase.actor == "table" and (not by_itself or by_itself[-1].when):
            message = "may have no open transition"
            yield Problem(
                file,
                where,
                message,
                "add a last transition without when",
                rule,
                id="no-open-transition",
            )


def _hidden(same: list[Transition], file: str) -> Found:
    """Yield the transitions that an earlier one always hides; `same` has one phase and one verb."""
    for earlier, transition in pairwise(same):
        if earlier.card != transition.card:
            message = f"takes its card from another zone than {earlier.id}, with the same action"
            mend = "give them different actions"
            yield Problem(
                file,
                f"transition {transition.id}",
                message,
                mend,
                transition.rule,
                id="two-card-zones",
            )
    for number, transition in enumerate(same):
        hiding = next(
            (other for other in same[:number] if {*other.when} <= {*transition.when}), None
        )
        if hiding is not None:
            asked = "has no when" if not hiding.when else "requires no more"
            message = f"is never reached: {hiding.id} comes first and {asked}"
            mend = "change the order, or add a when"
            yield Problem(
                file,
                f"transition {transition.id}",
                message,
                mend,
                transition.rule,
                id="hidden-transition",
            )


def _work(ruleset: Ruleset, file: str) -> Found:
    """Yield the problems of rules that would take too long to play."""
    work = work_of(ruleset)
    if work > MOST_WORDS:
        message = f"all together use {work} simple words, but at most {MOST_WORDS} are allowed"
        yield Problem(file, "transition", message, "use fewer words", id="too-much-work")
    elif (work := most_work(ruleset, ruleset.transitions)) > MOST_WORK:
        message = f"all together may look at {work} cards, but at most {MOST_WORK} are allowed"
        yield Problem(file, "transition", message, LESS_WORK, id="too-much-work")
    else:
        all_by_itself = [each for each in ruleset.transitions if each.on is None]
        onward = [(each.source, each.to) for each in all_by_itself]
        for phase in ruleset.phases:
            by_itself = [each for each in all_by_itself if each.source == phase.name]
            again = phase.name in reachable({each.to for each in by_itself}, onward)
            most = MOST_WORK_AGAIN if again else MOST_WORK_BY_ITSELF
            if (work := most_work(ruleset, by_itself)) > most:
                how = "by itself, again and again" if again else "by itself"
                message = f"may look at {work} cards {how}, but at most {most} are allowed"
                where = f"phase {phase.name}"
                yield Problem(file, where, message, LESS_WORK, phase.rule, id="too-much-work")
    parts = guard_parts(ruleset)
    same = {name for name, word in ruleset.guards.items() if word.some == PLAYERS}
    inner = made_of_any(parts, same)
    for name in sorted(same):
        if any(part in inner for part in parts[name]):
            at, rule = f"guards.{name}", ruleset.guards[name].rule
            message = "nests questions about some player"
            yield Problem(file, at, message, "keep one of them", rule, id="nested-players")


def _paths(ruleset: Ruleset, file: str) -> Found:
    """Yield the phases that cannot be reached, and those from which no end can be reached."""
    onward = {(transition.source, transition.to) for transition in ruleset.transitions}
    reached = reachable({ruleset.start}, onward)
    ends = {phase.name for phase in ruleset.phases if phase.actor == "end"}
    if not ends:
        yield Problem(
            file, "phase", "there is no end phase", 'add a phase with actor = "end"', id="no-end"
        )
        return
    ending = reachable(ends, {(to, source) for source, to in onward})
    for phase in ruleset.phases:
        where = f"phase {phase.name}"
        if phase.name not in reached:
            message = f"cannot be reached from {ruleset.start}"
            yield Problem(
                file,
                where,
                message,
                "add a transition to it, or remove it",
                phase.rule,
                id="unreachable-phase",
            )
        elif phase.name not in ending:
            yield Problem(
                file,
                where,
                "no end can be reached from it",
                "add a transition",
                phase.rule,
                id="endless-phase",
            )
