"""What can be wrong with where cards go: a card taken from where it is not, a picked card left
lying, a zone that overflows, a Bet card under a jackpot, a decision about cards that nobody sees.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve

from lineit.errors import Problem
from lineit.flow import (
    Made,
    bounds,
    changes_of,
    counted_bounds,
    facts,
    includes_only,
    kinds_in_zones,
    picks,
    player_numbers,
    room,
    source_of,
    spread,
)
from lineit.guards import term
from lineit.ruleset import EffectWord, GuardWord, Ruleset, Transition
from lineit.zones import ZONES, ZoneName

Found = Iterator[Problem]

TURN_PASSES = ("begin_with_first", "next_turn")
"""The built-in effects after which another player may be on turn."""


def card_problems(ruleset: Ruleset, file: str) -> Found:
    """Yield what is wrong with where the transitions move cards."""
    yield from _picked(ruleset, file)
    kinds = kinds_in_zones(ruleset)
    for row in ruleset.transitions:
        at = Problem(file, f"transition {row.id}", rule=row.rule)
        yield from _the_card(ruleset, row, at)
        yield from _jackpots(ruleset, row, at, kinds)
        yield from _overflow(ruleset, row, at)
        yield from _unseen(ruleset, row, at)
        yield from _never(ruleset, row, at)
    yield from _deck(ruleset, file)


def _picked(ruleset: Ruleset, file: str) -> Found:
    """Transitions that are wrong for a picked card that waits, or for one that does not."""
    after = {
        (row.id, waiting): picks(ruleset, row, waiting=waiting)
        for row in ruleset.transitions
        for waiting in (False, True)
    }
    waits = _phases_where_one_waits(ruleset, after)
    if waits[ruleset.start]:
        message = f"begins in {ruleset.start}, where a picked card waits, before one is picked"
        yield Problem(file, "start", message, "begin in another phase")
    for row in ruleset.transitions:
        at = Problem(file, f"transition {row.id}", rule=row.rule)
        before = waits.get(row.source)
        if before is None:
            continue
        if row.card == "picked" and not before:
            message = f"is about the picked card, and none waits in {row.source}"
            yield evolve(at, message=message, mend="pick one first")
            continue
        found = [*_picked_on_the_way(ruleset, row, at, waiting=before)]
        yield from found or _at_its_end(
            row, at, with_one=after[row.id, before], waits=waits[row.to]
        )


def _at_its_end(row: Transition, at: Problem, *, with_one: bool, waits: bool) -> Found:
    """That a transition leads to a phase with a picked card, and others without, or the reverse."""
    if with_one and not waits:
        message = f"goes to {row.to} with a picked card, which is not placed there"
        yield evolve(at, message=message, mend="place it first")
    elif waits and not with_one:
        message = f"goes to {row.to}, where a picked card waits, without one"
        yield evolve(at, message=message, mend="pick one first")


def _phases_where_one_waits(
    ruleset: Ruleset, after: Mapping[tuple[str, bool], bool]
) -> dict[str, bool]:
    """Each phase that can be reached, and whether a picked card should wait there: where most of
    its transitions use one, and on the way from where it is picked to where it is used.
    """
    uses: dict[str, list[bool]] = {}
    for row in ruleset.transitions:
        uses.setdefault(row.source, []).append(_uses_picked(ruleset, row))
    waits = {name: True for name, used in uses.items() if 2 * sum(used) >= len(used)}
    waits |= {phase.name: False for phase in ruleset.phases if phase.actor == "end"}
    kept = [row for row in ruleset.transitions if after[row.id, True] and not after[row.id, False]]
    users = {name for name, used in uses.items() if any(used)}
    leading = spread(users, [(row.to, row.source) for row in kept])
    waits.setdefault(ruleset.start, False)
    while True:
        new = [
            (after[row.id, waits[row.source]] and row.to in leading, row.to)
            for row in ruleset.transitions
            if row.source in waits and row.to not in waits
        ]
        if not new:
            return waits
        waiting, phase = min(new)  # first without a card, as most phases are
        waits[phase] = waiting


def _uses_picked(ruleset: Ruleset, row: Transition) -> bool:
    """Whether a transition is about a picked card that waits before it."""
    moves = (
        made.word
        for made in changes_of(ruleset, row.do)
        if made.word.move is not None and "picked" in (source_of(made.word), made.word.to)
    )
    first = next(moves, None)
    taken = first is not None and source_of(first) == "picked" and first.move != "card"
    return row.card == "picked" or taken


def _picked_on_the_way(ruleset: Ruleset, row: Transition, at: Problem, *, waiting: bool) -> Found:
    """What is wrong with how a transition moves the picked card."""
    changes = [*changes_of(ruleset, row.do)]
    for number, made in enumerate(changes):
        if waiting and made.name in TURN_PASSES:
            message = f"{made.name} leaves a picked card lying for another player"
            yield evolve(at, message=message, mend="place it first")
        if made.word.move is None or "picked" not in (source_of(made.word), made.word.to):
            continue
        if made.when:
            message = f"{made.name} moves the picked card only sometimes"
            yield evolve(at, message=message, mend="make two transitions of it")
        if made.word.to != "picked":
            yield from _from_picked(ruleset, made, at, waiting=waiting)
        elif waiting:
            message = f"{made.name} picks a second card, while one is waiting"
            yield evolve(at, message=message, mend="place the first one first")
        elif made.word.move != "card" and not _some(ruleset, row, made, changes[:number]):
            source = source_of(made.word)
            message = f"{made.name} may find no card in the {source} to pick"
            yield evolve(at, message=message, mend=f"add a guard that counts the {source}")
        waiting = made.word.to == "picked"


def _from_picked(ruleset: Ruleset, made: Made, at: Problem, *, waiting: bool) -> Found:
    """That a move from the picked card finds none, or may leave it there."""
    if not waiting and made.word.move != "card":  # else it is not where the card lies
        message = f"{made.name} takes a card from the picked, where none is"
        yield evolve(at, message=message, mend="pick one first")
    if not made.when and not _takes_it(ruleset, made.word):
        message = f"{made.name} may leave the picked card lying"
        yield evolve(at, message=message, mend='say move = "card", or "all", without more')


def _takes_it(ruleset: Ruleset, word: EffectWord) -> bool:
    """Whether a move from the picked card always takes it, whatever it is."""
    numbers = [number for number in (word.first, word.last) if number is not None]
    enough = all(
        ruleset.number(number, players) > 0
        for number in numbers
        for players in player_numbers(ruleset)
    )
    whole = word.move in ("card", "all") and word.up_to is None and not word.that
    return whole and enough


def _some(ruleset: Ruleset, row: Transition, made: Made, earlier: list[Made]) -> bool:
    """Whether there is always a card for a move that is not about the transition's own."""
    word, source = made.word, source_of(made.word)
    if word.that:
        return False
    kind = None if word.move == "all" else word.move
    untouched = not any(_touches(other, source) for other in earlier)
    terms = (*row.when, *made.now) if untouched else made.now
    wanted = [number for number in (word.first, word.last, word.up_to) if number is not None]
    return all(
        bounds(ruleset, terms, source, players, kind)[0] > 0
        and all(ruleset.number(number, players) > 0 for number in wanted)
        for players in player_numbers(ruleset)
    )


