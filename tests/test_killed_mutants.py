"""Small things that no other test looks at, each found by a mutant that lived: tests/mutate.py."""

from __future__ import annotations

import hashlib
import io
import json
import os
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

import attrs
import pytest
from transitions import EventData

from lineit import (
    Action,
    Card,
    Game,
    IllegalAction,
    Ruleset,
    RulesetError,
    Table,
    effects,
    legal,
    limits,
    load_ruleset,
    machine,
    machine_of,
    step,
    views,
)
from lineit.chance import step_with
from lineit.codec import cards_on
from lineit.driver import BY_ITSELF, Transition
from lineit.effects import Cursor
from lineit.errors import DeckError, Reason, RecordError, UnknownCard, ViewError
from lineit.events import CardsMoved, Event, PhaseEntered, TokenTaken, TurnStarted, replay
from lineit.guards import Question, counter, question
from lineit.problems import about_line
from lineit.records import (
    load_game,
    parse_record,
    read_json,
    record_json,
    save_game,
    seen_record,
    write_whole,
)
from lineit.ruleset import EffectWord, GuardWord, ZoneRule
from lineit.shapes import short
from lineit.spec import ruleset_names, short_path
from lineit.stats import PlayerStats, stats
from lineit.table import Line, Player, cards_in, piles, set_up
from lineit.views import Pile, View, sample, seen_event_json, sees, view, view_json
from lineit.zones import Memory
from tables import player, table

STANDARD = load_ruleset("standard")


def over(**changes: Any) -> dict[str, Any]:
    return {"format": 2, "name": "mine", "extends": "standard", **changes}


# -- guards ----------------------------------------------------------------------


LYING = table(
    phase="play",
    market="1 2 B3a",
    deck="3 4 7 B4a",
    discard="8",
    round=3,
    played=1,
    jackpots={"red": "9 13", "blue": "10"},
    players=[player("22 B5a 21", "30 B3b 40", "6 11", [3, -4]), player("50")],
)
"""Something of everything. On turn is seat 0; the cards that are not told lie in the discard."""


def card(code: str | None) -> Card | None:
    return None if code is None else STANDARD.card(code)


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


def test_a_count_is_of_the_player_who_is_asked_about() -> None:
    counts = {what: counter((what,), None)(LYING, 1, None) for what in ("hand", "line", "tokens")}
    assert counts == {"hand": 1, "line": 0, "tokens": 0}
    assert counter(("step",), None)(LYING, 1, card("50")) is None


def test_several_zones_are_added_up() -> None:
    assert counter(("deck", "market"), None)(LYING, 0, None) == 7
    assert counter(("deck", "market", "hand"), "bets")(LYING, 0, None) == 3
    assert counter(("deck", "hand"), "colour")(LYING, 0, card("11")) == 2


def asking(words: Mapping[str, GuardWord], terms: Iterable[str] = ("mine",)) -> Question:
    """The question whether the terms hold, among them words of our own."""
    rules = attrs.evolve(STANDARD, guards={**STANDARD.guards, **words})
    return question(rules, terms, "the-row")


def holds(own: str | None = None, **word: Any) -> bool:
    """Whether a guard holds of `LYING`; that its opposite does not is looked at too."""
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
def test_what_has_no_number_compares_in_every_way(
    count: Any, own: str | None, word: dict[str, Any], yes: bool
) -> None:
    assert holds(own, count=count, **word) is yes


FULL = GuardWord(rule="full", count="hand", at_least=3)
EMPTY = GuardWord(rule="empty", count="hand", exactly=0)
OTHER = GuardWord(count="line", exactly=0)


def failed(question: Question, seat: int = 0, own: str | None = None) -> tuple[Any, ...] | None:
    """What a question tells of `LYING`: the word, whether it should hold, the rule, its count."""
    found = question(LYING, seat, card(own))
    if found is None:
        return None
    count = None if found.count is None else found.count(LYING, seat, card(own))
    return found.word, found.wanted, found.rule, count


