"""What replays may send, and the jars of their cookies."""

import pytest
from scrapy import Request
from scrapy.http import Response

from scrapy_bt.capture.replaymiddlewares import (
    COOKIES_OF_HOPS,
    Level,
    LimitsMiddleware,
    NotAllowed,
    ReplayCookies,
    ReplayLimits,
)

HOSTS = frozenset({"shop.example", "127.0.0.1:8000"})


@pytest.mark.parametrize(
    ("level", "method", "url", "reason"),
    [
        ("safe", "get", "https://shop.example/a?token=secret", ""),
        ("safe", "GET", "https://SHOP.example:444/", ""),
        ("safe", "GET", "http://127.0.0.1:8000/", ""),
        ("safe", "GET", "http://127.0.0.1:8001/", "--allow 127.0.0.1"),
        ("safe", "GET", "https://user:secret@other.example/?token=secret", "--allow other.example"),
        ("safe", "POST", "https://shop.example/", "--replay all"),
        ("all", "POST", "https://shop.example/", ""),
        ("none", "GET", "https://shop.example/", "nothing is replayed"),
    ],
)
def test_what_may_be_sent(level: Level, method: str, url: str, reason: str) -> None:
    told = ReplayLimits(HOSTS, level).why_not(method, url)
    assert reason in told
    assert bool(told) == bool(reason)
    assert "secret" not in told


def test_requests_are_counted_or_stopped() -> None:
    sent: list[int] = []
    middleware = LimitsMiddleware(ReplayLimits(HOSTS), lambda: sent.append(1))
    middleware.process_request(Request("https://shop.example/"))
    with pytest.raises(NotAllowed):
        middleware.process_request(Request("https://other.example/"))
    assert sent == [1]


def test_the_cookies_of_redirects_are_noted() -> None:
    middleware = LimitsMiddleware(ReplayLimits(HOSTS), lambda: None)
    request = Request("https://shop.example/")
    hop = Response(request.url, status=302, headers={"Location": "/b", "Set-Cookie": ["a=1", "b=2"]})
    assert middleware.process_response(request, hop) is hop
    middleware.process_response(request, Response(request.url, headers={"Set-Cookie": "c=3"}))
    assert request.meta[COOKIES_OF_HOPS] == ["a=1", "b=2"]


def test_a_copied_jar_is_one_of_its_own() -> None:
    cookies = ReplayCookies()
    request = Request("https://shop.example/", meta={"cookiejar": "a"})
    cookies.process_response(request, Response(request.url, headers={"Set-Cookie": "s=1"}))
    cookies.copy_jar("a", "b")
    cookies.copy_jar("nobody's", "c")
    cookies.process_response(request, Response(request.url, headers={"Set-Cookie": "s=2"}))

    def sent(jar: str) -> bytes | None:
        again = Request("https://shop.example/", meta={"cookiejar": jar})
        cookies.process_request(again)
        return again.headers.get("Cookie")

    assert [sent("a"), sent("b"), sent("c")] == [b"s=2", b"s=1", None]


def test_what_fails_before_anything_was_sent_says_nothing_of_the_host():
    limits = ReplayLimits(HOSTS)
    LimitsMiddleware(limits, lambda: None).process_exception(Request("http://shop.example/"), ValueError("x"))
    assert limits.silence.doubted == ""
