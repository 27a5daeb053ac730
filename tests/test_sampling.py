"""Samples: complete tables that agree with a view."""

from __future__ import annotations

import pytest

from lineit import sampling
from lineit.formats.tables import cards_on
from lineit.sampling import sample
from lineit.views import View, view
from support.tables import STANDARD, player, table


def hidden() -> View:
    """Return a view of seat 1. A hand, the score piles, the jackpots and the deck are hidden."""
    before = table(
        phase="play",
        market="1 2",
        deck="B4a B4b B5a",
        discard="8",
        seat=0,
        played=0,
        round=2,
        jackpots={"red": "9 13", "blue": "10"},
        first=1,
        players=[
            player("20 B3b", "30 B3a", "40 44", [3]),
            {**player("21", "", "41", [-4]), "stopped": True},
        ],
    )
    return view(before, 1)


def test_a_sample_deals_no_bet_card_to_jackpots_and_score_piles() -> None:
    """A jackpot also gets only number cards of its colour."""
    seen = hidden()
    assert seen.players[1].stopped
    for seed in range(20):
        guess = sample(seen, seed)
        assert view(guess, 1) == seen
        assert sorted(card.code for card in cards_on(guess)) == sorted(
            card.code for card in STANDARD.cards
        )
        for colour, pile in zip(STANDARD.colours, guess.jackpots, strict=True):
            assert all(card.colour == colour for card in pile)
        assert all(not card.is_bet for each in guess.players for card in each.scored)


def test_samples_are_equal_for_equal_seeds_only() -> None:
    seen = hidden()
    assert sample(seen, 1) == sample(seen, 1)
    assert len({sample(seen, seed) for seed in range(20)}) > 10


def test_a_sample_of_a_game_that_is_over_is_over() -> None:
    over = table(phase="over", deck="", players=[player(scored="1 2"), player(scored="3")])
    assert view(sample(view(over, None), 3), None) == view(over, None)


def test_a_sample_is_dealt_again_until_the_player_on_turn_can_decide() -> None:
    before = table(phase="final", rest="deck", players=[player("20", "10 15"), player("", "30")])
    for seed in range(30):
        hand = sample(view(before, 1), seed).players[0].hand[0]
        assert hand.number is None or hand.number > 15


def test_a_table_without_a_decision_can_be_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "MOST_GUESSES", 3)
    before = table(phase="turn-end", market="1", rest="deck", players=[player("20"), player()])
    assert view(sample(view(before, 1), 1), 1) == view(before, 1)


def test_a_sample_has_the_picked_card_once() -> None:
    before = table(phase="place", picked="42", market="1", rest="deck")
    for seed in range(5):
        guess = sample(view(before, 1), seed)
        assert guess.picked == before.picked
        assert sorted(card.code for card in cards_on(guess)) == sorted(
            card.code for card in STANDARD.cards
        )
