"""Languages of texts."""

import pytest

from scrapy_bt.core.preference.languages import language_of


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
