"""How long hypothesis looks: `quick` by default; `--hypothesis-profile ci` or `long` for more. And
the language: English, whatever that of the system is.
"""

import os

from hypothesis import HealthCheck, settings

for variable in ("LC_MESSAGES", "LANG"):
    os.environ.pop(variable, None)
os.environ["LC_ALL"] = "C.UTF-8"

GAME = [HealthCheck.too_slow, HealthCheck.data_too_large]
"""A whole game is a large example, and takes its time: that is what is being tested."""

for name, examples, steps in (("quick", 15, 12), ("ci", 100, 30), ("long", 2_000, 50)):
    settings.register_profile(
        name,
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        print_blob=True,
        suppress_health_check=GAME,
    )
settings.load_profile("quick")
