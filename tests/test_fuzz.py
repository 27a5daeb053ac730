"""What once went wrong at one of the four doors does not again; and a look for more, by `fuzz.py`;
and a long run, by `long_run.py`.

By default that is a second a door. `pytest -m slow tests/test_fuzz.py` takes 15, a minute in all;
`python tests/fuzz.py --seconds 900` is the hour.
"""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest

pytest.importorskip("resource", reason="the limit on time needs signals that are not there either")
import doors
import long_run
from doors import DOORS
from fuzz import CRASHES, Finding, Run, entered, smallest

KEPT = sorted(path for path in CRASHES.glob("*-*") if path.is_file())


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_what_once_went_wrong_does_not_again(path: Path) -> None:
    door = DOORS[path.name.partition("-")[0]]()
    result = entered(door, path.read_bytes())
    assert isinstance(result, str), result.told
    door.check_unchanged()


def found(name: str, seconds: float, seed: int) -> list[str]:
    """What a run at the door finds, which is kept nowhere."""
    run = Run(name, seed, keep=False)
    run.go(seconds)
    run.door.check_unchanged()
    assert run.done > seconds
    return [f"{finding.kind}: {finding.content[:500]!r}" for finding in run.findings.values()]


@pytest.mark.parametrize("name", DOORS)
def test_nothing_is_found_in_a_second(name: str) -> None:
    assert found(name, 1, 1) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", DOORS)
def test_nothing_is_found_in_a_quarter_of_a_minute(name: str) -> None:
    assert found(name, 15, 2) == []


# -- the look itself ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DOORS)
def test_every_good_input_is_taken(name: str) -> None:
    door = DOORS[name]()
    wrong = [each for each in door.good()[::9] if isinstance(entered(door, each), Finding)]
    assert wrong == []


@pytest.mark.parametrize("name", ["turns", "rpc"])
def test_equal_seeds_send_the_same(name: str) -> None:
    runs = [Run(name, seed, keep=False) for seed in (5, 5, 6)]
    for run in runs:
        run.changes.good = run.changes.good[:4]
        run.go(60, most=40)
    one, same, other = [run.outcomes for run in runs]
    assert one == same != other


def shown(value: object) -> str:
    """A careless way to show a value."""
    return str(value)


def test_a_text_that_a_terminal_would_obey_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run("turns", 1, keep=False)
    with patch("lineit.actions.short", shown):
        run.send(b"apick 91, line\x1b[31m, score, pick 7")
    ((kind, finding),) = run.findings.items()
    assert "not printable" in kind
    assert len(finding.content) <= 3
    assert "seed 1, input 1: " in capsys.readouterr().out


def test_an_error_of_another_kind_is_found_and_made_small() -> None:
    door = DOORS["records"]()
    with patch("lineit.records.short", lambda value: value / 0):
        result = entered(door, b'{"one": 1,\n"game": "chess",\n"two": 2}')
        assert isinstance(result, Finding)
        assert result.kind.startswith("TypeError in ")
        assert len(smallest(door, result).content) < 20


def test_a_game_that_moves_unasked_is_found() -> None:
    door = DOORS["rpc"]()
    assert isinstance(door, doors.Rpc)
    line = b'{"jsonrpc":"2.0","id":1,"method":"view","params":{"game":"1"}}'
    assert isinstance(entered(door, line), str)
    method = door.server._methods["view"]  # noqa: SLF001 # to break it

    def careless(params: object) -> object:
        door.server._games["1"].undo()  # noqa: SLF001 # likewise
        return method[1](params)

    door.server._methods["view"] = (method[0], careless)  # noqa: SLF001 # likewise
    result = entered(door, line)
    assert isinstance(result, Finding)
    assert "it asks to change [], and changes ['1']" in result.told


def test_what_takes_too_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(_: object) -> None:
        while True:
            pass

    monkeypatch.setattr("fuzz.SECONDS", 0.05)
    monkeypatch.setattr(doors, "load_game", endless)
    result = entered(DOORS["records"](), b"{}")
    assert isinstance(result, Finding)
    assert result.kind == "TooSlow"


# -- a long run -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_long_run_stays_small_and_fast(capsys: pytest.CaptureFixture[str]) -> None:
    """A small one; `python tests/long_run.py` is the long one. So short a run says little of how
    fast it is, so here only what is much slower fails.
    """
    if not Path("/proc/self/status").exists():
        pytest.skip("how much memory a process holds is read from /proc")
    assert long_run.run(30_000, 500, slower=0.2) == []
    assert "   30,000 decisions: " in capsys.readouterr().out


def test_what_grows_or_gets_slower_is_told() -> None:
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
