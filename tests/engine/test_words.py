"""Words that rule files define: what guards count and compare, and what effects do."""

from __future__ import annotations

from typing import Any

import pytest

from lineit import Ruleset, Table, load_ruleset
from lineit.engine.counts import counter
from lineit.engine.guards import question
from support.tables import STANDARD, after, choices, moved, player, refusal, table, told


def asking(**guard: Any) -> Ruleset:
    """Return `standard` with one more guard, `asked`."""
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
def test_what_a_guard_counts(what: Any, kind: str | None, card: str | None, counted: int) -> None:
    zones = tuple(what) if isinstance(what, list) else (what,)
    about = None if card is None else STANDARD.card(card)
    assert counter(zones, kind)(table(**BEFORE), 0, about) == counted


def test_beyond_is_subtracted_before_the_comparison() -> None:
    rules = asking(count="line", beyond="jackpot_at", exactly=1)
    ask = question(rules, ["asked"], "pick")
    assert ask(table(rules=rules, **BEFORE), 0, None) is None
    assert ask(table(rules=rules, **BEFORE), 1, None) is not None


def test_a_failed_guard_has_its_count() -> None:
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


def test_zero_has_no_multiples() -> None:
    rules = asking(count="round", multiple_of="jackpot_again")
    assert question(rules, ["asked"], "pick")(table(rules=rules, **BEFORE), 0, None) is not None


@pytest.mark.parametrize("what", ["number", "step"])
def test_every_comparison_without_a_number_holds(what: str) -> None:
    rules = asking(count=what, exactly=1000)
    ask = question(rules, ["asked"], "pick")
    now = table(rules=rules, **BEFORE)
    assert ask(now, 0, rules.card("B3a")) is None
    assert ask(now, 0, rules.card("42")) is not None


def test_some_player_is_asked_as_if_on_turn() -> None:
    """The second player has one card in the hand, the first has two."""
    house: dict[str, Any] = {"format": 2, "name": "mine", "extends": "standard"}
    for number, holds in ((1, True), (0, False)):
        few = {"rule": "pick", "count": "hand", "at_most": number}
        guards = {"few": few, "somebody": {"rule": "pick", "some": "players", "all": ["few"]}}
        rules = load_ruleset(house | {"guards": guards})
        now = table(rules=rules, **BEFORE)
        assert (question(rules, ["somebody"], "pick")(now, 0, None) is None) is holds
        assert question(rules, ["few"], "pick")(now, 0, None) is not None


def test_only_cards_that_pass_are_counted() -> None:
    """Two numbers of the line 10, B4a, 30, 33 are above 29. A Bet card has no number."""
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


def test_only_cards_of_the_kind_that_pass_are_counted() -> None:
    """One card of the line 10, B4a, 30, 33 is a Bet card, and no number card is one."""
    for kind, counted in (("bets", 1), ("numbers", 0)):
        rules = asking(count="line", of=kind, that=["is_bet"], exactly=counted)
        assert question(rules, ["asked"], "pick")(table(rules=rules, **BEFORE), 0, None) is None


def test_a_guard_with_some_can_ask_another_guard_with_some() -> None:
    """`line_asks` asks `any_same` about cards of the line, which asks about cards of the hand."""
    guards = {
        "same_colour": {"rule": "pick", "count": "line", "of": "colour", "at_least": 1},
        "any_same": {"rule": "pick", "some": "hand", "all": ["same_colour"]},
        "line_asks": {"rule": "pick", "some": "line", "all": ["any_same"]},
    }
    rules = load_ruleset({"format": 2, "name": "mine", "extends": "standard", "guards": guards})
    now = table(rules=rules, **BEFORE)
    assert question(rules, ["line_asks"], "pick")(now, 0, None) is None
    assert question(rules, ["any_same"], "pick")(now, 1, None) is None


def test_a_counted_card_is_compared_with_the_line_of_its_player() -> None:
    """In the hand of the player on turn, two of three cards have a colour of that player's line."""
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
    """Return `standard` with a verb `go`, which names a card of the market and has one effect."""
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
    """Return the table after the effect."""
    return after(table(rules=moving(**effect), **BEFORE), f"go {card}")


