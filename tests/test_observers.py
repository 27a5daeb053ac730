"""Observers are called for every change, in order, and cannot break a game."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from lineit import Event, Game, IllegalAction, Table, replay


def test_an_observer_is_called_for_every_action_and_undo() -> None:
    game = Game.new(players=2, seed=7)
    heard: list[tuple[list[str], str]] = []
    game.subscribe(lambda events, table: heard.append(([e.rule for e in events], table.phase)))
    game.apply("pick 91")
    game.undo()
    assert heard == [(["pick", "place-line"], "place"), ([], "pick")]


def test_an_observer_can_rebuild_the_table_from_events() -> None:
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


def test_an_observer_is_not_called_after_its_subscription_ended() -> None:
    game = Game.new(players=2, seed=7)
    heard: list[Any] = []
    stop = game.subscribe(lambda events, _: heard.append(events))
    stop()
    stop()
    game.apply("pick 91")
    assert heard == []


def test_two_subscriptions_of_an_observer_are_independent() -> None:
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


def test_a_failing_observer_does_not_affect_the_game_or_other_observers(
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


def test_an_observer_is_not_called_for_a_refused_action() -> None:
    game = Game.new(players=2, seed=7)
    heard: list[Any] = []
    game.subscribe(lambda events, _: heard.append(events))
    with pytest.raises(IllegalAction):
        game.apply("pick 1")
    assert heard == []


def test_observers_get_events_in_order_if_one_takes_an_action() -> None:
    game = Game.new(players=2, seed=7)
    heard: list[str] = []

    def places(_: tuple[Event, ...], table: Table) -> None:
        if game.table.phase == "place":
            game.apply("line")

    game.subscribe(places)
    game.subscribe(lambda _, table: heard.append(table.phase))
    game.apply("pick 91")
    assert heard == ["place", "score"]


def test_the_game_works_after_an_observer_was_interrupted() -> None:
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
