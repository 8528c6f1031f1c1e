"""What fields say, whatever stands in them; test_har_entries.py reads whole entries."""

from typing import Any

import pytest

from scrapy_bt.capture.har_fields import (
    form_of,
    has_size,
    headers_of,
    kind_of_entry,
    list_of,
    mapping_of,
    pairs_of,
    seconds_of,
    set_cookie_of,
    status_of,
    text_of,
)
from scrapy_bt.core.samples.traffic import Sent


@pytest.mark.parametrize("odd", [None, 5, "x", [5], [[]], {"a": 1}, True])
def test_what_is_no_such_thing_is_nothing(odd: Any) -> None:
    assert pairs_of(odd) == list_of(odd) == []
    assert form_of(odd, "") is None
    assert mapping_of(odd) == (odd if isinstance(odd, dict) else {})
    assert isinstance(text_of(odd), str)
    assert status_of({"status": odd}) in (0, 5)
    assert has_size({"size": odd}) is (odd == 5)


def test_headers_are_a_list_of_pairs_or_an_object() -> None:
    pairs = [{"name": "A", "value": "1"}, {"name": ":path", "value": "/"}, {"value": "lost"}]
    assert headers_of(pairs) == headers_of({"A": "1", ":path": "/"}) == (("A", "1"),)
    assert headers_of({"Set-Cookie": "a=1\nb=2"}) == (("Set-Cookie", "a=1"), ("Set-Cookie", "b=2"))


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("application/x-www-form-urlencoded", b"a%5B%5D=x+y&b=%20"),
        ("multipart/form-data; boundary=z", b'name="a[]"\r\n\r\nx y'),
    ],
)
def test_a_form_is_made_of_its_fields(content_type: str, body: bytes) -> None:
    found = form_of([{"name": "a[]", "value": "x y"}, {"name": "b", "value": "%20"}], content_type)
    assert found is not None
    assert body in found


def test_a_cookie_is_the_header_that_sets_it() -> None:
    cookie = {"name": "a", "value": "1", "path": "/", "domain": "a.test", "secure": True, "httpOnly": True}
    assert set_cookie_of(cookie) == "a=1; Path=/; Domain=a.test; HttpOnly; Secure"


@pytest.mark.parametrize(
    ("entry", "seconds"),
    [
        ({"time": 250}, 0.25),
        ({"time": "250"}, 0.25),
        ({"time": -1, "timings": {"wait": 20, "send": -1}}, 0.02),
        ({}, 0),
    ],
)
def test_how_long_it_took(entry: dict[str, Any], seconds: float) -> None:
    assert seconds_of(entry) == seconds


def test_what_it_was_loaded_for_is_told_by_the_tool_or_by_headers() -> None:
    url = "https://a.test/"
    assert kind_of_entry({"_resourceType": "Script"}, Sent("GET", url)) == "script"
    assert kind_of_entry({}, Sent("GET", url, (("Sec-Fetch-Dest", "iframe"),))) == "document"
    assert kind_of_entry({}, Sent("GET", url, (("X-Requested-With", "XMLHttpRequest"),))) == "xhr"
    assert kind_of_entry({}, Sent("GET", url)) == ""
