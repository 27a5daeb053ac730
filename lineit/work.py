"""How much work rules are: what all their transitions together ask and do, and how many cards are
looked at for that. No decision takes more, unless it goes through a phase several times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from lineit.flow import room, source_of
from lineit.ruleset import PLAYERS, EffectWord, Ruleset
from lineit.table import Table, cards_in
from lineit.words import effect_parts, guard_parts, parts_of, sizes
from lineit.zones import ZONES, ZoneName

Looks = Counter[str]
"""Work for each card of a zone, by zone; under `ALWAYS`, whatever lies there."""

ALWAYS = ""

A_WORD = 2
"""The work of one simple word; of looking at a card: 1."""

MOVED, SORTED, TOKEN, SETTLED = 4, 50, 100, 20
"""The work for each card of a zone of which cards are moved, are put in order to be moved, bring a
token; and of a line whose bets are settled.
"""


def work_of(ruleset: Ruleset) -> int:
    """Return how many simple words all transitions together ask and do.

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
        sum(guards[part] for part in parts_of(row.when))
        + sum(done[name] + asking(name) for name in row.do)
        for row in ruleset.transitions
    )


def most_work(ruleset: Ruleset) -> int:
    """Return the work of all transitions together with as many cards in each zone as it may hold.

    >>> from lineit import load_ruleset
    >>> 10_000 < most_work(load_ruleset("standard")) < 20_000
    True
    """
    looks = looks_of(ruleset)
    return sum(times * _room(ruleset, zone) for zone, times in looks.items())


def work_at(table: Table, looks: Mapping[str, int]) -> int:
    """Return the work of all transitions together with the cards where they lie on the table."""
    return sum(
        times * (len(cards_in(table, _zone(zone), table.seat)) if zone else 1)
        for zone, times in looks.items()
    )


def looks_of(ruleset: Ruleset) -> Looks:
    """Return the work of all transitions together, by zone."""
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
                parts.append(_for_each(ruleset, zone, map(asking, parts_of(word.that))))
            effects[name] = _sum([*parts, _of_change(name, word)])
        return effects[name]

    return _sum(
        looks
        for row in ruleset.transitions
        for looks in (*map(asking, parts_of(row.when)), *map(doing, row.do))
    )


def _of_guard(ruleset: Ruleset, name: str, asking: Callable[[str], Looks]) -> Looks:
    word = ruleset.guards[name]
    if not word.parts:
        looks = Looks({ALWAYS: A_WORD})
        for zone in word.counted if word.of or word.that else ():
            looks[_looked_at(zone)] += 1
            looks.update(_for_each(ruleset, _looked_at(zone), map(asking, parts_of(word.that))))
        return looks
    parts = _sum(map(asking, parts_of(word.parts)))
    if word.some is None:
        return parts
    if word.some == PLAYERS:
        return Looks({zone: n * max(ruleset.components.players) for zone, n in parts.items()})
    return _for_each(ruleset, word.some, [parts])


def _for_each(ruleset: Ruleset, zone: str, parts: Iterable[Looks]) -> Looks:
    """The work of asking all this of each card of a zone."""
    asked = _sum(parts)
    looks = Looks({other: n * _room(ruleset, zone) for other, n in asked.items() if other})
    looks[zone] += asked[ALWAYS]
    return looks


def _of_change(name: str, word: EffectWord) -> Looks:
    looks = Looks({ALWAYS: A_WORD})
    if word.token is not None:
        looks[word.each or ALWAYS] += TOKEN
    elif name == "settle_bets":
        looks["line"] = SETTLED
    elif word.move not in (None, "card"):
        source, limited = source_of(word), {word.first, word.last, word.up_to} != {None}
        to_order = word.to is not None and ZONES[word.to].ordered
        sort = not ZONES[source].ordered and (limited or to_order)
        looks[source] = SORTED if sort else MOVED
    return looks


def _looked_at(what: str) -> str:
    """The zone whose cards a count looks at, each of them; or `ALWAYS`, where it is only one."""
    if what == "jackpot":
        return "jackpots"
    return what if what in ZONES else ALWAYS


def _room(ruleset: Ruleset, zone: str) -> int:
    """How many cards may lie in a zone; 1 for `ALWAYS`."""
    if not zone:
        return 1
    most = room(ruleset, _zone(zone), max(ruleset.components.players))
    return len(ruleset.cards) if ZONES[_zone(zone)].by_colour else most


def _sum(parts: Iterable[Looks]) -> Looks:
    found = Looks()
    for part in parts:
        found.update(part)
    return found


def _zone(name: str) -> ZoneName:
    return name  # type: ignore[return-value] # only zones are counted by card