def _touches(made: Made, zone: ZoneName) -> bool:
    """Whether other cards may be found in the zone after the change."""
    if made.word.move is None:
        return _passes(made, zone)
    return zone in (source_of(made.word), made.word.to)


def _passes(made: Made, zone: ZoneName) -> bool:
    """Whether another player's zone may be looked at after the change."""
    return made.name in TURN_PASSES and ZONES[zone].whose == "player"


def _the_card(ruleset: Ruleset, row: Transition, at: Problem) -> Found:
    """That effects find the card of the transition where they take it from."""
    lies: str | None = row.card
    if row.card is not None and row.names_card and ruleset.zone(row.card).table == "nobody":
        message = f"asks for a card of the {row.card}, which no player sees"
        yield evolve(at, message=message, mend="name a zone that the player sees")
    for made in changes_of(ruleset, row.do):
        word = made.word
        if word.move is None:
            if lies in ZONES and _passes(made, _zone(lies)):
                lies = "elsewhere"
            continue
        source = source_of(word)
        if word.move == "card":
            if lies != source:
                message = f"{made.name} takes a card from the {source}, where it is not"
                yield evolve(at, message=message, mend="another effect, or another order")
            lies = "elsewhere" if made.when else word.to
        elif lies == source:
            lies = "elsewhere"


def _zone(name: str | None) -> ZoneName:
    return name  # type: ignore[return-value] # the model admits no other name


def _jackpots(
    ruleset: Ruleset, row: Transition, at: Problem, kinds: Mapping[str, frozenset[str]]
) -> Found:
    """Moves that may put a Bet card under a jackpot."""
    for made in changes_of(ruleset, row.do):
        word = made.word
        if word.move != "card" or not ZONES[_zone(word.to)].by_colour:
            continue
        if "bets" in includes_only(ruleset, made, row) & kinds[source_of(word)]:
            message = f"{made.name} may put a Bet card under {word.to}"
            yield evolve(at, message=message, mend="add a guard that the card is a number")


def _never(ruleset: Ruleset, row: Transition, at: Problem) -> Found:
    """A transition, or a change in it, whose terms cannot all hold."""
    for what, terms in (
        ("is never taken", row.when),
        *((f"never does {made.name}", made.now) for made in changes_of(ruleset, row.do)),
    ):
        if _contrary(ruleset, terms):
            message = f"{what}: its terms cannot all hold"
            yield evolve(at, message=message, mend="ask less")


