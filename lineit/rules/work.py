"""The work of rules: the simple words of transitions, and the cards that they look at.

Looking at a million cards takes about a fifth of a second.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import prod

from lineit.model.events import CardsMoved, Event, PhaseEntered, TokenTaken
from lineit.model.ruleset import Ruleset, Transition
from lineit.model.table import Table, cards_in
from lineit.model.words import PLAYERS, EffectWord, source_of
from lineit.model.zones import ZONES, zone_name
from lineit.rules.analysis import room
from lineit.rules.words import effect_parts, guard_parts, parts_of, sizes

Looks = Counter[tuple[str, ...]]
"""Work by zones: work for each card of a zone, or for each pair of cards of two zones, and so on.
Under `ALWAYS` is work that does not depend on cards.
"""

ALWAYS = ()

MOST_WAYS = 200
"""Maximum number of ways to combine zones that are told apart. More are too much work."""

TOO_MUCH = 1_000_000_000
"""Work that no rules may have."""

A_WORD = 2
"""The work of one simple word. The unit is the work of looking at one card."""

AN_EVENT = 40
"""The work of an event, beside that of its words: the table after it is made, and kept."""

AN_ACTION = 20
"""The work for each card that an action can name: the action is made, shown and kept."""

COPIED = 4
"""Number of cards in a zone that take the work of looking at one if the zone gets or loses any."""

MOVED, SORTED, TOKEN, SETTLED = 4, 50, 100, 20
"""The work for each card of a zone whose cards are moved, are sorted and moved, or bring tokens;
and of a line whose bets are settled.
"""


def work_of(ruleset: Ruleset) -> int:
    """Return the number of simple words in all transitions together.

    >>> from lineit import load_ruleset
    >>> work_of(load_ruleset("standard")) < 100
    True
    """
    guards = sizes(guard_parts(ruleset))
    done = sizes(effect_parts(ruleset))
    asked: dict[str, int] = {}

    def asking(name: str) -> int:
        if name not in asked:
            word = ruleset.effects[name]
            own = sum(guards[part] for part in parts_of(word.when))
            asked[name] = own + sum(map(asking, word.do))
        return asked[name]

    return sum(
        sum(guards[part] for part in parts_of(transition.when))
        + sum(done[name] + asking(name) for name in transition.do)
        for transition in ruleset.transitions
    )


def most_work(ruleset: Ruleset, transitions: Iterable[Transition]) -> int:
    """Return the work of these transitions together if each zone holds as many cards as it may.

    >>> from lineit import load_ruleset
    >>> standard = load_ruleset("standard")
    >>> 10_000 < most_work(standard, standard.transitions) < 20_000
    True
    """
    looks = looks_of(ruleset, transitions)
    rooms = {zone: _room(ruleset, zone) for zones in looks for zone in zones}
    return sum(times * prod([rooms[zone] for zone in zones]) for zones, times in looks.items())


def looks_by_phase(ruleset: Ruleset) -> dict[str, Looks]:
    """Return the work of the transitions of each phase."""
    return {
        phase.name: looks_of(ruleset, [t for t in ruleset.transitions if t.source == phase.name])
        for phase in ruleset.phases
    }


def work_of_step(before: Table, events: Sequence[Event], looks: Mapping[str, Looks]) -> int:
    """Return the work of a decision at a table: finding the legal actions, and taking one, which
    led to these events. `looks` is the work of each phase. A token or a card costs more where many
    lie, as those are copied.
    """
    there: dict[str, int] = {zone: len(cards_in(before, zone, before.seat)) for zone in ZONES}
    entered = [event.phase for event in events if isinstance(event, PhaseEntered)]
    looked = sum(
        times * prod(there[zone] for zone in zones)
        for phase in (before.phase, *entered)
        for zones, times in looks[phase].items()
    )
    taken = [event.seat for event in events if isinstance(event, TokenTaken)]
    copied = sum(len(before.players[seat].tokens) for seat in taken)
    moves = [event for event in events if isinstance(event, CardsMoved)]
    copied += sum(there[move.source] + there[move.to] for move in moves) // COPIED
    return looked + AN_EVENT * len(events) + copied


def looks_of(ruleset: Ruleset, transitions: Iterable[Transition]) -> Looks:
    """Return the work of these transitions together, by zone."""
    guards: dict[str, Looks] = {}
    effects: dict[str, Looks] = {}

    def asking(name: str) -> Looks:
        if name not in guards:
            guards[name] = _of_guard(ruleset, name, asking)
        return guards[name]

    def doing(name: str) -> Looks:
        if name not in effects:
            word = ruleset.effects[name]
            parts = [*map(asking, parts_of(word.when)), *map(doing, word.do)]
            if word.that:
                zone = word.each or source_of(word)
                parts.append(_for_each(zone, map(asking, parts_of(word.that))))
            effects[name] = _sum([*parts, _of_change(name, word)])
        return effects[name]

    found = Looks()
    for transition in transitions:
        asked = _sum(map(asking, parts_of(transition.when)))
        if transition.names_card:  # legal actions are found by asking about each card of the zone
            asked = _for_each(str(transition.card), [asked, Looks({ALWAYS: AN_ACTION})])
        found.update(asked)
        found.update(_sum(map(doing, transition.do)))
    return found


def _of_guard(ruleset: Ruleset, name: str, asking: Callable[[str], Looks]) -> Looks:
    """Return the work of a guard."""
    word = ruleset.guards[name]
    if not word.parts:
        looks = Looks({ALWAYS: A_WORD})
        for zone in word.counted if word.of or word.that else ():
            asked = map(asking, parts_of(word.that))
            looks.update(_for_each(_looked_at(zone), [Looks({ALWAYS: 1}), *asked]))
        return _sum([looks])
    parts = _sum(map(asking, parts_of(word.parts)))
    if word.some is None:
        return parts
    if word.some == PLAYERS:
        return Looks({zones: n * max(ruleset.components.players) for zones, n in parts.items()})
    return _for_each(word.some, [parts])


def _for_each(zone: str, parts: Iterable[Looks]) -> Looks:
    """Return the work of these parts for each card of a zone; `zone` is empty for a single card."""
    asked = _sum(parts)
    return (
        Looks({tuple(sorted((*zones, zone))): n for zones, n in asked.items()}) if zone else asked
    )


def _of_change(name: str, word: EffectWord) -> Looks:
    """Return the work of an effect, without its parts and terms."""
    looks = Looks({ALWAYS: A_WORD})
    if word.token is not None:
        looks[(word.each,) if word.each else ALWAYS] += TOKEN
    elif name == "settle_bets":
        looks["line",] = SETTLED
    elif word.move not in (None, "card"):
        source, limited = source_of(word), {word.first, word.last, word.up_to} != {None}
        to_order = word.to is not None and ZONES[word.to].ordered
        sort = not ZONES[source].ordered and (limited or to_order)
        looks[source,] = SORTED if sort else MOVED
    return looks


def _looked_at(what: str) -> str:
    """Return the zone whose cards a count looks at; an empty text if it looks at a single card."""
    if what == "jackpot":
        return "jackpots"
    return what if what in ZONES else ""


def _room(ruleset: Ruleset, zone: str) -> int:
    """Return the maximum number of cards in a zone."""
    most = room(ruleset, zone_name(zone), max(ruleset.components.players))
    return len(ruleset.cards) if ZONES[zone_name(zone)].by_colour else most


def _sum(parts: Iterable[Looks]) -> Looks:
    """Return the sum of the parts, by zone."""
    found = Looks()
    for part in parts:
        found.update(part)
    return found if len(found) <= MOST_WAYS else Looks({ALWAYS: TOO_MUCH})
