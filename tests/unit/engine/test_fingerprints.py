from __future__ import annotations

import pytest
from hypothesis import example, given
from scrapy import Request
from scrapy.utils.request import RequestFingerprinter, fingerprint

from scrapy_bt.engine.fingerprints import LeanFingerprinter
from tests.unit.core.documents.urls import urls


@example("http://shop.example/a/b-c_d.html?b=2&a=1&a-b=0&a=")
@example("http://shop.example/?")
@example("https://shop.example:443/")
@given(urls())
def test_fingerprints_are_those_of_scrapy(url: str) -> None:
    try:
        request = Request(url)
    except ValueError:
        return
    ours = LeanFingerprinter()
    assert ours.fingerprint(request) == RequestFingerprinter().fingerprint(request)


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
