"""The page on dispatch, followed to the letter."""

import pytest

from tests.docs.blocks import DOCS
from tests.docs.walk import Walk, free_port, places, read_steps

STEPS = read_steps(DOCS / "dispatch.md")


@pytest.fixture(scope="module")
def walk(tmp_path_factory):
    walk = Walk(STEPS, tmp_path_factory.mktemp("dispatch"), free_port())
    yield walk
    walk.end()


def test_each_command_prints_what_the_page_says(walk):
    for number, place in places(STEPS):
        walk.check(number, place)
