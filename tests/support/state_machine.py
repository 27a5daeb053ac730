"""A state machine of Hypothesis: random uses of a game, and invariants after each."""

from __future__ import annotations

import copy
import json
import logging
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, cast

import pytest
from hypothesis import seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from lineit import (
    Event,
    Game,
    IllegalAction,
    NotAnAction,
    Table,
    load_game,
    replay,
    save_game,
    step,
)
from lineit.bots import GreedyBot, bot_action
from lineit.formats.views import view_json
from lineit.model.errors import UndoError, UnknownCard
from lineit.model.zones import Memory
from lineit.saves.records import parse_record, record_json
from lineit.testing import games, illegal_actions, legal_actions
from lineit.views import view
from support.invariants import every_card_lies_in_one_place, limits_are_kept

LOG = logging.getLogger("lineit")


MEMORIES: tuple[Memory, ...] = ("table", "perfect")


def through_a_file(game: Game) -> Game:
    with TemporaryDirectory() as folder:
        save_game(game, Path(folder) / "game.json")
        return load_game(Path(folder) / "game.json")


def through_json(game: Game) -> Game:
    return parse_record(json.dumps(record_json(game)))


def pickled(game: Game) -> Game:
    return cast(Game, pickle.loads(pickle.dumps(game)))


AGAIN = st.sampled_from([through_a_file, through_json, pickled, copy.copy])
"""All ways to make an equal game."""


NONSENSE = st.sampled_from(["", "fly", "pick 0", "play B9z", "pass 1 2"]) | st.text().map(
    "no ".__add__
)
"""Texts that are not actions of any ruleset."""


