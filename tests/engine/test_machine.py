"""The machine: it keeps no game, callbacks do not change games, and it refuses changes."""

from __future__ import annotations

import copy
import gc
import pickle
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import attrs
import pytest
import transitions
from transitions import EventData

from lineit import (
    Action,
    CallbackError,
    Card,
    Game,
    IllegalAction,
    Ruleset,
    RulesetError,
    Table,
    legal,
    load_ruleset,
    machine_of,
    replay,
    step,
)
from lineit.engine import machine
from lineit.engine.effects import Cursor
from lineit.model import events as told
from support.tables import STANDARD, over, player, table


def random_game(rules: Ruleset, seed: int = 3) -> Game:
    chance = Random(seed)
    game = Game.new(players=3, rules=rules, seed=seed)
    while game.legal:
        game.apply(chance.choice(game.legal))
    return game


def fresh() -> Ruleset:
    """Return `standard` with another digest, so that it has its own machine."""
    return attrs.evolve(STANDARD, digest="fresh")


def test_a_ruleset_has_one_machine_which_keeps_no_game() -> None:
    machine = machine_of(STANDARD)
    random_game(STANDARD)
    gc.collect()
    assert machine_of(STANDARD) is machine
    assert machine.models == []
    assert not [found for found in gc.get_objects() if isinstance(found, Cursor)]


def test_callbacks_of_phases_are_called_with_the_cursor() -> None:
    seen: list[tuple[str, str, str]] = []

    def callback(event: EventData) -> None:
        cursor: Any = event.model
        transition: Any = event.transition
        seen.append((transition.source, transition.dest, cursor.table.phase))

    rules = fresh()
    machine = machine_of(rules)
    machine.get_state("pick").add_callback("exit", callback)
    machine.get_state("place").add_callback("enter", callback)
    try:
        game = Game.new(players=2, rules=rules, seed=7)
        game.apply("pick 91")
    finally:
        machine.get_state("pick").on_exit.clear()
        machine.get_state("place").on_enter.clear()
    assert seen == [("pick", "place", "pick"), ("pick", "place", "place")]


@pytest.mark.parametrize("hook", ["prepare_event", "finalize_event"])
def test_callbacks_around_each_step_give_the_same_game(hook: str) -> None:
    """The callbacks are called in each step and change nothing."""
    calls = []
    machine = machine_of(fresh())
    setattr(machine, hook, [lambda event: calls.append(event.event.name)])
    try:
        long = random_game(fresh())
    finally:
        setattr(machine, hook, [])
    short = random_game(STANDARD)
    assert len(calls) > len(short.steps)
    assert [s.events for s in long] == [s.events for s in short]
    assert [str(s.action) for s in long] == [str(s.action) for s in short]


def test_a_callback_that_raises_changes_nothing() -> None:
    def callback(_: EventData) -> None:
        raise RuntimeError("no")

    rules = fresh()
    game = Game.new(players=2, rules=rules, seed=7)
    before = game.table
    state = machine_of(rules).get_state("place")
    state.add_callback("enter", callback)
    try:
        with pytest.raises(RuntimeError):
            game.apply("pick 91")
    finally:
        state.on_enter.clear()
    assert game.table is before
    assert len(game.steps) == 1
    game.apply("pick 91")
    assert game.table.phase == "place"


def test_a_callback_that_acts_on_its_game_is_refused() -> None:
    """What the callback did stays. The action that called it is refused."""
    rules = fresh()
    game = Game.new(players=2, rules=rules, seed=7)
    phase: Any = machine_of(rules).get_state("place")

    def acts(_: EventData) -> None:
        phase.on_enter.clear()
        game.apply("pick 33")

    phase.add_callback("enter", acts)
    with pytest.raises(IllegalAction, match="the game has moved on"):
        game.apply("pick 91")
    assert [str(each.action) for each in list(game)[1:]] == ["pick 33"]
    assert replay(game.undealt, game.events) == game.table


def test_ends_are_final_and_on_final_is_called() -> None:
    rules = fresh()
    machine: Any = machine_of(rules)
    assert [name for name, phase in machine.states.items() if phase.final] == ["over"]
    ends: list[str] = []
    machine.on_final = [lambda event: ends.append(event.state.name)]
    try:
        random_game(rules)
    finally:
        machine.on_final = []
    assert ends == ["over"]


def no() -> Any:
    raise ZeroDivisionError("no")


