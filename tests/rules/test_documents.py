"""Rule files as plain data, of any shape."""

from __future__ import annotations

from typing import Any

import pytest

from lineit.rules.documents import DEEP, as_table, entries_of, entry_name, laid_over, tables_in

BELOW = {"zones": {"hand": {"table": "owner", "perfect": "owner"}, "line": 1}, "name": "below"}
OVER = {"zones": {"hand": {"table": "all"}}, "name": "over"}


@pytest.mark.parametrize(
    ("levels", "zones"),
    [
        (1, {"hand": {"table": "all"}}),
        (2, {"hand": {"table": "all"}, "line": 1}),
        (3, {"hand": {"table": "all", "perfect": "owner"}, "line": 1}),
        (4, {"hand": {"table": "all", "perfect": "owner"}, "line": 1}),
    ],
)
def test_tables_are_merged_as_many_levels_deep_as_is_said(levels: int, zones: Any) -> None:
    whole = {"text": BELOW, "rest": 1}
    assert laid_over(BELOW, OVER, levels) == {"zones": zones, "name": "over"}
    assert laid_over(whole, {"text": OVER}, levels + 1) == {
        "text": {"zones": zones, "name": "over"},
        "rest": 1,
    }


def test_a_sentence_is_replaced_as_a_whole() -> None:
    """It may be a table, with a sentence for each value of a parameter."""
    first = {"en": {"events": {"moved": {"count": {"1": "one card"}}, "other": "other"}}}
    over = {"en": {"events": {"moved": {"seat": {"0": "the first"}}}}}
    assert laid_over(first, over, DEEP["text"]) == {
        "en": {"events": {"moved": {"seat": {"0": "the first"}}, "other": "other"}}
    }


@pytest.mark.parametrize("value", [1, ["a"], None])
def test_a_value_replaces_a_table_and_a_table_a_value(value: Any) -> None:
    assert laid_over({"a": {"b": 1}}, {"a": value}, 2) == {"a": value}
    assert laid_over({"a": value}, {"a": {"b": 1}}, 2) == {"a": {"b": 1}}


def test_what_is_no_table_has_no_entries() -> None:
    assert as_table({"a": 1}) == {"a": 1}
    assert [*map(as_table, ([], "a", None))] == [{}, {}, {}]
    assert tables_in([{"a": 1}, 2, {}, "b"]) == [{"a": 1}, {}]
    assert [*map(tables_in, ({"a": {}}, "a", None))] == [[], [], []]


def test_the_entries_of_a_section_have_names() -> None:
    hand, score = {"name": "hand", "actor": "player"}, {"id": "score", "from": "hand"}
    document = {
        "phase": [hand, {"id": "x"}, {"name": 1}, "name"],
        "transition": [score, {"name": "x"}, {"id": None}],
        "guards": {"mine": 1},
        "rules": ["a"],
    }
    assert entries_of(document, "phase") == {"hand": hand}
    assert entries_of(document, "transition") == {"score": score}
    assert entries_of(document, "guards") == {"mine": 1}
    assert entries_of(document, "rules") == entries_of(document, "effects") == {}
    assert entries_of({"phase": {"a": 1}}, "phase") == {"a": 1}


def test_the_name_of_an_entry_is_text() -> None:
    assert entry_name({"name": "hand", "id": "x"}, "name") == "hand"
    assert [entry_name(entry, "name") for entry in ({"name": 1}, {}, "name", None)] == [None] * 4
