"""The general forms of rule files: what each question counts, and what each change does."""

from __future__ import annotations

from typing import Any

import pytest

from lineit import Ruleset, Table, load_ruleset
from lineit.flow import (
    bets_come_back,
    bounds,
    excludes_bets,
    kinds_in_zones,
    phases_with_picked_card,
)
from lineit.guards import counter, question
from lineit.zones import ZONES
from tables import STANDARD, after, choices, moved, player, refusal, table, told


def asking(**guard: Any) -> Ruleset:
    """`standard` with one more question, `asked`."""
    guards = {"asked": {"rule": "pick", **guard}}
    return load_ruleset({"format": 2, "name": "mine", "extends": "standard", "guards": guards})


BEFORE: dict[str, Any] = {
    "phase": "pick",
    "round": 4,
    "played": 1,
    "market": "77 B3a 81",
    "deck": "60 61 62",
    "jackpots": {"red": "9 13", "green": "3"},
    "players": [
        player("1 B3b", "10 B4a 30 33", "50 51", tokens=(3, -4)),
        player("2", "90 80", "", tokens=(5,)),
    ],
}

COUNTS: list[tuple[Any, str | None, str | None, int]] = [
    ("deck", None, None, 3),
    ("market", None, None, 3),
    ("market", "numbers", None, 2),
    ("market", "bets", None, 1),
    ("hand", None, None, 2),
    ("line", None, None, 4),
    ("line", "bets", None, 1),
    ("line", "colour", "5", 1),
    ("line", "colour", "42", 2),
    ("line", "colour", "B5a", 0),
    ("scored", None, None, 2),
    ("jackpots", None, None, 3),
    ("jackpots", "colour", "5", 2),
    ("jackpot", None, "5", 2),
    ("jackpot", None, "7", 1),
    ("jackpot", None, "B5a", 0),
    ("picked", None, None, 0),
    (["deck", "market"], None, None, 6),
    (["hand", "line"], "bets", None, 2),
    ("card", "bets", "B5a", 1),
    ("card", "bets", "5", 0),
    ("card", "numbers", "5", 1),
    ("points", None, None, 1),
    ("tokens", None, None, 2),
    ("played", None, None, 1),
    ("round", None, None, 4),
    ("number", None, "42", 42),
    ("turn", None, None, 0),
    ("line", "red", None, 1),
    ("line", "green", None, 0),
    ("step", None, "42", 9),
    ("step", None, "20", -13),
]


@pytest.mark.parametrize(("what", "kind", "card", "counted"), COUNTS)
def test_what_a_question_counts(
    what: Any, kind: str | None, card: str | None, counted: int
) -> None:
    zones = tuple(what) if isinstance(what, list) else (what,)
    about = None if card is None else STANDARD.card(card)
    assert counter(zones, kind)(table(**BEFORE), 0, about) == counted


def test_beyond_is_taken_off_before_the_comparison() -> None:
    rules = asking(count="line", beyond="jackpot_at", exactly=1)
    ask = question(rules, ["asked"], "pick")
    assert ask(table(rules=rules, **BEFORE), 0, None) is None
    assert ask(table(rules=rules, **BEFORE), 1, None) is not None


def test_what_fails_tells_what_it_counted() -> None:
    rules = asking(count="line", at_least=7)
    now = table(rules=rules, **BEFORE)
    failed = question(rules, ["asked"], "pick")(now, 0, None)
    assert failed is not None
    assert failed.count is not None
    assert (failed.word, failed.wanted, failed.rule) == ("asked", True, "pick")
    assert failed.count(now, 0, None) == 4


COMPARISONS: list[tuple[str, Any, list[int]]] = [
    ("at_least", 3, [3, 4]),
    ("at_most", 3, [1, 2, 3]),
    ("below", 3, [1, 2]),
    ("exactly", 3, [3]),
    ("multiple_of", 2, [2, 4]),
    ("at_least", "price", [3, 4]),
    ("at_most", "players", [1, 2]),
    ("below", "market_size", [1, 2, 3]),
]


