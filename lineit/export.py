"""The machine of a ruleset in other forms: pictures, statecharts, data.

In the statecharts a phase is a state, a player's action is an event, a transition that nobody
decides is taken by itself, and guards keep their names: who runs them says what each answers.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from typing import Any
from xml.sax.saxutils import quoteattr

from lineit.errors import ExportError, Reason
from lineit.guards import term
from lineit.ruleset import Phase, Ruleset, Transition


def mermaid(ruleset: Ruleset) -> str:
    """Return a Mermaid state diagram: phases, and transitions as arrows labelled `action [guards]`.

    >>> from lineit import load_ruleset
    >>> print(mermaid(load_ruleset("standard")).splitlines()[15])
        pick --> place : pick
    """
    lines = ["stateDiagram-v2"]
    lines += [f'    state "{phase.name}" as {_mermaid_id(phase.name)}' for phase in ruleset.phases]
    lines += [f"    [*] --> {_mermaid_id(ruleset.start)}"]
    for row in ruleset.transitions:
        label = f" : {_label(row)}" if _label(row) else ""
        lines.append(f"    {_mermaid_id(row.source)} --> {_mermaid_id(row.to)}{label}")
    lines += [f"    {_mermaid_id(phase.name)} --> [*]" for phase in _ends(ruleset)]
    return "\n".join(lines)


def _mermaid_id(name: str) -> str:
    """The name as Mermaid takes it: a hyphen would be read as an arrow."""
    return name.replace("-", "_")


def _label(row: Transition) -> str:
    asked = f"[{', '.join(row.when)}]" if row.when else ""
    return " ".join(part for part in (row.on, asked) if part)


def _ends(ruleset: Ruleset) -> list[Phase]:
    return [phase for phase in ruleset.phases if phase.actor == "end"]


def dot(ruleset: Ruleset) -> str:
    """Return a Graphviz graph: rounded boxes wait for a player, plain ones go on by themselves.

    >>> from lineit import load_ruleset
    >>> dot(load_ruleset("standard")).splitlines()[0]
    'digraph "standard" {'
    """
    shapes = {"player": "box, style=rounded", "table": "box", "end": "doublecircle"}
    lines = [f'digraph "{ruleset.name}" {{', "    rankdir=TB;", '    "" [shape=point];']
    lines += [f'    "{phase.name}" [shape={shapes[phase.actor]}];' for phase in ruleset.phases]
    lines += [f'    "" -> "{ruleset.start}";']
    lines += [
        f'    "{row.source}" -> "{row.to}" [label="{_label(row)}"];' for row in ruleset.transitions
    ]
    return "\n".join([*lines, "}"])


def svg(ruleset: Ruleset) -> str:
    """Return the Graphviz graph as a picture. Raises `ExportError` where Graphviz is missing."""
    program = shutil.which("dot")
    if program is None:
        raise ExportError(Reason("no_dot"))
    done = subprocess.run(  # noqa: S603 # it is given text that this module made
        [program, "-Tsvg"], input=dot(ruleset), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise ExportError(Reason("dot_failed", None, {"what": done.stderr.strip()[:200]}))
    return done.stdout.rstrip()


def scxml(ruleset: Ruleset) -> str:
    """Return a W3C SCXML statechart. Actions are the events `action.VERB`; each guard is a datum
    `guard_NAME`, true or false, which is set before an event is sent. Effects are in comments.

    >>> from lineit import load_ruleset
    >>> print(scxml(load_ruleset("standard")).splitlines()[-2])
      <final id="over"/>
    """
    guards = sorted({term(word)[0] for row in ruleset.transitions for word in row.when})
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript"'
        f" name={quoteattr(ruleset.name)} initial={quoteattr(ruleset.start)}>",
        "  <datamodel>",
        *(f'    <data id="guard_{guard}" expr="false"/>' for guard in guards),
        "  </datamodel>",
    ]
    for phase in ruleset.phases:
        if phase.actor == "end":
            lines.append(f'  <final id="{phase.name}"/>')
            continue
        lines.append(f'  <state id="{phase.name}">')
        for row in _rows_from(ruleset, phase):
            told = re.sub("-(?=-)", "- ", row.id)  # two hyphens would end the comment
            lines.append(f"    <!-- {told}: {', '.join(row.do) or 'nothing'} -->")
            lines.append(f"    <transition{_scxml_row(row)}/>")
        lines.append("  </state>")
    return "\n".join([*lines, "</scxml>"])


def _rows_from(ruleset: Ruleset, phase: Phase) -> list[Transition]:
    """The transitions of a phase; first those taken by themselves, which come before any event."""
    rows = [row for row in ruleset.transitions if row.source == phase.name]
    return sorted(rows, key=lambda row: row.on is not None)


def _scxml_row(row: Transition) -> str:
    event = f' event="action.{row.on}"' if row.on else ""
    asked = [
        f"guard_{guard}" if wanted else f"guard_{guard} === false"
        for guard, wanted in map(term, row.when)
    ]
    condition = f" cond={quoteattr(' && '.join(asked))}" if asked else ""
    return f'{event}{condition} target="{row.to}"'


def xstate(ruleset: Ruleset) -> str:
    """Return a configuration for XState 5, as JSON: `createMachine(config)`.

    The one guard, `holds`, has the transition's id, as `row`, and `when` as parameters; the one
    action, `do`, its id and `do`.

    >>> import json
    >>> from lineit import load_ruleset
    >>> json.loads(xstate(load_ruleset("standard")))["states"]["pick"]["on"]["pick"][0]["target"]
    'place'
    """
    states: dict[str, Any] = {}
    for phase in ruleset.phases:
        config: dict[str, Any] = {}
        if phase.actor == "end":
            config["type"] = "final"
        for row in _rows_from(ruleset, phase):
            told: dict[str, Any] = {"target": row.to}
            if row.when:
                params = {"row": row.id, "when": list(row.when)}
                told["guard"] = {"type": "holds", "params": params}
            told["actions"] = [{"type": "do", "params": {"row": row.id, "do": list(row.do)}}]
            if row.on is None:
                config.setdefault("always", []).append(told)
            else:
                config.setdefault("on", {}).setdefault(row.on, []).append(told)
        states[phase.name] = config
    return json.dumps({"id": ruleset.name, "initial": ruleset.start, "states": states}, indent=2)


def as_json(ruleset: Ruleset) -> str:
    """Return the whole ruleset as a rule file in JSON; `load_ruleset` takes its data.

    >>> import json
    >>> from lineit import load_ruleset
    >>> standard = load_ruleset("standard")
    >>> load_ruleset(json.loads(as_json(standard))) == standard
    True
    """
    return json.dumps(ruleset.document, indent=2)


FORMATS: dict[str, Callable[[Ruleset], str]] = {
    "mermaid": mermaid,
    "dot": dot,
    "svg": svg,
    "scxml": scxml,
    "xstate": xstate,
    "json": as_json,
}
"""What a ruleset can be exported as, by the name of the format."""
