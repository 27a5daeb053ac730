"""How the property tests run: `quick` by default; `--hypothesis-profile long` for a long look."""

from hypothesis import HealthCheck, settings

GAME = [HealthCheck.too_slow, HealthCheck.data_too_large]
"""A whole game is a large example, and takes its time: that is what is being tested."""

settings.register_profile("quick", max_examples=15, deadline=None, suppress_health_check=GAME)
settings.register_profile("long", max_examples=2_000, deadline=None, suppress_health_check=GAME)
settings.load_profile("quick")
