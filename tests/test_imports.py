"""What is imported, and when: a part of the library does not pull in what it does not need."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from lineit import Game, save_game


def imported_by(code: str) -> set[str]:
    """Return the modules of lineit that a new process has imported after it ran the code."""
    told = "import json, sys; print(json.dumps([*sys.modules]))"
    done = subprocess.run([sys.executable, "-c", f"{code}\n{told}"], capture_output=True, text=True)
    assert done.stderr == ""
    return {name for name in json.loads(done.stdout) if name.startswith("lineit")}


def test_loading_a_game_needs_no_checker_of_rules(tmp_path: Path) -> None:
    save_game(Game.new(players=2, seed=7), tmp_path / "game.json")
    found = imported_by(
        f"import lineit; lineit.load_game({str(tmp_path / 'game.json')!r}).apply('pick 91')"
    )
    assert "lineit.saves.records" in found
    assert not {name for name in found if name.startswith("lineit.rules.check")}


def test_loading_house_rules_checks_them() -> None:
    found = imported_by(
        "import lineit; lineit.load_ruleset({'format': 2, 'name': 'mine', 'extends': 'standard'})"
    )
    assert "lineit.rules.check" in found


@pytest.mark.parametrize("extra", ["rich", "textual", "platformdirs", "argcomplete", "hypothesis"])
def test_the_library_imports_no_extra(extra: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import lineit, sys; sys.exit({extra!r} in sys.modules)"]
    )
    assert done.returncode == 0
