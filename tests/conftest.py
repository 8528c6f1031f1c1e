"""What every test shares."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from scrapy_bt.testing.local_server import LocalServer
from scrapy_bt.testing.proxy_process import ProxyProcess
from tests.bytecode import keep_bytecode
from tests.ids import stable_name

keep_bytecode()
# Models of tests are trained for a few steps: JAX would take longer to make them fast.
os.environ.setdefault("JAX_DISABLE_MOST_OPTIMIZATIONS", "1")

# The same examples at every run, so that a failure is the change's fault. No deadline: a busy machine is no fault.
# New examples: pytest --hypothesis-profile=explore
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1000, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", settings.get_profile("repeatable"), max_examples=20)
settings.load_profile("repeatable")


def pytest_make_parametrize_id(val: object) -> str | None:
    """All workers must collect the same names."""
    return stable_name(val)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """No test that is collected is garbage: to look for some took a third of the time of a collection."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


def pytest_configure(config: pytest.Config) -> None:
    """In the quick run no server starts: a test that would start one, and has no mark for it, is skipped."""
    if "not server" in config.option.markexpr:
        for kind in (LocalServer, ProxyProcess):
            kind.start = lambda self: pytest.skip(f"it starts a {type(self).__name__}")


SERVERS = {"server", "each_server", "any_server"}
"""Fixtures that start one."""
TRAINED = {"course", "plain"}
"""Fixtures that train models."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests whose fixtures start a server, or train models: the quick run leaves them out."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if fixtures & SERVERS:
            item.add_marker("server")
        if fixtures & TRAINED:
            item.add_marker("training")
