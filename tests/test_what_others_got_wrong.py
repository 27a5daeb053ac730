"""Tests for mistakes that other implementations of card games have made.

More such tests are in the files about one rule or module: an action takes a card from another zone
(test_errors.py), a claim of an empty jackpot counts (test_stats.py), copies and pickles of a
running game (test_machine.py), secrets in records and views (test_views.py), two clients at the
same ply (test_rpc.py).
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from lineit import (
    Action,
    Card,
    Game,
    IllegalAction,
    Table,
    load_ruleset,
    parse_table,
    table_json,
)
from lineit.bots import GreedyBot, bot_action
from lineit.formats.views import seen_event_json, view_json
from lineit.saves.records import record_json
from lineit.text.narrate import card_label, tell_seen
from support.rulesets import EACH_RULESET
from support.tables import after, player, refusal, table

# -- an empty line, a second Bet card ----------------------------------------------------


@pytest.mark.parametrize("name", EACH_RULESET)
def test_scoring_an_empty_line_is_never_legal(name: str) -> None:
    game, chance = Game.new(3, rules=name, seed=2), Random(2)
    while not game.over:
        offered = "score" in map(str, game.legal)
        assert not offered or game.table.player.line
        game.apply(chance.choice(game.legal))


def test_scoring_an_empty_line_is_refused() -> None:
    now = table(phase="pick", market="1 2", players=[player(), player()])
    rule, why = refusal(now, "score")
    assert (rule, why.startswith("score is not possible in the phase pick")) == ("pick", True)


def test_an_empty_line_scores_nothing_at_a_table_made_by_hand() -> None:
    """In a game of `standard` this phase goes on by itself if the line is empty."""
    before = table(phase="score", market="2", players=[player("1"), player()])
    assert after(before, "score") == after(before, "pass")


@pytest.mark.parametrize(("phase", "action"), [("place", "line"), ("play", "play B4a")])
def test_a_second_bet_card_joins_no_line(phase: str, action: str) -> None:
    picked = "B4a" if phase == "place" else None
    hand = "B4a 50" if phase == "play" else ""
    now = table(phase=phase, picked=picked, players=[player(hand, "B3a 10"), player()])
    assert refusal(now, action) == ("one-bet", "a line holds at most 1 Bet card [one-bet]")


# -- actions that were not parsed from a text ------------------------------------------------


@pytest.mark.parametrize(
    "card",
    [
        Card("91", number=91, colour="red"),  # it is green
        Card("91", number=1, colour="green"),
        Card("91", value=3),
        Card("B3a", value=99),
        Card("101", number=101, colour="red"),
    ],
)
def test_a_card_that_is_not_in_the_deck_is_refused(card: Card) -> None:
    game = Game.new(2, seed=7)  # 91 lies in its market
    before = game.table
    with pytest.raises(IllegalAction):
        game.apply(Action("pick", card))
    assert (game.table is before, game.ply) == (True, 0)


# -- undo and the log --------------------------------------------------------------------


@pytest.mark.parametrize("name", EACH_RULESET)
def test_undo_restores_all_data_of_the_game(name: str) -> None:
    game, chance = Game.new(3, rules=name, seed=2), Random(2)
    told = []
    while not game.over:
        told.append(
            (game.table, game.events, record_json(game), game.stats, game.legal, game.scores)
        )
        game.apply(chance.choice(game.legal))
    while told:
        game.undo(1)
        now = (game.table, game.events, record_json(game), game.stats, game.legal, game.scores)
        assert now == told.pop()


def test_a_deal_that_was_undone_is_not_seen() -> None:
    """After the undo, no event or view that a seat gets has the cards of the next market."""
    game = Game.new(2, seed=7)
    while game.table.round == 1:
        before = game.table
        game.apply(game.legal[0])
    dealt = {card.code for card in game.table.market}
    game.undo()
    assert game.table == before
    for seat in (0, 1, None):
        sent = [seen_event_json(event, game.ruleset, seat) for event in game.events]
        shown = str([view_json(game.view(seat, "perfect")), sent])
        assert not [code for code in dealt if f"'{code}'" in shown]


def test_the_log_names_no_card_that_moves_between_hidden_zones() -> None:
    game = Game.new(2, seed=7)
    while not game.over:
        game.apply(game.legal[-1])
    last = [event for event in game.events if event.rule == "end-bank" and hasattr(event, "cards")]
    assert last  # the rest of the deck went under the jackpots
    for event in last:
        told = tell_seen(event, game.ruleset, ["Ana", "Ben"], 0)
        assert not [card for card in event.cards if card_label(card, game.ruleset) in told]
        assert told.startswith(("1 card goes", "2 cards go"))


@pytest.mark.parametrize("seed", [7, 123456789])
def test_a_game_does_not_show_its_seed(seed: int) -> None:
    game = Game.new(2, seed=seed)
    assert str(seed) not in repr(game).replace("seed", "")
    assert "seed" not in view_json(game.view(0))


# -- a player who has left ---------------------------------------------------------------


@pytest.mark.parametrize("name", EACH_RULESET)
@pytest.mark.parametrize("leaves_in", ["pick", "play", "final"])
def test_a_game_ends_if_a_bot_replaces_a_player(name: str, leaves_in: str) -> None:
    """A player leaves, and then a bot decides for the seat: see docs/embedding.md."""
    game, chance = Game.new(3, rules=name, seed=5), Random(5)
    gone = None
    while not game.over:
        if gone is None and game.table.phase == leaves_in:
            gone = game.table.seat
        if game.table.seat == gone:
            game.apply(bot_action(GreedyBot(), game))
        else:
            game.apply(chance.choice(game.legal))
    assert gone is not None


@pytest.mark.parametrize("name", EACH_RULESET)
def test_a_game_ends_with_default_actions(name: str) -> None:
    """`pass` if it is legal, and otherwise the first legal action: see docs/protocol.md."""
    game = Game.new(2, rules=name, seed=5)
    while not game.over:
        texts = [str(action) for action in game.legal]
        game.apply("pass" if "pass" in texts else texts[0])


def test_a_table_keeps_the_ruleset_that_it_was_parsed_with() -> None:
    """It does not get an equal ruleset with another title."""
    rules = [
        load_ruleset({"format": 2, "name": "mine", "extends": "standard", "title": title})
        for title in ("One", "Two")
    ]
    assert rules[0] == rules[1]
    data = table_json(Game.new(players=2, rules=rules[0], seed=7).table)
    assert [parse_table(data, each).ruleset.title for each in rules] == ["One", "Two"]


def test_games_in_threads_do_not_affect_each_other() -> None:
    """They share one machine."""

    def play(seed: int) -> list[Table]:
        game, chance = Game.new(players=3, seed=seed), Random(seed)
        while game.legal:
            game.apply(chance.choice(game.legal))
        return [step.table for step in game]

    alone = [play(seed) for seed in range(6)]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(6) as threads:
            assert list(threads.map(play, range(6))) == alone
    finally:
        sys.setswitchinterval(before)
