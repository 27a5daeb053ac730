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

LANGUAGES = ("en", "es", "de")

NAMED = {"phase": "phase", "place": "place", "colour": "colour", "colours": "colour"}
"""Parameters whose values have names of their own in each language, and the table that has them."""


def spec_folder() -> Traversable:
    """Where `spec/` is: inside the installed package, or beside it in a checkout."""
    installed = files("lineit") / "spec"
    return installed if installed.is_dir() else Path(__file__).parent.parent / "spec"


@cache
def all_texts(lang: str) -> dict[str, Any]:
    """Everything of a language. Raises `LanguageError` where there is no such language."""
    if lang not in LANGUAGES:
        from lineit.errors import LanguageError, Reason  # noqa: PLC0415 # errors need texts to speak

        raise LanguageError(Reason("language", None, {"lang": lang, "known": list(LANGUAGES)}))
    return tomllib.loads((spec_folder() / "text" / f"{lang}.toml").read_text("utf-8"))


def has(kind: str, code: str, lang: str = "en") -> bool:
    """Whether there is an entry `code` among the entries of this kind."""
    return code in _entries(kind, lang)


def sentence(kind: str, code: str, params: Mapping[str, Any], lang: str = "en") -> str:
    """The entry `code` among the entries of `kind`, filled in with the parameters.

    >>> sentence("reasons", "card_not_there", {"card": "42", "place": "market"})
    '42 is not in the market'
    """
    entry = _entries(kind, lang)[code]
    while isinstance(entry, dict):
        value = params[entry["by"]]
        key = str(value)
        if key not in entry:
            key = "one" if value == 1 and "one" in entry else "other"
        entry = entry[key]
    names = all_texts(lang)["names"]
    shown = {key: _shown(value, names.get(NAMED.get(key), {})) for key, value in params.items()}
    return str(entry).format_map(shown)


def _entries(kind: str, lang: str) -> dict[str, Any]:
    """The entries of a kind, or, with a dot in it, of a kind within a kind."""
    entries = all_texts(lang)
    for part in kind.split("."):
        entries = entries.get(part, {})
    return entries


def _shown(value: Any, names: Mapping[str, str]) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(_shown(part, names) for part in value)
    return names.get(str(value), str(value))
