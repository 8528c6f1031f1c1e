from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.tree.addresses import as_url_part, encodings, fill, in_host, in_path, in_query
from scrapy_bt.core.tree.values import UnfitValueError


@pytest.mark.parametrize(
    ("literals", "found"),
    [
        ([""], [as_url_part]),
        (["", ""], [as_url_part, as_url_part]),
        (["https://"], [in_host]),
        (["//"], [in_host]),
        (["https://", "."], [in_host, in_host]),
        (["https://site.test"], [in_host]),
        (["https://site.test/"], [in_path]),
        (["https://site.test", "/"], [in_host, in_path]),
        (["https://site.test/a/", "?q="], [in_path, in_query]),
        (["https://site.test/?a=", "&b="], [in_query, in_query]),
        (["https://site.test/#"], [in_query]),
        (["", "?q="], [as_url_part, in_query]),
        (["/"], [in_path]),
        (["page-"], [in_path]),
        (["", "/"], [as_url_part, in_path]),
    ],
)
def test_the_place_of_a_placeholder_decides(literals: list[str], found: list[object]) -> None:
    assert encodings(literals) == found


@pytest.mark.parametrize(
    ("encode", "value", "text"),
    [
        (as_url_part, " https://site.test/ü b?c=d&e#f ", "https://site.test/%C3%BC%20b?c=d&e#f"),
        (as_url_part, "/100%/%41", "/100%25/%41"),
        (in_path, "a/b c?d#e%2F", "a/b%20c%3Fd%23e%2F"),
        (in_query, "a/b c?d#e%2F&=+", "a%2Fb%20c%3Fd%23e%252F%26%3D%2B"),
        (in_host, "www.site.test:8080", "www.site.test:8080"),
        (in_host, "[::1]", "[::1]"),
        (in_host, "münchen", "münchen"),
        (in_host, "/page?x=1", "/page?x=1"),
        (in_host, "?x=1", "?x=1"),
        (in_host, "", ""),
        (in_query, "\ud800", "%3F"),
    ],
)
def test_encodings(encode: object, value: str, text: str) -> None:
    assert encode(value) == text  # type: ignore[operator]


@pytest.mark.parametrize("value", ["a/b", "user@host", "a b", "a?b", "evil.test/"])
def test_what_is_no_host_is_refused(value: str) -> None:
    with pytest.raises(UnfitValueError, match="cannot stand in the host"):
        in_host(value)


@pytest.mark.parametrize(
    ("value", "message"), [(None, "'x' is none"), ([1, 2], r"'x' is \[1, 2\], not one value"), ({}, "not one value")]
)
def test_what_is_not_one_value_is_refused(value: object, message: str) -> None:
    with pytest.raises(UnfitValueError, match=message):
        fill(in_path, value, "x")


def test_values_are_filled_as_text() -> None:
    assert fill(in_path, 3.0, "x") == "3"
    assert fill(in_query, True, "x") == "true"


@given(st.text(st.characters(exclude_categories=("Cs",))))
def test_a_query_value_comes_back_whole(value: str) -> None:
    url = f"https://site.test/?a={in_query(value)}&b=1"
    assert parse_qs(urlsplit(url).query, keep_blank_values=True) == {"a": [value], "b": ["1"]}


@given(st.text(st.characters(exclude_categories=("Cs",), exclude_characters="%")))
def test_a_path_value_stays_in_the_path(value: str) -> None:
    parts = urlsplit(f"https://site.test/{in_path(value)}?q#f")
    assert (parts.netloc, parts.query, parts.fragment) == ("site.test", "q", "f")
    assert unquote(parts.path) == f"/{value}"


@given(st.text())
def test_no_host_leads_elsewhere(value: str) -> None:
    try:
        host = in_host(value)
    except UnfitValueError:
        return
    assert not set(host) & set("@\\ ") or host[:1] in "/?#"
