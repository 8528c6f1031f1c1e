import pytest
from scrapy.http import HtmlResponse

from scrapy_bt.core.tree.nodes import Reference, Source, Template
from scrapy_bt.crawl.reading.misses import explain_miss
from scrapy_bt.crawl.reading.pages import ResponsePage

BODY = b"<div class=a><p><b></b></p></div><div class=a><p>text</p></div>"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (Source("css", (".a p > i::text",)), "nothing is found; `.a p` finds 2"),
        (Source("css", ("b::text",)), "`b` finds 1, without what is asked of them"),
        (Source("css", (".none",)), "nothing is found"),
        (Source("css", ("p::text",), kind="number"), "1 found, none of which is a number, such as 'text'"),
        (Source("xpath", ("//i",)), "nothing is found"),
        (Source("python", ("a:b",)), "nothing is found"),
        (Source("css", (Template((Reference("x"),)),)), "nothing is found; its text depends on variables"),
    ],
)
def test_the_reason_is_the_part_that_finds_something_or_the_value_of_another_kind(source: Source, reason: str) -> None:
    page = ResponsePage(HtmlResponse("https://a.test/", body=BODY, encoding="utf-8"))
    assert explain_miss(source, page, page) == reason
