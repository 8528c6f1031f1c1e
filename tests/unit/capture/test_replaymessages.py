"""Requests and answers of replays; tests/integration/test_replay.py sends them."""

import pytest
from scrapy import Request
from scrapy.http import Response

from scrapy_bt.capture.replaymessages import answer_of, request_of
from scrapy_bt.capture.replaymiddlewares import COOKIES_OF_HOPS
from scrapy_bt.core.samples.traffic import Sent


def test_a_request_as_it_was_recorded() -> None:
    sent = Sent(
        "POST",
        "https://shop.example/a?b=1",
        (
            (":path", "/"),
            ("Host", "x"),
            ("X-A", "1"),
            ("x-b", "2"),
            ("Content-Length", "9"),
            ("Cookie", "s=1=2; t; u="),
        ),
        b"body",
    )
    request = request_of(sent, jar=(1, 0), follows_redirects=False)
    assert (request.method, request.url, request.body) == ("POST", "https://shop.example/a?b=1", b"body")
    assert request.headers.to_unicode_dict() == {"X-A": "1", "X-B": "2"}
    assert request.cookies == {"s": "1=2", "t": "", "u": ""}
    assert request.meta["cookiejar"] == (1, 0)
    assert request.meta["dont_redirect"]
    with pytest.raises(ValueError, match="Missing scheme"):
        request_of(Sent("GET", "/relative"), jar=1)


def test_an_answer_has_the_cookies_of_the_redirects_too() -> None:
    request = Request("https://shop.example/a", meta={COOKIES_OF_HOPS: ["a=0", "a=1", "b=0"]})
    headers = {"Content-Type": "text/html", "Set-Cookie": ["b=2", "c=3"]}
    answer = answer_of(Response("https://shop.example/b", 200, headers, b"ok", request=request))
    assert (answer.status, answer.url, answer.body) == (200, "https://shop.example/b", b"ok")
    assert answer.headers == (
        ("Set-Cookie", "a=1"),
        ("Content-Type", "text/html"),
        ("Set-Cookie", "b=2"),
        ("Set-Cookie", "c=3"),
    )
