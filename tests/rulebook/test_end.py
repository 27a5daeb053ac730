"""The rules of `standard`: when the game ends, the last cards played, and who wins."""

from __future__ import annotations

import pytest

from lineit import Game, GameOver, parse_action, step
from lineit.model.events import CardsMoved
from support.tables import STANDARD, after, choices, player, refusal, table, told


def test_end_trigger_not_while_the_deck_fills_a_market() -> None:
    """With exactly players + 2 cards left in the deck another round is played."""
    seats = [player(line="80"), player(line="81")]
    before = table(phase="score", round=8, seat=1, market="9 10", deck="60 61 62 63", players=seats)
    assert after(before, "pass") == table(
        phase="pick",
        round=9,
        first=1,
        seat=1,
        market="60 61 62 63",
        jackpots={"red": "9", "blue": "10"},
        players=seats,
    )


def test_end_trigger_when_one_card_is_missing() -> None:
    """With one card fewer there is no further round, and the last cards are played."""
    before = table(
        phase="score",
        round=8,
        seat=1,
        market="9 10",
        deck="60 61 62",
        players=[player(hand="70"), player(line="81")],
    )
    assert after(before, "pass") == table(
        phase="final",
        round=8,
        jackpots={"red": "9 61", "blue": "10 62", "yellow": "60"},
        players=[player(hand="70"), player(line="81")],
    )


@pytest.mark.parametrize(
    ("players", "rounds", "left"), [(2, 26, 2), (3, 21, 1), (4, 17, 4), (5, 15, 1)]
)
def test_end_trigger_after_a_fixed_number_of_rounds(players: int, rounds: int, left: int) -> None:
    """The number of rounds and the cards left in the deck depend only on the number of players."""
    game = Game.new(players=players, seed=7)
    while not game.over:
        game.apply(game.legal[0])
    last = [
        event.cards
        for event in game.events
        if isinstance(event, CardsMoved) and event.source == "deck" and event.to != "market"
    ]
    assert (game.table.round, sum(map(len, last))) == (rounds, left)


def test_end_bank_clears_the_deck_like_a_market() -> None:
    """The number cards left in the deck go under their jackpots, the Bet cards are discarded."""
    before = table(
        phase="score",
        round=26,
        seat=1,
        market="B4a 9",
        deck="B3b 13 B5a",
        jackpots={"red": "1", "green": "3"},
        players=[player(hand="70"), player(line="81")],
    )
    assert after(before, "pass") == table(
        phase="final",
        round=26,
        jackpots={"red": "1 9 13", "green": "3"},
        discard="B4a B3b B5a",
        players=[player(hand="70"), player(line="81")],
    )


def test_final_play_begins_with_the_first_player_of_the_last_round() -> None:
    """The first player does not change again: the one who began the last round plays first."""
    seats = [player(hand="70", line="80"), player(hand="71"), player(hand="72")]
    before = table(phase="score", round=21, first=1, market="9 10", deck="13", players=seats)
    assert after(before, "pass") == table(
        phase="final",
        round=21,
        first=1,
        seat=1,
        jackpots={"red": "9 13", "blue": "10"},
        players=seats,
    )


def test_final_play_goes_to_the_left_and_wraps() -> None:
    """Each player has one turn to play the last card, from the first player clockwise."""
    now = table(
        phase="final",
        first=1,
        seat=1,
        players=[player(hand="70"), player(hand="71"), player(hand="72")],
    )
    now = after(now, "play 71")
    assert (now.seat, choices(now)) == (2, ["play 72"])
    now = after(now, "play 72")
    assert (now.seat, choices(now)) == (0, ["play 70"])
    now = after(now, "play 70")
    assert (now.phase, choices(now)) == ("over", [])


def test_final_play_must_be_done() -> None:
    """A player with a card that fits must play one: passing is refused."""
    before = table(
        phase="final", players=[player(hand="10 50", line="30 20"), player(hand="71", line="80")]
    )
    assert choices(before) == ["play 10"]
    assert refusal(before, "pass") == (
        "final-play",
        "pass is not possible in the phase final; only play is [final-play]",
    )
    assert refusal(before, "play 50") == (
        "direction",
        "50 does not fit a descending line whose last number is 20 [direction]",
    )
    assert refusal(before, "play 71") == ("final-play", "71 is not in the hand [final-play]")


def test_final_play_must_be_done_even_at_a_loss() -> None:
    """A Bet card fits a line without one, so it must be played, though it cannot be met."""
    before = table(phase="final", players=[player(hand="B5a", line="30 20"), player(hand="71")])
    assert choices(before) == ["play B5a"]
    assert after(before, "play B5a") == table(
        phase="final",
        seat=1,
        discard="B5a 30 20",
        players=[player(tokens=[-5]), player(hand="71")],
    )


def test_final_play_of_one_card_only() -> None:
    """Though both cards of the hand fit, only one is played; the other stays in the hand."""
    before = table(
        phase="final", players=[player(hand="10 15", line="40 30 20"), player(hand="71")]
    )
    assert choices(before) == ["play 10", "play 15"]
    assert after(before, "play 15") == table(
        phase="final",
        seat=1,
        discard="40 30 20",
        players=[player(hand="10", scored="15"), player(hand="71")],
    )


