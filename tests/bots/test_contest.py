"""Tests of contests: counts, intervals computed by hand, and the win rate of greedy."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from lineit import Action, RulesetError, load_ruleset
from lineit.bots import BOTS, GreedyBot, RandomBot
from lineit.bots.contest import Contest, Outcome, contest
from lineit.model.errors import DeckError, PlayersError
from lineit.views import View

WON: tuple[Outcome, Outcome] = ("won", "won")
HALF: tuple[Outcome, Outcome] = ("won", "lost")
LOST: tuple[Outcome, Outcome] = ("lost", "lost")


def test_greedy_beats_chance() -> None:
    """This plays 50 decks; a slow test plays 1,000 games."""
    result = contest(BOTS["greedy"], BOTS["random"], range(50))
    assert result.games == 100
    assert result.rate >= 0.95, str(result)


@pytest.mark.slow
def test_greedy_beats_chance_in_at_least_95_of_100_games() -> None:
    result = contest(BOTS["greedy"], BOTS["random"], range(500))
    print(result)
    assert result.games == 1000
    assert result.rate >= 0.95, str(result)
    assert result.interval[0] >= 0.94, str(result)


def test_a_contest_counts_for_the_first_bot() -> None:
    result = Contest((WON, HALF, ("shared", "won"), LOST))
    assert (result.wins, result.ties, result.losses, result.games) == (4, 1, 3, 8)
    assert result.rate == 0.5


@pytest.mark.parametrize(
    ("pairs", "low", "high"),
    [
        # The shares with the four added decks; their mean, variance, and 1.96 standard errors:
        ((HALF,), 0.108, 0.892),  # .5 0 0 1 1: 0.5, 0.2, 1.96 * 0.2
        ((HALF,) * 12, 0.3775, 0.6225),  # 0.5, 0.0625, 1.96 * 0.0625
        ((WON,) * 6 + (LOST,) * 6, 0.255, 0.745),  # 0.5, 0.25, 1.96 * 0.125
        ((WON,) * 12, 0.712948, 1),  # 0.875, 0.109375, 1.96 * 0.0826797; cut at 1
        ((LOST,) * 4, 0, 0.550063),  # 0.25, 0.1875, 1.96 * 0.1530931; cut at 0
    ],
)
def test_the_interval_is_that_of_the_decks(
    pairs: tuple[tuple[Outcome, Outcome], ...], low: float, high: float
) -> None:
    assert Contest(pairs).interval == pytest.approx((low, high), abs=1e-6)


@pytest.mark.parametrize("pair", [WON, HALF, LOST, ("shared", "shared"), ("won", "shared")])
def test_the_interval_of_equal_decks_has_a_width_and_contains_the_rate(
    pair: tuple[Outcome, Outcome],
) -> None:
    widths = []
    for decks in (1, 2, 10, 100, 1000):
        result = Contest((pair,) * decks)
        low, high = result.interval
        assert 0 <= low <= result.rate <= high <= 1
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] > 0.003


def test_the_text_of_a_contest_rounds_the_interval_outwards() -> None:
    told = "1 of 2 games won (50.0 %, 95 % interval 10.8 to 89.2 %), 0 shared, 1 lost"
    assert str(Contest((HALF,))) == told
    told = "24 of 24 games won (100.0 %, 95 % interval 71.2 to 100.0 %), 0 shared, 0 lost"
    assert str(Contest((WON,) * 12)) == told


def test_a_contest_of_no_deck_is_refused() -> None:
    with pytest.raises(DeckError, match="at least one deck"):
        contest(BOTS["greedy"], BOTS["random"], [])


def test_each_deck_is_played_from_both_seats_with_bots_of_their_own() -> None:
    seen: dict[int, set[int]] = {}

    class Watcher(RandomBot):
        def choose(self, view: View, legal: Sequence[Action]) -> Action:
            seen.setdefault(self.seed, set()).add(view.seat)
            return super().choose(view, legal)

    contest(Watcher, BOTS["greedy"], [3, 4])
    assert [*seen.values()] == [{0}, {1}, {0}, {1}]


def test_exchanging_the_bots_exchanges_wins_and_losses() -> None:
    lost = contest(BOTS["random"], BOTS["greedy"], range(3))
    assert lost.losses == 6 - lost.wins - lost.ties >= 5


def test_the_same_bot_in_both_seats_wins_each_deck_once() -> None:
    result = contest(BOTS["greedy"], BOTS["greedy"], range(3), load_ruleset("brave"))
    assert {pair.count("won") for pair in result.pairs} == {1}


def test_equal_contests_have_equal_results() -> None:
    one, again = (contest(BOTS["random"], BOTS["random"], range(2)) for _ in range(2))
    assert one == again


def test_rules_without_games_of_two_are_refused() -> None:
    rules = {"format": 2, "name": "mine", "extends": "standard"}
    with pytest.raises(PlayersError):
        contest(BOTS["greedy"], BOTS["greedy"], [1], {**rules, "components": {"players": [3, 5]}})
    with pytest.raises(RulesetError):
        contest(BOTS["greedy"], BOTS["greedy"], [1], {**rules, "extends": "nothing"})


def test_bots_are_known_by_their_names() -> None:
    assert isinstance(BOTS["greedy"](1), GreedyBot)
    chance = BOTS["random"](1)
    assert isinstance(chance, RandomBot)
    assert chance.seed == 1
