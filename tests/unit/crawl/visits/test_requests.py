import json
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

import pytest
from scrapy import Request

from scrapy_bt.core.tree.actions import VisitRequest
from scrapy_bt.crawl.visits.requests import build_request
from scrapy_bt.errors import NodeError

URL = "https://a.test/x"


def build(
    url: str = URL, *, method: str = "GET", base: str | None = None, made: Any = None, **attributes: Any
) -> Request:
    return build_request(VisitRequest("page", method, url, attributes, base, made))


def test_a_plain_visit_is_a_plain_request_that_is_never_a_duplicate() -> None:
    request = build()
    assert (request.method, request.url, request.body, request.meta) == ("GET", URL, b"", {})
    assert request.dont_filter


@pytest.mark.parametrize(
    ("url", "absolute"),
    [
        ("/b", "https://a.test/b"),
        ("?p=2", "https://a.test/x/y?p=2"),
        ("//b.test/", "https://b.test/"),
        ("http://b.test/", "http://b.test/"),
    ],
)
def test_a_relative_url_is_relative_to_the_last_page(url: str, absolute: str) -> None:
    assert build(url, base="https://a.test/x/y").url == absolute


def test_a_relative_url_without_a_page_is_an_error_that_says_what_to_write() -> None:
    with pytest.raises(NodeError, match=r"the URL '/b' is relative, and no page was visited .* begin it with https://"):
        build("/b")


@pytest.mark.parametrize("url", ["https://[broken", "//[broken"])
def test_a_url_that_is_none_is_an_error(url: str) -> None:
    with pytest.raises(NodeError, match="broken"):
        build(url, base="https://a.test/")


@pytest.mark.parametrize(
    ("url", "whole"),
    [
        (URL, f"{URL}?a=1&b=x+y&c=1&c=2"),
        (f"{URL}?z=0#part", f"{URL}?z=0&a=1&b=x+y&c=1&c=2#part"),
    ],
)
def test_a_query_is_added_with_lists_flattened_and_none_left_out(url: str, whole: str) -> None:
    assert build(url, query={"a": 1, "b": "x y", "c": [1, 2], "d": None}).url == whole


def test_a_query_of_nothing_leaves_the_url() -> None:
    assert build(query={"a": None}).url == URL


def test_a_form_is_encoded() -> None:
    request = build(method="POST", form={"a": "x&y", "b": ["1", "2"], "c": None})
    assert request.method == "POST"
    assert parse_qsl(request.body.decode()) == [("a", "x&y"), ("b", "1"), ("b", "2")]
    assert request.headers["Content-Type"] == b"application/x-www-form-urlencoded"


def test_json_is_encoded() -> None:
    request = build(method="POST", json={"a": [1, None, "é"]})
    assert json.loads(request.body) == {"a": [1, None, "é"]}
    assert request.headers["Content-Type"] == b"application/json"


def test_a_body_is_sent_as_it_is_without_a_type() -> None:
    request = build(method="POST", body="a: b")
    assert request.body == b"a: b"
    assert "Content-Type" not in request.headers


def test_headers_are_named_with_hyphens_and_the_author_s_type_counts() -> None:
    request = build(method="POST", form={"a": 1}, headers={"content_type": "text/plain", "x_count": 3, "gone": None})
    assert request.headers.to_unicode_dict() == {"Content-Type": "text/plain", "X-Count": "3"}


def test_cookies_are_texts_and_none_is_left_out() -> None:
    assert build(cookies={"a": 1, "b": "x", "c": None}).cookies == {"a": "1", "b": "x"}


def test_the_other_attributes_go_where_scrapy_reads_them() -> None:
    request = build(timeout=2, redirect=False, encoding="latin-1", meta={"own": 1})
    assert request.meta == {"own": 1, "download_timeout": 2.0, "dont_redirect": True}
    assert request.encoding == "latin-1"
    assert "dont_redirect" not in build(redirect=True).meta


