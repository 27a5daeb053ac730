"""The open games of a server, and the memory that they take."""

from __future__ import annotations

from typing import Any

from lineit import Game
from lineit.frontends.open_games import OpenGames, size_of, size_of_step
from support.tables import player, table

OWN: dict[str, Any] = {"format": 2, "name": "own", "extends": "standard", "limits": {"hand": 3}}

BEGUN = 6680
"""The size of a game of `standard` for two players that is just begun, in bytes."""


def some_games(number: int) -> tuple[OpenGames, list[str]]:
    games = OpenGames()
    return games, [games.add(Game.new(players=2, seed=7)) for _ in range(number)]


def test_games_have_the_numbers_from_one_as_ids() -> None:
    games, ids = some_games(3)
    assert ids == ["1", "2", "3"]
    games.remove("2")
    assert games.add(Game.new(players=2, seed=7)) == "4"
    assert list(games.by_id) == ["1", "3", "4"]


def test_the_memory_is_that_of_all_games_together() -> None:
    games, ids = some_games(0)
    assert (games.memory, ids) == (0, [])
    games, _ = some_games(3)
    assert games.memory == 3 * BEGUN
    games.remove("1")
    assert games.memory == 2 * BEGUN


def test_half_a_gigabyte_is_full() -> None:
    games, _ = some_games(0)
    games.memory = 536_870_911
    assert not games.are_full
    games.memory = 536_870_912
    assert games.are_full


def test_a_step_makes_a_game_larger() -> None:
    games, _ = some_games(2)
    game = games.by_id["2"]
    before = game.table
    games.grow("2", before, game.apply("pick 91"))
    assert games.memory == 2 * BEGUN + 600 + 2 * 300 + 8 * (3 + 1)
    games.measure("2")
    assert games.memory == BEGUN + size_of(game) == 2 * BEGUN + 600 + 2 * 300 + 8 * (3 + 1)
    game.undo()
    games.measure("2")
    assert games.memory == 2 * BEGUN


def test_own_rules_count_once_a_game_and_built_in_rules_not_at_all() -> None:
    own = Game.new(players=2, rules=OWN, seed=7)
    assert size_of(own) == size_of(Game.new(players=2, seed=7)) + 10 * len(own.ruleset.source)
    assert len(own.ruleset.source) > 20_000


def test_each_pile_that_a_step_made_anew_counts() -> None:
    """Here the cards of the jackpot, the hand, the line, the score and the tokens are 1, 2, 3, 4
    and 5, and 96 lie in the discard. The other player has the same empty piles as before.
    """
    before = table(phase="pick")
    after = table(
        phase="pick",
        jackpots={"red": "9"},
        players=[player("2 3", "14 25 36", "47 58 69 70", (3, 3, 3, 4, 5)), player()],
    )
    assert size_of_step(before, after, []) == 600 + 8 * (1 + 2 + 3 + 4 + 5 + 96)
