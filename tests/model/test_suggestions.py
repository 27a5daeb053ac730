"""Suggestions for a name that is not known."""

from __future__ import annotations

from lineit.model.suggestions import closest

LONG = [f"abcdef{'x' * 20}{number}" for number in range(8)]
"""Names that share more pairs of letters with `abcdef` than `abcxef` does, but are less like it."""

OTHER = [f"zones-of-the-table-{number}" for number in range(8)]
"""Names that are longer than `hand`, and come after it in the alphabet."""


def test_the_most_similar_name_is_suggested() -> None:
    assert closest("card_fit", ["card_fits", "card_fills", "line_fits"]) == "card_fits"
    assert closest("card_fit", ["card_fills", "line_fits", "card_fits"]) == "card_fits"


def test_no_name_is_suggested_if_none_is_similar() -> None:
    assert closest("castle", ["hand", "price"]) is None
    assert closest("hand", []) is None


def test_a_similar_name_is_found_among_many_others() -> None:
    assert closest("hnad", [*OTHER, "hand"]) == "hand"
    assert closest("hand", [f"ladnah{number}" for number in range(8)] + ["hond"]) == "hond"


def test_eight_names_are_compared_letter_by_letter() -> None:
    assert closest("abcdef", [*LONG[:7], "abcxef"]) == "abcxef"
    assert closest("abcdef", [*LONG, "abcxef"]) is None


def test_forty_letters_of_a_name_are_compared() -> None:
    known = "a" * 18 + "cc"
    assert closest("a" * 18 + "b" * 22, [known]) == known
    assert closest("a" * 18 + "b" * 23, [known]) == known
