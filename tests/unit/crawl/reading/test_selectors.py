import contextlib
import json
from collections.abc import Mapping
from typing import Any

import pytest
from lxml import etree

from scrapy_bt.core.tree.pages import Query, ValueReader, VisitedPage
from scrapy_bt.crawl.reading.pages import ResponsePage
from scrapy_bt.crawl.reading.rulebooks import RuleBook
from scrapy_bt.crawl.reading.selectors import PageReader, resolve_function
from scrapy_bt.errors import NodeError
from tests.growth import blocks_left_by
from tests.htmlpages import page, values


def test_they_are_what_the_interpreter_asks_for() -> None:
    a_page: VisitedPage = page()
    a_reader: ValueReader = PageReader()
    assert isinstance(a_page, ResponsePage)
    assert isinstance(a_reader, PageReader)


def test_the_first_alternative_with_values_wins() -> None:
    assert values(page(), "css", ".absent::text", "b::text", "a::text") == ["first"]
    assert values(page(), "css", "a::text", "span::text", kind="number") == [1.5, 3]
    assert values(page(), "re", "absent", "firs(t)") == ["t"]
    assert values(page(), "json", "a", "b") == []


@pytest.mark.parametrize(
    ("kind", "css", "found"),
    [
        ("text", "title::text", ["The list"]),
        ("text", "a", ["One first", "Two"]),
        ("text", "body::text", []),  # white space only
        ("number", "span", [1.5, 3]),
        ("integer", "span::text", [1, 3]),
        ("url", "a::attr(href)", ["https://site.test/a?x=1&y=2", "https://site.test/b"]),
        ("json", "span::text", []),
    ],
)
def test_kinds(kind: str, css: str, found: list[Any]) -> None:
    assert values(page(), "css", css, kind=kind) == found


def test_a_function_gets_the_response_and_the_context() -> None:
    calls: list[tuple[Any, Mapping[str, Any]]] = []

    def function(response: Any, context: Mapping[str, Any]) -> str:
        calls.append((response, context))
        return "done"

    a_page = page()
    reader = PageReader(lambda _: function)
    (row, _) = reader.elements(Query("css", (".row",)), a_page)
    assert reader.call("any:thing", a_page, {"a": 1}) == "done"
    assert reader.call("any:thing", None, {"element": row}) == "done"
    assert reader.call("any:thing", a_page, {"element": a_page}) == "done"
    assert calls[0] == (a_page.response, {"a": 1})
    assert calls[1][0] is None
    assert calls[1][1]["element"].css("a::text").get() == "One "
    assert calls[2][1]["element"] is a_page.response


def test_functions_are_found_by_their_names() -> None:
    assert resolve_function("json:dumps") is json.dumps
    assert resolve_function("json:JSONDecoder.decode") is json.JSONDecoder.decode


@pytest.mark.parametrize(
    ("reference", "reason"),
    [
        ("no_such_module_here:f", "No module named"),
        ("json:absent", "has no attribute"),
        ("json:__doc__", "no function"),
        ("json", "cannot be imported"),
        (":x", "cannot be imported"),
    ],
)
def test_a_function_that_is_not_there_says_what_is_missing(reference: str, reason: str) -> None:
    with pytest.raises(NodeError, match=reason):
        resolve_function(reference)


def test_time_is_measured_by_node() -> None:
    reader = PageReader()
    assert reader.measured() == {}
    reader.begin("a")
    reader.begin("b")
    reader.begin("")
    reader.begin("a")
    measured = reader.measured()
    assert list(measured) == ["a", "b"]
    assert all(seconds >= 0 for seconds in measured.values())
    assert reader.measured() == {}


def test_a_value_can_be_converted_alone() -> None:
    reader = PageReader()
    assert reader.convert("3 x", "number", "") == 3
    assert reader.convert('{"a": 1}', "json", "") == {"a": 1}
    assert reader.convert({"a": 1}, "json", "") == {"a": 1}
    assert reader.convert("/x", "url", "https://site.test") == "https://site.test/x"
    assert isinstance(reader.restore(page().freeze()), ResponsePage)


RULE = """
rule: r
site: {url: 'https://site.test/'}
layers:
- layer: list
  tags:
  - {tag: name, start: '<b>', end: '</b>'}
"""


@pytest.mark.parametrize(
    "query",
    [
        Query("css", (".absent", "a::attr(href)"), "url"),
        Query("css", ("b",)),
        Query("xpath", ("//a[re:test(@href, 'x=')]/@href",)),
        Query("xpath", ("set:distinct(//span)",), "number"),
        Query("xpath", ("absent:function(1)",)),
        Query("json", ("absent", "key")),
        Query("re", (r"data = (\{.*?\})",), "json"),
        Query("locate", ("<div", "</div>"), "text"),
        Query("rules", ("r.yaml", "list.name")),
    ],
    ids=str,
)
def test_a_source_leaves_nothing_in_the_process_however_often_it_is_asked(query: Query) -> None:
    reader = PageReader(rules=RuleBook({"r.yaml": RULE}))
    a_page = page()

    def ask() -> None:
        with contextlib.suppress(etree.XPathError):
            reader.values(query, a_page, a_page.base)
            reader.elements(query, a_page)

    assert blocks_left_by(ask, times=2000) < 500  # of 4,000 evaluations


def test_a_function_leaves_nothing_in_the_process_however_often_it_is_asked() -> None:
    reader = PageReader(lambda _: lambda response, context: response.css("b::text").getall())
    a_page = page()
    assert blocks_left_by(lambda: reader.call("m:f", a_page, {}), times=1000) < 100


def test_pages_leave_nothing_in_the_process_however_many_are_read() -> None:
    reader = PageReader()
    assert blocks_left_by(lambda: reader.values(Query("css", ("b::text",)), page(), ""), times=1000) < 100
