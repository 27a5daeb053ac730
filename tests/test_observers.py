"""Observers hear of all that happens, in order, and can do no harm."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from lineit import Event, Game, IllegalAction, Table, replay


def test_an_observer_hears_of_every_action_and_undo() -> None:
    game = Game.new(players=2, seed=7)
    heard: list[tuple[list[str], str]] = []
    game.subscribe(lambda events, table: heard.append(([e.rule for e in events], table.phase)))
    game.apply("pick 91")
    game.undo()
    assert heard == [(["pick", "place-line"], "place"), ([], "pick")]


def test_an_observer_rebuilds_the_table_of_a_whole_game() -> None:
    game = Game.new(players=3, seed=7)
    mirror = game.table

    def observer(events: tuple[Event, ...], table: Table) -> None:
        nonlocal mirror
        mirror = replay(mirror, events)
        assert mirror == table

    game.subscribe(observer)
    while game.legal:
        game.apply(game.legal[-1])
    assert mirror == game.table


def test_who_has_unsubscribed_hears_nothing_more() -> None:
    game = Game.new(players=2, seed=7)
    heard: list[Any] = []
    stop = game.subscribe(lambda events, _: heard.append(events))
    stop()
    stop()
    game.apply("pick 91")
    assert heard == []


def test_who_subscribes_twice_hears_twice_and_ends_each_on_its_own() -> None:
    game = Game.new(players=2, seed=7)
    heard: list[Any] = []

    def observer(events: tuple[Event, ...], _: Table) -> None:
        heard.append(events)

    stop = game.subscribe(observer)
    game.subscribe(observer)
    game.apply("pick 91")
    assert len(heard) == 2
    stop()
    stop()
    game.apply("line")
    assert len(heard) == 3


def test_an_observer_that_fails_harms_neither_game_nor_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    game = Game.new(players=2, seed=7)
    heard: list[Any] = []

    def fails(events: tuple[Event, ...], table: Table) -> None:
        raise RuntimeError("no")

    game.subscribe(fails)
    game.subscribe(lambda events, _: heard.append(events))
    with caplog.at_level(logging.ERROR, "lineit"):
        events = game.apply("pick 91")
    assert heard == [events]
    assert game.table.phase == "place"
    assert [entry.message for entry in caplog.records] == ["an observer failed"]


def test_an_observer_hears_nothing_of_what_is_refused() -> None:
    game = Game.new(players=2, seed=7)
    heard: list[Any] = []
    game.subscribe(lambda events, _: heard.append(events))
    with pytest.raises(IllegalAction):
        game.apply("pick 1")
    assert heard == []


def test_an_observer_that_acts_is_heard_in_order_by_all() -> None:
    game = Game.new(players=2, seed=7)
    heard: list[str] = []

    def places(_: tuple[Event, ...], table: Table) -> None:
        if game.table.phase == "place":
            game.apply("line")

    game.subscribe(places)
    game.subscribe(lambda _, table: heard.append(table.phase))
    game.apply("pick 91")
    assert heard == ["place", "score"]


def test_an_interrupted_observer_leaves_the_game_and_the_others_working() -> None:
    game = Game.new(players=2, seed=7)
    heard: list[str] = []

    def interrupted(events: tuple[Event, ...], table: Table) -> None:
        raise KeyboardInterrupt

    stop = game.subscribe(interrupted)
    with pytest.raises(KeyboardInterrupt):
        game.apply("pick 91")
    stop()
    game.subscribe(lambda _, table: heard.append(table.phase))
    game.apply("line")
    assert heard == ["score"]
