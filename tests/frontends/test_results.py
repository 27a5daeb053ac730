"""Results of finished games, as a file and on the screen."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from textual.widgets import Sparkline

from lineit.frontends.results import MOST_RESULTS, Result, add_result, results
from lineit.frontends.tui.history import History
from lineit.frontends.tui.start import Setup, begin
from support.tui import Seen, played


def result(points: int, rules: str = "standard") -> Result:
    scores = (points, 20)
    winners = (0,) if points > 20 else (1,)
    return Result("2026-12-01 20:15", rules, ("Ana", "Ben"), ("person", "greedy"), scores, winners)


def test_results_are_kept_newest_first_in_a_private_file(tmp_path: Path) -> None:
    for points in (12, 25, 18):
        add_result(tmp_path / "kept", result(points))
    assert [each.own_points for each in results(tmp_path / "kept")] == [18, 25, 12]
    file = tmp_path / "kept" / "results.jsonl"
    assert file.stat().st_mode & 0o777 == 0o600
    assert json.loads(file.read_text("utf-8").splitlines()[0]) == {
        "ended": "2026-12-01 20:15",
        "rules": "standard",
        "names": ["Ana", "Ben"],
        "seats": ["person", "greedy"],
        "points": [12, 20],
        "winners": [1],
    }


def test_the_oldest_results_are_dropped(tmp_path: Path) -> None:
    line = json.dumps(
        {"ended": "", "rules": "x", "names": [], "seats": [], "points": [], "winners": []}
    )
    (tmp_path / "results.jsonl").write_text(f"{line}\n" * MOST_RESULTS, "utf-8")
    add_result(tmp_path, result(7))
    found = results(tmp_path)
    assert (len(found), found[0].own_points, found[1].own_points) == (200, 7, None)


@pytest.mark.parametrize("content", ["", "nonsense\n", "[1]\n{}\n", '{"ended": 1}\n', "\0\x80"])
def test_lines_that_are_no_results_are_skipped(content: str, tmp_path: Path) -> None:
    (tmp_path / "results.jsonl").write_text(content, "utf-8")
    assert results(tmp_path) == ()
    add_result(tmp_path, result(7))
    assert results(tmp_path) == (result(7),)


def test_a_result_that_cannot_be_written_stops_nothing() -> None:
    add_result(Path("/dev/null/x"), result(7))


@pytest.mark.slow
def test_the_history_is_shown_with_a_plot(tmp_path: Path) -> None:
    for points in (12, 25, 18):
        add_result(tmp_path, result(points))
    add_result(tmp_path, result(40, rules="[red]mine"))

    async def script(seen: Seen) -> None:
        await seen.press("h")
        assert isinstance(seen.app.screen, History)
        await seen.sees("Deine Punkte, ältestes Spiel zuerst: von 12 bis 40")
        assert seen.app.screen.query_one(Sparkline).data == [12, 25, 18, 40]
        await seen.sees("2026-12-01 20:15   [red]mine   Ana 40, Ben 20")
        await seen.sees("2026-12-01 20:15   Line-it")
        await seen.press("escape", "enter")
        assert seen.on_board

    played(script, Setup(lang="de", seed=7, folder=tmp_path))


@pytest.mark.slow
def test_without_results_the_history_says_so(tmp_path: Path) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("h")
        await seen.sees("No game is finished yet.")

    played(script, Setup(seed=7, folder=tmp_path))


def test_unfinished_games_show_when_they_were_played_and_quitting_says_they_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "UTC")
    session = begin(Setup(seed=7, folder=tmp_path))
    os.utime(str(session.file), (1_800_000_000, 1_800_000_000))

    async def script(seen: Seen) -> None:
        await seen.sees("2027-01-15 08:00 · Ana, Ben · round 1")
        await seen.pilot.click("#go-on-0")
        await seen.settled()
        await seen.press("q")
        (said,) = seen.app._exit_renderables  # noqa: SLF001 # what is printed after the screen
        assert said == "The game is kept. lineit play offers to go on with it."

    played(script, Setup(seed=7, folder=tmp_path))


def test_quitting_says_nothing_of_a_game_that_is_not_kept() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("enter", "q")
        assert seen.app._exit_renderables == []  # noqa: SLF001

    played(script, Setup(seed=7))