def test_a_question_tells_the_first_term_that_fails() -> None:
    words = {"full": FULL, "empty": EMPTY, "other": OTHER}
    for terms, told in (
        ([], None),
        (["full"], None),
        (["full", "full"], None),
        (["full", "full", "full"], None),
        (["empty"], ("empty", True, "empty", 3)),
        (["other"], ("other", True, "the-row", 3)),
        (["full", "empty"], ("empty", True, "empty", 3)),
        (["empty", "other"], ("empty", True, "empty", 3)),
        (["full", "full", "empty"], ("empty", True, "empty", 3)),
        (["full", "other", "empty"], ("other", True, "the-row", 3)),
        (["not empty"], None),
        (["not full"], ("full", False, "the-row", 3)),
        (["not empty", "not full"], ("full", False, "the-row", 3)),
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


def test_of_any_the_last_part_that_fails_is_told() -> None:
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
        opposite = None if told else ("mine", False, "the-row", None)
        assert failed(asking({**words, "mine": mine}, ["not mine"])) == opposite, parts


def test_a_word_made_of_others_gives_them_its_rule() -> None:
    words = {"other": OTHER, "inner": GuardWord(all=("other",))}
    for mine, told in (
        (GuardWord(rule="mine", all=("other",)), "mine"),
        (GuardWord(rule="mine", any=("inner",)), "mine"),
        (GuardWord(all=("inner",)), "the-row"),
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
    assert failed(asking(words)) == ("mine", True, "the-row", None)
    words["mine"] = GuardWord(some="players", all=("same",))
    assert failed(asking(words), own="22") is None
    assert failed(asking(words), own="23") == ("mine", True, "the-row", None)


def test_a_guard_made_of_any_answers_no_where_none_holds() -> None:
    """So that a row may ask `not card_continues`."""
    before = table(phase="place", picked="15", players=[player(line="10 20"), player()])
    failed = question(STANDARD, ["card_continues"], "play")(before, 0, STANDARD.card("15"))
    assert failed is not None
    assert (failed.word, failed.wanted, failed.rule) == ("in_direction", True, "direction")


def test_a_bet_card_has_no_direction() -> None:
    """It goes in any line by a guard of its own."""
    before = table(phase="place", picked="B3a", players=[player(line="10 20"), player()])
    failed = question(STANDARD, ["in_direction"], "play")(before, 0, STANDARD.card("B3a"))
    assert failed is not None
    assert (failed.word, failed.wanted, failed.rule) == ("in_direction", True, "direction")


def test_no_card_is_picked_before_the_pick() -> None:
    assert cards_in(table(phase="pick", market="1"), "picked", 0) == ()
    assert cards_in(table(phase="place", picked="1"), "picked", 0) == (STANDARD.card("1"),)


# -- table and events ------------------------------------------------------------


def line(cards: str) -> Line:
    return Line(tuple([STANDARD.card(code) for code in cards.split()]))


def test_what_a_line_tells() -> None:
    bet, other = STANDARD.card("B3a"), STANDARD.card("B4a")
    long = line("30 B3a 40 44 B4a 50")
    assert (bool(long), len(long), bool(line("")), len(line(""))) == (True, 6, False, 0)
    assert [str(card) for card in long.numbers] == ["30", "40", "44", "50"]
    assert long.bets == (bet, other)
    assert (long.last, line("B3a").last) == (STANDARD.card("50"), None)
    counts = [long.count(colour) for colour in (*STANDARD.colours, None)]
    assert counts == [0, 2, 0, 2, 0]
    assert (long.joined_after(bet), long.joined_after(other)) == (4, 1)
    assert (long.still_needs(bet), long.still_needs(other)) == (0, 3)
    assert line("B3a 1 2").still_needs(bet) == 1
    ways = [line(cards).direction for cards in ("", "B3a 5", "5 B3a 9 7", "9 5 B3a 7")]
    assert ways == [None, None, "ascending", "descending"]


@pytest.mark.parametrize(
    "field",
    [
        {"phase": "over"},
        {"round": 9},
        {"first": 1},
        {"seat": 1},
        {"picked": STANDARD.card("1")},
        {"played": 7},
        {"deck": ()},
        {"market": ()},
        {"discard": ()},
        {"jackpots": ((), (), (), ())},
        {"players": (Player(), Player())},
    ],
)
def test_a_table_that_differs_in_one_field(field: dict[str, Any]) -> None:
    after = LYING.changed(**field)
    assert after == attrs.evolve(LYING, **field) != LYING
    assert after.changed() == after
    assert LYING.changed(picked=STANDARD.card("1")).changed(picked=None).picked is None


def test_the_key_has_the_tokens_in_any_order_and_who_has_stopped() -> None:
    def seat(tokens: tuple[int, ...], stopped: bool = False) -> Any:
        return LYING.with_player(0, Player(tokens=tokens, stopped=stopped)).key

    assert seat((3, -4)) == seat((-4, 3))
    assert len({seat((3, -4)), seat((3,)), seat((3, -4), True), LYING.key}) == 4


def test_the_table_before_the_first_deal() -> None:
    deck = STANDARD.cards[:3]
    before = set_up(STANDARD, 3, deck)
    assert (before.phase, before.round, before.first, before.seat, before.played) == (
        *("deal", 0, 0, 0, 0),
    )
    assert [(zone, cards) for zone, _, cards in piles(before) if cards] == [("deck", deck)]
    assert before.players == (Player(),) * 3
    later = set_up(STANDARD, 3, deck, 2)
    assert (later.first, later.seat) == (2, 2)


def test_a_card_that_is_not_there_is_not_taken() -> None:
    """A table that somebody has made may be told of a move that it does not fit."""
    for codes in ("50", "50 77"):
        cards = tuple([STANDARD.card(code) for code in codes.split()])
        event = CardsMoved("play", "play_from_hand", 0, cards, "hand", "discard")
        assert event.change(LYING).players[0].hand == LYING.players[0].hand


# -- machine ---------------------------------------------------------------------


STUCK = over(remove={"transition": ["play-pass", "play-nothing"]})
"""Who has no card that fits can do nothing."""

FOR_EVER = over(
    transition=[
        {
            "id": "next-round",
            "rule": "first-player",
            "from": "cleanup",
            "when": ["deck_fills_market"],
            "to": "cleanup",
        }
    ]
)
"""The round is never begun."""


def test_rules_that_leave_a_player_with_nothing_to_do() -> None:
    before = table(
        phase="play", players=[player("15", "10 20"), player()], rules=load_ruleset(STUCK)
    )
    with pytest.raises(RulesetError) as refused:
        legal(before)
    assert str(refused.value) == (
        "mine: phase play: leaves a player with nothing to do [play]; add a transition for it"
    )
    assert not machine.waits(before)


def test_a_step_that_would_leave_a_player_with_nothing_to_do_is_refused() -> None:
    """Seat 1 has a line that its only card does not fit, and no row for that."""
    stuck = over(
        limits={"hand": 0}, remove={"transition": ["restart", "play-pass", "play-nothing"]}
    )
    rules = load_ruleset(stuck)
    before = table(phase="pick", market="15", rules=rules, players=[player(line="10 20"), player()])
    with pytest.raises(RulesetError, match="phase place: leaves a player with nothing to do"):
        step(before, "pick 15")
    game = Game(before)
    with pytest.raises(RulesetError, match="leaves a player with nothing to do"):
        game.apply("pick 15")
    assert (game.ply, game.table) == (0, before)


def test_rules_that_go_on_for_ever() -> None:
    before = table(
        phase="score",
        seat=1,
        deck="1 2 3 4",
        market="5",
        rules=load_ruleset(FOR_EVER),
        players=[player(), player(line="10")],
    )
    with pytest.raises(RulesetError) as refused:
        step(before, "pass")
    assert str(refused.value) == (
        "mine: phase cleanup: goes on for ever, and waits for no player [cleanup];"
        " add a transition for it"
    )


def test_a_table_waits_for_a_player_who_can_decide() -> None:
    assert machine.waits(table(phase="pick", market="1"))
    assert not machine.waits(table(phase="pick"))
    assert not machine.waits(table(phase="score"))
    assert not machine.waits(table(phase="turn-end"))
    assert not machine.waits(table(phase="over"))


def test_only_the_last_phase_is_the_end() -> None:
    assert machine.is_over(table(phase="over"))
    assert not machine.is_over(table(phase="pick", market="1"))
    assert not machine.is_over(table(phase="turn-end"))


def test_a_table_at_the_end_offers_nothing() -> None:
    assert legal(table(phase="over")) == ()


def test_a_table_that_goes_on_by_itself_offers_nothing() -> None:
    assert legal(table(phase="turn-end")) == ()


def test_a_refusal_without_a_reason_is_a_mistake_of_the_library(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(machine, "why_not", lambda *_: None)
    with pytest.raises(AssertionError) as refused:
        step(table(phase="pick", market="1"), "pick 2")
    assert str(refused.value) == "pick 2 was refused in pick without a reason"


def test_a_picked_card_need_not_be_named_and_must_not() -> None:
    before = table(phase="place", picked="42", market="1")
    with pytest.raises(IllegalAction, match="line names no card"):
        step(before, Action("line", STANDARD.card("42")))
    assert [str(action) for action in legal(before)] == ["line", "hand"]


def test_the_machine_of_an_equal_ruleset_is_the_same() -> None:
    assert machine_of(load_ruleset("standard")) is machine_of(STANDARD)


# -- driver ----------------------------------------------------------------------


@pytest.fixture
def rules() -> Ruleset:
    """The rules of `standard` under another digest, so that they have a machine of their own."""
    return attrs.evolve(STANDARD, digest=os.urandom(8).hex())


Heard = list[tuple[str, str, str, int]]


def hearing(driven: Any) -> Heard:
    """All callbacks that a pick can have, each telling its name, and how things are then."""
    heard: Heard = []

    def tell(name: str) -> Any:
        def callback(event: EventData) -> None:
            cursor: Any = event.model
            state: Any = event.state
            heard.append((name, state.name, cursor.at_phase, len(cursor.events)))

        return callback

    row = driven.get_transitions("pick", "pick")[0]
    for name in ("prepare", "before", "after"):
        setattr(row, name, [tell(name)])
    driven.get_state("pick").add_callback("exit", tell("exit"))
    driven.get_state("place").add_callback("enter", tell("enter"))
    driven.before_state_change = [tell("before all")]
    driven.after_state_change = [tell("after all")]
    return heard


CALLED = [
    ("prepare", "pick", "pick", 0),
    ("before all", "pick", "pick", 0),
    ("before", "pick", "pick", 0),
    ("exit", "pick", "pick", 1),
    ("enter", "place", "place", 2),
    ("after", "place", "place", 2),
    ("after all", "place", "place", 2),
]


def test_callbacks_are_called_in_the_order_of_transitions(rules: Ruleset) -> None:
    game = Game.new(players=2, rules=rules, seed=7)
    heard = hearing(machine_of(rules))
    game.apply("pick 91")
    assert heard == CALLED


def test_callbacks_are_called_in_that_order_on_the_long_way_too(rules: Ruleset) -> None:
    game = Game.new(players=2, rules=rules, seed=7)
    driven = machine_of(rules)
    heard = hearing(driven)
    ended: list[str] = []
    driven.finalize_event = [lambda event: ended.append(event.event.name)]
    game.apply("pick 91")
    assert heard == CALLED
    assert ended == ["pick"]


def test_a_row_that_does_not_hold_is_prepared_and_no_more(rules: Ruleset) -> None:
    before = table(
        phase="place", picked="15", players=[player(line="10 20"), player()], rules=rules
    )
    driven: Any = machine_of(rules)
    heard: list[str] = []
    row = driven.get_transitions("line", "place")[0]
    row.prepare = [lambda _: heard.append("prepare")]
    row.before = [lambda _: heard.append("before")]
    with pytest.raises(IllegalAction):
        step(before, "line")
    assert heard == ["prepare"]


def test_an_exception_is_told_to_who_asked_for_it(rules: Ruleset) -> None:
    driven: Any = machine_of(rules)
    game = Game.new(players=2, rules=rules, seed=7)
    caught: list[str] = []

    def broken(_: EventData) -> None:
        raise RuntimeError("no")

    driven.get_state("place").add_callback("enter", broken)
    driven.on_exception = [lambda event: caught.append(str(event.error))]
    with pytest.raises(RuntimeError, match="no"):
        game.apply("pick 91")
    assert caught == ["no"]


def test_a_transition_knows_its_conditions_for_diagrams() -> None:
    row: Any = machine_of(STANDARD).get_transitions("restart", "place")[0]
    assert [(each.func, each.target) for each in row.conditions] == [
        ("card_fits", False),
        ("hand_has_room", False),
    ]
    row = machine_of(STANDARD).get_transitions("line", "place")[0]
    assert [(each.func, each.target) for each in row.conditions] == [("card_fits", True)]


def test_a_verb_that_a_phase_does_not_know_moves_nothing(rules: Ruleset) -> None:
    before = table(phase="pick", market="1", rules=rules)
    cursor = Cursor(before, None, {})
    driven: Any = machine_of(rules)
    assert driven.events["line"].trigger(cursor) is False
    assert (cursor.table, cursor.events) == (before, [])


def test_the_machine_has_the_phases_and_verbs_of_the_rules_and_no_others() -> None:
    driven = machine_of(STANDARD)
    assert list(driven.states) == [phase.name for phase in STANDARD.phases]
    assert driven.initial == "deal"
    assert {*driven.events} == {BY_ITSELF, *STANDARD.verbs}
    assert (driven.send_event, driven.model_attribute, driven.models) == (True, "at_phase", [])


# -- effects ---------------------------------------------------------------------


def changed(words: Mapping[str, EffectWord], own: str | None = None, seat: int = 0) -> list[Event]:
    """The events of the word `mine`, with others of our own, on `LYING`."""
    rules = attrs.evolve(STANDARD, effects={**STANDARD.effects, **words})
    cursor = Cursor(LYING.changed(seat=seat), card(own), {})
    effects.change(rules, "mine", "the-row")(cursor)
    assert replay(LYING.changed(seat=seat), cursor.events) == cursor.table
    return cursor.events


Moves = list[tuple[int | None, str, str | None, bool]]
"""Of each move whose it is, the cards, the pile, and whether they go on top."""


def moved(word: dict[str, Any], own: str | None = None, seat: int = 0) -> Moves:
    """The moves that a word makes; in it, `of` is the zone that the cards come from."""
    word = {**word, "source": word["of"], "of": None}
    found = []
    for event in changed({"mine": EffectWord(**word)}, own, seat):
        assert isinstance(event, CardsMoved)
        source = "jackpots" if word["source"] == "jackpot" else word["source"]
        assert (event.rule, event.word) == ("the-row", "mine")
        assert (event.source, event.to) == (source, word["to"])
        found.append((event.seat, " ".join(map(str, event.cards)), event.colour, event.top))
    return found


@pytest.mark.parametrize(
    ("word", "moves"),
    [
        ({"move": "all", "of": "deck"}, [(None, "3 4 7 B4a", None, False)]),
        ({"move": "numbers", "of": "deck"}, [(None, "3 4 7", None, False)]),
        ({"move": "bets", "of": "deck"}, [(None, "B4a", None, False)]),
        ({"move": "all", "of": "deck", "first": 2}, [(None, "3 4", None, False)]),
        ({"move": "all", "of": "deck", "first": 9}, [(None, "3 4 7 B4a", None, False)]),
        ({"move": "all", "of": "deck", "first": "players"}, [(None, "3 4", None, False)]),
        ({"move": "all", "of": "deck", "last": 3}, [(None, "4 7 B4a", None, False)]),
        ({"move": "all", "of": "deck", "last": 4}, [(None, "3 4 7 B4a", None, False)]),
        ({"move": "all", "of": "deck", "last": 5}, [(None, "3 4 7 B4a", None, False)]),
        ({"move": "all", "of": "deck", "last": 9}, [(None, "3 4 7 B4a", None, False)]),
        ({"move": "all", "of": "deck", "last": "players"}, [(None, "7 B4a", None, False)]),
        ({"move": "all", "of": "deck", "up_to": 5}, [(None, "3 4", None, False)]),
        ({"move": "all", "of": "deck", "up_to": "market_size"}, [(None, "3", None, False)]),
        ({"move": "all", "of": "deck", "up_to": 3}, []),
        ({"move": "all", "of": "deck", "up_to": 1}, []),
        ({"move": "numbers", "of": "deck", "last": 1}, [(None, "7", None, False)]),
        ({"move": "all", "of": "picked"}, []),
    ],
)
def test_which_cards_go_from_the_deck_to_the_market(word: dict[str, Any], moves: Moves) -> None:
    assert moved({**word, "to": "market"}) == moves


@pytest.mark.parametrize(
    ("word", "moves"),
    [
        ({"move": "all", "to": "discard"}, [(0, "22 B5a 21", None, False)]),
        ({"move": "all", "to": "discard", "first": 1}, [(0, "21", None, False)]),
        ({"move": "all", "to": "discard", "last": 1}, [(0, "B5a", None, False)]),
        ({"move": "all", "to": "scored", "up_to": 4}, [(0, "21 22", None, False)]),
        ({"move": "all", "to": "line"}, [(0, "21 22 B5a", None, False)]),
        ({"move": "all", "to": "deck", "put": "top"}, [(0, "21 22 B5a", None, True)]),
        ({"move": "all", "to": "deck", "put": "bottom"}, [(0, "21 22 B5a", None, False)]),
        ({"move": "numbers", "to": "market"}, [(0, "22 21", None, False)]),
        ({"move": "bets", "to": "market"}, [(0, "B5a", None, False)]),
        (
            {"move": "numbers", "to": "jackpots"},
            [(0, "21", "red", False), (0, "22", "blue", False)],
        ),
    ],
)
def test_which_cards_go_from_the_hand(word: dict[str, Any], moves: Moves) -> None:
    assert moved({**word, "of": "hand"}) == moves


@pytest.mark.parametrize(
    ("own", "word", "moves"),
    [
        ("21", {"move": "card", "of": "hand", "to": "line"}, [(0, "21", None, False)]),
        (
            "21",
            {"move": "card", "of": "hand", "to": "line", "put": "top"},
            [(0, "21", None, True)],
        ),
        ("21", {"move": "card", "of": "hand", "to": "jackpots"}, [(0, "21", "red", False)]),
        ("1", {"move": "card", "of": "market", "to": "discard"}, [(None, "1", None, False)]),
        ("1", {"move": "card", "of": "market", "to": "picked"}, [(0, "1", None, False)]),
        (None, {"move": "card", "of": "market", "to": "picked"}, []),
        (None, {"move": "card", "of": "hand", "to": "jackpots"}, []),
        ("17", {"move": "colour", "of": "hand", "to": "discard"}, [(0, "21", None, False)]),
        ("B3a", {"move": "colour", "of": "hand", "to": "discard"}, []),
        ("17", {"move": "all", "of": "jackpot", "to": "scored"}, [(0, "9 13", "red", False)]),
        ("19", {"move": "all", "of": "jackpot", "to": "scored"}, []),
        (None, {"move": "all", "of": "jackpot", "to": "scored"}, []),
        (
            None,
            {"move": "all", "of": "jackpots", "to": "discard"},
            [(None, "9 13", "red", False), (None, "10", "blue", False)],
        ),
        (
            None,
            {"move": "all", "of": "jackpots", "to": "deck", "put": "top"},
            [(None, "9 13", "red", True), (None, "10", "blue", True)],
        ),
        (
            None,
            {"move": "all", "of": "jackpots", "to": "hand", "first": 1},
            [(0, "9", "red", False)],
        ),
        (
            None,
            {"move": "all", "of": "line", "to": "scored", "first": 2},
            [(0, "30 B3b", None, False)],
        ),
        (
            None,
            {"move": "all", "of": "line", "to": "scored", "last": 2},
            [(0, "B3b 40", None, False)],
        ),
    ],
)
def test_which_cards_an_effect_moves(own: str | None, word: dict[str, Any], moves: Moves) -> None:
    assert moved(word, own) == moves


def test_cards_are_moved_of_and_to_the_player_on_turn() -> None:
    played = {"move": "all", "of": "hand", "to": "line"}
    assert moved(played, seat=1) == [(1, "50", None, False)]
    drawn = {"move": "all", "of": "deck", "to": "hand", "up_to": 2}
    assert moved(drawn, seat=1) == [(1, "3", None, False)]


def test_where_moved_cards_lie_then() -> None:
    """Behind those that lay there; on top where the word says so."""
    words = {
        "put": EffectWord(move="card", source="hand", to="line", put="top"),
        "back": EffectWord(move="all", source="market", to="deck"),
        "mine": EffectWord(do=("put", "back")),
    }
    after = replay(LYING, changed(words, "21"))
    assert [each.code for each in after.players[0].line.cards] == ["21", "30", "B3b", "40"]
    assert [each.code for each in after.players[0].hand] == ["22", "B5a"]
    assert [each.code for each in after.deck] == ["3", "4", "7", "B4a", "1", "2", "B3a"]
    assert (after.market, after.played) == ((), 2)


def tokens(word: dict[str, Any], own: str | None = None) -> list[int]:
    """The values of the tokens that a word brings."""
    found = []
    for event in changed({"mine": EffectWord(**word)}, own):
        assert event == TokenTaken("the-row", "mine", 0, event.value)  # type: ignore[union-attr] # it has one
        found.append(event.value)
    return found


def test_tokens_are_taken_once_or_for_each_card() -> None:
    assert tokens({"token": 2}) == [2]
    assert tokens({"token": -1, "each": "hand"}) == [-1, -1, -1]
    assert tokens({"token": 1, "each": "hand", "of": "bets"}) == [1]
    assert tokens({"token": 1, "each": "hand", "of": "colour"}, "17") == [1]
    assert tokens({"token": 1, "each": "hand", "of": "colour"}, "B3a") == []
    assert tokens({"token": "price", "each": "picked"}) == []
    assert tokens({"token": "market_size", "each": "scored"}) == [4, 4]


def test_a_change_is_made_where_its_terms_hold_at_that_moment() -> None:
    token = EffectWord(token=1, when=("hand_has_room",))
    drop = EffectWord(move="bets", source="hand", to="discard")
    lose = EffectWord(move="numbers", source="hand", to="discard")
    words = {"token": token, "drop": drop, "lose": lose}
    cases = [
        (("token",), 0),
        (("drop", "token"), 0),
        (("drop", "lose", "token"), 1),
        (("token", "drop", "lose", "token"), 1),
    ]
    for do, took in cases:
        events = changed({**words, "mine": EffectWord(do=do)})
        assert [type(event) for event in events].count(TokenTaken) == took, do
    both = EffectWord(do=("drop", "lose"), when=("not hand_has_room", "not line_is_empty"))
    assert len(changed({**words, "mine": both})) == 2
    for_bets = {"mine": EffectWord(token=1, when=("is_bet",))}
    assert (len(changed(for_bets, "17")), len(changed(for_bets, "B3a"))) == (0, 1)
    for_lines = {"mine": EffectWord(token=1, when=("not line_is_empty",))}
    assert (len(changed(for_lines, seat=0)), len(changed(for_lines, seat=1))) == (1, 0)


def test_an_event_names_the_rule_of_the_nearest_word_that_has_one() -> None:
    for mine, inner, rule in (
        (EffectWord(do=("inner",)), EffectWord(token=1), "the-row"),
        (EffectWord(do=("inner",), rule="outer"), EffectWord(token=1), "outer"),
        (EffectWord(do=("inner",), rule="outer"), EffectWord(token=1, rule="own"), "own"),
        (EffectWord(do=("inner",), rule="outer"), EffectWord(do=("next_turn",)), "outer"),
    ):
        words = {"mine": mine, "inner": inner, "next_turn": EffectWord()}
        assert [event.rule for event in changed(words)] == [rule]


def test_every_card_after_the_third_may_claim_again() -> None:
    """With `jackpot_again = 1`; the second of the colour claims nothing."""
    mine = load_ruleset(over(limits={"jackpot_again": 1}))
    for line, claimed in (("1", ()), ("1 5", ("97",)), ("1 5 9", ("97",)), ("1 5 9 13", ("97",))):
        before = table(
            phase="place",
            picked="41",
            jackpots={"red": "97"},
            rules=mine,
            players=[player(line=line), player()],
        )
        after, _ = step(before, "line")
        assert tuple(card.code for card in after.players[0].scored) == claimed


# -- problems --------------------------------------------------------------------


MARKET_SIZE = "market_size"
"""Of three players: 5; of two: 4."""

TURNED = table(phase="pick", market="1", players=[player(line="10 50 20"), player()])
"""No card can have been placed behind a larger one in the line of seat 0."""


def told_of_lines(**words: EffectWord) -> list[str]:
    """The problems of the line of `TURNED` where effects are others."""
    rules = attrs.evolve(STANDARD, effects={**STANDARD.effects, **words})
    return [why.code for why in attrs.evolve(TURNED, ruleset=rules).problems()]


SCORED = EffectWord(move="numbers", source="line", to="scored")


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"keep_rest": EffectWord(move="all", source="line", to="scored")},
        {"bank_line": EffectWord(move="all", source="line", to="discard")},
        {"pick_card": EffectWord(move="card", source="market", to="picked", put="top")},
        {"claim_jackpot": EffectWord(move="all", source="deck", to="hand", up_to=1)},
    ],
)
def test_a_line_is_looked_at_where_it_is_placed_card_by_card(words: dict[str, EffectWord]) -> None:
    assert told_of_lines(**words) == ["problem_line"]


