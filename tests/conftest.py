"""What every test shares."""

from hypothesis import HealthCheck, settings

# The same examples at every run, so that a failure is the change's fault. No deadline: a busy machine is no fault.
# New examples: pytest --hypothesis-profile=explore
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("repeatable")
