"""The page on recordings followed to the letter: its script, its commands, and what they print."""

import shutil
from collections.abc import Iterator

import pytest

from scrapy_bt.capture.folder import open_sample
from tests.docs.blocks import DOCS
from tests.docs.walk import Walk, free_port, places, read_steps

STEPS = read_steps(DOCS / "samples.md")


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    pytest.importorskip("playwright", reason="Playwright is not installed: pip install '.[record]'")
    if shutil.which("chromium") is None:
        pytest.skip("there is no Chromium: apt install chromium")
    walk = Walk(STEPS, tmp_path_factory.mktemp("recording"), free_port())
    yield walk
    walk.end()


@pytest.mark.parametrize(("number", "place"), places(STEPS), ids=[place for _, place in places(STEPS)])
def test_a_command_prints_what_the_page_says(walk: Walk, number: int, place: str) -> None:
    walk.check(number, place)


def test_the_sample_holds_the_login(walk: Walk) -> None:
    walk.output_of(len(STEPS) - 1)
    recording = open_sample(walk.folder / "samples" / "first")
    assert recording.problems == ()
    (login,) = (exchange for exchange in recording.exchanges if exchange.sent.method == "POST")
    assert len(login.hops) == 1
    assert login.answer is not None
    assert b"Next" in (login.answer.body or b"")
    typed = {event.element.label: event.value for event in recording.events if event.type == "change" and event.element}
    assert typed["User name"] == "reader"
    assert f"password={typed['Password']}" in (login.sent.body or b"").decode()
