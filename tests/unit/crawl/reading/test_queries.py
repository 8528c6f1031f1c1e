import json
from typing import Any

import pytest
from scrapy.http import JsonResponse, Response, XmlResponse

from scrapy_bt.core.tree.pages import Query
from scrapy_bt.crawl.reading.pages import ResponsePage
from scrapy_bt.crawl.reading.selectors import PageReader
from scrapy_bt.errors import NodeError
from tests.htmlpages import page, values


@pytest.mark.parametrize(
    ("how", "text", "found"),
    [
        ("css", ".row a::attr(href)", ["/a?x=1&y=2", "/b"]),
        ("css", "a::text", ["One ", "Two"]),
        ("css", "b", ["<b>first</b>"]),
        ("css", ".absent", []),
        ("xpath", "//a/@href", ["/a?x=1&y=2", "/b"]),
        ("xpath", "count(//a)", ["2"]),
        ("xpath", "string(//b)", ["first"]),
        ("xpath", "string(//absent)", []),
        ("xpath", "//a[re:test(@href, 'x=')]/b/text()", ["first"]),
        ("re", r'id="(\d)"', ["1", "2"]),
        ("re", r"var data = .*?;", ['var data = {"key": "value"};']),
        ("re", "T(x)?wo", []),
        ("locate", "var data = ", ["unused"]),
        ("json", "key", []),
    ],
)
def test_queries_to_a_page(how: str, text: str, found: list[str]) -> None:
    texts = (text, ";") if how == "locate" else (text,)
    expected = ['{"key": "value"}'] if how == "locate" else found
    assert values(page(), how, *texts) == expected


def test_json_within_a_page() -> None:
    assert values(page(), "re", r"var data = (\{.*?\});", kind="json") == [{"key": "value"}]
    assert values(page(), "locate", "var data = ", ";", kind="json") == [{"key": "value"}]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("rows", [{"id": 1, "tags": []}, {"id": 2, "tags": ["x"]}]),
        ("rows[*].id", [1, 2]),
        ("rows[1].tags", ["x"]),
        ("next", []),
        ("count", [0]),
        ("more", [False]),
        ("absent.deep", []),
    ],
)
def test_queries_to_json(text: str, found: list[Any]) -> None:
    body = {"rows": [{"id": 1, "tags": []}, {"id": 2, "tags": ["x"]}], "next": None, "count": 0, "more": False}
    response = JsonResponse("https://site.test/api", body=json.dumps(body).encode())
    assert values(ResponsePage(response), "json", text) == found
    assert values(json.dumps(body), "json", text) == found
    assert values(body, "json", text) == found


def test_json_becomes_what_a_task_can_carry() -> None:
    body = '{"big": 123456789012345678901234567890, "half": "a\\ud800b", "whole": "\\ud83d\\ude00", "text": "1"}'
    found = {name: values(body, "json", name)[0] for name in ("big", "half", "whole", "text")}
    assert found == {"big": "123456789012345678901234567890", "half": "a?b", "whole": "😀", "text": "1"}


def test_queries_to_elements() -> None:
    reader, a_page = PageReader(), page()
    rows = reader.elements(Query("css", (".absent", ".row")), a_page)
    assert [values(row, "css", "a::attr(href)") for row in rows] == [["/a?x=1&y=2"], ["/b"]]
    assert [values(row, "xpath", "./@id") for row in rows] == [["1"], ["2"]]
    assert [values(row, "re", r"(\d+) €") for row in rows] == [["50"], ["3"]]
    assert [values(row, "locate", "<span>", "</span>") for row in rows] == [["1,50 €"], ["3 €"]]
    assert list(reader.elements(Query("css", (".absent",)), a_page)) == []


def test_queries_to_pieces_of_text() -> None:
    pieces = PageReader().elements(Query("locate", ("<div", "</div>")), page())
    assert [values(piece, "css", "a::attr(href)") for piece in pieces] == [["/a?x=1&y=2"], ["/b"]]
    assert values("", "css", "a") == []
    assert values({"a": "ü"}, "re", "ü") == ["ü"]
    assert values(7, "re", r"\d") == ["7"]


def test_queries_to_what_is_no_text() -> None:
    image = ResponsePage(Response("https://site.test/a.png", body=b"\x89PNG\r\n\x00\xff"))
    assert values(image, "css", "a") == []
    assert values(image, "json", "a") == []
    assert values(image, "re", "PNG") == ["PNG"]
    assert values(page(""), "css", "a") == []


def test_css_in_xml_keeps_the_case_of_names() -> None:
    body = b"<Feed><Item Id='1'>a</Item></Feed>"
    a_page = ResponsePage(XmlResponse("https://site.test/feed", body=body))
    assert values(a_page, "css", "Item::text") == ["a"]
    assert values(a_page, "css", "Item") == ['<Item Id="1">a</Item>']
    (item,) = PageReader().elements(Query("css", ("Item",)), a_page)
    assert values(item, "css", "Item::attr(Id)") == ["1"]


def test_css_in_json_that_is_html() -> None:
    response = JsonResponse("https://site.test/", body=b"<p>not JSON</p>")
    assert values(ResponsePage(response), "css", "p::text") == ["not JSON"]


@pytest.mark.parametrize(
    ("how", "text"), [("css", "a[["), ("xpath", "//a["), ("re", "("), ("json", "a["), ("sql", "x")]
)
def test_a_query_that_is_none_raises_something(how: str, text: str) -> None:
    with pytest.raises(Exception):  # noqa: B017, PT011 - each library its own; the interpreter takes it as an error of the node
        values(page(), how, text)


def test_a_dot_is_any_character() -> None:
    assert values("a\nb", "re", "a.b") == ["a\nb"]


@pytest.mark.parametrize(("how", "texts"), [("re", [r"(a+)+\1b"]), ("locate", [r"(a+)+\1b", "x"])])
def test_a_pattern_that_would_never_end_is_given_up(how: str, texts: list[str]) -> None:
    reader = PageReader(regex_seconds=0.1)
    with pytest.raises(NodeError, match=r"took longer than 0\.1 s"):
        reader.values(Query(how, tuple(texts)), "a" * 5000, "")