@pytest.mark.parametrize(
    "words",
    [
        {"place_in_line": EffectWord(move="card", source="picked", to="line", put="top")},
        {"play_from_hand": EffectWord(move="all", source="hand", to="line")},
        {"bank_line": EffectWord(do=("discard_bets",))},
        {"bank_line": EffectWord(do=("keep_rest",))},
        {"bank_line": EffectWord(do=("pay_price", "discard_bets"))},
        {"keep_rest": attrs.evolve(SCORED, last=2)},
        {"keep_rest": attrs.evolve(SCORED, up_to=2)},
        {"keep_rest": attrs.evolve(SCORED, move="colour")},
        {"keep_rest": attrs.evolve(SCORED, move="card")},
        {"keep_rest": attrs.evolve(SCORED, when=("hand_has_room",))},
        {"keep_rest": attrs.evolve(SCORED, that=("in_direction",))},
        {"extend_line": EffectWord(do=("discard_bets", "place_in_line", "keep_rest"))},
    ],
)
def test_where_lines_look_otherwise_than_they_came_about_nothing_is_said(
    words: dict[str, EffectWord],
) -> None:
    """Some cards leave the line and others stay; or cards join it unasked, or before the first."""
    assert told_of_lines(**words) == []


def test_each_line_is_told_with_its_first_card_that_cannot_have_joined() -> None:
    twice = table(phase="pick", players=[player(line="10 50 20 60 30"), player(line="9 5 B3a 7 1")])
    assert [why.params for why in twice.problems()] == [
        {"seat": 0, "card": "20", "before": ["10", "50"]},
        {"seat": 1, "card": "7", "before": ["9", "5", "B3a"]},
    ]


