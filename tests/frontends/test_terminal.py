"""The terminal game in a real terminal, as a process: what it takes from there, and how it ends."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.paths import ROOT
from support.work import HANGS_AFTER

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")


class Terminal:
    """A process in a terminal of 80 columns and 24 lines."""

    def __init__(self, folder: Path, locale: str) -> None:
        self.end, its_end = pty.openpty()
        size = {"LINES": "24", "COLUMNS": "80", "TERM": "xterm-256color"}
        places = {"XDG_STATE_HOME": str(folder), "PYTHONPATH": str(ROOT), "LC_ALL": locale}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "lineit", "play", "--seed", "7"],
            stdin=its_end,
            stdout=its_end,
            stderr=its_end,
            env={"PATH": os.environ["PATH"], **size, **places},
            start_new_session=True,
        )
        os.close(its_end)
        self.shown = ""

    def types(self, keys: bytes) -> None:
        os.write(self.end, keys)

    def sees(self, text: str, keys: bytes = b"") -> None:
        """Wait until the text is shown. Type the keys again and again until then."""
        until = time.monotonic() + HANGS_AFTER
        while text not in self.shown:
            assert time.monotonic() < until, self.shown
            if keys:
                self.types(keys)
            self._read(0.5)

    def ended(self) -> int:
        """Return the exit code, once the process has ended."""
        while self.process.poll() is None:
            self._read(0.1)
        return self.process.returncode

    def _read(self, seconds: float) -> None:
        if select.select([self.end], [], [], seconds)[0]:
            try:
                self.shown += os.read(self.end, 1 << 16).decode("utf-8", "replace")
            except OSError:  # the process has closed its end
                time.sleep(0.05)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    yield from opened(tmp_path, "C.UTF-8")


@pytest.fixture
def plain_terminal(tmp_path: Path) -> Iterator[Terminal]:
    yield from opened(tmp_path, "C")


def opened(folder: Path, locale: str) -> Iterator[Terminal]:
    terminal = Terminal(folder, locale)
    yield terminal
    terminal.process.kill()
    terminal.process.wait()
    os.close(terminal.end)


@pytest.mark.slow
@pytest.mark.parametrize("odd", [b"\xff\xfe", b"\xc3\x28", b"\xf0\x9f", b"\x80" * 5000])
def test_bytes_that_are_not_utf_8_do_not_end_the_game(odd: bytes, terminal: Terminal) -> None:
    terminal.sees("Seat 1")
    terminal.types(odd)
    terminal.sees("Round 1", keys=b"\r")
    terminal.types(odd)
    terminal.sees("line that only rises", keys=b"?")
    assert terminal.process.poll() is None


@pytest.mark.slow
def test_a_terminal_that_cannot_show_signs_shows_letters(plain_terminal: Terminal) -> None:
    """Seed 7: the market is 91♠, 33♥, 58♦, 23♠."""
    plain_terminal.sees("Seat 1")
    plain_terminal.sees("23g", keys=b"\r")
    assert plain_terminal.shown.isascii()
    assert "91g" in plain_terminal.shown
    plain_terminal.types(b"q")
    plain_terminal.sees("The game is kept.")
    assert plain_terminal.ended() == 0
