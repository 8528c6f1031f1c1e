"""Requests and answers of replays; tests/integration/test_replay.py sends them."""

import pytest
from scrapy import Request
from scrapy.http import Response
from scrapy.settings import Settings

from scrapy_bt.capture.replay import ReplayRules, answer_of, replay_settings, request_of
from scrapy_bt.capture.replaymiddlewares import COOKIES_OF_HOPS, LIMITS, Limits
from scrapy_bt.core.samples.traffic import Sent

RULES = ReplayRules(Limits(frozenset({"shop.example", "127.0.0.1:8000"})), delay=0.5)


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


def test_the_settings_are_those_of_the_crawl_but_for_what_replays_need() -> None:
    settings = Settings({"USER_AGENT": "mine", "DOWNLOAD_DELAY": 2.0, "HTTPCACHE_ENABLED": True, "LOG_LEVEL": "DEBUG"})
    settings.set("DOWNLOADER_MIDDLEWARES", {"my.Middleware": 10})
    own = replay_settings(settings, RULES)
    assert own["USER_AGENT"] == "mine"
    assert own.getfloat("DOWNLOAD_DELAY") == 2.0
    assert not own.getbool("HTTPCACHE_ENABLED")
    assert own["LOG_LEVEL"] == "INFO"
    assert own["DOWNLOADER_MIDDLEWARES"]["my.Middleware"] == 10
    assert own[LIMITS] == RULES.limits
    assert settings.getbool("HTTPCACHE_ENABLED")


def test_only_this_machine_is_asked_without_delay() -> None:
    own = replay_settings(Settings(), RULES)
    assert own.getfloat("DOWNLOAD_DELAY") == 0.5
    slots = own.getdict("DOWNLOAD_SLOTS")
    assert slots["127.0.0.1"]["delay"] == 0
    assert slots["127.0.0.1#1"]["delay"] == 0
    assert not [name for name in slots if name.startswith("shop")]
