"""Previews: literal ones, and tests that what they say is true and shows nothing hidden."""

from __future__ import annotations

from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from lineit import (
    Action,
    Game,
    GameOver,
    IllegalAction,
    RulesetError,
    Table,
    View,
    ViewError,
    legal,
    load_ruleset,
    machine_of,
    step,
)
from lineit.engine.machine import is_over
from lineit.foresight import Preview, preview, previews
from lineit.formats.previews import preview_json
from lineit.formats.views import seen_event_json
from lineit.model.events import CardsMoved, Event, TokenTaken, TurnStarted
from lineit.model.zones import Memory
from lineit.sampling import sample
from lineit.testing import games
from lineit.views import Pile, view
from support.drawing import drawn
from support.paths import TESTS
from support.tables import after, over, player, table
from tools.doors import read_quickly

BGA = load_ruleset("bga")


def shown(before: Table, action: str, memory: Memory = "table") -> Preview:
    """Return the preview for the seat on turn."""
    return preview(view(before, before.seat, memory), action)


def moves(found: Preview) -> list[tuple[Any, ...]]:
    """Return each move as its zones, and its cards or their number."""
    return [
        (move.source, move.to, move.count if move.cards is None else " ".join(map(str, move.cards)))
        for move in found.moves
    ]


# -- what an action brings -------------------------------------------------------------------------

SCORING = table(
    phase="score",
    deck="60 61 62 63",
    market="90 91",
    players=[player("20", "3 17 B3a 42 50 B4a 71"), player("21", scored="1 2")],
)


def test_scoring_shows_points_bets_price_and_kept_cards() -> None:
    found = shown(SCORING, "score")
    assert found.points == (2 + 3 - 4, 0)
    assert [(token.value, str(token.card), token.after) for token in found.tokens] == [
        (3, "B3a", 4),
        (-4, "B4a", 1),
    ]
    assert moves(found) == [
        ("line", "discard", "B3a B4a"),
        ("line", "discard", "3 17 42"),
        ("line", "scored", "50 71"),
    ]
    assert found.rule == "score"
    assert (found.then, found.fits, found.forces_scoring, found.complete) == ((), None, False, True)


def test_a_jackpot_is_a_number_of_cards_unless_the_viewer_remembers_them() -> None:
    before = table(
        phase="place",
        picked="13",
        market="90",
        jackpots={"red": "97 93", "blue": "2"},
        players=[player("", "5 9"), player()],
    )
    line = ("picked", "line", "13")
    assert moves(shown(before, "line")) == [line, ("jackpots", "scored", 2)]
    assert moves(shown(before, "line", "perfect")) == [line, ("jackpots", "scored", "97 93")]
    assert shown(before, "line").points == (2, 0)
    assert shown(before, "hand").points == (0, 0)


def test_the_end_of_a_round_shows_how_many_cards_are_dealt_but_not_what_can_be_picked() -> None:
    last = table(
        phase="play",
        seat=1,
        market="90 91",
        deck="1 2 3 4",
        players=[player(), player("9")],
    )
    found = shown(last, "pass")
    assert moves(found) == [
        ("market", "jackpots", "90"),
        ("market", "jackpots", "91"),
        ("deck", "market", 4),
    ]
    assert (found.then, found.complete) == (None, True)


def test_the_end_of_the_game_stops_at_the_hidden_deck() -> None:
    last = SCORING.changed(seat=1, deck=SCORING.deck[:3], market=())
    found = shown(last, "pass")
    assert (found.then, found.complete, found.moves, found.points) == (None, False, (), (0, 0))


# -- what can follow -------------------------------------------------------------------------------

PICKING = table(
    phase="pick",
    market="15 25 B3a 60",
    players=[player("70 71", "20 30"), player("21")],
)


def test_a_pick_shows_whether_the_card_fits_or_forces_to_score() -> None:
    found = {str(each.action): each for each in previews(view(PICKING, 0))}
    assert {name: (each.fits, each.forces_scoring) for name, each in found.items()} == {
        "pick 15": (False, True),
        "pick 25": (False, True),
        "pick B3a": (True, False),
        "pick 60": (True, False),
    }
    assert found["pick 15"].then == (Action("restart"),)
    assert found["pick 60"].then == (Action("line"),)


def test_a_card_that_can_go_to_the_hand_forces_nothing() -> None:
    before = PICKING.with_player(0, PICKING.players[0].with_pile("hand", ()))
    found = shown(before, "pick 15")
    assert (found.then, found.fits, found.forces_scoring) == ((Action("hand"),), False, False)


