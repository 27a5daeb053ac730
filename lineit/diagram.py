"""The phases of a ruleset as a diagram."""

from __future__ import annotations

from lineit.ruleset import Row, Ruleset


def mermaid(ruleset: Ruleset) -> str:
    """A Mermaid state diagram: phases, and rows as arrows labelled `action [guards]`.

    >>> from lineit import load_ruleset
    >>> print(mermaid(load_ruleset("standard")).splitlines()[15])
        pick --> place : pick
    """
    lines = ["stateDiagram-v2"]
    lines += [f"    state {s.name!r} as {_id(s.name)}".replace("'", '"') for s in ruleset.states]
    lines += [f"    [*] --> {_id(ruleset.start)}"]
    lines += [f"    {_id(r.source)} --> {_id(r.to)}{_label(r)}" for r in ruleset.transitions]
    lines += [f"    {_id(s.name)} --> [*]" for s in ruleset.states if s.actor == "end"]
    return "\n".join(lines)


def _id(name: str) -> str:
    """The name as Mermaid takes it: a hyphen would be read as an arrow."""
    return name.replace("-", "_")


def _label(row: Row) -> str:
    asked = ", ".join(row.when)
    label = " ".join(part for part in (row.on, f"[{asked}]" if asked else "") if part)
    return f" : {label}" if label else ""
