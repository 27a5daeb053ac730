"""The files that are generated from the rules and the models are current."""

import subprocess
import sys
from pathlib import Path

from support.paths import ROOT


def test_generated_files_are_current() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "docs/generate.py", "--check"], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_the_check_reports_a_stale_file(tmp_path: Path) -> None:
    schemas = [f"spec/schemas/{path.name}" for path in (ROOT / "spec/schemas").iterdir()]
    pages = (
        "docs/generate.py",
        "docs/protocol.md",
        "docs/protocol_reference.py",
        "docs/reasons.md",
        "docs/reasons.py",
        "docs/rule_index.py",
        "docs/rules.md",
        "README.md",
        "spec/README.md",
    )
    rules = ("spec/rulesets/standard.toml", "spec/rulesets/standard.json")
    for name in (*pages, *rules, *schemas):
        copy = tmp_path / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text((ROOT / name).read_text("utf-8"), "utf-8")
    readme = tmp_path / "README.md"
    readme.write_text(readme.read_text("utf-8").replace("pick --> place", "pick --> play"), "utf-8")
    done = subprocess.run(
        [sys.executable, tmp_path / "docs/generate.py", "--check"], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (1, "out of date: README.md\n")
