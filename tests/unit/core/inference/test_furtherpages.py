"""What was there before further pages of a list."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.furtherpages import left_since
from scrapy_bt.core.samples.traffic import Exchange
from tests.recordings import SITE, ask, record

POSTED = ask("/list", "<p>Lamp</p>", form={"q": "a"})
LED = ask("/list?q=a", "<p>Lamp</p>", lands=f"{SITE}/list?from=0&has=a")
PLAIN = ask("/list?q=a", "<p>Lamp</p>")
ELSEWHERE = ask("/list?q=a", "<p>Lamp</p>", lands=f"{SITE}/found?has=a")


@pytest.mark.parametrize(
    ("search", "left"),
    [(POSTED, [1]), (LED, [1]), (PLAIN, [0, 1]), (ELSEWHERE, [0, 1])],
    ids=["a form", "led on", "a page", "led elsewhere"],
)
def test_a_list_before_a_search_that_is_no_page_by_itself_is_no_page_of_that(search: Exchange, left: list[int]) -> None:
    whole, after = ask("/list", "<p>Lamp</p><p>Rope</p>"), ask("/list?from=8&has=a", "<p>Lamp</p>")
    present = list(enumerate(record(whole, search, after).exchanges))
    assert [step for step, _ in left_since(present, present[2][1], {1})] == left
