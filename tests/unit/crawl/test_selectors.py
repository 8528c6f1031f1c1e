import json
from collections.abc import Mapping
from typing import Any

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse, JsonResponse, Response, TextResponse, XmlResponse
from scrapy.http.cookies import CookieJar

from scrapy_bt.core.tree.pages import Page, Query, Reader
from scrapy_bt.crawl.selectors import PageReader, ResponsePage, resolve_function, thaw
from scrapy_bt.errors import NodeError

HTML = """<html><head><title> The  list </title></head><body>
<div class="row" id="1"><a href="/a?x=1&amp;y=2">One <b>first</b></a><span>1,50 €</span></div>
<div class="row" id="2"><a href="/b">Two</a><span>3 €</span></div>
<script>var data = {"key": "value"};</script>
</body></html>"""


def page(body: str = HTML, url: str = "https://site.test/list/", **headers: str) -> ResponsePage:
    return ResponsePage(HtmlResponse(url, body=body.encode(), encoding="utf-8", headers=headers))


def values(scope: Any, how: str, *texts: str, kind: str | None = None, base: str = "https://site.test/") -> list[Any]:
    return list(PageReader().values(Query(how, texts, kind), scope, base))


def test_they_are_what_the_interpreter_asks_for() -> None:
    a_page: Page = page()
    a_reader: Reader = PageReader()
    assert isinstance(a_page, ResponsePage)
    assert isinstance(a_reader, PageReader)


# Queries


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


# Pages


def test_facts_of_a_page() -> None:
    a_page = page(url="https://site.test/x", ETag="abc")
    assert (a_page.url, a_page.base, a_page.status, a_page.is_empty) == ("https://site.test/x", a_page.url, 200, False)
    assert a_page.header("etag") == "abc"
    assert a_page.header("absent") is None
    assert page(" \n").is_empty
    assert page("").is_empty


@pytest.mark.parametrize(
    ("body", "asks"),
    [
        ("<form><input name=u><input TYPE=Password name=p></form>", True),
        ("<p>Your password</p><script>'<input type=password>'</script><!-- <input type=password> -->", False),
        ("", False),
    ],
)
def test_a_login_page_has_a_field_for_a_password(body: str, asks: bool) -> None:
    assert page(body).asks_password is asks
    assert not ResponsePage(Response("https://site.test/", body=body.encode())).asks_password


def test_links_start_from_the_base_of_the_page() -> None:
    a_page = page('<base href="/other/"><a href="x">')
    assert a_page.base == "https://site.test/other/"
    assert ResponsePage(Response("https://site.test/a.png")).base == "https://site.test/a.png"


def test_a_page_can_be_carried() -> None:
    a_page = ResponsePage(
        HtmlResponse(
            "https://site.test/x",
            status=201,
            headers={"Content-Type": "text/html; charset=gb18030", "Set-Cookie": "a=b", "X-Y": "z"},
            body="<p>你好</p>".encode("gb18030"),
        )
    )
    again = thaw(a_page.freeze())
    assert type(again.response) is HtmlResponse
    assert (again.url, again.status, again.header("x-y"), again.header("set-cookie")) == (a_page.url, 201, "z", None)
    assert values(again, "css", "p::text") == ["你好"]
    image = thaw(ResponsePage(Response("https://site.test/a.png", body=b"\x89PNG\x00")).freeze())
    assert image.response.body == b"\x89PNG\x00"
    text = thaw(
        ResponsePage(TextResponse("https://site.test/a", body="é".encode("latin-1"), encoding="latin-1")).freeze()
    )
    assert text.text == "é"


def test_a_damaged_page_says_so() -> None:
    frozen = page().freeze()
    with pytest.raises(NodeError, match="cannot be read"):
        thaw(frozen._replace(body=frozen.body[:10]))
    with pytest.raises(NodeError, match="cannot be read"):
        thaw(frozen._replace(body=None))  # type: ignore[arg-type]


# Python functions


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


# Cookies


def test_a_cookie_is_what_the_page_sets_or_what_the_session_would_send_back_to_it() -> None:
    jar = CookieJar()
    before = HtmlResponse("https://site.test/", headers={"Set-Cookie": ["XSRF-TOKEN=old; Path=/", "lang=en; Path=/"]})
    jar.extract_cookies(before, Request("https://site.test/"))
    after = HtmlResponse(
        "https://site.test/list/", headers={"Set-Cookie": ["XSRF-TOKEN=a=b==; Path=/x", "gone=; Path=/"]}
    )
    a_page = ResponsePage(after, jar)
    assert a_page.cookie("XSRF_TOKEN") == a_page.cookie("XSRF-TOKEN") == "a=b=="
    assert a_page.cookie("lang") == "en"
    assert a_page.cookie("gone") is None
    assert ResponsePage(after).cookie("lang") is None
    assert ResponsePage(HtmlResponse("https://other.test/"), jar).cookie("lang") is None
