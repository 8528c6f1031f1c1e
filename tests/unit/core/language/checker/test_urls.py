import pytest

from scrapy_bt.core.language.checker.urls import is_relative
from scrapy_bt.core.tree.nodes import Reference, Template
from tests.checking import PAGE, codes, only_fault


def check_url(url: str) -> list[str]:
    return codes(f'{PAGE}p :: visit "{url}"\nmain :: and (v) {{ :page :p }}')


@pytest.mark.parametrize(
    "url",
    [
        "",
        " ",
        "x y",
        "x y{v}",
        "javascript:1",
        "javascript:{v}",
        "mailto:a@b.test",
        "localhost:8000/",
        "localhost:{v}/",
        "https://",
        "https:///a",
        "http:a.test",
        "https://a b/",
        "https://a.test:x/",
        "https://[::1/",
    ],
)
def test_what_cannot_be_fetched_is_no_url(url: str) -> None:
    assert check_url(url) == ["bad-url"]


@pytest.mark.parametrize(
    "url",
    [
        "https://a.test",
        "HTTP://a.test:80/x y?q=a b",
        "https://{v}",
        "http{v}://a.test/",
        "{v}",
        "{v}:80/x y",
        "file:///a/b c",
        "data:,a b",
        "ftp://a.test/x",
        "s3://bucket/key",
        "https://[::1]/",
        "https://täst.test/ä",
        "/a b",
        "a?b=c:d e",
        "//a.test/x",
        "page/{v}",
    ],
)
def test_what_can_be_fetched_is_one(url: str) -> None:
    assert check_url(url) == []


def test_the_fault_names_what_is_wrong() -> None:
    fault = only_fault('p :: visit "javascript:1" main :: and { :p }')
    assert fault.message == "nothing is fetched by `javascript:`"
    assert "https" in fault.advice
    assert len(only_fault(f'p :: visit "https://{"a b" * 99}" main :: and {{ :p }}').message) < 120


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("a", True),
        ("/a", True),
        ("//a.test", True),
        ("?a=b:c", True),
        ("https://a.test", False),
        ("javascript:1", False),
        ("", False),
        (None, False),
        (Template(("/a", Reference("v"))), True),
        (Template(("a/", Reference("v"))), True),
        (Template(("a", Reference("v"))), False),
        (Template(("https://", Reference("v"))), False),
        (Template((Reference("v"), "/a")), False),
    ],
)
def test_a_relative_url_surely_needs_a_page(url: "str | Template | None", *, expected: bool) -> None:
    assert is_relative(url) is expected
