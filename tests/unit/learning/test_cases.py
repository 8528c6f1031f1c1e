"""What proposals are made from."""

from scrapy_bt.learning import cases
from scrapy_bt.learning.cases import Case
from scrapy_bt.learning.trials import KeptPage

PAGES = [KeptPage(f"https://a.test/{n}", state, "x" * 10) for n in range(4) for state in ("good", "failing")]
CASE = Case(PAGES[0], [], PAGES, {})


def test_pages_of_today_are_those_that_fail():
    assert [page.url[-1] for page in CASE.now] == ["0", "1", "2", "3"]


def test_the_oldest_pages_are_left_out_where_all_are_too_much(monkeypatch):
    monkeypatch.setattr(cases, "_MOST_CHARACTERS", 50)
    assert CASE.bounded().pages == PAGES[4:]
    monkeypatch.setattr(cases, "_MOST_CHARACTERS", 6)
    assert CASE.bounded().pages == PAGES[6:]
    monkeypatch.setattr(cases, "_MOST_CHARACTERS", 1_000)
    assert CASE.bounded().pages == PAGES
