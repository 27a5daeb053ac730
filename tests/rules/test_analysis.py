"""Analysis of rules: the bounds of counts, and the cards that can lie in a zone."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from lineit import Ruleset, load_ruleset
from lineit.model.ruleset import Transition
from lineit.model.zones import ZONES
from lineit.rules.analysis import (
    bets_come_back,
    bounds,
    excludes_bets,
    kinds_in_zones,
    phases_with_picked_card,
)
from support.tables import STANDARD

BOUNDING: dict[str, dict[str, Any]] = {
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


BOUNDS: list[tuple[str, str, str | None, tuple[int, int | None]]] = [
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


@pytest.mark.parametrize(("terms", "zone", "kind", "known"), BOUNDS)
def test_the_least_and_most_cards_in_a_zone_where_terms_hold(
    terms: str, zone: str, kind: str | None, known: tuple[int, int | None]
) -> None:
    """`bounds` knows less about a guard that asks for some card, or for one of several guards."""
    guards = {name: {"rule": "pick", **word} for name, word in BOUNDING.items()}
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
def test_terms_that_only_a_number_card_passes(terms: str, only: bool) -> None:
    """The terms must exclude Bet cards for each number of players, which here can be 1."""
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


BETS_COME_BACK: list[tuple[dict[str, Any], list[str], bool]] = [
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
    """Return `standard` with a verb `go`, which names a card of the discard and has one effect."""
    go = {"id": "go", "rule": "pick", "from": "pick", "on": "go", "card": "discard", "to": "pick"}
    return load_ruleset(
        {
            "format": 2,
            "name": "mine",
            "extends": "standard",
            "effects": {"made": {"rule": "pick", **effect}},
            "transition": [{**go, "when": when, "do": ["made"]}],
            **changes,
        }
    )


@pytest.mark.parametrize(("effect", "when", "back"), BETS_COME_BACK)
def test_whether_bet_cards_come_back_into_play(
    effect: dict[str, Any], when: list[str], back: bool
) -> None:
    assert bets_come_back(changing(effect, when)) is back
    no_bets = changing(effect, when, components={"bets": []})
    assert not bets_come_back(no_bets)


@pytest.mark.parametrize(
    ("do", "back"),
    [
        (["settle_bets"], True),
        (["settle_bets", "discard_bets"], False),
        (["settle_bets", "pay_price", "bank_line"], False),
        (["settle_bets", "settle_bets", "discard_bets"], True),
        (["discard_bets", "settle_bets"], True),
        (["settle_bets", "pay_price", "keep_rest"], True),
        (["settle_bets", "discard_all"], False),
        (["settle_bets", "discard_some"], True),
    ],
)
def test_bet_cards_come_back_if_they_stay_in_the_line_when_they_are_settled(
    do: list[str], back: bool
) -> None:
    move = {"rule": "score", "move": "all", "from": "line", "to": "discard"}
    effects = {"discard_all": move, "discard_some": {**move, "first": 1}}
    score = {"id": "score", "rule": "score", "from": "score", "on": "score", "to": "turn-end"}
    head = {"format": 2, "name": "mine", "extends": "standard", "effects": effects}
    assert bets_come_back(load_ruleset({**head, "transition": [{**score, "do": do}]})) is back


def test_the_kinds_of_cards_that_can_lie_in_a_zone() -> None:
    """A Bet card is never scored and never lies under a jackpot, unless a rule puts it there."""
    both, numbers = frozenset({"numbers", "bets"}), frozenset({"numbers"})
    kinds = kinds_in_zones(STANDARD)
    assert kinds == {**dict.fromkeys(ZONES, both), "scored": numbers, "jackpots": numbers}
    scored = {"move": "bets", "from": "discard", "to": "scored"}
    assert kinds_in_zones(changing(scored, [])) == {**kinds, "scored": both}
    no_bets = changing(scored, [], components={"bets": []})
    assert kinds_in_zones(no_bets) == dict.fromkeys(ZONES, numbers)


def test_the_phases_in_which_a_picked_card_waits() -> None:
    waiting = {phase.name: {phase.name == "place"} for phase in STANDARD.phases}
    assert phases_with_picked_card(STANDARD) == waiting
    look = {"name": "look", "actor": "player", "rule": "pick"}
    pick = {"id": "pick", "rule": "pick", "on": "pick", "from": "pick", "card": "market"}
    transitions = [
        {**pick, "do": ["pick_card"], "to": "look"},
        {"id": "look", "rule": "pick", "on": "look", "from": "look", "to": "place"},
    ]
    rules = load_ruleset(
        {
            "format": 2,
            "name": "mine",
            "extends": "standard",
            "phase": [look],
            "transition": transitions,
        }
    )
    assert phases_with_picked_card(rules) == {**waiting, "look": {True}}


def test_a_transition_about_the_picked_card_is_followed_only_where_one_waits() -> None:
    """No check has seen these rules, in which a card may or may not wait in the phase place."""
    skip = Transition("skip", "pick", source="pick", to="place", on="skip")
    look = Transition("look", "pick", source="place", to="look", on="look", card="picked")
    rules = evolve(STANDARD, transitions=(*STANDARD.transitions, skip, look))
    waiting = phases_with_picked_card(rules)
    assert waiting["place"] == {True, False}
    assert waiting["look"] == {True}
