"""Statistics: literal values for short games, and sums that hold for every game."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given

from lineit import Game, Ruleset, Table, load_ruleset
from lineit.model.events import CardsMoved, Event, TokenTaken
from lineit.stats import PlayerStats, stats
from lineit.testing import whole_games
from support.tables import LYING, STANDARD, card, player, table


def counted(start: Table, *actions: str) -> PlayerStats:
    """Return the statistics of seat 0 after these actions at the table."""
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


def test_a_claim_of_an_empty_jackpot_is_not_counted() -> None:
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
    """Return `standard` with a verb `go` in the phase pick that has these effects."""
    named = {f"made_{number}": effect for number, effect in enumerate(effects)}
    transition = {
        "id": "go",
        "rule": "pick",
        "from": "pick",
        "on": "go",
        "do": [*named],
        "to": "pick",
    }
    house = {"format": 2, "name": "mine", "extends": "standard"}
    return load_ruleset(house | {"effects": named, "transition": [transition]})


def test_points_from_other_sources_are_counted_separately() -> None:
    """Two tokens of a house rule, a card scored from the hand, and a card that is lost again."""
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
    # A scored line pays its price in one move, unless it has only Bet cards.
    assert whole.lines_scored >= sum(move.word == "pay_price" for move in moves)
    assert whole.longest_line == max(own.longest_line for own in counts.players)
    taken = whole.taken_to_line + whole.taken_to_hand + ways["picked", "discard"]
    assert taken == sum(times for (_, to), times in ways.items() if to == "picked")
    left = sum(len(each.hand) for each in game.table.players)
    assert whole.taken_to_hand == whole.played_from_hand + left


def went(source: Any, to: Any, codes: str, *, top: bool = False) -> CardsMoved:
    """Return a move of seat 0."""
    cards = tuple([STANDARD.card(code) for code in codes.split()])
    return CardsMoved("a-rule", "a_word", 0, cards, source, to, None, top)


def took(value: int, bet: str | None = None) -> TokenTaken:
    """Return a token of seat 0."""
    return TokenTaken("a-rule", "a_word", 0, value, card(bet))


PICKED = table(phase="place", picked="42", players=[player(line="30 20"), player()])


@pytest.mark.parametrize(
    ("start", "events", "figures"),
    [
        (LYING, [], {}),
        (LYING, [took(2), took(3), took(-1)], {"points_otherwise": 4}),
        (
            LYING,
            [took(1, "B3a"), took(4, "B4a"), took(-5, "B5a"), took(-3, "B3b")],
            {"bets_won": 2, "bets_lost": 2, "points_from_bets": -3},
        ),
        (
            LYING,
            [went("scored", "discard", "6"), went("scored", "hand", "11")],
            {"points_otherwise": -2},
        ),
        (
            LYING,
            [went("hand", "scored", "21 22"), went("hand", "scored", "23")],
            {"points_otherwise": 3},
        ),
        (
            LYING,
            [went("jackpots", "scored", "9 13"), went("jackpots", "scored", "10")],
            {"jackpots_claimed": 2, "jackpot_cards": 3, "points_from_jackpots": 3},
        ),
        (LYING, [went("jackpots", "discard", "9 13")], {}),
        (
            LYING,
            [
                went("market", "picked", "1"),
                went("picked", "line", "1"),
                went("line", "discard", "30 B3b 40 1"),
            ],
            {"taken_to_line": 1, "lines_scored": 1, "ascending": 1, "longest_line": 4},
        ),
        (
            LYING,
            [
                went("market", "picked", "1"),
                went("picked", "hand", "1"),
                went("hand", "line", "1 B5a"),
            ],
            {"taken_to_hand": 1, "played_from_hand": 2, "bets_played": 1},
        ),
        (
            LYING,
            [
                *(went("market", "picked", "1"), went("line", "discard", "30 B3b")),
                *(went("line", "scored", "40"), went("picked", "line", "1")),
            ],
            {
                "taken_to_line": 1,
                "lines_scored": 1,
                "lines_forced": 1,
                "ascending": 1,
                "longest_line": 3,
                "points_from_lines": 1,
            },
        ),
        (
            PICKED,
            [went("line", "scored", "30 20"), went("picked", "discard", "42")],
            {
                "lines_scored": 1,
                "lines_forced": 1,
                "descending": 1,
                "longest_line": 2,
                "points_from_lines": 2,
            },
        ),
        (
            LYING,
            [went("hand", "line", "50", top=True), went("line", "discard", "50 30 B3b 40")],
            {"played_from_hand": 1, "lines_scored": 1, "descending": 1, "longest_line": 4},
        ),
        (LYING, [went("line", "hand", "30 B3b 40")], {}),
        (
            PICKED,
            [
                went("line", "scored", "30 20"),
                *(went("hand", "line", "9 7"), went("line", "scored", "9 7")),
                *(went("hand", "line", "5 6"), went("line", "scored", "5 6")),
                *(went("hand", "line", "1 2"), went("line", "scored", "1 2")),
            ],
            {
                "played_from_hand": 6,
                "lines_scored": 4,
                "lines_forced": 4,
                "ascending": 2,
                "descending": 2,
                "longest_line": 2,
                "points_from_lines": 8,
            },
        ),
    ],
)
def test_each_event_is_counted(start: Table, events: list[Event], figures: dict[str, int]) -> None:
    counted = stats(start, events)
    assert counted.players == (PlayerStats(**figures), PlayerStats())
    assert counted.whole == counted.players[0]


def test_statistics_of_all_players_are_sums_except_the_longest_line() -> None:
    nothing = PlayerStats()
    assert {getattr(nothing, name) for name in PlayerStats.__annotations__} == {0}
    own = PlayerStats(
        points_from_lines=1, points_from_jackpots=20, points_from_bets=300, points_otherwise=4000
    )
    assert own.points == 4321
    lines = [player(line="1 2 3"), player(line="5 6")]
    start = table(phase="score", players=lines)
    events = [
        CardsMoved("score", "a_word", seat, each.line.cards, "line", "scored")
        for seat, each in enumerate(start.players)
    ]
    whole = stats(start, events).whole
    assert (whole.lines_scored, whole.longest_line, whole.points) == (2, 3, 5)
