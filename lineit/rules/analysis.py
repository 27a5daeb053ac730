"""What the rules allow, found without playing: how many cards guards leave in a zone, in which
phases a picked card waits, and which cards can come to which zone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from lineit.engine.guards import COMPARE
from lineit.model.ruleset import Ruleset, Transition
from lineit.model.words import EffectWord, GuardWord, source_of, term
from lineit.model.zones import ZONES, ZoneName


@frozen
class SimpleChange:
    """One simple change that a transition makes.

    `when` has its terms and those of all words that contain it; `now` has those of these terms that
    are checked immediately before it.
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
) -> Iterator[SimpleChange]:
    """Yield the simple changes that effects are made of, in order.

    >>> from lineit import load_ruleset
    >>> [change.name for change in changes_of(load_ruleset("standard"), ["extend_line"])]
    ['place_in_line', 'claim_jackpot']
    """
    for name in names:
        word = ruleset.effects[name]
        asked, now = (*when, *word.when), (*now, *word.when)
        if word.do:
            yield from changes_of(ruleset, word.do, asked, now)
        else:
            yield SimpleChange(name, word, asked, now)
        now = ()


def moves_of(ruleset: Ruleset, transition: Transition) -> list[tuple[str, str]]:
    """Return the source and the target zone of each move of a transition, in order.

    Moves that have a condition are included.

    >>> from lineit import load_ruleset
    >>> standard = load_ruleset("standard")
    >>> play = next(transition for transition in standard.transitions if transition.id == "play")
    >>> moves_of(standard, play)
    [('hand', 'line'), ('jackpots', 'scored')]
    """
    return [
        (source_of(change.word), str(change.word.to))
        for change in changes_of(ruleset, transition.do)
        if change.word.move is not None
    ]


