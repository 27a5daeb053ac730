"""Exports: each form is what it should be, and the statecharts run in real consumers."""

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
from lineit.driver import Transition
from lineit.errors import ExportError
from lineit.export import FORMATS, dot, scxml, svg, xstate
from lineit.guards import term

CLIENTS = Path(__file__).parent / "clients"


@attrs.frozen
class Run:
    """A whole game as the machine saw it: verbs said, phases after each, rows taken."""

    verbs: list[str]
    phases: list[str]
    rows: list[str]


def run(ruleset: Ruleset, players: int, seed: int) -> Run:
    rows: list[str] = []
    execute = Transition.execute

    def noting(self: Transition, event_data: Any) -> bool:
        taken = execute(self, event_data)
        rows.extend([self.row.id] if taken else [])
        return taken

    chance = Random(seed)
    with patch.object(Transition, "execute", noting):
        game = Game.new(players, rules=ruleset, seed=seed)
        while game.legal:
            game.apply(chance.choice(game.legal))
    verbs = [step.action.verb for step in game if step.action is not None]
    return Run(verbs, [step.table.phase for step in game], rows)


@pytest.mark.parametrize("name", ruleset_names())
@pytest.mark.parametrize("form", [form for form in FORMATS if form != "svg"])
def test_every_phase_and_row_is_in_every_form(form: str, name: str) -> None:
    ruleset = load_ruleset(name)
    text = FORMATS[form](ruleset)
    for phase in ruleset.phases:
        assert phase.name in text
    if form == "xstate":
        told = [row for state in json.loads(text)["states"].values() for row in rows_of(state)]
        assert len(told) == len(ruleset.transitions)
    if form == "scxml":
        tree = ElementTree.fromstring(text)  # it was made here
        assert len(tree.findall(".//{*}transition")) == len(ruleset.transitions)


def rows_of(state: dict[str, Any]) -> Iterator[Any]:
    yield from state.get("always", [])
    for rows in state.get("on", {}).values():
        yield from rows


def test_dot_is_a_graph() -> None:
    lines = dot(load_ruleset("standard")).splitlines()
    assert '    "pick" [shape=box, style=rounded];' in lines
    assert '    "place" -> "play" [label="line [card_fits]"];' in lines


def test_svg_is_a_picture_or_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("dot"):
        assert "<svg" in svg(load_ruleset("standard"))
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ExportError, match="Graphviz must be installed"):
        svg(load_ruleset("standard"))


WHOLE_GAMES = [("standard", 3), ("standard", 5), ("bga", 4)]


@pytest.mark.parametrize(("name", "players"), WHOLE_GAMES)
def test_a_scxml_reader_follows_a_whole_game(name: str, players: int) -> None:
    """python-statemachine runs the chart; each guard is set to what it must have answered."""
    ruleset = load_ruleset(name)
    game = run(ruleset, players, seed=players)
    rows = {row.id: row for row in ruleset.transitions}
    left = [rows[row] for row in game.rows]

    class Listener:
        """As each phase is entered, sets the guards for the row that is taken next."""

        def on_enter_state(self, model: Any) -> None:
            if not left:
                return
            row = left.pop(0)
            for other in ruleset.transitions:
                if other.source == row.source and other.on is None and other is not row:
                    for guard, wanted in map(term, other.when):
                        setattr(model, f"guard_{guard}", not wanted)
            for guard, wanted in map(term, row.when):
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
    """A folder in which npm has installed XState."""
    if not (shutil.which("npm") and shutil.which("node")):
        pytest.skip("node and npm are not installed")
    folder = tmp_path_factory.mktemp("xstate")
    command = ["npm", "install", "--no-audit", "--no-fund", "xstate@5"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    if done.returncode:
        pytest.skip(f"npm can not install xstate: {done.stderr[-200:]}")
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
        timeout=60,
    )
    assert done.stderr == ""
    result = json.loads(done.stdout)
    assert result["phases"] == game.phases
    assert (result["status"], result["taken"]) == ("done", len(game.rows))


def test_a_chart_of_strange_names_is_well_formed() -> None:
    """Several hyphens would end a comment, and `new` is a word of ECMAScript."""
    row = {"id": "pick---two", "rule": "pick", "from": "pick", "on": "two", "card": "market"}
    rules = load_ruleset(
        {
            "format": 2,
            "name": "mine",
            "extends": "standard",
            "guards": {"new": {"rule": "pick", "all": ["not line_is_empty"]}},
            "transition": [{**row, "when": ["new"], "do": ["pick_card"], "to": "place"}],
        }
    )
    tree = ElementTree.fromstring(scxml(rules))  # it was made here
    asked = [row.get("cond") for row in tree.findall(".//{*}transition")]
    assert "guard_new" in asked
