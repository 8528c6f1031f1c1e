import re

import pytest
import regex

from scrapy_bt.core.regex.dialects import Dialect, Untranslatable, write
from scrapy_bt.core.regex.syntax import parse


@pytest.mark.parametrize(
    ("text", "dialect", "written"),
    [
        ("a.", "re2", r"a(?s:.)"),
        ("[ab]", "re2", r"[\x{61}-\x{62}]"),
        ("[ab]", "regex", r"[\x61-\x62]"),
        (r"\d", "re2", r"[\x{30}-\x{39}]"),
        ("(a)(?:b|cd)", "re2", "(a)(?:b|cd)"),
        ("a+?", "re2", "(?:a){1,}?"),
        (r"^\Ba$", "re2", r"\A\Ba\z"),
        ("a$", "regex", r"a\Z"),
        ("(?=a)(?<!b)", "regex", "(?=a)(?<!b)"),
        (r"(a)\1(?(1)b|c)", "regex", r"(a)(?:\1)(?(1)b|c)"),
    ],
)
def test_how_it_is_written(text: str, dialect: Dialect, written: str) -> None:
    assert write(parse(f"(?s){text}", 0).body, dialect, is_for_ascii=True, ends_in_line=False) == written


@pytest.mark.parametrize(
    ("text", "is_for_ascii", "ends_in_line"),
    [
        ("(?=a)", True, False),
        (r"(a)\1", True, False),
        (r"\b", False, False),
        ("a$", True, True),
        ("a{1001}", True, True),
    ],
)
def test_what_re2_cannot_say(text: str, is_for_ascii: bool, ends_in_line: bool) -> None:
    with pytest.raises(Untranslatable):
        write(parse(text, 0).body, "re2", is_for_ascii=is_for_ascii, ends_in_line=ends_in_line)


def test_the_end_before_the_last_line_end() -> None:
    assert write(parse("a$", 0).body, "regex", is_for_ascii=True, ends_in_line=True) == r"a(?=\n?\Z)"


@pytest.mark.parametrize(
    "text", [r"\bä", r"ä\b", r"\B.\B", r"(?<=\bä)ö", r"(?<=ö\b)-", r"(?<!\B.)ö", r"(?:\b|x)ö", r"(?a)\b.", r"\b"]
)
def test_boundaries_mean_what_re_means(text: str) -> None:
    page = "äöäx ö-ä_öx\n\u0301ö中ä١ xö ä"
    written = write(parse(text, 0).body, "regex", is_for_ascii=False, ends_in_line=False)
    spans = [found.span() for found in re.finditer(text, page)]
    assert spans
    assert [found.span() for found in regex.finditer(written, page)] == spans


def test_a_set_of_words_is_written_seldom_and_short() -> None:
    """Hundreds of ranges take long to be read."""
    word = write(parse(r"\w", 0).body, "regex", is_for_ascii=False, ends_in_line=False)
    assert len(word) < 3000
    boundary = write(parse(r"\b", 0).body, "regex", is_for_ascii=False, ends_in_line=False)
    assert len(boundary) < 3 * len(word) + 50
