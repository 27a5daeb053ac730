"""How long hypothesis looks: `quick` by default; `--hypothesis-profile ci` or `long` for more."""

from hypothesis import HealthCheck, settings

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
