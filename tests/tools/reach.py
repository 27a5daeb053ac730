"""A count of the transitions and phases that the runs of `tests/test_stateful.py` reach.

`python tests/tools reach` prints how often each was reached under every ruleset, with the profile
`ci`, and exits with 1 if one was not. The runs are the same each time.

    python tests/tools reach --hypothesis-profile quick
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

from lineit import load_ruleset, machine_of, ruleset_names
from lineit.engine.driver import GuardedTransition
from lineit.engine.effects import Cursor
from support import profiles
from support.state_machine import run

Count = Counter[tuple[str, str, str]]
"""How often each was reached: by ruleset, "transition" or "phase", and its name."""

assert profiles  # the import registers them


@contextmanager
def counted() -> Iterator[Count]:
    """Yield a count of the transitions and phases that games by built-in rulesets reach."""
    count: Count = Counter()

    def took(event: EventData) -> None:
        cursor, transition = cast(Cursor, event.model), cast(GuardedTransition, event.transition)
        count[cursor.table.ruleset.name, "transition", transition.entry.id] += 1
        count[cursor.table.ruleset.name, "phase", transition.entry.to] += 1

    machines = [machine_of(load_ruleset(name)) for name in ruleset_names()]
    for machine in machines:
        machine.after_state_change.append(took)
    try:
        yield count
    finally:
        for machine in machines:
            machine.after_state_change.remove(took)


def reachable() -> list[tuple[str, str, str]]:
    """Return every transition and every phase of the built-in rulesets."""
    rulesets = [load_ruleset(name) for name in ruleset_names()]
    found = [
        (rules.name, "transition", each.id) for rules in rulesets for each in rules.transitions
    ]
    return found + [(rules.name, "phase", each.name) for rules in rulesets for each in rules.phases]


def left_out(count: Count) -> list[str]:
    """Return what was not reached."""
    return [" ".join(what) for what in reachable() if not count[what]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what the runs reach, and return the exit code, 1 if something is left out."""
    parser = argparse.ArgumentParser(description="Count the transitions and phases of the runs.")
    parser.add_argument("--hypothesis-profile", default="ci", metavar="NAME")
    options = parser.parse_args(arguments)
    profile = settings.get_profile(options.hypothesis_profile)
    with counted() as count:
        for number, rules in enumerate(ruleset_names()):
            run(rules, profile, number)
    for kind in ("transition", "phase"):
        print(table(kind, count))
    for what in left_out(count):
        print("left out:", what)
    return int(bool(left_out(count)))


def table(kind: str, count: Count) -> str:
    """Return the counts of all transitions or all phases, with a column for each ruleset."""
    names = ruleset_names()
    known = [what for what in reachable() if what[1] == kind]
    lines = [f"{kind:18}" + "".join(f"{name:>15}" for name in names)]
    for label in dict.fromkeys(what[2] for what in known):
        cells = [(name, kind, label) for name in names]
        counts = [str(count[cell]) if cell in known else "" for cell in cells]
        lines.append(f"{label:18}" + "".join(f"{each:>15}" for each in counts))
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    sys.exit(main())
