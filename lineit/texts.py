"""Sentences for people: the library's own from `spec/text/*.toml`, those of the rules from the rule
file. No sentence of the game is built in Python.

An entry is a template, `"{card} is not in the market"`, or a table that chooses one of several by
the value of a parameter: `by` names it, and the other keys are the values it may have, or `one`
and `other` for a number.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "es", "de")

PARAMETER = re.compile(r"\{([a-z_][a-z0-9_]*)\}")
"""A parameter in a template."""

NAMED = {
    "phase": "phases",
    "colour": "colours",
    "colours": "colours",
    "zone": "zone",
    "from": "zone",
    "to": "zone",
}
"""Parameters whose values have names of their own in each language, and the kind of name."""

Told = Mapping[Any, Any]
"""The texts of a rule file by language: `lineit.ruleset.Texts`."""


def spec_folder() -> Traversable:
    """Return where `spec/` is: inside the installed package, or beside it in a checkout."""
    installed = files("lineit") / "spec"
    return installed if installed.is_dir() else Path(__file__).parent.parent / "spec"


def spec_version() -> str:
    """Return the version of `spec/`: of the rules, the shapes of data and the vectors.

    >>> spec_version().count(".")
    2
    """
    return (spec_folder() / "VERSION").read_text("utf-8").strip()


def system_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language of the system, from `LC_ALL`, `LC_MESSAGES` or `LANG`; else English.

    >>> system_language({"LANG": "de_AT.UTF-8"}), system_language({"LANG": "C"})
    ('de', 'en')
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            lang = re.split("[_.@-]", environment[name])[0].lower()
            return lang if lang in LANGUAGES else "en"
    return "en"


@cache
def all_texts(lang: str) -> dict[str, Any]:
    """Return everything of a language. Raises `LanguageError` where there is no such language."""
    if lang not in LANGUAGES:
        from lineit.errors import LanguageError, Reason  # noqa: PLC0415 # errors need texts to speak

        raise LanguageError(Reason("language", None, {"lang": lang, "known": list(LANGUAGES)}))
    return tomllib.loads((spec_folder() / "text" / f"{lang}.toml").read_text("utf-8"))


def has(kind: str, code: str, lang: str = "en") -> bool:
    """Whether there is an entry `code` among the entries of this kind."""
    return code in _entries(kind, lang)


def sentence(
    kind: str,
    code: str,
    params: Mapping[str, Any],
    lang: str = "en",
    told: Told | None = None,
) -> str:
    """Return the library's entry `code` among the entries of `kind`, filled in with the parameters;
    `told` has the names of phases and colours.

    >>> sentence("reasons", "card_not_there", {"card": "42", "zone": "market"})
    '42 is not in the market'
    """
    return filled(_entries(kind, lang)[code], params, lang, told)


def own_sentence(
    told: Told | None, kind: str, code: str, params: Mapping[str, Any], lang: str = "en"
) -> str | None:
    """Return the sentence of a rule file about something: in the language, else in English, else in
    any that the file speaks; None where it has none.

    >>> from lineit import load_ruleset
    >>> told, params = load_ruleset("standard").text, {"card": "42", "rule": ""}
    >>> own_sentence(told, "verbs", "line", params, "de")
    '42 an die Linie'
    """
    entry = own_entry(told, kind, code, lang)
    return None if entry is None else filled(entry, params, lang, told)


def phase_name(told: Told | None, phase: str, lang: str = "en") -> str:
    """Return the name of a phase in the language; where the rule file has none, its id."""
    return own_sentence(told, "phases", phase, {}, lang) or phase


def own_entry(told: Told | None, kind: str, code: str, lang: str) -> Any:
    """Return the entry of a rule file, in the language or another; None where it has none."""
    all_texts(lang)  # raises where there is no such language
    for each in dict.fromkeys((lang, "en", *(told or ()))):
        texts = (told or {}).get(each)
        if texts is not None and code in getattr(texts, kind):
            return getattr(texts, kind)[code]
    return None


def guard_sentence(told: Told, code: str, params: Mapping[str, Any], lang: str) -> str:
    """Return why a guard of a rule file stood in the way: its own sentence, or that it does."""
    own = own_sentence(told, "reasons", code, params, lang)
    if own is not None:
        return own
    return sentence("reasons", "guard" if code == params["guard"] else "not_guard", params, lang)


def filled(entry: Any, params: Mapping[str, Any], lang: str, told: Told | None = None) -> str:
    """Return the sentence of an entry, with the parameters filled in."""
    while isinstance(entry, Mapping):
        value = params[entry["by"]]
        key = str(value)
        if key not in entry:
            key = "one" if value == 1 and "one" in entry else "other"
        entry = entry[key]

    def shown(found: re.Match[str]) -> str:
        name = found[1]
        return _shown(params[name], lambda value: _named(name, value, lang, told))

    return PARAMETER.sub(shown, str(entry))


def _named(parameter: str, value: str, lang: str, told: Told | None) -> str:
    kind = NAMED.get(parameter)
    if kind is None:
        return value
    if kind == "zone":
        return str(all_texts(lang)["names"]["zone"].get(value, value))
    return str(own_entry(told, kind, value, lang) or value)


def _shown(value: Any, named: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(_shown(part, named) for part in value)
    return str(named(str(value)))


def _entries(kind: str, lang: str) -> dict[str, Any]:
    """The entries of a kind, or, with a dot in it, of a kind within a kind."""
    entries = all_texts(lang)
    for part in kind.split("."):
        entries = entries.get(part, {})
    return entries
