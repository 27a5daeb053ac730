"""The questions that transitions ask. Each is made into a function once a ruleset.

A question answers None where it holds, or else which part of it failed. Asking whether an action is
legal and asking why it is not are therefore the same: there is no second reading of the rules.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

from attrs import frozen

from lineit.cards import Card
from lineit.ruleset import GuardWord, Ruleset
from lineit.table import READERS, Table, cards_in
from lineit.zones import ZONES, ZoneName


@frozen
class Failed:
    """The part of a question that failed: the guard `word`, which must hold and does not, or (not
    `wanted`) must not and does; the rule that says so; and what the guard counts, if it does.
    """

    word: str
    wanted: bool
    rule: str
    count: Counter | None = None


Question = Callable[[Table, int, Card | None], Failed | None]
"""Asked of a table, a seat and the card of the transition; None where it holds."""

Check = Callable[[Table, int, Card | None], bool]
Compare = Callable[[Any, int], bool]
Counter = Callable[[Table, int, Card | None], int | None]


def term(word: str) -> tuple[str, bool]:
    """Return a term of `when` as the guard's name and whether it must hold.

    >>> term("not hand_has_room")
    ('hand_has_room', False)
    """
    name = word.removeprefix("not ")
    return name, name == word


def question(ruleset: Ruleset, terms: Iterable[str], rule: str) -> Question:
    """Return the question whether all terms hold. `rule` is named where a guard names none.

    >>> from lineit import Game
    >>> table = Game.new(players=2, seed=7).table
    >>> ask = question(table.ruleset, ["hand_has_room", "not line_is_empty"], "restart")
    >>> failed = ask(table, 0, None)
    >>> failed.word, failed.wanted, failed.rule
    ('line_is_empty', False, 'restart')
    """
    return _every([_term(ruleset, word, rule) for word in terms])


def _term(ruleset: Ruleset, word: str, rule: str) -> Question:
    name, wanted = term(word)
    guard = ruleset.guards[name]
    own = guard.rule or rule
    if not guard.parts:
        count = _of(ruleset, guard, rule)
        failed = Failed(name, wanted, own if wanted else rule, count)
        return _leaf(ruleset, name, count, (None, failed) if wanted else (failed, None))
    if not wanted:
        inner, failed = _term(ruleset, name, rule), Failed(name, False, rule)
        return lambda table, seat, card: failed if inner(table, seat, card) is None else None
    parts = [_term(ruleset, part, own) for part in guard.parts]
    together = _every(parts) if guard.all else _one(parts)
    if guard.some is None:
        return together
    return _for_some(guard.some, together, Failed(name, True, own))


def _every(parts: list[Question]) -> Question:
    if not parts:
        return lambda _table, _seat, _card: None
    if len(parts) == 1:
        return parts[0]
    if len(parts) == 2:  # most are of two, which needs no loop
        first, second = parts

        def both(table: Table, seat: int, card: Card | None) -> Failed | None:
            failed = first(table, seat, card)
            return second(table, seat, card) if failed is None else failed

        return both

    def every(table: Table, seat: int, card: Card | None) -> Failed | None:
        for part in parts:
            failed = part(table, seat, card)
            if failed is not None:
                return failed
        return None

    return every


def _one(parts: list[Question]) -> Question:
    if len(parts) == 2:
        first, second = parts

        def either(table: Table, seat: int, card: Card | None) -> Failed | None:
            return None if first(table, seat, card) is None else second(table, seat, card)

        return either

    def one(table: Table, seat: int, card: Card | None) -> Failed | None:
        failed = None
        for part in parts:
            failed = part(table, seat, card)
            if failed is None:
                return None
        return failed

    return one


def _for_some(what: str, inner: Question, failed: Failed) -> Question:
    def for_some_player(table: Table, _: int, card: Card | None) -> Failed | None:
        for seat in range(len(table.players)):
            if inner(table, seat, card) is None:
                return None
        return failed

    def for_some_card(table: Table, seat: int, own: Card | None) -> Failed | None:
        for card in lying(table, seat, own):
            if inner(table, seat, card) is None:
                return None
        return failed

    if what == "players":
        return for_some_player
    lying = place_reader(what)
    return for_some_card


Answers = tuple[Failed | None, Failed | None]
"""What a question answers where the guard holds, and where it does not."""


def _leaf(ruleset: Ruleset, name: str, count: Counter | None, answers: Answers) -> Question:
    """A question that is made of no other."""
    guard = ruleset.guards[name]
    if count is None:
        holds, (yes, no) = BUILT_IN[name], answers
        return lambda table, seat, card: yes if holds(table, seat, card) else no
    compared = [(COMPARE[key], number) for key, number in guard.comparisons.items()]
    if guard.beyond is None and not any(ruleset.by_players(number) for _, number in compared):
        fixed = [(compare, ruleset.number(number, 0)) for compare, number in compared]
        if guard.counted == ("card",) and guard.of in ("numbers", "bets") and not guard.that:
            return _of_kind(guard.of, fixed, answers)
        if len(fixed) == 1 and not {"number", "step"} & {*guard.counted}:
            return _compared_once(count, *fixed[0], answers)
    of = guard.multiple_of
    if of is not None and not ruleset.by_players(of) and ruleset.number(of, 0) == 0:
        return lambda _table, _seat, _card: answers[1]  # of 0 there are no multiples
    return _compared(ruleset, count, compared, answers)


def _of_kind(kind: str, fixed: list[tuple[Compare, int]], answers: Answers) -> Question:
    """Whether the card is of a kind: asked so often that the comparison is made beforehand."""
    yes, no = answers
    verdicts = [
        yes if all(compare(count, number) for compare, number in fixed) else no for count in (0, 1)
    ]
    number, bet = verdicts if kind == "bets" else verdicts[::-1]
    none = verdicts[0]

    def of_kind(_table: Table, _seat: int, card: Card | None) -> Failed | None:
        return none if card is None else number if card.value is None else bet

    return of_kind


def _compared_once(count: Counter, compare: Compare, number: int, answers: Answers) -> Question:
    """Whether a count compares in one way with a number that is always the same."""
    yes, no = answers
    return lambda table, seat, card: yes if compare(count(table, seat, card), number) else no


def _compared(
    ruleset: Ruleset,
    count: Counter,
    compared: list[tuple[Compare, int | str]],
    answers: Answers,
) -> Question:
    """Whether a count compares in all ways; what has no number compares in every way."""
    yes, no = answers

    def each(table: Table, seat: int, card: Card | None) -> Failed | None:
        counted = count(table, seat, card)
        if counted is None:
            return yes
        for compare, number in compared:
            if not compare(counted, ruleset.number(number, len(table.players))):
                return no
        return yes

    return each


# -- counts ------------------------------------------------------------------------------------


def _of(ruleset: Ruleset, guard: GuardWord, rule: str) -> Counter | None:
    """What the guard counts, as a function; None where it counts nothing."""
    if guard.count is None:
        return None
    beyond = guard.beyond or 0
    count = counter(guard.counted, guard.of, that(ruleset, guard.that, rule))
    if not beyond:
        return count

    def less(table: Table, seat: int, card: Card | None) -> int | None:
        counted = count(table, seat, card)
        return None if counted is None else counted - ruleset.number(beyond, len(table.players))

    return less


def that(ruleset: Ruleset, terms: Iterable[str], rule: str) -> Question | None:
    """Return the question that cards must pass to be counted or moved; None where there is none."""
    terms = tuple(terms)
    return question(ruleset, terms, rule) if terms else None


def counter(what: tuple[str, ...], kind: str | None, passing: Question | None = None) -> Counter:
    """Return the function that counts: cards of the kind in zones that pass the question, or one of
    `NUMBERS`.
    """
    if what[0] in NUMBERS:
        return NUMBERS[what[0]]
    each = [_counter(place, kind, passing) for place in what]
    if len(each) == 1:
        return each[0]
    return lambda table, seat, card: sum([count(table, seat, card) for count in each])


def _counter(
    place: str, kind: str | None, passing: Question | None
) -> Callable[[Table, int, Card | None], int]:
    """The function that counts the cards of a kind in one place."""
    if passing is not None:
        chosen = chooser(place, kind, passing)
        return lambda table, seat, card: len(chosen(table, seat, card))
    if kind is None and place in READERS and ZONES[_zone(place)].whose != "colour":
        read = READERS[_zone(place)]
        return lambda table, seat, _: len(read(table, seat))
    lying = place_reader(place)
    if kind is None:
        return lambda table, seat, card: len(lying(table, seat, card))
    if kind == "colour":
        return lambda table, seat, card: _of_colour(lying(table, seat, card), card)
    matches = matcher(kind)
    return lambda table, seat, card: sum([matches(each, card) for each in lying(table, seat, card)])


def chooser(
    place: str, kind: str | None, passing: Question | None
) -> Callable[[Table, int, Card | None], tuple[Card, ...]]:
    """Return the function that gives the cards of a place, of a kind, that pass a question."""
    lying, matches = place_reader(place), None if kind is None else matcher(kind)

    def chosen(table: Table, seat: int, card: Card | None) -> tuple[Card, ...]:
        cards = lying(table, seat, card)
        if matches is not None:
            cards = tuple([each for each in cards if matches(each, card)])
        if passing is not None:
            cards = tuple([each for each in cards if passing(table, seat, each) is None])
        return cards

    return chosen


def _of_colour(cards: tuple[Card, ...], card: Card | None) -> int:
    """How many number cards have the colour of a card; of a Bet card's: none."""
    if card is None or card.colour is None:
        return 0
    colour = card.colour
    return sum([each.colour == colour for each in cards])


