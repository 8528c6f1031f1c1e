"""Extractions mean what the sources of a tree mean."""

import pytest
from scrapy.http import HtmlResponse, Response, TextResponse, XmlResponse

from scrapy_bt.core.inference.answers.extraction import extract, extract_within, page_of, set_cookies
from scrapy_bt.core.inference.answers.values import Extraction, How
from scrapy_bt.core.samples.traffic import Answer
from scrapy_bt.core.tree.pages import Query
from scrapy_bt.crawl.reading.pages import ResponsePage
from scrapy_bt.crawl.reading.selectors import PageReader

HTML = b"""<html><head><base href="/sub/"></head><body class="a">
<form><input name="csrf_token" value="t&amp;1"></form>
<ul><li>one <b>bold</b></li><li>two</li></ul><script>var x = {"id": 7};</script></body></html>"""
PAGE = Answer(200, "https://shop.test/list?page=3", (("Content-Type", "text/html; charset=utf-8"),), HTML)
DATA = Answer(
    200,
    "https://shop.test/api",
    (
        ("content-type", "application/json"),
        ("X-Next", "c2"),
        ("Set-Cookie", "session=abc; Path=/"),
        ("set-cookie", "old=; Max-Age=0"),
    ),
    b'{"items": [{"id": 1, "on": true}, {"id": 2.5}], "next": null, "one": {"a": [1]}}',
)


@pytest.mark.parametrize(
    ("how", "text", "values"),
    [
        ("css", "input[name=csrf_token]::attr(value)", ["t&1"]),
        ("css", "li", ["<li>one <b>bold</b></li>", "<li>two</li>"]),
        ("css", "li::text", ["one ", "two"]),
        ("css", "li[", []),
        ("xpath", "count(//li)", ["2"]),
        ("xpath", "//*[", []),
        ("xpath", "string(//nothing)", []),
        ("re", r'"id": (\d+)', ["7"]),
        ("re", "(", []),
        ("json", "items", []),
        ("url", r"page=(\d+)", ["3"]),
        ("header", "content-type", ["text/html; charset=utf-8"]),
    ],
)
def test_a_page_gives(how: How, text: str, values: list[str]) -> None:
    assert extract(PAGE, Extraction(how, text)) == values


@pytest.mark.parametrize(
    ("how", "text", "values"),
    [
        ("json", "items[].id", ["1", "2.5"]),
        ("json", "items[0].on", ["true"]),
        ("json", "one", ['{"a": [1]}']),
        ("json", "next", []),
        ("json", "items[", []),
        ("header", "x-next", ["c2"]),
        ("cookie", "session", ["abc"]),
        ("cookie", "old", []),
    ],
)
def test_json_gives(how: How, text: str, values: list[str]) -> None:
    assert extract(DATA, Extraction(how, text)) == values


BODIES = [
    (HtmlResponse, "text/html", HTML),
    (HtmlResponse, "text/html; charset=iso-8859-1", "<p>é</p>".encode("latin-1")),
    (HtmlResponse, "text/html", "<p>\u20ac</p>".encode("cp1252")),
    (XmlResponse, "application/xml", b"<r><p>a</p><Item>b</Item></r>"),
    (TextResponse, "application/json", b'{"p": "<p>a</p>"}'),
]


@pytest.mark.parametrize(("response", "content_type", "body"), BODIES)
@pytest.mark.parametrize(
    ("how", "text"), [("css", "p"), ("css", "p::text"), ("xpath", "//p"), ("re", "<p>(.)"), ("css", "item::text")]
)
def test_a_crawl_finds_the_same(response: type[Response], content_type: str, body: bytes, how: How, text: str) -> None:
    answer = Answer(200, "https://shop.test/", (("Content-Type", content_type),), body)
    page = ResponsePage(response("https://shop.test/", headers={"Content-Type": content_type}, body=body))
    assert extract(answer, Extraction(how, text)) == list(PageReader().values(Query(how, (text,)), page, ""))


def test_within_an_element_only_what_it_holds_is_found() -> None:
    rows = page_of(PAGE).elements(Extraction("css", "li"))
    assert [extract_within(row, Extraction("css", "::text")) for row in rows] == [["one ", "bold"], ["two"]]
    entries = page_of(DATA).elements(Extraction("json", "items"))
    assert [extract_within(entry, Extraction("json", "id")) for entry in entries] == [["1"], ["2.5"]]
    assert extract_within("<i>x</i>", Extraction("css", "i::text")) == ["x"]
    assert extract_within("a=1", Extraction("re", r"\d")) == ["1"]


def test_links_are_relative_to_what_the_base_says() -> None:
    assert page_of(PAGE).base == "https://shop.test/sub/"
    assert page_of(PAGE).base is page_of(PAGE).base, "it is looked for once"
    assert page_of(DATA).base == "https://shop.test/api"


def test_a_cookie_that_is_deleted_is_not_set() -> None:
    assert set_cookies(DATA) == [("session", "abc")]


@pytest.mark.parametrize("body", [None, b"", b"   "])
def test_an_empty_answer_gives_nothing(body: bytes | None) -> None:
    answer = Answer(200, "https://shop.test/", (), body)
    assert [extract(answer, Extraction(how, "a")) for how in ("css", "xpath", "re", "json")] == [[], [], [], []]


def test_a_picture_is_not_read_as_html() -> None:
    assert extract(Answer(200, "u", (("Content-Type", "image/png"),), b"<p>x"), Extraction("css", "p")) == []


def test_a_selector_that_says_what_no_selector_can_finds_nothing() -> None:
    assert extract(PAGE, Extraction("css", "p:has(o:p)")) == []


def test_elements_are_kept_and_what_is_done_to_a_list_of_them_changes_no_other() -> None:
    page = page_of(PAGE)
    ways = [Extraction("xpath", f"//*[{number} < 99]") for number in range(40)]
    first = page.elements(ways[0])
    first.pop()
    assert len(page.elements(ways[0])) == len(first) + 1
    assert all(page.elements(way) == page.elements(ways[0]) for way in ways)
