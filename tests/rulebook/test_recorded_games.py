"""`bga` plays like the licensed online implementation: 80 of its games, step by step."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from lineit import Game, Table, table_json
from support.paths import TESTS

DATA = TESTS / "data" / "bga"


def recorded(players: int) -> list[dict[str, Any]]:
    with gzip.open(DATA / f"{players}-players.jsonl.gz", "rt") as lines:
        return [json.loads(line) for line in lines]


def as_recorded(table: Table) -> dict[str, Any]:
    """Return the table as the recorded games have it: sorted lists, and the deck as a number."""
    data = table_json(table)
    over = data["phase"] == "over"
    return {
        **{key: data[key] for key in ("phase", "round", "first")},
        "seat": None if over else data["seat"],
        "deck_left": len(data["deck"]),
        "market": sorted(data["market"]),
        "discard": sorted(data["discard"]),
        "jackpots": {colour: sorted(cards) for colour, cards in data["jackpots"].items()},
        "players": [
            {
                "hand": sorted(player["hand"]),
                "line": player["line"],
                "scored": sorted(player["scored"]),
                "tokens": sorted(player["tokens"]),
                "points": player["points"],
            }
            for player in data["players"]
        ],
    }


def as_sorted(data: dict[str, Any]) -> dict[str, Any]:
    players = [
        {key: value if key in ("line", "points") else sorted(value) for key, value in p.items()}
        for p in data["players"]
    ]
    seat = None if data["phase"] == "over" else data["seat"]
    jackpots = {colour: sorted(cards) for colour, cards in data["jackpots"].items()}
    lists = {name: sorted(data[name]) for name in ("market", "discard")}
    return {**data, **lists, "jackpots": jackpots, "players": players, "seat": seat}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_recorded_game_is_played_alike(players: int) -> None:
    """At each step the legal actions and the table after the action are the same."""
    games = recorded(players)
    assert len(games) == 20
    for record in games:
        game = Game.new(players, rules="bga", deck=record["deck"])
        assert as_recorded(game.table) == as_sorted(record["start"])
        for taken in record["steps"]:
            assert game.table.seat == taken["seat"]
            assert sorted(map(str, game.legal)) == sorted(taken["legal"])
            game.apply(taken["action"])
            assert as_recorded(game.table) == as_sorted(taken["after"])
        assert game.over
