"""Each kind of event in the events of one step, all of them and in order."""

from __future__ import annotations

from pathlib import Path

from lineit import load_ruleset, replay
from lineit.codec import EVENT_TYPES, event_json, parse_event
from lineit.machine import begin
from tables import STANDARD, after, player, table, told


def test_event_card_picked() -> None:
    """A card is taken from the market."""
    before = table(phase="pick", market="40 50 51 52")
    assert told(before, "pick 50") == [
        {"type": "card-picked", "rule": "pick", "seat": 0, "card": "50"},
        {"type": "phase-entered", "rule": "place-line", "phase": "place"},
    ]


def test_event_card_placed_in_the_line() -> None:
    """The card taken joins the line; nothing in the hand can be played."""
    before = table(phase="place", seat=1, picked="50", market="40")
    assert told(before, "line") == [
        {"type": "card-placed", "rule": "place-line", "seat": 1, "card": "50", "to": "line"},
        {"type": "phase-entered", "rule": "play", "phase": "play"},
        {"type": "phase-entered", "rule": "score", "phase": "score"},
    ]


def test_event_card_placed_in_the_hand() -> None:
    """The card taken joins the hand, from where it could start a line."""
    before = table(phase="place", seat=1, picked="50", market="40")
    assert told(before, "hand") == [
        {"type": "card-placed", "rule": "place-hand", "seat": 1, "card": "50", "to": "hand"},
        {"type": "phase-entered", "rule": "play", "phase": "play"},
    ]


def test_event_card_placed_after_line_scored() -> None:
    """A card that fits nowhere makes its player score, and starts the next line."""
    before = table(
        phase="place",
        picked="25",
        market="61 62 63",
        players=[player(hand="77 78", line="50 40 30 20"), player()],
    )
    assert told(before, "restart") == [
        {
            "type": "line-scored",
            "rule": "restart",
            "seat": 0,
            "discarded": ["50", "40", "30"],
            "kept": ["20"],
        },
        {"type": "card-placed", "rule": "restart", "seat": 0, "card": "25", "to": "line"},
        {"type": "phase-entered", "rule": "play", "phase": "play"},
    ]


def test_event_hand_played_and_jackpot_claimed() -> None:
    """A card from the hand is the third of its colour."""
    before = table(
        phase="play",
        market="61 62 63",
        jackpots={"red": "33 37"},
        players=[player(hand="9", line="1 5"), player()],
    )
    assert told(before, "play 9") == [
        {"type": "hand-played", "rule": "play", "seat": 0, "card": "9"},
        {
            "type": "jackpot-claimed",
            "rule": "jackpot-claim",
            "seat": 0,
            "colour": "red",
            "cards": ["33", "37"],
        },
        {"type": "phase-entered", "rule": "score", "phase": "score"},
    ]


def test_event_bet_won_line_scored_and_turn_started() -> None:
    """A line is scored whose bet was met; the next player is on turn."""
    before = table(
        phase="score", market="61 62 63", players=[player(line="1 B3a 6 11 16"), player()]
    )
    assert told(before, "score") == [
        {"type": "bet-won", "rule": "bet-settle", "seat": 0, "card": "B3a", "value": 3, "after": 3},
        {
            "type": "line-scored",
            "rule": "score",
            "seat": 0,
            "discarded": ["B3a", "1", "6", "11"],
            "kept": ["16"],
        },
        {"type": "phase-entered", "rule": "turn-order", "phase": "turn-end"},
        {"type": "turn-started", "rule": "turn-order", "seat": 1},
        {"type": "phase-entered", "rule": "pick", "phase": "pick"},
    ]


def test_event_bet_lost() -> None:
    """A line is scored whose bet was not met."""
    before = table(phase="score", market="61 62 63", players=[player(line="1 6 B5b"), player()])
    assert told(before, "score") == [
        {
            "type": "bet-lost",
            "rule": "bet-settle",
            "seat": 0,
            "card": "B5b",
            "value": 5,
            "after": 0,
        },
        {
            "type": "line-scored",
            "rule": "score",
            "seat": 0,
            "discarded": ["B5b", "1", "6"],
            "kept": [],
        },
        {"type": "phase-entered", "rule": "turn-order", "phase": "turn-end"},
        {"type": "turn-started", "rule": "turn-order", "seat": 1},
        {"type": "phase-entered", "rule": "pick", "phase": "pick"},
    ]


def test_event_bets_discarded_jackpot_filled_first_player_passed_and_market_dealt() -> None:
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
        {"type": "phase-entered", "rule": "turn-order", "phase": "turn-end"},
        {"type": "bets-discarded", "rule": "cleanup", "cards": ["B3a"], "source": "market"},
        {
            "type": "jackpot-filled",
            "rule": "cleanup",
            "colour": "red",
            "cards": ["9"],
            "source": "market",
        },
        {"type": "phase-entered", "rule": "cleanup", "phase": "cleanup"},
        {"type": "first-player-passed", "rule": "first-player", "seat": 1},
        {"type": "phase-entered", "rule": "deal", "phase": "deal"},
        {"type": "market-dealt", "rule": "deal", "round": 4, "cards": ["60", "61", "62", "63"]},
        {"type": "turn-started", "rule": "turn-order", "seat": 1},
        {"type": "phase-entered", "rule": "pick", "phase": "pick"},
    ]