class GameMachine(RuleBasedStateMachine):
    """A game and its expected content: `tables`, one after each decision, and `heard`, the table
    that an observer builds from the events.
    """

    ruleset = "standard"

    @initialize(data=st.data())
    def new(self, data: st.DataObject) -> None:
        LOG.setLevel(logging.CRITICAL)  # observers fail on purpose, which is logged
        game = data.draw(games(self.ruleset), label="game")
        self.tables = [taken.table for taken in game]
        self.go_on_with(game)

    def go_on_with(self, game: Game) -> None:
        self.game, self.heard = game, game.table
        game.subscribe(self.hear)

    def hear(self, events: tuple[Event, ...], table: Table) -> None:
        self.heard = replay(self.heard, events) if events else table  # None: it was an undo

    # -- rules -----------------------------------------------------------------------

    @precondition(lambda self: not self.game.over)
    @rule(data=st.data())
    def apply_legal(self, data: st.DataObject) -> None:
        action = data.draw(legal_actions(self.game.table))
        assert self.game.explain(action) is None
        table, events = step(self.game.table, action)
        assert self.game.apply(str(action)) == events
        self.tables.append(table)

    @rule(seed=st.integers(0, 99))
    def begin_anew_and_play_with_care(self, seed: int) -> None:
        """Play to the end, so that many points are scored."""
        game = Game.new(2, rules=self.ruleset, seed=seed)
        self.tables = [game.table]
        self.go_on_with(game)
        while not game.over:
            game.apply(bot_action(GreedyBot(), game))
            self.tables.append(game.table)

    @rule(decisions=st.integers(1, 200), seed=st.integers(0, 99))
    def play_on(self, decisions: int, seed: int) -> None:
        chance = Random(seed)
        while decisions and not self.game.over:
            self.game.apply(chance.choice(self.game.legal))
            self.tables.append(self.game.table)
            decisions -= 1

    @rule(data=st.data())
    def apply_illegal(self, data: st.DataObject) -> None:
        action = data.draw(illegal_actions(self.game.table))
        for said in (action, str(action)):
            with pytest.raises(IllegalAction) as refused:
                self.game.apply(said)
            assert refused.value.reason == self.game.explain(said)

    @rule(text=NONSENSE)
    def apply_nonsense(self, text: str) -> None:
        with pytest.raises((NotAnAction, UnknownCard)) as refused:
            self.game.apply(text)
        assert refused.value.reason == self.game.explain(text)

    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        back = data.draw(st.integers(0, min(6, self.game.ply)) | st.integers(0, self.game.ply))
        del self.tables[len(self.tables) - back :]
        assert self.game.undo(back) == self.tables[-1]

    @rule(more=st.integers(1, 9))
    def undo_too_many(self, more: int) -> None:
        for steps in (self.game.ply + more, -more):
            with pytest.raises(UndoError):
                self.game.undo(steps)

    @rule(same=AGAIN)
    def go_on_with_the_same(self, same: Callable[[Game], Game]) -> None:
        before, again = self.game, same(self.game)
        assert (again.names, again.seed, again.events) == (before.names, before.seed, before.events)
        assert [taken.table for taken in again] == self.tables
        assert replay(again.undealt, again.events) == again.table
        before.undo(before.ply)  # must not change the other game
        self.tables = [taken.table for taken in again]
        self.go_on_with(again)

    @rule(error=st.sampled_from([RuntimeError, ValueError, AssertionError]))
    def observer_that_fails(self, error: type[Exception]) -> None:
        def fails(events: tuple[Event, ...], table: Table) -> None:
            raise error("no")

        self.game.subscribe(fails)

    @rule(text=NONSENSE)
    def observer_that_is_refused(self, text: str) -> None:
        self.game.subscribe(lambda _, __: self.game.apply(text))

    @rule(seed=st.integers(0, 9))
    def look(self, seed: int) -> None:
        table = self.game.table
        deck = tuple(Random(seed).sample(table.deck, len(table.deck)))
        for viewer in (None, *range(len(table.players))):
            for memory in MEMORIES:
                seen = self.game.view(viewer, memory)
                assert hidden(table, viewer, memory).isdisjoint(texts(view_json(seen)))
                assert view(table.changed(deck=deck), viewer, memory) == seen

    # -- invariants ------------------------------------------------------------------

    @invariant()
    def it_is_the_game_that_was_played(self) -> None:
        assert [taken.table for taken in self.game] == self.tables
        assert self.game.ply == len([taken for taken in self.game if taken.action])
        assert self.heard == self.game.table

    @invariant()
    def the_table_is_in_order(self) -> None:
        every_card_lies_in_one_place(self.game.table)
        limits_are_kept(self.game.table)

    @invariant()
    def points_are_what_lies_on_the_table_and_what_happened(self) -> None:
        players = self.game.table.players
        assert self.game.scores == tuple(len(each.scored) + sum(each.tokens) for each in players)
        assert self.game.scores == tuple(each.points for each in self.game.stats.players)

    @invariant()
    def it_is_over_where_nothing_is_legal(self) -> None:
        game = self.game
        assert game.over is (not game.legal) is (game.table.phase == "over") is bool(game.winners)
        assert [each.action for each in game.choices if each.reason is None] == [*game.legal]

    def teardown(self) -> None:
        LOG.setLevel(logging.NOTSET)


def run(rules: str, profile: settings, number: int | None = None) -> None:
    """Run the machine for games by these rules; the same number gives the same run."""
    machine = type("GameMachine", (GameMachine,), {"ruleset": rules})
    if number is not None:
        seed(number)(machine)
        profile = settings(profile, database=None)
    # A third of the examples, because each run has many steps.
    run_state_machine_as_test(
        machine, settings=settings(profile, max_examples=profile.max_examples // 3)
    )


def hidden(table: Table, viewer: int | None, memory: Memory) -> set[str]:
    """Return the codes of the cards that a viewer must not see."""
    zones = [table.deck]
    if memory == "table":
        zones += [*table.jackpots, *(each.scored for each in table.players)]
        zones += [each.hand for seat, each in enumerate(table.players) if seat != viewer]
    return {card.code for cards in zones for card in cards}


def texts(data: Any) -> Iterator[str]:
    """Yield every text in JSON data."""
    match data:
        case str():
            yield data
        case list():
            yield from (text for each in data for text in texts(each))
        case dict():
            yield from texts(list(data.values()))
