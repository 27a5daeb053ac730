"""Tests of the work of rules, which is known before they are played."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest
from attrs import evolve

from lineit import Game, Ruleset, RulesetError, load_ruleset
from lineit.conformance import trial
from lineit.engine.compiled import compiled
from lineit.frontends.open_games import size_of
from lineit.model.events import CardsMoved, PhaseEntered, TokenTaken
from lineit.model.ruleset import ZoneRule
from lineit.model.table import Player
from lineit.model.zones import ZONES
from lineit.rules.work import (
    ALWAYS,
    Looks,
    looks_by_phase,
    looks_of,
    most_work,
    work_of,
    work_of_step,
)
from support.tables import STANDARD
from support.work import limited_work


def over(**changes: Any) -> Ruleset:
    return load_ruleset({"format": 2, "name": "mine", "extends": "standard", **changes})


def transition(**fields: Any) -> dict[str, Any]:
    return {"id": "mine", "rule": "play", "from": "play", "to": "score", "on": "mine", **fields}


def added(ruleset: Ruleset) -> Looks:
    """Return the work of the last transition, by zone, for one card that it is about."""
    return looks_of(ruleset, [evolve(ruleset.transitions[-1], card=None)])


@pytest.mark.parametrize(
    ("word", "more"),
    [
        ({"count": "hand", "below": 1}, {ALWAYS: 2}),
        ({"count": ["hand", "line"], "below": 1}, {ALWAYS: 2}),
        ({"count": "line", "of": "bets", "below": 1}, {ALWAYS: 2, ("line",): 1}),
        (
            {"count": ["hand", "line"], "of": "red", "below": 1},
            {ALWAYS: 2, ("hand",): 1, ("line",): 1},
        ),
        ({"count": "jackpot", "of": "numbers", "below": 1}, {ALWAYS: 2, ("jackpots",): 1}),
        ({"count": "card", "of": "bets", "exactly": 1}, {ALWAYS: 3}),
        ({"count": "line", "that": ["line_is_empty"], "below": 1}, {ALWAYS: 2, ("line",): 3}),
        ({"all": ["line_is_empty", "not hand_has_room"]}, {ALWAYS: 4}),
        ({"some": "line", "any": ["line_is_empty"]}, {("line",): 2}),
        ({"some": "hand", "all": ["line_takes_bet"]}, {("hand",): 2, ("hand", "line"): 1}),
        ({"some": "players", "all": ["line_takes_bet"]}, {ALWAYS: 10, ("line",): 5}),
    ],
)
def test_the_work_of_a_question(word: dict[str, Any], more: Any) -> None:
    guards = {"mine": {"rule": "play", **word}}
    ruleset = over(guards=guards, transition=[transition(card="hand", when=["mine"])])
    assert added(ruleset) == more


@pytest.mark.parametrize(
    ("word", "more"),
    [
        ({"token": 1}, {ALWAYS: 102}),
        ({"token": 1, "each": "hand"}, {ALWAYS: 2, ("hand",): 100}),
        ({"move": "card", "from": "hand", "to": "discard"}, {ALWAYS: 2}),
        ({"move": "all", "from": "hand", "to": "discard"}, {ALWAYS: 2, ("hand",): 4}),
        ({"move": "bets", "from": "hand", "to": "discard", "last": 1}, {ALWAYS: 2, ("hand",): 50}),
        ({"move": "all", "from": "discard", "to": "deck"}, {ALWAYS: 2, ("discard",): 50}),
        ({"move": "all", "from": "deck", "to": "market", "first": 1}, {ALWAYS: 2, ("deck",): 4}),
        (
            {"move": "all", "from": "line", "to": "discard", "that": ["hand_has_room"]},
            {ALWAYS: 2, ("line",): 6},
        ),
        (
            {"move": "all", "from": "hand", "to": "discard", "that": ["line_takes_bet"]},
            {ALWAYS: 2, ("hand",): 6, ("hand", "line"): 1},
        ),
        ({"do": ["settle_bets", "stop"]}, {ALWAYS: 6, ("line",): 20}),
        ({"when": ["line_is_empty"], "do": ["stop"]}, {ALWAYS: 6}),
    ],
)
def test_the_work_of_a_change(word: dict[str, Any], more: Any) -> None:
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


def test_a_transition_asks_about_each_card_that_an_action_can_name() -> None:
    guards = {"mine": {"rule": "play", "count": "line", "of": "bets", "below": 1}}
    ruleset = over(guards=guards, transition=[transition(card="hand", when=["mine"])])
    assert looks_of(ruleset, ruleset.transitions[-1:]) == {("hand",): 20 + 2, ("hand", "line"): 1}
    assert looks_of(ruleset, [evolve(ruleset.transitions[-1], card="picked")]) == added(ruleset)
    assert most_work(ruleset, ruleset.transitions[-1:]) == 2 * (20 + 2 + 106)


def all_work(ruleset: Ruleset) -> int:
    return most_work(ruleset, ruleset.transitions)


def test_the_most_work_is_that_of_full_zones() -> None:
    """A hand holds two cards, or one for each player; a line may hold all cards."""
    looks = Looks({ALWAYS: 5, ("hand",): 7, ("hand", "line"): 3})
    with patch("lineit.rules.work.looks_of", lambda *_: looks):
        assert all_work(STANDARD) == 5 + 7 * 2 + 3 * 2 * 106
        assert all_work(over(limits={"hand": ["players"]})) == 5 + 7 * 5 + 3 * 5 * 106
    few = {**STANDARD.zones, "jackpots": ZoneRule("nobody", "all", at_most=5)}
    assert all_work(evolve(STANDARD, zones=few)) == all_work(STANDARD)  # there are several piles
    assert all_work(over(components={"numbers": 1000})) > 9 * all_work(STANDARD)


def test_more_than_200_ways_to_combine_zones_are_too_much_work() -> None:
    asks = evolve(STANDARD.transitions[0], card=None, when=("mine",), do=())

    def work_in(ways: int) -> Looks:
        looks = Looks({(f"zone-{at}",): 1 for at in range(ways)})
        with patch("lineit.rules.work._of_guard", lambda *_: looks):
            return looks_of(STANDARD, [asks])

    assert len(work_in(200)) == 200
    assert work_in(201) == {ALWAYS: 1_000_000_000}


def test_the_work_of_a_step_depends_on_the_cards_on_the_table() -> None:
    now = Game.new(2, seed=1).table
    looks = {"pick": Looks({ALWAYS: 5, ("deck",): 7, ("deck", "market"): 1, ("hand",): 100})}
    assert (now.phase, len(now.deck), len(now.market)) == ("pick", 102, 4)
    assert work_of_step(now, (), looks) == 5 + 7 * 102 + 102 * 4


def test_the_work_of_a_step_is_that_of_each_phase_that_it_enters() -> None:
    entered = [PhaseEntered("play", name) for name in ("a", "b", "a")]
    looks = {name: Looks({ALWAYS: n}) for name, n in (("pick", 1), ("a", 10), ("b", 100))}
    now = Game.new(2, seed=1).table
    assert [work_of_step(now, events, looks) for events in (entered, entered[:1], [])] == [
        1 + 2 * 10 + 100 + 3 * 40,
        1 + 10 + 40,
        1,
    ]


def test_a_token_costs_more_for_a_player_who_has_many() -> None:
    now = Game.new(2, seed=1).table
    looks = {"pick": Looks()}
    first, other = (TokenTaken("play", "reward", seat, 1) for seat in (0, 1))
    rich = now.with_player(0, Player(tokens=(1,) * 7))
    assert work_of_step(now, [first], looks) == 40
    assert work_of_step(rich, [first, other, first], looks) == 3 * 40 + 2 * 7


def test_a_move_costs_more_where_many_cards_lie() -> None:
    now = Game.new(2, seed=1).table
    looks = {"pick": Looks()}
    card = now.market[:1]
    pick = CardsMoved("pick", "pick_card", 0, card, "market", "picked", None)
    back = CardsMoved("pick", "put_back", None, card, "market", "deck", None)
    assert work_of_step(now, [pick], looks) == 40 + 4 // 4
    assert work_of_step(now, [back], looks) == 40 + 26  # a quarter of 106, rounded down
    assert work_of_step(now, [pick, back, back], looks) == 3 * 40 + (4 + 2 * (4 + 102)) // 4


def test_the_phases_together_do_the_work_of_all_transitions() -> None:
    by_phase = looks_by_phase(STANDARD)
    assert list(by_phase) == [phase.name for phase in STANDARD.phases]
    assert sum(by_phase.values(), Looks()) == looks_of(STANDARD, STANDARD.transitions)


def test_a_trial_ends_at_its_maximum_work() -> None:
    mine = over()
    with patch.object(Game, "new", side_effect=Game.new) as new:
        assert trial.trial(mine, "x") == []
        assert new.call_count == 4 * trial.GAMES
    with (
        patch.object(trial, "MOST_TRIAL_WORK", 1000),
        patch.object(Game, "new", side_effect=Game.new) as new,
    ):
        assert trial.trial(mine, "x") == []
        assert new.call_count == 1


def test_games_of_built_in_rules_cost_nothing_to_count() -> None:
    game = Game.new(2, seed=1)
    game.apply(game.legal[0])
    assert game.steps[-1].work == 0


def test_a_game_that_takes_too_much_work_is_refused_and_stays_as_it_was() -> None:
    game = Game.new(2, rules=over(), seed=1)
    game.apply(game.legal[0])
    done = game.steps[-1].work
    first, second = game.steps
    assert done == work_of_step(first.table, second.events, looks_by_phase(STANDARD))
    with patch("lineit.game.MOST_WORK_A_GAME", done), pytest.raises(RulesetError) as caught:
        game.apply("hand")
    (problem,) = caught.value.problems
    assert (problem.id, problem.mend) == (
        "too-much-work",
        "count in smaller zones, or move fewer cards",
    )
    assert (game.ply, game.steps[-1].work) == (1, done)
    game.apply("hand")
    game.undo(2)
    assert game.steps[-1].work == 0


def test_a_phase_cannot_look_at_many_cards_by_itself() -> None:
    guards = {
        "some_bet": {"rule": "play", "count": "line", "of": "bets", "at_least": 1},
        "some_number": {"rule": "play", "count": "line", "of": "numbers", "at_least": 1},
        "some_card": {"some": "line", "any": ["some_bet", "some_number"]},
    }
    mine = transition(on=None, when=["some_card"] * 10)
    with pytest.raises(RulesetError) as caught:
        over(guards=guards, transition=[mine])
    assert [str(problem) for problem in caught.value.problems] == [
        "(data): phase play: may look at 229192 cards by itself, but at most 200000 are allowed "
        "[play]; count in smaller zones, or move fewer cards"
    ]


def test_a_phase_that_comes_back_by_itself_can_look_at_fewer_cards() -> None:
    """Many cards may be looked at once in a step, but not 500 times."""
    guards = {
        "some_bet": {"rule": "play", "count": "line", "of": "bets", "at_least": 1},
        "some_card": {"some": "line", "any": ["some_bet"]},
    }
    again = transition(on=None, when=["some_card"] * 5, to="play")
    with pytest.raises(RulesetError) as caught:
        over(guards=guards, transition=[again])
    assert [str(problem) for problem in caught.value.problems] == [
        "(data): phase play: may look at 57472 cards by itself, again and again, but at most "
        "50000 are allowed [play]; count in smaller zones, or move fewer cards"
    ]
    assert over(guards=guards, transition=[{**again, "to": "score"}])
    assert over(guards=guards, transition=[{**again, "when": ["some_card"] * 4}])


def test_questions_about_all_zones_within_one_another_are_refused_at_once() -> None:
    """There are thousands of ways to combine eight zones nine times. It once took 19 s."""
    guards: dict[str, Any] = {"a0": {"rule": "play", "count": "round", "at_least": 9}}
    for at in range(1, 9):
        guards[f"a{at}"] = {"count": [*ZONES], "that": [f"a{at - 1}"], "at_least": 1}
    for at in range(150):
        guards[f"b{at}"] = {"count": [*ZONES], "that": ["a8"], "at_least": at + 2}
    asked = [f"b{at}" for at in range(150)]
    ways = [
        transition(id=f"ask-{at}", when=asked[at : at + 20], on=f"ask-{at}")
        for at in range(0, 150, 20)
    ]
    with limited_work() as calls, pytest.raises(RulesetError) as caught:
        over(guards=guards, transition=ways)
    assert [problem.id for problem in caught.value.problems] == ["too-much-work"]
    assert calls.count < 3_000_000


def test_hundreds_of_actions_for_each_card_of_a_large_box_are_refused() -> None:
    """With 330 verbs, the machine of such rules took 75 MB, and 64 machines are kept."""
    box = {"numbers": 1000, "bets": [*range(1, 21)], "bet_copies": 26}

    def rules(verbs: int) -> dict[str, Any]:
        take = {**WAIT, "card": "market"}
        ways = [{**take, "id": f"take-{at}", "on": f"take-{at}"} for at in range(verbs)]
        return {"components": box, "transition": ways}

    with pytest.raises(RulesetError) as caught:
        over(**rules(40))
    assert [problem.id for problem in caught.value.problems] == ["too-much-work"]
    assert over(**rules(20))


def test_an_action_is_made_when_it_is_first_asked_for() -> None:
    game = Game.new(2, rules=over(limits={"hand": 7}), seed=1)
    actions = compiled(game.ruleset).phases["pick"].options["pick"].actions
    assert len(actions) == 0
    assert [str(action) for action in game.legal] == [f"pick {code}" for code in actions]
    assert len(actions) == 4


WAIT = {"id": "wait", "rule": "pick", "from": "pick", "on": "wait", "to": "pick"}


def onward(source: str, to: str) -> dict[str, Any]:
    return {"id": f"to-{to}", "rule": "pick", "from": source, "to": to}


MUCH_IN_A_STEP: dict[str, dict[str, Any]] = {
    "turns": {
        "effects": {"many": {"do": ["next_turn"] * 10}, "more": {"do": ["many"] * 9}},
        "transition": [{**WAIT, "do": ["more"] * 8}],
    },
    "phases": {
        "phase": [{"name": f"a{at}", "actor": "table", "rule": "pick"} for at in range(200)],
        "transition": [
            {**WAIT, "to": "a0"},
            *(onward(f"a{at}", f"a{at + 1}") for at in range(199)),
            onward("a199", "pick"),
        ],
    },
    "tokens": {
        "effects": {"reward": {"token": 1}},
        "transition": [{**WAIT, "do": ["reward"] * 20}],
    },
}
"""Rules with much in a step that looks at no card."""


def play_on(game: Game) -> None:
    while True:
        game.apply("wait")


@pytest.mark.slow
@pytest.mark.parametrize("name", MUCH_IN_A_STEP)
def test_a_game_with_much_in_each_step_ends_early(name: str) -> None:
    """With the largest box, these games once took up to 29 s and 2.7 GB to play or to load."""
    box = {"numbers": 1000, "bets": [*range(1, 21)], "bet_copies": 26, "players": [2, 12]}
    game = Game.new(12, rules=over(components=box, **MUCH_IN_A_STEP[name]), seed=1)
    with limited_work(), pytest.raises(RulesetError) as caught:
        play_on(game)
    assert [problem.id for problem in caught.value.problems] == ["too-much-work"]
    assert size_of(game) < 200_000_000


def test_points_are_added_up_once_however_often_a_step_asks_for_them() -> None:
    """Thousands of tokens made a step of 480 phases with 700 questions each take 9 s."""
    asked = [f"p{at}" for at in range(10)]
    counts = {"rule": "pick", "count": "points"}
    guards: dict[str, Any] = {name: {**counts, "exactly": -at} for at, name in enumerate(asked, 1)}
    guards["ten"] = {"any": asked}
    guards["many"] = {"some": "players", "any": ["ten"] * 9}
    guards["done"] = {"rule": "pick", "count": "round", "multiple_of": 400}
    again = {"rule": "pick", "from": "spin", "to": "spin"}
    rules = over(
        guards=guards,
        effects={"reward": {"token": 1, "each": "deck"}},
        phase=[{"name": "spin", "actor": "table", "rule": "pick"}],
        transition=[
            {**WAIT, "do": ["reward"] * 8},
            {**WAIT, "id": "go", "on": "go", "to": "spin"},
            {**again, "id": "end", "when": ["done"], "to": "pick"},
            {**again, "id": "ask", "when": ["many"]},
            {**again, "id": "round", "do": ["begin_round"]},
        ],
    )
    game = Game.new(5, rules=rules, seed=1)
    game.apply("wait")
    assert len(game.table.player.tokens) > 700
    with patch("builtins.sum", side_effect=sum) as added:
        game.apply("go")
    assert added.call_count < 100
