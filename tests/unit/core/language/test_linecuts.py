import pytest

from scrapy_bt.core.language.linecuts import weakest
from scrapy_bt.core.language.words import read_words


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("a & b | c == 1", ["|"]),
        ("a + b * c + d", ["+", "+"]),
        ('x "one" "two" "three"', ['"two"', '"three"']),
        ("a", []),
    ],
)
def test_a_line_is_cut_at_what_binds_loosest(text, cut):
    words = list(read_words(text))
    assert [words[number].text for number in weakest(words, range(len(words)))] == cut
