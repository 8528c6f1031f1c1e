from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scrapy import Request
from scrapy.utils.request import RequestFingerprinter, fingerprint
from w3lib.url import safe_url_string

from scrapy_bt.engine.fingerprints import LeanFingerprinter, is_safe

_PART = st.one_of(st.text("abzAZ019_-.", max_size=6), st.text("abzAZ019_-.~%/+ é", max_size=6))
_HOST = st.one_of(
    st.sampled_from(["127.0.0.1", "shop.example", "xn--bcher-kva.example", "a--b.test", "1.2", "0x7f.1", "[::1]"]),
    st.text("az09-.", min_size=1, max_size=8),
)
_PORT = st.sampled_from(["", ":80", ":443", ":080", ":8000", ":59999", ":65536", ":99999", ":"])
_QUERY = st.lists(st.tuples(_PART, st.sampled_from(["", "="]), _PART), max_size=4)


@st.composite
def _urls(draw: st.DrawFn) -> str:
    scheme, mark = draw(st.sampled_from(["http", "https", "HTTP", "ftp"])), draw(st.sampled_from(["", "?"]))
    path = "/".join(draw(st.lists(_PART, max_size=3)))
    query = "&".join(map("".join, draw(_QUERY)))
    return f"{scheme}://{draw(_HOST)}{draw(_PORT)}/{path}{mark}{query}"


@example("http://shop.example/a/b-c_d.html?b=2&a=1&a-b=0&a=")
@example("http://shop.example/?")
@example("https://shop.example:443/")
@given(_urls())
def test_fingerprints_and_safe_urls_are_those_of_scrapy(url: str) -> None:
    try:
        request = Request(url)
    except ValueError:
        return
    ours = LeanFingerprinter()
    assert ours.fingerprint(request) == RequestFingerprinter().fingerprint(request)
    if is_safe(url):
        assert safe_url_string(url) == url


@pytest.mark.parametrize(
    "request_",
    [
        Request("http://a.test/b", method="POST", body=b"\x00x"),
        Request("http://a.test/b?d=1&c=2", meta={"verbatim_url": True}),
        Request("http://a.test/b?d=1&c=2", method="É"),
        Request("http://a.test/b", method='"'),
        Request("http://a.test/b", headers={"A": "b"}),
    ],
    ids=["body", "verbatim", "method", "quote", "headers"],
)
def test_what_else_a_fingerprint_counts(request_: Request) -> None:
    assert LeanFingerprinter().fingerprint(request_) == fingerprint(request_)
