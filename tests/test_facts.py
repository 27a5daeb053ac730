"""Facts about views: lines, bets, jackpots, the market and what scoring brings."""

from __future__ import annotations

from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given

from lineit import Game, RulesetError, Table, load_ruleset, step
from lineit.formats.previews import facts_json
from lineit.model.actions import Action
from lineit.model.events import CardsMoved
from lineit.table_facts import BetFacts, Facts, ScoringFacts, facts
from lineit.testing import games
from lineit.views import view
from support.drawing import drawn
from support.paths import TESTS
from support.tables import STANDARD, over, player, table
from tools.doors import read_quickly

BGA = load_ruleset("bga")

PLAYERS = [player("70", "20 B3a 30 34 41 B5b"), player("21", "90 80"), player("", "5 B4a")]


def seen(now: Table, viewer: int | None = 0) -> Facts:
    return facts(view(now, viewer))


def codes(cards: Any) -> str | None:
    return None if cards is None else " ".join(map(str, cards))


LINES = table(phase="pick", market="15 25 60 B3b", players=PLAYERS)


def test_the_direction_of_each_line() -> None:
    found = seen(LINES)
    assert [each.direction for each in found.players] == ["ascending", "descending", None]


def test_the_bets_of_a_line() -> None:
    card = STANDARD.card
    assert [each.bets for each in seen(LINES, None).players] == [
        (
            BetFacts(card("B3a"), value=3, joined=4, needs=0),
            BetFacts(card("B5b"), value=5, joined=0, needs=5),
        ),
        (),
        (BetFacts(card("B4a"), value=4, joined=0, needs=4),),
    ]


def test_bets_that_no_rule_settles_need_nothing_that_is_known() -> None:
    rules = load_ruleset(over(effects={"score_line": {"do": ["bank_line"]}}))
    found = seen(table(phase="pick", market="15", rules=rules, players=PLAYERS))
    assert [bet.needs for bet in found.players[0].bets] == [None, None]


def missing(rules: Any, line: str) -> dict[str, int | None]:
    """Return what is missing for the jackpots in a line of seat 1."""
    players = [player(), player("", line)]
    now = table(phase="pick", market="15", rules=load_ruleset(rules), players=players)
    return dict(seen(now, 1 if now.seat == 1 else None).players[1].missing)


def test_the_missing_cards_of_a_jackpot() -> None:
    assert missing("standard", "5 9 10 13") == {"red": None, "blue": 2, "green": 3, "yellow": 3}
    assert missing("every-third", "5 9 10 13") == {"red": 3, "blue": 2, "green": 3, "yellow": 3}
    assert missing("every-third", "5 9 10 13 17 21")["red"] == 1
    assert missing(over(limits={"jackpot_at": 5}), "5 9 10")["red"] == 3
    assert missing(over(limits={"jackpot_at": 26}), "5 9 10")["red"] is None


def test_missing_cards_under_other_words_and_guards() -> None:
    claims = {"rule": "jackpot-claim", "count": "line", "of": "colour", "at_least": "jackpot_at"}
    red = {"rule": "jackpot-claim", "count": "card", "of": "red", "exactly": 1}
    both = {"rule": "jackpot-claim", "all": ["often", "is_red"]}
    guards = {"often": claims, "is_red": red, "card_claims": both}
    found = missing(over(guards=guards, limits={"jackpot_at": 2, "jackpot_again": 0}), "5 9 10")
    assert found == {"red": 1, "blue": None, "green": None, "yellow": None}


@pytest.mark.parametrize(
    "changes",
    [
        {"guards": {"card_claims": {"rule": "jackpot-claim", "any": ["in_direction"]}}},
        {"guards": {"card_claims": {"rule": "jackpot-claim", "some": "hand", "all": ["is_bet"]}}},
        {"effects": {"extend_line": {"do": ["claim_jackpot", "place_in_line"]}}},
        {"effects": {"claim_jackpot": {"move": "all", "from": "jackpot", "to": "scored"}}},
    ],
)
def test_missing_cards_that_cannot_be_said(changes: dict[str, Any]) -> None:
    assert {*missing(over(**changes), "5 9 10").values()} == {None}


def test_the_cards_of_the_market_that_fit() -> None:
    assert codes(seen(LINES).market) == "60"
    assert codes(seen(LINES.changed(seat=1), 1).market) == "15 25 60 B3b"
    assert seen(LINES, 1).market is None
    assert seen(LINES.changed(phase="score")).market is None


