"""The differences of `bga` from `standard`, on literal tables."""

from __future__ import annotations

from lineit import Table, load_ruleset
from support.tables import after, choices, entered, moved, player, refusal, table, told

BGA = load_ruleset("bga")


def picking(hand: str = "", line: str = "", played: int = 0, market: str = "7 8") -> Table:
    """Return a table where the first of two players must pick."""
    players = [player(hand, line), player()]
    return table(rules=BGA, phase="pick", market=market, players=players, played=played)


def playing(hand: str = "", line: str = "", played: int = 0) -> Table:
    """Return a table where the first of two players has picked."""
    players = [player(hand, line), player()]
    return table(rules=BGA, phase="play", market="7 8", players=players, played=played)


def final(*players: object, seat: int = 0) -> Table:
    """Return a table in the phase final, where cards are played from the hands."""
    return table(rules=BGA, phase="final", players=list(players), seat=seat)  # type: ignore[arg-type] # from `player`


def test_free_order_allows_playing_and_scoring_before_the_pick() -> None:
    before = picking("25 3", "20")
    assert choices(before) == ["line 7", "line 8", "play 25", "play 3", "score"]
    assert after(before, "play 25").players[0].line.cards == tuple(map(BGA.card, ("20", "25")))
    assert after(before, "play 25").phase == "pick"
    assert after(before, "score").phase == "pick"
    assert not after(before, "score").players[0].line


def test_free_order_allows_one_card_of_the_hand_in_a_turn() -> None:
    before = picking("25 3", "20")
    assert choices(after(before, "play 3")) == ["hand 7", "hand 8", "score"]
    assert refusal(after(before, "play 3"), "play 25") == (
        "free-order",
        "a card was already played from the hand in this turn [free-order]",
    )
    assert refusal(playing("25 3", "20", played=1), "play 25") == (
        "free-order",
        "a card was already played from the hand in this turn [free-order]",
    )


def test_free_order_allows_scoring_each_line_of_a_turn() -> None:
    once = after(picking("25", "20"), "score")
    twice = after(once, "line 7", "score")
    assert told(after(once, "line 7"), "score")[0] == moved(
        "price", "pay_price", "7", "line", "discard", seat=0
    )
    assert choices(twice) == ["play 25", "pass"]
    assert choices(after(twice, "play 25")) == ["score", "pass"]
    assert refusal(twice, "score") == ("free-order", "there is no line [free-order]")


def test_pick_names_only_places_that_take_the_card() -> None:
    assert choices(picking("1 11", "10 9")) == ["line 7", "line 8", "play 1", "score"]
    assert choices(picking("1", "3 5", market="4 2")) == ["hand 4", "hand 2", "score"]
    assert refusal(picking("1 11", "3 5", market="4 2"), "line 4") == (
        "direction",
        "4 does not fit an ascending line whose last number is 5 [direction]",
    )


def test_pick_and_place_are_one_decision() -> None:
    assert told(picking("1"), "line 7") == [
        moved("pick", "pick_card", "7", "market", "picked", seat=0),
        moved("place-line", "place_in_line", "7", "picked", "line", seat=0),
        entered("free-order", "play"),
    ]


def test_a_line_must_be_scored_before_another_starts() -> None:
    before = picking("1 2", "3 5", market="4 B3a")
    blocked = picking("1 2", "B3b 3 5", market="4 B3a")
    assert choices(before) == ["line B3a", "score"]
    assert choices(blocked) == ["score"]
    assert choices(after(blocked, "score")) == ["line 4", "line B3a", "play 1", "play 2"]


def test_end_turn_by_passing() -> None:
    assert choices(playing("25", "20")) == ["play 25", "score", "pass"]
    assert after(playing("25", "20"), "pass").seat == 1


def test_end_turn_by_itself_without_a_card_to_play_and_without_a_line() -> None:
    assert after(playing("", "20"), "score").seat == 1
    assert after(playing("25", "20", played=1), "score").seat == 1
    assert after(playing("25", "20"), "score").seat == 0
    assert after(picking("25", played=1), "hand 7").seat == 1


def test_final_play_goes_on_until_all_have_stopped_or_have_no_cards() -> None:
    before = final(player("9 1", "3 5 6"), player(""), player("8", "2 4"))
    assert choices(before) == ["play 9", "pass"]
    first = after(before, "play 9")
    assert (first.seat, choices(first)) == (2, ["play 8", "pass"])
    again = after(first, "play 8")
    assert (again.seat, choices(again)) == (0, ["pass"])
    over = after(again, "pass")
    assert over.phase == "over"
    assert [each.scored for each in over.players] == [(BGA.card("9"),), (), ()]


def test_final_play_skips_players_who_have_stopped() -> None:
    before = final(player("9 1", "3 5"), player("8 7", "2 4"))
    assert told(before, "pass")[0] == {"type": "player-stopped", "rule": "final-play", "seat": 0}
    stopped = after(before, "pass")
    assert (stopped.seat, after(stopped, "play 7").seat) == (1, 1)
    assert after(stopped, "play 7", "play 8").phase == "over"


def test_final_play_ends_before_lines_are_scored() -> None:
    first = after(final(player("9", "3 5 7"), player("8", "2 4 6")), "play 9")
    assert [len(each.line) for each in first.players] == [4, 3]
    assert [len(each.scored) for each in after(first, "pass").players] == [1, 0]
