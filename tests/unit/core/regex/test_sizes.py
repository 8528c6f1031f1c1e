import re

import pytest

from scrapy_bt.core.regex.patterns import Pattern
from scrapy_bt.core.regex.sizes import MOST, count_positions, demand_small, parts_of
from scrapy_bt.core.regex.syntax import parse
from scrapy_bt.errors import PatternError


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("abc", 3),
        ("a{10}b*", 11),
        ("(?:ab){2,5}", 10),
        ("(?:(?:a{3}){4}){5}", 60),
        ("a|bc", 3),
        ("(?<=a{3})b(?!c{4})", 8),
        ("(a)?(?(1)b{2}|c)", 4),
        (r"(a)\1{9}", 10),
        ("(?>a{7})", 7),
    ],
)
def test_how_many_characters_a_pattern_has(text, count):
    if "(?>" in text and not hasattr(re, "_parser"):
        pytest.skip("Python 3.10 knows no such parts")
    assert count_positions(parse(text, 0).body) == count


def test_a_character_has_no_parts():
    assert [*parts_of(parse("a", 0).body[0])] == []


@pytest.mark.parametrize(
    ("text", "position", "number"),
    [
        ("(?:(?:a{1000}){1000}){1000}", 14, "1,000,000,000"),
        ("(?<=(?:(?:a{1000}){1000}){1000})b", 18, "1,000,000,001"),
        ("(?<!(?:ab){200,60000})b", 10, "120,001"),
        ("b(?=(?:a{400}){400})", 14, "160,001"),
        ("x(?:a{1000}){101}", 12, "101,001"),
        # What Python's re cannot read is measured by its text.
        (r"(?:(?:\p{Han}{1000}){1000}){1000}", 20, "1,000,000,000"),
        (r"(?:(?:[]{9}\]]{1000}){99}\p{Han}){2,}(?<n>a{,900}){900}", 33, "1,008,002"),
        ("(?x)(?:(?:(?:a{100} # (\n){1000}){1000}){99})\\p{Han}", 32, None),
        (r"\p{Han}{99999999999999999999999999999999}", 7, "10^18 and more"),
        ("(?<=a{3,}(?:b{9999}){9999})", 20, None),
    ],
)
def test_what_would_need_too_much_memory_is_a_mistake_with_its_place(text, position, number):
    with pytest.raises(PatternError, match="with its repetitions written out it has") as caught:
        Pattern(text)
    assert caught.value.position == position
    assert number is None or f" {number} characters, and {MOST:,} are the most" in str(caught.value)


@pytest.mark.parametrize(
    "text", ["a{100000}", "(?:a{300}){300}", r"\p{Han}{2,9}[{9}a]{999}(?:x){e<=2}", r"\d{4}\p{L}{90000}"]
)
def test_what_is_not_too_large_passes(text):
    Pattern(text)


def test_a_pattern_with_comments_is_rather_refused_by_its_text():
    text = r"(?:[#]\p{L}{300}){300}"
    demand_small(text, None)
    with pytest.raises(PatternError):
        demand_small(text, None, re.VERBOSE)