def place_reader(place: str) -> Callable[[Table, int, Card | None], tuple[Card, ...]]:
    """Return the function that gives the cards of a zone, or of `jackpot`, the pile under that of
    the card's colour, or of `card`, the card alone.
    """
    if place == "card":
        return lambda _table, _seat, card: () if card is None else (card,)
    if place == "jackpot":
        return _jackpot
    zone = _zone(place)
    if ZONES[zone].whose == "colour":
        return lambda table, seat, _: cards_in(table, zone, seat)
    read = READERS[zone]
    return lambda table, seat, _: read(table, seat)


def _zone(name: str) -> ZoneName:
    return name  # type: ignore[return-value] # the model admits no other name


def _jackpot(table: Table, _: int, card: Card | None) -> tuple[Card, ...]:
    """The cards under the jackpot of the card's colour; of a Bet card's: none."""
    return () if card is None or card.colour is None else table.jackpot(card.colour)


def matcher(kind: str) -> Callable[[Card, Card | None], bool]:
    """Return whether a card is of a kind, as a function of it and of the transition's own card."""
    match kind:
        case "numbers":
            return lambda card, _: card.value is None
        case "bets":
            return lambda card, _: card.value is not None
        case "colour":
            return lambda card, own: _of_colour((card,), own) > 0
    return lambda card, _: card.colour == kind


