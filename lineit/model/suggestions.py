"""Suggestions for a name that is not known, which may be misspelt."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches
from functools import lru_cache
from heapq import nlargest
from itertools import pairwise

MOST_COMPARED = 8
"""Maximum number of names that are compared letter by letter, which takes long."""

MOST_LETTERS = 40
"""Number of letters at the beginning of a name that are compared."""


def closest(name: str, known: Collection[str]) -> str | None:
    """Return the known name that is most like this one; None if none is like it.

    Only the names that share most pairs of letters with it are compared closely.

    >>> closest("hnad", ["hand", "price"])
    'hand'
    >>> closest("castle", ["hand", "price"]) is None
    True
    """
    name = name[:MOST_LETTERS]
    pairs = _pairs(name)
    likely = nlargest(MOST_COMPARED, known, key=lambda other: len(pairs & _pairs(other)))
    return next(iter(get_close_matches(name, likely)), None)


@lru_cache(maxsize=4096)
def _pairs(name: str) -> frozenset[object]:
    """Return the letters of a name, and its pairs: one after another, the first and the last."""
    whole = f" {name[:MOST_LETTERS]} "
    return frozenset((*pairwise(whole), *whole))