@pytest.mark.parametrize(("comparison", "number", "rounds"), COMPARISONS)
def test_how_a_count_is_compared(comparison: str, number: Any, rounds: list[int]) -> None:
    rules = asking(count="round", **{comparison: number})
    ask = question(rules, ["asked"], "pick")
    holds = [
        n for n in range(1, 5) if ask(table(rules=rules, **BEFORE | {"round": n}), 0, None) is None
    ]
    assert holds == rounds


def test_of_0_there_is_no_multiple() -> None:
    rules = asking(count="round", multiple_of="jackpot_again")
    assert question(rules, ["asked"], "pick")(table(rules=rules, **BEFORE), 0, None) is not None


@pytest.mark.parametrize("what", ["number", "step"])
def test_what_has_no_number_compares_in_every_way(what: str) -> None:
    rules = asking(count=what, exactly=1000)
    ask = question(rules, ["asked"], "pick")
    now = table(rules=rules, **BEFORE)
    assert ask(now, 0, rules.card("B3a")) is None
    assert ask(now, 0, rules.card("42")) is not None


def test_some_player_is_asked_as_if_on_turn() -> None:
    """The second player has one card in hand, the first has two."""
    house: dict[str, Any] = {"format": 2, "name": "mine", "extends": "standard"}
    for number, holds in ((1, True), (0, False)):
        few = {"rule": "pick", "count": "hand", "at_most": number}
        guards = {"few": few, "somebody": {"rule": "pick", "some": "players", "all": ["few"]}}
        rules = load_ruleset(house | {"guards": guards})
        now = table(rules=rules, **BEFORE)
        assert (question(rules, ["somebody"], "pick")(now, 0, None) is None) is holds
        assert question(rules, ["few"], "pick")(now, 0, None) is not None


def test_only_cards_that_pass_are_counted() -> None:
    """Of the line 10, B4a, 30, 33 two numbers are above 29; a Bet card has no number."""
    high = {"rule": "pick", "count": "number", "at_least": 30}
    guards = {
        "is_high": high,
        "high_number": {"rule": "pick", "all": ["not is_bet", "is_high"]},
        "two_high": {"rule": "pick", "count": "line", "that": ["high_number"], "exactly": 2},
    }
    rules = load_ruleset({"format": 2, "name": "mine", "extends": "standard", "guards": guards})
    ask, now = question(rules, ["two_high"], "pick"), table(rules=rules, **BEFORE)
    assert ask(now, 0, None) is None
    failed = ask(now, 1, None)
    assert failed is None  # 90 and 80
    assert ask(now.with_player(1, now.players[1].with_pile("line", ())), 1, None) is not None


def test_a_question_about_some_card_may_ask_about_some_other() -> None:
    """A card of the hand fits if the line holds a card of its colour: 1 does not, 5 would."""
    guards = {
        "same_colour": {"rule": "pick", "count": "line", "of": "colour", "at_least": 1},
        "any_same": {"rule": "pick", "some": "hand", "all": ["same_colour"]},
        "line_asks": {"rule": "pick", "some": "line", "all": ["any_same"]},
    }
    rules = load_ruleset({"format": 2, "name": "mine", "extends": "standard", "guards": guards})
    now = table(rules=rules, **BEFORE)
    assert question(rules, ["line_asks"], "pick")(now, 0, None) is None
    assert question(rules, ["any_same"], "pick")(now, 1, None) is None


def test_a_card_that_is_counted_is_asked_about_with_what_its_player_has() -> None:
    """The player on turn holds two cards of a colour that the player's own line has, of three."""
    guards = {
        "alike": {"rule": "pick", "count": "line", "of": "colour", "at_least": 1},
        "two_alike": {"rule": "pick", "count": "hand", "that": ["alike"], "exactly": 2},
    }
    rules = load_ruleset({"format": 2, "name": "mine", "extends": "standard", "guards": guards})
    players = [player("5 9 2", line="13"), player("6 7 4", line="14")]
    now = table(phase="pick", market="1", players=players, rules=rules)
    ask = question(rules, ["two_alike"], "pick")
    assert [ask(now, seat, None) is None for seat in (0, 1)] == [True, False]


