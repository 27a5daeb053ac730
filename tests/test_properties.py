"""Properties that hold in every game, tested with drawn decks and decisions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineit import (
    Action,
    Game,
    IllegalAction,
    Table,
    legal,
    replay,
    step,
)
from lineit.engine.legality import why_not
from lineit.formats.events import event_json, parse_event
from lineit.formats.tables import parse_table, table_json
from lineit.model.events import CardsMoved, TokenTaken
from lineit.testing import games, tables, whole_games
from support.invariants import every_card_lies_in_one_place, limits_are_kept

ROUNDS = {2: (26, 2), 3: (21, 1), 4: (17, 4), 5: (15, 1)}
"""The last round and the cards left in the deck, by number of players [end-trigger]."""


@given(whole_games())
def test_every_table_has_each_card_once_and_keeps_the_limits(game: Game) -> None:
    for taken in game:
        every_card_lies_in_one_place(taken.table)
        limits_are_kept(taken.table)


@given(tables())
def test_legal_contains_exactly_the_actions_that_step_accepts(table: Table) -> None:
    """Every verb is tried with every card and without one."""
    rules = table.ruleset
    before = table_json(table)
    accepted = []
    for action in [Action(verb, card) for verb in rules.verbs for card in (None, *rules.cards)]:
        reason = why_not(table, action)
        if reason is None:
            step(table, action)
            accepted.append(action)
            continue
        with pytest.raises(IllegalAction) as refused:
            step(table, action)
        assert refused.value.reason == reason
        assert str(refused.value) == reason.text()
    assert set(accepted) == set(legal(table))
    assert len(accepted) == len(legal(table))
    assert table_json(table) == before


@given(whole_games("standard") | whole_games("bga"))
def test_the_game_ends_after_its_rounds(game: Game) -> None:
    in_rounds = [
        taken.table for taken in game if not taken.table.phase.startswith(("final", "over"))
    ]
    last = in_rounds[-1]
    assert (last.round, len(last.deck)) == ROUNDS[len(game.table.players)]
    assert game.over
    assert game.legal == ()


@given(whole_games())
def test_points_equal_the_sum_of_the_events(game: Game) -> None:
    points = [0] * len(game.table.players)
    for event in game.events:
        match event:
            case CardsMoved(seat=int(seat), to="scored"):
                points[seat] += len(event.cards)
            case TokenTaken():
                points[event.seat] += event.value
    assert tuple(points) == game.scores
    assert set(game.winners) == {s for s, p in enumerate(points) if p == max(points)}


@given(whole_games())
def test_events_rebuild_every_table(game: Game) -> None:
    table = game.undealt
    for taken in game:
        table = replay(table, taken.events)
        assert table == taken.table
    assert replay(game.undealt, game.events) == game.table


@given(games(), st.data())
def test_undo_restores_the_exact_table(game: Game, data: st.DataObject) -> None:
    tables = [step.table for step in game]
    taken = [step.action for step in game][1:]
    back = data.draw(st.integers(0, len(taken)))
    assert game.undo(back) == tables[len(taken) - back]
    for action in taken[len(taken) - back :]:
        assert action is not None
        game.apply(str(action))
    assert [step.table for step in game] == tables


@given(whole_games())
def test_tables_and_events_survive_json(game: Game) -> None:
    for taken in game:
        assert parse_table(table_json(taken.table), game.ruleset) == taken.table
    for event in game.events:
        assert parse_event(event_json(event), game.ruleset) == event


@given(st.integers(2, 5), st.integers())
def test_equal_seeds_give_equal_games(players: int, seed: int) -> None:
    one, other = (Game.new(players, seed=seed) for _ in range(2))
    assert one.table == other.table
    while one.legal:
        action = one.legal[seed % len(one.legal)]
        assert one.apply(action) == other.apply(str(action))
    assert one.table == other.table
    assert hash(one.table) == hash(other.table)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_seeds_give_different_games(players: int) -> None:
    assert len({Game.new(players, seed=seed).table for seed in range(50)}) == 50
