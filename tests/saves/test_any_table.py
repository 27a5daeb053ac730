"""Tests of games that begin at a given table: they are saved and loaded, or refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

from lineit import Card, Game, Player, Ruleset, Table, load_ruleset
from lineit.formats.tables import parse_table, table_json
from lineit.formats.views import seen_event_json, view_json
from lineit.model.errors import (
    LineitError,
    PlayersError,
    Reason,
    RecordError,
    RulesetError,
    TableError,
)
from lineit.model.table import Owner, set_up, with_piles
from lineit.model.zones import ZONES, Memory, ZoneName
from lineit.sampling import seen_piles
from lineit.saves.records import load_game, parse_record, record_json, save_game, seen_record
from lineit.views import view
from support.games import some_game
from support.rulesets import EACH_RULESET


def middle(plies: int = 35, rules: Any = "standard") -> Table:
    return some_game(plies, rules).table


def until(phase: str) -> Table:
    """Return the first table of a game in this phase after a step."""
    return next(step.table for step in some_game(10_000) if step.table.phase == phase)


def five_in_hand() -> Table:
    table = middle()
    hand, deck = table.players[0].hand, table.deck
    player = evolve(table.players[0], hand=hand + deck[: 5 - len(hand)])
    return table.with_player(0, player).changed(deck=deck[5 - len(hand) :])


def undealt(**changes: Any) -> Table:
    return Game.new(seed=7).undealt.changed(**changes)


TABLES: dict[str, Callable[[], Table]] = {
    "in the middle": middle,
    "by other rules": lambda: middle(50, "bga"),
    "by rules of a file": lambda: middle(
        30, {"format": 2, "name": "mine", "extends": "brave", "limits": {"price": 1}}
    ),
    "with a picked card": lambda: until("place"),
    "before the last turn": lambda: until("final"),
    "that is over": lambda: until("over"),
    "with five cards in hand": five_in_hand,
    "that goes on by itself": lambda: middle().changed(phase="turn-end"),
    "that goes on to its end": lambda: until("final").changed(phase="endgame"),
    "in round 9 before its deal": lambda: undealt(round=9),
    "in which another seat is on turn than the first": lambda: undealt(seat=1),
    "of cards in another order": lambda: middle().changed(market=middle().market[::-1]),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_game_from_a_table_is_loaded_as_it_was_saved(name: str, tmp_path: Path) -> None:
    start = TABLES[name]()
    game = Game(start, names=["Ana", "Ben"])
    for _ in range(12):
        save_game(game, tmp_path / "game.json")
        again = load_game(tmp_path / "game.json")
        assert (again.undealt, again.names, again.seed) == (start, ("Ana", "Ben"), None)
        assert [step.table for step in again] == [step.table for step in game]
        assert (again.events, again.winners, again.over) == (game.events, game.winners, game.over)
        assert record_json(again) == record_json(game)
        if game.over:
            break
        game.apply(game.legal[game.ply % len(game.legal)])
    assert record_json(game)["start"] == table_json(start)


def test_games_from_different_tables_differ() -> None:
    assert record_json(Game(undealt()))["start"] is None
    assert five_in_hand().problems()
    assert Game(until("over")).over
    assert Game(middle().changed(phase="turn-end")).events


CARD = load_ruleset("standard").card

NO_TABLES: dict[str, tuple[Callable[[], Table], str]] = {
    "a card is missing": (lambda: middle().changed(market=()), "these do not: "),
    "a card is missing in the deck": (lambda: undealt(deck=undealt().deck[1:]), "do not: 91"),
    "a card is there twice": (lambda: undealt(deck=(*undealt().deck, CARD("7"))), "do not: 7"),
    "a card of other rules": (
        lambda: undealt(deck=(Card("91", 91, "pink"), *undealt().deck[1:])),
        "has a value that its ruleset does not have",
    ),
    "a card of other rules in the market": (
        lambda: middle().changed(market=(Card("x", 1, "red"), *middle().market[1:])),
        "market[0]: there is no card x",
    ),
    "no such phase": (lambda: middle().changed(phase="moon"), "there is no phase 'moon'"),
    "no such seat": (lambda: middle().changed(seat=2), "there is no seat 2"),
    "no such first seat": (lambda: undealt(first=-1), "there is no seat -1"),
    "one player": (lambda: undealt(players=(Player(),)), "from 2 to 5 players, not 1"),
    "a round below 0": (lambda: middle().changed(round=-1), "round -1 with"),
    "a round beyond all": (lambda: middle().changed(round=10**5000), "round an enormous number"),
    "no picked card": (lambda: middle().changed(phase="place"), "there must be a picked card"),
    "a picked card": (lambda: until("place").changed(phase="pick"), "there can be no picked card"),
    "a token of no bet": (
        lambda: middle().with_player(0, evolve(middle().players[0], tokens=(9,))),
        "there is no bet token 9",
    ),
    "a pile too few": (lambda: undealt(jackpots=((), (), ())), "has a value that its ruleset"),
    "a text for a card": (lambda: middle().changed(market=("1", "2")), "has a value that its"),  # type: ignore[arg-type] # no card
    "a list": (lambda: middle().changed(market=[*middle().market]), "has a value that its"),  # type: ignore[arg-type] # no tuple
}


@pytest.mark.parametrize("name", NO_TABLES)
def test_a_game_from_an_invalid_table_is_refused(name: str) -> None:
    make, message = NO_TABLES[name]
    start = make()
    with pytest.raises(TableError) as refused:
        Game(start)
    assert message in str(refused.value)


def test_a_game_from_a_table_without_legal_actions_is_refused() -> None:
    empty = middle().changed(phase="pick", market=(), discard=middle().market + middle().discard)
    with pytest.raises(RulesetError, match="the player on turn has no legal action"):
        Game(empty)
    saved = record_json(Game(middle()))
    with pytest.raises(RecordError, match="cannot be dealt: the rules have a mistake"):
        parse_record({**saved, "start": table_json(empty)})


@pytest.mark.parametrize("names", [["Ana"], ["Ana", "B\n"], "AB", ["Ana", None]])
def test_a_game_from_a_table_with_invalid_names_is_refused(names: Any) -> None:
    with pytest.raises(PlayersError, match=r"cannot be (?:a name|the names of 2 players)"):
        Game(middle(), names=names)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"seed": 7}, "record_start"),
        ({"first": 1}, "record_start"),
        ({"players": 3}, "record_start"),
        ({"deck": ["1"]}, "record_start"),
        ({"start": None}, "record_deal"),
        ({"start": {"phase": "pick"}}, "record_deal"),
        ({"names": ["Ana"]}, "record_deal"),
    ],
)
def test_an_invalid_record_of_a_game_from_a_table(change: dict[str, Any], code: str) -> None:
    saved = record_json(Game(middle()))
    assert saved["first"] == 0
    with pytest.raises(RecordError) as refused:
        parse_record({**saved, **change})
    assert refused.value.reason.code == code


def random_table(chance: Random, rules: Ruleset) -> Table:
    """Return a table with the cards in random places, in a random phase."""
    players = chance.randint(*rules.components.players)
    table = set_up(rules, players, (), chance.randrange(players))
    lying: dict[tuple[ZoneName, Owner], tuple[Card, ...]] = {
        (zone, owner): () for zone, owner, _ in table.piles()
    }
    phase = chance.choice(rules.phases).name
    for card in chance.sample(rules.cards, len(rules.cards)):
        taking = [
            (zone, owner)
            for zone, owner in lying
            if (not ZONES[zone].by_colour or owner == card.colour) and zone != "picked"
        ]
        place = chance.choice(taking) if chance.random() < 0.4 else ("deck", None)
        lying[place] += (card,)
    if phase == "place":
        lying["picked", None] = lying["deck", None][:1]
        lying["deck", None] = lying["deck", None][1:]
    dealt = with_piles(table, [(zone, owner, cards) for (zone, owner), cards in lying.items()])
    seat, counted = chance.randrange(players), chance.randint(0, 3)
    return dealt.changed(phase=phase, seat=seat, round=chance.randint(0, 30), played=counted)


@pytest.mark.parametrize("name", EACH_RULESET)
def test_a_game_from_any_table_is_refused_or_saved_and_loaded(name: str) -> None:
    chance, rules, begun = Random(name), load_ruleset(name), 0
    for _ in range(60):
        try:
            game = Game(random_table(chance, rules))
        except LineitError:
            continue
        begun += 1
        while game.ply < 3 and game.legal:
            try:
                game.apply(chance.choice(game.legal))
            except RulesetError:  # the next player has no legal action
                break
        again = parse_record(json.dumps(record_json(game)))
        assert [step.table for step in again] == [step.table for step in game]
    assert begun > 20


# -- seen records -------------------------------------------------------------------------------


def cards_seen(game: Game, viewer: int | None, memory: Memory) -> set[str]:
    """Return the codes of all cards that the viewer has seen so far."""
    tables = [game.undealt, *(step.table for step in game)]
    lying = [seen_piles(view(table, viewer, memory)) for table in tables]
    shown = {
        card.code
        for piles_of_table in lying
        for _, _, cards in piles_of_table
        if isinstance(cards, tuple)
        for card in cards
    }
    for event in game.events:
        cards = seen_event_json(event, game.ruleset, viewer, memory).get("cards")
        shown |= set(cards) if isinstance(cards, list) else set()
    return shown


def codes_in_data(data: Any) -> set[str]:
    """Return all codes of cards in the data."""
    if isinstance(data, dict):
        return set().union(*map(codes_in_data, data.values()))
    if isinstance(data, (list, tuple)):
        return set().union(*map(codes_in_data, data))
    words = data.split() if isinstance(data, str) else []
    return {word for word in words if re.fullmatch("[0-9]+|B[0-9]+[a-z]", word)}


@pytest.mark.parametrize("memory", ["table", "perfect"])
@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("name", TABLES)
def test_a_seen_record_of_a_game_from_a_table_has_no_hidden_card(
    name: str, viewer: int | None, memory: Memory
) -> None:
    start = TABLES[name]()
    game = Game(start)
    for _ in range(8):
        if game.legal:
            game.apply(game.legal[-1])
    cut = seen_record(game, viewer, memory)
    assert cut["start"] == view_json(view(start, viewer, memory))
    assert (cut["seed"], cut["deck"]) == (None, len(start.deck))
    told = codes_in_data({key: value for key, value in cut.items() if key != "rules"})
    assert told <= cards_seen(game, viewer, memory)


def test_a_table_with_too_few_jackpots_is_refused_as_a_whole() -> None:
    with pytest.raises(TableError) as refused:
        Game(undealt(jackpots=((), (), ())))
    what = "has a value that its ruleset does not have"
    assert refused.value.reason == Reason("table_shape", None, {"where": "", "what": what})


@pytest.mark.parametrize("name", ["round", "played"])
def test_a_count_of_a_table_is_at_most_a_million(name: str) -> None:
    data = table_json(middle())
    assert getattr(parse_table({**data, name: 1_000_000}, load_ruleset()), name) == 1_000_000
    with pytest.raises(TableError, match="1000001"):
        parse_table({**data, name: 1_000_001}, load_ruleset())


def test_a_parsed_table_has_the_given_ruleset() -> None:
    """It does not have an equal ruleset with another title."""
    data, standard = table_json(middle()), load_ruleset()
    mine = evolve(standard, title="Ours")
    assert mine == standard
    for rules in (standard, mine, standard):
        assert parse_table(data, rules).ruleset is rules
