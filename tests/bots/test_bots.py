"""Tests of bots: they see only their view and choose legal actions. Contests: `test_contest.py`."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from lineit import Action, Game, ruleset_names
from lineit.bots import Bot, GreedyBot, RandomBot, bot_action
from lineit.views import View


def played(seats: Sequence[Bot], game: Game) -> Game:
    while not game.over:
        game.apply(bot_action(seats[game.table.seat], game))
    return game


@pytest.mark.parametrize("name", ruleset_names())
@pytest.mark.parametrize("players", [2, 5])
def test_bots_play_every_ruleset_to_its_end(name: str, players: int) -> None:
    seats = [GreedyBot() if seat % 2 else RandomBot(seat) for seat in range(players)]
    assert played(seats, Game.new(players, rules=name, seed=players)).over


def test_the_same_bots_play_the_same_game() -> None:
    games = [played([RandomBot(1), RandomBot(2)], Game.new(2, seed=5)) for _ in range(2)]
    assert games[0].events == games[1].events


def test_a_bot_is_given_the_view_of_the_seat_on_turn() -> None:
    class Watcher:
        def choose(self, view: View, legal: Sequence[Action]) -> Action:
            assert view.viewer == view.seat
            assert view.deck.cards is None
            assert all(
                player.hand.cards is None
                for seat, player in enumerate(view.players)
                if seat != view.viewer
            )
            return legal[0]

    played([Watcher(), Watcher()], Game.new(2, seed=5))


def test_a_random_bot_goes_on_from_its_seed_and_its_decisions() -> None:
    game, bot = Game.new(players=2, seed=7), RandomBot(3)
    for _ in range(5):
        game.apply(bot_action(bot, game))
    assert bot.decisions == 5
    again = RandomBot(3, decisions=5)
    choices = [
        [str(each.choose(game.view(game.table.seat), game.legal)) for _ in range(20)]
        for each in (bot, again, RandomBot(4, decisions=5))
    ]
    assert choices[0] == choices[1] != choices[2]
