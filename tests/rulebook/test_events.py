"""Each kind of event in the events of one step, all of them and in order."""

from __future__ import annotations

from pathlib import Path

from lineit import load_ruleset, replay
from lineit.engine.machine import begin
from lineit.formats.events import EVENT_TYPES, event_json, parse_event
from lineit.model.events import PlayerStopped, RoundBegun, TurnStarted
from support.tables import STANDARD, after, entered, moved, player, table, told


def test_event_cards_moved_by_a_pick() -> None:
    """A card is taken from the market."""
    before = table(phase="pick", market="40 50 51 52")
    assert told(before, "pick 50") == [
        {
            "type": "cards-moved",
            "rule": "pick",
            "word": "pick_card",
            "seat": 0,
            "cards": ["50"],
            "from": "market",
            "to": "picked",
            "colour": None,
            "top": False,
        },
        {"type": "phase-entered", "rule": "place-line", "phase": "place"},
    ]


def test_event_cards_moved_to_the_line() -> None:
    """The picked card joins the line. No card in the hand can be played."""
    before = table(phase="place", seat=1, picked="50", market="40")
    assert told(before, "line") == [
        moved("place-line", "place_in_line", "50", "picked", "line", seat=1),
        entered("play", "play"),
        entered("score", "score"),
    ]


def test_event_cards_moved_to_the_hand() -> None:
    """The picked card joins the hand. It could start a line from there."""
    before = table(phase="place", seat=1, picked="50", market="40")
    assert told(before, "hand") == [
        moved("place-hand", "place_in_hand", "50", "picked", "hand", seat=1),
        entered("play", "play"),
    ]


def test_event_cards_moved_by_a_restart() -> None:
    """A card that fits nowhere forces its player to score, and starts the next line."""
    before = table(
        phase="place",
        picked="25",
        market="61 62 63",
        players=[player(hand="77 78", line="50 40 30 20"), player()],
    )
    assert told(before, "restart") == [
        moved("price", "pay_price", "50 40 30", "line", "discard", seat=0),
        moved("price", "keep_rest", "20", "line", "scored", seat=0),
        moved("restart", "place_in_line", "25", "picked", "line", seat=0),
        entered("play", "play"),
    ]


def test_event_cards_moved_from_the_hand_and_from_a_jackpot() -> None:
    """A card from the hand is the third of its colour."""
    before = table(
        phase="play",
        market="61 62 63",
        jackpots={"red": "33 37"},
        players=[player(hand="9", line="1 5"), player()],
    )
    claim = moved(
        "jackpot-claim", "claim_jackpot", "33 37", "jackpots", "scored", seat=0, colour="red"
    )
    assert told(before, "play 9") == [
        moved("play", "play_from_hand", "9", "hand", "line", seat=0),
        claim,
        entered("score", "score"),
    ]


def test_event_token_taken_for_a_bet_won_and_turn_started() -> None:
    """A line with a won bet is scored, and the next player is on turn."""
    before = table(
        phase="score", market="61 62 63", players=[player(line="1 B3a 6 11 16"), player()]
    )
    assert told(before, "score") == [
        {
            "type": "token-taken",
            "rule": "bet-settle",
            "word": "settle_bets",
            "seat": 0,
            "value": 3,
            "card": "B3a",
            "after": 3,
        },
        moved("bet-settle", "discard_bets", "B3a", "line", "discard", seat=0),
        moved("price", "pay_price", "1 6 11", "line", "discard", seat=0),
        moved("price", "keep_rest", "16", "line", "scored", seat=0),
        entered("turn-order", "turn-end"),
        {"type": "turn-started", "rule": "turn-order", "seat": 1},
        entered("pick", "pick"),
    ]


def test_event_token_taken_for_a_bet_lost() -> None:
    """A line with a lost bet is scored. No card of it is left for the score pile."""
    before = table(phase="score", market="61 62 63", players=[player(line="1 6 B5b"), player()])
    assert told(before, "score")[:3] == [
        {
            "type": "token-taken",
            "rule": "bet-settle",
            "word": "settle_bets",
            "seat": 0,
            "value": -5,
            "card": "B5b",
            "after": 0,
        },
        moved("bet-settle", "discard_bets", "B5b", "line", "discard", seat=0),
        moved("price", "pay_price", "1 6", "line", "discard", seat=0),
    ]


def test_event_first_player_passed_and_round_begun() -> None:
    """A round ends with two cards left in the market, and the next one begins."""
    before = table(
        phase="score",
        round=3,
        seat=1,
        market="9 B3a",
        deck="60 61 62 63 64",
        players=[player(), player(line="80")],
    )
    assert told(before, "pass") == [
        entered("turn-order", "turn-end"),
        moved("cleanup", "discard_market_bets", "B3a", "market", "discard"),
        moved("cleanup", "market_to_jackpots", "9", "market", "jackpots", colour="red"),
        entered("cleanup", "cleanup"),
        {"type": "first-player-passed", "rule": "first-player", "seat": 1},
        entered("deal", "deal"),
        {"type": "round-begun", "rule": "deal", "round": 4},
        moved("deal", "fill_market", "60 61 62 63", "deck", "market"),
        {"type": "turn-started", "rule": "turn-order", "seat": 1},
        entered("pick", "pick"),
    ]