def test_what_a_line_begins_with_is_not_looked_at() -> None:
    """A card that fits nowhere begins one too, whatever is asked of others."""
    words = {
        "high": GuardWord(count="number", at_least=50),
        "begins_high": GuardWord(any=("not line_is_empty", "high")),
        "card_fits": GuardWord(all=("card_continues", "bet_has_room", "begins_high")),
    }
    rules = attrs.evolve(STANDARD, guards={**STANDARD.guards, **words})
    before = table(phase="pick", market="1", players=[player(line="10 20"), player()])
    assert attrs.evolve(before, ruleset=rules).problems() == ()


def test_rules_that_place_no_cards_say_nothing_of_lines() -> None:
    rules = attrs.evolve(STANDARD, transitions=())
    assert attrs.evolve(TURNED, ruleset=rules).problems() == ()


def test_a_question_without_a_rule_has_that_of_its_transition() -> None:
    words = {"card_fits": GuardWord(all=("in_direction",)), "in_direction": GuardWord()}
    rules = attrs.evolve(STANDARD, guards={**STANDARD.guards, **words})
    assert [why.rule for why in attrs.evolve(TURNED, ruleset=rules).problems()] == ["place-line"]


def test_of_tokens_that_effects_give_there_may_be_any_number() -> None:
    """Here of as many points as the market has cards, in a game of two."""
    before = table(phase="pick", market="1", players=[player(tokens=(4, -4, 4, 4)), player()])
    assert [why.code for why in before.problems()] == ["problem_tokens"]
    given = {**STANDARD.effects, "claim_jackpot": EffectWord(token=MARKET_SIZE)}
    assert attrs.evolve(before, ruleset=attrs.evolve(STANDARD, effects=given)).problems() == ()


def test_any_zone_may_hold_too_much() -> None:
    zones: Any = {
        **STANDARD.zones,
        "market": ZoneRule("all", "all", "market_size", "deal"),
        "jackpots": ZoneRule("all", "all", 1, "cleanup"),
    }
    rules = attrs.evolve(STANDARD, zones=zones)
    hand = [player(hand="11 12 14"), player()]
    before = table(phase="pick", market="1 2 3 4 6", jackpots={"red": "5 9"}, players=hand)
    found = attrs.evolve(before, ruleset=rules).problems()
    assert [(why.code, why.rule, tuple(why.params.values())) for why in found] == [
        ("problem_zone", "deal", ("market", None, 5, 4)),
        ("problem_zone", "cleanup", ("jackpots", "red", 2, 1)),
        ("problem_zone_of", "place-hand", ("hand", 0, 3, 2)),
    ]
    assert all(why.told is rules.text for why in found)


@pytest.mark.parametrize(
    ("word", "about"),
    [
        (GuardWord(count="line", below=3), True),
        (GuardWord(count="step", below=3), True),
        (GuardWord(count="number", below=3), True),
        (GuardWord(count="card", of="bets", exactly=1), True),
        (GuardWord(count="hand", below=3), False),
        (GuardWord(count=("line", "hand"), below=3), False),
        (GuardWord(count="line", below=3, that=("is_bet",)), True),
        (GuardWord(count="line", below=3, that=("is_bet", "hand_has_room")), False),
        (GuardWord(all=("is_bet", "not in_direction")), True),
        (GuardWord(any=("is_bet", "not hand_has_room")), False),
        (GuardWord(any=("turns_left", "is_bet")), False),
        (GuardWord(some="line", all=("is_bet",)), False),
    ],
)
def test_what_a_term_asks_of_the_line_alone(word: GuardWord, about: bool) -> None:
    rules = attrs.evolve(STANDARD, guards={**STANDARD.guards, "mine": word})
    assert about_line(rules, "mine") is about_line(rules, "not mine") is about


def test_where_there_are_no_bets_the_numbers_of_a_line_are_all() -> None:
    numbers = {**STANDARD.effects, "bank_line": EffectWord(do=("keep_rest",))}
    no_bets = attrs.evolve(STANDARD.components, bets=())
    rules = attrs.evolve(STANDARD, components=no_bets, effects=numbers)
    assert [why.code for why in attrs.evolve(TURNED, ruleset=rules).problems()] == ["problem_line"]


# -- limits and chance -----------------------------------------------------------


def test_a_game_is_bounded_by_its_cards_and_by_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    bound: Any = limits.most_decisions
    for work, most in ((99, 1060), (28_845, 104), (2_999_999, 1), (3_000_000, 0)):
        monkeypatch.setattr(limits, "work_of", lambda _, work=work: work)
        assert repr(bound.__wrapped__(STANDARD)) == repr(most)


@pytest.mark.parametrize(
    ("words", "bounds"),
    [
        ({"claim_jackpot": EffectWord(token=2)}, (-24, 124 + 4 * 2 * 1060)),
        ({"claim_jackpot": EffectWord(token=-2)}, (-24 - 4 * 2 * 1060, 124)),
        ({"claim_jackpot": EffectWord(token=-1, each="hand")}, (-24 - 4 * 106 * 1060, 124)),
        ({"claim_jackpot": EffectWord(token=MARKET_SIZE)}, (-24, 124 + 4 * 5 * 1060)),
        ({"bank_line": EffectWord(move="all", source="line", to="scored")}, (-25440, 25546)),
    ],
)
def test_points_that_effects_bring(words: dict[str, EffectWord], bounds: tuple[int, int]) -> None:
    """Four transitions put a card into a line, and so may claim; a game has 1060 decisions. Where
    Bet cards go elsewhere than to the discard, each may be settled with every decision.
    """
    rules = attrs.evolve(STANDARD, effects={**STANDARD.effects, **words})
    assert limits.points_range(rules, 3) == bounds


