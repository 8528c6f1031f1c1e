"""What was recorded, with the place marked: the place is the one by which another value would come."""

from typing import Any

import pytest

from scrapy_bt.core.inference.explanation.evidence import LARGEST, Seen, Shown, places_of_fact, show
from scrapy_bt.core.samples.secrets import secrets_of
from scrapy_bt.core.samples.traffic import Answer, Exchange, Recording, Sent
from scrapy_bt.errors import SampleError

FORM = (("Content-Type", "application/x-www-form-urlencoded"), ("Cookie", "sid=abcdef123456; theme=1"), ("X-A", "b"))
JSON = (("Content-Type", "application/json"),)
URL = "https://a.test/list/1?page=1&q=a%20b"


def look(sent: Sent, recorded: Answer | None, **place: Any) -> Shown:
    recording = Recording("one", (Exchange(0, sent, recorded),))
    return show([recording], Seen(0, 0, {"step": 0, **place}), hidden=secrets_of(recording))  # type: ignore[typeddict-item]


def page(body: str | bytes, headers: tuple[tuple[str, str], ...] = (("Content-Type", "text/html"),)) -> Answer:
    return Answer(200, "https://a.test/p?next=7", headers, body.encode() if isinstance(body, str) else body)


@pytest.mark.parametrize(
    ("key", "before", "mark"),
    [
        (["query", "page", 0], "GET https://a.test/list/1?page=", "1"),
        (["path", "1", 0], "GET https://a.test/list/", "1"),
        (["query", "q", 0], "GET https://a.test/list/1?page=1&q=", "a%20b"),
        (["url", "", 0], "GET ", URL),
        (["query", "d", 0], f"GET {URL}&d=", "/"),
    ],
    ids=["query", "path", "coded", "whole", "sign"],
)
def test_a_parameter_of_an_address_is_marked_in_it(key: list[Any], before: str, mark: str) -> None:
    shown = look(Sent("GET", f"{URL}&d=/" if key[1] == "d" else URL), None, key=key)
    assert (shown.before, shown.mark, shown.is_in_head) == (before, mark, True)


def test_parameters_of_bodies_headers_and_cookies_are_marked() -> None:
    sent = Sent("POST", "https://a.test/", FORM, b"one=1&two=1")
    assert (look(sent, None, key=["form", "two", 0]).before, look(sent, None, key=["form", "two", 0]).mark) == (
        "one=1&two=",
        "1",
    )
    assert look(sent, None, key=["cookie", "theme", 0]).mark == "1"
    assert look(sent, None, key=["header", "x-a", 0]).mark == "b"
    assert look(sent, None, key=["form", "three", 0]).mark == ""
    json = Sent("POST", "https://a.test/", JSON, b'{"a": {"n": 5}, "b": {"n": 5}}')
    assert look(json, None, key=["json", "b.n", 0]).before.endswith('"b": {"n": ')


def test_of_equal_texts_of_a_page_the_one_that_is_taken_is_marked() -> None:
    html = "<ul><li>7</li><li class=x>7</li></ul><p>7</p>"
    shown = look(Sent("GET", URL), page(html), take=["css", "li.x::text", ""])
    assert (shown.before, shown.mark, shown.after) == ("<ul><li>7</li><li class=x>", "7", "</li></ul><p>7</p>")
    rows = look(Sent("GET", URL), page(html), take=["css", "::text", ""], each=["css", "p", ""])
    assert rows.before.endswith("<p>")
    data = page('{"old": {"id": 3}, "new": {"id": 3}}', JSON)
    assert look(Sent("GET", URL), data, take=["json", "new.id", ""]).before.endswith('"new": {"id": ')
    assert look(Sent("GET", URL), page("a=1;b=1;"), take=["re", "b=(\\d)", ""]).before == "a=1;b="
    assert look(Sent("GET", URL), page("x"), take=["url", "next=(\\d)", ""]).mark == "7"


def test_what_stands_nowhere_as_it_is_is_told_without_a_mark() -> None:
    shown = look(Sent("GET", URL), page("<p>a<b>b</b></p>"), take=["css", "p", ""])
    assert (shown.mark, shown.value) == ("<p>a<b>b</b></p>", "<p>a<b>b</b></p>")
    made = look(Sent("GET", URL), page("<p title='1 &#50;'></p>"), take=["css", "p::attr(title)", ""])
    assert (made.mark, made.value) == ("", "1 2")
    assert look(Sent("GET", URL), page("<p>"), take=["css", "no::text", ""]).value == ""


def test_what_is_secret_has_other_letters() -> None:
    answer = page(
        "<input type=password name=pw value=swordfish1>",
        (("Content-Type", "text/html"), ("Set-Cookie", "sid=abcdef123456")),
    )
    sent = Sent("POST", "https://a.test/?token=qwertyuiop", FORM, b"password=hunter22")
    told = str([look(sent, answer), look(sent, answer, answer=True), look(sent, answer, key=["form", "password", 0])])
    assert not [one for one in ("swordfish1", "abcdef123456", "qwertyuiop", "hunter22") if one in told]
    cookie = look(sent, answer, take=["cookie", "sid", ""])
    assert len(cookie.mark) == 12


def test_large_broken_and_missing_bodies_are_shown_as_far_as_they_can_be() -> None:
    long = page("<p>" + "x" * 9000 + "<b>here</b>" + "y" * 9000)
    shown = look(Sent("GET", URL), long, take=["css", "b::text", ""])
    assert (shown.mark, len(shown.before), shown.cut_before) == ("here", 1500, 9006 - 1500)
    assert shown.size == len(long.body or b"")
    huge = look(Sent("GET", URL), page(b"x" * (LARGEST + 1)), answer=True)
    assert (huge.before + huge.after, huge.size) == ("", LARGEST + 1)
    broken = look(Sent("POST", URL, (), b"\xff\xfe\x00a"), page(b"\xff\x00<p>\x80", ()), answer=True)
    assert broken.head.startswith("200 ")
    assert look(Sent("GET", URL), None, answer=True).side == "request"
    with pytest.raises(SampleError, match="infer it anew"):
        show([], Seen(0, 0, {"step": 0}))


def test_the_cookie_of_a_redirect_is_shown_where_it_was_set() -> None:
    hop = Exchange(
        0, Sent("GET", "https://a.test/in"), Answer(302, "https://a.test/in", (("Set-Cookie", "a=1; Path=/"),))
    )
    chain = Exchange(0, Sent("GET", "https://a.test/in"), page("end"), hops=(hop,))
    told = show([Recording("one", (chain,))], Seen(0, 0, {"step": 0, "take": ["cookie", "a", ""]}))
    assert (told.mark, told.head[:3]) == ("1", "")


def test_places_of_a_fact_are_looked_up_in_every_recording_that_has_the_step() -> None:
    fact = {"places": [{"step": 2}, {"step": 9}]}
    report = {"facts": [{"step": 2, "exchanges": [4, None, 6]}, fact]}
    assert [(seen.recording, seen.request) for seen in places_of_fact(report, fact)] == [(0, 4), (2, 6)]
    noise = {"recording": 1, "exchange": 3}
    assert [seen[:2] for seen in places_of_fact({"facts": [noise]}, noise)] == [(1, 3), (1, 3)]
