"""What is wrong with a table that somebody has made: what no game can have come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from lineit.cards import Card
from lineit.errors import Reason
from lineit.flow import Made, bets_come_back, changes_of, kinds_in_zones, source_of
from lineit.guards import Question, question
from lineit.ruleset import Ruleset
from lineit.table import Line, Player, Table, piles
from lineit.zones import ZONES


def table_problems(table: Table) -> tuple[Reason, ...]:
    """Return all that is wrong with the table; see `Table.problems`.

    A zone may hold more cards than the rules allow, a line may not have come about so, or more
    tokens may lie there than there are. That each card lies in one place is taken for granted:
    `parse_table` sees to it.

    >>> from lineit import Game
    >>> table = Game.new(players=2, seed=7).table
    >>> hand = tuple(table.ruleset.card(code) for code in ("1", "2", "3"))
    >>> [why.text() for why in table.with_player(0, Player(hand)).problems()]
    ['3 cards lie in the hand of seat 0, which holds at most 2 [place-hand]']
    """
    return (*_overfull(table), *_lines(table), *_tokens(table))


def _overfull(table: Table) -> Iterator[Reason]:
    ruleset = table.ruleset
    for zone, owner, cards in piles(table):
        rule = ruleset.zone(zone)
        if rule.at_most is not None:
            most = ruleset.number(rule.at_most, len(table.players))
            if len(cards) > most:
                params = {"zone": zone, "owner": owner, "count": len(cards), "most": most}
                whose = ZONES[zone].whose == "player"
                code = "problem_zone_of" if whose else "problem_zone"
                yield Reason(code, rule.rule, params, ruleset.text)


def _lines(table: Table) -> Iterator[Reason]:
    """The first card of each line that no transition could have put behind those before it."""
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
    player = Player(line=Line(before))
    earlier = table.with_player(seat, player)
    answers = [ask(earlier, seat, card) for ask in questions]
    failed = answers[0]
    if failed is None or None in answers:
        return None
    params = {"seat": seat, "card": card.code, "before": [each.code for each in before]}
    return Reason("problem_line", failed.rule, params)


def _placing(ruleset: Ruleset) -> list[Question] | None:
    """What each transition that puts its card into a line asks of the card and the line alone.

    None where nothing can be said, as lines may look otherwise than they came about: where some
    cards leave a line and others stay, or cards join it unasked, or before the first.
    """
    found: list[Question] = []
    lying = kinds_in_zones(ruleset)["line"]
    for row in ruleset.transitions:
        left, begun = lying, False
        for made in changes_of(ruleset, row.do):
            if made.word.move is None:
                continue
            if source_of(made.word) == "line":
                left, begun = left - _taken_whole(made), True
            elif made.word.to == "line":
                if made.word.move != "card" or made.word.put == "top" or (begun and left):
                    return None
                if not begun:
                    terms = [each for each in row.when if about_line(ruleset, each)]
                    found.append(question(ruleset, terms, row.rule))
        if begun and left:
            return None
    return found


def _taken_whole(made: Made) -> frozenset[str]:
    """The kinds of cards of which a move always takes all."""
    word = made.word
    if made.when or word.that or {word.first, word.last, word.up_to} != {None}:
        return frozenset()
    return {
        "all": frozenset({"numbers", "bets"}),
        "numbers": frozenset({"numbers"}),
        "bets": frozenset({"bets"}),
    }.get(str(word.move), frozenset())


def about_line(ruleset: Ruleset, term: str) -> bool:
    """Whether a term asks of nothing but a line and the card that is to join it."""
    word = ruleset.guards[term.removeprefix("not ")]
    if word.some is not None or not all(about_line(ruleset, part) for part in word.that):
        return False
    if word.parts:
        return all(about_line(ruleset, part) for part in word.parts)
    if word.count is None:
        return term.removeprefix("not ") == "in_direction"
    return set(word.counted) <= {"line", "card", "number", "step"}


def _tokens(table: Table) -> Iterator[Reason]:
    """More tokens of a bet's value than there are Bet cards of it, where each is settled once."""
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