@pytest.mark.parametrize("codes", [["9"], ["60", "60"]])
def test_which_cards_cannot_be_turned_up_is_told(codes: list[str]) -> None:
    before = table(phase="pick", market="1 9", deck="60 61")
    with pytest.raises(DeckError) as refused:
        step_with(before, "pick 1", [STANDARD.card(code) for code in codes])
    assert refused.value.reason == Reason("not_in_deck", "deck", {"cards": codes})


# -- stats -----------------------------------------------------------------------


def went(source: Any, to: Any, codes: str, *, top: bool = False) -> CardsMoved:
    """A move of seat 0."""
    cards = tuple([STANDARD.card(code) for code in codes.split()])
    return CardsMoved("a-rule", "a_word", 0, cards, source, to, None, top)


def took(value: int, bet: str | None = None) -> TokenTaken:
    """A token of seat 0."""
    return TokenTaken("a-rule", "a_word", 0, value, card(bet))


PICKED = table(phase="place", picked="42", players=[player(line="30 20"), player()])


@pytest.mark.parametrize(
    ("start", "events", "figures"),
    [
        (LYING, [], {}),
        (LYING, [took(2), took(3), took(-1)], {"points_otherwise": 4}),
        (
            LYING,
            [took(1, "B3a"), took(4, "B4a"), took(-5, "B5a"), took(-3, "B3b")],
            {"bets_won": 2, "bets_lost": 2, "points_from_bets": -3},
        ),
        (
            LYING,
            [went("scored", "discard", "6"), went("scored", "hand", "11")],
            {"points_otherwise": -2},
        ),
        (
            LYING,
            [went("hand", "scored", "21 22"), went("hand", "scored", "23")],
            {"points_otherwise": 3},
        ),
        (
            LYING,
            [went("jackpots", "scored", "9 13"), went("jackpots", "scored", "10")],
            {"jackpots_claimed": 2, "jackpot_cards": 3, "points_from_jackpots": 3},
        ),
        (LYING, [went("jackpots", "discard", "9 13")], {}),
        (
            LYING,
            [
                went("market", "picked", "1"),
                went("picked", "line", "1"),
                went("line", "discard", "30 B3b 40 1"),
            ],
            {"taken_to_line": 1, "lines_scored": 1, "ascending": 1, "longest_line": 4},
        ),
        (
            LYING,
            [
                went("market", "picked", "1"),
                went("picked", "hand", "1"),
                went("hand", "line", "1 B5a"),
            ],
            {"taken_to_hand": 1, "played_from_hand": 2, "bets_played": 1},
        ),
        (
            LYING,
            [
                *(went("market", "picked", "1"), went("line", "discard", "30 B3b")),
                *(went("line", "scored", "40"), went("picked", "line", "1")),
            ],
            {
                "taken_to_line": 1,
                "lines_scored": 1,
                "lines_forced": 1,
                "ascending": 1,
                "longest_line": 3,
                "points_from_lines": 1,
            },
        ),
        (
            PICKED,
            [went("line", "scored", "30 20"), went("picked", "discard", "42")],
            {
                "lines_scored": 1,
                "lines_forced": 1,
                "descending": 1,
                "longest_line": 2,
                "points_from_lines": 2,
            },
        ),
        (
            LYING,
            [went("hand", "line", "50", top=True), went("line", "discard", "50 30 B3b 40")],
            {"played_from_hand": 1, "lines_scored": 1, "descending": 1, "longest_line": 4},
        ),
        (LYING, [went("line", "hand", "30 B3b 40")], {}),
        (
            PICKED,
            [
                went("line", "scored", "30 20"),
                *(went("hand", "line", "9 7"), went("line", "scored", "9 7")),
                *(went("hand", "line", "5 6"), went("line", "scored", "5 6")),
                *(went("hand", "line", "1 2"), went("line", "scored", "1 2")),
            ],
            {
                "played_from_hand": 6,
                "lines_scored": 4,
                "lines_forced": 4,
                "ascending": 2,
                "descending": 2,
                "longest_line": 2,
                "points_from_lines": 8,
            },
        ),
    ],
)
def test_what_is_counted_of_events(
    start: Table, events: list[Event], figures: dict[str, int]
) -> None:
    counted = stats(start, events)
    assert counted.players == (PlayerStats(**figures), PlayerStats())
    assert counted.whole == counted.players[0]


def test_statistics_of_all_add_up_but_for_the_longest_line() -> None:
    nothing = PlayerStats()
    assert {getattr(nothing, name) for name in PlayerStats.__annotations__} == {0}
    own = PlayerStats(
        points_from_lines=1, points_from_jackpots=20, points_from_bets=300, points_otherwise=4000
    )
    assert own.points == 4321
    lines = [player(line="1 2 3"), player(line="5 6")]
    start = table(phase="score", players=lines)
    events = [
        CardsMoved("score", "a_word", seat, each.line.cards, "line", "scored")
        for seat, each in enumerate(start.players)
    ]
    whole = stats(start, events).whole
    assert (whole.lines_scored, whole.longest_line, whole.points) == (2, 3, 5)


# -- views -----------------------------------------------------------------------


def test_a_view_tells_all_that_the_table_does() -> None:
    before = table(
        phase="place",
        picked="42",
        market="1 2",
        deck="5 6 7",
        discard="8",
        round=3,
        first=1,
        seat=0,
        played=1,
        jackpots={"red": "9 13", "yellow": "12"},
        players=[
            player("20", "30 B3a", "40 44", [3]),
            {**player("21 22", "", "41", [-4]), "stopped": True},
        ],
    )
    seen = view(before, 1)
    assert (seen.viewer, seen.memory, seen.ruleset) == (1, "table", STANDARD)
    assert seen.player == seen.players[0]
    assert view_json(seen) == {
        "viewer": 1,
        "memory": "table",
        "ruleset": "standard",
        "phase": "place",
        "round": 3,
        "first": 1,
        "seat": 0,
        "picked": "42",
        "played": 1,
        "deck": 3,
        "market": ["1", "2"],
        "discard": [card.code for card in before.discard],
        "jackpots": {"red": 2, "blue": 0, "green": 0, "yellow": 1},
        "players": [
            {
                "hand": 1,
                "line": ["30", "B3a"],
                "scored": 2,
                "tokens": [3],
                "stopped": False,
                "points": 5,
            },
            {
                "hand": ["21", "22"],
                "line": [],
                "scored": 1,
                "tokens": [-4],
                "stopped": True,
                "points": -3,
            },
        ],
    }


def test_an_owner_sees_what_only_the_owner_may() -> None:
    mine = load_ruleset(over(zones={"scored": {"table": "owner", "perfect": "owner"}}))
    before = table(phase="pick", market="1", rules=mine, players=[player(scored="5"), player()])
    assert [view(before, seat).players[0].scored.cards for seat in (0, 1, None)] == [
        (mine.card("5"),),
        None,
        None,
    ]


def test_a_zone_that_is_nobodys_has_no_owner_to_see_it() -> None:
    closed = {**STANDARD.zones, "deck": ZoneRule("owner", "owner")}  # no rule file may say so
    mine = attrs.evolve(STANDARD, zones=closed)
    assert not sees(mine, "deck", None, None, "table")
    assert not sees(mine, "deck", None, 0, "perfect")
    assert sees(mine, "market", None, None, "table")


def test_what_a_view_refuses() -> None:
    before = table(phase="pick", market="1")
    with pytest.raises(ViewError) as refused:
        view(before, 7)
    assert refused.value.reason == Reason("seat", "players", {"seat": "7", "last": 1})
    seat: Any = True
    with pytest.raises(ViewError) as refused:
        view(before, seat)
    assert refused.value.reason == Reason(
        "whole_number", "players", {"what": "seat", "value": "True"}
    )
    memory: Any = "open"
    with pytest.raises(ViewError) as refused:
        view(before, 0, memory)
    assert refused.value.reason == Reason("memory", None, {"memory": "'open'"})


def hidden() -> View:
    """What seat 1 sees: hidden are a hand, cards scored and under jackpots, and the deck."""
    before = table(
        phase="play",
        market="1 2",
        deck="B4a B4b B5a",
        discard="8",
        seat=0,
        played=0,
        round=2,
        jackpots={"red": "9 13", "blue": "10"},
        first=1,
        players=[
            player("20 B3b", "30 B3a", "40 44", [3]),
            {**player("21", "", "41", [-4]), "stopped": True},
        ],
    )
    return view(before, 1)


def test_a_sample_deals_numbers_where_no_bet_card_can_lie() -> None:
    """Of its colour under each jackpot; a Bet card is never scored."""
    seen = hidden()
    assert seen.players[1].stopped
    for seed in range(20):
        guess = sample(seen, seed)
        assert view(guess, 1) == seen
        assert sorted(card.code for card in cards_on(guess)) == sorted(
            card.code for card in STANDARD.cards
        )
        for colour, pile in zip(STANDARD.colours, guess.jackpots, strict=True):
            assert all(card.colour == colour for card in pile)
        assert all(not card.is_bet for each in guess.players for card in each.scored)


def test_a_sample_is_the_same_for_a_seed_and_another_for_others() -> None:
    seen = hidden()
    assert sample(seen, 1) == sample(seen, 1)
    assert len({sample(seen, seed) for seed in range(20)}) > 10


def test_a_sample_of_an_end_is_one_too() -> None:
    over = table(phase="over", deck="", players=[player(scored="1 2"), player(scored="3")])
    assert view(sample(view(over, None), 3), None) == view(over, None)


