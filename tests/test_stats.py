"""Statistics: literal ones of short games, and that they always add up."""

from __future__ import annotations

from collections import Counter

from hypothesis import given

from lineit import Game, Ruleset, Table, load_ruleset
from lineit.events import CardsMoved
from lineit.stats import PlayerStats, stats
from lineit.testing import whole_games
from tables import player, table


def counted(start: Table, *actions: str) -> PlayerStats:
    """The statistics of seat 0 after these actions. Lines begin with what the actions place."""
    game = Game(start)
    for action in actions:
        game.apply(action)
    return game.stats.players[0]


def test_cards_taken_and_played() -> None:
    start = table(phase="pick", market="7 8 B3a", players=[player(), player()])
    own = counted(start, "pick 7", "hand", "play 7", "pass", "pick 8", "line")
    assert (own.taken_to_line, own.taken_to_hand, own.played_from_hand) == (0, 1, 1)
    assert own.bets_played == 0
    assert counted(start, "pick B3a", "line").bets_played == 1


def test_a_forced_line_is_counted_as_scored_and_forced() -> None:
    forced = Game(
        table(phase="pick", market="25 1", players=[player("2 3", "30 40 50 60"), player()])
    )
    forced.apply("pick 25")
    forced.apply("restart")
    own = forced.stats.players[0]
    assert (own.lines_scored, own.lines_forced, own.points_from_lines) == (1, 1, 1)


def test_a_line_is_counted_by_its_direction_and_length() -> None:
    start = table(
        phase="pick", market="7 9 1 2 3", players=[player("8 6"), player()], deck="20 21 22 23"
    )
    up = counted(start, "pick 7", "line", "play 8", "score")
    assert (up.ascending, up.descending, up.longest_line) == (1, 0, 2)
    down = counted(start, "pick 7", "line", "play 6", "score")
    assert (down.ascending, down.descending, down.longest_line) == (0, 1, 2)


def test_a_claim_of_an_empty_jackpot_is_no_claim() -> None:
    start = table(phase="place", picked="41", market="2", players=[player("", "1 5"), player()])
    own = counted(start, "line")
    assert (own.jackpots_claimed, own.jackpot_cards) == (0, 0)


def test_a_claim_is_counted_with_its_cards() -> None:
    start = table(
        phase="place",
        picked="41",
        market="2",
        jackpots={"red": "97 93"},
        players=[player("", "1 5"), player()],
    )
    own = counted(start, "line")
    assert (own.jackpots_claimed, own.jackpot_cards, own.points_from_jackpots) == (1, 2, 2)


def test_bets_are_counted_won_and_lost() -> None:
    start = table(phase="score", market="2", players=[player("", "B3a 1 5 9"), player("", "B4a 7")])
    assert counted(start, "score").bets_won == 1
    game = Game(start)
    for action in ("score", "pick 2", "hand", "pass", "score"):
        game.apply(action)
    other = game.stats.players[1]
    assert (other.bets_lost, other.points_from_bets, other.points) == (1, -4, -4)


def doing(*effects: dict[str, object]) -> Ruleset:
    """`standard` with a verb `go` in the phase pick that makes these changes."""
    named = {f"made_{number}": effect for number, effect in enumerate(effects)}
    row = {"id": "go", "rule": "pick", "from": "pick", "on": "go", "do": [*named], "to": "pick"}
    house = {"format": 2, "name": "mine", "extends": "standard"}
    return load_ruleset(house | {"effects": named, "transition": [row]})


def test_points_that_came_otherwise_are_counted_apart() -> None:
    """Two tokens of a house rule, a card scored from the hand, and one that is lost again."""
    rules = doing(
        {"token": 2, "each": "hand"},
        {"move": "all", "from": "hand", "to": "scored"},
        {"move": "all", "from": "scored", "to": "discard", "first": 1},
    )
    start = table(rules=rules, phase="pick", market="7", players=[player("8 6"), player()])
    own = counted(start, "go")
    assert (own.points_otherwise, own.points, own.points_from_lines) == (5, 5, 0)


@given(whole_games())
def test_statistics_add_up(game: Game) -> None:
    counts = game.stats
    assert tuple(own.points for own in counts.players) == game.scores
    assert counts == stats(game.undealt, game.events)
    for own in (*counts.players, counts.whole):
        assert own.bets_won + own.bets_lost == own.bets_played
        assert own.lines_forced <= own.lines_scored
        assert own.ascending + own.descending <= own.lines_scored
    moves = [event for event in game.events if isinstance(event, CardsMoved)]
    ways = Counter((move.source, move.to) for move in moves)
    whole = counts.whole
    assert whole.jackpots_claimed == ways["jackpots", "scored"]
    # A line that is scored pays its price in one move, unless it was of Bet cards alone.
    assert whole.lines_scored >= sum(move.word == "pay_price" for move in moves)
    assert whole.longest_line == max(own.longest_line for own in counts.players)
    taken = whole.taken_to_line + whole.taken_to_hand + ways["picked", "discard"]
    assert taken == sum(times for (_, to), times in ways.items() if to == "picked")
    left = sum(len(each.hand) for each in game.table.players)
    assert whole.taken_to_hand == whole.played_from_hand + left
