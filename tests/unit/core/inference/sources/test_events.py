from __future__ import annotations

import pytest

from scrapy_bt.core.inference.findings import EventClass
from scrapy_bt.core.inference.sources.events import EventsSource, act_of, acts_of
from scrapy_bt.core.samples.traffic import Event
from tests.recordings import ask, event, infer, record


def test_the_same_acts_are_classes() -> None:
    def login(user: str):  # type: ignore[no-untyped-def]
        letters = [event(1 + place / 10, "input", value=user[: place + 1], name="user") for place in range(len(user))]
        return [*letters, event(3, "click", "button", text="Log in", type="submit"), event(3.1, "submit", "form")]

    one = record(ask("/"), events=[*login("jim"), event(4, "click", "a", text="Next", path="ul > li > a")])
    other = record(ask("/"), events=login("ted"))
    assert infer([one, other], EventsSource()).findings(EventClass) == [
        EventClass("type_user", (2, 2), "type"),
        EventClass("submit", (4, 4), "submit"),
        EventClass("page_next", (5, None), "page"),
    ]


@pytest.mark.parametrize(
    ("happened", "act"),
    [
        (event(0, "input", value="x", name="q"), "type"),
        (event(0, "change", "select", "x", name="size"), "choose"),
        (event(0, "change", value="on", type="checkbox", name="agree"), "choose"),
        (event(0, "click", "a", text="About us"), "follow"),
        (event(0, "click", "a", text="Next »"), "page"),
        (event(0, "click", "a", text="3"), "page"),
        (event(0, "click", "input", type="submit"), "submit"),
        (event(0, "click", "button", path="main > form > button"), "submit"),
        (event(0, "click", "button", path="main > button"), "other"),
        (event(0, "submit", "form"), "submit"),
        (Event(0, "navigate"), "open"),
        (event(0, "click", "div"), "other"),
    ],
)
def test_what_the_person_did(happened: Event, act: str) -> None:
    assert act_of(happened) == act


def test_the_same_link_in_rows_is_one_class_with_turns() -> None:
    clicks = [
        event(place, "click", "a", text=f"Thing {place}x", path=f"li:nth-of-type({place}) > a") for place in (1, 4)
    ]
    found = infer([record(ask("/"), events=clicks)], EventsSource()).findings(EventClass)
    assert found == [EventClass("follow", (0,), "follow"), EventClass("follow_2", (1,), "follow")]


def test_moves_of_the_mouse_are_no_acts() -> None:
    assert acts_of([event(0, "mousemove", "div"), event(1, "scroll", "body")]) == []
    assert not EventsSource().applies([record(ask("/"))])
