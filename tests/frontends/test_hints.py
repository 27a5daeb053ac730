"""Hints for a first game: when they apply, and where they are shown."""

from __future__ import annotations

import pytest

from lineit import Game, load_ruleset, ruleset_names
from lineit.bots import RandomBot, bot_action
from lineit.frontends.hints import all_hints, hint_text, next_hint
from lineit.frontends.session import Session
from lineit.frontends.tui.start import Setup
from lineit.text.catalog import LANGUAGES, all_texts
from support.tables import STANDARD
from support.tui import Seen, literal_session, played


def test_there_are_ten_hints_about_rules_in_each_language() -> None:
    rules = [hint.rule for hint in all_hints()]
    assert len(set(rules)) == 10
    assert set(rules) <= set(STANDARD.rules)
    for lang in LANGUAGES:
        assert set(all_texts(lang)["play"]["hints"]) == set(rules)
        assert all(len(hint_text(rule, STANDARD, lang)) < 150 for rule in rules)


def test_hints_apply_to_what_can_be_chosen_and_what_has_happened() -> None:
    game = Game.new(2, seed=7)
    given: list[str] = []

    def take(action: str) -> str | None:
        game.apply(action)
        return next_hint(game, given)

    assert next_hint(game, given) == "pick"
    given.append("pick")
    assert next_hint(game, given) is None
    assert take("pick 91") == "place-line"
    given.append("place-line")
    assert next_hint(game, given) == "place-hand"
    assert take("line") == "score"


def test_a_hint_about_bets_comes_with_the_first_bet_card() -> None:
    game = literal_session().game
    assert next_hint(game, ()) == "bet-any-time"
    assert next_hint(game, ("bet-any-time", "pick")) == "cleanup"
    assert next_hint(game, ("bet-any-time", "pick", "cleanup")) == "jackpot-claim"


@pytest.mark.parametrize("name", ruleset_names())
def test_in_random_games_every_hint_is_of_a_rule_of_the_ruleset(name: str) -> None:
    given: list[str] = []
    game, bot = Game.new(3, rules=name, seed=2), RandomBot(2)
    while not game.over:
        rule = next_hint(game, given)
        if rule is not None:
            assert hint_text(rule, game.ruleset)
            given.append(rule)
        game.apply(bot_action(bot, game))
    assert len(given) >= 6


def test_a_rule_of_the_house_is_its_own_hint() -> None:
    mine = {"format": 2, "name": "mine", "extends": "standard", "limits": {"hand": 3}}
    told = "Or the card may go to the hand, which holds at most 3 cards."
    assert hint_text("place-hand", load_ruleset(mine)) == told


def test_a_guided_game_begins_with_a_key_and_another_key_ends_the_hints() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("g")
        assert seen.on_board
        await seen.sees("Nimm irgendeine Karte vom Markt.")
        await seen.press("1")
        await seen.sees("Mit der zweiten Zahl steigt oder fällt deine Linie")
        await seen.press("g")
        assert "Mit der zweiten Zahl" not in seen.screen()
        assert seen.text("#message") == "Keine Hinweise mehr; g zeigt sie wieder."
        await seen.press("g")
        await seen.sees("Mit der zweiten Zahl steigt oder fällt deine Linie")

    played(script, Setup(lang="de", seed=7))


def test_a_game_without_hints_shows_none() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("enter")
        assert "no more hints" not in seen.screen()

    played(script, Setup(seed=7))


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_hints_fit_on_80_columns_and_24_lines(lang: str) -> None:
    """Five players, and the longest hint of all."""

    async def script(seen: Seen) -> None:
        longest = max(all_hints(), key=lambda hint: len(hint_text(hint.rule, STANDARD, lang))).rule
        seen.board._hints = {hint.rule for hint in all_hints()} - {longest}  # noqa: SLF001
        places = ("status", "market", "jackpots", "players", "log", "choices", "message", "keys")
        for _ in range(12):
            await seen.press("1")
            regions = [seen.app.screen.query_one(f"#{place}").region for place in places]
            assert all(region.height >= 1 for region in regions)
            assert regions[-1].bottom == 24

    session = Session(Game.new(5, seed=5), ("person", *["greedy"] * 4))
    played(script, Setup(lang=lang, guided=True), session)