def test_a_bet_card_under_the_discard_is_told_to_all() -> None:
    """The discard lies open, so what is discarded from a deck that is hidden is seen."""
    card = (STANDARD.card("B3a"),)
    event = CardsMoved("end-bank", "discard_deck_bets", None, card, "deck", "discard")
    assert seen_event_json(event, STANDARD, None)["cards"] == ["B3a"]
    closed = load_ruleset(over(zones={"discard": {"table": "nobody", "perfect": "all"}}))
    assert seen_event_json(event, closed, None)["cards"] == 1
    assert seen_event_json(event, closed, 0, "perfect")["cards"] == ["B3a"]


def test_cards_for_a_jackpot_are_seen_where_they_lay_open() -> None:
    red = (STANDARD.card("1"), STANDARD.card("5"))
    left = CardsMoved("cleanup", "market_to_jackpots", None, red, "market", "jackpots", "red")
    assert seen_event_json(left, STANDARD, 0)["cards"] == ["1", "5"]
    unseen = CardsMoved("end-bank", "deck_to_jackpots", None, red, "deck", "jackpots", "red")
    assert seen_event_json(unseen, STANDARD, 0)["cards"] == 2


def test_an_owner_of_the_score_pile_sees_what_is_claimed() -> None:
    mine = load_ruleset(over(zones={"scored": {"table": "owner", "perfect": "all"}}))
    card = (STANDARD.card("1"),)
    claim = CardsMoved("jackpot-claim", "claim_jackpot", 1, card, "jackpots", "scored", "red")
    told = [seen_event_json(claim, mine, seat)["cards"] for seat in (0, 1, None)]
    assert told == [1, ["1"], 1]


def test_events_are_told_to_no_seat_beyond_the_most_players() -> None:
    dealt = TurnStarted("turn-order", 0)
    assert seen_event_json(dealt, STANDARD, 4)["seat"] == 0
    with pytest.raises(ViewError):
        seen_event_json(dealt, STANDARD, 5)


# -- records ---------------------------------------------------------------------


def played() -> Game:
    game = Game.new(players=2, seed=7, first=1, names=["Ana", "Ben"])
    for action in ("pick 91", "hand", "pass"):
        game.apply(action)
    return game


def refused(data: Any) -> Reason:
    with pytest.raises(RecordError) as error:
        parse_record(data)
    return error.value.reason


def test_what_is_wrong_with_a_record_is_told_as_data() -> None:
    saved = record_json(played())
    assert refused([]) == Reason(
        "record_shape", None, {"where": "", "what": "must be a table, and is a list of 0"}
    )
    assert refused({}) == Reason("record_game", None, {"kind": "None"})
    assert refused({**saved, "format": 4}) == Reason(
        "record_version", None, {"format": "4", "known": 3}
    )
    assert refused({**saved, "seed": "7"}) == Reason(
        "record_shape", None, {"where": "seed", "what": refused_seed()}
    )
    assert refused({**saved, "digest": "0" * 64}) == Reason(
        "record_rules", None, {"ruleset": "standard"}
    )
    why = refused({**saved, "players": 9})
    assert (why.code, why.rule, why.params["why"].code) == ("record_deal", None, "players")
    why = refused({**saved, "rules": {}})
    assert (why.code, why.rule, why.params["why"].code) == ("record_deal", None, "ruleset")
    why = refused({**saved, "actions": ["pick 91", "line 1"]})
    assert (why.code, why.rule) == ("record_action", "place-line")
    assert (why.params["number"], why.params["action"]) == (2, "'line 1'")
    assert why.params["why"].code == "takes_no_card"
    assert refused({**saved, "result": {"points": [0, 0], "winners": [0]}}) == Reason(
        "record_result"
    )


def refused_seed() -> str:
    with pytest.raises(RecordError) as error:
        parse_record({**record_json(played()), "seed": "7"})
    return str(error.value.reason.params["what"])


def test_a_file_that_is_no_json_is_told_as_data() -> None:
    assert refused("[" * 100_000) == Reason("record_json", None, {"what": "nested too deep"})
    assert refused("nul").params["what"].strip("'").startswith("Expecting value: line 1 column 1")
    assert refused(b" " * (16 * 1024 * 1024 + 1)) == Reason(
        "record_json", None, {"what": "more than 16777216 bytes"}
    )
    assert refused(b" " * 16 * 1024 * 1024).params["what"] != "more than 16777216 bytes"


def test_what_can_not_be_read_or_written_is_told_as_data(tmp_path: Path) -> None:
    path = tmp_path / "no" / "game.json"
    with pytest.raises(RecordError) as error:
        load_game(path)
    params = {"path": short(str(path)), "what": "No such file or directory"}
    assert error.value.reason == Reason("record_file", None, params)
    with pytest.raises(RecordError) as error:
        save_game(played(), path)
    assert error.value.reason == Reason("record_write", None, params)
    with pytest.raises(RecordError) as error:
        load_game("a\0b")
    assert error.value.reason == Reason(
        "record_file", None, {"path": "'a\\x00b'", "what": "embedded null byte"}
    )


def test_a_saved_file_is_one_value_a_line_in_utf_8(tmp_path: Path) -> None:
    write_whole(tmp_path / "game.json", {"names": ["Zoë"], "seed": None})
    assert (tmp_path / "game.json").read_bytes() == (
        '{\n "names": [\n  "Zoë"\n ],\n "seed": null\n}\n'.encode()
    )
    assert read_json(tmp_path / "game.json") == {"names": ["Zoë"], "seed": None}


def test_a_file_with_a_long_name_is_saved_too(tmp_path: Path) -> None:
    path = tmp_path / f"{'x' * 245}.json"
    save_game(played(), path)
    assert load_game(path).ply == 3


def test_the_draft_is_beside_the_file_and_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And all of it is handed over before the disk is waited for."""
    synced: list[list[tuple[str, int]]] = []
    sync = os.fsync

    def look(opened: int) -> None:
        synced.append([(file.name[:11], file.stat().st_size) for file in tmp_path.iterdir()])
        sync(opened)

    monkeypatch.setattr(os, "fsync", look)
    save_game(played(), tmp_path / "game.json")
    size = (tmp_path / "game.json").stat().st_size
    assert synced == [[(".game.json.", size)], [("game.json", size)]]


def test_a_save_leaves_no_file_open(tmp_path: Path) -> None:
    def next_opened() -> int:
        with (tmp_path / "other").open("wb") as file:
            return file.fileno()

    before = next_opened()
    save_game(played(), tmp_path / "game.json")
    assert next_opened() == before


def test_why_a_draft_can_not_be_made_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_in(tmp_path, monkeypatch)
    with pytest.raises(RecordError, match="cannot be written: Permission denied"):
        save_game(played(), tmp_path / "game.json")


def refuse_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be opened in the folder."""
    opened: Any = Path.open

    def refuse(path: Path, *args: Any, **kwargs: Any) -> Any:
        if path.parent == folder:
            raise PermissionError(13, "Permission denied")
        return opened(path, *args, **kwargs)

    monkeypatch.setattr(Path, "open", refuse)


class CountedFile(io.BytesIO):
    """A file that notes how much of it is asked for."""

    asked: ClassVar[list[int | None]] = []

    def read(self, size: int | None = -1, /) -> bytes:
        self.asked.append(size)
        return super().read(size)


