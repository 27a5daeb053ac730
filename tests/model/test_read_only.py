"""Tables that cannot be changed."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from lineit.model.read_only import ReadOnly, read_only

TABLE = ReadOnly({"hand": 2})


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table.__setitem__("hand", 3),
        lambda table: table.__delitem__("hand"),
        lambda table: table.__ior__({"hand": 3}),
        lambda table: table.clear(),
        lambda table: table.pop("hand"),
        lambda table: table.popitem(),
        lambda table: table.setdefault("price", 1),
        lambda table: table.update(hand=3),
    ],
)
def test_a_table_that_games_share_cannot_be_changed(change: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError) as refused:
        change(TABLE)
    assert str(refused.value) == (
        "this table cannot be changed, because others use it; change a copy of it"
    )
    assert TABLE == {"hand": 2}


def test_a_copy_with_braces_can_be_changed() -> None:
    assert {**TABLE, "hand": 3} == {"hand": 3}


def test_a_copy_of_a_table_that_cannot_be_changed_is_the_table() -> None:
    assert copy.copy(TABLE) is TABLE
    assert copy.deepcopy(TABLE) is TABLE


def test_an_unpickled_table_cannot_be_changed_either() -> None:
    other = pickle.loads(pickle.dumps(TABLE))
    assert other == {"hand": 2}
    assert type(other) is ReadOnly


def test_tables_and_lists_within_cannot_be_changed_either() -> None:
    whole = read_only({"a": [{"b": [1]}, "c"], "d": {"e": None}})
    assert whole == {"a": ({"b": (1,)}, "c"), "d": {"e": None}}
    assert type(whole) is type(whole["a"][0]) is type(whole["d"]) is ReadOnly
