"""Where names may begin and end, in scripts with spaces and without."""

import pytest

from scrapy_bt.core.preference.scripts import fold, is_border, words


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("the cat sat", 4, True),
        ("concat", 3, False),
        ("cat", 0, True),
        ("cat", 3, True),
        ("os.path", 2, True),
        ("在北京市", 1, True),
        ("用Python写", 1, True),
        ("Straße", 4, False),
    ],
)
def test_borders(text, at, expected):
    assert is_border(text, at) is expected


def test_folding_keeps_each_character_at_its_place():
    assert fold("İstanbul ABC") == "İstanbul abc"
    assert fold("ÄÖ") == "äö"


def test_words_of_both_kinds_of_script():
    assert words("the quick fox_1") == ["the", "quick", "fox", "1"]
    assert words("北京大学 in 2024") == ["北京", "京大", "大学", "in", "2024"]
    assert words("“naïve” – café_2\u3000ok") == ["naïve", "café", "2", "ok"]
