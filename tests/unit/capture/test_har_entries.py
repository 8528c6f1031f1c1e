"""Entries in the dialects of many tools."""

import base64
import gzip
from typing import Any

import pytest

from scrapy_bt.capture.har_entries import MEDIA_LIMIT, HarReader
from scrapy_bt.capture.jsonstream import TOO_LONG
from scrapy_bt.capture.problems import Problems
from scrapy_bt.core.samples.parameters import parameters_of
from scrapy_bt.core.samples.traffic import Exchange

URL = "https://shop.example/a"


def entry(request: Any = None, response: Any = None, **others: Any) -> dict[str, Any]:
    return {
        "startedDateTime": "2026-01-02T03:04:05Z",
        "time": 250,
        "request": {"method": "GET", "url": URL, **(request or {})},
        "response": {"status": 200, "content": {"size": 2, "text": "ok"}, **(response or {})},
        **others,
    }


def read(*entries: Any, room: int = 10_000) -> tuple[list[Exchange | None], list[str]]:
    problems = Problems("a.har")
    reader = HarReader(problems, room, {"body.bin": b"attached"}.get)
    return [reader.exchange(number, one) for number, one in enumerate(entries)], list(map(str, problems.told()))


def one(*entries: Any, **options: Any) -> tuple[Exchange, str]:
    exchanges, problems = read(*entries, **options)
    exchange = exchanges[-1]
    assert exchange is not None
    return exchange, "\n".join(problems)


def body_of(response: Any, **options: Any) -> tuple[bytes | None, str]:
    exchange, problems = one(entry(response=response), **options)
    assert exchange.answer is not None
    return exchange.answer.body, problems


def headers(**pairs: str) -> list[dict[str, str]]:
    return [{"name": name.replace("_", "-"), "value": value} for name, value in pairs.items()]


def test_an_ordinary_entry() -> None:
    exchange, problems = one(entry(_resourceType="xhr", pageref="page_1"))
    assert problems == ""
    assert exchange.answer is not None
    assert (exchange.started, exchange.seconds, exchange.kind, exchange.page) == (1767323045.0, 0.25, "xhr", "page_1")
    assert (exchange.answer.status, exchange.answer.url, exchange.answer.body) == (200, URL, b"ok")


@pytest.mark.parametrize(
    ("bad", "what"),
    [
        (None, "no request with a URL"),
        ({"request": {"method": "GET"}}, "no request with a URL"),
        (entry({"url": "wss://shop.example/live"}), "WebSocket"),
        (entry(_resourceType="websocket"), "WebSocket"),
        (entry(response={"status": 101}), "WebSocket"),
        (entry({"url": "data:image/png;base64,AA"}), "a data: address"),
        (entry({"url": "blob:https://shop.example/1"}), "a blob: address"),
        (entry({"url": "/relative"}), "not an address of the web"),
        (entry({"url": "http://["}), "its address has no host"),
        (entry({"url": "http:///path"}), "its address has no host"),
        (entry({"url": "http://shop.example:many/"}), "its address has no host"),
        (entry({"method": "CONNECT"}), "tunnel"),
    ],
)
def test_what_is_no_request_is_named_and_skipped(bad: Any, what: str) -> None:
    exchanges, problems = read(bad)
    assert exchanges == [None]
    assert what in problems[0]
    assert "entry 1" in problems[0]


@pytest.mark.parametrize("response", [None, {}, {"status": 0}, {"status": -1}, {"status": None}, "x"])
def test_a_cancelled_request_is_kept_without_an_answer(response: Any) -> None:
    exchange, problems = one({**entry(), "response": response})
    assert exchange.answer is None
    assert "cancelled, or failed" in problems


@pytest.mark.parametrize(("referer", "is_told"), [("https://other.example/", False), (URL, True), ("", True)])
def test_a_script_of_another_site_that_a_blocker_refused_is_nothing_to_be_told(referer: str, *, is_told: bool) -> None:
    sent = {"headers": headers(Referer=referer)} if referer else {}
    exchange, problems = one({**entry(request=sent, _resourceType="script"), "response": {"status": 0}})
    assert exchange.answer is None
    assert bool(problems) == is_told


@pytest.mark.parametrize("odd", [None, 5, "x", [5], {"a": 1}])
def test_nothing_odd_crashes(odd: Any) -> None:
    for name in ("headers", "cookies", "queryString", "postData", "method"):
        read(entry({name: odd}))
    for name in ("headers", "cookies", "content", "redirectURL", "status"):
        read(entry(response={name: odd}))
    for name in ("startedDateTime", "time", "timings", "pageref", "_resourceType"):
        read(entry(**{name: odd}))
    for name in ("text", "size", "encoding", "mimeType", "_file"):
        read(entry(response={"content": {name: odd}}), entry({"postData": {name: odd}}))
    read(entry({"postData": {"params": odd, "mimeType": "multipart/form-data; boundary=x"}}))


