"""A practice site for each module, and a fresh project for each test."""

from __future__ import annotations

import pytest

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


@pytest.fixture
def project(tmp_path, practice):
    """A project whose `site` is the practice site, without a slash at its end."""
    return Project(tmp_path, site=practice.url.rstrip("/"))
