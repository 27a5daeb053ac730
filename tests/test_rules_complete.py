"""Whether the tests of the rules are complete."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from tables import STANDARD


def test_every_rule_has_a_test_named_after_it() -> None:
    """Each rule id of `standard` begins the name of a test in one of the files beside this one."""
    files = Path(__file__).parent.glob("test_rules_*.py")
    tests = [name for file in files for name in vars(import_module(file.stem))]
    untested = [
        rule
        for rule in STANDARD.rules
        if not any(name.startswith(f"test_{rule.replace('-', '_')}_") for name in tests)
    ]
    assert untested == []
