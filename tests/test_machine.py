"""The machine: driven by `transitions`, holding no game, giving the same with callbacks or none."""

from __future__ import annotations

import copy
import gc
import pickle
from random import Random
from typing import Any

import attrs
import pytest
from transitions import EventData

from lineit import (
    Card,
    Game,
    IllegalAction,
    Ruleset,
    Table,
    legal,
    load_ruleset,
    machine_of,
    replay,
    step,
)
from lineit import events as told
from lineit.driver import Cursor

STANDARD = load_ruleset("standard")


def random_game(rules: Ruleset, seed: int = 3) -> Game:
    chance = Random(seed)
    game = Game.new(players=3, rules=rules, seed=seed)
    while game.legal:
        game.apply(chance.choice(game.legal))
    return game


def fresh() -> Ruleset:
    """The rules of `standard` under another digest, so that they have a machine of their own."""
    return attrs.evolve(STANDARD, digest="fresh")


def test_one_machine_a_ruleset_which_holds_no_game() -> None:
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
        row: Any = event.transition
        seen.append((row.source, row.dest, cursor.table.phase))

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
def test_the_long_way_through_transitions_gives_the_same_game(hook: str) -> None:
    """With a callback that only `transitions` itself calls, its own code drives every step."""
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


def test_a_callback_that_acts_on_its_game_is_told_so() -> None:
    """What it did stays; the action during which it did it is refused, and has no part in it."""
    rules = fresh()
    game = Game.new(players=2, rules=rules, seed=7)
    phase: Any = machine_of(rules).get_state("place")

    def acts(_: EventData) -> None:
        phase.on_enter.clear()
        game.apply("pick 33")

    phase.add_callback("enter", acts)
    with pytest.raises(IllegalAction, match="the game has gone on meanwhile"):
        game.apply("pick 91")
    assert [str(each.action) for each in list(game)[1:]] == ["pick 33"]
    assert replay(game.undealt, game.events) == game.table


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
    for table in tables[::20]:
        pickled: Table = pickle.loads(pickle.dumps(table))
        for other in (pickled, copy.copy(table), copy.deepcopy(table)):
            assert other == table
            assert hash(other) == hash(table)
            assert legal(other) == legal(table)


def test_cards_of_another_making_are_the_same_cards() -> None:
    assert Card("42", number=42, colour="blue") == STANDARD.card("42")


def test_a_copied_game_has_a_history_of_its_own() -> None:
    game = Game.new(players=2, seed=7)
    heard: list[Any] = []
    game.subscribe(lambda events, _: heard.append(events))
    for other in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        other.apply(other.legal[0])
        assert (other.ply, game.ply, heard) == (1, 0, [])