def test_a_card_fits_if_the_action_itself_places_it_before_the_line_is_scored() -> None:
    fitting, forced = after(PICKING, "pick 60"), after(PICKING, "pick 15")
    assert shown(fitting, "line").fits is True
    assert shown(forced, "restart").fits is False
    assert shown(forced, "restart").points == (0, 0)
    assert moves(shown(forced, "restart")) == [
        ("line", "discard", "20 30"),
        ("picked", "line", "15"),
    ]


def test_a_pick_on_board_game_arena_places_the_card_at_once() -> None:
    before = table(
        phase="pick",
        market="15 60",
        rules=BGA,
        players=[player("70", "20 30 40 50"), player("21")],
    )
    found = {str(each.action): each for each in previews(view(before, 0))}
    assert {name: (each.fits, each.forces_scoring) for name, each in found.items()} == {
        "line 60": (True, False),
        "hand 15": (False, False),
        "hand 60": (True, False),
        "play 70": (True, False),
        "score": (None, False),
    }
    assert found["score"].points == (1, 0)
    assert {"line 15", "line 60"} <= {str(each) for each in found["score"].then or ()}


# -- a card from the deck --------------------------------------------------------------------------


def test_nobody_knows_whether_a_card_from_the_deck_fits() -> None:
    before = table(
        phase="pick",
        deck="50 51",
        market="60",
        rules=load_ruleset("blind-pick"),
        players=[player("", "20 30"), player()],
    )
    found = shown(before, "draw")
    assert moves(found) == [("deck", "picked", 1)]
    assert (found.then, found.fits, found.forces_scoring, found.complete) == (
        None,
        None,
        False,
        False,
    )


# -- who may ask -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("viewer", "why"),
    [
        (1, "seat 0 is on turn, not seat 1"),
        (None, "seat 0 is on turn; a spectator takes no actions"),
    ],
)
def test_only_the_seat_on_turn_has_previews(viewer: int | None, why: str) -> None:
    with pytest.raises(ViewError, match=why):
        previews(view(PICKING, viewer))
    with pytest.raises(ViewError, match=why):
        preview(view(PICKING, viewer), "pick 15")


def test_an_action_that_is_not_legal_has_no_preview() -> None:
    with pytest.raises(IllegalAction, match="1 is not in the market"):
        shown(PICKING, "pick 1")
    ended = table(phase="over")
    with pytest.raises(GameOver):
        shown(ended, "pass")
    assert previews(view(ended, 0)) == ()


def test_an_action_after_which_the_rules_cannot_go_on_brings_nothing() -> None:
    removed = ["restart", "play-pass", "play-nothing"]
    rules = load_ruleset(over(limits={"hand": 0}, remove={"transition": removed}))
    before = table(phase="pick", market="15", rules=rules, players=[player(line="10 20"), player()])
    found = shown(before, "pick 15")
    assert (found.moves, found.points, found.then) == ((), (0, 0), None)
    assert (found.fits, found.forces_scoring, found.complete) == (None, False, False)


def test_a_view_that_hides_the_hand_has_no_previews_about_it() -> None:
    """No rule file has such views, but data can."""
    seen = view(table(phase="play", players=[player("60", "20 30"), player()]), 0)
    hidden = evolve(seen.player, hand=Pile(1, None))
    seen = evolve(seen, players=(hidden, seen.players[1]))
    assert previews(seen) == ()
    found = preview(seen, "play 60")
    assert (found.moves, found.then, found.fits, found.complete) == ((), None, None, False)


def test_a_preview_calls_no_callbacks() -> None:
    called: list[object] = []
    phase = machine_of(PICKING.ruleset).get_state("place")
    phase.add_callback("enter", called.append)
    try:
        previews(view(PICKING, 0))
    finally:
        phase.on_enter.clear()
    assert called == []


def test_a_preview_as_json() -> None:
    assert preview_json(shown(after(PICKING, "pick 15"), "restart")) == {
        "action": "restart",
        "rule": "restart",
        "seat": 0,
        "points": [0, 0],
        "tokens": [],
        "moves": [
            {
                "rule": "price",
                "word": "pay_price",
                "seat": 0,
                "count": 2,
                "cards": ["20", "30"],
                "from": "line",
                "to": "discard",
                "colour": None,
            },
            {
                "rule": "restart",
                "word": "place_in_line",
                "seat": 0,
                "count": 1,
                "cards": ["15"],
                "from": "picked",
                "to": "line",
                "colour": None,
            },
        ],
        "then": ["play 70", "play 71", "pass"],
        "fits": False,
        "forces_scoring": False,
        "complete": True,
    }


