"""The index of the rules: from each rule of a ruleset to all that plays it, and back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lineit import Ruleset
from lineit.conformance.vectors import load_vectors
from lineit.engine import effects, guards
from lineit.text.narrate import rule_text

HEAD = """# From a rule to what plays it

Made by `docs/generate.py`. Each rule of `standard`, with the words and the transitions of
[`standard.toml`](../spec/rulesets/standard.toml) that play it, and the first of the test vectors
that show it. That file defines every word, on the line that begins with its name. Words in bold are
built in: their meaning is the function of the same name in
[`guards.py`](../lineit/engine/guards.py) or [`effects.py`](../lineit/engine/effects.py), whose
docstring ends with the rule. The tests of a rule are in `tests/rulebook/`; their names begin with
its id.
"""

MOST_VECTORS = 8
"""Maximum number of vectors that are named for one rule."""


def rule_index(ruleset: Ruleset, file: Path) -> str:
    """Return the page about the rules of a ruleset, whose rule file is `file`, in Markdown."""
    lines = file.read_text("utf-8").splitlines()
    vectors = [each for each in load_vectors(ruleset.name) if not each.name.startswith("game")]
    parts = [HEAD]
    for rule in ruleset.rules:
        words = [
            *(name for name, guard in ruleset.guards.items() if guard.rule == rule),
            *(name for name, effect in ruleset.effects.items() if effect.rule == rule),
        ]
        ids = [transition.id for transition in ruleset.transitions if transition.rule == rule]
        shown = [f"`{vector.name}`" for vector in vectors if rule in vector.rules]
        lists = [
            _line("Words", [_word(name, _at(lines, f"{name} = ")) for name in words]),
            _line("Transitions", [_link(name, _at(lines, f'id = "{name}"')) for name in ids]),
            _line("Vectors", shown[:MOST_VECTORS]),
        ]
        parts.append(f"## {rule}\n\n{rule_text(ruleset, rule)}\n\n{''.join(lists)}")
    return "\n".join(parts)


def _at(lines: list[str], start: str) -> int:
    """Return the number, from 1, of the first line that begins so."""
    return next(number for number, line in enumerate(lines, start=1) if line.startswith(start))


def _word(name: str, line: int) -> str:
    linked = _link(name, line)
    return f"**{linked}**" if name in guards.BUILT_IN or name in effects.BUILT_IN else linked


def _link(name: str, line: int) -> str:
    return f"[`{name}`](../spec/rulesets/standard.toml#L{line})"


def _line(label: str, entries: Sequence[str]) -> str:
    """Return an item of a list with its entries; nothing where there are none."""
    return f"- {label}: {', '.join(entries)}\n" if entries else ""
