from __future__ import annotations

from dataclasses import replace

import pytest

from scrapy_bt.core.inference.sources.noise import NoiseSource
from scrapy_bt.core.samples.traffic import Event, Exchange
from tests.recordings import ask, infer, noise, record


def is_noise(exchange: Exchange) -> bool:
    return noise(infer([record(exchange)], NoiseSource())) == {0}


@pytest.mark.parametrize(
    "exchange",
    [
        ask("/logo", b"..", kind="image"),
        ask("/logo", b"..", kind="", gives={"Content-Type": "image/png"}),
        ask("/icon.png", "<p>Page not found", kind="other", sends={"Sec-Fetch-Dest": "image"}),
        ask("/style.css?v=3", b"..", kind=""),
        ask("/font.woff2", b"..", kind="font"),
        ask("https://www.google-analytics.com/g/collect?v=2", "", kind="fetch", status=204),
        ask("https://cdn.segment.com/analytics.js", "var a", kind="script"),
        ask("/telemetry", "ok", data={"page": 1}, kind="xhr"),
        ask("/anything", "", method="POST", kind="ping"),
        ask("/api", "", method="OPTIONS", sends={"Access-Control-Request-Method": "GET"}, kind="xhr"),
        ask("/favicon.ico", "none", status=404, kind="other"),
        ask("wss://shop.test/live", "", kind="websocket"),
        replace(ask("/gone"), answer=None),
    ],
    ids=lambda exchange: exchange.sent.url,
)
def test_what_brings_nothing_is_noise(exchange: Exchange) -> None:
    assert is_noise(exchange)


@pytest.mark.parametrize(
    "exchange",
    [
        ask("/"),
        ask("/app.js", "var key = 'k3yk3yk3y'", kind="script"),
        ask("/api/events", {"items": []}, kind="fetch"),
        ask("/cart/add", "", form={"id": "7"}, status=204, kind="xhr"),
        ask("/track/order/17", "<h1>Where is my parcel?</h1>" + "<p>It is on its way.</p>" * 9),
        ask("/api", {"allowed": "GET"}, method="OPTIONS", kind="xhr"),
        ask("/missing", "nothing here", status=404),
    ],
    ids=lambda exchange: exchange.sent.url,
)
def test_what_may_bring_something_is_kept(exchange: Exchange) -> None:
    assert not is_noise(exchange)


def test_a_picture_that_sets_the_session_is_kept() -> None:
    picture = ask("/pixel.png", b"..", kind="image", sets={"session": "a1b2c3"})
    page = ask("/account", cookies={"session": "a1b2c3"})
    known = infer([record(ask("/"), picture, page)], NoiseSource())
    assert noise(known) == set()


def test_a_picture_that_sets_the_session_once_more_is_noise() -> None:
    first = ask("/", sets={"session": "a1"})
    picture = ask("/pixel.png", b"..", kind="image", sets={"session": "a2"}, cookies={"session": "a1"})
    page = ask("/account", cookies={"session": "a2"})
    assert noise(infer([record(first, picture, page)], NoiseSource())) == {1}


def test_a_refused_request_that_was_sent_again_is_noise() -> None:
    refused = ask("/api", {"error": "who are you?"}, status=401, kind="xhr")
    token = ask("/token", {"token": "t0k3nt0k3n"}, kind="xhr")
    served = ask("/api", {"rows": [1]}, sends={"Authorization": "Bearer t0k3nt0k3n"}, kind="xhr")
    assert noise(infer([record(refused, token, served)], NoiseSource())) == {0}


def test_a_refusal_whose_cookie_or_nonce_is_of_use_is_kept() -> None:
    served = ask("/api", {"rows": [1]}, kind="xhr")
    cookie = ask("/api", "", status=401, sets={"visit": "v1"}, kind="xhr")
    digest = ask("/api", "", status=401, gives={"WWW-Authenticate": 'Digest nonce="abc"'}, kind="xhr")
    for refused in (cookie, digest):
        assert noise(infer([record(refused, served)], NoiseSource())) == set()


AHEAD = {"Sec-Purpose": "prefetch;prerender"}


def test_a_page_that_was_fetched_ahead_is_noise_until_somebody_opens_it() -> None:
    def found(*exchanges: Exchange) -> set[int]:
        return noise(infer([record(*exchanges)], NoiseSource()))

    first, ahead = ask("/", "<a href=/2>2</a>"), ask("/2", "<p>two", sends=AHEAD)
    assert found(first, ahead) == {1}
    assert found(first, ask("/2", "<p>two", kind="prefetch")) == {1}
    assert found(first, ahead, ask("/2", "<p>two")) == {1}, "it was fetched once more when it was opened"
    assert found(first, ahead, ask("/3", "<p>three", sends={"Referer": "https://shop.test/2"})) == set()
    assert found(first, ask("/data", {"a": 1}, sends=AHEAD)) == set(), "a script may use it without asking again"


@pytest.mark.parametrize(("gone_to", "left_out"), [("https://shop.test/2", set()), ("https://shop.test/3", {1})])
def test_a_page_that_a_script_fetched_ahead_and_showed_is_no_noise(gone_to: str, left_out: set[int]) -> None:
    ahead = ask("/2", "<p>two", sends={"X-Sec-Purpose": "prefetch"}, kind="xhr")
    recording = record(ask("/", "<a href=/2>2</a>"), ahead)
    shown = replace(recording, events=(Event(2e9, "navigate", "https://shop.test/", url_after=gone_to),))
    assert noise(infer([shown], NoiseSource())) == left_out


def test_each_finding_says_why_without_the_query() -> None:
    known = infer([record(ask("/logo.png?token=s3cr3t", b"..", kind="image"))], NoiseSource())
    assert [fact.why for fact in known.all] == ["GET /logo.png is a picture"]