@pytest.mark.parametrize(("first", "turns"), [(0, [0, 1, 2]), (1, [2, 0, 1]), (2, [1, 2, 0])])
def test_turns_are_counted_from_the_first_player(first: int, turns: list[int]) -> None:
    now = table(phase="pick", first=first, market="1", players=[player()] * 3)
    assert [counter(("turn",), None)(now, seat, None) for seat in range(3)] == turns


def moving(**effect: Any) -> Ruleset:
    """`standard` with a verb `go` in the phase pick that makes one change, about a market card."""
    return load_ruleset(
        {
            "format": 2,
            "name": "mine",
            "extends": "standard",
            "effects": {"made": {"rule": "pick", **effect}},
            "transition": [
                {
                    "id": "go",
                    "rule": "pick",
                    "from": "pick",
                    "on": "go",
                    "card": "market",
                    "do": ["made"],
                    "to": "pick",
                }
            ],
        }
    )


def gone(effect: dict[str, Any], card: str = "77") -> Table:
    """The table after the change."""
    return after(table(rules=moving(**effect), **BEFORE), f"go {card}")


def codes(cards: Any) -> str:
    return " ".join(card.code for card in cards)


def test_a_card_goes_on_top_of_the_deck_or_beneath_it() -> None:
    to_deck = {"move": "card", "from": "market", "to": "deck"}
    assert codes(gone({**to_deck, "put": "top"}).deck) == "77 60 61 62"
    assert codes(gone({**to_deck, "put": "bottom"}).deck) == "60 61 62 77"
    assert codes(gone(to_deck).deck) == "60 61 62 77"


def test_several_cards_go_in_the_order_of_the_cards_where_they_had_none() -> None:
    effect = {"move": "all", "from": "discard", "to": "deck", "put": "top"}
    before = table(rules=moving(**effect), **BEFORE | {"rest": "deck", "discard": "B5a 99 7"})
    assert codes(after(before, "go 77").deck[:6]) == "7 99 B5a 60 61 62"


def test_only_the_first_or_the_last_so_many_are_moved() -> None:
    for key, cards in (("first", "60 61"), ("last", "61 62")):
        after_it = gone({"move": "all", "from": "deck", "to": "discard", key: 2})
        assert codes(after_it.discard).endswith(cards)
    assert codes(gone({"move": "all", "from": "deck", "to": "market", "up_to": 5}).market) == (
        "77 B3a 81 60 61"
    )
    assert codes(
        gone({"move": "all", "from": "deck", "to": "market", "up_to": "market_size"}).market
    ) == ("77 B3a 81 60")


@pytest.mark.parametrize("key", ["first", "last", "up_to"])
def test_a_limit_of_0_moves_nothing(key: str) -> None:
    effect = {"move": "all", "from": "deck", "to": "market", key: "jackpot_again"}
    assert codes(gone(effect).market) == "77 B3a 81"


def test_kinds_of_cards_are_moved() -> None:
    assert codes(
        gone({"move": "numbers", "from": "line", "to": "discard", "last": 1}).player.line.cards
    ) == ("10 B4a 30")
    assert (
        codes(gone({"move": "bets", "from": "line", "to": "discard"}).player.line.cards)
        == "10 30 33"
    )
    assert codes(gone({"move": "colour", "from": "line", "to": "discard"}).player.line.cards) == (
        "10 B4a 30"
    )


def test_cards_of_a_colour_and_cards_that_pass_are_moved() -> None:
    assert codes(gone({"move": "blue", "from": "line", "to": "discard"}).player.line.cards) == (
        "B4a 33"
    )
    assert codes(
        gone({"move": "all", "that": ["is_bet"], "from": "line", "to": "discard"}).player.line.cards
    ) == ("10 30 33")
    assert gone({"token": 1, "each": "line", "that": ["is_bet"]}).player.tokens == (3, -4, 1)
    assert gone({"token": 1, "each": "line", "of": "blue"}).player.tokens == (3, -4, 1, 1)


