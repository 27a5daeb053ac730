"""Every table of the smallest games. `python tests/tools exhaustive` walks the others."""

from __future__ import annotations

from typing import Any

import pytest

from lineit import Action, Table, legal, step, table_json
from lineit.formats.views import view_json
from tools import exhaustive
from tools.exhaustive import Walk, WrongTable, load, names, pinned

SMALLEST = "free-order-short"
FAST = (SMALLEST, "no-hand-short")
MIDDLE = ("free-order", "hand-of-two", "no-hand", "one-round")


@pytest.mark.parametrize("name", FAST)
def test_every_table_of_the_smallest_games(name: str) -> None:
    assert Walk(load(name)).run().data == pinned()[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", MIDDLE)
def test_every_table_of_small_games(name: str) -> None:
    assert Walk(load(name), every=20).run().data == pinned()[name]


def test_the_pinned_counts_are_complete() -> None:
    """There are at least five small games, with two players and with three."""
    counts = pinned()
    assert tuple(sorted(counts)) == names()
    assert len(counts) >= 5
    assert {each["players"] for each in counts.values()} == {2, 3}
    assert max(each["tables"] for each in counts.values()) > 1_000_000
    for each in counts.values():
        assert sum(each["tables by depth"]) >= each["tables"] > each["ends"] > 0
        assert each["games"] >= each["paths by depth"][-1] > 0


def last_one_missing(found: tuple[Any, ...]) -> tuple[Any, ...]:
    return found[:-1]


def test_a_walk_finds_a_legal_action_that_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exhaustive, "legal", lambda table: last_one_missing(legal(table)))
    with pytest.raises(WrongTable, match="legal and why_not do not say the same"):
        Walk(load(SMALLEST)).run()


def test_a_walk_finds_an_event_that_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(table: Table, action: Action) -> Any:
        after, events = step(table, action)
        return after, last_one_missing(events)

    monkeypatch.setattr(exhaustive, "step", silent)
    with pytest.raises(WrongTable, match="the events make another table after pick"):
        Walk(load("no-hand-short")).run()


def test_a_walk_finds_a_view_that_shows_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(seen: Any) -> dict[str, Any]:
        return {**view_json(seen), "secret": seen.ruleset.cards[0].code}

    monkeypatch.setattr(exhaustive, "view_json", leaking)
    with pytest.raises(WrongTable, match="has other codes than lie open"):
        Walk(load(SMALLEST)).run()


def test_a_walk_finds_a_table_that_json_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(table: Table) -> dict[str, Any]:
        return {**table_json(table), "round": 0}

    monkeypatch.setattr(exhaustive, "table_json", forgetful)
    with pytest.raises(WrongTable, match="does not survive JSON"):
        Walk(load(SMALLEST)).run()
