"""A check that the tests of the rules are complete."""

from __future__ import annotations

import re
from pathlib import Path

from support.tables import STANDARD


def test_every_rule_has_a_test_named_after_it() -> None:
    """Each rule id of `standard` begins the name of a test in one of the files beside this one."""
    files = [path for path in Path(__file__).parent.glob("test_*.py") if path != Path(__file__)]
    tests = re.findall(r"^def (test_\w+)", "\n".join(map(Path.read_text, files)), re.MULTILINE)
    untested = [
        rule
        for rule in STANDARD.rules
        if not any(name.startswith(f"test_{rule.replace('-', '_')}_") for name in tests)
    ]
    assert untested == []
