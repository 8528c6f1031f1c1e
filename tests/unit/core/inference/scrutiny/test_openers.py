"""The heading of the page whose script asked for a record."""

from __future__ import annotations

from collections.abc import Sequence

from scrapy_bt.core.inference.answers.extraction import pages_of
from scrapy_bt.core.inference.scrutiny.openers import heading_of_opener
from tests.recordings import ask, record


def heading(headings: Sequence[str], held: str = "5.00") -> str:
    asked = [
        request
        for number, text in enumerate(headings)
        for request in (
            ask(f"/thing/{number}", f"<h1>{text}</h1>"),
            ask(f"/price/{number}", {"price": "5.00"}, kind="xhr"),
        )
    ]
    recording = record(*asked)
    answers = [each.answer for each in recording.exchanges[1::2] if each.answer is not None]
    return heading_of_opener([pages_of(recording.exchanges)], [(answer, {held}) for answer in answers])


def test_what_each_page_is_headed_is_told_where_no_record_says_it() -> None:
    assert heading(["Amber lamp", "Calm lamp"]) == "Amber lamp"
    assert heading(["Amber lamp", "Calm lamp"], "an Amber lamp") == ""
    assert heading(["Things", "Things"]) == ""
    assert heading(["Amber lamp", ""]) == ""
    assert heading(["Amber lamp"]) == ""
