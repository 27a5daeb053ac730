"""A hypothesis state machine that acts on games at random, and checks them after each step."""

from __future__ import annotations

import pytest
from hypothesis import settings

from support.rulesets import EACH_RULESET
from support.state_machine import run


@pytest.mark.parametrize("rules", EACH_RULESET)
def test_invariants_hold_after_random_operations(rules: str) -> None:
    run(rules, settings())