@pytest.mark.parametrize("name", ["query", "headers", "cookies", "form", "meta"])
def test_what_must_be_named_values_and_is_not_is_an_error(name: str) -> None:
    with pytest.raises(NodeError, match=f"'{name}' of 'page' must be {{ name = value … }}, not 'text'"):
        build(**{name: "text"})


@pytest.mark.parametrize(
    "made",
    [URL, {"url": URL, "method": "GET"}, Request(URL)],
)
def test_a_python_function_gives_a_url_arguments_or_a_request(made: Any) -> None:
    request = build("https://ignored.test/", made=made)
    assert (request.url, request.method, request.dont_filter) == (URL, "GET", True)


def test_the_request_of_a_python_function_is_not_changed() -> None:
    made = Request(URL)
    build(made=made)
    assert not made.dont_filter


@pytest.mark.parametrize("made", [7, {"url": URL, "unknown": 1}, {"method": "GET"}, "no url", {"url": None}])
def test_what_makes_no_request_is_an_error_that_names_the_visit(made: Any) -> None:
    with pytest.raises(NodeError, match="'page'"):
        build(made=made)


def test_an_encoding_that_is_none_is_an_error() -> None:
    with pytest.raises(NodeError, match="'page' makes no request: unknown encoding: klingon"):
        build(method="POST", body="é", encoding="klingon")


def test_a_multipart_form_says_what_it_is() -> None:
    request = build(multipart={"title": "Lamp", "photo": {"content": "x", "filename": "a.txt"}})
    kind = (request.headers.get("Content-Type") or b"").decode()
    assert kind.startswith("multipart/form-data; boundary=----bt")
    assert b'name="photo"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nx\r\n' in request.body


@pytest.mark.parametrize("url", ["file:///etc/passwd", "data:text/html,x", "ftp://a.test/", "s3://b/c", "FILE:///x"])
@pytest.mark.parametrize("base", [None, "https://a.test/"])
def test_a_visit_goes_by_http_unless_its_author_wrote_another_scheme(url, base) -> None:
    visit = VisitRequest("page", "GET", url, {}, base)
    with pytest.raises(NodeError, match=r"'page' visits by http and https, not by"):
        build_request(visit)
    scheme = url.partition(":")[0].lower()
    assert build_request(replace(visit, scheme=scheme)).url.lower().startswith(scheme)


@pytest.mark.parametrize("base", [None, "https://a.test/"])
def test_a_script_in_a_link_is_not_visited(base) -> None:
    with pytest.raises(NodeError, match=r"'page' visits by http and https, not by"):
        build_request(VisitRequest("page", "GET", "javascript:x", {}, base))


def test_a_base_does_not_make_a_file_of_a_link() -> None:
    with pytest.raises(NodeError, match="not by 'file:'"):
        build_request(VisitRequest("page", "GET", "passwd", {}, "file:///etc/"))


@pytest.mark.parametrize(
    ("url", "header"),
    [("https://me:se%40cret@a.test:8443/x?y=@z", b"Basic bWU6c2VAY3JldA=="), ("https://a.test/@x", None)],
)
def test_a_password_in_a_url_goes_in_a_header(url, header) -> None:
    request = build_request(VisitRequest("page", "GET", url, {}))
    assert "cret" not in request.url
    assert request.url.startswith("https://a.test")
    assert request.headers.get("Authorization") == header
    own = {"headers": {"Authorization": "Bearer x"}}
    assert build_request(VisitRequest("page", "GET", url, own)).headers["Authorization"] == b"Bearer x"


def test_calls_on_a_page_of_a_browser_become_page_methods() -> None:
    request = build(meta={"playwright": True, "playwright_page_methods": [["click", "#more"]]})
    (clicks,) = request.meta["playwright_page_methods"]
    assert (clicks.method, clicks.args) == ("click", ("#more",))