def test_cards_go_under_the_jackpots_of_their_colours() -> None:
    before = table(rules=moving(move="numbers", **{"from": "market", "to": "jackpots"}), **BEFORE)
    assert told(before, "go 77")[:2] == [
        moved("pick", "made", "77 81", "market", "jackpots", colour="red"),
        {"type": "phase-entered", "rule": "pick", "phase": "pick"},
    ]


def test_the_pile_of_the_cards_colour_is_moved() -> None:
    taken = gone({"move": "all", "from": "jackpot", "to": "scored"})
    assert codes(taken.player.scored) == "50 51 9 13"
    assert codes(gone({"move": "all", "from": "jackpot", "to": "scored"}, "B3a").player.scored) == (
        "50 51"
    )


def test_tokens_are_taken_once_or_for_each_card() -> None:
    assert gone({"token": 2}).player.tokens == (3, -4, 2)
    assert gone({"token": -1, "each": "hand"}).player.tokens == (3, -4, -1, -1)
    assert gone({"token": -1, "each": "hand", "of": "bets"}).player.tokens == (3, -4, -1)
    assert gone({"token": "price"}).player.tokens == (3, -4, 3)


def test_a_change_is_made_only_when_it_says() -> None:
    rules = moving(token=2, when=["not is_bet"])
    before = table(rules=rules, **BEFORE)
    assert after(before, "go 77").player.tokens == (3, -4, 2)
    assert after(before, "go B3a").player.tokens == (3, -4)


def test_a_card_of_any_zone_that_the_player_sees_may_be_named() -> None:
    for zone, named in (("line", "10 B4a 30 33"), ("hand", "1 B3b")):
        rules = load_ruleset(
            {
                "format": 2,
                "name": "mine",
                "extends": "standard",
                "effects": {"drop": {"move": "card", "from": zone, "to": "discard"}},
                "transition": [
                    {
                        "id": "drop",
                        "rule": "pick",
                        "from": "pick",
                        "on": "drop",
                        "card": zone,
                        "do": ["drop"],
                        "to": "pick",
                    }
                ],
            }
        )
        before = table(rules=rules, **BEFORE)
        offered = [text for text in choices(before) if text.startswith("drop")]
        assert offered == [f"drop {code}" for code in named.split()]
        assert (
            named.split()[0]
            not in codes(
                (
                    *after(before, offered[0]).player.hand,
                    *after(before, offered[0]).player.line.cards,
                )
            ).split()
        )


def test_a_card_under_an_open_jackpot_may_be_named() -> None:
    rules = load_ruleset(
        {
            "format": 2,
            "name": "mine",
            "extends": "standard",
            "zones": {"jackpots": {"table": "all", "perfect": "all"}},
            "effects": {"take": {"move": "card", "from": "jackpots", "to": "scored"}},
            "transition": [
                {
                    "id": "take",
                    "rule": "pick",
                    "from": "pick",
                    "on": "take",
                    "card": "jackpots",
                    "do": ["take"],
                    "to": "pick",
                }
            ],
        }
    )
    before = table(rules=rules, **BEFORE)
    assert [text for text in choices(before) if text[:4] == "take"] == [
        *("take 9", "take 13", "take 3")
    ]
    assert codes(after(before, "take 13").player.scored) == "50 51 13"


