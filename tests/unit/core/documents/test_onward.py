"""What links to the next page say."""

from __future__ import annotations

import pytest

from scrapy_bt.core.documents.onward import NAMES_ONWARD, SAYS_ONWARD


@pytest.mark.parametrize("text", ["Next", "Tiếp", "Trang tiếp »", "tiếp theo", "Neste", "Neste side", "Neste »"])
def test_words_of_few_languages_that_lead_on(text: str) -> None:
    assert SAYS_ONWARD.search(text)


@pytest.mark.parametrize("text", ["Trực tiếp", "tiếp thị", "neste tamanho", "Nada neste momento"])
def test_other_words_of_the_same_letters(text: str) -> None:
    assert not SAYS_ONWARD.search(text)


@pytest.mark.parametrize(
    "text", ["Next", "next page", "Older posts", "Weiter", "下一页", "下页", "次へ", "다음", " » ", ">>"]
)
def test_texts_that_lead_on(text: str) -> None:
    assert SAYS_ONWARD.search(text)


@pytest.mark.parametrize("text", ["Previous", "nextcloud", "Home » Blog", "moreover", "上一页", "3"])
def test_texts_that_do_not(text: str) -> None:
    assert not SAYS_ONWARD.search(text)


@pytest.mark.parametrize("name", ["a.btn-nextPage", "li.pager__item--next > a", "a:-soup-contains('下一')"])
def test_names_hold_the_words_anywhere(name: str) -> None:
    assert NAMES_ONWARD.search(name)