def codes(cards: Any) -> str:
    return " ".join(card.code for card in cards)


def test_a_card_goes_on_top_of_the_deck_or_beneath_it() -> None:
    to_deck = {"move": "card", "from": "market", "to": "deck"}
    assert codes(gone({**to_deck, "put": "top"}).deck) == "77 60 61 62"
    assert codes(gone({**to_deck, "put": "bottom"}).deck) == "60 61 62 77"
    assert codes(gone(to_deck).deck) == "60 61 62 77"


def test_cards_from_an_unordered_zone_are_sorted() -> None:
    effect = {"move": "all", "from": "discard", "to": "deck", "put": "top"}
    before = table(rules=moving(**effect), **BEFORE | {"rest": "deck", "discard": "B5a 99 7"})
    assert codes(after(before, "go 77").deck[:6]) == "7 99 B5a 60 61 62"


def test_first_last_and_up_to_limit_a_move() -> None:
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


def test_an_effect_happens_only_if_its_terms_hold() -> None:
    rules = moving(token=2, when=["not is_bet"])
    before = table(rules=rules, **BEFORE)
    assert after(before, "go 77").player.tokens == (3, -4, 2)
    assert after(before, "go B3a").player.tokens == (3, -4)


def test_an_action_can_name_a_card_of_any_visible_zone() -> None:
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


def test_an_action_can_name_a_card_under_an_open_jackpot() -> None:
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


def test_the_first_open_transition_of_a_verb_is_taken() -> None:
    def transition(name: str, term: str, phase: str) -> dict[str, Any]:
        found = {"id": name, "rule": "score", "from": "pick", "on": "go", "when": [term]}
        return found | {"to": phase}

    rules = load_ruleset(
        {
            "format": 2,
            "name": "mine",
            "extends": "standard",
            "guards": {
                "long": {"rule": "score", "count": "line", "at_least": 4},
                "late": {"rule": "play", "count": "round", "at_least": 5},
            },
            "transition": [
                transition("one", "long", "score"),
                transition("two", "late", "turn-end"),
            ],
        }
    )
    one = table(rules=rules, **BEFORE)
    assert after(one, "go").phase == "score"
    two = table(rules=rules, **BEFORE | {"seat": 1, "round": 5})
    assert "go" in choices(two)
    assert after(two, "go").phase == "final"
    assert refusal(table(rules=rules, **BEFORE | {"seat": 1}), "go")[0] == "score"


def test_each_transition_of_a_verb_is_tried_with_the_card() -> None:
    def transition(name: str, term: str, phase: str) -> dict[str, Any]:
        found = {"id": name, "rule": "pick", "from": "pick", "on": "go", "card": "market"}
        return found | {"when": [term, "line_is_short"], "to": phase}

    rules = load_ruleset(
        {
            "format": 2,
            "name": "mine",
            "extends": "standard",
            "guards": {
                "line_is_short": {"rule": "pick", "count": "line", "of": "colour", "below": 2}
            },
            "transition": [
                transition("one", "is_bet", "score"),
                transition("two", "not is_bet", "cleanup"),
            ],
        }
    )
    now = table(rules=rules, **BEFORE | {"market": "77 B3a 81 42"})
    assert choices(now)[4:] == ["go 77", "go B3a", "go 81"]
    assert refusal(now, "go 42")[1] == "42 is not a Bet card [bet-any-time]"


def test_a_transition_without_a_verb_is_about_the_picked_card() -> None:
    """A Bet card is placed in the line without an action of the player."""
    bet_joins = {"id": "bet-joins", "rule": "place-line", "from": "place", "card": "picked"}
    rules = load_ruleset(
        {
            "format": 2,
            "name": "mine",
            "extends": "standard",
            "transition": [{**bet_joins, "when": ["is_bet"], "do": ["extend_line"], "to": "play"}],
        }
    )
    before = table(phase="pick", market="B3a 42", players=[player(hand="1"), player()], rules=rules)
    placed = after(before, "pick B3a")
    assert (placed.phase, placed.picked, codes(placed.player.line.cards)) == ("play", None, "B3a")
    waiting = after(before, "pick 42")
    assert (waiting.phase, codes(waiting.player.line.cards)) == ("place", "")


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
