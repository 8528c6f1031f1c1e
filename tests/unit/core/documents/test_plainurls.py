from __future__ import annotations

from urllib.parse import urlparse

from hypothesis import example, given
from w3lib.url import safe_url_string

from scrapy_bt.core.documents.plainurls import is_safe, match_plain
from tests.unit.core.documents.urls import urls


@example("http://shop.example/a/b-c_d.html?b=2&a=1&a-b=0&a=")
@example("https://shop.example:443/")
@given(urls())
def test_a_plain_url_has_the_parts_that_python_finds_and_is_safe_for_scrapy(url: str) -> None:
    plain = match_plain(url)
    assert is_safe(url) is (plain is not None)
    if plain is not None:
        parsed = urlparse(url)
        assert (plain["scheme"], plain["netloc"], plain["host"]) == (parsed.scheme, parsed.netloc, parsed.hostname)
        assert (plain["path"], plain["query"] or "") == (parsed.path, parsed.query)
        assert not parsed.params
        assert safe_url_string(url) == url


def test_common_urls_are_plain_and_others_are_not() -> None:
    assert is_safe("https://shop.example/goods/page-2.html?sort=price&page=2")
    others = ("http://shop.example", "http://shop.example/a b", "http://u:p@shop.example/", "/goods", "http://[::1]/")
    assert not any(map(is_safe, others))
