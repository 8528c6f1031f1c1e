from __future__ import annotations

from scrapy_bt.core.inference.answers.pages.innerpages import inner_page, page_within
from scrapy_bt.core.inference.answers.rows.rows import rows_of
from scrapy_bt.core.inference.answers.values import Extraction
from tests.recordings import answer, list_page


def test_a_text_of_data_that_is_a_page_and_says_most() -> None:
    answers = [answer("/", {"data": {"html": list_page(number)}, "ok": True}) for number in (1, 2)]
    within = page_within(answers)
    assert within == Extraction("json", "data.html")
    (rows, *_) = rows_of(inner_page(answers[1], within))
    assert (rows.each.text, rows.count) == ("li.row", 3)


def test_values_with_a_little_markup_are_values() -> None:
    for data in ({"text": "a <b>word</b>"}, {"note": "<p>x</p>", "rest": "many words of something else"}, [1], "x"):
        assert page_within([answer("/", data)]) is None
    pages = [answer("/", {name: list_page(1)}) for name in ("one", "two")]
    assert page_within(pages) is None
    assert page_within([answer("/", {"all": [list_page(1), "<p>or another one</p>"]})]) is None
    assert page_within([]) is None
    assert inner_page(pages[0], None) is pages[0]


def test_a_page_may_stand_in_the_only_entry_of_a_list() -> None:
    taken = Extraction("json", "parts[0].drawn")
    assert page_within([answer("/", {"parts": [{"drawn": list_page(1)}]})]) == taken
