"""Checks of a table that was made by hand: whether a game can have come to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from lineit.engine.guards import Question, question
from lineit.model.cards import Card
from lineit.model.errors import Reason
from lineit.model.ruleset import Ruleset
from lineit.model.table import Line, Player, Table
from lineit.model.words import source_of
from lineit.model.zones import ZONES
from lineit.rules.analysis import bets_come_back, changes_of, kinds_in_zones, taken_whole


def table_problems(table: Table) -> tuple[Reason, ...]:
    """Return all problems of the table; see `Table.problems`.

    A zone may hold more cards than the rules allow, a line may have cards that cannot have been
    placed in this order, or there may be more tokens than Bet cards. `parse_table` already checks
    that each card lies in one place.

    >>> from lineit import Game
    >>> table = Game.new(players=2, seed=7).table
    >>> hand = tuple(table.ruleset.card(code) for code in ("1", "2", "3"))
    >>> [why.text() for why in table.with_player(0, Player(hand)).problems()]
    ['3 cards lie in the hand of seat 0, which holds at most 2 [place-hand]']
    """
    return (*_overfull(table), *_lines(table), *_tokens(table))


def _overfull(table: Table) -> Iterator[Reason]:
    """Yield a reason for each zone that holds more cards than it may."""
    ruleset = table.ruleset
    for zone, owner, cards in table.piles():
        rule = ruleset.zone(zone)
        if rule.at_most is not None:
            most = ruleset.number(rule.at_most, len(table.players))
            if len(cards) > most:
                params = {"zone": zone, "owner": owner, "count": len(cards), "most": most}
                whose = ZONES[zone].whose == "player"
                code = "problem_zone_of" if whose else "problem_zone"
                yield Reason(code, rule.rule, params, ruleset.text)


def _lines(table: Table) -> Iterator[Reason]:
    """Yield a reason for the first card of each line that no transition can have placed there."""
    questions = _placing(table.ruleset)
    if not questions:
        return
    for seat, player in enumerate(table.players):
        for at in range(1, len(player.line)):
            card, before = player.line.cards[at], player.line.cards[:at]
            reason = _cannot_join(table, seat, before, card, questions)
            if reason is not None:
                yield reason
                break


def _cannot_join(
    table: Table, seat: int, before: tuple[Card, ...], card: Card, questions: list[Question]
) -> Reason | None:
    """Return why no transition can place the card after those before it; None if one can."""
    player = Player(line=Line(before))
    earlier = table.with_player(seat, player)
    answers = [ask(earlier, seat, card) for ask in questions]
    failed = answers[0]
    if failed is None or None in answers:
        return None
    params = {"seat": seat, "card": card.code, "before": [each.code for each in before]}
    return Reason("problem_line", failed.rule, params)


def _placing(ruleset: Ruleset) -> list[Question] | None:
    """Return, for each transition that places its card in a line, its guards about card and line.

    Return None if the order of a line does not show how it was placed: if some cards can leave a
    line while others stay, or cards can join it unchecked, or before the first.
    """
    found: list[Question] = []
    lying = kinds_in_zones(ruleset)["line"]
    for transition in ruleset.transitions:
        left, begun = lying, False
        for change in changes_of(ruleset, transition.do):
            if change.word.move is None:
                continue
            if source_of(change.word) == "line":
                left, begun = left - taken_whole(change), True
            elif change.word.to == "line":
                if change.word.move != "card" or change.word.put == "top" or (begun and left):
                    return None
                if not begun:
                    terms = [each for each in transition.when if about_line(ruleset, each)]
                    found.append(question(ruleset, terms, transition.rule))
        if begun and left:
            return None
    return found


def about_line(ruleset: Ruleset, term: str) -> bool:
    """Return whether a term depends only on a line and the card that would join it."""
    word = ruleset.guards[term.removeprefix("not ")]
    if word.some is not None or not all(about_line(ruleset, part) for part in word.that):
        return False
    if word.parts:
        return all(about_line(ruleset, part) for part in word.parts)
    if word.count is None:
        return term.removeprefix("not ") == "in_direction"
    return set(word.counted) <= {"line", "card", "number", "step"}


def _tokens(table: Table) -> Iterator[Reason]:
    """Yield a reason for each value with more tokens than Bet cards, if each is settled once."""
    ruleset = table.ruleset
    if _bets_come_back(ruleset):
        return
    given = {
        abs(ruleset.number(word.token, len(table.players)))
        for word in ruleset.effects.values()
        if word.token is not None
    }
    taken = Counter(abs(value) for player in table.players for value in player.tokens)
    there = Counter(card.value for card in ruleset.cards if card.value is not None)
    for value, count in taken.items():
        if value not in given and count > there[value]:
            params = {"value": value, "count": count, "most": there[value]}
            yield Reason("problem_tokens", ruleset.components.rules.tokens, params)


_bets_come_back = lru_cache(maxsize=64)(bets_come_back)
