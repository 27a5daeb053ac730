"""The converter of outside data: it accepts data that fits, and reports all faults with places."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from attrs import field, frozen

from lineit.model.bounds import Many, Text, Whole, printable, short, short_key
from lineit.model.structure import Names, converter, faults, parted, unknown


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
    """A model with fields of several types."""

    number: Annotated[int, Whole(0, 3)] | Annotated[str, Text("[a-z]+", 4)] | None = None
    sum: Annotated[int, Whole(0, 3)] | Annotated[tuple[str, ...], Many(1, 2)] = 0
    what: Literal["a", "b"] | Annotated[tuple[Literal["a"], ...], Many(1, 2)] | None = None
    told: str | dict[str, Any] = ""


RENAMED: dict[type, Names] = {Inner: {"source": "from", "hidden": None}}
CONVERTER = converter(RENAMED)
ONE = {"number": 1}


def test_data_that_fits_becomes_a_model() -> None:
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
    (3, [("", "must be a table, but is 3")]),
    ([], [("", "must be a table, but is a list of 0")]),
    ({}, [("one", "is missing")]),
    ({"one": 3}, [("one", "must be a table, but is 3")]),
    ({"one": {}}, [("one.number", "is missing")]),
    ({"one": {"number": 0}}, [("one.number", "must be from 1 to 3, but is 0")]),
    ({"one": {"number": 4}}, [("one.number", "must be from 1 to 3, but is 4")]),
    ({"one": {"number": True}}, [("one.number", "must be a whole number, but is True")]),
    ({"one": {"number": 1.0}}, [("one.number", "must be a whole number, but is 1.0")]),
    ({"one": {**ONE, "from": 3}}, [("one.from", "must be a text, but is 3")]),
    ({"one": {**ONE, "from": "B"}}, [("one.from", "must match [a-z]+, but is 'B'")]),
    ({"one": {**ONE, "from": "ab1"}}, [("one.from", "must match [a-z]+, but is 'ab1'")]),
    (
        {"one": {**ONE, "from": "abcde"}},
        [("one.from", "must have at most 4 characters, but has 5")],
    ),
    ({"one": {**ONE, "fron": "a"}}, [("one.fron", "is not known here; did you mean from?")]),
    ({"one": {**ONE, "hidden": "a"}}, [("one.hidden", "is not known here")]),
    ({"one": ONE, "ONE": 3}, [("ONE", "is not known here")]),
    ({"one": ONE, "many": []}, [("many", "must have 1 to 2 entries, but has 0")]),
    ({"one": ONE, "many": [ONE] * 3}, [("many", "must have 1 to 2 entries, but has 3")]),
    ({"one": ONE, "many": [3] * 3}, [("many", "must have 1 to 2 entries, but has 3")]),
    ({"one": ONE, "many": "a"}, [("many", "must be a list, but is 'a'")]),
    ({"one": ONE, "many": [ONE, 3]}, [("many[1]", "must be a table, but is 3")]),
    ({"one": ONE, "many": [ONE, {}]}, [("many[1].number", "is missing")]),
    (
        {"one": ONE, "many": [3, {}]},
        [("many[0]", "must be a table, but is 3"), ("many[1].number", "is missing")],
    ),
    ({"one": ONE, "table": {"a": "b"}}, [("table.a", "must be a whole number, but is 'b'")]),
    ({"one": ONE, "table": {"a": 1, "b": 2}}, [("table", "must have 0 to 1 entries, but has 2")]),
    ({"one": ONE, "table": 3}, [("table", "must be a table")]),
    ({"one": ONE, "kind": "c"}, [("kind", "must be one of a, b, 1, but is 'c'")]),
    ({"one": ONE, "kind": True}, [("kind", "must be one of a, b, 1, but is True")]),
    ({"one": ONE, "kind": []}, [("kind", "must be one of a, b, 1, but is a list of 0")]),
    ({"one": ONE, "sign": "x"}, [("sign", "must be a sign, but is 'x'")]),
    ({"one": ONE, "sign": "\n"}, [("sign", "must be a sign, but is '\\n'")]),
    ({"one": ONE, "yes": 1}, [("yes", "must be true or false, but is 1")]),
    (
        {"many": [{"number": 9}], "kind": 2, "q": 1},
        [
            ("one", "is missing"),
            ("many[0].number", "must be from 1 to 3, but is 9"),
            ("kind", "must be one of a, b, 1, but is 2"),
            ("q", "is not known here"),
        ],
    ),
]


@pytest.mark.parametrize(("data", "told"), REFUSED)
def test_faults_have_their_places(data: Any, told: list[tuple[str, str]]) -> None:
    with pytest.raises(Exception) as refused:  # noqa: PT011 # `faults` checks which one
        CONVERTER.structure(data, Outer)
    assert sorted(faults(refused.value, "", RENAMED)) == sorted(told)


def test_places_can_have_a_prefix() -> None:
    with pytest.raises(Exception) as refused:  # noqa: PT011 # as above
        CONVERTER.structure({"number": 9, "q": 1}, Inner)
    assert faults(refused.value, "here", RENAMED) == [
        ("here.number", "must be from 1 to 3, but is 9"),
        ("here.q", "is not known here"),
    ]


def test_fields_have_their_own_names_without_renaming() -> None:
    plain = converter()
    assert plain.structure({"number": 1, "source": "a", "hidden": "b"}, Inner) == Inner(1, "a", "b")
    with pytest.raises(Exception) as refused:  # noqa: PT011 # as above
        plain.structure({"number": 1, "sourc": "a"}, Inner)
    assert faults(refused.value) == [("sourc", "is not known here; did you mean source?")]


def test_short_shortens_values() -> None:
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


def test_short_key_shortens_and_quotes_keys() -> None:
    assert short_key("a" * 40) == "a" * 40
    assert short_key("a" * 41) == f"'{'a' * 36}…"
    assert short_key("a\x1b") == r"'a\x1b'"
    assert short_key("ä_1-b") == "ä_1-b"
    assert short_key("state[3]") == "'state[3]'"
    assert short_key("") == "''"


def test_printable_escapes_control_characters() -> None:
    assert printable("é ♥\x1b[31m\n\u202e") == r"é ♥\x1b[31m\n\u202e"


def test_parted_splits_off_a_mend_but_not_a_value() -> None:
    assert parted("is not known here") == ("is not known here", "")
    assert parted("is not known here; did you mean a; b?") == (
        "is not known here",
        "did you mean a; b?",
    )
    assert parted("must be a text, but is 'a; b'") == ("must be a text, but is 'a; b'", "")


def test_unknown_suggests_a_similar_key() -> None:
    assert unknown("limit", ["limits", "rules"]) == "is not known here; did you mean limits?"
    assert unknown("chess", ["limits", "rules"]) == "is not known here"


CHOICES: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
    ({"number": None, "what": None}, []),
    ({"number": 3, "sum": ["a", "b"], "what": ["a"], "told": {"by": 1}}, []),
    ({"number": "abc", "sum": 1, "what": "b", "told": "x"}, []),
    ({"sum": ("a", "b")}, []),
    ({"number": 4}, [("number", "must be from 0 to 3, but is 4")]),
    ({"number": True}, [("number", "must be a whole number or a text, but is True")]),
    ({"number": 1.0}, [("number", "must be a whole number or a text, but is 1.0")]),
    ({"number": []}, [("number", "must be a whole number or a text, but is a list of 0")]),
    ({"number": "B"}, [("number", "must match [a-z]+, but is 'B'")]),
    ({"sum": None}, [("sum", "must be a whole number or a list, but is None")]),
    ({"sum": "a"}, [("sum", "must be a whole number or a list, but is 'a'")]),
    ({"sum": []}, [("sum", "must have 1 to 2 entries, but has 0")]),
    ({"sum": ["a", 1]}, [("sum[1]", "must be a text, but is 1")]),
    ({"what": "c"}, [("what", "must be one of a, b, but is 'c'")]),
    ({"what": 1}, [("what", "must be a text or a list, but is 1")]),
    ({"what": ["b"]}, [("what[0]", "must be one of a, but is 'b'")]),
    ({"told": 1}, [("told", "must be a text or a table, but is 1")]),
    ({"told": ["a"]}, [("told", "must be a text or a table, but is a list of 1")]),
]


@pytest.mark.parametrize(("data", "told"), CHOICES)
def test_a_union_accepts_data_of_each_of_its_types(data: Any, told: Any) -> None:
    if not told:
        made = CONVERTER.structure(data, Choices)
        for name, value in data.items():
            assert getattr(made, name) == (tuple(value) if isinstance(value, list) else value)
        return
    with pytest.raises(Exception) as refused:  # noqa: PT011 # as above
        CONVERTER.structure(data, Choices)
    assert faults(refused.value) == told
