"""The machine of `transitions`: its callbacks, triggers and transitions."""

from __future__ import annotations

import os
from typing import Any

import attrs
import pytest
from transitions import EventData

from lineit import Game, IllegalAction, Ruleset, machine_of, step
from lineit.engine.driver import BY_ITSELF, GuardedTransition
from lineit.engine.effects import Cursor
from lineit.model.events import PhaseEntered
from support.tables import STANDARD, player, table


@pytest.fixture
def rules() -> Ruleset:
    """Return `standard` with another digest, so that it has its own machine."""
    return attrs.evolve(STANDARD, digest=os.urandom(8).hex())


Heard = list[tuple[str, str, str, int]]


def hearing(driven: Any) -> Heard:
    """Add callbacks of all kinds around a pick. Each adds its name and the situation to a list."""
    heard: Heard = []

    def tell(name: str) -> Any:
        def callback(event: EventData) -> None:
            cursor: Any = event.model
            state: Any = event.state
            heard.append((name, state.name, cursor.at_phase, len(cursor.events)))

        return callback

    transition = driven.get_transitions("pick", "pick")[0]
    for name in ("prepare", "before", "after"):
        setattr(transition, name, [tell(name)])
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


def test_a_finalize_callback_does_not_change_the_order(rules: Ruleset) -> None:
    game = Game.new(players=2, rules=rules, seed=7)
    driven = machine_of(rules)
    heard = hearing(driven)
    ended: list[str] = []
    driven.finalize_event = [lambda event: ended.append(event.event.name)]
    game.apply("pick 91")
    assert heard == CALLED
    assert ended == ["pick"]


def test_a_closed_transition_calls_only_its_prepare_callbacks(rules: Ruleset) -> None:
    before = table(
        phase="place", picked="15", players=[player(line="10 20"), player()], rules=rules
    )
    driven: Any = machine_of(rules)
    heard: list[str] = []
    transition = driven.get_transitions("line", "place")[0]
    transition.prepare = [lambda _: heard.append("prepare")]
    transition.before = [lambda _: heard.append("before")]
    with pytest.raises(IllegalAction):
        step(before, "line")
    assert heard == ["prepare"]


def test_on_exception_is_called_and_the_exception_goes_on(rules: Ruleset) -> None:
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
    transition: Any = machine_of(STANDARD).get_transitions("restart", "place")[0]
    assert [(each.func, each.target) for each in transition.conditions] == [
        ("card_fits", False),
        ("hand_has_room", False),
    ]
    transition = machine_of(STANDARD).get_transitions("line", "place")[0]
    assert [(each.func, each.target) for each in transition.conditions] == [("card_fits", True)]


def test_a_verb_that_the_phase_does_not_have_changes_nothing(rules: Ruleset) -> None:
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


@pytest.mark.parametrize("hook", ["prepare_event", "before_state_change"])
def test_callbacks_get_the_trigger_and_its_arguments(rules: Ruleset, hook: str) -> None:
    driven: Any = machine_of(rules)
    cursor = Cursor(
        table(phase="score", rules=rules), None, {"turn-end": PhaseEntered("score", "turn-end")}
    )
    told: list[Any] = []
    setattr(driven, hook, [lambda e: told.append((e.event.name, e.args, e.kwargs))])
    assert driven.events["pass"].trigger(cursor, 1, by="Ana")
    assert told == [("pass", (1,), {"by": "Ana"})]


def test_a_transition_keeps_its_entry_and_takes_the_usual_arguments() -> None:
    entry = next(each for each in STANDARD.transitions if each.id == "pick")
    made: Any = machine_of(STANDARD).get_transitions("pick", "pick")[0]
    assert made.entry == entry
    again: Any = GuardedTransition(
        "pick", "place", None, None, "x", entry=entry, failing=made.failing, changes=[]
    )
    assert again.before == ["x"]


def test_a_trigger_returns_whether_a_transition_was_open(rules: Ruleset) -> None:
    before = table(
        phase="place", picked="15", players=[player(line="10 20"), player()], rules=rules
    )
    cursor = Cursor(before, STANDARD.card("15"), {"play": PhaseEntered("play", "play")})
    driven: Any = machine_of(rules)
    assert driven.events["line"].trigger(cursor) is False
    assert driven.events["hand"].trigger(cursor) is True