# -- what a preview says is true, and shows nothing hidden -----------------------------------------


def check(now: Table, found: Preview, memory: Memory) -> None:
    """Check what a preview says against the step at the real table."""
    real, events = step(now, found.action)
    check_moves(now, found, events, memory)
    taken = [event for event in events if isinstance(event, TokenTaken)]
    assert [*found.tokens] == taken[: len(found.tokens)]
    if found.complete:
        pairs = zip(now.players, real.players, strict=True)
        assert found.points == tuple([b.points - a.points for a, b in pairs])
        assert len(found.tokens) == len(taken)
    if found.then is not None:
        goes_on = real.seat == now.seat and not is_over(real)
        assert found.then == (tuple(legal(real)) if goes_on else ())
        leaving = [leaves_line(step(real, each)[1]) for each in found.then]
        assert not found.forces_scoring or (leaving and all(leaving))
    if found.fits:
        card = found.action.card or now.picked
        lines = [events, *(step(real, each)[1] for each in found.then or ())]
        assert any(joins(card, each) for each in lines)


def check_moves(now: Table, found: Preview, events: tuple[Event, ...], memory: Memory) -> None:
    """Check that the moves of a preview are the first of those that the seat then sees."""
    real = [
        seen_event_json(event, now.ruleset, now.seat, memory)
        for event in events
        if isinstance(event, CardsMoved)
    ]
    told = preview_json(found)["moves"]
    assert len(told) == len(real) if found.complete else len(told) <= len(real)
    for move, event in zip(told, real, strict=False):
        cards = event["cards"]
        assert move["count"] == (cards if isinstance(cards, int) else len(cards))
        assert move["cards"] in (None, cards)
        same = ("rule", "word", "seat", "from", "to", "colour")
        assert [move[key] for key in same] == [event[key] for key in same]


def in_turn(events: tuple[Event, ...]) -> list[CardsMoved]:
    found = []
    for event in events:
        if isinstance(event, TurnStarted):
            break
        if isinstance(event, CardsMoved):
            found.append(event)
    return found


def leaves_line(events: tuple[Event, ...]) -> bool:
    return any(event.source == "line" for event in in_turn(events))


def joins(card: Any, events: tuple[Event, ...]) -> bool:
    for event in in_turn(events):
        if event.source == "line":
            return False
        if event.to == "line" and card in event.cards:
            return True
    return False


def check_all(now: Table, memory: Memory, seed: int) -> None:
    """Check all previews of a table: they are true, and are equal for tables that look equal."""
    seen: View = view(now, now.seat, memory)
    found = previews(seen)
    assert [each.action for each in found] == [*legal(now)]
    assert previews(view(sample(seen, seed), now.seat, memory)) == found
    for each in found:
        check(now, each, memory)


MEMORIES = st.sampled_from(("table", "perfect"))


@given(games(), MEMORIES, st.integers(0, 1000))
def test_previews_are_true_and_show_nothing_hidden(game: Game, memory: Memory, seed: int) -> None:
    check_all(game.table, memory, seed)


@given(games("bga"), MEMORIES, st.integers(0, 1000))
def test_previews_on_board_game_arena_are_true(game: Game, memory: Memory, seed: int) -> None:
    check_all(game.table, memory, seed)


@pytest.mark.parametrize(
    "file", sorted(TESTS.glob("data/house/*.toml")), ids=lambda file: file.stem
)
def test_previews_by_house_rules_are_true(file: Any) -> None:
    check_games(load_ruleset(file), 3)


@pytest.mark.slow
def test_previews_by_drawn_rules_are_true() -> None:
    accepted = 0
    with patch("lineit.rules.load._read_built_in", read_quickly):
        for seed in range(60):
            try:
                rules = load_ruleset(drawn(seed))
            except RulesetError:
                continue
            accepted += 1
            check_games(rules, seed)
    assert accepted > 20


def check_games(rules: Any, seed: int) -> None:
    """Check all previews of a game by the rules, until it ends or the rules cannot go on."""
    chance = Random(seed)
    try:
        game = Game.new(players=rules.components.players[0], rules=rules, seed=seed)
        while not game.over and game.ply < 60:
            seen = game.view(game.table.seat, chance.choice(("table", "perfect")))
            for each in previews(seen):
                try:
                    step(game.table, each.action)
                except RulesetError:
                    continue
                check(game.table, each, seen.memory)
            game.apply(chance.choice(game.legal))
    except RulesetError:
        return
