from __future__ import annotations

import pytest

from scrapy_bt.core.inference.findings import Caused, Weight
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.sources.timing import TimingSource, describe, root_mean_square
from scrapy_bt.core.samples.traffic import Element, Event
from tests.recordings import Known, ask, event, infer, record


def known(*recordings) -> Known:  # type: ignore[no-untyped-def]
    return infer(recordings, AlignmentSource(), TimingSource())


def test_weights_are_the_rms_of_the_recorded_times() -> None:
    found = known(record(ask("/", seconds=3.0)), record(ask("/", seconds=4.0)))
    assert found.findings(Weight) == [Weight(0, pytest.approx(12.5**0.5, abs=1e-6))]
    assert root_mean_square([2.0]) == 2.0


def test_the_last_event_before_a_request_caused_it() -> None:
    def recording():  # type: ignore[no-untyped-def]
        events = [
            event(4.0, "change", value="jim", name="user"),
            event(5.0, "click", "button", text="Log in", type="submit"),
            event(9.0, "click", "a", text="Next"),
        ]
        return record(ask("/", at=0), ask("/login", at=5.1), ask("/data", at=5.4), ask("/next", at=9.2), events=events)

    found = known(recording(), recording())
    assert found.findings(Caused) == [Caused(1, (1, 1)), Caused(2, (1, 1)), Caused(3, (2, 2))]
    assert found.facts(Caused)[0].why == (
        "it followed within seconds on the event click of <button> Log in in all recordings that have it"
    )


def test_other_causes_in_other_recordings_are_none_and_so_are_late_effects() -> None:
    one = record(ask("/x", at=5), events=[event(4.9, "click", "button", text="A", name="a")])
    other = record(ask("/x", at=5), events=[event(4.9, "click", "button", text="B", name="b")])
    late = record(ask("/x", at=50), events=[event(4.9, "click", "button", text="A", name="a")])
    assert known(one, other).findings(Caused) == known(late).findings(Caused) == []


def test_entries_of_a_list_are_chosen_alike() -> None:
    def recording(number: int):  # type: ignore[no-untyped-def]
        path = f"html > body > ul > li:nth-of-type({number}) > span"
        clicked = Event(4.9, "click", element=Element("span", path, text=f"entry {number}", label=f"entry {number}"))
        return record(ask("/x", at=5), events=[clicked])

    assert known(recording(1), recording(7)).findings(Caused) == [Caused(0, (0, 0))]


def test_buttons_without_names_are_choices_of_what_one_step_brings() -> None:
    def recording(number: int):  # type: ignore[no-untyped-def]
        tab = Element("button", f"html > body > nav > button:nth-of-type({number})", text=f"Tab {number}")
        return record(ask("/x", at=5), events=[Event(4.9, "click", element=tab)])

    assert known(recording(1), recording(3)).findings(Caused) == [Caused(0, (0, 0))]


def test_what_is_told_of_an_event() -> None:
    assert describe(Event(0, "navigate")) == "the event navigate"
    assert describe(event(0, "change", value="s3cr3t", name="pw")) == "the event change of <input> pw"


def test_a_page_that_opens_after_an_act_is_its_effect_and_what_the_page_loads_too() -> None:
    def recording():  # type: ignore[no-untyped-def]
        events = [event(4.0, "click", "a", text="Next"), Event(4.2, "navigate"), Event(8.0, "navigate")]
        return record(ask("/", at=0), ask("/next", at=4.1), ask("/flags", at=4.4), ask("/typed", at=8.1), events=events)

    assert known(recording(), recording()).findings(Caused) == [
        Caused(1, (0, 0)), Caused(2, (0, 0)), Caused(3, (2, 2))
    ]  # fmt: skip


def test_a_page_that_is_opened_by_its_address_is_caused_by_that() -> None:
    def recording():  # type: ignore[no-untyped-def]
        opened = Event(8.3, "navigate", url_after="https://shop.test/typed#top")
        events = [event(4.0, "click", "a", text="Next"), Event(4.2, "navigate"), opened]
        return record(ask("/", at=0), ask("/next", at=4.1), ask("/typed", at=7), ask("/more", at=9), events=events)

    assert known(recording(), recording()).findings(Caused) == [
        Caused(1, (0, 0)), Caused(2, (2, 2)), Caused(3, (2, 2))
    ]  # fmt: skip
