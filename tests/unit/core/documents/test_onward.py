import pytest

from scrapy_bt.core.documents.onward import NAMES_ONWARD, SAYS_ONWARD


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