def room(ruleset: Ruleset, zone: ZoneName, players: int) -> int:
    """Return the maximum number of cards in a zone, or in each of its piles.

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
    """Return the numbers of players that a game may have; at least one, even if they are reversed.

    >>> from lineit import load_ruleset
    >>> [*player_numbers(load_ruleset("standard"))]
    [2, 3, 4, 5]
    """
    least, most = ruleset.components.players
    return range(least, max(least, most) + 1)


def facts(
    ruleset: Ruleset, terms: Iterable[str], *, holds: bool = True
) -> Iterator[tuple[str, GuardWord, bool]]:
    """Yield each simple guard whose answer follows if all terms hold (or if none does, where
    `holds` is false): its name, its word and its answer.
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
    """Return the minimum and the maximum number (None: no maximum) of cards of a kind in a zone if
    all terms hold in a game of that many players.

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
    """Return the minimum and the maximum (None: no maximum) of a count if its guard holds, or does
    not hold, as `wanted` says.
    """
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
    """Return the minimum and the maximum of a count if one comparison holds, or does not hold."""
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
    """Return whether the card of a transition must be a number card if all terms hold."""
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


def kinds_taken(ruleset: Ruleset, change: SimpleChange, transition: Transition) -> frozenset[str]:
    """Return the kinds of cards that a move may take: "numbers", "bets" or both."""
    match change.word.move:
        case "bets":
            return frozenset({"bets"})
        case "all" if not excludes_bets(ruleset, change.word.that):
            return frozenset({"numbers", "bets"})
        case "card" if not excludes_bets(ruleset, (*transition.when, *change.when)):
            return frozenset({"numbers", "bets"})
    return frozenset({"numbers"})


def taken_whole(change: SimpleChange) -> frozenset[str]:
    """Return the kinds of cards of which a move always takes all."""
    word = change.word
    if change.when or word.that or {word.first, word.last, word.up_to} != {None}:
        return frozenset()
    return {
        "all": frozenset({"numbers", "bets"}),
        "numbers": frozenset({"numbers"}),
        "bets": frozenset({"bets"}),
    }.get(str(word.move), frozenset())


def kinds_in_zones(ruleset: Ruleset) -> dict[str, frozenset[str]]:
    """Return the kinds of cards, "numbers" and "bets", that can ever lie in each zone.

    >>> from lineit import load_ruleset
    >>> kinds = kinds_in_zones(load_ruleset("standard"))
    >>> sorted(kinds["line"]), sorted(kinds["scored"])
    (['bets', 'numbers'], ['numbers'])
    """
    kinds: dict[str, frozenset[str]] = dict.fromkeys(ZONES, frozenset())
    kinds["deck"] = frozenset("bets" if card.is_bet else "numbers" for card in ruleset.cards)
    moves = [
        (source_of(change.word), str(change.word.to), kinds_taken(ruleset, change, transition))
        for transition in ruleset.transitions
        for change in changes_of(ruleset, transition.do)
        if change.word.move is not None
    ]
    while True:
        before = dict(kinds)
        for source, to, taken in moves:
            kinds[to] |= kinds[source] & taken
        if kinds == before:
            return kinds


def picked_waits_after(ruleset: Ruleset, transition: Transition, *, waiting: bool) -> bool:
    """Return whether a picked card waits after the transition; `waiting`: and before it."""
    for change in changes_of(ruleset, transition.do):
        if change.word.move is not None:
            if source_of(change.word) == "picked":
                waiting = False
            if change.word.to == "picked":
                waiting = True
    return waiting


def phases_with_picked_card(ruleset: Ruleset) -> dict[str, frozenset[bool]]:
    """Return, for each phase that can be reached, whether a picked card may wait there, may not, or
    both. In checked rules it is never both.

    >>> from lineit import load_ruleset
    >>> waiting = phases_with_picked_card(load_ruleset("standard"))
    >>> waiting["place"], waiting["play"]
    (frozenset({True}), frozenset({False}))
    """
    found: dict[str, frozenset[bool]] = {ruleset.start: frozenset({False})}
    left = [(ruleset.start, False)]
    while left:
        phase, waiting = left.pop()
        for transition in ruleset.transitions:
            if transition.source != phase or (transition.card == "picked" and not waiting):
                continue
            after = picked_waits_after(ruleset, transition, waiting=waiting)
            if after not in found.get(transition.to, ()):
                found[transition.to] = found.get(transition.to, frozenset()) | {after}
                left.append((transition.to, after))
    return found


def reachable(start: Iterable[str], steps: Iterable[tuple[str, str]]) -> set[str]:
    """Return the names at the start and all names that steps lead to from there.

    >>> sorted(reachable({"a"}, [("a", "b"), ("b", "c"), ("d", "a")]))
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


def token_values(ruleset: Ruleset, players: int) -> frozenset[int]:
    """Return the values that a token can have: plus and minus each bet, and the tokens of effects.

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
    """Return whether a Bet card may be settled more than once.

    This is so if it can go from the line to a zone other than the discard, or leave the discard, or
    stay in the line after it was settled.

    >>> from lineit import load_ruleset
    >>> bets_come_back(load_ruleset("standard"))
    False
    """
    kinds = kinds_in_zones(ruleset)
    return any(
        change.word.move is not None
        and "bets" in kinds_taken(ruleset, change, transition) & kinds[source_of(change.word)]
        and (source_of(change.word), change.word.to) != ("line", "discard")
        and source_of(change.word) in ("line", "discard")
        for transition in ruleset.transitions
        for change in changes_of(ruleset, transition.do)
    ) or any(_settled_bets_stay(ruleset, transition) for transition in ruleset.transitions)


def _settled_bets_stay(ruleset: Ruleset, transition: Transition) -> bool:
    """Return whether Bet cards may stay in the line that the transition settles."""
    settled = False
    for change in changes_of(ruleset, transition.do):
        if change.name == "settle_bets":
            if settled:
                return True
            settled = True
        elif change.word.source == "line" and "bets" in taken_whole(change):
            settled = False
    return settled
