"""The guards of rule files: what they count and compare, and which part failed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs
import pytest

from lineit.engine.counts import counter
from lineit.engine.guards import Question, question
from lineit.model.table import cards_in
from lineit.model.words import GuardWord
from support.tables import LYING, STANDARD, card, player, table


@pytest.mark.parametrize(
    ("what", "kind", "own", "count"),
    [
        ("deck", None, None, 4),
        ("deck", "numbers", None, 3),
        ("deck", "bets", None, 1),
        ("market", None, None, 3),
        ("market", "numbers", None, 2),
        ("market", "colour", "5", 1),
        ("picked", None, None, 0),
        ("discard", None, None, 87),
        ("discard", "bets", None, 2),
        ("jackpots", None, None, 3),
        ("jackpots", "numbers", None, 3),
        ("hand", None, None, 3),
        ("hand", "bets", None, 1),
        ("hand", "colour", "17", 1),
        ("hand", "colour", "B3a", 0),
        ("hand", "colour", None, 0),
        ("line", "numbers", None, 2),
        ("scored", None, None, 2),
        ("jackpot", None, "17", 2),
        ("jackpot", None, "18", 1),
        ("jackpot", None, "19", 0),
        ("jackpot", None, "B3a", 0),
        ("jackpot", None, None, 0),
        ("jackpot", "numbers", "17", 2),
        ("card", None, "17", 1),
        ("card", None, None, 0),
        ("card", "numbers", "17", 1),
        ("card", "numbers", "B3a", 0),
        ("card", "numbers", None, 0),
        ("card", "bets", "17", 0),
        ("card", "bets", "B3a", 1),
        ("card", "bets", None, 0),
        ("card", "colour", "17", 1),
        ("card", "colour", "B3a", 0),
        ("points", None, None, 1),
        ("tokens", None, None, 2),
        ("played", None, None, 1),
        ("round", None, None, 3),
        ("number", None, "17", 17),
        ("number", None, "B3a", None),
        ("number", None, None, None),
        ("step", None, "50", 10),
        ("step", None, "35", -5),
        ("step", None, "B3a", None),
        ("step", None, None, None),
    ],
)
def test_what_can_be_counted(what: str, kind: str | None, own: str | None, count: int) -> None:
    assert counter((what,), kind)(LYING, 0, card(own)) == count


def test_a_count_is_of_the_given_seat() -> None:
    counts = {what: counter((what,), None)(LYING, 1, None) for what in ("hand", "line", "tokens")}
    assert counts == {"hand": 1, "line": 0, "tokens": 0}
    assert counter(("step",), None)(LYING, 1, card("50")) is None


def test_several_zones_are_added_up() -> None:
    assert counter(("deck", "market"), None)(LYING, 0, None) == 7
    assert counter(("deck", "market", "hand"), "bets")(LYING, 0, None) == 3
    assert counter(("deck", "hand"), "colour")(LYING, 0, card("11")) == 2


def asking(words: Mapping[str, GuardWord], terms: Iterable[str] = ("mine",)) -> Question:
    """Return the question whether the terms hold; `words` are more guards."""
    rules = attrs.evolve(STANDARD, guards={**STANDARD.guards, **words})
    return question(rules, terms, "outer-rule")


def holds(own: str | None = None, **word: Any) -> bool:
    """Return whether a guard holds at `LYING`, after a check that `not` and the guard does not."""
    words = {"mine": GuardWord(**word)}
    answer = asking(words)(LYING, 0, card(own)) is None
    assert answer is not (asking(words, ["not mine"])(LYING, 0, card(own)) is None)
    return answer


@pytest.mark.parametrize(
    ("compared", "yes"),
    [
        ({"at_least": 3}, True),
        ({"at_least": 4}, False),
        ({"at_most": 3}, True),
        ({"at_most": 2}, False),
        ({"below": 4}, True),
        ({"below": 3}, False),
        ({"exactly": 3}, True),
        ({"exactly": 2}, False),
        ({"multiple_of": 3}, True),
        ({"multiple_of": 1}, True),
        ({"multiple_of": 2}, False),
        ({"multiple_of": 0}, False),
        ({"multiple_of": "jackpot_again"}, False),
        ({"multiple_of": "price"}, True),
        ({"at_least": 2, "at_most": 3}, True),
        ({"at_least": 1, "at_most": 2}, False),
        ({"at_least": 4, "at_most": 5}, False),
        ({"at_least": "hand"}, True),
        ({"at_most": "hand"}, False),
        ({"at_least": "players"}, True),
        ({"at_most": "players"}, False),
        ({"at_least": "market_size"}, False),
        ({"below": "market_size"}, True),
        ({"beyond": 1, "exactly": 2}, True),
        ({"beyond": 1, "exactly": 3}, False),
        ({"beyond": "price", "exactly": 0}, True),
        ({"beyond": "players", "exactly": 1}, True),
        ({"beyond": 3, "multiple_of": 3}, False),
        ({"beyond": 1, "multiple_of": 2}, True),
    ],
)
def test_how_a_count_is_compared(compared: dict[str, Any], yes: bool) -> None:
    assert holds(count="hand", **compared) is yes


@pytest.mark.parametrize(
    ("own", "word", "yes"),
    [
        ("B3a", {"of": "bets", "exactly": 1}, True),
        ("17", {"of": "bets", "exactly": 1}, False),
        (None, {"of": "bets", "exactly": 1}, False),
        (None, {"of": "bets", "exactly": 0}, True),
        ("17", {"of": "numbers", "at_least": 1}, True),
        ("B3a", {"of": "numbers", "at_least": 1}, False),
        (None, {"of": "numbers", "at_least": 1}, False),
        ("17", {"of": "numbers", "at_least": 1, "at_most": 1}, True),
        ("17", {"of": "numbers", "at_least": 1, "below": 1}, False),
        ("B3a", {"of": "bets", "at_least": "players"}, False),
        ("B3a", {"of": "bets", "beyond": 1, "exactly": 0}, True),
        ("17", {"of": "bets", "beyond": 1, "exactly": 0}, False),
        ("B3a", {"of": "bets", "that": ("line_is_empty",), "exactly": 1}, False),
        ("B3a", {"of": "bets", "that": ("not line_is_empty",), "exactly": 1}, True),
        ("B3a", {"of": "colour", "exactly": 1}, False),
        ("17", {"of": "colour", "exactly": 1}, True),
        ("17", {"exactly": 1}, True),
        ("B3a", {"exactly": 1}, True),
        (None, {"exactly": 1}, False),
    ],
)
def test_what_a_card_is(own: str | None, word: dict[str, Any], yes: bool) -> None:
    assert holds(own, count="card", **word) is yes


@pytest.mark.parametrize(
    ("count", "own", "word", "yes"),
    [
        ("step", "50", {"at_least": 10}, True),
        ("step", "50", {"at_least": 11}, False),
        ("step", "35", {"below": 0}, True),
        ("step", "B3a", {"below": 0}, True),
        ("step", "B3a", {"at_least": 1000}, True),
        ("step", "50", {"beyond": 10, "exactly": 0}, True),
        ("step", "B3a", {"beyond": 10, "exactly": 0}, True),
        ("number", "17", {"at_least": 18}, False),
        ("number", "B3a", {"at_least": 18}, True),
        ("number", None, {"at_least": 18}, True),
        ("points", None, {"exactly": 1}, True),
        ("tokens", None, {"exactly": "players"}, True),
        ("tokens", None, {"multiple_of": "players"}, True),
        ("step", "B3a", {"multiple_of": 2}, True),
        ("step", "B3a", {"multiple_of": "jackpot_again"}, False),
    ],
)
def test_every_comparison_without_a_number_holds(
    count: Any, own: str | None, word: dict[str, Any], yes: bool
) -> None:
    assert holds(own, count=count, **word) is yes


FULL = GuardWord(rule="full", count="hand", at_least=3)


EMPTY = GuardWord(rule="empty", count="hand", exactly=0)


OTHER = GuardWord(count="line", exactly=0)


def failed(question: Question, seat: int = 0, own: str | None = None) -> tuple[Any, ...] | None:
    """Return the failed word at `LYING`, whether it must hold, the rule and the count."""
    found = question(LYING, seat, card(own))
    if found is None:
        return None
    count = None if found.count is None else found.count(LYING, seat, card(own))
    return found.word, found.wanted, found.rule, count


def test_a_question_answers_with_the_first_failed_term() -> None:
    words = {"full": FULL, "empty": EMPTY, "other": OTHER}
    for terms, told in (
        ([], None),
        (["full"], None),
        (["full", "full"], None),
        (["full", "full", "full"], None),
        (["empty"], ("empty", True, "empty", 3)),
        (["other"], ("other", True, "outer-rule", 3)),
        (["full", "empty"], ("empty", True, "empty", 3)),
        (["empty", "other"], ("empty", True, "empty", 3)),
        (["full", "full", "empty"], ("empty", True, "empty", 3)),
        (["full", "other", "empty"], ("other", True, "outer-rule", 3)),
        (["not empty"], None),
        (["not full"], ("full", False, "outer-rule", 3)),
        (["not empty", "not full"], ("full", False, "outer-rule", 3)),
    ):
        assert failed(asking(words, terms)) == told, terms


def test_three_terms_are_each_asked_of_the_card() -> None:
    words = {"bet": GuardWord(count="card", of="bets", exactly=1), "full": FULL, "other": OTHER}
    every = {**words, "mine": GuardWord(rule="mine", all=("full", "not other", "bet"))}
    assert failed(asking(every), own="B3a") is None
    assert failed(asking(every), own="17") == ("bet", True, "mine", 0)
    one = {**words, "mine": GuardWord(rule="mine", any=("not full", "other", "bet"))}
    assert failed(asking(one), own="B3a") is None
    assert failed(asking(one), own="17") == ("bet", True, "mine", 0)


def test_any_answers_with_the_last_failed_term() -> None:
    words = {"full": FULL, "empty": EMPTY, "other": OTHER}
    for parts, told in (
        (("full",), None),
        (("empty",), ("empty", True, "empty", 3)),
        (("empty", "full"), None),
        (("full", "empty"), None),
        (("empty", "other"), ("other", True, "mine", 3)),
        (("empty", "other", "not full"), ("full", False, "mine", 3)),
        (("empty", "full", "other"), None),
    ):
        mine = GuardWord(rule="mine", any=parts)
        assert failed(asking({**words, "mine": mine})) == told, parts
        opposite = None if told else ("mine", False, "outer-rule", None)
        assert failed(asking({**words, "mine": mine}, ["not mine"])) == opposite, parts


def test_a_guard_with_a_rule_gives_it_to_its_terms() -> None:
    words = {"other": OTHER, "inner": GuardWord(all=("other",))}
    for mine, told in (
        (GuardWord(rule="mine", all=("other",)), "mine"),
        (GuardWord(rule="mine", any=("inner",)), "mine"),
        (GuardWord(all=("inner",)), "outer-rule"),
    ):
        assert failed(asking({**words, "mine": mine})) == ("other", True, told, 3)


def test_some_card_or_some_player() -> None:
    words = {
        "bet": GuardWord(count="card", of="bets", exactly=1),
        "same": GuardWord(count="hand", of="colour", exactly=1),
        "line": GuardWord(count="line", at_least=1),
        "two": GuardWord(count="hand", exactly=2),
    }
    cases: list[tuple[Any, str, Any]] = [
        ("hand", "bet", None),
        ("hand", "same", None),
        ("scored", "bet", ("mine", True, "mine", None)),
        ("picked", "bet", ("mine", True, "mine", None)),
        ("players", "line", None),
        ("players", "not line", None),
        ("players", "two", ("mine", True, "mine", None)),
    ]
    for some, part, told in cases:
        words["mine"] = GuardWord(rule="mine", some=some, all=(part,))
        assert failed(asking(words), seat=1 if part == "line" else 0) == told
    words["mine"] = GuardWord(some="players", any=("two", "two"))
    assert failed(asking(words)) == ("mine", True, "outer-rule", None)
    words["mine"] = GuardWord(some="players", all=("same",))
    assert failed(asking(words), own="22") is None
    assert failed(asking(words), own="23") == ("mine", True, "outer-rule", None)


def test_any_fails_if_none_of_its_terms_holds() -> None:
    """A transition may ask `not card_continues`."""
    before = table(phase="place", picked="15", players=[player(line="10 20"), player()])
    failed = question(STANDARD, ["card_continues"], "play")(before, 0, STANDARD.card("15"))
    assert failed is not None
    assert (failed.word, failed.wanted, failed.rule) == ("in_direction", True, "direction")


def test_a_bet_card_has_no_direction() -> None:
    """Another guard allows a Bet card in any line."""
    before = table(phase="place", picked="B3a", players=[player(line="10 20"), player()])
    failed = question(STANDARD, ["in_direction"], "play")(before, 0, STANDARD.card("B3a"))
    assert failed is not None
    assert (failed.word, failed.wanted, failed.rule) == ("in_direction", True, "direction")


@pytest.mark.parametrize("line", ["10 20", "20 10"])
def test_the_last_card_of_a_line_does_not_continue_it(line: str) -> None:
    """A guard may ask this of each card of the line, with `some` or `that`."""
    now = table(phase="play", players=[player(line=line), player()])
    words = {"mine": GuardWord(some="line", all=("in_direction",))}
    assert asking(words, ["not mine"])(now, 0, None) is None


def test_no_card_is_picked_before_the_pick() -> None:
    assert cards_in(table(phase="pick", market="1"), "picked", 0) == ()
    assert cards_in(table(phase="place", picked="1"), "picked", 0) == (STANDARD.card("1"),)