def test_event_market_dealt_first() -> None:
    """The game begins with the first market."""
    undealt = table(phase="deal", round=0, deck="60 61 62 63 64")
    _, events = begin(undealt)
    assert [event_json(event) for event in events] == [
        {"type": "market-dealt", "rule": "deal", "round": 1, "cards": ["60", "61", "62", "63"]},
        {"type": "turn-started", "rule": "turn-order", "seat": 0},
        {"type": "phase-entered", "rule": "pick", "phase": "pick"},
    ]


def test_event_phase_entered_for_each_phase_of_the_end() -> None:
    """The deck runs out: its last cards go where those of the market go."""
    before = table(
        phase="score",
        round=26,
        seat=1,
        market="9 13",
        deck="B3a 14",
        players=[player(hand="70"), player(line="80")],
    )
    assert told(before, "pass") == [
        {"type": "phase-entered", "rule": "turn-order", "phase": "turn-end"},
        {
            "type": "jackpot-filled",
            "rule": "cleanup",
            "colour": "red",
            "cards": ["9", "13"],
            "source": "market",
        },
        {"type": "phase-entered", "rule": "cleanup", "phase": "cleanup"},
        {"type": "phase-entered", "rule": "end-trigger", "phase": "endgame"},
        {"type": "bets-discarded", "rule": "end-bank", "cards": ["B3a"], "source": "deck"},
        {
            "type": "jackpot-filled",
            "rule": "end-bank",
            "colour": "blue",
            "cards": ["14"],
            "source": "deck",
        },
        {"type": "turn-started", "rule": "turn-order", "seat": 0},
        {"type": "phase-entered", "rule": "final-play", "phase": "final"},
    ]


def test_event_turn_started_in_the_end() -> None:
    """The next seat is on turn to play its last card."""
    before = table(phase="final", players=[player(hand="70"), player(hand="71")])
    assert told(before, "play 70") == [
        {"type": "hand-played", "rule": "final-play", "seat": 0, "card": "70"},
        {"type": "phase-entered", "rule": "final-score", "phase": "final-score"},
        {
            "type": "line-scored",
            "rule": "final-score",
            "seat": 0,
            "discarded": ["70"],
            "kept": [],
        },
        {"type": "phase-entered", "rule": "turn-order", "phase": "final-turn-end"},
        {"type": "turn-started", "rule": "final-play", "seat": 1},
        {"type": "phase-entered", "rule": "final-play", "phase": "final"},
    ]


def test_event_game_ended() -> None:
    """The last player plays the last card; the line is scored, and that wins."""
    before = table(
        phase="final",
        seat=1,
        players=[player(scored="100"), player(hand="5", line="60 40 20", scored="99")],
    )
    assert told(before, "play 5") == [
        {"type": "hand-played", "rule": "final-play", "seat": 1, "card": "5"},
        {"type": "phase-entered", "rule": "final-score", "phase": "final-score"},
        {
            "type": "line-scored",
            "rule": "final-score",
            "seat": 1,
            "discarded": ["60", "40", "20"],
            "kept": ["5"],
        },
        {"type": "phase-entered", "rule": "turn-order", "phase": "final-turn-end"},
        {"type": "game-ended", "rule": "winner", "points": [1, 2], "winners": [1]},
        {"type": "phase-entered", "rule": "winner", "phase": "over"},
    ]


def test_events_change_the_table_and_nothing_else_does() -> None:
    """Read back from JSON and replayed on the table before, the events give the table after."""
    before = table(
        phase="score", market="61 62 63", players=[player(line="1 B3a 6 11 16"), player()]
    )
    events = [parse_event(data, STANDARD) for data in told(before, "score")]
    assert replay(before, events) == after(before, "score")


def test_a_player_who_stops_in_the_final_of_bga() -> None:
    players = [player(hand="9"), player(hand="8")]
    before = table(rules=load_ruleset("bga"), phase="final", players=players)
    assert told(before, "pass") == [
        {"type": "player-stopped", "rule": "final-play", "seat": 0},
        {"type": "turn-started", "rule": "final-play", "seat": 1},
        {"type": "phase-entered", "rule": "final-play", "phase": "final"},
    ]


def test_every_kind_of_event_is_told_here() -> None:
    """No kind of event is without a literal example in this file."""
    here = Path(__file__).read_text("utf-8")
    assert [kind for kind in EVENT_TYPES if f'"type": "{kind}"' not in here] == []
