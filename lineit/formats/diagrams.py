"""The state machine of a ruleset in other formats: diagrams, statecharts, data.

In the statecharts a phase is a state, and an action is an event. A transition without an action is
taken automatically. Guards keep their names; the program that runs the statechart provides them.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from typing import Any
from xml.sax.saxutils import quoteattr

from lineit.model.errors import ExportError, Reason
from lineit.model.ruleset import Phase, Ruleset, Transition
from lineit.model.words import term


def mermaid(ruleset: Ruleset) -> str:
    """Return a Mermaid state diagram: phases, and transitions as arrows labelled `action [guards]`.

    >>> from lineit import load_ruleset
    >>> print(mermaid(load_ruleset("standard")).splitlines()[15])
        pick --> place : pick
    """
    lines = ["stateDiagram-v2"]
    lines += [f'    state "{phase.name}" as {_mermaid_id(phase.name)}' for phase in ruleset.phases]
    lines += [f"    [*] --> {_mermaid_id(ruleset.start)}"]
    for transition in ruleset.transitions:
        label = f" : {_label(transition)}" if _label(transition) else ""
        lines.append(
            f"    {_mermaid_id(transition.source)} --> {_mermaid_id(transition.to)}{label}"
        )
    lines += [f"    {_mermaid_id(phase.name)} --> [*]" for phase in _ends(ruleset)]
    return "\n".join(lines)


def _mermaid_id(name: str) -> str:
    """Return the name for Mermaid, which would read a hyphen as an arrow."""
    return name.replace("-", "_")


def _label(transition: Transition) -> str:
    """Return the label `action [guards]` of a transition."""
    asked = f"[{', '.join(transition.when)}]" if transition.when else ""
    return " ".join(part for part in (transition.on, asked) if part)


def _ends(ruleset: Ruleset) -> list[Phase]:
    """Return the phases that are ends."""
    return [phase for phase in ruleset.phases if phase.actor == "end"]


def dot(ruleset: Ruleset) -> str:
    """Return a Graphviz graph. Rounded boxes wait for a player, plain boxes go on by themselves.

    >>> from lineit import load_ruleset
    >>> dot(load_ruleset("standard")).splitlines()[0]
    'digraph "standard" {'
    """
    shapes = {"player": "box, style=rounded", "table": "box", "end": "doublecircle"}
    lines = [f'digraph "{ruleset.name}" {{', "    rankdir=TB;", '    "" [shape=point];']
    lines += [f'    "{phase.name}" [shape={shapes[phase.actor]}];' for phase in ruleset.phases]
    lines += [f'    "" -> "{ruleset.start}";']
    lines += [
        f'    "{transition.source}" -> "{transition.to}" [label="{_label(transition)}"];'
        for transition in ruleset.transitions
    ]
    return "\n".join([*lines, "}"])


def svg(ruleset: Ruleset) -> str:
    """Return the Graphviz graph as SVG. Raises `ExportError` if Graphviz is missing or fails."""
    program = shutil.which("dot")
    if program is None:
        raise ExportError(Reason("no_dot"))
    done = subprocess.run(  # noqa: S603 # the input is made by this module
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
    guards = sorted(
        {term(word)[0] for transition in ruleset.transitions for word in transition.when}
    )
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
        for transition in _transitions_from(ruleset, phase):
            told = re.sub("-(?=-)", "- ", transition.id)  # two hyphens would end the comment
            lines.append(f"    <!-- {told}: {', '.join(transition.do) or 'nothing'} -->")
            lines.append(f"    <transition{_scxml_attributes(transition)}/>")
        lines.append("  </state>")
    return "\n".join([*lines, "</scxml>"])


def _transitions_from(ruleset: Ruleset, phase: Phase) -> list[Transition]:
    """Return the transitions of a phase, first those without an action, as they precede events."""
    transitions = [
        transition for transition in ruleset.transitions if transition.source == phase.name
    ]
    return sorted(transitions, key=lambda transition: transition.on is not None)


def _scxml_attributes(transition: Transition) -> str:
    """Return the attributes of a transition in SCXML."""
    event = f' event="action.{transition.on}"' if transition.on else ""
    asked = [
        f"guard_{guard}" if wanted else f"guard_{guard} === false"
        for guard, wanted in map(term, transition.when)
    ]
    condition = f" cond={quoteattr(' && '.join(asked))}" if asked else ""
    return f'{event}{condition} target="{transition.to}"'


def xstate(ruleset: Ruleset) -> str:
    """Return a configuration for XState 5, as JSON: `createMachine(config)`.

    The only guard, `holds`, has the parameters `row`, the id of the transition, and `when`. The
    only action, `do`, has the parameters `row` and `do`.

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
        for transition in _transitions_from(ruleset, phase):
            told: dict[str, Any] = {"target": transition.to}
            if transition.when:
                params = {"row": transition.id, "when": list(transition.when)}
                told["guard"] = {"type": "holds", "params": params}
            told["actions"] = [
                {"type": "do", "params": {"row": transition.id, "do": list(transition.do)}}
            ]
            if transition.on is None:
                config.setdefault("always", []).append(told)
            else:
                config.setdefault("on", {}).setdefault(transition.on, []).append(told)
        states[phase.name] = config
    return json.dumps({"id": ruleset.name, "initial": ruleset.start, "states": states}, indent=2)


def as_json(ruleset: Ruleset) -> str:
    """Return the ruleset as a complete rule file in JSON; `load_ruleset` accepts its data.

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
"""The export formats of a ruleset, by name."""
