"""Tests of the bounds of a game: its length and its points."""

from __future__ import annotations

from unittest.mock import patch

import attrs
import pytest

from lineit import Game, RulesetError, load_ruleset, most_decisions
from lineit.model.words import EffectWord
from lineit.rules import game_limits
from support.tables import STANDARD


def test_a_game_is_bounded_by_its_cards() -> None:
    assert most_decisions(STANDARD) == 1060
    assert most_decisions(load_ruleset("children")) == 560


def test_a_game_may_look_at_20_million_cards() -> None:
    game = Game.new(2, rules={"format": 2, "name": "mine", "extends": "standard"}, seed=1)
    with patch("lineit.game.work_of_step", return_value=20_000_000):
        game.apply(game.legal[0])
    with patch("lineit.game.work_of_step", return_value=1), pytest.raises(RulesetError) as refused:
        game.apply(game.legal[0])
    assert [problem.message for problem in refused.value.problems] == [
        "the game looks at more than 20000000 cards"
    ]


@pytest.mark.parametrize(
    ("words", "bounds"),
    [
        ({"claim_jackpot": EffectWord(token=2)}, (-24, 124 + 4 * 2 * 1060)),
        ({"claim_jackpot": EffectWord(token=-2)}, (-24 - 4 * 2 * 1060, 124)),
        ({"claim_jackpot": EffectWord(token=-1, each="hand")}, (-24 - 4 * 106 * 1060, 124)),
        (
            {"claim_jackpot": EffectWord(token="market_size")},  # noqa: S106 # a token of the game
            (-24, 124 + 4 * 5 * 1060),
        ),
        ({"bank_line": EffectWord(move="all", source="line", to="scored")}, (-25440, 25546)),
    ],
)
def test_points_that_effects_bring(words: dict[str, EffectWord], bounds: tuple[int, int]) -> None:
    """Four transitions place a card in a line and so may claim a jackpot. A game has up to 1060
    decisions. If Bet cards do not go to the discard, each may be settled with every decision.
    """
    rules = attrs.evolve(STANDARD, effects={**STANDARD.effects, **words})
    assert game_limits.points_range(rules, 3) == bounds