def test_of_several_transitions_of_a_verb_the_first_that_is_open_is_taken() -> None:
    def row(name: str, term: str, phase: str) -> dict[str, Any]:
        row = {"id": name, "rule": "score", "from": "pick", "on": "go", "when": [term]}
        return row | {"to": phase}

    rules = load_ruleset(
        {
            "format": 2,
            "name": "mine",
            "extends": "standard",
            "guards": {
                "long": {"rule": "score", "count": "line", "at_least": 4},
                "late": {"rule": "play", "count": "round", "at_least": 5},
            },
            "transition": [row("one", "long", "score"), row("two", "late", "turn-end")],
        }
    )
    one = table(rules=rules, **BEFORE)
    assert after(one, "go").phase == "score"
    two = table(rules=rules, **BEFORE | {"seat": 1, "round": 5})
    assert "go" in choices(two)
    assert after(two, "go").phase == "final"
    assert refusal(table(rules=rules, **BEFORE | {"seat": 1}), "go")[0] == "score"


def test_of_several_transitions_of_a_verb_each_is_asked_of_the_card() -> None:
    def row(name: str, term: str, phase: str) -> dict[str, Any]:
        row = {"id": name, "rule": "pick", "from": "pick", "on": "go", "card": "market"}
        return row | {"when": [term, "line_is_short"], "to": phase}

    rules = load_ruleset(
        {
            "format": 2,
            "name": "mine",
            "extends": "standard",
            "guards": {
                "line_is_short": {"rule": "pick", "count": "line", "of": "colour", "below": 2}
            },
            "transition": [row("one", "is_bet", "score"), row("two", "not is_bet", "cleanup")],
        }
    )
    now = table(rules=rules, **BEFORE | {"market": "77 B3a 81 42"})
    assert choices(now)[4:] == ["go 77", "go B3a", "go 81"]
    assert refusal(now, "go 42")[1] == "42 is not a Bet card [bet-any-time]"


def test_what_goes_on_by_itself_is_about_the_picked_card() -> None:
    """Here a Bet card joins the line without being told to."""
    row = {"id": "bet-joins", "rule": "place-line", "from": "place", "card": "picked"}
    rules = load_ruleset(
        {
            "format": 2,
            "name": "mine",
            "extends": "standard",
            "transition": [{**row, "when": ["is_bet"], "do": ["extend_line"], "to": "play"}],
        }
    )
    before = table(phase="pick", market="B3a 42", players=[player(hand="1"), player()], rules=rules)
    joined = after(before, "pick B3a")
    assert (joined.phase, joined.picked, codes(joined.player.line.cards)) == ("play", None, "B3a")
    waiting = after(before, "pick 42")
    assert (waiting.phase, codes(waiting.player.line.cards)) == ("place", "")


PROMISING: dict[str, dict[str, Any]] = {
    "one_or_two": {"count": "hand", "at_least": 1, "at_most": 2},
    "two_or_three": {"count": "hand", "at_least": 2, "at_most": 3},
    "below_four": {"count": "hand", "below": 4},
    "just_two": {"count": "hand", "exactly": 2},
    "none": {"count": "hand", "exactly": 0},
    "pairs": {"count": "hand", "multiple_of": 2},
    "no_multiple": {"count": "hand", "multiple_of": "jackpot_again"},
    "as_players": {"count": "hand", "at_most": "players"},
    "few_in_both": {"count": ["hand", "line"], "at_most": 3},
    "some_in_both": {"count": ["hand", "line"], "at_least": 3},
    "bets": {"count": "hand", "of": "bets", "at_least": 1, "at_most": 2},
    "those_bets": {"count": "hand", "that": ["is_bet"], "at_least": 1, "at_most": 2},
    "more": {"count": "hand", "beyond": 1, "at_least": 1, "at_most": 2},
    "picked_one": {"count": "picked", "exactly": 1},
    "picked_three": {"count": "picked", "at_least": "price"},
    "three": {"count": "hand", "at_least": 3},
    "both": {"all": ["one_or_two", "below_four"]},
    "either": {"any": ["below_four", "just_two"]},
    "some_card": {"some": "hand", "all": ["one_or_two"]},
}