def test_final_play_passes_over_a_player_with_nothing_that_fits() -> None:
    """A player without a card that fits does not decide; the line is scored."""
    before = table(
        phase="final",
        players=[
            player(hand="10", line="40 30 20"),
            player(hand="65 B3b", line="90 80 70 B3a 60"),
            player(hand="71"),
        ],
    )
    assert after(before, "play 10") == table(
        phase="final",
        seat=2,
        discard="40 30 20 B3a 90 80 70",
        players=[
            player(scored="10"),
            player(hand="65 B3b", scored="60", tokens=[-3]),
            player(hand="71"),
        ],
    )


def test_final_play_by_nobody() -> None:
    """If nobody has a card that fits, the lines are scored and the game is over."""
    before = table(
        phase="score",
        round=26,
        first=1,
        market="9 10",
        deck="13",
        players=[player(hand="50", line="40 30 20 12"), player(line="6")],
    )
    assert after(before, "pass") == table(
        phase="over",
        round=26,
        first=1,
        jackpots={"red": "9 13", "blue": "10"},
        discard="6 40 30 20",
        players=[player(hand="50", scored="12"), player()],
    )


def test_final_play_can_claim_a_jackpot() -> None:
    """The third card of a colour claims in the last turn as well, and its cards count."""
    game = Game(
        table(
            phase="final",
            jackpots={"red": "33 37", "blue": "34"},
            players=[player(hand="9", line="1 5"), player()],
        )
    )
    game.apply("play 9")
    assert game.table == table(
        phase="over",
        seat=1,
        jackpots={"blue": "34"},
        discard="1 5 9",
        players=[player(scored="33 37"), player()],
    )
    assert game.scores == (2, 0)


def test_final_score_settles_the_bet() -> None:
    """After the last card the line is scored as always: the bet is settled, the price is paid."""
    before = table(
        phase="final", players=[player(hand="45", line="20 B3a 25 30 40"), player(hand="71")]
    )
    assert after(before, "play 45") == table(
        phase="final",
        seat=1,
        discard="B3a 20 25 30",
        players=[player(scored="40 45", tokens=[3]), player(hand="71")],
    )


def test_final_score_meets_a_bet_with_the_last_card() -> None:
    """The last card counts for the bet."""
    before = table(phase="final", players=[player(hand="30", line="B3a 20 25"), player(hand="71")])
    assert after(before, "play 30") == table(
        phase="final",
        seat=1,
        discard="B3a 20 25 30",
        players=[player(tokens=[3]), player(hand="71")],
    )


def test_points_are_cards_and_tokens() -> None:
    """Each card in the score pile is a point. Tokens add or subtract their values."""
    players = [player(scored="1 2 3 4", tokens=[5, -3]), player(tokens=[-4]), player()]
    assert [seat.points for seat in table(phase="pick", players=players).players] == [6, -4, 0]


def test_points_are_not_cards_in_hand() -> None:
    """Cards in the hand do not count. Cards in a line do not count before it is scored."""
    players = [player(hand="1 2", line="3 4 5 6", scored="7"), player()]
    assert [seat.points for seat in table(phase="pick", players=players).players] == [1, 0]


def test_winner_has_the_most_points() -> None:
    """The player with the most points wins."""
    players = [player(hand="4", line="10 9 8"), player(scored="1 2"), player(scored="3")]
    game = Game(table(phase="final", players=players))
    assert (game.over, game.winners) == (False, ())
    game.apply("play 4")
    assert (game.over, game.scores, game.winners) == (True, (1, 2, 1), (1,))


def test_winner_can_have_negative_points() -> None:
    """The most points may be negative."""
    players = [player(hand="4", tokens=[-4]), player(tokens=[-3]), player(tokens=[-5])]
    game = Game(table(phase="final", players=players))
    game.apply("play 4")
    assert (game.scores, game.winners) == ((-4, -3, -5), (1,))


def test_winner_shares_with_tied_players() -> None:
    """Players tied for the most points win together. Their cards do not break the tie."""
    players = [
        player(hand="4 5", scored="1 2"),
        player(scored="3"),
        player(scored="6 7 8 9 11", tokens=[-3]),
    ]
    game = Game(table(phase="final", players=players))
    game.apply("play 4")
    assert (game.scores, game.winners) == ((2, 1, 2), (0, 2))
    ended = {"type": "game-ended", "rule": "winner", "points": [2, 1, 2], "winners": [0, 2]}
    assert ended in told(table(phase="final", players=players), "play 4")


def test_winner_ends_the_game() -> None:
    """After the end no action is legal."""
    over = table(phase="over", players=[player(hand="4", scored="1 2"), player(scored="3")])
    assert choices(over) == []
    for action in ("play 4", "pass", "pick 10", "score"):
        with pytest.raises(GameOver) as error:
            step(over, parse_action(action, STANDARD))
        assert error.value.reason.rule == "winner"
        assert str(error.value) == "the game is over [winner]"


def test_left_over_cards_are_nobodys() -> None:
    """Cards under a jackpot at the end stay there, and give points to nobody."""
    game = Game(
        table(
            phase="final",
            jackpots={"red": "33 37", "green": "3 7 11"},
            players=[player(hand="4", scored="1"), player()],
        )
    )
    game.apply("play 4")
    assert game.table == table(
        phase="over",
        seat=1,
        jackpots={"red": "33 37", "green": "3 7 11"},
        discard="4",
        players=[player(scored="1"), player()],
    )
    assert game.scores == (1, 0)