def _contrary(ruleset: Ruleset, terms: tuple[str, ...]) -> bool:
    """Whether terms cannot all hold. Only plain numbers count here: what a limit brings about, such
    as a hand that holds no card, is for the file to choose.
    """
    least: dict[tuple[str, str | None], int] = {}
    most: dict[tuple[str, str | None], int] = {}
    for _, word, wanted in facts(ruleset, terms):
        plain = all(isinstance(number, int) for number in word.comparisons.values())
        if len(word.counted) != 1 or word.beyond is not None or word.that or not plain:
            continue
        if wanted and word.counted[0] in ("number", "step"):
            continue  # it holds where there is no number, too
        of = (word.counted[0], word.of)
        low, high = counted_bounds(ruleset, word, players=0, wanted=wanted)
        least[of] = max(low, least.get(of, low))
        if high is not None:
            most[of] = min(high, most.get(of, high))
    both = least.get(("card", "bets"), 0) and least.get(("card", "numbers"), 0)
    return bool(both) or any(low > most.get(of, low) for of, low in least.items())


def _overflow(ruleset: Ruleset, row: Transition, at: Problem) -> Found:
    """Moves into zones that may then hold more than the rules say."""
    for zone, rule in ruleset.zones.items():
        if rule.at_most is None:
            continue
        for players in player_numbers(ruleset):
            name = _first_overflow(ruleset, row, zone, players)
            if name is not None:
                most = _cards(ruleset.number(rule.at_most, players))
                message = f"{name} may put more than {most} into the {zone}"
                mend = f"add a guard that counts the {zone}"
                yield evolve(at, message=message, mend=mend, rule=rule.rule or row.rule)
                break


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _first_overflow(ruleset: Ruleset, row: Transition, zone: ZoneName, players: int) -> str | None:
    """The effect that may put more cards into a zone than it has room for."""
    most = room(ruleset, zone, players)
    if most >= len(ruleset.cards):
        return None
    asked = bounds(ruleset, row.when, zone, players)[1]
    held = most if asked is None else min(asked, most)  # it holds no more before, either
    for made in changes_of(ruleset, row.do):
        word = made.word
        if word.move is None:
            held = most if _passes(made, zone) else held
            continue
        limited = any(number is not None for number in (word.first, word.last, word.up_to))
        if word.source == zone and word.move == "all" and not (made.when or word.that or limited):
            held = 0
        if word.to != zone:
            continue
        asked = bounds(ruleset, made.now, zone, players)[1]
        after = _held(ruleset, word, held if asked is None else min(asked, held), players)
        if after > most:
            return made.name
        held = max(held, after) if made.when else after
    return None


def _held(ruleset: Ruleset, word: EffectWord, held: int, players: int) -> int:
    """How many cards a zone holds at most after a move into it."""
    if word.up_to is not None:
        return max(held, ruleset.number(word.up_to, players))
    if word.move == "card":
        return held + 1
    limits = [number for number in (word.first, word.last) if number is not None]
    numbers = [ruleset.number(number, players) for number in limits]
    source = source_of(word)
    piles = len(ruleset.colours) if word.source == "jackpots" else 1
    return held + min(room(ruleset, source, players) * piles, *numbers, len(ruleset.cards))


def _unseen(ruleset: Ruleset, row: Transition, at: Problem) -> Found:
    """What a player is offered, or asked at all, that depends on cards which the player does not
    see.
    """
    if ruleset.phase(row.source).actor != "player":
        return
    by_itself = row.on is None  # what others hold they may find to be so, as it happens
    for name, zone in _looked_at(ruleset, row.when, others=False):
        if by_itself and ruleset.zone(zone).table == "owner":
            continue
        message = f"asks by {name} about the cards of the {zone}, which the player does not see"
        yield evolve(at, message=message, mend="count all its cards, or ask in another phase")


def _looked_at(
    ruleset: Ruleset, terms: tuple[str, ...], *, others: bool
) -> Iterator[tuple[str, ZoneName]]:
    """The guards that look at cards of zones that the player on turn does not see."""
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
    """The zones of which a question asks which cards lie there, not only how many."""
    if word.some is not None and word.some != "players":
        yield word.some
    if word.of is not None or word.that:
        for what in word.counted:
            if what in ZONES and not ZONES[_zone(what)].by_colour:
                yield _zone(what)


def _deck(ruleset: Ruleset, file: str) -> Found:
    """A deck that may not hold all cards, and moves from it of more cards than there are."""
    cards, most = len(ruleset.cards), max(ruleset.components.players)
    for players in player_numbers(ruleset):
        if (holds := room(ruleset, "deck", players)) < cards:
            message = f"holds at most {_cards(holds)}, and all {cards} lie there at the beginning"
            mend, rule = "let it hold more, or take out the at_most", ruleset.zone("deck").rule
            yield Problem(file, "zones.deck", message, mend, rule)
            break
    for name, word in ruleset.effects.items():
        if word.move is None or word.source != "deck":
            continue
        for number in (word.first, word.last, word.up_to):
            if number is not None and ruleset.number(number, most) > cards:
                wanted = ruleset.number(number, most)
                message = f"takes {_cards(wanted)} from the deck, which has {cards}"
                where, mend = f"effects.{name}", "more cards, or take fewer"
                yield Problem(file, where, message, mend, word.rule)