def test_event_round_begun_first() -> None:
    """The game begins with the first market."""
    undealt = table(phase="deal", round=0, deck="60 61 62 63 64")
    _, events = begin(undealt)
    assert [event_json(event) for event in events] == [
        {"type": "round-begun", "rule": "deal", "round": 1},
        moved("deal", "fill_market", "60 61 62 63", "deck", "market"),
        {"type": "turn-started", "rule": "turn-order", "seat": 0},
        entered("pick", "pick"),
    ]


def test_event_phase_entered_for_each_phase_of_the_end() -> None:
    """The deck runs out. Its last cards go to the same zones as those of the market."""
    before = table(
        phase="score",
        round=26,
        seat=1,
        market="9 13",
        deck="B3a 14",
        players=[player(hand="70"), player(line="80")],
    )
    assert told(before, "pass") == [
        entered("turn-order", "turn-end"),
        moved("cleanup", "market_to_jackpots", "9 13", "market", "jackpots", colour="red"),
        entered("cleanup", "cleanup"),
        entered("end-trigger", "endgame"),
        moved("end-bank", "discard_deck_bets", "B3a", "deck", "discard"),
        moved("end-bank", "deck_to_jackpots", "14", "deck", "jackpots", colour="blue"),
        {"type": "turn-started", "rule": "turn-order", "seat": 0},
        entered("final-play", "final"),
    ]


def test_event_turn_started_in_the_end() -> None:
    """The next seat is on turn to play its last card."""
    before = table(phase="final", players=[player(hand="70"), player(hand="71")])
    assert told(before, "play 70") == [
        moved("final-play", "play_from_hand", "70", "hand", "line", seat=0),
        entered("final-score", "final-score"),
        moved("price", "pay_price", "70", "line", "discard", seat=0),
        entered("turn-order", "final-turn-end"),
        {"type": "turn-started", "rule": "turn-order", "seat": 1},
        entered("final-play", "final"),
    ]


def test_event_game_ended() -> None:
    """The last player plays the last card, scores the line and wins."""
    before = table(
        phase="final",
        seat=1,
        players=[player(scored="100"), player(hand="5", line="60 40 20", scored="99")],
    )
    assert told(before, "play 5") == [
        moved("final-play", "play_from_hand", "5", "hand", "line", seat=1),
        entered("final-score", "final-score"),
        moved("price", "pay_price", "60 40 20", "line", "discard", seat=1),
        moved("price", "keep_rest", "5", "line", "scored", seat=1),
        entered("turn-order", "final-turn-end"),
        {"type": "game-ended", "rule": "winner", "points": [1, 2], "winners": [1]},
        entered("winner", "over"),
    ]


def test_only_events_change_the_table() -> None:
    """The events, parsed from JSON and replayed on the table before, give the table after."""
    before = table(
        phase="score", market="61 62 63", players=[player(line="1 B3a 6 11 16"), player()]
    )
    events = [parse_event(data, STANDARD) for data in told(before, "score")]
    assert replay(before, events) == after(before, "score")


def test_event_turn_started_ends_the_count_of_played_cards() -> None:
    now = table(phase="turn-end", played=1)
    assert (now.seat, now.played) == (0, 1)
    started = TurnStarted("turn-order", 1).change(now)
    assert (started.seat, started.played) == (1, 0)


def test_event_player_stopped_is_about_that_player_alone() -> None:
    now = table(phase="final")
    stopped = PlayerStopped("final-play", 1).change(now)
    assert [each.stopped for each in stopped.players] == [False, True]
    assert now.players[1].stopped is False


def test_event_round_begun_has_the_number_of_the_round() -> None:
    assert RoundBegun("deal", 4).change(table(phase="deal", round=3)).round == 4


def test_a_player_who_stops_in_the_final_of_bga() -> None:
    players = [player(hand="9"), player(hand="8")]
    before = table(rules=load_ruleset("bga"), phase="final", players=players)
    assert told(before, "pass") == [
        {"type": "player-stopped", "rule": "final-play", "seat": 0},
        {"type": "turn-started", "rule": "turn-order", "seat": 1},
        {"type": "phase-entered", "rule": "final-play", "phase": "final"},
    ]


def test_every_kind_of_event_has_an_example_here() -> None:
    """Each kind of event has a literal example in this file."""
    here = Path(__file__).read_text("utf-8")
    assert [kind for kind in EVENT_TYPES if f'"type": "{kind}"' not in here] == []