def test_the_cards_of_the_market_that_fit_on_board_game_arena() -> None:
    full = player("70 71", "20 30")
    now = table(phase="pick", market="15 60 25", rules=BGA, players=[full, player()])
    assert codes(seen(now).market) == "60"


def test_what_scoring_brings() -> None:
    card = STANDARD.card
    price = (card("20"), card("30"), card("34"))
    scoring = ScoringFacts(Action("score"), 1 + 3 - 5, price)
    assert seen(LINES.changed(phase="score")).scoring == scoring
    assert seen(LINES).scoring is None
    assert seen(LINES.changed(phase="score"), 1).scoring is None
    assert seen(table(phase="pick", market="15", rules=BGA, players=PLAYERS)).scoring == scoring


def test_what_forced_scoring_brings() -> None:
    forced = table(phase="place", picked="15", players=[player("70 71", "20 30 40 50"), player()])
    price = tuple(map(STANDARD.card, ("20", "30", "40")))
    assert seen(forced).scoring == ScoringFacts(Action("restart"), 1, price)


def test_facts_as_json() -> None:
    now = table(phase="score", market="15", players=[player("", "20 B3a 30"), player()])
    assert facts_json(seen(now)) == {
        "players": [
            {
                "direction": "ascending",
                "bets": [{"card": "B3a", "value": 3, "joined": 1, "needs": 2}],
                "missing": {"red": 3, "blue": 2, "green": 3, "yellow": 2},
            },
            {
                "direction": None,
                "bets": [],
                "missing": {"red": 3, "blue": 3, "green": 3, "yellow": 3},
            },
        ],
        "market": None,
        "scoring": {"action": "score", "points": -3, "price": ["20", "30"]},
    }


# -- facts are true --------------------------------------------------------------------------------


@given(games())
def test_the_card_that_was_missing_claims_the_jackpot(game: Game) -> None:
    """Each claim is by the card that was missing, and each such card claims what lies there."""
    for before, now in zip(game.steps, game.steps[1:], strict=False):
        events = [event for event in now.events if isinstance(event, CardsMoved)]
        seat, line = before.table.seat, before.table.player.line
        for event in events:
            if event.source == "line" and event.seat == seat:
                line = type(line)()
            if event.to != "line" or event.seat != seat or event.cards[0].colour is None:
                continue
            (card,) = event.cards
            lying = before.table.with_player(
                seat, before.table.players[seat].with_pile("line", line.cards)
            )
            colour = str(card.colour)
            claimed = any(each.source == "jackpots" and each.colour == colour for each in events)
            expected = facts(view(lying, None)).players[seat].missing[colour] == 1
            assert claimed is (expected and bool(before.table.jackpot(colour)))
            line = type(line)((*line.cards, card))


@given(games())
def test_scoring_brings_what_the_facts_say(game: Game) -> None:
    if game.over:
        return
    found = facts(game.view(game.turn)).scoring
    if found is not None and game.table.deck[20:]:
        now, _ = step(game.table, found.action)
        seat = game.table.seat
        assert now.players[seat].points - game.scores[seat] == found.points
        assert {*found.price} <= {*now.discard}


def play(rules: Any, seed: int) -> None:
    """Ask for the facts of all seats in a game, until it ends or the rules cannot go on."""
    chance = Random(seed)
    try:
        game = Game.new(players=rules.components.players[0], rules=rules, seed=seed)
        while not game.over and game.ply < 60:
            for viewer in (None, *range(len(game.table.players))):
                found = facts(game.view(viewer, chance.choice(("table", "perfect"))))
                assert facts_json(found)["players"]
            game.apply(chance.choice(game.legal))
    except RulesetError:
        return


@pytest.mark.parametrize(
    "file", sorted(TESTS.glob("data/house/*.toml")), ids=lambda file: file.stem
)
def test_house_rules_have_facts(file: Any) -> None:
    play(load_ruleset(file), 3)


def test_drawn_rules_have_facts() -> None:
    with patch("lineit.rules.load._read_built_in", read_quickly):
        for seed in range(100, 150):
            try:
                rules = load_ruleset(drawn(seed))
            except RulesetError:
                continue
            play(rules, seed)
