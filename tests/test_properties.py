"""What always holds, over whole games of drawn decks and drawn choices."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineit import (
    Action,
    Game,
    IllegalAction,
    Ruleset,
    Table,
    legal,
    load_ruleset,
    replay,
    ruleset_names,
    step,
)
from lineit.codec import cards_on, event_json, parse_event, parse_table, table_json
from lineit.events import BetLost, BetWon, JackpotClaimed, LineScored
from lineit.explain import why_not

STANDARD = load_ruleset("standard")
RULESETS = [load_ruleset(name) for name in ruleset_names()]

ROUNDS = {2: (26, 2), 3: (21, 1), 4: (17, 4), 5: (15, 1)}
"""Where a game ends: rounds, and cards left in the deck [end-trigger]."""


@st.composite
def games(draw: st.DrawFn, *only: Ruleset) -> Game:
    """A game not yet begun: a ruleset, a number of players, a first seat, a deck."""
    rules = draw(st.sampled_from(only or RULESETS))
    players = draw(st.integers(*rules.components.players))
    first = draw(st.integers(0, players - 1))
    deck = draw(st.permutations(rules.cards))
    return Game.new(players, rules=rules, deck=deck, first=first)


def played(game: Game, data: st.DataObject, look: Callable[[Table], None]) -> Game:
    """The game played to its end by drawn choices, with a look at every table."""
    look(game.table)
    while game.legal:
        game.apply(data.draw(st.sampled_from(game.legal)))
        look(game.table)
    return game


@given(games(), st.data())
def test_every_card_lies_in_one_place(game: Game, data: st.DataObject) -> None:
    def look(table: Table) -> None:
        lying = cards_on(table)
        assert len(lying) == len(set(lying)) == len(table.ruleset.cards)

    played(game, data, look)


@given(games(), st.data())
def test_lines_are_monotone_with_one_bet_and_hands_within_the_limit(
    game: Game, data: st.DataObject
) -> None:
    def look(table: Table) -> None:
        limits = table.ruleset.limits
        for player in table.players:
            numbers = [card.number for card in player.line.cards if card.number is not None]
            assert numbers in (sorted(numbers), sorted(numbers, reverse=True))
            assert len(player.line) - len(numbers) <= limits.bets_per_line
            assert len(player.hand) <= limits.hand

    played(game, data, look)


@given(games(), st.data())
def test_legal_is_what_step_accepts(game: Game, data: st.DataObject) -> None:
    """Of all actions there could be, those in `legal` are accepted, and no other."""
    rules = game.ruleset
    every = [Action(verb, card) for verb in rules.verbs for card in (None, *rules.cards)]
    tables: list[Table] = []
    played(game, data, tables.append)
    for table in data.draw(st.lists(st.sampled_from(tables), max_size=3)):
        before = table_json(table)
        accepted = []
        for action in every:
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


@given(games(STANDARD, load_ruleset("bga")), st.data())
def test_the_game_ends_after_its_rounds(game: Game, data: st.DataObject) -> None:
    left: list[int] = []

    def look(table: Table) -> None:
        if table.phase in ("pick", "place", "play", "score"):
            left[:] = [table.round, len(table.deck)]

    played(game, data, look)
    assert tuple(left) == ROUNDS[len(game.table.players)]
    assert game.over
    assert game.legal == ()


@given(games(), st.data())
def test_points_are_what_the_events_add_up_to(game: Game, data: st.DataObject) -> None:
    played(game, data, lambda _: None)
    points = [0] * len(game.table.players)
    for event in game.events:
        match event:
            case LineScored():
                points[event.seat] += len(event.kept)
            case JackpotClaimed():
                points[event.seat] += len(event.cards)
            case BetWon():
                points[event.seat] += event.value
            case BetLost():
                points[event.seat] -= event.value
    assert tuple(points) == game.scores
    assert set(game.winners) == {s for s, p in enumerate(points) if p == max(points)}


@given(games(), st.data())
def test_events_rebuild_every_table(game: Game, data: st.DataObject) -> None:
    played(game, data, lambda _: None)
    table = game.undealt
    for taken in game:
        table = replay(table, taken.events)
        assert table == taken.table
    assert replay(game.undealt, game.events) == game.table


@given(games(), st.data())
def test_undo_is_exact(game: Game, data: st.DataObject) -> None:
    tables: list[Table] = []
    played(game, data, tables.append)
    taken = [step.action for step in game][1:]
    back = data.draw(st.integers(0, len(taken)))
    assert game.undo(back) == tables[len(taken) - back]
    for action in taken[len(taken) - back :]:
        assert action is not None
        game.apply(str(action))
    assert [step.table for step in game] == tables


@given(games(), st.data())
def test_tables_and_events_survive_json(game: Game, data: st.DataObject) -> None:
    def look(table: Table) -> None:
        assert parse_table(table_json(table), table.ruleset) == table

    played(game, data, look)
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
