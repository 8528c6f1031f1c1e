"""Words tell relevant pages from others."""

import pytest

from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.core.preference.languages import language_of
from scrapy_bt.core.preference.vocabulary import WordCounts


def test_words_count_by_how_much_more_frequent_they_are():
    vocabulary = WordCounts()
    assert vocabulary.log_odds((1,)) == 0.0
    for number in range(10):
        vocabulary.note((1, 2) if number % 2 else (2,), 1.0)
        vocabulary.note((2, 3), 0.0)
    assert vocabulary.log_odds((1,)) > abs(vocabulary.log_odds((2,)))
    assert vocabulary.log_odds((3,)) < 0.0
    assert vocabulary.log_odds((1, 3)) < vocabulary.log_odds((1,))
    assert vocabulary.log_odds((9,)) == vocabulary.log_odds(()) == 0.0


def test_before_there_are_relevant_pages_words_say_little():
    little, much = WordCounts(), WordCounts()
    for count, vocabulary in ((1, little), (5, much)):
        for _ in range(count):
            vocabulary.note((1,), 1.0)
            vocabulary.note((2,), 0.0)
            vocabulary.note((2,), 0.0)
    assert 0.0 < -little.log_odds((2,)) < -much.log_odds((2,))


def test_each_name_once_the_own_one_first():
    assert Entity("q", "Ada", aliases=("Countess", "Ada")).names == ("Ada", "Countess")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The engine is one of the first that were built for the state.", "en"),
        ("Die Maschine ist eine der ersten, die für den Staat gebaut wurden.", "de"),
        ("La machine est une des premières qui sont dans les musées.", "fr"),
        ("As máquinas que não foram feitas para o estado", "pt"),
        ("分析机是一种通用计算机，由查尔斯·巴贝奇设计。", "zh"),
        ("分析机 Analytical Engine 是一种通用计算机", "zh"),
        ("解析機関は、バベッジが設計した計算機である。", "ja"),
        ("해석 기관은 기계식 계산기이다", "ko"),
        ("Аналитическая машина", "ru"),
        ("Analytical Engine", ""),
        ("1837 ∑ 42", ""),
        ("", ""),
    ],
)
def test_the_script_tells_it_or_the_frequent_words_do(text, language):
    assert language_of(text) == language
