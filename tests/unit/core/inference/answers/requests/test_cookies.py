from __future__ import annotations

from dataclasses import replace

from scrapy_bt.core.inference.answers.requests.cookies import cookies_sent, cookies_set, set_by
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import ask


def test_cookies_of_redirects_count_too() -> None:
    hop = ask("/login", status=302, sets={"visit": "1"})
    assert cookies_set(ask("/login", sets={"session": "2"}, hops=[hop])) == (("visit", "1"), ("session", "2"))
    assert cookies_set(replace(ask("/"), answer=None)) == ()


def test_several_cookies_in_one_header_and_one_taken_away() -> None:
    answer = Answer(200, "", (("set-cookie", "a=1; Path=/\nb=2; Secure"), ("Set-Cookie", "c=; Max-Age=0")))
    assert set_by(answer) == (("a", "1"), ("b", "2"), ("c", ""))


def test_what_a_request_sends() -> None:
    assert dict(cookies_sent(ask("/", cookies={"a": "1", "b": "x=y"}))) == {"a": "1", "b": "x=y"}
