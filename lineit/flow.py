"""What moves may do, read from the rules without playing: what guards promise, where the card of an
action lies, which phases have a picked card waiting, which cards can come to which zone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from attrs import frozen

from lineit.guards import COMPARE, term
from lineit.ruleset import EffectWord, GuardWord, Ruleset, Transition
from lineit.zones import ZONES, ZoneName


@frozen
class Made:
    """One change that a transition makes, none made of others: the word's name; its terms and those
    of all words around it (`when`), and those of them that are asked just before it (`now`).
    """

    name: str
    word: EffectWord
    when: tuple[str, ...]
    now: tuple[str, ...]


def changes_of(
    ruleset: Ruleset,
    names: Iterable[str],
    when: tuple[str, ...] = (),
    now: tuple[str, ...] = (),
) -> Iterator[Made]:
    """Yield the changes that effects make in the end, in order.

    >>> from lineit import load_ruleset
    >>> [made.name for made in changes_of(load_ruleset("standard"), ["extend_line"])]
    ['place_in_line', 'claim_jackpot']
    """
    for name in names:
        word = ruleset.effects[name]
        asked, now = (*when, *word.when), (*now, *word.when)
        if word.do:
            yield from changes_of(ruleset, word.do, asked, now)
        else:
            yield Made(name, word, asked, now)
        now = ()


def moves_of(ruleset: Ruleset, row: Transition) -> list[tuple[str, str]]:
    """Return from where to where a transition moves cards, in order; conditional moves too.

    >>> from lineit import load_ruleset
    >>> standard = load_ruleset("standard")
    >>> play = next(row for row in standard.transitions if row.id == "play")
    >>> moves_of(standard, play)
    [('hand', 'line'), ('jackpots', 'scored')]
    """
    return [
        (source_of(made.word), str(made.word.to))
        for made in changes_of(ruleset, row.do)
        if made.word.move is not None
    ]


def source_of(word: EffectWord) -> ZoneName:
    """Return the zone that a move takes cards from."""
    return "jackpots" if word.source == "jackpot" else cast(ZoneName, word.source)


def room(ruleset: Ruleset, zone: ZoneName, players: int) -> int:
    """Return how many cards may lie in a zone, or in each of its piles.

    >>> from lineit import load_ruleset
    >>> standard = load_ruleset("standard")
    >>> [room(standard, zone, players=2) for zone in ("hand", "line", "picked")]
    [2, 106, 1]
    """
    if ZONES[zone].single:
        return 1
    at_most = ruleset.zone(zone).at_most
    return len(ruleset.cards) if at_most is None else ruleset.number(at_most, players)


def player_numbers(ruleset: Ruleset) -> range:
    """Return the numbers of players that a game may have; one, where they are the wrong way round.

    >>> from lineit import load_ruleset
    >>> [*player_numbers(load_ruleset("standard"))]
    [2, 3, 4, 5]
    """
    least, most = ruleset.components.players
    return range(least, max(least, most) + 1)


# -- what guards promise ---------------------------------------------------------------------------


def facts(
    ruleset: Ruleset, terms: Iterable[str], *, holds: bool = True
) -> Iterator[tuple[str, GuardWord, bool]]:
    """Yield every count and built-in question that must hold, or must not, where all terms do (or,
    not `holds`, where none of them does).
    """
    for each in terms:
        name, wanted = term(each)
        word = ruleset.guards[name]
        wanted = wanted is holds
        if not word.parts:
            yield name, word, wanted
        elif word.some is None and (word.all if wanted else word.any):
            yield from facts(ruleset, word.parts, holds=wanted)


def bounds(
    ruleset: Ruleset, terms: Iterable[str], zone: str, players: int, kind: str | None = None
) -> tuple[int, int | None]:
    """Return how many cards of a kind lie in a zone at least, and at most (None: no bound), where
    all terms hold in a game of so many players.

    >>> from lineit import load_ruleset
    >>> bounds(load_ruleset("standard"), ["hand_has_room"], "hand", players=2)
    (0, 1)
    """
    least, most = 0, None
    for _, word, wanted in facts(ruleset, terms):
        if zone not in word.counted or word.beyond is not None:
            continue
        low, high = counted_bounds(ruleset, word, players, wanted=wanted)
        if word.counted == (zone,) and kind in (None, word.of):
            least = max(least, low)
        if word.of in (None, kind) and not word.that and high is not None:
            most = high if most is None else min(most, high)
    return least, most


def counted_bounds(
    ruleset: Ruleset, word: GuardWord, players: int, *, wanted: bool
) -> tuple[int, int | None]:
    """Return how many are counted at least, and at most, where the question holds, or does not."""
    compared = {name: ruleset.number(what, players) for name, what in word.comparisons.items()}
    if word.counted in (("card",), ("picked",)):
        passed = [
            count
            for count in (0, 1)
            if all(COMPARE[name](count, number) for name, number in compared.items()) is wanted
        ]
        return min(passed, default=0), max(passed, default=None)
    if not wanted and len(compared) > 1:
        return 0, None
    bounds = [_bound(name, number, wanted=wanted) for name, number in compared.items()]
    highs = [high for _, high in bounds if high is not None]
    return max(low for low, _ in bounds), min(highs, default=None)


def _bound(name: str, number: int, *, wanted: bool) -> tuple[int, int | None]:
    """What a comparison that holds, or does not, says of the count: at least, at most."""
    known: dict[tuple[str, bool], tuple[int, int | None]] = {
        ("at_least", True): (number, None),
        ("at_least", False): (0, number - 1),
        ("at_most", True): (0, number),
        ("at_most", False): (number + 1, None),
        ("below", True): (0, number - 1),
        ("below", False): (number, None),
        ("exactly", True): (number, number),
        ("exactly", False): (int(number == 0), None),
        ("multiple_of", True): (max(1, number), None),
    }
    return known.get((name, wanted), (0, None))


def excludes_bets(ruleset: Ruleset, terms: Iterable[str]) -> bool:
    """Whether the card of a transition is a number wherever all terms hold."""
    terms = tuple(terms)
    if any(name == "in_direction" and wanted for name, _, wanted in facts(ruleset, terms)):
        return True
    for players in player_numbers(ruleset):
        bets, *numbers = (
            bounds(ruleset, terms, "card", players, kind) for kind in ("bets", "numbers", "colour")
        )
        if bets[1] != 0 and not any(low > 0 for low, _ in numbers):
            return False
    return True


def includes_only(ruleset: Ruleset, made: Made, row: Transition) -> frozenset[str]:
    """Return the kinds of cards that a move may take: of "numbers" and "bets"."""
    match made.word.move:
        case "bets":
            return frozenset({"bets"})
        case "all" if not excludes_bets(ruleset, made.word.that):
            return frozenset({"numbers", "bets"})
        case "card" if not excludes_bets(ruleset, (*row.when, *made.when)):
            return frozenset({"numbers", "bets"})
    return frozenset({"numbers"})


def kinds_in_zones(ruleset: Ruleset) -> dict[str, frozenset[str]]:
    """Return which kinds of cards, "numbers" and "bets", can ever lie in each zone.

    >>> from lineit import load_ruleset
    >>> kinds = kinds_in_zones(load_ruleset("standard"))
    >>> sorted(kinds["line"]), sorted(kinds["scored"])
    (['bets', 'numbers'], ['numbers'])
    """
    kinds: dict[str, frozenset[str]] = dict.fromkeys(ZONES, frozenset())
    kinds["deck"] = frozenset("bets" if card.is_bet else "numbers" for card in ruleset.cards)
    moves = [
        (source_of(made.word), str(made.word.to), includes_only(ruleset, made, row))
        for row in ruleset.transitions
        for made in changes_of(ruleset, row.do)
        if made.word.move is not None
    ]
    while True:
        before = dict(kinds)
        for source, to, taken in moves:
            kinds[to] |= kinds[source] & taken
        if kinds == before:
            return kinds


# -- picked cards --------------------------------------------------------------------------------


def picks(ruleset: Ruleset, row: Transition, *, waiting: bool) -> bool:
    """Return whether a card is picked after the transition, where one was (or not) before it."""
    for made in changes_of(ruleset, row.do):
        if made.word.move is not None:
            if source_of(made.word) == "picked":
                waiting = False
            if made.word.to == "picked":
                waiting = True
    return waiting


def phases_with_picked_card(ruleset: Ruleset) -> dict[str, frozenset[bool]]:
    """Return for each phase that can be reached whether a picked card waits there: in rules that
    were checked, always or never.

    >>> from lineit import load_ruleset
    >>> waiting = phases_with_picked_card(load_ruleset("standard"))
    >>> waiting["place"], waiting["play"]
    (frozenset({True}), frozenset({False}))
    """
    found: dict[str, frozenset[bool]] = {ruleset.start: frozenset({False})}
    left = [(ruleset.start, False)]
    while left:
        phase, waiting = left.pop()
        for row in ruleset.transitions:
            if row.source != phase or (row.card == "picked" and not waiting):
                continue
            after = picks(ruleset, row, waiting=waiting)
            if after not in found.get(row.to, ()):
                found[row.to] = found.get(row.to, frozenset()) | {after}
                left.append((row.to, after))
    return found


def spread(start: Iterable[str], steps: Iterable[tuple[str, str]]) -> set[str]:
    """Return the names to which steps lead from those at the start, and those themselves.

    >>> sorted(spread({"a"}, [("a", "b"), ("b", "c"), ("d", "a")]))
    ['a', 'b', 'c']
    """
    onward: dict[str, set[str]] = {}
    for name, to in steps:
        onward.setdefault(name, set()).add(to)
    found, left = set(start), [*start]
    while left:
        new = onward.get(left.pop(), set()) - found
        found |= new
        left += new
    return found


# -- tokens ---------------------------------------------------------------------------------------


def token_values(ruleset: Ruleset, players: int) -> frozenset[int]:
    """Return the values that a token can have: plus and minus each bet, and what effects give.

    >>> from lineit import load_ruleset
    >>> sorted(token_values(load_ruleset("standard"), players=2))
    [-5, -4, -3, 3, 4, 5]
    """
    bets = {sign * value for value in ruleset.components.bets for sign in (1, -1)}
    given = {
        ruleset.number(word.token, players)
        for word in ruleset.effects.values()
        if word.token is not None
    }
    return frozenset(bets | given)


def bets_come_back(ruleset: Ruleset) -> bool:
    """Return whether a Bet card may be settled more than once: it may leave the line for another
    zone than the discard, or leave the discard.

    >>> from lineit import load_ruleset
    >>> bets_come_back(load_ruleset("standard"))
    False
    """
    kinds = kinds_in_zones(ruleset)
    return any(
        made.word.move is not None
        and "bets" in includes_only(ruleset, made, row) & kinds[source_of(made.word)]
        and (source_of(made.word), made.word.to) != ("line", "discard")
        and source_of(made.word) in ("line", "discard")
        for row in ruleset.transitions
        for made in changes_of(ruleset, row.do)
    )
