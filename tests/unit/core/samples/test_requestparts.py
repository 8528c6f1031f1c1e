from scrapy_bt.core.samples.requestparts import (
    cookies_of,
    cookies_written,
    form_written,
    parts_of_request,
    query_written,
    split_url,
)
from scrapy_bt.core.samples.traffic import Sent

FORM = ("Content-Type", "application/x-www-form-urlencoded")
SENT = Sent(
    "POST",
    "https://shop.example/a/b?q=1#top",
    (FORM, ("Content-Length", "9"), ("X-A", "1"), ("Cookie", "a=1; b"), ("cookie", "c=3")),
    b"user=ann",
)


def test_a_request_has_its_parts_in_order() -> None:
    assert [(part.where, part.leaves) for part in parts_of_request(SENT)] == [
        ("path", [("0", "a"), ("1", "b")]),
        ("query", [("q", "1")]),
        ("form", [("user", "ann")]),
        ("header", [("x-a", "1")]),
        ("cookie", [("a", "1"), ("b", ""), ("c", "3")]),
    ]


def test_a_url_is_split_as_it_stands() -> None:
    assert split_url("https://shop.example/a?#") == ("https://shop.example", "/a", "", "")
    assert split_url("/a") == ("", "/a", None, None)


def test_query_form_and_cookies_are_written_and_the_rest_stays() -> None:
    assert query_written(SENT, "").url == "https://shop.example/a/b#top"
    assert form_written(SENT, "").body is None
    assert form_written(SENT, "x=y").body == b"x=y"
    assert [cookie.strip() for cookie in cookies_of(SENT)] == ["a=1", "b", "c=3"]
    assert cookies_written(SENT, ["b=2", "c=3"]).headers == (*SENT.headers[:3], ("Cookie", "b=2; c=3"))
    assert cookies_written(SENT, []).headers == SENT.headers[:3]
