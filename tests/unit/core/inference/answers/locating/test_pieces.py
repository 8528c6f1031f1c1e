from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.inference.answers.locating.pieces import escape, pieces_of


@pytest.mark.parametrize(
    ("text", "pattern", "name"),
    [
        ("/x?a=1&key=VALUE9&b=2", r"[?&;#]key=([^&#]+)", "key"),
        ('var x = {"key": "VALUE9"}', r'"key"\s*:\s*"([^"]+)"', "key"),
        ("key = 'VALUE9';", r"key\s*=\s*'([^']+)'", "key"),
        ("data-key: VALUE9 and more", r"data-key\s*:\s*(\S+)", "data-key"),
        ("send('VALUE9', 2)", r"send\(\s*'([^']+)'", "send"),
        ("/item/VALUE9/show", r"""/item/([^/?#&"'<>\s]+)""", "item"),
        ("VALUE9;next", r"^([^;]+)", ""),
    ],
)
def test_a_piece_is_found_again_by_what_stands_before_it(text: str, pattern: str, name: str) -> None:
    found = list(pieces_of(text, "VALUE9"))
    assert (pattern, name) in [(each[0], each[1]) for each in found]
    assert all(re.search(each[0], text) and re.search(each[0], text)[1] == "VALUE9" for each in found[:1])  # type: ignore[index]


def test_a_part_of_a_longer_word_is_no_piece() -> None:
    assert list(pieces_of("id=VALUE99", "VALUE9")) == []
    assert list(pieces_of("xVALUE9", "VALUE9")) == []


def test_no_pattern_where_its_end_is_within_the_value() -> None:
    assert not any("'" in each[0] for each in pieces_of("k='a'b'", "a'b"))


@given(st.text(min_size=1, max_size=20), st.text(max_size=20))
def test_what_is_escaped_means_itself(text: str, after: str) -> None:
    blanks = re.sub(r"\s+", " ", text)
    assert re.match(escape(blanks), blanks + after)


@given(st.text(max_size=30), st.from_regex(r"[a-z0-9]{6}", fullmatch=True), st.text(max_size=30))
def test_every_pattern_is_one(left: str, value: str, right: str) -> None:
    for pattern, _, firmness in pieces_of(left + value + right, value):
        re.compile(pattern)
        assert 0 < firmness < 1


def test_a_piece_of_a_path_is_found_by_the_nearest_one_that_stays() -> None:
    text = "https://site.test/file/16442520/d12ae88f/raw"
    pattern, name, _ = next(iter(pieces_of(text, "d12ae88f")))
    assert re.search(pattern, "https://site.test/file/7/zz9/raw")[1] == "zz9"  # type: ignore[index]
    assert name == ""
