"""The built-in rulesets, as parameters of tests."""

import pytest

from lineit.rules.load import _built_in, _built_in_as_json, ruleset_names

QUICK = {"standard", "bga", "throw-away"}
"""The built-in rulesets of the default run: both editions, and one with its own phase and words."""

EACH_RULESET = [
    pytest.param(name, marks=[] if name in QUICK else [pytest.mark.slow], id=name)
    for name in ruleset_names()
]
"""All built-in rulesets. The default run takes a few of them; `pytest -m slow` takes the others."""


def forget_built_in() -> None:
    """Let built-in rulesets be read from their files again."""
    _built_in.cache_clear()
    _built_in_as_json.cache_clear()
