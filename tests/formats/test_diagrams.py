"""Tests of exports: each format is complete, and the statecharts run in other libraries."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch
from xml.etree import ElementTree

import attrs
import pytest
from statemachine.io.scxml.processor import SCXMLProcessor

from lineit import Game, Ruleset, load_ruleset, ruleset_names
from lineit.engine.driver import GuardedTransition
from lineit.formats.diagrams import FORMATS, dot, scxml, svg, xstate
from lineit.model.errors import ExportError
from lineit.model.words import term
from support.paths import TESTS
from support.work import HANGS_AFTER

CLIENTS = TESTS / "support/clients"


@attrs.frozen
class Run:
    """A whole game: the verbs, the phase after each step, and the transitions taken."""

    verbs: list[str]
    phases: list[str]
    transitions: list[str]


def run(ruleset: Ruleset, players: int, seed: int) -> Run:
    transitions: list[str] = []
    execute = GuardedTransition.execute

    def noting(self: GuardedTransition, event_data: Any) -> bool:
        taken = execute(self, event_data)
        transitions.extend([self.entry.id] if taken else [])
        return taken

    chance = Random(seed)
    with patch.object(GuardedTransition, "execute", noting):
        game = Game.new(players, rules=ruleset, seed=seed)
        while game.legal:
            game.apply(chance.choice(game.legal))
    verbs = [step.action.verb for step in game if step.action is not None]
    return Run(verbs, [step.table.phase for step in game], transitions)


@pytest.mark.parametrize("name", ruleset_names())
@pytest.mark.parametrize("form", [form for form in FORMATS if form != "svg"])
def test_every_phase_and_transition_is_in_every_format(form: str, name: str) -> None:
    ruleset = load_ruleset(name)
    text = FORMATS[form](ruleset)
    for phase in ruleset.phases:
        assert phase.name in text
    if form == "xstate":
        told = [
            transition
            for state in json.loads(text)["states"].values()
            for transition in transitions_of(state)
        ]
        assert len(told) == len(ruleset.transitions)
    if form == "scxml":
        tree = ElementTree.fromstring(text)  # this program made it
        assert len(tree.findall(".//{*}transition")) == len(ruleset.transitions)


def transitions_of(state: dict[str, Any]) -> Iterator[Any]:
    yield from state.get("always", [])
    for transitions in state.get("on", {}).values():
        yield from transitions


def test_dot_is_a_graph() -> None:
    lines = dot(load_ruleset("standard")).splitlines()
    assert '    "pick" [shape=box, style=rounded];' in lines
    assert '    "place" -> "play" [label="line [card_fits]"];' in lines


def test_svg_is_a_picture_or_reports_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("dot"):
        assert "<svg" in svg(load_ruleset("standard"))
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ExportError, match="drawing needs Graphviz"):
        svg(load_ruleset("standard"))


WHOLE_GAMES = [("standard", 3), ("standard", 5), ("bga", 4)]


@pytest.mark.parametrize(("name", "players"), WHOLE_GAMES)
def test_a_scxml_reader_follows_a_whole_game(name: str, players: int) -> None:
    """python-statemachine runs the chart, with each guard set to its answer in the game."""
    ruleset = load_ruleset(name)
    game = run(ruleset, players, seed=players)
    transitions = {transition.id: transition for transition in ruleset.transitions}
    left = [transitions[transition] for transition in game.transitions]

    class Listener:
        """A listener that sets the guards for the next transition when a phase is entered."""

        def on_enter_state(self, model: Any) -> None:
            if not left:
                return
            transition = left.pop(0)
            for other in ruleset.transitions:
                if (
                    other.source == transition.source
                    and other.on is None
                    and other is not transition
                ):
                    for guard, wanted in map(term, other.when):
                        setattr(model, f"guard_{guard}", not wanted)
            for guard, wanted in map(term, transition.when):
                setattr(model, f"guard_{guard}", wanted)

    processor = SCXMLProcessor(trusted=True)
    processor.parse_scxml(ruleset.name, scxml(ruleset))
    chart: Any = processor.start(listeners=[Listener()])  # type: ignore[no-untyped-call] # theirs
    phases = [list(chart.configuration_values)]
    for verb in game.verbs:
        chart.send(f"action.{verb}")
        phases.append(list(chart.configuration_values))
    assert phases == [[phase] for phase in game.phases]
    assert left == []
    assert chart.is_terminated


@pytest.fixture(scope="session")
def xstate_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which npm has installed XState."""
    if not (shutil.which("npm") and shutil.which("node")):
        pytest.skip("node and npm are not installed")
    folder = tmp_path_factory.mktemp("xstate")
    command = ["npm", "install", "--no-audit", "--no-fund", "xstate@5"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=HANGS_AFTER)
    if done.returncode:
        pytest.skip(f"npm cannot install xstate: {done.stderr[-200:]}")
    return folder


@pytest.mark.parametrize(("name", "players"), WHOLE_GAMES)
def test_xstate_follows_a_whole_game(
    name: str, players: int, xstate_folder: Path, tmp_path: Path
) -> None:
    ruleset = load_ruleset(name)
    game = run(ruleset, players, seed=players)
    config, told = tmp_path / "config.json", tmp_path / "game.json"
    config.write_text(xstate(ruleset), "utf-8")
    told.write_text(json.dumps(attrs.asdict(game)), "utf-8")
    done = subprocess.run(
        ["node", CLIENTS / "xstate.mjs", xstate_folder, config, told],
        capture_output=True,
        text=True,
        timeout=HANGS_AFTER,
    )
    assert done.stderr == ""
    result = json.loads(done.stdout)
    assert result["phases"] == game.phases
    assert (result["status"], result["taken"]) == ("done", len(game.transitions))


def test_a_chart_of_strange_names_is_well_formed() -> None:
    """Two hyphens would end a comment, and `new` is a keyword of ECMAScript."""
    transition = {"id": "pick---two", "rule": "pick", "from": "pick", "on": "two", "card": "market"}
    rules = load_ruleset(
        {
            "format": 2,
            "name": "mine",
            "extends": "standard",
            "guards": {"new": {"rule": "pick", "all": ["not line_is_empty"]}},
            "transition": [{**transition, "when": ["new"], "do": ["pick_card"], "to": "place"}],
        }
    )
    tree = ElementTree.fromstring(scxml(rules))  # this program made it
    asked = [transition.get("cond") for transition in tree.findall(".//{*}transition")]
    assert "guard_new" in asked
