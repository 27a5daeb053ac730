"""Checks of where cards go: a card that is not in the zone it is taken from, a picked card left
behind, a zone that overflows, a Bet card under a jackpot, a decision that depends on hidden cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve

from lineit.model.errors import Problem
from lineit.model.ruleset import Ruleset, Transition
from lineit.model.words import EffectWord, GuardWord, source_of, term
from lineit.model.zones import ZONES, ZoneName, zone_name
from lineit.rules.analysis import (
    SimpleChange,
    bounds,
    changes_of,
    counted_bounds,
    facts,
    kinds_in_zones,
    kinds_taken,
    picked_waits_after,
    player_numbers,
    reachable,
    room,
)
from lineit.rules.words import Found

TURN_PASSES = ("begin_with_first", "next_turn")
"""The built-in effects after which another player may be on turn."""


def card_problems(ruleset: Ruleset, file: str) -> Found:
    """Yield the problems of where transitions move cards."""
    yield from _picked(ruleset, file)
    kinds = kinds_in_zones(ruleset)
    for transition in ruleset.transitions:
        at = Problem(file, f"transition {transition.id}", rule=transition.rule)
        yield from _card_of_action(ruleset, transition, at)
        yield from _jackpots(ruleset, transition, at, kinds)
        yield from _overflow(ruleset, transition, at)
        yield from _unseen(ruleset, transition, at)
        yield from _contradictions(ruleset, transition, at)
    yield from _deck(ruleset, file)


def _picked(ruleset: Ruleset, file: str) -> Found:
    """Yield the transitions that expect a picked card where none waits, or the reverse."""
    after = {
        (transition.id, waiting): picked_waits_after(ruleset, transition, waiting=waiting)
        for transition in ruleset.transitions
        for waiting in (False, True)
    }
    waits = _phases_where_one_waits(ruleset, after)
    if waits[ruleset.start]:
        message = f"a picked card must wait in {ruleset.start}, but none is picked yet"
        yield Problem(file, "start", message, "begin in another phase", id="picked-card")
    for transition in ruleset.transitions:
        at = Problem(file, f"transition {transition.id}", rule=transition.rule)
        before = waits.get(transition.source)
        if before is None:
            continue
        if transition.card == "picked" and not before:
            message = f"is about the picked card, but none waits in {transition.source}"
            yield evolve(at, message=message, mend="pick one first", id="picked-card")
            continue
        found = [*_picked_on_the_way(ruleset, transition, at, waiting=before)]
        yield from found or _wrong_end(
            transition, at, with_one=after[transition.id, before], waits=waits[transition.to]
        )


def _wrong_end(transition: Transition, at: Problem, *, with_one: bool, waits: bool) -> Found:
    """Yield a problem if a picked card must not wait in the next phase but does, or the reverse."""
    if with_one and not waits:
        message = f"goes to {transition.to} with a picked card, but none may wait there"
        yield evolve(at, message=message, mend="place it first", id="picked-card")
    elif waits and not with_one:
        message = f"goes to {transition.to} without a picked card, but one must wait there"
        yield evolve(at, message=message, mend="pick one first", id="picked-card")


def _phases_where_one_waits(
    ruleset: Ruleset, after: Mapping[tuple[str, bool], bool]
) -> dict[str, bool]:
    """Return, for each phase that can be reached, whether a picked card should wait there.

    It should where at least half of the transitions use one, and in the phases between that where
    it is picked and that where it is used.
    """
    uses: dict[str, list[bool]] = {}
    for transition in ruleset.transitions:
        uses.setdefault(transition.source, []).append(_uses_picked(ruleset, transition))
    waits = {name: True for name, used in uses.items() if 2 * sum(used) >= len(used)}
    waits |= {phase.name: False for phase in ruleset.phases if phase.actor == "end"}
    kept = [
        transition
        for transition in ruleset.transitions
        if after[transition.id, True] and not after[transition.id, False]
    ]
    users = {name for name, used in uses.items() if any(used)}
    leading = reachable(users, [(transition.to, transition.source) for transition in kept])
    waits.setdefault(ruleset.start, False)
    while True:
        new = [
            (
                after[transition.id, waits[transition.source]] and transition.to in leading,
                transition.to,
            )
            for transition in ruleset.transitions
            if transition.source in waits and transition.to not in waits
        ]
        if not new:
            return waits
        waiting, phase = min(new)  # phases without a card first, as most are such
        waits[phase] = waiting


def _uses_picked(ruleset: Ruleset, transition: Transition) -> bool:
    """Return whether a transition uses a picked card that waits before it."""
    moves = (
        change.word
        for change in changes_of(ruleset, transition.do)
        if change.word.move is not None and "picked" in (source_of(change.word), change.word.to)
    )
    first = next(moves, None)
    taken = first is not None and source_of(first) == "picked" and first.move != "card"
    return transition.card == "picked" or taken


def _picked_on_the_way(
    ruleset: Ruleset, transition: Transition, at: Problem, *, waiting: bool
) -> Found:
    """Yield the problems of how a transition moves the picked card."""
    changes = [*changes_of(ruleset, transition.do)]
    for number, change in enumerate(changes):
        if waiting and change.name in TURN_PASSES:
            message = f"{change.name} passes the turn while a picked card waits"
            yield evolve(at, message=message, mend="place it first", id="picked-card")
        if change.word.move is None or "picked" not in (source_of(change.word), change.word.to):
            continue
        if change.when:
            message = f"{change.name} moves the picked card only under a condition"
            yield evolve(
                at, message=message, mend="split it into two transitions", id="picked-card"
            )
        if change.word.to != "picked":
            yield from _from_picked(ruleset, change, at, waiting=waiting)
        elif waiting:
            message = f"{change.name} picks a second card while one waits"
            yield evolve(at, message=message, mend="place the first card before", id="picked-card")
        elif change.word.move != "card" and not _always_finds_a_card(
            ruleset, transition, change, changes[:number]
        ):
            source = source_of(change.word)
            message = f"{change.name} may find no card in the {source} to pick"
            yield evolve(
                at, message=message, mend=f"add a guard that counts the {source}", id="picked-card"
            )
        waiting = change.word.to == "picked"


def _from_picked(ruleset: Ruleset, change: SimpleChange, at: Problem, *, waiting: bool) -> Found:
    """Yield a problem if a move of the picked card may find none, or may not take it."""
    if not waiting and change.word.move != "card":  # `_card_of_action` reports "card"
        message = f"{change.name} takes the picked card, but there is none"
        yield evolve(at, message=message, mend="pick one first", id="picked-card")
    if not change.when and not _always_takes_picked(ruleset, change.word):
        message = f"{change.name} does not always take the picked card"
        yield evolve(
            at,
            message=message,
            mend='write move = "card" or "all", with no limit',
            id="picked-card",
        )


def _always_takes_picked(ruleset: Ruleset, word: EffectWord) -> bool:
    """Return whether a move always takes the picked card, of any kind."""
    numbers = [number for number in (word.first, word.last) if number is not None]
    enough = all(
        ruleset.number(number, players) > 0
        for number in numbers
        for players in player_numbers(ruleset)
    )
    whole = word.move in ("card", "all") and word.up_to is None and not word.that
    return whole and enough


def _always_finds_a_card(
    ruleset: Ruleset, transition: Transition, change: SimpleChange, earlier: list[SimpleChange]
) -> bool:
    """Return whether a move of other cards than that of the action always finds one."""
    word, source = change.word, source_of(change.word)
    if word.that:
        return False
    kind = None if word.move == "all" else word.move
    untouched = not any(_touches(other, source) for other in earlier)
    terms = (*transition.when, *change.now) if untouched else change.now
    wanted = [number for number in (word.first, word.last, word.up_to) if number is not None]
    return all(
        bounds(ruleset, terms, source, players, kind)[0] > 0
        and all(ruleset.number(number, players) > 0 for number in wanted)
        for players in player_numbers(ruleset)
    )


def _touches(change: SimpleChange, zone: ZoneName) -> bool:
    """Return whether the zone may hold other cards after the change."""
    if change.word.move is None:
        return _passes(change, zone)
    return zone in (source_of(change.word), change.word.to)


def _passes(change: SimpleChange, zone: ZoneName) -> bool:
    """Return whether the zone belongs to a player, and the change passes the turn to another."""
    return change.name in TURN_PASSES and ZONES[zone].whose == "player"


def _card_of_action(ruleset: Ruleset, transition: Transition, at: Problem) -> Found:
    """Yield the moves that take the card of the action from a zone where it does not lie."""
    lies: str | None = transition.card
    if (
        transition.card is not None
        and transition.names_card
        and ruleset.zone(transition.card).table == "nobody"
    ):
        message = f"asks for a card of the {transition.card}, which no player sees"
        yield evolve(
            at, message=message, mend="name a zone that the player sees", id="unseen-cards"
        )
    for change in changes_of(ruleset, transition.do):
        word = change.word
        if word.move is None:
            if lies in ZONES and _passes(change, zone_name(lies)):
                lies = "elsewhere"
            continue
        source = source_of(word)
        if word.move == "card":
            if lies != source:
                message = f"{change.name} takes the card from the {source}, but it is not there"
                yield evolve(
                    at,
                    message=message,
                    mend="use another effect or another order",
                    id="card-elsewhere",
                )
            lies = "elsewhere" if change.when else word.to
        elif lies == source:
            lies = "elsewhere"


def _jackpots(
    ruleset: Ruleset, transition: Transition, at: Problem, kinds: Mapping[str, frozenset[str]]
) -> Found:
    """Yield the moves that may put a Bet card under a jackpot."""
    for change in changes_of(ruleset, transition.do):
        word = change.word
        if word.move != "card" or not ZONES[zone_name(word.to)].by_colour:
            continue
        if "bets" in kinds_taken(ruleset, change, transition) & kinds[source_of(word)]:
            message = f"{change.name} may put a Bet card under {word.to}"
            yield evolve(
                at,
                message=message,
                mend="add a guard that the card is a number",
                id="bet-under-jackpot",
            )


def _contradictions(ruleset: Ruleset, transition: Transition, at: Problem) -> Found:
    """Yield a problem if the terms of a transition, or of one of its changes, cannot all hold."""
    for what, terms in (
        ("is never taken", transition.when),
        *(
            (f"never does {change.name}", change.now)
            for change in changes_of(ruleset, transition.do)
        ),
    ):
        if _contradict(ruleset, terms):
            message = f"{what}: its terms cannot all hold"
            yield evolve(at, message=message, mend="remove one of them", id="contradiction")


def _contradict(ruleset: Ruleset, terms: tuple[str, ...]) -> bool:
    """Return whether terms cannot all hold.

    Only comparisons with plain numbers count. A file may choose a limit, such as a hand of 0 cards,
    with which terms cannot all hold.
    """
    least: dict[tuple[str, str | None], int] = {}
    most: dict[tuple[str, str | None], int] = {}
    for _, word, wanted in facts(ruleset, terms):
        plain = all(isinstance(number, int) for number in word.comparisons.values())
        if len(word.counted) != 1 or word.beyond is not None or word.that or not plain:
            continue
        if wanted and word.counted[0] in ("number", "step"):
            continue  # it holds also where there is no number
        of = (word.counted[0], word.of)
        low, high = counted_bounds(ruleset, word, players=0, wanted=wanted)
        if low or word.counted[0] not in ("points", "number", "step"):  # these can be below 0
            least[of] = max(low, least.get(of, low))
        if high is not None:
            most[of] = min(high, most.get(of, high))
    both = least.get(("card", "bets"), 0) and least.get(("card", "numbers"), 0)
    return bool(both) or any(low > most.get(of, low) for of, low in least.items())


def _overflow(ruleset: Ruleset, transition: Transition, at: Problem) -> Found:
    """Yield the moves after which a zone may hold more cards than it is allowed to."""
    for zone, rule in ruleset.zones.items():
        if rule.at_most is None:
            continue
        for players in player_numbers(ruleset):
            name = _first_overflow(ruleset, transition, zone, players)
            if name is not None:
                most = _cards(ruleset.number(rule.at_most, players))
                message = f"{name} may put more than {most} into the {zone}"
                mend = f"add a guard that counts the {zone}"
                yield evolve(
                    at,
                    message=message,
                    mend=mend,
                    rule=rule.rule or transition.rule,
                    id="overfull-zone",
                )
                break


def _cards(number: int) -> str:
    """Return a number of cards in words."""
    return "1 card" if number == 1 else f"{number} cards"


def _first_overflow(
    ruleset: Ruleset, transition: Transition, zone: ZoneName, players: int
) -> str | None:
    """Return the name of the first effect that may put too many cards into a zone, or None."""
    most = room(ruleset, zone, players)
    if most >= len(ruleset.cards):
        return None
    asked = bounds(ruleset, transition.when, zone, players)[1]
    held = most if asked is None else min(asked, most)  # before the transition
    for change in changes_of(ruleset, transition.do):
        word = change.word
        if word.move is None:
            held = most if _passes(change, zone) else held
            continue
        limited = any(number is not None for number in (word.first, word.last, word.up_to))
        if word.source == zone and word.move == "all" and not (change.when or word.that or limited):
            held = 0
        if word.to != zone:
            continue
        asked = bounds(ruleset, change.now, zone, players)[1]
        after = _most_after_move(
            ruleset, word, held if asked is None else min(asked, held), players
        )
        if after > most:
            return change.name
        held = max(held, after) if change.when else after
    return None


def _most_after_move(ruleset: Ruleset, word: EffectWord, held: int, players: int) -> int:
    """Return the maximum number of cards in a zone after a move into it."""
    if word.up_to is not None:
        return max(held, ruleset.number(word.up_to, players))
    if word.move == "card":
        return held + 1
    limits = [number for number in (word.first, word.last) if number is not None]
    numbers = [ruleset.number(number, players) for number in limits]
    source = source_of(word)
    piles = len(ruleset.colours) if word.source == "jackpots" else 1
    return held + min(room(ruleset, source, players) * piles, *numbers, len(ruleset.cards))


def _unseen(ruleset: Ruleset, transition: Transition, at: Problem) -> Found:
    """Yield the guards by which a player's choice depends on cards that the player does not see."""
    if ruleset.phase(transition.source).actor != "player":
        return
    by_itself = transition.on is None  # such a transition may depend on the hands of others
    for name, zone in _looked_at(ruleset, transition.when, others=False):
        if by_itself and ruleset.zone(zone).table == "owner":
            continue
        message = f"asks with {name} about the cards of the {zone}, which the player does not see"
        yield evolve(
            at, message=message, mend="count all its cards, or use another phase", id="unseen-cards"
        )


