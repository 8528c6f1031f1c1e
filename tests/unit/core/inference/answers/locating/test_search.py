from __future__ import annotations

from scrapy_bt.core.inference.answers.locating.search import index_of, tokens_of
from tests.recordings import ask, record


def test_a_value_is_found_in_bodies_headers_cookies_addresses_and_redirects() -> None:
    hop = ask("/start", status=302, gives={"Location": "/in?ticket=t1ck3t"})
    recording = record(
        ask("/a", '<p title="one-two">thr33</p>', gives={"X-Own": "f0ur"}, sets={"c": "f1ve"}),
        ask("/in", "", hops=[hop], lands="https://shop.test/in?code=s1x"),
        ask("/c", {"deep": ["one two"]}),
    )
    index = index_of(recording.exchanges)
    assert index.places_of("one-two", 9) == [0, 2]
    assert [index.places_of(text, 9) for text in ("thr33", "f0ur", "f1ve")] == [[0]] * 3
    assert [index.places_of(text, 9) for text in ("t1ck3t", "s1x")] == [[1]] * 2
    assert index.places_of("one-two", 1) == [0]
    assert index.places_of("thr34", 9) == index.places_of("-", 9) == []


def test_what_stands_for_hidden_secrets_was_not_sent_first() -> None:
    recording = record(ask("/token", form={"client": "[REDACTED]", "own": "jim"}))
    index = index_of(recording.exchanges)
    assert index.is_sent_first("jim", 0)
    assert not index.is_sent_first("[REDACTED]", 0)


def test_short_numbers_are_found_as_a_whole() -> None:
    index = index_of(record(ask("/", {"id": 7, "n": 12, "s": "a7"}), ask("/x", {"id": 77})).exchanges)
    assert (index.places_of("7", 9), index.places_of("12", 9), index.places_of("5", 9)) == ([0], [0], [])


def test_escapes_do_not_hide_a_value() -> None:
    page = r'<script>u = "\u0026key1=a";</script><a href="/x?y=%2Fkey2&amp;key3"></a>'
    index = index_of(record(ask("/", page)).exchanges)
    assert [index.places_of(key, 1) for key in ("key1", "key2", "key3")] == [[0]] * 3
    assert "u0026" not in tokens_of(page)


def test_pictures_are_not_searched() -> None:
    picture = ask("/x", b"abc123", gives={"Content-Type": "image/png"})
    assert index_of(record(picture).exchanges).places_of("abc123", 1) == []


def test_who_sent_it_first_is_known() -> None:
    exchanges = record(ask("/a"), ask("/b?q=w0rd", "w0rd"), ask("/c", cookies={"k": "c00kie"})).exchanges
    index = index_of(exchanges)
    assert index.is_sent_first("w0rd", 1)
    assert not index.is_sent_first("w0rd", 0)
    assert not index.is_sent_first("c00kie", 2)
