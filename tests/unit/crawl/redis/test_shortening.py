import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.crawl.redis.fields import FieldError
from scrapy_bt.crawl.redis.shortening import REFERER, expand_referer, expand_url, shorten_referer, shorten_url

URL = "https://site.test/list/1"


@pytest.mark.parametrize(
    ("url", "short"),
    [
        ("https://www.site.test/", "\x01site.test/"),
        ("http://www.site.test/", "\x02site.test/"),
        ("https://site.test/", "\x03site.test/"),
        ("http://site.test/", "\x04site.test/"),
        ("data:,x", "data:,x"),
        ("", ""),
    ],
)
def test_a_url_loses_its_usual_beginning(url: str, short: str) -> None:
    assert shorten_url(url) == short
    assert expand_url(short) == url


@given(st.sampled_from(["https://www.", "http://", "ftp://", ""]), st.text(st.characters(min_codepoint=32)))
def test_any_url_comes_back(scheme: str, rest: str) -> None:
    assert expand_url(shorten_url(scheme + rest)) == scheme + rest


def test_a_referer_is_what_differs_from_the_url() -> None:
    headers = {b"Accept": [b"text/html"], REFERER: [b"https://site.test/list/"]}
    assert shorten_referer(headers, URL) == [len("https://site.test/list/"), ""]
    assert headers == {b"Accept": [b"text/html"]}
    assert expand_referer([18, "other"], URL) == [b"https://site.test/other"]


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126)))
def test_any_referer_comes_back(referer: str) -> None:
    short = shorten_referer({REFERER: [referer.encode()]}, URL)
    assert expand_referer(short, URL) == [referer.encode()]


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {REFERER: [b"a"], b"Accept": [b"text/html"]},
        {REFERER: [b"a", b"b"]},
        {REFERER: ["é".encode()]},
    ],
)
def test_a_referer_that_is_not_the_last_and_only_one_stays(headers: dict[bytes, list[bytes]]) -> None:
    before = dict(headers)
    assert shorten_referer(headers, URL) is None
    assert headers == before


@pytest.mark.parametrize("value", [None, [1], ["1", ""], [-1, ""], [len(URL) + 1, ""]])
def test_what_is_no_referer_is_refused(value: object) -> None:
    with pytest.raises(FieldError, match="its referer is "):
        expand_referer(value, URL)
