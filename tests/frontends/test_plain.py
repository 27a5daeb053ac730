"""Terminals that cannot show every character, and readers that stop reading."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lineit import load_ruleset
from lineit.frontends.plain import HANDLER, know
from support.paths import ROOT


def lineit(*arguments: str, **environment: str) -> str:
    """Return what the command prints, as bytes of ASCII if that is what the locale has."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG"))}
    done = subprocess.run(
        [sys.executable, "-m", "lineit", *arguments],
        env={**kept, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        check=True,
    )
    return done.stdout.decode("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "POSIX"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONUTF8": "0", "LC_ALL": "C"},
    ],
)
def test_cards_show_a_letter_where_their_sign_cannot_be_shown(environment: dict[str, str]) -> None:
    shown = lineit("demo", "--players", "2", "--seed", "7", **environment)
    assert shown.isascii()
    assert "The market: 91g, 33r, 58b, 23g" in shown
    assert "?" not in shown


def test_an_encoding_that_is_asked_for_is_kept() -> None:
    shown = lineit("demo", "--players", "2", "--seed", "7", LC_ALL="C", PYTHONIOENCODING="utf-8")
    assert "The market: 91♠, 33♥, 58♦, 23♠" in shown


@pytest.mark.parametrize("lang", ["en", "es", "de"])
def test_other_letters_lose_their_accents(lang: str) -> None:
    shown = lineit("rules", "--lang", lang, LC_ALL="C")
    assert shown.isascii()


def test_data_is_the_same_in_every_locale() -> None:
    arguments = ("export", "--format", "json")
    assert lineit(*arguments, LC_ALL="C") == lineit(*arguments, LC_ALL="C.UTF-8")


def test_the_letters_of_colours_differ() -> None:
    names = ("green", "gold", "g", "grey")
    colours = [
        {"name": name, "symbol": name, "glyph": sign}
        for name, sign in zip(names, "♣♢♧♤", strict=True)
    ]
    know(
        load_ruleset(
            {"format": 2, "name": "mine", "extends": "standard", "components": {"colours": colours}}
        )
    )
    assert "1♣ 2♢ 3♧ 4♤".encode("ascii", HANDLER) == b"1g 2o 33 4r"
    know(load_ruleset("standard"))


def test_what_has_no_plain_form_is_a_question_mark() -> None:
    assert "é → 漢 ╭─╮".encode("ascii", HANDLER) == b"e > ? +-+"


LOOP = ROOT / "docs/frontends/loop.py"


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        [sys.executable, str(LOOP), "bot1", "bot2"],
        [sys.executable, "-m", "lineit"],
        [sys.executable, "-m", "lineit", "--help"],
        [sys.executable, "-m", "lineit", "--version"],
        [sys.executable, "-m", "lineit", "demo", "--help"],
        [sys.executable, "-m", "lineit", "demo", "--seed", "7"],
        [sys.executable, "-m", "lineit", "rules"],
        [sys.executable, "-m", "lineit", "export"],
        [sys.executable, "-m", "lineit", "contest", "random", "random", "--decks", "1"],
    ],
    ids=lambda command: " ".join(map(str, command[1:])).replace(str(ROOT), ""),
)
def test_a_reader_that_stops_reading_ends_a_program_quietly(command: list[str]) -> None:
    """The pipe is closed before the program writes, as `head` closes it after some lines."""
    reads, writes = os.pipe()
    os.close(reads)
    done = subprocess.run(
        command,
        stdout=writes,
        stderr=subprocess.PIPE,
        cwd=Path("/"),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    os.close(writes)
    assert done.stderr == b""
    assert done.returncode in {0, -signal.SIGPIPE}
