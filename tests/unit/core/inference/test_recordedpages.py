"""What stood on the recorded pages of a target."""

from __future__ import annotations

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.findings import Records
from scrapy_bt.core.inference.recordedpages import RecordedPages, plain, texts_that_change, values_in
from tests.recordings import answer
from tests.unit.core.inference.test_rehearsal import ROWS, judge, page


def pages(records: Records | None = ROWS) -> RecordedPages:
    return judge(records).recorded


def test_what_all_pages_say_does_not_change() -> None:
    pages = [answer("/1", page("Ann", "Ada")), answer("/2", page("Ann", "Bob"))]
    assert texts_that_change(pages) == ["Ada", "lives in adA", "Bob", "lives in boB"]


def test_each_record_stands_beside_its_row_of_the_recorded_page_and_what_is_in_no_field_is_told() -> None:
    names = Records(0, Extraction("css", "li"), (("name", Extraction("css", "b::text")),))
    told = pages(names).beside([{"name": "Ada"}, {"name": "Ann"}, {"name": "Zoe"}])
    assert told == ["Ada lives in adA", "Ann lives in nnA", ""]
    assert pages(names).left_out == ["lives in nnA", "lives in adA", "lives in boB", "lives in neB"]
    assert pages().left_out == []
    single = Records(0, None, (("name", Extraction("css", "b::text")),))
    assert pages(single).beside([{"name": "Ada"}])[0].startswith("Ada lives in adA")


def test_texts_of_a_record() -> None:
    assert values_in({"a": [1, None, " b\n c "], "d": {"e": "f"}}) == {"1", "b c", "f"}
    assert plain(True) == "true"
