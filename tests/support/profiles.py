"""Profiles of Hypothesis, with the number of examples."""

from hypothesis import HealthCheck, Phase, settings

GAME = [HealthCheck.too_slow, HealthCheck.data_too_large]
"""Health checks that do not apply, as an example is a whole game, which is large and slow."""

for name, examples, steps in (("quick", 10, 12), ("ci", 100, 30), ("long", 2_000, 50)):
    settings.register_profile(
        name,
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        print_blob=True,
        suppress_health_check=GAME,
    )
first_failure = settings(settings.get_profile("quick"), phases=[Phase.explicit, Phase.generate])
settings.register_profile("mutants", first_failure)  # that any example fails is enough
settings.load_profile("quick")
