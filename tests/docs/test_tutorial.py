"""The tutorial followed to the letter: its files, its commands, and what they print."""

from collections.abc import Iterator

import pytest

from tests.docs.blocks import DOCS
from tests.docs.walk import Walk, free_port, places, read_steps

STEPS = read_steps(DOCS / "tutorial.md", DOCS / "debugging.md")


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    walk = Walk(STEPS, tmp_path_factory.mktemp("reader"), free_port())
    yield walk
    walk.end()


@pytest.mark.parametrize(("number", "place"), places(STEPS), ids=[place for _, place in places(STEPS)])
def test_a_command_prints_what_the_page_says(walk: Walk, number: int, place: str) -> None:
    walk.check(number, place)