def test_no_more_of_a_file_is_read_than_may_be_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And one byte, to see that there is more."""
    path = file(tmp_path, "mine", HEAD)
    monkeypatch.setattr(CountedFile, "asked", [])
    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", lambda *_: CountedFile(b"9"))
        assert read_json("game.json") == 9
        with pytest.raises(RulesetError) as error:
            load_ruleset(path)
    assert error.value.problems[0].message.startswith("is not TOML")
    assert CountedFile.asked == [16 * 1024 * 1024 + 1, 64 * 1024 + 1]


def test_a_system_where_folders_can_not_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "O_DIRECTORY")
    save_game(played(), tmp_path / "game.json")
    assert load_game(tmp_path / "game.json").ply == 3


def test_a_record_may_be_text_or_bytes() -> None:
    text = json.dumps(record_json(played()))
    for data in (text, text.encode()):
        again = parse_record(data)
        assert (again.seed, again.names, again.undealt.first) == (7, ("Ana", "Ben"), 1)
        assert [str(each.action) for each in list(again)[1:]] == ["pick 91", "hand", "pass"]


def test_a_game_without_names_is_saved_without() -> None:
    saved = record_json(Game.new(players=3, seed=1))
    assert (saved["names"], saved["players"]) == (None, 3)
    assert parse_record(saved).names is None


def test_a_result_that_is_not_saved_is_not_missed() -> None:
    game = Game.new(players=2, seed=7)
    while game.legal:
        game.apply(game.legal[0])
    saved = record_json(game)
    assert parse_record(saved).scores == parse_record({**saved, "result": None}).scores
    worse = {**saved["result"], "points": [0, 0]}
    assert refused({**saved, "result": worse}).code == "record_result"


def test_rules_of_the_name_of_a_built_in_ruleset_are_saved_with_the_game() -> None:
    mine = load_ruleset(over(name="bga", limits={"price": 1}))
    saved = record_json(Game.new(players=2, rules=mine, seed=7))
    assert saved["rules"] == mine.document
    assert parse_record(saved).ruleset == mine


def test_what_a_seat_may_have_of_a_game() -> None:
    cut = seen_record(played(), 0)
    whole = record_json(played())
    assert {key: cut[key] for key in whole} == {**whole, "seed": None, "deck": 106}
    assert [event["type"] for event in cut["events"]][:4] == [
        "round-begun",
        "cards-moved",
        "turn-started",
        "phase-entered",
    ]
    assert seen_record(played(), None)["events"] == cut["events"]
    with pytest.raises(ViewError):
        seen_record(played(), 2)


def test_what_a_seat_may_have_is_for_that_seat_and_its_memory() -> None:
    mine = load_ruleset(over(zones={"scored": {"table": "owner", "perfect": "all"}}))
    before = table(
        phase="place",
        picked="41",
        market="2",
        jackpots={"red": "97 93"},
        rules=mine,
        players=[player("", "1 5"), player()],
    )
    game = Game(before)
    game.apply("line")

    def claimed(viewer: int | None, memory: Memory = "table") -> Any:
        events = seen_record(game, viewer, memory)["events"]
        return next(event["cards"] for event in events if event.get("word") == "claim_jackpot")

    assert [claimed(viewer) for viewer in (0, 1, None)] == [["97", "93"], 2, 2]
    assert claimed(None, "perfect") == ["97", "93"]


def test_a_code_in_a_record_is_no_longer_than_any_card_has() -> None:
    saved = record_json(played())
    long = refused({**saved, "deck": ["1" * 11, *saved["deck"][1:]]})
    assert (long.code, long.params["where"]) == ("record_shape", "deck[0]")
    assert refused({**saved, "deck": ["1" * 10, *saved["deck"][1:]]}).code == "record_deal"


def test_a_record_with_more_decisions_than_any_game_has_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    saved = record_json(played())
    monkeypatch.setattr("lineit.game.most_decisions", lambda _: 2)
    why = refused(saved)
    assert (why.code, why.rule, why.params["number"]) == ("record_action", None, 3)
    assert why.params["why"].params["first"] == (
        "standard: no end comes: 2 decisions were taken; see that cards are used up"
    )


def test_a_discard_may_lie_face_down() -> None:
    closed = load_ruleset(over(zones={"discard": {"table": "nobody", "perfect": "all"}}))
    before = table(phase="pick", market="1", rules=closed)
    assert view(before, 0).discard == Pile(105, None)
    assert view(before, 0, "perfect").discard == Pile(105, before.discard)


def test_in_the_final_who_has_no_card_that_fits_is_not_stuck() -> None:
    assert legal(table(phase="final", players=[player("15", "10 20"), player()])) == ()


def test_an_action_that_is_refused_does_not_mean_the_end() -> None:
    with pytest.raises(IllegalAction) as error:
        step(table(phase="pick", market="1"), "pick 2")
    assert type(error.value) is IllegalAction


@pytest.mark.parametrize("hook", ["prepare_event", "before_state_change"])
def test_callbacks_are_told_what_was_triggered_and_with_what(rules: Ruleset, hook: str) -> None:
    driven: Any = machine_of(rules)
    cursor = Cursor(
        table(phase="score", rules=rules), None, {"turn-end": PhaseEntered("score", "turn-end")}
    )
    told: list[Any] = []
    setattr(driven, hook, [lambda e: told.append((e.event.name, e.args, e.kwargs))])
    assert driven.events["pass"].trigger(cursor, 1, by="Ana")
    assert told == [("pass", (1,), {"by": "Ana"})]


def test_a_transition_is_a_row_and_takes_what_any_transition_does() -> None:
    row = next(row for row in STANDARD.transitions if row.id == "pick")
    made: Any = machine_of(STANDARD).get_transitions("pick", "pick")[0]
    assert made.row == row
    again: Any = Transition(
        "pick", "place", None, None, "x", row=row, failing=made.failing, changes=[]
    )
    assert again.before == ["x"]


# -- rule files ------------------------------------------------------------------


def wrong(rules: Any) -> list[str]:
    with pytest.raises(RulesetError) as error:
        load_ruleset(rules)
    for problem in error.value.problems:
        assert isinstance(problem.file, str)
        assert isinstance(problem.where, str)
        assert isinstance(problem.mend, str)
    return [str(problem) for problem in error.value.problems]


def test_what_is_no_ruleset() -> None:
    assert wrong(3) == ["(data): 3 is no ruleset; give a name, a path or a table"]
    assert load_ruleset(STANDARD) is STANDARD
    known = ", ".join(ruleset_names())
    assert wrong("chess") == [
        f"there is no ruleset 'chess'; take one of {known}, or a path that ends in .toml"
    ]
    assert wrong(over(extends="chess")) == [
        "(data): extends: there is no ruleset 'chess';"
        f" take one of {known}, or a path that ends in .toml"
    ]
    assert wrong(over(extends="a/b")) == [
        "(data): extends: 'a/b' is not the name of a ruleset;"
        " name a built-in ruleset, or a file of the same folder without its .toml"
    ]


def test_data_may_have_5000_values_and_no_more() -> None:
    few = "(data): has more than 5000 values; keep to what differs from the base"
    assert wrong({"a": [1] * 4997})[0] != few  # the table, its key, the list, and these
    assert wrong({"a": [1] * 4998}) == [few]


def test_data_may_be_10_deep_and_no_deeper() -> None:
    deep: Any = 1
    for _ in range(9):
        deep = [deep]
    told = "(data): is nested too deep; a rule file is flat"
    assert wrong({"a": deep})[0] != told
    assert wrong({"a": [deep]}) == [told]
    assert wrong({"a": {"b": [deep]}}) == [told]


def test_a_text_in_data_may_have_1000_characters_and_no_more() -> None:
    told = f"(data): has a text of more than 1000 characters, {short('x' * 1001)}; make it shorter"
    assert wrong({"a": "x" * 1000})[0] != told
    assert wrong({"a": "x" * 1001}) == [told]
    assert wrong({"x" * 1001: "a"}) == [told]


def test_a_key_in_data_is_a_text() -> None:
    assert wrong({"a": {3: 1}}) == ["(data): has a key that is no text, 3; make it a text"]
    assert load_ruleset(over(components={"bets": (3, 4)})).components.bets == (3, 4)


def test_100_problems_are_told() -> None:
    assert len(wrong({f"a{number}": 1 for number in range(10)})) < 100
    told = wrong({f"a{number}": 1 for number in range(120)})
    most = len(wrong({}))
    assert len(told) == 101
    assert told[-1] == f"(data): has {120 + most - 100} more problems; mend these first"
    told = wrong({f"a{number}": 1 for number in range(100 - most)})
    assert len(told) == 100
    assert "more problems" not in told[-1]


def file(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / f"{name}.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


HEAD = 'format = 2\nname = "mine"\nextends = "standard"\n'


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("format = ", "is not TOML: Invalid value (at end of document); mend it there"),
        (b"\xff\xfe", "is not UTF-8 text; save it as UTF-8"),
        ("a = " + "[\n" * 9000, "is nested too deep; a rule file is flat"),
        ("a = [[[[[[[[[[[]]]]]]]]]]]", "is nested too deep; a rule file is flat"),
        (f"#{'x' * 400}\n", "has a line of more than 400 characters; break the line"),
        (
            "#\n" * 32769,
            "is larger than the 65536 bytes that a rule file may have;"
            " keep to the rows that differ from the base",
        ),
    ],
)
def test_what_is_no_rule_file(tmp_path: Path, content: str | bytes, told: str) -> None:
    path = file(tmp_path, "mine", content)
    assert wrong(path) == [f"{path}: {told}"]


@pytest.mark.parametrize(
    "content", [HEAD + "#\n" * 32745, f"{HEAD}#{'x' * 399}\n", "\ufeff" + HEAD]
)
def test_as_large_as_a_rule_file_may_be(tmp_path: Path, content: str) -> None:
    assert len(content) == 65536 or len(content) < 500
    assert load_ruleset(file(tmp_path, "mine", content)).name == "mine"


def test_a_number_of_many_digits_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python refuses to read it where it has been told so."""

    def refuse(_: str) -> Any:
        raise ValueError("Exceeds the limit (640 digits) for integer string conversion")

    monkeypatch.setattr(tomllib, "loads", refuse)
    path = file(tmp_path, "mine", HEAD)
    assert wrong(path) == [f"{path}: has a number with too many digits; mend it"]


def test_a_file_that_can_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = file(tmp_path, "mine", HEAD)
    refuse_in(tmp_path, monkeypatch)
    assert wrong(path) == [f"{path}: cannot be read: Permission denied; check the path"]
    assert wrong(tmp_path / "no.toml") == [f"{tmp_path}/no.toml: is not a file; check the path"]


def test_a_long_path_is_told_by_its_end() -> None:
    assert short_path(Path("x" * 300)) == "x" * 300
    assert short_path(Path("x" * 301)) == f"…{'x' * 299}"


def test_the_base_may_not_lie_in_another_folder(tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "outside.toml").symlink_to(file(tmp_path, "secret", HEAD))
    path = file(folder, "mine", HEAD.replace("standard", "outside"))
    assert wrong(path) == [
        f"{path}: extends: outside leads out of the folder; copy the file into the folder"
    ]


