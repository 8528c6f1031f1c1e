"""URL-encoded fields, read and changed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.samples.fields import (
    fields_of,
    percent_decoded,
    segments_of,
    with_fields,
    with_segments,
    written_field,
)

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


def pairs(text: str) -> list[tuple[str, str]]:
    return [(field.name, field.value) for field in fields_of(text)]


def test_a_query_is_parted_at_its_signs() -> None:
    assert pairs("q=a+b%20c&ids[]=1&ids[]=2&flag&empty=&&x=1=2") == [
        ("q", "a b c"),
        ("ids[]", "1"),
        ("ids[]", "2"),
        ("flag", ""),
        ("empty", ""),
        ("x", "1=2"),
    ]


def test_a_query_may_be_parted_by_semicolons() -> None:
    assert pairs("p=walks.git;a=log;h=refs/heads/x") == [("p", "walks.git"), ("a", "log"), ("h", "refs/heads/x")]
    assert with_fields("p=a;h=b;n=1", {1: "c;d", 2: None}) == "p=a;h=c%3Bd"
    assert pairs("p=a;b&n=1") == [("p", "a;b"), ("n", "1")]
    assert pairs("words=one;two") == [("words", "one;two")]


def test_one_piece_without_a_sign_has_no_name() -> None:
    assert pairs("1234567") == [("", "1234567")]
    assert with_fields("1234567", {0: "89"}) == "89"


@given(st.text("ab&=%+2 0", max_size=20))
def test_nothing_changed_is_nothing_changed(text: str) -> None:
    assert with_fields(text, {}) == text
    assert with_fields(text, {place: field.value for place, field in enumerate(fields_of(text))}) == text


@given(TEXTS, TEXTS)
def test_a_value_that_is_put_in_is_read_again(name: str, value: str) -> None:
    text = f"{written_field(name or 'a', 'old')}&b=2"
    changed = with_fields(text, {0: value})
    assert pairs(changed) == [(name or "a", value), ("b", "2")]


def test_only_what_changes_is_written_anew() -> None:
    assert with_fields("a=%7e&&b=x%2fy&c=3", {2: "ü b"}) == "a=%7e&&b=x%2fy&c=%C3%BC+b"
    assert with_fields("a=1%20&b=2", {1: "x y"}) == "a=1%20&b=x%20y"
    assert with_fields("a=1&b=2&c=3", {0: None, 2: None}) == "b=2"
    assert with_fields("a=1&flag", {1: "on"}) == "a=1&flag=on"


@pytest.mark.parametrize(
    ("raw", "declared", "text", "charset"),
    [
        ("%E4%BD%A0", "", "你", "utf-8"),
        ("%C4%E3%BA%C3", "", "你好", "gb2312"),
        ("%CF%F0", "windows-1251", "Пр", "windows-1251"),
        ("%FCber", "no-such-charset", "über", "latin-1"),
        ("100%", "", "100%", "utf-8"),
    ],
)
def test_a_charset_is_found(raw: str, declared: str, text: str, charset: str) -> None:
    assert percent_decoded(raw, declared) == (text, charset)


def test_a_sign_that_stood_plain_stays_plain() -> None:
    assert with_fields("(title=*lamp*)&n=1", {0: "*rope*)"}) == "(title=*rope*)&n=1"
    assert with_fields("title=a%29", {0: "b)&"}) == "title=b%29%26"


def test_a_field_keeps_its_charset() -> None:
    assert with_fields("q=%C4%E3%BA%C3", {0: "好"}) == "q=%BA%C3"
    assert with_fields("q=%C4%E3%BA%C3", {0: "镕"}) == "q=%E9F"  # written as its successor, GB18030, does
    assert with_fields("q=%CF%F0", {0: "Пр"}, charset="windows-1251") == "q=%CF%F0"
    assert with_fields("q=%FC", {0: "你"}) == "q=%E4%BD%A0"  # no such letter in it


def test_a_path_is_parted_at_its_slashes() -> None:
    assert [(piece.name, piece.value) for piece in segments_of("/a%20b//c;id=1/")] == [("0", "a b"), ("1", "c;id=1")]
    assert with_segments("/a%20b//c/", {1: "d/e"}) == "/a%20b//d%2Fe/"
    assert with_segments("/a/b/c", {1: None}) == "/a/c"
    assert with_segments("/", {}) == "/"
