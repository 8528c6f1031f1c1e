"""What every test shares."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from tests.ids import stable_repr

# The same examples at every run, so that a failure is the change's fault. No deadline: a busy machine is no fault.
# New examples: pytest --hypothesis-profile=explore
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("repeatable")


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name values without their addresses: all workers must collect the same names."""
    return stable_repr(val) if " at 0x" in repr(val) else None
