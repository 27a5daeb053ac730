"""Sentences for players: the library's own from `spec/text/*.toml`, and those of rule files. No
sentence of the game is built in Python.

An entry is a template, such as `"{card} is not in the market"`, or a table that chooses a template
by the value of a parameter: `by` names the parameter, and the other keys are its values, or `one`
and `other` for a number.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from lineit.model.errors import LanguageError, Reason
from lineit.model.resources import spec_folder
from lineit.model.texts import PARAMETER

LANGUAGES = ("en", "es", "de")
"""The languages of the library."""

NAMED = {
    "phase": "phases",
    "colour": "colours",
    "colours": "colours",
    "zone": "zone",
    "from": "zone",
    "to": "zone",
}
"""Parameters whose values have a name in each language, and the kind of name."""


Told = Mapping[Any, Any]
"""The texts of a rule file by language: `lineit.model.texts.Texts`."""


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
    """Return all texts of a language. Raises `LanguageError` if the language is unknown."""
    if lang not in LANGUAGES:
        raise LanguageError(Reason("language", None, {"lang": lang, "known": list(LANGUAGES)}))
    return tomllib.loads((spec_folder() / "text" / f"{lang}.toml").read_text("utf-8"))


def has(kind: str, code: str, lang: str = "en") -> bool:
    """Return whether the library has an entry `code` of this kind."""
    return code in _entries(kind, lang)


def sentence(
    kind: str,
    code: str,
    params: Mapping[str, Any],
    lang: str = "en",
    told: Told | None = None,
) -> str:
    """Return the library's sentence `code` of this kind, with the parameters filled in.

    `told` has the texts of a rule file, with the names of phases and colours.

    >>> sentence("reasons", "card_not_there", {"card": "42", "zone": "market"})
    '42 is not in the market'
    """
    return filled(_entries(kind, lang)[code], params, lang, told)


def own_sentence(
    told: Told | None, kind: str, code: str, params: Mapping[str, Any], lang: str = "en"
) -> str | None:
    """Return a sentence of a rule file: in the language, else in English, else in any language that
    the file has; None if there is none.

    >>> from lineit import load_ruleset
    >>> told, params = load_ruleset("standard").text, {"card": "42", "rule": ""}
    >>> own_sentence(told, "verbs", "line", params, "de")
    '42 an die Linie'
    """
    entry = own_entry(told, kind, code, lang)
    return None if entry is None else filled(entry, params, lang, told)


def phase_name(told: Told | None, phase: str, lang: str = "en") -> str:
    """Return the name of a phase in the language; its id if the rule file has no name for it."""
    return own_sentence(told, "phases", phase, {}, lang) or phase


def zone_name(zone: str, lang: str = "en") -> str:
    """Return the name of a zone in the language."""
    return str(all_texts(lang)["names"]["zone"].get(zone, zone))


def own_entry(told: Told | None, kind: str, code: str, lang: str) -> Any:
    """Return the entry of a rule file, in the language or another; None if there is none."""
    all_texts(lang)  # raises if the language is unknown
    for each in dict.fromkeys((lang, "en", *(told or ()))):
        texts = (told or {}).get(each)
        if texts is not None and code in getattr(texts, kind):
            return getattr(texts, kind)[code]
    return None


def guard_sentence(told: Told, code: str, params: Mapping[str, Any], lang: str) -> str:
    """Return why a guard made an action illegal: its own sentence, or a general one."""
    own = own_sentence(told, "reasons", code, params, lang)
    if own is not None:
        return own
    return sentence("reasons", "guard" if code == params["guard"] else "not_guard", params, lang)


def filled(entry: Any, params: Mapping[str, Any], lang: str, told: Told | None = None) -> str:
    """Return the sentence of an entry, with the parameters filled in."""
    while isinstance(entry, Mapping):
        value = params[entry["by"]]
        key = str(value)
        if key == "by" or key not in entry:  # under "by" is the name of the parameter
            key = "one" if value == 1 and "one" in entry else "other"
        entry = entry[key]

    def shown(found: re.Match[str]) -> str:
        name = found[1]
        return _shown(params[name], lambda value: _named(name, value, lang, told))

    return PARAMETER.sub(shown, str(entry))


def _named(parameter: str, value: str, lang: str, told: Told | None) -> str:
    """Return the name of a parameter's value in the language, if it has one, else the value."""
    kind = NAMED.get(parameter)
    if kind is None:
        return value
    if kind == "zone":
        return zone_name(value, lang)
    return str(own_entry(told, kind, value, lang) or value)


def _shown(value: Any, named: Any) -> str:
    """Return a value, or a list of values with commas, as text; `named` gives the names."""
    if isinstance(value, (list, tuple)):
        return ", ".join(_shown(part, named) for part in value)
    return str(named(str(value)))


def _entries(kind: str, lang: str) -> dict[str, Any]:
    """Return the entries of a kind; with a dot, of a kind within a kind, such as `play.help`."""
    entries = all_texts(lang)
    for part in kind.split("."):
        entries = entries.get(part, {})
    return entries