def test_times() -> None:
    exchange, problems = one(
        entry(startedDateTime="2026-01-02T03:04:05"),
        entry(startedDateTime="?", time=-1, timings={"send": 1, "wait": 20, "blocked": -1, "comment": ""}),
    )
    assert (exchange.started, exchange.seconds) == (1767323045.0, 0.021)
    assert "no zone" in problems
    assert "entry 2: its time cannot be read" in problems


def test_headers_of_http_2_and_cookies_in_one_line() -> None:
    exchange, _ = one(
        entry(
            {"headers": [*headers(X_A="1"), {"name": ":authority", "value": "x"}, {"name": "n", "value": 5}]},
            {"headers": headers(Set_Cookie="a=1; Path=/\nb=2")},
        )
    )
    assert exchange.sent.headers == (("X-A", "1"), ("n", "5"))
    assert exchange.answer is not None
    assert exchange.answer.headers == (("Set-Cookie", "a=1; Path=/"), ("Set-Cookie", "b=2"))


def test_cookies_that_stand_only_in_lists() -> None:
    cookies = [{"name": "a", "value": "1", "path": "/", "httpOnly": True}, {"name": "a", "value": "2", "secure": True}]
    exchange, _ = one(entry({"cookies": cookies}, {"cookies": cookies}))
    assert exchange.sent.header("cookie") == "a=1; a=2"
    assert exchange.answer is not None
    assert [value for _, value in exchange.answer.headers] == ["a=1; Path=/; HttpOnly", "a=2; Secure"]


def test_a_query_that_stands_only_in_a_list() -> None:
    exchange, _ = one(entry({"queryString": [{"name": "q", "value": "a b"}]}))
    assert exchange.sent.url == f"{URL}?q=a+b"


@pytest.mark.parametrize(
    ("post", "declared", "body"),
    [
        ({"text": "a=1"}, "", b"a=1"),
        ({"text": "YT0x", "encoding": "base64"}, "", b"a=1"),
        ({"text": "ü"}, "text/plain; charset=latin-1", b"\xfc"),
        (
            {"text": "", "params": [{"name": "a[]", "value": "x y"}, {"name": "b", "value": "%20"}]},
            "",
            b"a%5B%5D=x+y&b=%20",
        ),
        ({"_file": "body.bin"}, "", b"attached"),
        ({"_file": "missing"}, "", None),
        ({"text": f"{TOO_LONG}99"}, "", None),
        ({}, "", None),
    ],
)
def test_what_was_posted(post: Any, declared: str, body: bytes | None) -> None:
    exchange, _ = one(entry({"method": "POST", "postData": post, "headers": headers(Content_Type=declared)}))
    assert exchange.sent.body == body


def test_a_multipart_form_of_which_only_the_fields_were_recorded() -> None:
    params = [
        {"name": "title", "value": "ü"},
        {"name": "file", "fileName": "a.txt", "contentType": "text/plain", "value": "hello"},
    ]
    post = {"mimeType": "multipart/form-data; boundary=xyz", "params": params}
    exchange, _ = one(entry({"method": "POST", "postData": post}))
    assert {str(found.key): found.value for found in parameters_of(exchange.sent)} == {
        "path 0": "a",
        "multipart title": "ü",
        "multipart file": "hello",
        "multipart file;filename": "a.txt",
    }


@pytest.mark.parametrize("boundary", ["xyz", "边"])
def test_a_form_in_parts_whose_type_was_lost_or_has_any_signs(boundary: str) -> None:
    text = f'--{boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\nlamp\r\n--{boundary}--\r\n'
    params = [{"name": "title", "value": "lamp"}]
    declared = f"multipart/form-data; boundary={boundary}"
    for post in ({"text": text.replace("边", "?")}, {"params": params, "mimeType": declared}):
        exchange, _ = one(entry({"method": "POST", "postData": post}))
        assert [found.value for found in parameters_of(exchange.sent) if found.key.where == "multipart"] == ["lamp"]


def test_a_request_whose_body_was_not_recorded() -> None:
    assert "the body of its request was not recorded" in one(entry({"method": "POST", "bodySize": 12}))[1]
    assert "no method" in one(entry({"method": None}))[1]