def _step(table: Table, seat: int, card: Card | None) -> int | None:
    """How far the card is beyond the last number of the line; None where there is no such step."""
    last = table.players[seat].line.last
    if card is None or card.number is None or last is None or last.number is None:
        return None
    return card.number - last.number


NUMBERS: dict[str, Counter] = {
    "points": lambda table, seat, _: table.players[seat].points,
    "tokens": lambda table, seat, _: len(table.players[seat].tokens),
    "played": lambda table, _seat, _card: table.played,
    "round": lambda table, _seat, _card: table.round,
    "turn": lambda table, seat, _: (seat - table.first) % len(table.players),
    "number": lambda _table, _seat, card: None if card is None else card.number,
    "step": _step,
}
"""What can be counted beside cards."""


COMPARE: dict[str, Compare] = {
    "at_least": operator.ge,
    "at_most": operator.le,
    "below": operator.lt,
    "exactly": operator.eq,
    "multiple_of": lambda counted, number: counted > 0 < number and counted % number == 0,
}


# -- built-in questions --------------------------------------------------------------------------


def in_direction(table: Table, seat: int, card: Card | None) -> bool:
    """The card is a number that goes on in the direction of the line, or sets it [direction]."""
    if card is None or card.number is None:
        return False
    line = table.players[seat].line
    numbers = [other.number for other in line.cards if other.number is not None]
    if len(numbers) < 2:
        return True
    if numbers[0] < numbers[1]:
        return card.number > numbers[-1]
    return card.number < numbers[-1]


def turns_left(table: Table, seat: int, _: Card | None) -> bool:
    """The next seat has not had its turn this time round [turn-order]."""
    return (seat + 1) % len(table.players) != table.first


def stopped(table: Table, seat: int, _: Card | None) -> bool:
    """The player has stopped playing cards from the hand [final-play]."""
    return table.players[seat].stopped


BUILT_IN: dict[str, Check] = {
    "in_direction": in_direction,
    "turns_left": turns_left,
    "stopped": stopped,
}
"""The questions that are not put into general forms, by the name that a rule file gives them."""

ABOUT_CARD = ("in_direction",)
"""Those of them that ask about the card of the transition."""
