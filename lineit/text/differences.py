"""Differences between two rulesets: as sentences for players, and as data for authors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from lineit.model.ruleset import Ruleset
from lineit.rules.documents import NAME_KEYS
from lineit.rules.load import NOT_PLAYED
from lineit.text.narrate import rule_text

NO_RULES = (*NOT_PLAYED, "name", "format")
"""The sections of a rule file that describe it, not the game."""


@frozen
class RuleDifference:
    """A rule with another sentence: the one `before` and the one `now`, None if there is none."""

    rule: str
    before: str | None
    now: str | None


@frozen
class DataDifference:
    """An entry of the rule file with another value, such as `limits.hand`, 2 and 3."""

    where: str
    before: Any
    now: Any


def rule_differences(
    ruleset: Ruleset, base: Ruleset, lang: str = "en"
) -> tuple[RuleDifference, ...]:
    """Return the rules whose sentences differ, and the rules that only one ruleset has.

    >>> from lineit import load_ruleset
    >>> standard = load_ruleset("standard")
    >>> mine = {"format": 2, "name": "mine", "extends": "standard", "limits": {"hand": 3}}
    >>> rule_differences(load_ruleset(mine), standard)[0].now
    'Or the card may go to the hand, which holds at most 3 cards.'
    """
    told = [
        {rule: rule_text(rules, rule, lang) for rule in rules.rules} for rules in (base, ruleset)
    ]
    return tuple(RuleDifference(*found) for found in _differing(*told))


def data_differences(ruleset: Ruleset, base: Ruleset) -> tuple[DataDifference, ...]:
    """Return every entry of the rule file, of all that is played, that differs from `base`.

    There is none exactly if the two are the same rules; their names may differ.

    >>> from lineit import load_ruleset
    >>> mine = {"format": 2, "name": "mine", "extends": "standard", "limits": {"hand": 3}}
    >>> data_differences(load_ruleset(mine), load_ruleset("standard"))
    (DataDifference(where='limits.hand', before=2, now=3),)
    """
    before, now = (dict(_entries(rules.document)) for rules in (base, ruleset))
    found = [*_differing(before, now)]
    for section in NAME_KEYS:  # the order of transitions matters
        both = [name for name in before if name in now and name.startswith(f"{section}.")]
        order = [name for name in now if name in both]
        if order != both:
            found.append((f"{section}: order", both, order))
    return tuple(DataDifference(*each) for each in found)


def _differing(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Yield each key whose value differs, with both values (None if it is missing)."""
    for name in {**before, **now}:
        if before.get(name) != now.get(name):
            yield name, before.get(name), now.get(name)


def _entries(document: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield each entry with its place in the file, such as `limits.hand` or `phase.pick`."""
    for section, value in document.items():
        if section in NO_RULES:
            continue
        if section in NAME_KEYS:
            for entry in value:
                yield f"{section}.{entry[NAME_KEYS[section]]}", entry
        elif isinstance(value, Mapping):
            for name, entry in value.items():
                yield f"{section}.{name}", entry
        else:
            yield section, value