PROMISES: list[tuple[str, str, str | None, tuple[int, int | None]]] = [
    ("one_or_two", "hand", None, (1, 2)),
    ("not one_or_two", "hand", None, (0, None)),
    ("one_or_two, two_or_three", "hand", None, (2, 2)),
    ("two_or_three, one_or_two", "hand", None, (2, 2)),
    ("one_or_two", "line", None, (0, None)),
    ("one_or_two", "hand", "bets", (0, 2)),
    ("below_four", "hand", None, (0, 3)),
    ("not below_four", "hand", None, (4, None)),
    ("just_two", "hand", None, (2, 2)),
    ("not just_two", "hand", None, (0, None)),
    ("not none", "hand", None, (1, None)),
    ("pairs", "hand", None, (2, None)),
    ("not pairs", "hand", None, (0, None)),
    ("no_multiple", "hand", None, (1, None)),
    ("as_players", "hand", None, (0, 2)),
    ("not as_players", "hand", None, (3, None)),
    ("few_in_both", "hand", None, (0, 3)),
    ("some_in_both", "hand", None, (0, None)),
    ("bets", "hand", None, (1, None)),
    ("bets", "hand", "bets", (1, 2)),
    ("bets", "hand", "numbers", (0, None)),
    ("those_bets", "hand", None, (1, None)),
    ("more", "hand", None, (0, None)),
    ("picked_one", "picked", None, (1, 1)),
    ("line_is_empty, one_or_two", "hand", None, (1, 2)),
    ("not picked_one", "picked", None, (0, 0)),
    ("picked_three", "picked", None, (0, None)),
    ("not picked_three", "picked", None, (0, 1)),
    ("three", "hand", None, (3, None)),
    ("not three", "hand", None, (0, 2)),
    ("is_bet", "card", "bets", (1, 1)),
    ("not is_bet", "card", "bets", (0, 0)),
    ("both", "hand", None, (1, 2)),
    ("not both", "hand", None, (0, None)),
    ("either", "hand", None, (0, None)),
    ("not either", "hand", None, (4, None)),
    ("some_card", "hand", None, (0, None)),
    ("not some_card", "hand", None, (0, None)),
]


@pytest.mark.parametrize(("terms", "zone", "kind", "known"), PROMISES)
def test_how_many_cards_lie_in_a_zone_where_terms_hold(
    terms: str, zone: str, kind: str | None, known: tuple[int, int | None]
) -> None:
    """At least, and at most; a word that asks for some card, or one of several, promises less."""
    guards = {name: {"rule": "pick", **word} for name, word in PROMISING.items()}
    rules = load_ruleset({"format": 2, "name": "mine", "extends": "standard", "guards": guards})
    assert bounds(rules, terms.split(", "), zone, players=2, kind=kind) == known


ABOUT_THE_CARD: list[tuple[str, bool]] = [
    ("", False),
    ("is_bet", False),
    ("not is_bet", True),
    ("in_direction", True),
    ("not in_direction", False),
    ("line_is_empty, in_direction", True),
    ("card_fits", False),
    ("a_number", True),
    ("not a_number", False),
    ("of_its_colour", True),
    ("high", False),
    ("fewer_bets_than_players", False),
]


@pytest.mark.parametrize(("terms", "only"), ABOUT_THE_CARD)
def test_which_terms_only_a_number_card_passes(terms: str, only: bool) -> None:
    """In a game of any number of players; one may play alone here."""
    guards: dict[str, dict[str, Any]] = {
        "a_number": {"count": "card", "of": "numbers", "exactly": 1},
        "of_its_colour": {"count": "card", "of": "colour", "at_least": 1},
        "high": {"count": "number", "at_least": 50},
        "fewer_bets_than_players": {"count": "card", "of": "bets", "below": "players"},
    }
    rules = load_ruleset(
        {
            "format": 2,
            "name": "mine",
            "extends": "standard",
            "components": {"players": [1, 3]},
            "guards": {name: {"rule": "pick", **word} for name, word in guards.items()},
        }
    )
    assert excludes_bets(rules, terms.split(", ") if terms else []) is only