@pytest.mark.parametrize(
    ("phase", "when", "actions"),
    [("place", "enter", ["pick 91"]), ("turn-end", "exit", ["pick 91", "line", "pass"])],
)
def test_a_failing_callback_calls_on_exception_and_ends_the_step(
    phase: str, when: str, actions: list[str]
) -> None:
    """The step is not repeated, and not half done."""
    rules = fresh()
    machine = machine_of(rules)
    heard: list[type] = []
    machine.on_exception = [lambda event: heard.append(type(event.error))]
    machine.get_state(phase).add_callback(when, lambda _: no())
    game = Game.new(players=2, rules=rules, seed=7)
    for action in actions[:-1]:
        game.apply(action)
    before = game.table
    try:
        with pytest.raises(ZeroDivisionError):
            game.apply(actions[-1])
        assert (game.table is before, heard) == (True, [ZeroDivisionError])
    finally:
        machine.on_exception = []
        machine.get_state(phase).on_enter.clear()
        machine.get_state(phase).on_exit.clear()
    game.apply(actions[-1])


def test_a_callback_that_changes_the_table_cannot_make_a_step_endless() -> None:
    """The callback gives the player a line before the guard of the transition is asked."""
    rules = fresh()
    machine: Any = machine_of(rules)
    passing = next(
        t for t in machine.get_transitions(source="score") if t.entry.id == "score-nothing"
    )

    def meddle(event: EventData) -> None:
        cursor: Any = event.model
        line = cursor.table.player.with_pile("line", (STANDARD.card("1"),))
        cursor.table = cursor.table.with_player(cursor.table.seat, line)

    passing.prepare.append(meddle)
    game = Game.new(players=2, rules=rules, seed=7)
    game.apply("pick 91")
    game.apply("hand")
    try:
        with pytest.raises(RulesetError) as refused:
            game.apply("pass")
    finally:
        passing.prepare.clear()
    assert str(refused.value) == (
        "standard: phase score: waits for no player, but none of its transitions is open [score];"
        " add a transition that is open there"
    )
    assert game.apply("pass")


def test_an_exception_in_on_exception_reaches_the_caller() -> None:
    rules = fresh()
    machine = machine_of(rules)
    machine.on_exception = lambda _: no()
    machine.get_state("place").add_callback("enter", lambda _: bool(int("no number")))
    try:
        with pytest.raises(ZeroDivisionError):
            Game.new(players=2, rules=rules, seed=7).apply("pick 91")
    finally:
        machine.on_exception = []
        machine.get_state("place").on_enter.clear()


def test_a_finalize_callback_that_fails_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    machine = machine_of(fresh())
    machine.finalize_event = [lambda _: no()]
    try:
        Game.new(players=2, rules=fresh(), seed=7).apply("pick 91")
    finally:
        machine.finalize_event = []
    assert {record.message for record in caplog.records} == {"a finalize_event callback failed"}


def test_finalize_callbacks_know_whether_a_transition_was_taken() -> None:
    """The card goes to the hand, the phase play ends by itself, and `line` is refused."""
    rules = fresh()
    machine: Any = machine_of(rules)
    results: list[bool] = []
    machine.finalize_event = [lambda event: results.append(event.result)]
    before = table(phase="place", picked="15", players=[player(line="10 20"), player()])
    before = attrs.evolve(before, ruleset=rules)
    try:
        step(before, "hand")
        with pytest.raises(IllegalAction):
            step(before, "line")
    finally:
        machine.finalize_event = []
    assert results == [True, True, False]


def test_a_callback_may_be_a_name() -> None:
    """The name is that of an attribute of the cursor, or a path to import, as in `transitions`."""
    rules = fresh()
    phase = machine_of(rules).get_state("place")
    try:
        for name in ("at_phase", "copy.copy"):
            phase.add_callback("enter", name)
            Game.new(players=2, rules=rules, seed=7).apply("pick 91")
        phase.add_callback("enter", "nothing")
        with pytest.raises(AttributeError, match="'nothing' could neither be retrieved"):
            Game.new(players=2, rules=rules, seed=7).apply("pick 91")
    finally:
        phase.on_enter.clear()


class AsyncCall:
    async def __call__(self, _: object) -> None:
        """Do nothing."""


async def a_coroutine(*_: object) -> None:
    """Do nothing."""


