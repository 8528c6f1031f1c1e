from __future__ import annotations

from scrapy_bt.core.inference.steps.causes import cause_of, kind_of_event
from scrapy_bt.core.samples.traffic import Element, Event
from tests.recordings import ask, event, record


def test_the_last_act_before_a_request_caused_it() -> None:
    events = [event(4.0, "click", "a", text="One"), event(5.0, "click", "button", text="Two")]
    recording = record(ask("/a", at=4.5), ask("/b", at=5.5), ask("/c", at=50), events=events)
    assert [cause_of(each, recording.events) for each in recording.exchanges] == [0, 1, None]


def test_acts_are_of_one_kind_whatever_entry_was_chosen() -> None:
    def entry(number: int) -> Event:
        return Event(
            1, "click", element=Element("li", f"html > body > ul > li:nth-of-type({number})", text=f"{number}")
        )

    assert kind_of_event(entry(1)) == kind_of_event(entry(2))
    assert kind_of_event(event(1, "click", "a", text="x", href="/x")) == kind_of_event(
        event(1, "click", "a", text="y", href="/y")
    )
    assert kind_of_event(event(1, "click", "button", name="a")) != kind_of_event(event(1, "click", "button", name="b"))
