"""Pages that were opened from one of their kind."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from scrapy_bt.core.inference.scrutiny.openedfirst import opened_first
from scrapy_bt.core.samples.traffic import Recording
from tests.recordings import ask, event, record


def opened(first: str, *others: str, says: str = "", kind: str = "xhr") -> Recording:
    names = (first, *others)
    pages = [
        ask(f"/{name}.json", {"text": says or " ".join(others)}, kind=kind, at=n + 1.0) for n, name in enumerate(names)
    ]
    return record(*pages, events=[event(n + 0.9, "click", "a", text=name) for n, name in enumerate(names)])


def told(*recordings: Recording, is_detail: bool = True) -> str:
    pages = [[each.answer for each in recording.exchanges] for recording in recordings]
    subject: Any = SimpleNamespace(is_detail=is_detail, recordings=recordings, pages_of_each=pages)
    return opened_first(subject)


def test_what_was_opened_first_and_says_the_others_is_a_choice() -> None:
    one, other = opened("Hills", "Gate", "Mill"), opened("Woods", "Pond", "Oak")
    assert "“Hills” and “Woods”" in told(one, other)
    assert told(one, other, is_detail=False) == ""
    assert told(one, one) == ""


def test_pages_that_do_not_say_each_other_are_of_a_list_before() -> None:
    assert told(opened("Hills", "Gate", "Mill", says="Hills"), opened("Woods", "Pond", "Oak", says="Woods")) == ""
    assert told(opened("Hills", "Gate"), opened("Woods", "Pond")) == ""


def test_who_went_back_to_the_list_for_the_others_chose_nothing_by_the_first() -> None:
    one, other = (opened(*names, kind="document") for names in (("Hills", "Gate", "Mill"), ("Woods", "Pond", "Oak")))
    assert told(one, other) == ""