def test_rule_files_may_extend_one_another_8_deep(tmp_path: Path) -> None:
    for number in range(10):
        below = f"f{number + 1}" if number < 9 else "standard"
        file(tmp_path, f"f{number}", f'format = 2\nname = "f{number}"\nextends = "{below}"\n')
    assert load_ruleset(tmp_path / "f2.toml").lineage[-1] == "standard"
    chain = " → ".join(f"f{number}" for number in range(2, 10))
    assert wrong(tmp_path / "f1.toml") == [
        f"{tmp_path}/f9.toml: extends: goes in a circle or too deep: {chain} → standard;"
        " let one of them extend standard"
    ]


def test_a_file_does_not_hide_a_built_in_ruleset(tmp_path: Path) -> None:
    file(tmp_path, "standard", HEAD.replace('"standard"', '"mine"'))
    assert load_ruleset(file(tmp_path, "mine", HEAD)).limits == STANDARD.limits


def test_what_is_wrong_below_is_told_with_what_is_wrong_above(tmp_path: Path) -> None:
    base = file(tmp_path, "base", HEAD.replace("mine", "base") + "[limits]\nhadn = 4\n")
    path = file(tmp_path, "mine", HEAD.replace("standard", "base") + "[limits]\nprize = 1\n")
    assert wrong(path) == [
        f"{base}: limits.hadn: is named by no word, zone or text; did you mean hand?",
        f"{path}: limits.prize: is named by no word, zone or text; did you mean price?",
    ]
    base = file(tmp_path, "base", HEAD.replace("mine", "base") + '[remove]\nphase = ["rest"]\n')
    assert wrong(path)[0].startswith(f"{base}: remove.phase: there is no 'rest' to remove; ")


def test_a_title_has_no_part_in_the_digest() -> None:
    assert load_ruleset(over(title="Mine")) == load_ruleset(over(title="Yours"))
    assert load_ruleset(over(rules={"house": {"source": "us"}})) == load_ruleset(over())
    whole = load_ruleset(over()).document
    told = {"title", "rules", "lineage", "text"}
    played = {key: value for key, value in whole.items() if key not in told}
    text = json.dumps(played, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert load_ruleset(over()).digest == hashlib.sha256(text.encode()).hexdigest()


def test_a_fault_in_a_row_is_told_by_its_name_and_rule() -> None:
    mend = "see spec/README.md for what may stand there"
    row = {"id": "mine", "rule": "play", "from": "play", "to": "score", "on": "x"}
    for change, told in (
        ({"from": 3}, f"transition mine: from must be a text, and is 3 [play]; {mend}"),
        ({"rule": 3}, f"transition mine: rule must be a text, and is 3; {mend}"),
        ({"id": 3}, f"transition number 22: id must be a text, and is 3 [play]; {mend}"),
        ({"on": "X"}, "transition mine: on must match [a-z][a-z0-9-]*, and is 'X' [play]; " + mend),
    ):
        assert wrong(over(transition=[{**row, **change}])) == [f"(data): {told}"]
    assert wrong(over(transition=[3])) == [
        f"(data): transition number 22: must be a table, and is 3; {mend}"
    ]
    assert wrong(over(phase=[{"name": "rest", "actor": "who", "rule": "play"}])) == [
        f"(data): phase rest: actor must be one of player, table, end, and is 'who' [play]; {mend}"
    ]
    assert wrong(over(guards={"mine": {"all": 3, "rule": "play"}})) == [
        f"(data): guards.mine.all: must be a list, and is 3 [play]; {mend}"
    ]
    assert wrong(over(effects={"mine": 3})) == [
        f"(data): effects.mine: must be a table, and is 3; {mend}"
    ]
    assert wrong(over(transition=3)) == [f"(data): transition: must be a list, and is 3; {mend}"]
    assert wrong(over(phase=3)) == [f"(data): phase: must be a list, and is 3; {mend}"]


def test_a_problem_of_a_file_that_is_not_toml_is_told_short(tmp_path: Path) -> None:
    path = file(tmp_path, "mine", f"[{'x' * 390}]\n" * 2)
    begun, ended = f"{path}: is not TOML: ", "; mend it there"
    (told,) = wrong(path)
    assert told.startswith(begun)
    assert told.endswith(ended)
    assert len(told) == len(begun) + 300 + len(ended)


def test_an_empty_rule_file_has_nothing_that_it_needs(tmp_path: Path) -> None:
    path = file(tmp_path, "mine", "")
    assert f"{path}: format: is missing; see spec/README.md for what may stand there" in wrong(path)


def test_a_key_that_is_not_known_is_compared_with_the_keys_of_files() -> None:
    """Not with the names of the models: a file says `phase` and `from`."""
    assert wrong(over(phas=[])) == ["(data): phas: is not known here; did you mean phase?"]
    assert wrong(over(limit={})) == ["(data): limit: is not known here; did you mean limits?"]


def test_a_built_in_ruleset_that_extends_another_may_be_extended() -> None:
    assert load_ruleset(over(extends="bga")).lineage == ("bga", "standard")


def test_a_rule_file_has_the_lineage_that_it_has() -> None:
    assert load_ruleset(over(lineage=["chess"])).lineage == ("standard",)


def test_what_is_wrong_with_removals() -> None:
    mend = "see spec/README.md for what may stand there"
    assert wrong(over(remove=3)) == [f"(data): remove: must be a table, and is 3; {mend}"]
    assert wrong(over(remove={"X": ["a"]})) == [f"(data): remove.X: is not known here; {mend}"]


def test_nothing_can_be_removed_from_a_file_that_has_no_words(tmp_path: Path) -> None:
    base = file(tmp_path, "base", 'format = 2\nname = "base"\n')
    path = file(tmp_path, "mine", HEAD.replace("standard", "base") + '[remove]\nguards = ["x"]\n')
    assert f"{base}: guards: is missing; see spec/README.md for what may stand there" in wrong(path)


def guards_of(*words: list[str]) -> dict[str, Any]:
    """Guards w0, w1, …, each made of all of some others."""
    return {f"w{n}": {"rule": "play", "all": parts} for n, parts in enumerate(words)}


FIVE = [["hand_has_room"] * 20] * 5


def test_a_word_may_be_made_of_100_built_in_ones_and_no_more() -> None:
    whole = ["w0", "w1", "w2", "w3", "w4"]
    load_ruleset(over(guards=guards_of(*FIVE, whole)))
    assert wrong(over(guards=guards_of(*FIVE, [*whole, "hand_has_room"]))) == [
        "(data): guards.w5: is made of more than 100 simple words, or too deep [play];"
        " make it shorter"
    ]


def test_words_may_be_made_of_others_10_deep_and_no_deeper() -> None:
    """The built-in word is one of them."""
    chain = [["hand_has_room"], *([f"w{n}"] for n in range(9))]
    load_ruleset(over(guards=guards_of(*chain[:9])))
    assert wrong(over(guards=guards_of(*chain))) == [
        "(data): guards.w9: is made of more than 100 simple words, or too deep [play];"
        " make it shorter"
    ]


def test_a_word_that_is_not_known_counts_as_one() -> None:
    told = wrong(over(guards=guards_of(*[["hands_has_room"] * 20] * 5, ["w0"] * 5)))
    assert {*told} == {
        f"(data): guards.w{n}: there is no guard hands_has_room [play]; did you mean hand_has_room?"
        for n in range(5)
    }


# -- and more of the same --------------------------------------------------------


def test_a_trigger_says_whether_a_row_was_taken(rules: Ruleset) -> None:
    before = table(
        phase="place", picked="15", players=[player(line="10 20"), player()], rules=rules
    )
    cursor = Cursor(before, STANDARD.card("15"), {"play": PhaseEntered("play", "play")})
    driven: Any = machine_of(rules)
    assert driven.events["line"].trigger(cursor) is False
    assert driven.events["hand"].trigger(cursor) is True


def test_a_hand_is_dealt_anew_until_the_player_on_turn_could_decide() -> None:
    before = table(phase="final", rest="deck", players=[player("20", "10 15"), player("", "30")])
    for seed in range(30):
        hand = sample(view(before, 1), seed).players[0].hand[0]
        assert hand.number is None or hand.number > 15


def test_a_table_that_waits_for_nobody_is_sampled_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "MOST_GUESSES", 3)
    before = table(phase="turn-end", market="1", rest="deck", players=[player("20"), player()])
    assert view(sample(view(before, 1), 1), 1) == view(before, 1)


def test_a_game_that_is_not_over_has_no_result() -> None:
    game = played()
    result = {"points": list(game.scores), "winners": list(game.table.leaders)}
    assert refused({**record_json(game), "result": result}).code == "record_result"
    result = {"points": list(game.scores), "winners": list(game.winners)}
    assert refused({**record_json(game), "result": result}).code == "record_result"


def test_a_picked_card_lies_nowhere_else_in_a_sample() -> None:
    before = table(phase="place", picked="42", market="1", rest="deck")
    for seed in range(5):
        guess = sample(view(before, 1), seed)
        assert guess.picked == before.picked
        assert sorted(card.code for card in cards_on(guess)) == sorted(
            card.code for card in STANDARD.cards
        )


def test_what_is_no_text_is_no_card() -> None:
    code: Any = ["1"]
    with pytest.raises(UnknownCard, match="a list of 1 is no code of a card"):
        STANDARD.card(code)


def test_the_rules_are_standard_unless_told_otherwise() -> None:
    assert load_ruleset() == STANDARD
