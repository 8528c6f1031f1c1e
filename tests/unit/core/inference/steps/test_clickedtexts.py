"""The texts of clicks that ask for nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scrapy_bt.core.inference.steps.clickedtexts import clicked_texts
from scrapy_bt.core.samples.traffic import Event, Recording
from tests.recordings import ask, event, record

AT = 49_600.0
PAGE = "<ul><li>Ferries</li><li>Barges</li><li>12</li><li>14</li></ul>"


def told(*recordings: Recording) -> list[tuple[str, ...]]:
    pages = [[recording.exchanges[0].answer] for recording in recordings]
    return list(clicked_texts(recordings, [[page for page in own if page] for own in pages]))


def clicked(text: str, *, after: float = 1, around: tuple[str, ...] = (), page: str = PAGE) -> Recording:
    click: Event = replace(event(AT + after, "click", "div", text=text), around=around)
    return record(ask("/", page, at=AT), events=[click])


def test_another_text_of_the_answer_each_time_is_told() -> None:
    assert told(clicked("Ferries"), clicked("Barges")) == [("Ferries", "Barges")]


def test_what_stands_around_an_element_without_a_text_counts() -> None:
    assert told(clicked("", around=("Ferries", "7")), clicked("", around=("Barges", "9"))) == [("Ferries", "Barges")]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (clicked("Ferries"), clicked("Ferries")),
        (clicked("Ferries"), record(ask("/", PAGE, at=AT))),
        (clicked("Yes"), clicked("No")),
        (clicked("12"), clicked("14")),
        (clicked("Ferries", after=-1), clicked("Barges", after=-1)),
        (clicked("Ferries", page="<p>Ferries</p>"), clicked("Barges", page="<p>Barges</p>")),
    ],
    ids=["the same", "only once", "no text of it", "a page", "before it", "on one page only"],
)
def test_else_nothing_is(one: Recording, other: Recording) -> None:
    assert told(one, other) == []


def test_a_click_that_asked_for_something_is_another_way() -> None:
    def asking(text: str) -> Recording:
        exchanges = [ask("/", PAGE, at=AT), ask(f"/{text}", "<p>there</p>", at=AT + 2)]
        return record(*exchanges, events=[event(AT + 1, "click", "a", text=text)])

    assert told(asking("Ferries"), asking("Barges")) == []
