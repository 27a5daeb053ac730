"""Rulesets: the zones and numbers of a rule file, and those that it does not name."""

from __future__ import annotations

from attrs import evolve

from lineit.model.zones import ZONES
from support.tables import STANDARD


def test_who_sees_a_zone_that_the_file_does_not_name() -> None:
    rules = evolve(STANDARD, zones={})
    assert {name: (rules.zone(name).table, rules.zone(name).perfect) for name in ZONES} == {
        "deck": ("nobody", "nobody"),
        "market": ("all", "all"),
        "picked": ("all", "all"),
        "discard": ("all", "all"),
        "jackpots": ("nobody", "all"),
        "hand": ("owner", "all"),
        "line": ("all", "all"),
        "scored": ("nobody", "all"),
    }


def test_which_numbers_depend_on_the_players() -> None:
    names: tuple[int | str, ...] = (3, "players", "market_size", "hand", "unknown")
    assert [name for name in names if STANDARD.by_players(name)] == ["players", "market_size"]
