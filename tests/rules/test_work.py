"""Tests of the work of rules, which is known before they are played."""

from __future__ import annotations

from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from attrs import evolve

from lineit import Game, Ruleset, load_ruleset
from lineit.conformance import trial
from lineit.model.events import PhaseEntered
from lineit.model.ruleset import ZoneRule
from lineit.rules.work import ALWAYS, looks_of, most_work, work_at, work_of
from support.tables import STANDARD


def over(**changes: Any) -> Ruleset:
    return load_ruleset({"format": 2, "name": "mine", "extends": "standard", **changes})


def transition(**fields: Any) -> dict[str, Any]:
    return {"id": "mine", "rule": "play", "from": "play", "to": "score", "on": "mine", **fields}


def added(ruleset: Ruleset) -> dict[str, int]:
    """Return the work that the ruleset adds to that of `standard`, by zone."""
    before, now = looks_of(STANDARD), looks_of(ruleset)
    return {zone: now[zone] - before[zone] for zone in now if now[zone] != before[zone]}


@pytest.mark.parametrize(
    ("word", "more"),
    [
        ({"count": "hand", "below": 1}, {ALWAYS: 2}),
        ({"count": ["hand", "line"], "below": 1}, {ALWAYS: 2}),
        ({"count": "line", "of": "bets", "below": 1}, {ALWAYS: 2, "line": 1}),
        ({"count": ["hand", "line"], "of": "red", "below": 1}, {ALWAYS: 2, "hand": 1, "line": 1}),
        ({"count": "jackpot", "of": "numbers", "below": 1}, {ALWAYS: 2, "jackpots": 1}),
        ({"count": "card", "of": "bets", "exactly": 1}, {ALWAYS: 3}),
        ({"count": "line", "that": ["line_is_empty"], "below": 1}, {ALWAYS: 2, "line": 3}),
        ({"all": ["line_is_empty", "not hand_has_room"]}, {ALWAYS: 4}),
        ({"some": "line", "any": ["line_is_empty"]}, {"line": 2}),
        ({"some": "hand", "all": ["line_takes_bet"]}, {"hand": 2, "line": 2}),
        ({"some": "players", "all": ["line_takes_bet"]}, {ALWAYS: 10, "line": 5}),
    ],
)
def test_the_work_of_a_question(word: dict[str, Any], more: dict[str, int]) -> None:
    guards = {"mine": {"rule": "play", **word}}
    ruleset = over(guards=guards, transition=[transition(card="hand", when=["mine"])])
    assert added(ruleset) == more


@pytest.mark.parametrize(
    ("word", "more"),
    [
        ({"token": 1}, {ALWAYS: 102}),
        ({"token": 1, "each": "hand"}, {ALWAYS: 2, "hand": 100}),
        ({"move": "card", "from": "hand", "to": "discard"}, {ALWAYS: 2}),
        ({"move": "all", "from": "hand", "to": "discard"}, {ALWAYS: 2, "hand": 4}),
        ({"move": "bets", "from": "hand", "to": "discard", "last": 1}, {ALWAYS: 2, "hand": 50}),
        ({"move": "all", "from": "discard", "to": "deck"}, {ALWAYS: 2, "discard": 50}),
        ({"move": "all", "from": "deck", "to": "market", "first": 1}, {ALWAYS: 2, "deck": 4}),
        (
            {"move": "all", "from": "line", "to": "discard", "that": ["hand_has_room"]},
            {ALWAYS: 2, "line": 6},
        ),
        (
            {"move": "all", "from": "hand", "to": "discard", "that": ["line_takes_bet"]},
            {ALWAYS: 2, "hand": 6, "line": 2},
        ),
        ({"do": ["settle_bets", "stop"]}, {ALWAYS: 6, "line": 20}),
        ({"when": ["line_is_empty"], "do": ["stop"]}, {ALWAYS: 6}),
    ],
)
def test_the_work_of_a_change(word: dict[str, Any], more: dict[str, int]) -> None:
    effects = {"mine": word, "stop": {"rule": "play"}}
    assert added(over(effects=effects, transition=[transition(card="hand", do=["mine"])])) == more


def test_words_are_counted_with_all_that_they_are_made_of() -> None:
    guards = {"two": {"all": ["line_is_empty", "hand_has_room"]}}
    effects = {
        "one": {"when": ["two"], "token": 1},
        "three": {"when": ["line_is_empty"], "do": ["one", "next_turn", "one"]},
    }
    ruleset = over(
        guards=guards, effects=effects, transition=[transition(when=["two"], do=["three"])]
    )
    assert work_of(ruleset) - work_of(STANDARD) == 2 + (1 + 3) + 2 * 2


def test_the_most_work_is_that_of_full_zones() -> None:
    """A hand holds two cards, or one for each player; a line may hold all cards."""
    by_zone = looks_of(STANDARD)
    hand, others = by_zone.pop("hand"), by_zone.pop(ALWAYS)
    assert most_work(STANDARD) == 2 * hand + others + len(STANDARD.cards) * by_zone.total()
    few = {**STANDARD.zones, "jackpots": ZoneRule("nobody", "all", at_most=5)}
    assert most_work(evolve(STANDARD, zones=few)) == most_work(STANDARD)  # there are several piles
    large = over(limits={"hand": ["players"]})
    assert most_work(large) - most_work(STANDARD) >= 3 * hand
    assert most_work(over(components={"numbers": 1000})) > 9 * most_work(STANDARD)


def test_the_work_at_a_table_depends_on_the_cards_there() -> None:
    looks = looks_of(STANDARD)
    game = Game.new(2, seed=1)
    now = game.table
    assert work_at(now, looks) == (
        looks[ALWAYS] + looks["deck"] * len(now.deck) + looks["market"] * len(now.market)
    )
    chance = Random(1)
    while not game.over:
        assert work_at(game.table, looks) <= most_work(STANDARD)
        game.apply(chance.choice(game.legal))


def test_a_trial_ends_at_its_maximum_work() -> None:
    with patch.object(Game, "new", side_effect=Game.new) as new:
        assert trial.trial(STANDARD, "x") == []
        assert new.call_count == 4 * trial.GAMES
    with (
        patch.object(trial, "MOST_TRIAL_WORK", 1000),
        patch.object(Game, "new", side_effect=Game.new) as new,
    ):
        assert trial.trial(STANDARD, "x") == []
        assert new.call_count == 1


def test_a_phase_that_is_entered_repeatedly_is_more_work() -> None:
    entered = [PhaseEntered("play", name) for name in ("a", "b", "a", "c", "a")]
    times = trial._times_through_a_phase  # noqa: SLF001 # what a trial adds up
    assert (times(entered), times(entered[:2]), times([])) == (3, 1, 1)