def _looked_at(
    ruleset: Ruleset, terms: tuple[str, ...], *, others: bool
) -> Iterator[tuple[str, ZoneName]]:
    """Yield the guards that look at cards which the player on turn does not see, with the zone."""
    for each in terms:
        name, _ = term(each)
        word = ruleset.guards[name]
        for zone in _zones_looked_at(word):
            audience = ruleset.zone(zone).table
            if audience == "nobody" or (audience == "owner" and others):
                yield name, zone
        inner = (*word.parts, *word.that)
        yield from _looked_at(ruleset, inner, others=others or word.some == "players")


def _zones_looked_at(word: GuardWord) -> Iterator[ZoneName]:
    """Yield the zones of which a guard asks which cards lie there, not only how many."""
    if word.some is not None and word.some != "players":
        yield word.some
    if word.of is not None or word.that:
        for what in word.counted:
            if what in ZONES and not ZONES[zone_name(what)].by_colour:
                yield zone_name(what)


def _deck(ruleset: Ruleset, file: str) -> Found:
    """Yield a problem if the deck cannot hold all cards, or a move takes more cards than it has."""
    cards, most = len(ruleset.cards), max(ruleset.components.players)
    for players in player_numbers(ruleset):
        if (holds := room(ruleset, "deck", players)) < cards:
            message = f"holds at most {_cards(holds)}, but all {cards} lie there at the beginning"
            mend, rule = "raise or remove at_most", ruleset.zone("deck").rule
            yield Problem(file, "zones.deck", message, mend, rule, id="overfull-zone")
            break
    for name, word in ruleset.effects.items():
        if word.move is None or word.source != "deck":
            continue
        for number in (word.first, word.last, word.up_to):
            if number is not None and ruleset.number(number, most) > cards:
                wanted = ruleset.number(number, most)
                message = f"takes {_cards(wanted)} from the deck, which has {cards}"
                where, mend = f"effects.{name}", "add cards, or take fewer"
                yield Problem(file, where, message, mend, word.rule, id="deck-too-small")
