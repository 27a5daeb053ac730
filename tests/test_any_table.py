"""Games that begin at a table: saved and loaded, or refused when they are made."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

from lineit import Card, Game, Player, Ruleset, Table, load_ruleset, ruleset_names
from lineit.codec import parse_table, table_json
from lineit.errors import (
    LineitError,
    PlayersError,
    Reason,
    RecordError,
    RulesetError,
    TableError,
)
from lineit.records import load_game, parse_record, record_json, save_game, seen_record
from lineit.table import Owner, piles, set_up, with_piles
from lineit.views import seen_event_json, seen_piles, view, view_json
from lineit.zones import ZONES, Memory, ZoneName
from test_records import some_game


def middle(plies: int = 35, rules: Any = "standard") -> Table:
    return some_game(plies, rules).table


def until(phase: str) -> Table:
    """The first table of a game that a step left in this phase."""
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


def test_a_game_from_a_table_is_told_apart_by_what_it_began_with() -> None:
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
        "holds what its ruleset does not have",
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
    "a pile too few": (lambda: undealt(jackpots=((), (), ())), "holds what its ruleset"),
    "a text for a card": (lambda: middle().changed(market=("1", "2")), "holds what its ruleset"),  # type: ignore[arg-type] # no card
    "a list": (lambda: middle().changed(market=[*middle().market]), "holds what its ruleset"),  # type: ignore[arg-type] # no tuple
}


@pytest.mark.parametrize("name", NO_TABLES)
def test_a_game_from_what_is_no_table_is_refused_when_it_is_made(name: str) -> None:
    make, message = NO_TABLES[name]
    start = make()
    with pytest.raises(TableError) as refused:
        Game(start)
    assert message in str(refused.value)


def test_what_its_ruleset_does_not_have_is_told_of_the_whole_table() -> None:
    with pytest.raises(TableError) as refused:
        Game(undealt(jackpots=((), (), ())))
    what = "holds what its ruleset does not have"
    assert refused.value.reason == Reason("table_shape", None, {"where": "", "what": what})


@pytest.mark.parametrize("name", ["round", "played"])
def test_a_table_counts_to_a_million(name: str) -> None:
    data = table_json(middle())
    assert getattr(parse_table({**data, name: 1_000_000}, load_ruleset()), name) == 1_000_000
    with pytest.raises(TableError, match="1000001"):
        parse_table({**data, name: 1_000_001}, load_ruleset())


def test_a_table_is_of_the_ruleset_that_it_is_read_for() -> None:
    """Not of one that is played alike, and is only called otherwise."""
    data, standard = table_json(middle()), load_ruleset()
    mine = evolve(standard, title="Ours")
    assert mine == standard
    for rules in (standard, mine, standard):
        assert parse_table(data, rules).ruleset is rules


def test_a_game_from_a_table_where_nothing_can_be_done_is_refused() -> None:
    empty = middle().changed(phase="pick", market=(), discard=middle().market + middle().discard)
    with pytest.raises(RulesetError, match="leaves a player with nothing to do"):
        Game(empty)
    saved = record_json(Game(middle()))
    with pytest.raises(RecordError, match="cannot be dealt: the rules have a mistake"):
        parse_record({**saved, "start": table_json(empty)})


@pytest.mark.parametrize("names", [["Ana"], ["Ana", "B\n"], "AB", ["Ana", None]])
def test_a_game_from_a_table_with_names_that_are_none_is_refused(names: Any) -> None:
    with pytest.raises(PlayersError, match="are no names for 2 players"):
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
def test_a_record_of_a_game_from_a_table_that_is_none(change: dict[str, Any], code: str) -> None:
    saved = record_json(Game(middle()))
    assert saved["first"] == 0
    with pytest.raises(RecordError) as refused:
        parse_record({**saved, **change})
    assert refused.value.reason.code == code


def anyhow(chance: Random, rules: Ruleset) -> Table:
    """A table on which the cards lie anywhere, in any phase."""
    players = chance.randint(*rules.components.players)
    table = set_up(rules, players, (), chance.randrange(players))
    lying: dict[tuple[ZoneName, Owner], tuple[Card, ...]] = {
        (zone, owner): () for zone, owner, _ in piles(table)
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


@pytest.mark.parametrize("name", ruleset_names())
def test_a_game_from_any_table_is_refused_or_saved_and_loaded(name: str) -> None:
    chance, rules, begun = Random(name), load_ruleset(name), 0
    for _ in range(60):
        try:
            game = Game(anyhow(chance, rules))
        except LineitError:
            continue
        begun += 1
        while game.ply < 3 and game.legal:
            try:
                game.apply(chance.choice(game.legal))
            except RulesetError:  # the next player could do nothing
                break
        again = parse_record(json.dumps(record_json(game)))
        assert [step.table for step in again] == [step.table for step in game]
    assert begun > 20


# -- what one seat may have ---------------------------------------------------------------------


def cards_seen(game: Game, viewer: int | None, memory: Memory) -> set[str]:
    """The codes of all cards that the viewer has seen until now."""
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


def codes_told(data: Any) -> set[str]:
    """Every code of a card that stands anywhere in the data."""
    if isinstance(data, dict):
        return set().union(*map(codes_told, data.values()))
    if isinstance(data, (list, tuple)):
        return set().union(*map(codes_told, data))
    words = data.split() if isinstance(data, str) else []
    return {word for word in words if re.fullmatch("[0-9]+|B[0-9]+[a-z]", word)}


@pytest.mark.parametrize("memory", ["table", "perfect"])
@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("name", TABLES)
def test_what_a_seat_may_have_of_a_game_from_a_table_shows_no_hidden_card(
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
    told = codes_told({key: value for key, value in cut.items() if key != "rules"})
    assert told <= cards_seen(game, viewer, memory)