BACK: list[tuple[dict[str, Any], list[str], bool]] = [
    ({"move": "all", "from": "line", "to": "discard"}, [], False),
    ({"move": "all", "from": "line", "to": "deck"}, [], True),
    ({"move": "numbers", "from": "line", "to": "deck"}, [], False),
    ({"move": "colour", "from": "line", "to": "deck"}, [], False),
    ({"move": "all", "from": "discard", "to": "deck"}, [], True),
    ({"move": "bets", "from": "discard", "to": "deck"}, [], True),
    ({"move": "bets", "from": "market", "to": "deck"}, [], False),
    ({"move": "all", "that": ["in_direction"], "from": "discard", "to": "deck"}, [], False),
    ({"move": "all", "that": ["is_bet"], "from": "discard", "to": "deck"}, [], True),
    ({"move": "all", "from": "discard", "to": "deck"}, ["not is_bet"], True),
    ({"move": "card", "from": "discard", "to": "deck"}, [], True),
    ({"move": "card", "from": "discard", "to": "deck"}, ["not is_bet"], False),
    ({"move": "card", "from": "discard", "to": "deck", "when": ["not is_bet"]}, [], False),
    ({"move": "all", "from": "scored", "to": "deck"}, [], False),
    ({"token": 1}, [], False),
]


def changing(effect: dict[str, Any], when: list[str], **changes: Any) -> Ruleset:
    """`standard` with a change in the phase pick, about a card of the discard."""
    row = {"id": "go", "rule": "pick", "from": "pick", "on": "go", "card": "discard", "to": "pick"}
    return load_ruleset(
        {
            "format": 2,
            "name": "mine",
            "extends": "standard",
            "effects": {"made": {"rule": "pick", **effect}},
            "transition": [{**row, "when": when, "do": ["made"]}],
            **changes,
        }
    )


@pytest.mark.parametrize(("effect", "when", "back"), BACK)
def test_whether_bet_cards_come_back_into_play(
    effect: dict[str, Any], when: list[str], back: bool
) -> None:
    assert bets_come_back(changing(effect, when)) is back
    no_bets = changing(effect, when, components={"bets": []})
    assert not bets_come_back(no_bets)


def test_which_kinds_of_cards_can_lie_where() -> None:
    """A Bet card is never scored and lies under no jackpot, unless a rule puts it there."""
    both, numbers = frozenset({"numbers", "bets"}), frozenset({"numbers"})
    kinds = kinds_in_zones(STANDARD)
    assert kinds == {**dict.fromkeys(ZONES, both), "scored": numbers, "jackpots": numbers}
    scored = {"move": "bets", "from": "discard", "to": "scored"}
    assert kinds_in_zones(changing(scored, [])) == {**kinds, "scored": both}
    no_bets = changing(scored, [], components={"bets": []})
    assert kinds_in_zones(no_bets) == dict.fromkeys(ZONES, numbers)


def test_in_which_phases_a_picked_card_waits() -> None:
    waiting = {phase.name: {phase.name == "place"} for phase in STANDARD.phases}
    assert phases_with_picked_card(STANDARD) == waiting
    look = {"name": "look", "actor": "player", "rule": "pick"}
    pick = {"id": "pick", "rule": "pick", "on": "pick", "from": "pick", "card": "market"}
    rows = [
        {**pick, "do": ["pick_card"], "to": "look"},
        {"id": "look", "rule": "pick", "on": "look", "from": "look", "to": "place"},
    ]
    rules = load_ruleset(
        {
            "format": 2,
            "name": "mine",
            "extends": "standard",
            "phase": [look],
            "transition": rows,
        }
    )
    assert phases_with_picked_card(rules) == {**waiting, "look": {True}}


def test_standard_has_ten_built_in_words() -> None:
    words = [
        name
        for section in (STANDARD.guards, load_ruleset("bga").guards)
        for name, guard in section.items()
        if guard.count is None and not guard.parts
    ]
    changes = [
        name
        for section in (STANDARD.effects, load_ruleset("bga").effects)
        for name, effect in section.items()
        if effect.move is None and effect.token is None and not effect.do
    ]
    assert len({*words, *changes}) == 10