@pytest.mark.parametrize(
    ("callback", "name"),
    [
        (a_coroutine, "a_coroutine"),
        (AsyncCall(), "AsyncCall"),
        (partial(a_coroutine, 1), "partial"),
    ],
)
def test_coroutine_callbacks_are_refused(callback: Any, name: str) -> None:
    rules = fresh()
    phase = machine_of(rules).get_state("place")
    phase.add_callback("enter", callback)
    game = Game.new(players=2, rules=rules, seed=7)
    try:
        with pytest.raises(
            CallbackError, match=f"^{name} is a coroutine function, which would never be awaited"
        ):
            game.apply("pick 91")
    finally:
        phase.on_enter.clear()
    assert game.ply == 0


@pytest.mark.parametrize("observer", [a_coroutine, AsyncCall(), partial(a_coroutine, 1)])
def test_coroutine_observers_are_refused(observer: Any) -> None:
    with pytest.raises(
        CallbackError, match="is a coroutine function, which would never be awaited"
    ):
        Game.new(players=2, seed=7).subscribe(observer)


CHANGES: list[tuple[str, Callable[[Any], object]]] = [
    ("a transition", lambda machine: machine.add_transition("line", "pick", "play")),
    ("a transition", lambda machine: machine.add_transitions([["line", "pick", "play"]])),
    ("a transition", lambda machine: machine.add_ordered_transitions()),
    ("a transition", lambda machine: machine.remove_transition("line")),
    (
        "a transition",
        lambda machine: machine.events["line"].add_transition(transitions.Transition("a", "b")),
    ),
    ("a phase", lambda machine: machine.add_states(["new"])),
    ("a phase", lambda machine: machine.add_state("new")),
    ("a model", lambda machine: machine.add_model(Game.new(seed=7))),
    ("a condition", lambda machine: machine.get_transitions("line")[0].conditions.append(bool)),
    ("a condition", lambda machine: machine.get_transitions("line")[0].conditions.clear()),
    (
        "a condition",
        lambda machine: setattr(machine.get_transitions("line")[0], "conditions", [bool]),
    ),
]


@pytest.mark.parametrize(("what", "change"), CHANGES)
def test_what_is_legal_cannot_be_changed_through_the_machine(
    what: str, change: Callable[[Any], object]
) -> None:
    machine = machine_of(fresh())
    before = (sorted(machine.states), len(machine.get_transitions()), list(machine.models))
    with pytest.raises(CallbackError) as refused:
        change(machine)
    assert str(refused.value) == (
        f"{what} of the machine cannot be changed: only a rule file says what is legal"
    )
    assert (sorted(machine.states), len(machine.get_transitions()), machine.models) == before


def test_the_conditions_of_a_transition_are_its_terms() -> None:
    restart = machine_of(STANDARD).get_transitions("restart")[0]
    assert [(each.func, each.target) for each in restart.conditions] == [
        ("card_fits", False),
        ("hand_has_room", False),
    ]


def test_everything_is_frozen_and_slotted() -> None:
    table = Game.new(players=2, seed=7).table
    models: list[Any] = [table, table.player, table.player.line, table.market[0], legal(table)[0]]
    for model in models:
        field = attrs.fields(type(model))[0].name
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(model, field, None)
        assert not hasattr(model, "__dict__")
    for event in told.__dict__.values():
        if attrs.has(event) and event.__module__ == told.__name__:
            assert "__slots__" in event.__dict__


def test_tables_share_what_did_not_change() -> None:
    table = Game.new(players=2, seed=7).table
    after, _ = step(table, legal(table)[0])
    assert after.deck is table.deck
    assert after.players is table.players
    assert after.jackpots is table.jackpots


def test_tables_compare_hash_and_pickle_in_the_middle_of_a_game() -> None:
    tables = [taken.table for taken in random_game(STANDARD)]
    again = [taken.table for taken in random_game(STANDARD)]
    assert tables == again
    assert len(set(tables + again)) == len(set(tables)) == len(tables)
    for each in tables[::20]:
        pickled: Table = pickle.loads(pickle.dumps(each))
        for other in (pickled, copy.copy(each), copy.deepcopy(each)):
            assert other == each
            assert hash(other) == hash(each)
            assert legal(other) == legal(each)


def test_a_card_equals_the_same_card_of_a_ruleset() -> None:
    assert Card("42", number=42, colour="blue") == STANDARD.card("42")


