"""Sentences for people, from `spec/text/*.toml`. No sentence of the game is built in Python.

An entry is a template, `"{card} is not in the market"`, or a table that chooses one of several by
the value of a parameter: `by` names it, and the other keys are the values it may have, or `one`
and `other` for a number.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

LANGUAGES = ("en",)


def spec_folder() -> Traversable:
    """Where `spec/` is: inside the installed package, or beside it in a checkout."""
    installed = files("lineit") / "spec"
    return installed if installed.is_dir() else Path(__file__).parent.parent / "spec"


@cache
def _texts(lang: str) -> dict[str, Any]:
    if lang not in LANGUAGES:
        raise ValueError(f"there is no language {lang!r}; there is {', '.join(LANGUAGES)}")
    return tomllib.loads((spec_folder() / "text" / f"{lang}.toml").read_text("utf-8"))


def has(kind: str, code: str, lang: str = "en") -> bool:
    """Whether there is an entry `code` among the entries of this kind."""
    return code in _texts(lang)[kind]


def sentence(kind: str, code: str, params: Mapping[str, Any], lang: str = "en") -> str:
    """The entry `code` among the entries of `kind`, filled in with the parameters.

    >>> sentence("reasons", "card_not_there", {"card": "42", "place": "market"})
    '42 is not in the market'
    """
    texts = _texts(lang)
    entry = texts[kind][code]
    while isinstance(entry, dict):
        value = params[entry["by"]]
        key = str(value)
        if key not in entry:
            key = "one" if value == 1 and "one" in entry else "other"
        entry = entry[key]
    words = texts["words"]
    return str(entry).format_map({name: _shown(value, words) for name, value in params.items()})


def _shown(value: Any, words: Mapping[str, str]) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(_shown(part, words) for part in value)
    return words.get(str(value), str(value))
