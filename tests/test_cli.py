"""The `lineit` command: what it prints, and that bad input is one line and an exit code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from lineit.cli import main


def test_demo_shows_a_whole_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--seed", "7"]) == 0
    shown = capsys.readouterr().out
    assert "Round 1. The market: 91♠, 33♥, 58♦, 23♠, 1♥\n" in shown
    assert "Round 21. The market: " in shown
    for happened in ("picks", "places", "claims", "wins Bet", "loses Bet", "share", "is over"):
        assert (happened in shown) is (happened != "share")
    assert "│ Cleo   │" in shown
    assert shown.endswith("The same game again: --seed 7\n")


def test_demo_shows_the_same_game_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["demo", "--seed", "8", "--players", "4"])
    first = capsys.readouterr().out
    main(["demo", "--seed", "8", "--players", "4"])
    assert capsys.readouterr().out == first


def test_demo_tells_the_seed_that_it_drew(capsys: pytest.CaptureFixture[str]) -> None:
    main(["demo"])
    drawn = capsys.readouterr().out
    main(["demo", "--seed", drawn.split()[-1]])
    assert capsys.readouterr().out == drawn


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["demo", "--players", "9"], "the game takes from 2 to 5 players, not 9 [players]\n"),
        (["demo", "--rules", "chess"], "there is no ruleset 'chess'; take one of "),
        (["demo", "--rules", "no.toml"], "no.toml: is not a file; check the path\n"),
        (["export", "--rules", "chess"], "there is no ruleset 'chess'; take one of "),
    ],
)
def test_bad_input_is_one_line_and_exit_1(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(message)
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], ["dmo"], ["demo", "--players", "x"], ["demo", "x"]])
def test_arguments_that_make_no_sense_exit_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(arguments)


def test_without_the_extra_demo_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "rich.console", None)
    monkeypatch.delitem(sys.modules, "lineit.demo", raising=False)
    assert main(["demo"]) == 1
    assert capsys.readouterr().err == "lineit demo needs rich: pip install 'lineit[cli]'\n"


def test_a_reader_that_stops_reading_is_no_error() -> None:
    command = f"{sys.executable} -m lineit demo --seed 7 | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("Line-it: bots play a game\n", "")


def test_export_draws_the_phases(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export"]) == 0
    assert "    turn_end --> pick : [turns_left]\n" in capsys.readouterr().out


def test_the_library_needs_no_extra() -> None:
    """Nothing that an extra brings is imported with the library."""
    extras = "('rich', 'textual', 'jsonschema')"
    code = f"import lineit, sys; print([name for name in {extras} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=Path(__file__).parent
    )
    assert done.stdout == "[]\n"
