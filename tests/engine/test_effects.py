"""The effects of rule files: the cards that they move and the tokens that they give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import pytest

from lineit import load_ruleset, step
from lineit.engine import effects
from lineit.engine.effects import Cursor
from lineit.model.events import CardsMoved, Event, TokenTaken, replay
from lineit.model.words import EffectWord
from support.tables import LYING, STANDARD, card, over, player, table


def changed(words: Mapping[str, EffectWord], own: str | None = None, seat: int = 0) -> list[Event]:
    """Return the events of the effect `mine` in `words` at the table `LYING`."""
    rules = attrs.evolve(STANDARD, effects={**STANDARD.effects, **words})
    cursor = Cursor(LYING.changed(seat=seat), card(own), {})
    effects.change(rules, "mine", "outer-rule")(cursor)
    assert replay(LYING.changed(seat=seat), cursor.events) == cursor.table
    return cursor.events


Moves = list[tuple[int | None, str, str | None, bool]]
"""The seat, the cards, the colour and `top` of each move."""


def moved(word: dict[str, Any], own: str | None = None, seat: int = 0) -> Moves:
    """Return the moves of an effect. In `word`, `of` is the zone that the cards come from."""
    word = {**word, "source": word["of"], "of": None}
    found = []
    for event in changed({"mine": EffectWord(**word)}, own, seat):
        assert isinstance(event, CardsMoved)
        source = "jackpots" if word["source"] == "jackpot" else word["source"]
        assert (event.rule, event.word) == ("outer-rule", "mine")
        assert (event.source, event.to) == (source, word["to"])
        found.append((event.seat, " ".join(map(str, event.cards)), event.colour, event.top))
    return found


@pytest.mark.parametrize(
    ("word", "moves"),
    [
        ({"move": "all", "of": "deck"}, [(None, "3 4 7 B4a", None, False)]),
        ({"move": "numbers", "of": "deck"}, [(None, "3 4 7", None, False)]),
        ({"move": "bets", "of": "deck"}, [(None, "B4a", None, False)]),
        ({"move": "all", "of": "deck", "first": 2}, [(None, "3 4", None, False)]),
        ({"move": "all", "of": "deck", "first": 9}, [(None, "3 4 7 B4a", None, False)]),
        ({"move": "all", "of": "deck", "first": "players"}, [(None, "3 4", None, False)]),
        ({"move": "all", "of": "deck", "last": 3}, [(None, "4 7 B4a", None, False)]),
        ({"move": "all", "of": "deck", "last": 4}, [(None, "3 4 7 B4a", None, False)]),
        ({"move": "all", "of": "deck", "last": 5}, [(None, "3 4 7 B4a", None, False)]),
        ({"move": "all", "of": "deck", "last": 9}, [(None, "3 4 7 B4a", None, False)]),
        ({"move": "all", "of": "deck", "last": "players"}, [(None, "7 B4a", None, False)]),
        ({"move": "all", "of": "deck", "up_to": 5}, [(None, "3 4", None, False)]),
        ({"move": "all", "of": "deck", "up_to": "market_size"}, [(None, "3", None, False)]),
        ({"move": "all", "of": "deck", "up_to": 3}, []),
        ({"move": "all", "of": "deck", "up_to": 1}, []),
        ({"move": "numbers", "of": "deck", "last": 1}, [(None, "7", None, False)]),
        ({"move": "all", "of": "picked"}, []),
    ],
)
def test_which_cards_go_from_the_deck_to_the_market(word: dict[str, Any], moves: Moves) -> None:
    assert moved({**word, "to": "market"}) == moves


@pytest.mark.parametrize(
    ("word", "moves"),
    [
        ({"move": "all", "to": "discard"}, [(0, "22 B5a 21", None, False)]),
        ({"move": "all", "to": "discard", "first": 1}, [(0, "21", None, False)]),
        ({"move": "all", "to": "discard", "last": 1}, [(0, "B5a", None, False)]),
        ({"move": "all", "to": "scored", "up_to": 4}, [(0, "21 22", None, False)]),
        ({"move": "all", "to": "line"}, [(0, "21 22 B5a", None, False)]),
        ({"move": "all", "to": "deck", "put": "top"}, [(0, "21 22 B5a", None, True)]),
        ({"move": "all", "to": "deck", "put": "bottom"}, [(0, "21 22 B5a", None, False)]),
        ({"move": "numbers", "to": "market"}, [(0, "22 21", None, False)]),
        ({"move": "bets", "to": "market"}, [(0, "B5a", None, False)]),
        (
            {"move": "numbers", "to": "jackpots"},
            [(0, "21", "red", False), (0, "22", "blue", False)],
        ),
    ],
)
def test_which_cards_go_from_the_hand(word: dict[str, Any], moves: Moves) -> None:
    assert moved({**word, "of": "hand"}) == moves


@pytest.mark.parametrize(
    ("own", "word", "moves"),
    [
        ("21", {"move": "card", "of": "hand", "to": "line"}, [(0, "21", None, False)]),
        (
            "21",
            {"move": "card", "of": "hand", "to": "line", "put": "top"},
            [(0, "21", None, True)],
        ),
        ("21", {"move": "card", "of": "hand", "to": "jackpots"}, [(0, "21", "red", False)]),
        ("1", {"move": "card", "of": "market", "to": "discard"}, [(None, "1", None, False)]),
        ("1", {"move": "card", "of": "market", "to": "picked"}, [(0, "1", None, False)]),
        (None, {"move": "card", "of": "market", "to": "picked"}, []),
        (None, {"move": "card", "of": "hand", "to": "jackpots"}, []),
        ("17", {"move": "colour", "of": "hand", "to": "discard"}, [(0, "21", None, False)]),
        ("B3a", {"move": "colour", "of": "hand", "to": "discard"}, []),
        ("17", {"move": "all", "of": "jackpot", "to": "scored"}, [(0, "9 13", "red", False)]),
        ("19", {"move": "all", "of": "jackpot", "to": "scored"}, []),
        (None, {"move": "all", "of": "jackpot", "to": "scored"}, []),
        (
            None,
            {"move": "all", "of": "jackpots", "to": "discard"},
            [(None, "9 13", "red", False), (None, "10", "blue", False)],
        ),
        (
            None,
            {"move": "all", "of": "jackpots", "to": "deck", "put": "top"},
            [(None, "9 13", "red", True), (None, "10", "blue", True)],
        ),
        (
            None,
            {"move": "all", "of": "jackpots", "to": "hand", "first": 1},
            [(0, "9", "red", False)],
        ),
        (
            None,
            {"move": "all", "of": "line", "to": "scored", "first": 2},
            [(0, "30 B3b", None, False)],
        ),
        (
            None,
            {"move": "all", "of": "line", "to": "scored", "last": 2},
            [(0, "B3b 40", None, False)],
        ),
    ],
)
def test_which_cards_an_effect_moves(own: str | None, word: dict[str, Any], moves: Moves) -> None:
    assert moved(word, own) == moves


def test_cards_are_moved_of_and_to_the_player_on_turn() -> None:
    played = {"move": "all", "of": "hand", "to": "line"}
    assert moved(played, seat=1) == [(1, "50", None, False)]
    drawn = {"move": "all", "of": "deck", "to": "hand", "up_to": 2}
    assert moved(drawn, seat=1) == [(1, "3", None, False)]


def test_moved_cards_join_the_end_or_the_top_of_a_pile() -> None:
    """They join the end, or the top with `put = "top"`."""
    words = {
        "put": EffectWord(move="card", source="hand", to="line", put="top"),
        "back": EffectWord(move="all", source="market", to="deck"),
        "mine": EffectWord(do=("put", "back")),
    }
    after = replay(LYING, changed(words, "21"))
    assert [each.code for each in after.players[0].line.cards] == ["21", "30", "B3b", "40"]
    assert [each.code for each in after.players[0].hand] == ["22", "B5a"]
    assert [each.code for each in after.deck] == ["3", "4", "7", "B4a", "1", "2", "B3a"]
    assert (after.market, after.played) == ((), 2)


def tokens(word: dict[str, Any], own: str | None = None) -> list[int]:
    """Return the values of the tokens that an effect gives."""
    found = []
    for event in changed({"mine": EffectWord(**word)}, own):
        assert event == TokenTaken("outer-rule", "mine", 0, event.value)  # type: ignore[union-attr] # it is a token
        found.append(event.value)
    return found


def test_tokens_are_taken_once_or_for_each_card() -> None:
    assert tokens({"token": 2}) == [2]
    assert tokens({"token": -1, "each": "hand"}) == [-1, -1, -1]
    assert tokens({"token": 1, "each": "hand", "of": "bets"}) == [1]
    assert tokens({"token": 1, "each": "hand", "of": "colour"}, "17") == [1]
    assert tokens({"token": 1, "each": "hand", "of": "colour"}, "B3a") == []
    assert tokens({"token": "price", "each": "picked"}) == []
    assert tokens({"token": "market_size", "each": "scored"}) == [4, 4]


def test_terms_of_an_effect_are_asked_just_before_it() -> None:
    token = EffectWord(token=1, when=("hand_has_room",))
    drop = EffectWord(move="bets", source="hand", to="discard")
    lose = EffectWord(move="numbers", source="hand", to="discard")
    words = {"token": token, "drop": drop, "lose": lose}
    cases = [
        (("token",), 0),
        (("drop", "token"), 0),
        (("drop", "lose", "token"), 1),
        (("token", "drop", "lose", "token"), 1),
    ]
    for do, took in cases:
        events = changed({**words, "mine": EffectWord(do=do)})
        assert [type(event) for event in events].count(TokenTaken) == took, do
    both = EffectWord(do=("drop", "lose"), when=("not hand_has_room", "not line_is_empty"))
    assert len(changed({**words, "mine": both})) == 2
    for_bets = {"mine": EffectWord(token=1, when=("is_bet",))}
    assert (len(changed(for_bets, "17")), len(changed(for_bets, "B3a"))) == (0, 1)
    for_lines = {"mine": EffectWord(token=1, when=("not line_is_empty",))}
    assert (len(changed(for_lines, seat=0)), len(changed(for_lines, seat=1))) == (1, 0)


def test_an_event_names_the_rule_of_the_nearest_word_that_has_one() -> None:
    for mine, inner, rule in (
        (EffectWord(do=("inner",)), EffectWord(token=1), "outer-rule"),
        (EffectWord(do=("inner",), rule="outer"), EffectWord(token=1), "outer"),
        (EffectWord(do=("inner",), rule="outer"), EffectWord(token=1, rule="own"), "own"),
        (EffectWord(do=("inner",), rule="outer"), EffectWord(do=("next_turn",)), "outer"),
    ):
        words = {"mine": mine, "inner": inner, "next_turn": EffectWord()}
        assert [event.rule for event in changed(words)] == [rule]


def test_every_card_after_the_third_may_claim_again() -> None:
    """With `jackpot_again = 1`. The second card of the colour claims nothing."""
    mine = load_ruleset(over(limits={"jackpot_again": 1}))
    for line, claimed in (("1", ()), ("1 5", ("97",)), ("1 5 9", ("97",)), ("1 5 9 13", ("97",))):
        before = table(
            phase="place",
            picked="41",
            jackpots={"red": "97"},
            rules=mine,
            players=[player(line=line), player()],
        )
        after, _ = step(before, "line")
        assert tuple(card.code for card in after.players[0].scored) == claimed
