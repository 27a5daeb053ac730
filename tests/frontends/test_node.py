"""The client for Node, `docs/frontends/node/`: it compiles, and plays whole games.

It needs Node, and TypeScript in the folder of the client: `npm ci` there, or `nox -s node`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

from lineit import load_ruleset
from lineit.saves.records import parse_record
from support.paths import ROOT
from support.rulesets import EACH_RULESET
from support.work import HANGS_AFTER

CLIENT = ROOT / "docs/frontends/node"
TSC = CLIENT / "node_modules/typescript/bin/tsc"

pytestmark = [
    pytest.mark.skipif(which("node") is None, reason="the client needs Node, which is missing"),
    pytest.mark.skipif(not TSC.exists(), reason="TypeScript is missing; run `nox -s node`"),
]

SERVER = ["--", sys.executable, "-m", "lineit", "rpc"]


def node(*arguments: str | Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["node", *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        timeout=HANGS_AFTER,
    )


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the compiled program."""
    folder = tmp_path_factory.mktemp("node")
    done = node(TSC, "--strict", "--project", CLIENT, "--outDir", folder)
    assert (done.returncode, done.stdout) == (0, "")
    return folder / "play.mjs"


def test_it_has_no_package_at_run_time_and_pins_those_of_development() -> None:
    package = json.loads((CLIENT / "package.json").read_text("utf-8"))
    assert "dependencies" not in package
    assert all(version[0].isdigit() for version in package["devDependencies"].values())
    options = json.loads((CLIENT / "tsconfig.json").read_text("utf-8"))["compilerOptions"]
    assert options["strict"] is True


def test_the_types_alone_are_strict() -> None:
    types = ROOT / "spec/schemas/lineit.d.ts"
    done = node(TSC, "--strict", "--noEmit", "--lib", "es2022,dom", types)
    assert (done.returncode, done.stdout) == (0, "")


def test_a_wrong_param_does_not_compile(tmp_path: Path) -> None:
    types = (ROOT / "spec/schemas/lineit.d.ts").as_posix()
    wrong = tmp_path / "wrong.mts"
    wrong.write_text(
        f'import type {{ Methods, Phase }} from "{types}";\n'
        'const right: Methods["undo"]["params"] = { game: "1", steps: 2 };\n'
        'const own: Phase = "a phase of rules of my own";\n'
        'const wrong: Methods["undo"]["params"] = { game: 1 };\n'
        "console.log(right, own, wrong);\n",
        "utf-8",
    )
    done = node(TSC, "--strict", "--noEmit", "--module", "nodenext", "--lib", "es2022,dom", wrong)
    assert done.returncode != 0
    assert "wrong.mts(4," in done.stdout
    assert done.stdout.count("error TS") == 1


@pytest.mark.parametrize("name", EACH_RULESET)
def test_bots_play_a_whole_game(name: str, program: Path) -> None:
    least, most = load_ruleset(name).components.players
    players = str(max(least, min(3, most)))
    done = node(program, "--watch", "--ruleset", name, "--players", players, *SERVER)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "Round 1"
    game = parse_record(lines[-1])
    assert (game.over, game.ruleset.name) == (True, name)
    assert game.seats == ("random", "greedy", "random")[: int(players)]


def test_a_person_chooses_the_rules_and_plays_a_whole_game(program: Path) -> None:
    """The third ruleset is for the brave. Other numbers than those on the list are asked again."""
    done = node(program, "--lang", "de", *SERVER, typed="0\nnonsense\n3\n" + "1\n" * 500)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[2] == "  [3] Line-it für Mutige"
    assert "> > > Runde 1" in lines
    game = parse_record(lines[-1])
    assert (game.over, game.ruleset.name, game.seats) == (True, "brave", ("person", "greedy"))
    assert any(line.startswith("Das Spiel ist vorbei. ") for line in lines)


@pytest.mark.parametrize(
    ("arguments", "typed", "why"),
    [
        (["--ruleset", "moon"], "", "refused: there is no ruleset 'moon'; take one of bga, "),
        (["--players", "x"], "1\n", "refused: the game takes from 2 to 5 players, not 0 [players]"),
        (["--lang", "xx"], "", "refused: there is no language 'xx'; take one of en, es, de"),
        ([], "8\n", "Error: the input has ended"),
    ],
)
def test_a_refusal_is_one_line(arguments: list[str], typed: str, why: str, program: Path) -> None:
    done = node(program, *arguments, *SERVER, typed=typed)
    assert done.returncode == 1
    assert done.stderr.startswith(why)
    assert done.stderr.count("\n") == 1


def test_a_server_that_cannot_start_or_ends_is_told(program: Path) -> None:
    for command in (["no-such-command"], [sys.executable, "-c", ""]):
        done = node(program, "--", *command)
        assert done.returncode == 1
        assert done.stderr.startswith(("Error: spawn no-such-command", "Error: the server "))
        assert done.stderr.count("\n") == 1
