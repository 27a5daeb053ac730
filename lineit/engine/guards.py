"""The guards of transitions. Terms become a function (a question), once for each ruleset.

A question answers None if its terms hold, and otherwise which part failed. So one function says
whether an action is legal and why it is not, and the two answers always agree.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

from attrs import frozen

from lineit.engine.counts import Counter, counter, place_reader
from lineit.model.cards import Card
from lineit.model.ruleset import Ruleset
from lineit.model.table import Table
from lineit.model.words import GuardWord, term


@frozen
class Failed:
    """The part of a question that failed: the guard `word`, which does not hold although it must,
    or, if not `wanted`, holds although it must not. `rule` is the id of the rule that says so, and
    `count` the function of a guard that counts.
    """

    word: str
    wanted: bool
    rule: str
    count: Counter | None = None


Question = Callable[[Table, int, Card | None], Failed | None]
"""A function of a table, a seat and the card of the transition; None means that it holds."""


Check = Callable[[Table, int, Card | None], bool]

Compare = Callable[[Any, int], bool]


def question(ruleset: Ruleset, terms: Iterable[str], rule: str) -> Question:
    """Return the question whether all terms hold. A failed guard without a rule names `rule`.

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
        count = _count_of(ruleset, guard)
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
    if len(parts) == 2:  # the most frequent number, which needs no loop
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
"""The answers of a question: if the guard holds, and if it does not."""


def _leaf(ruleset: Ruleset, name: str, count: Counter | None, answers: Answers) -> Question:
    """Return the question for a guard that has no terms."""
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
        return lambda _table, _seat, _card: answers[1]  # 0 has no multiples
    return _compared(ruleset, count, compared, answers)


def _of_kind(kind: str, fixed: list[tuple[Compare, int]], answers: Answers) -> Question:
    """Return the question whether the card is of a kind, with the comparisons made in advance."""
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
    """Return the question whether one comparison of a count with a fixed number holds."""
    yes, no = answers
    return lambda table, seat, card: yes if compare(count(table, seat, card), number) else no


def _compared(
    ruleset: Ruleset,
    count: Counter,
    compared: list[tuple[Compare, int | str]],
    answers: Answers,
) -> Question:
    """Return the question whether all comparisons of a count hold, or the count is None."""
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


def _count_of(ruleset: Ruleset, guard: GuardWord) -> Counter | None:
    """Return the function that counts for the guard; None if the guard does not count."""
    if guard.count is None:
        return None
    beyond = guard.beyond or 0
    count = counter(guard.counted, guard.of, that(ruleset, guard.that))
    if not beyond:
        return count

    def less(table: Table, seat: int, card: Card | None) -> int | None:
        counted = count(table, seat, card)
        return None if counted is None else counted - ruleset.number(beyond, len(table.players))

    return less


def that(ruleset: Ruleset, terms: tuple[str, ...]) -> Question | None:
    """Return the question that a card must pass to be counted or moved; None without terms."""
    return question(ruleset, terms, "") if terms else None  # nobody asks which rule fails


COMPARE: dict[str, Compare] = {
    "at_least": operator.ge,
    "at_most": operator.le,
    "below": operator.lt,
    "exactly": operator.eq,
    "multiple_of": lambda counted, number: counted > 0 < number and counted % number == 0,
}


def in_direction(table: Table, seat: int, card: Card | None) -> bool:
    """Return whether the card is a number that keeps or sets the line's direction [direction]."""
    if card is None or card.number is None:
        return False
    line = table.players[seat].line
    if line.direction is None or line.last is None or line.last.number is None:
        return True
    if line.direction == "ascending":
        return card.number > line.last.number
    return card.number < line.last.number


def turns_left(table: Table, seat: int, _: Card | None) -> bool:
    """Return whether the next seat still has a turn in this round [turn-order]."""
    return (seat + 1) % len(table.players) != table.first


def stopped(table: Table, seat: int, _: Card | None) -> bool:
    """Return whether the player has stopped playing cards from the hand [final-play]."""
    return table.players[seat].stopped


BUILT_IN: dict[str, Check] = {
    "in_direction": in_direction,
    "turns_left": turns_left,
    "stopped": stopped,
}
"""The built-in guards, by name: those that a rule file cannot define."""

ABOUT_CARD = ("in_direction",)
"""The built-in guards that ask about the card of the transition."""
