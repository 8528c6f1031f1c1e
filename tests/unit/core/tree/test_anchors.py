from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.tree.anchors import scheme_of
from scrapy_bt.core.tree.expressions import compile_url
from scrapy_bt.core.tree.nodes import Reference, Template
from scrapy_bt.core.tree.task import Frame
from scrapy_bt.core.tree.values import UnfitValueError

HOSTILE = (
    ".evil.test", "@evil", "@evil.test/", ":80", ":pw@evil.test", "\\@evil.test", "\t.evil.test", "-evil.test", "x",
    "//evil.test/", "/\\evil.test", ":443@evil.test/", "\n@evil", "://evil.test/?", "evil.test/", "?@evil.test",
    "#@evil.test", "..", "%2eevil.test", "[::1]", "。evil.test", "https://evil.test/", "/../../", "",
)  # fmt: skip


def fill(text: str, *values: str) -> str:
    """The URL of a template in which each `{}` is a placeholder."""
    parts: list[str | Reference] = []
    for number, literal in enumerate(text.split("{}")):
        parts += [Reference(f"v{number - 1}")] if number else []
        parts += [literal] if literal else []
    frame = Frame(0, {f"v{number}": value for number, value in enumerate(values)})
    return compile_url(Template(tuple(parts)))(frame, 0.0)


@pytest.mark.parametrize("value", HOSTILE)
@pytest.mark.parametrize(
    "text", ["https://shop.test{}", "https://shop.test{}/x", "https://shop.test:8443{}", "http{}://shop.test/"]
)
def test_a_host_that_is_named_is_the_one_that_is_asked(text: str, value: str) -> None:
    try:
        url = fill(text, value)
    except UnfitValueError:
        return
    constant = urlsplit(text.replace("{}", ""))
    found = urlsplit(url)
    assert (found.hostname, found.port, found.username) == (constant.hostname, constant.port, None)
    assert found.scheme.startswith("http")


@pytest.mark.parametrize("value", HOSTILE[:8])
def test_what_goes_on_with_the_host_is_a_fault(value: str) -> None:
    with pytest.raises(UnfitValueError):
        fill("https://shop.test{}", value)


@pytest.mark.parametrize("value", HOSTILE)
def test_a_host_stays_below_the_end_that_is_named(value: str) -> None:
    try:
        url = fill("https://{}.shop.test/x", value)
    except UnfitValueError:
        return
    found = urlsplit(url)
    assert (found.hostname or "").endswith(".shop.test")
    assert (found.port, found.username, found.path) == (None, None, "/x")


@pytest.mark.parametrize("value", HOSTILE)
def test_a_path_from_the_root_stays_at_its_host(value: str) -> None:
    try:
        url = fill("/{}", value)
    except UnfitValueError:
        assert value.startswith("/")
        return
    assert not url.startswith("//")


@pytest.mark.parametrize(
    ("text", "values", "url"),
    [
        ("https://shop.test{}", ["/a?b=c"], "https://shop.test/a?b=c"),
        ("https://shop.test{}", ["?b=c"], "https://shop.test?b=c"),
        ("https://shop.test{}{}", ["/a", "b"], "https://shop.test/ab"),
        ("https://{}", ["shop.test:8080"], "https://shop.test:8080"),
        ("https://{}{}", ["shop.test:8080", "/a"], "https://shop.test:8080/a"),
        ("https://{}/x", ["[::1]"], "https://[::1]/x"),
        ("https://{}.shop.test{}", ["a.b", "/x"], "https://a.b.shop.test/x"),
        ("https://shop.{}/x", ["co.uk"], "https://shop.co.uk/x"),
        ("https://www{}.shop.test/", ["2"], "https://www2.shop.test/"),
        ("https://shop.test:{}/x", ["8080"], "https://shop.test:8080/x"),
        ("https://me:{}@shop.test/x", ["secret"], "https://me:secret@shop.test/x"),
        ("http{}://shop.test/", ["s"], "https://shop.test/"),
        ("{}://shop.test/", ["https"], "https://shop.test/"),
        ("{}", ["//other.test/"], "//other.test/"),
        ("{}/x", ["https://other.test"], "https://other.test/x"),
        ("//{}/x", ["other.test"], "//other.test/x"),
        ("/{}", ["a//b"], "/a//b"),
        ("https://shop.test/{}", ["/x"], "https://shop.test//x"),
    ],
)
def test_what_does_not_change_a_host_is_filled_as_ever(text: str, values: list[str], url: str) -> None:
    assert fill(text, *values) == url


@given(st.text("./:@?#[]\\\t\n\rae%0-9。", max_size=12))
def test_no_value_leads_elsewhere(value: str) -> None:
    for text in ("https://shop.test{}", "https://{}.shop.test/", "https://u:{}@shop.test/"):
        try:
            host = urlsplit(fill(text, value)).hostname
        except (UnfitValueError, ValueError):  # no URL at all, which is told too
            continue
        assert (host or "").endswith("shop.test")


@pytest.mark.parametrize(
    ("literals", "scheme"),
    [(["FILE:///x/", ""], "file"), (["data:,", ""], "data"), (["", ":x"], ""), (["/a:b"], ""), (["http", "://a"], "")],
)
def test_the_scheme_that_the_author_has_written(literals: list[str], scheme: str) -> None:
    assert scheme_of(literals) == scheme
