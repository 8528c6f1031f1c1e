"""The chapter on marks followed to the letter, behind the first steps of the tutorial of recording."""

from collections.abc import Iterator

import pytest

from scrapy_bt.capture.browser import find_browser
from scrapy_bt.errors import SampleError
from tests.docs.blocks import DOCS
from tests.docs.walk import Walk, free_port, places, read_steps

FIRST = [step for step in read_steps(DOCS / "recording.md") if step.command][:3]
"""The practice site is served, and a project made."""
STEPS = [*FIRST, *read_steps(DOCS / "marking.md")]


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    pytest.importorskip("playwright", reason="Playwright is not installed: pip install '.[record]'")
    try:
        find_browser()
    except SampleError as error:
        pytest.skip(str(error))
    walk = Walk(STEPS, tmp_path_factory.mktemp("person"), free_port())
    yield walk
    walk.end()


@pytest.mark.parametrize(("number", "place"), places(STEPS), ids=[place for _, place in places(STEPS)])
def test_a_command_prints_what_the_page_says(walk: Walk, number: int, place: str) -> None:
    walk.check(number, place)


def test_the_tree_brings_the_marked_list(walk: Walk) -> None:
    walk.output_of(len(STEPS) - 1)
    (tree,) = walk.folder.rglob("things.bt")
    assert "item each css" in tree.read_text("utf-8")
    assert "product/" not in tree.read_text("utf-8").partition("\nmain ::")[2]
