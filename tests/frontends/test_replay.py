"""A saved game, stepped through in the terminal."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path

import pytest
from textual.widgets import Static

from lineit import Game, save_game
from lineit.frontends.cli import main
from lineit.frontends.tui.replay import Replay
from support.tui import Seen, literal_session


def replayed(
    script: Callable[[Seen], Awaitable[None]], to: int = 0, lang: str = "en", width: int = 80
) -> None:
    async def run() -> None:
        app = Replay(literal_session().game, to, lang)
        async with app.run_test(size=(width, 24)) as pilot:
            seen = Seen(app, pilot)
            await seen.settled()
            await script(seen)

    asyncio.run(run())


def test_a_game_is_stepped_through_forwards_and_backwards() -> None:
    async def script(seen: Seen) -> None:
        assert seen.text("#message") == "Decision 0 of 38"
        assert seen.text("#market") == "Market  1♥  92★  3♠  4★"
        await seen.press("right")
        assert seen.text("#message") == "Decision 1 of 38"
        await seen.sees("Ana picks 1♥")
        await seen.press("space", "right", "left", "left")
        assert seen.text("#message") == "Decision 1 of 38"
        assert "Ana places 1♥" not in seen.screen()
        await seen.press("pagedown", "right")
        assert seen.text("#message") == "Decision 12 of 38"
        await seen.press("end", "right")
        assert seen.text("#message") == "Decision 38 of 38"
        await seen.press("home", "left")
        assert seen.text("#message") == "Decision 0 of 38"

    replayed(script)


def test_all_hands_are_open() -> None:
    async def script(seen: Seen) -> None:
        assert seen.text("#lines").splitlines() == [
            "▶ Ana  0 points (0 cards)  hand 91♠",
            "    ↑ ascending:  1♥  15♠  Bet 3  (needs 2 more)  25♥",
            "  Ben ●  0 points (0 cards)  hand 92★  96★",
            "    ↑ ascending:  7♠  10♦  12★  16★",
        ]

    replayed(script, to=38)


@pytest.mark.parametrize("lang", ["en", "es", "de"])
def test_all_fits_and_the_mouse_works(lang: str) -> None:
    async def script(seen: Seen) -> None:
        places = ("status", "market", "jackpots", "players", "log", "message", "keys")
        regions = [seen.app.query_one(f"#{place}").region for place in places]
        assert all(region.height >= 1 for region in regions)
        assert all(above.bottom <= below.y for above, below in pairwise(regions))
        keys = seen.app.query("#keys Button")
        assert keys.last().region.right <= 80
        await seen.pilot.click(keys[2])
        await seen.settled()
        assert str(seen.app.query_one("#message", Static).content).split()[1] == "6"

    replayed(script, to=5, lang=lang)


def test_a_wide_terminal_shows_boxes() -> None:
    async def script(seen: Seen) -> None:
        await seen.sees("│ 92")

    replayed(script, width=130)


def test_stepping_needs_a_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save_game(Game.new(2, seed=7), tmp_path / "game.json")
    assert main(["replay", str(tmp_path / "game.json"), "--step"]) == 1
    assert capsys.readouterr().err == "lineit replay --step needs a terminal\n"


@pytest.mark.parametrize(("to", "ply"), [([], 0), (["--to", "3"], 3), (["--to", "99"], 38)])
def test_the_command_steps_from_the_decision_that_is_asked_for(
    to: list[str], ply: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = []
    monkeypatch.setattr(Replay, "run", lambda app: begun.append(app.ply))
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    save_game(literal_session().game, tmp_path / "game.json")
    assert main(["replay", str(tmp_path / "game.json"), "--step", *to]) == 0
    assert begun == [ply]
