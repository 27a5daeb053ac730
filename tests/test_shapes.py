"""Data from outside: what fits its type is taken as it is, all else is refused with its place."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from attrs import field, frozen

from lineit.shapes import (
    Many,
    Names,
    Text,
    Whole,
    converter,
    faults,
    parted,
    printable,
    short,
    short_key,
    unknown,
)


@frozen
class Inner:
    number: Annotated[int, Whole(1, 3)]
    source: Annotated[str, Text("[a-z]+", 4)] = "x"
    hidden: str = ""


@frozen
class Outer:
    """A model with a field of each kind."""

    one: Inner
    many: Annotated[tuple[Inner, ...], Many(1, 2)] = ()
    table: Annotated[dict[str, int], Many(0, 1)] = field(factory=dict)
    kind: Literal["a", "b", 1] = "a"
    sign: Annotated[str, Text("[^x]", 1, "a sign")] = "-"
    yes: bool = True
    maybe: int | None = None
    names: tuple[str, ...] | None = None


@frozen
class Choices:
    """A model whose fields may be of several types."""

    number: Annotated[int, Whole(0, 3)] | Annotated[str, Text("[a-z]+", 4)] | None = None
    sum: Annotated[int, Whole(0, 3)] | Annotated[tuple[str, ...], Many(1, 2)] = 0
    what: Literal["a", "b"] | Annotated[tuple[Literal["a"], ...], Many(1, 2)] | None = None
    told: str | dict[str, Any] = ""


RENAMED: dict[type, Names] = {Inner: {"source": "from", "hidden": None}}
CONVERTER = converter(RENAMED)
ONE = {"number": 1}


def test_what_fits_is_taken_as_it_is() -> None:
    data = {
        "one": {"number": 3, "from": "abcd"},
        "many": [ONE, {"number": 2}],
        "table": {"a": 1},
        "kind": 1,
        "sign": "♥",
        "yes": False,
        "maybe": 7,
        "names": ["x", "y"],
    }
    assert CONVERTER.structure(data, Outer) == Outer(
        one=Inner(3, "abcd"),
        many=(Inner(1), Inner(2)),
        table={"a": 1},
        kind=1,
        sign="♥",
        yes=False,
        maybe=7,
        names=("x", "y"),
    )
    assert CONVERTER.structure({"one": ONE}, Outer) == Outer(Inner(1))
    assert CONVERTER.structure({"one": ONE, "many": (ONE,)}, Outer).many == (Inner(1),)


REFUSED: list[tuple[Any, list[tuple[str, str]]]] = [
    (3, [("", "must be a table, and is 3")]),
    ([], [("", "must be a table, and is a list of 0")]),
    ({}, [("one", "is missing")]),
    ({"one": 3}, [("one", "must be a table, and is 3")]),
    ({"one": {}}, [("one.number", "is missing")]),
    ({"one": {"number": 0}}, [("one.number", "must be from 1 to 3, and is 0")]),
    ({"one": {"number": 4}}, [("one.number", "must be from 1 to 3, and is 4")]),
    ({"one": {"number": True}}, [("one.number", "must be a whole number, and is True")]),
    ({"one": {"number": 1.0}}, [("one.number", "must be a whole number, and is 1.0")]),
    ({"one": {**ONE, "from": 3}}, [("one.from", "must be a text, and is 3")]),
    ({"one": {**ONE, "from": "B"}}, [("one.from", "must match [a-z]+, and is 'B'")]),
    ({"one": {**ONE, "from": "ab1"}}, [("one.from", "must match [a-z]+, and is 'ab1'")]),
    (
        {"one": {**ONE, "from": "abcde"}},
        [("one.from", "must have at most 4 characters, and has 5")],
    ),
    ({"one": {**ONE, "fron": "a"}}, [("one.fron", "is not known here; did you mean from?")]),
    ({"one": {**ONE, "hidden": "a"}}, [("one.hidden", "is not known here")]),
    ({"one": ONE, "ONE": 3}, [("ONE", "is not known here")]),
    ({"one": ONE, "many": []}, [("many", "must have 1 to 2 entries, and has 0")]),
    ({"one": ONE, "many": [ONE] * 3}, [("many", "must have 1 to 2 entries, and has 3")]),
    ({"one": ONE, "many": [3] * 3}, [("many", "must have 1 to 2 entries, and has 3")]),
    ({"one": ONE, "many": "a"}, [("many", "must be a list, and is 'a'")]),
    ({"one": ONE, "many": [ONE, 3]}, [("many[1]", "must be a table, and is 3")]),
    ({"one": ONE, "many": [ONE, {}]}, [("many[1].number", "is missing")]),
    (
        {"one": ONE, "many": [3, {}]},
        [("many[0]", "must be a table, and is 3"), ("many[1].number", "is missing")],
    ),
    ({"one": ONE, "table": {"a": "b"}}, [("table.a", "must be a whole number, and is 'b'")]),
    ({"one": ONE, "table": {"a": 1, "b": 2}}, [("table", "must have 0 to 1 entries, and has 2")]),
    ({"one": ONE, "table": 3}, [("table", "must be a table")]),
    ({"one": ONE, "kind": "c"}, [("kind", "must be one of a, b, 1, and is 'c'")]),
    ({"one": ONE, "kind": True}, [("kind", "must be one of a, b, 1, and is True")]),
    ({"one": ONE, "kind": []}, [("kind", "must be one of a, b, 1, and is a list of 0")]),
    ({"one": ONE, "sign": "x"}, [("sign", "must be a sign, and is 'x'")]),
    ({"one": ONE, "sign": "\n"}, [("sign", "must be a sign, and is '\\n'")]),
    ({"one": ONE, "yes": 1}, [("yes", "must be true or false, and is 1")]),
    (
        {"many": [{"number": 9}], "kind": 2, "q": 1},
        [
            ("one", "is missing"),
            ("many[0].number", "must be from 1 to 3, and is 9"),
            ("kind", "must be one of a, b, 1, and is 2"),
            ("q", "is not known here"),
        ],
    ),
]


@pytest.mark.parametrize(("data", "told"), REFUSED)
def test_what_does_not_fit_is_told_with_its_place(data: Any, told: list[tuple[str, str]]) -> None:
    with pytest.raises(Exception) as refused:  # noqa: PT011 # of many kinds: `faults` tells them
        CONVERTER.structure(data, Outer)
    assert sorted(faults(refused.value, "", RENAMED)) == sorted(told)


def test_a_place_may_be_within_another() -> None:
    with pytest.raises(Exception) as refused:  # noqa: PT011 # as above
        CONVERTER.structure({"number": 9, "q": 1}, Inner)
    assert faults(refused.value, "here", RENAMED) == [
        ("here.number", "must be from 1 to 3, and is 9"),
        ("here.q", "is not known here"),
    ]


def test_a_model_may_have_its_own_names_in_the_data() -> None:
    plain = converter()
    assert plain.structure({"number": 1, "source": "a", "hidden": "b"}, Inner) == Inner(1, "a", "b")
    with pytest.raises(Exception) as refused:  # noqa: PT011 # as above
        plain.structure({"number": 1, "sourc": "a"}, Inner)
    assert faults(refused.value) == [("sourc", "is not known here; did you mean source?")]


def test_a_value_is_told_short() -> None:
    assert short(3) == "3"
    assert short("x" * 38) == f"'{'x' * 38}'"
    assert short("x" * 39) == f"'{'x' * 36}…"
    assert short([1, 2]) == short((1, 2)) == "a list of 2"
    assert short({}) == "a table of 0"
    assert short(10**30 - 1) == "9" * 30
    assert short(10**30) == short(-(10**30)) == "an enormous number"
    assert short(1e300) == "1e+300"
    assert short(b"ab") == "b'ab'"
    assert short({1, 2}) == "a value of the type set"
    assert short(type("T" * 50, (), {})()) == f"a value of the type {'T' * 40}"
    assert short("\u202e" * 100) == "'" + r"\u202e" * 6 + "…"


def test_a_key_is_told_short_and_printable() -> None:
    assert short_key("a" * 40) == "a" * 40
    assert short_key("a" * 41) == f"'{'a' * 36}…"
    assert short_key("a\x1b") == r"'a\x1b'"
    assert short_key("ä_1-b") == "ä_1-b"
    assert short_key("state[3]") == "'state[3]'"
    assert short_key("") == "''"


def test_what_a_terminal_would_obey_is_told_as_its_escape() -> None:
    assert printable("é ♥\x1b[31m\n\u202e") == r"é ♥\x1b[31m\n\u202e"


def test_a_mend_is_parted_from_the_fault_and_not_from_a_value() -> None:
    assert parted("is not known here") == ("is not known here", "")
    assert parted("is not known here; did you mean a; b?") == (
        "is not known here",
        "did you mean a; b?",
    )
    assert parted("must be a text, and is 'a; b'") == ("must be a text, and is 'a; b'", "")


def test_an_unknown_key_may_be_like_a_known_one() -> None:
    assert unknown("limit", ["limits", "rules"]) == "is not known here; did you mean limits?"
    assert unknown("chess", ["limits", "rules"]) == "is not known here"


CHOICES: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
    ({"number": None, "what": None}, []),
    ({"number": 3, "sum": ["a", "b"], "what": ["a"], "told": {"by": 1}}, []),
    ({"number": "abc", "sum": 1, "what": "b", "told": "x"}, []),
    ({"sum": ("a", "b")}, []),
    ({"number": 4}, [("number", "must be from 0 to 3, and is 4")]),
    ({"number": True}, [("number", "must be a whole number or a text, and is True")]),
    ({"number": 1.0}, [("number", "must be a whole number or a text, and is 1.0")]),
    ({"number": []}, [("number", "must be a whole number or a text, and is a list of 0")]),
    ({"number": "B"}, [("number", "must match [a-z]+, and is 'B'")]),
    ({"sum": None}, [("sum", "must be a whole number or a list, and is None")]),
    ({"sum": "a"}, [("sum", "must be a whole number or a list, and is 'a'")]),
    ({"sum": []}, [("sum", "must have 1 to 2 entries, and has 0")]),
    ({"sum": ["a", 1]}, [("sum[1]", "must be a text, and is 1")]),
    ({"what": "c"}, [("what", "must be one of a, b, and is 'c'")]),
    ({"what": 1}, [("what", "must be a text or a list, and is 1")]),
    ({"what": ["b"]}, [("what[0]", "must be one of a, and is 'b'")]),
    ({"told": 1}, [("told", "must be a text or a table, and is 1")]),
    ({"told": ["a"]}, [("told", "must be a text or a table, and is a list of 1")]),
]


@pytest.mark.parametrize(("data", "told"), CHOICES)
def test_what_may_be_of_several_types_is_of_one_of_them(data: Any, told: Any) -> None:
    if not told:
        made = CONVERTER.structure(data, Choices)
        for name, value in data.items():
            assert getattr(made, name) == (tuple(value) if isinstance(value, list) else value)
        return
    with pytest.raises(Exception) as refused:  # noqa: PT011 # as above
        CONVERTER.structure(data, Choices)
    assert faults(refused.value) == told
