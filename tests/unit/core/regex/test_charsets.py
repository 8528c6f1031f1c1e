import re

import pytest

from scrapy_bt.core.regex.charsets import has, ranges_of
from scrapy_bt.core.regex.syntax import Chars, parse

EVERYTHING = "".join(map(chr, range(0x110000)))


@pytest.mark.parametrize(
    "text",
    [
        "[a-z]",
        "[^a]",
        r"\d",
        r"\W",
        r"[^\s\d]",
        r"[\w-]",
        "(?i)[k-s]",
        "(?i)[^k]",
        "(?i)[ß-à]",
        "(?ai)[a-z]",
        r"(?a)\w",
        "(?i)[Ā-ž]",
    ],
)
def test_ranges_hold_what_re_matches(text: str) -> None:
    (chars,) = parse(text, 0).body
    inside = "".join(EVERYTHING[first : end + 1] for first, end in ranges_of(chars))
    assert inside == "".join(re.findall(text, EVERYTHING))


def test_ranges_for_ascii_only() -> None:
    assert ranges_of(Chars(((97, 97),), is_negated=True), 127) == ((0, 96), (98, 127))
    assert ranges_of(Chars(((228, 228),)), 127) == ()


def test_membership() -> None:
    assert has(Chars(((97, 99),), "d"), "5")
    assert not has(Chars(((97, 99),), "d", is_negated=True), "b")
    assert has(Chars((), is_negated=True), "\n")
    assert not has(Chars(()), "a")
