"""What one ruleset has otherwise than another: for players in sentences, for authors row by row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from lineit.overlay import ROW_KEYS
from lineit.ruleset import Ruleset
from lineit.spec import NOT_PLAYED
from lineit.tell import rule_text

NO_RULES = (*NOT_PLAYED, "name", "format")
"""What of a rule file tells about it, not about the game."""


@frozen
class RuleDifference:
    """A rule that is told otherwise: its sentence `before` and `now`, None where there is none."""

    rule: str
    before: str | None
    now: str | None


@frozen
class DataDifference:
    """An entry of the rule file that is another: such as `limits.hand`, 2 and 3."""

    where: str
    before: Any
    now: Any


def rule_differences(
    ruleset: Ruleset, base: Ruleset, lang: str = "en"
) -> tuple[RuleDifference, ...]:
    """The rules of `ruleset` whose sentences differ from those of `base`, and those of only one.

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
    """Every entry of the rule file, of all that is played, that `base` has otherwise or not at all.
    There is none exactly where the two are the same rules, whatever their names.

    >>> from lineit import load_ruleset
    >>> mine = {"format": 2, "name": "mine", "extends": "standard", "limits": {"hand": 3}}
    >>> data_differences(load_ruleset(mine), load_ruleset("standard"))
    (DataDifference(where='limits.hand', before=2, now=3),)
    """
    before, now = (dict(_entries(rules.document)) for rules in (base, ruleset))
    found = [*_differing(before, now)]
    for section in ROW_KEYS:  # rows are tried in order
        both = [name for name in before if name in now and name.startswith(f"{section}.")]
        order = [name for name in now if name in both]
        if order != both:
            found.append((f"{section}: order", both, order))
    return tuple(DataDifference(*each) for each in found)


def _differing(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    for name in {**before, **now}:
        if before.get(name) != now.get(name):
            yield name, before.get(name), now.get(name)


def _entries(document: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Each entry, with its place in the file: a table's value, a row by its name."""
    for section, value in document.items():
        if section in NO_RULES:
            continue
        if section in ROW_KEYS:
            for row in value:
                yield f"{section}.{row[ROW_KEYS[section]]}", row
        elif isinstance(value, Mapping):
            for name, entry in value.items():
                yield f"{section}.{name}", entry
        else:
            yield section, value
