"""A practice site and a Redis for each module, and a fresh project for each test."""

from __future__ import annotations

import pytest
import redis

from scrapy_bt.testing import RedisServer
from scrapy_bt.testing.site import PracticeSite
from tests.integration.projects import Project


@pytest.fixture(scope="module")
def running_site():
    with PracticeSite(products=60) as site:
        yield site


@pytest.fixture
def practice(running_site):
    """The practice site as it is at its start: nothing counted, nobody logged in."""
    running_site.reset()
    return running_site


@pytest.fixture(scope="module")
def server():
    with RedisServer() as started:
        yield started


@pytest.fixture
def client(server):
    """Of the module's Redis, which is empty at the start of each test."""
    with redis.Redis.from_url(server.url) as connected:
        connected.flushall()
        yield connected


@pytest.fixture
def project(tmp_path, practice):
    """A project whose `site` is the practice site, without a slash at its end."""
    return Project(tmp_path, site=practice.url.rstrip("/"))
