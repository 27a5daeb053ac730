"""Which rows and phases do the runs of `tests/test_stateful.py` reach?

`python tests/reach.py` tells how often each was, under every ruleset, with the profile `ci`, and
exits with 1 where one was not. The runs are the same each time.

    python tests/reach.py --hypothesis-profile quick
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import cast

from hypothesis import settings
from transitions import EventData

import conftest
from lineit import load_ruleset, machine_of, ruleset_names
from lineit.driver import Transition
from lineit.effects import Cursor
from test_stateful import run

Count = Counter[tuple[str, str, str]]
"""How often: by the name of the ruleset, "row" or "phase", and what it is called."""

assert conftest  # it has the profiles


@contextmanager
def counted() -> Iterator[Count]:
    """Count every row that is taken by a built-in ruleset, and the phase to which it leads."""
    count: Count = Counter()

    def took(event: EventData) -> None:
        cursor, transition = cast(Cursor, event.model), cast(Transition, event.transition)
        count[cursor.table.ruleset.name, "row", transition.row.id] += 1
        count[cursor.table.ruleset.name, "phase", transition.row.to] += 1

    machines = [machine_of(load_ruleset(name)) for name in ruleset_names()]
    for machine in machines:
        machine.after_state_change.append(took)
    try:
        yield count
    finally:
        for machine in machines:
            machine.after_state_change.remove(took)


def all_there_is() -> list[tuple[str, str, str]]:
    """Every row and every phase of every built-in ruleset."""
    rulesets = [load_ruleset(name) for name in ruleset_names()]
    rows = [(rules.name, "row", row.id) for rules in rulesets for row in rules.transitions]
    return rows + [(rules.name, "phase", each.name) for rules in rulesets for each in rules.phases]


def left_out(count: Count) -> list[str]:
    """What was not reached."""
    return [" ".join(what) for what in all_there_is() if not count[what]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Tell what is reached; 1 where something is left out."""
    parser = argparse.ArgumentParser(description="Which rows and phases do the runs reach?")
    parser.add_argument("--hypothesis-profile", default="ci", metavar="NAME")
    options = parser.parse_args(arguments)
    profile = settings.get_profile(options.hypothesis_profile)
    with counted() as count:
        for number, rules in enumerate(ruleset_names()):
            run(rules, profile, number)
    for kind in ("row", "phase"):
        print(table(kind, count))
    for what in left_out(count):
        print("left out:", what)
    return int(bool(left_out(count)))


def table(kind: str, count: Count) -> str:
    """The counts of all rows or all phases, a column for each ruleset."""
    names = ruleset_names()
    there = [what for what in all_there_is() if what[1] == kind]
    lines = [f"{kind:18}" + "".join(f"{name:>15}" for name in names)]
    for label in dict.fromkeys(what[2] for what in there):
        cells = [(name, kind, label) for name in names]
        told = [str(count[cell]) if cell in there else "" for cell in cells]
        lines.append(f"{label:18}" + "".join(f"{each:>15}" for each in told))
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    sys.exit(main())
