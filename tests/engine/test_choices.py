"""Choices: legal and illegal actions, each with its reason."""

from __future__ import annotations

from random import Random

import pytest

from lineit import Game, ruleset_names, why_not
from lineit.engine.legality import choices
from support.tables import player, table


def reasons_by_action(game: Game) -> dict[str, str | None]:
    return {
        str(choice.action): choice.reason.text() if choice.reason else None
        for choice in game.choices
    }


def test_choices_of_the_phase_come_before_other_verbs() -> None:
    game = Game.new(2, seed=7)
    game.apply("pick 91")
    no = "is not possible in the phase place; now it is one of line, hand [place-line]"
    assert reasons_by_action(game) == {
        "line": None,
        "hand": None,
        "restart": "91 fits the line [restart]",
        "pick": f"pick {no}",
        "play": f"play {no}",
        "pass": f"pass {no}",
        "score": f"score {no}",
    }


def test_a_choice_has_the_rule_of_its_transition_or_else_of_the_phase() -> None:
    now = table(phase="play", players=[player(hand="1 50", line="10 20"), player()])
    found = [(str(each.action), each.rule, each.reason is None) for each in choices(now)]
    assert found[:3] == [
        ("play 1", "play", False),
        ("play 50", "play", True),
        ("pass", "play", True),
    ]
    now = table(phase="place", picked="15")
    assert [(str(each.action), each.rule) for each in choices(now)] == [
        ("line", "place-line"),
        ("hand", "place-hand"),
        ("restart", "restart"),
        *((verb, "place-line") for verb in ("pick", "play", "pass", "score")),
    ]


@pytest.mark.parametrize("name", ruleset_names())
def test_choices_without_a_reason_are_the_legal_actions(name: str) -> None:
    game, chance = Game.new(3, rules=name, seed=1), Random(1)
    while not game.over:
        assert [each.action for each in game.choices if each.reason is None] == [*game.legal]
        assert all(each.reason == why_not(game.table, each.action) for each in game.choices)
        game.apply(chance.choice(game.legal))


def test_after_the_end_every_choice_has_the_reason_game_over() -> None:
    game = Game.new(2, seed=7)
    while not game.over:
        game.apply(game.legal[0])
    assert set(reasons_by_action(game).values()) == {"the game is over [winner]"}