def test_bodies() -> None:
    packed = base64.b64encode(b"\0\xff").decode()
    assert body_of({"content": {"text": packed, "encoding": "base64"}}) == (b"\0\xff", "")
    assert body_of({"content": {"text": "<p>", "encoding": "base64"}})[0] == b"<p>"
    assert body_of({"content": {"_file": "body.bin"}})[0] == b"attached"
    assert body_of({"content": {"size": 0}}) == (b"", "")
    assert body_of({"content": {}}) == (None, "")
    assert body_of({"status": 302, "content": {"size": 5}}) == (b"", "")
    body, problems = body_of({"content": {"size": 5, "text": ""}})
    assert body is None
    assert "save the HAR with content" in problems
    assert body_of({"content": {"text": f"{TOO_LONG}9"}}) == (
        None,
        "a.har: entry 1: the body of its answer is too large; it was left out",
    )
    assert "too large in all" in body_of({"content": {"text": "x" * 11}}, room=10)[1]
    cut = {"size": 204_755, "text": "<p>the beginning"}
    assert "only the beginning of its answer's body" in body_of({"content": cut})[1]
    assert body_of({"content": {**cut, "mimeType": "image/svg+xml"}})[1] == ""
    assert body_of({"content": {"size": 20_000, "text": "x" * 10_000}})[1] == ""
    a_third_less = {"size": 6_000, "text": "x" * 4_000}
    assert "only the beginning" in body_of({"content": {**a_third_less, "mimeType": "text/html; charset=utf-8"}})[1]
    assert body_of({"content": {**a_third_less, "mimeType": "text/html; charset=utf-16"}})[1] == ""


def test_a_body_that_is_still_compressed() -> None:
    content = {"text": base64.b64encode(gzip.compress(b"<p>")).decode(), "encoding": "base64"}
    assert body_of({"headers": headers(Content_Encoding="gzip"), "content": content}) == (b"<p>", "")
    assert (
        "still compressed (br)"
        in body_of(
            {
                "headers": headers(Content_Encoding="br"),
                "content": {"text": base64.b64encode(b"\xff\xfe\0").decode(), "encoding": "base64"},
            }
        )[1]
    )


def test_pictures_are_not_kept() -> None:
    content = {"text": base64.b64encode(b"x" * (MEDIA_LIMIT + 1)).decode(), "encoding": "base64"}
    picture = {"headers": headers(Content_Type="image/png"), "content": content}
    assert body_of(picture, room=10**6) == (None, "")
    assert body_of({**picture, "content": {"size": 9}}) == (None, "")


def test_a_text_in_another_encoding_than_declared_says_its_own() -> None:
    exchange, _ = one(
        entry(response={"headers": headers(Content_Type="text/html; charset=latin-1"), "content": {"text": "你"}})
    )
    assert exchange.answer is not None
    assert (exchange.answer.body, exchange.answer.header("content-type")) == ("你".encode(), "text/html; charset=utf-8")


def test_a_type_and_a_target_that_stand_elsewhere() -> None:
    response = {"status": 302, "redirectURL": "/b", "content": {"mimeType": "text/html", "text": ""}}
    exchange, _ = one(entry(response=response))
    assert exchange.answer is not None
    assert exchange.answer.headers == (("Location", "/b"), ("Content-Type", "text/html"))


def test_what_was_in_the_cache_is_what_came_before() -> None:
    first = entry(response={"headers": headers(Content_Type="text/html", Etag="1")})
    again = entry(response={"status": 304, "headers": headers(Etag="1"), "content": {"size": 0}})
    exchange, problems = one(first, again)
    assert problems == ""
    assert exchange.answer is not None
    assert (exchange.answer.status, exchange.answer.body) == (200, b"ok")
    assert exchange.answer.headers == (("Etag", "1"), ("Content-Type", "text/html"))
    lonely, problems = one(again)
    assert lonely.answer is not None
    assert (lonely.answer.status, lonely.answer.body) == (304, None)
    assert "clear the cache" in problems
    lost = entry(response={"headers": headers(Content_Type="image/png"), "content": {"size": 9_000_000}})
    assert one(lost, again)[1] == "", "it came in the same recording, too large to be kept"
    with_text, _ = one(entry(response={"status": 304, "content": {"text": "shown"}}))
    assert with_text.answer is not None
    assert (with_text.answer.status, with_text.answer.body) == (200, b"shown")


@pytest.mark.parametrize(
    ("request_headers", "others", "kind"),
    [
        ({}, {}, ""),
        ({"Sec_Fetch_Dest": "empty"}, {}, "fetch"),
        ({"Sec_Fetch_Dest": "iframe"}, {}, "document"),
        ({"X_Requested_With": "XMLHttpRequest"}, {}, "xhr"),
        ({"Sec_Fetch_Dest": "empty"}, {"_resourceType": "Document"}, "document"),
    ],
)
def test_what_it_was_loaded_for(request_headers: dict[str, str], others: dict[str, str], kind: str) -> None:
    assert one(entry({"headers": headers(**request_headers)}, **others))[0].kind == kind
