from __future__ import annotations

from scrapy_bt.core.inference.steps.causes import cause_of, glimpsed_from, gone_to, kind_of_event
from scrapy_bt.core.samples.traffic import Element, Event
from tests.recordings import SITE, ask, event, record


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


def test_what_a_script_showed_and_nothing_asked_for_was_glimpsed_but_no_end_of_a_redirect() -> None:
    shown = [event(at, "navigate", url_after=f"{SITE}/{name}") for at, name in ((1.0, "a"), (2.0, "b"), (3.0, "c"))]
    recording = record(ask("/", at=0), ask("/a", at=1), ask("/find?q=", at=2, lands=f"{SITE}/b"), events=shown)
    assert glimpsed_from(f"{SITE}/", recording) == {f"{SITE}/c"}


def test_an_address_that_a_click_leads_to_was_not_given_to_the_browser() -> None:
    events = [
        event(1.0, "navigate", url_after=f"{SITE}/a"),
        event(2.0, "click", "a", text="B", href="/b"),
        event(2.5, "navigate", url_after=f"{SITE}/b"),
    ]
    assert gone_to(events) == [f"{SITE}/a"]


def test_an_address_that_a_script_gives_a_page_that_was_just_opened_is_no_act() -> None:
    def shown(*moves: tuple[float, str, str]) -> list[Event]:
        return [event(at, "navigate", url=f"{SITE}{old}", url_after=f"{SITE}{new}") for at, old, new in moves]

    click = event(1.0, "click", "a", text="B", href="/b")
    opened = [click, *shown((1.5, "/a", "/b"), (1.6, "/b", "/b?tab=hours"))]
    recording = record(ask("/b", at=1.1), ask("/b/hours", at=1.8), events=opened)
    assert [cause_of(each, recording.events) for each in recording.exchanges] == [0, 0]
    gone_back = [
        click,
        *shown((1.5, "/a", "/b?page=1"), (1.6, "/b?page=1", "/b?page=2"), (2.0, "/b?page=2", "/b?page=1")),
    ]
    recording = record(ask("/b", at=1.1), ask("/b/hours", at=2.1), events=gone_back)
    assert [cause_of(each, recording.events) for each in recording.exchanges] == [0, 3]