def test_a_copied_game_has_a_history_of_its_own() -> None:
    game = Game.new(players=2, seed=7)
    heard: list[Any] = []
    game.subscribe(lambda events, _: heard.append(events))
    for other in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        other.apply(other.legal[0])
        assert (other.ply, game.ply, heard) == (1, 0, [])


STUCK = over(remove={"transition": ["play-pass", "play-nothing"]})
"""A player without a card that fits has no legal action."""


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
"""The phase cleanup leads to itself."""


def test_rules_that_leave_a_player_without_a_legal_action() -> None:
    before = table(
        phase="play", players=[player("15", "10 20"), player()], rules=load_ruleset(STUCK)
    )
    with pytest.raises(RulesetError) as refused:
        legal(before)
    assert str(refused.value) == (
        "mine: phase play: the player on turn has no legal action [play];"
        " add a transition that is open there"
    )
    assert not machine.waits(before)


def test_a_step_that_leaves_a_player_without_a_legal_action_is_refused() -> None:
    """The card fits neither the line nor the hand, and no transition is left for that."""
    stuck = over(
        limits={"hand": 0}, remove={"transition": ["restart", "play-pass", "play-nothing"]}
    )
    rules = load_ruleset(stuck)
    before = table(phase="pick", market="15", rules=rules, players=[player(line="10 20"), player()])
    with pytest.raises(RulesetError, match="phase place: the player on turn has no legal action"):
        step(before, "pick 15")
    game = Game(before)
    with pytest.raises(RulesetError, match="the player on turn has no legal action"):
        game.apply("pick 15")
    assert (game.ply, game.table) == (0, before)


def test_rules_that_never_wait_for_a_player() -> None:
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
        "mine: phase cleanup: the step did not end after 500 phases or 924 events [cleanup];"
        " make it lead to a phase that waits, or to an end"
    )


def test_a_step_may_have_500_events_and_four_for_each_card_but_no_more() -> None:
    """The step takes 18 tokens for each of 50 cards, one for each other, and enters a phase."""
    pay = {"id": "pay", "rule": "pick", "from": "pick", "on": "pay", "to": "pick"}
    rules = load_ruleset(
        {
            "format": 2,
            "name": "mine",
            "extends": "standard",
            "effects": {
                "per_deck": {"rule": "pick", "token": 1, "each": "deck"},
                "per_market": {"rule": "pick", "token": 1, "each": "market"},
            },
            "transition": [{**pay, "do": ["per_deck"] * 18 + ["per_market"]}],
        }
    )
    codes = [str(number) for number in range(1, 101)]
    deck = " ".join(codes[:50])
    most = table(phase="pick", deck=deck, market=" ".join(codes[50:73]), rules=rules)
    assert len(step(most, "pay")[1]) == 500 + 4 * 106
    more = table(phase="pick", deck=deck, market=" ".join(codes[50:74]), rules=rules)
    with pytest.raises(RulesetError, match="the step did not end after 500 phases or 924 events"):
        step(more, "pay")


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


def test_no_action_is_legal_after_the_end() -> None:
    assert legal(table(phase="over")) == ()


def test_no_action_is_legal_at_a_table_that_goes_on_by_itself() -> None:
    assert legal(table(phase="turn-end")) == ()


def test_a_refusal_without_a_reason_is_a_mistake_of_the_library(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(machine, "why_not", lambda *_: None)
    with pytest.raises(AssertionError) as refused:
        step(table(phase="pick", market="1"), "pick 2")
    assert str(refused.value) == "pick 2 was refused in pick without a reason"


def test_a_picked_card_must_not_be_named() -> None:
    before = table(phase="place", picked="42", market="1")
    with pytest.raises(IllegalAction, match="line takes no card"):
        step(before, Action("line", STANDARD.card("42")))
    assert [str(action) for action in legal(before)] == ["line", "hand"]


def test_the_machine_of_an_equal_ruleset_is_the_same() -> None:
    assert machine_of(load_ruleset("standard")) is machine_of(STANDARD)


def test_a_player_without_a_card_that_fits_is_not_stuck_in_the_final() -> None:
    assert legal(table(phase="final", players=[player("15", "10 20"), player()])) == ()


def test_a_refused_action_is_not_a_game_over() -> None:
    with pytest.raises(IllegalAction) as error:
        step(table(phase="pick", market="1"), "pick 2")
    assert type(error.value) is IllegalAction
