"""Fields that take the first of several."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.findings import Records
from scrapy_bt.core.inference.scrutiny.onlyfirst import only_first
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer

CLASS = '//li[contains(concat(" ", normalize-space(@class), " "), " file ")]'


def page(*files: str) -> Answer:
    return answer("/", "<ul>" + "".join(f"<li class=file><a>{file}</a></li>" for file in files) + "</ul><p>Ada</p>")


@pytest.mark.parametrize(
    "own", [Extraction("xpath", f"normalize-space({CLASS})"), Extraction("css", "li.file::text", all=False)]
)
def test_what_stands_behind_the_first_on_another_page_is_in_no_field(own: Extraction) -> None:
    records = Records(0, None, (("file", own),))
    recorded = [page("a.txt"), page("b.txt")]
    assert only_first(records, recorded, [*recorded, page("c.txt", "d.txt")]) == ("file", "d.txt")
    assert only_first(records, recorded, [*recorded, page("c.txt")]) is None
    assert only_first(records, [*recorded, page("a", "b")], [page("c.txt", "d.txt")]) is None


def test_a_field_of_all_of_them_has_the_others_too() -> None:
    records = Records(0, None, (("file", Extraction("css", "li.file::text", all=True)),))
    assert only_first(records, [page("a.txt")], [page("c.txt", "d.txt")]) is None


def test_links_of_one_line_are_several_too() -> None:
    records = Records(0, None, (("author", Extraction("css", "p.byline a::text")),))
    recorded, two = (
        answer("/1", "<p class=byline>By <a>Ada</a>"),
        answer("/2", "<p class=byline>By <a>Bo</a>, <a>Cy</a>"),
    )
    assert only_first(records, [recorded], [recorded, two]) == ("author", "Cy")
