"""Fuzz tests of the doors, which take outside data: kept crashes, new inputs and a long run.

The default run sends some thousand new inputs. `pytest -m slow tests/test_fuzz.py` sends 100 times
as many, and `python tests/tools fuzz --seconds 900` sends them for 15 minutes at each door.
"""

from __future__ import annotations

from math import inf
from pathlib import Path
from unittest.mock import patch

import pytest

pytest.importorskip("resource", reason="fuzz.py needs signals of POSIX for its time limit")
from lineit.frontends.open_games import OpenGames
from lineit.frontends.rpc import METHODS
from support.protocol import said
from support.work import HANGS_AFTER
from tools import doors, long_run
from tools.fuzz import CRASHES, DOORS, Finding, Run, entered, smallest

KEPT = sorted(path for path in CRASHES.glob("*-*") if path.is_file())


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_kept_crashes_do_not_happen_again(path: Path) -> None:
    door = DOORS[path.name.partition("-")[0]]()
    result = entered(door, path.read_bytes())
    assert isinstance(result, str), result.report
    door.check_unchanged()


def found(name: str, inputs: int, seed: int) -> list[str]:
    """Return what a run of so many inputs at the door finds, without keeping it in a file."""
    run = Run(name, seed, keep=False)
    run.go(inf, inputs)
    run.door.check_unchanged()
    assert run.done == inputs
    return [f"{finding.kind}: {finding.content[:500]!r}" for finding in run.findings.values()]


INPUTS = {
    "rules": 15,
    "records": 10,
    "turns": 500,
    "rpc": 150,
    "vectors": 50,
    "answers": 80,
}
"""Number of inputs at each door: what a quick machine sends in a sixth of a second."""


@pytest.mark.parametrize("name", DOORS)
def test_a_short_run_finds_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.fuzz.SECONDS", HANGS_AFTER)
    assert found(name, INPUTS[name], 1) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", DOORS)
def test_a_longer_run_finds_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.fuzz.SECONDS", HANGS_AFTER)
    assert found(name, 100 * INPUTS[name], 2) == []


# -- the fuzzer itself --------------------------------------------------------------------------


@pytest.mark.parametrize("name", DOORS)
def test_every_valid_input_is_accepted(name: str) -> None:
    door = DOORS[name]()
    wrong = [each for each in door.good()[::9] if isinstance(entered(door, each), Finding)]
    assert wrong == []


@pytest.mark.parametrize("name", ["turns", "rpc"])
def test_equal_seeds_send_equal_inputs(name: str) -> None:
    runs = [Run(name, seed, keep=False) for seed in (5, 5, 6)]
    for run in runs:
        run.changes.good = run.changes.good[:4]
        run.go(60, most=40)
    one, same, other = [run.outcomes for run in runs]
    assert one == same != other


def shown(value: object) -> str:
    """Return a value as text without escapes, unlike `short`."""
    return str(value)


def test_a_message_with_control_characters_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run("turns", 1, keep=False)
    with patch("lineit.model.actions.short", shown):
        run.send(b"apick 91, line\x1b[31m, score, pick 7")
    ((kind, finding),) = run.findings.items()
    assert "not printable" in kind
    assert len(finding.content) <= 3
    assert "seed 1, input 1: " in capsys.readouterr().out


def test_an_unexpected_exception_is_found_and_its_input_shrunk() -> None:
    door = DOORS["records"]()
    with patch("lineit.saves.records.short", lambda value: value / 0):
        result = entered(door, b'{"one": 1,\n"game": "chess",\n"two": 2}')
        assert isinstance(result, Finding)
        assert result.kind.startswith("TypeError in ")
        assert len(smallest(door, result).content) < 20


def test_a_request_that_changes_a_game_without_need_is_found() -> None:
    door = DOORS["rpc"]()
    assert isinstance(door, doors.Rpc)
    line = b'{"jsonrpc":"2.0","id":1,"method":"view","params":{"game":"1"}}'
    assert isinstance(entered(door, line), str)
    method = METHODS["view"]

    def careless(games: OpenGames, params: object) -> object:
        games.by_id["1"].undo()
        return method.do(games, params)

    with patch.dict(METHODS, view=method._replace(do=careless)):
        result = entered(door, line)
    assert isinstance(result, Finding)
    assert "it asks to change [], and changes ['1']" in result.report


def test_open_games_whose_memory_is_not_known_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    door = DOORS["rpc"]()
    assert isinstance(door, doors.Rpc)
    line = said("apply", game="1", action=str(door.games[0].legal[0]))
    assert isinstance(entered(door, line), str)
    monkeypatch.setattr(OpenGames, "grow", lambda *_: None)
    result = entered(door, line)
    assert isinstance(result, Finding)
    assert " bytes, not " in result.report


def test_an_input_that_takes_too_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(_: object) -> None:
        while True:
            pass

    monkeypatch.setattr("tools.fuzz.SECONDS", 0.05)
    monkeypatch.setattr(doors, "load_game", endless)
    result = entered(DOORS["records"](), b"{}")
    assert isinstance(result, Finding)
    assert result.kind == "TooSlow"


# -- a long run -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_long_run_stays_small(capsys: pytest.CaptureFixture[str]) -> None:
    """This run is small; `python tests/tools long_run` makes the long one, and measures times."""
    if not Path("/proc/self/status").exists():
        pytest.skip("the memory of a process is read from /proc")
    assert long_run.run(30_000, 500, slower=0) == []
    assert "   30,000 decisions: " in capsys.readouterr().out


def test_growth_and_slowdown_are_reported() -> None:
    flat = [long_run.Part(100, 1.0, 30_000) for _ in range(9)]
    good, large, slow = (100, 1.9, 32_999), (100, 1.0, 33_001), (100, 2.1, 30_000)
    faults = [
        long_run.faults("games", [*flat, long_run.Part(*last)], 0.5) for last in (good, large, slow)
    ]
    assert faults == [
        [],
        ["games: the memory grew from 30000 to 33001 kB"],
        ["games: from 100 a second it fell to 48"],
    ]
