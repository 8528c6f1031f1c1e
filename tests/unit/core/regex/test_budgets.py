import pytest

from scrapy_bt.core.regex import budgets
from scrapy_bt.core.regex.budgets import MOST_LINKS, Budget, TooMuch, free, no_memory, no_time


def test_a_budget_is_many_times_the_page_and_never_small():
    assert Budget(10).most == 64_000_000
    assert Budget(50_000_000).most == 1_000_000_000


def test_the_steps_of_a_tag_share_it_and_tags_do_not(monkeypatch):
    monkeypatch.setattr(budgets, "LEAST", 10)
    budget = Budget(0)
    budget.begin("a", "rematch")(6)
    budget.begin("b", "rematch")(6)
    budget.begin("a", "treatment 1")(4)
    with pytest.raises(TooMuch, match=r"tag a, treatment 2: its values come to more than 10 characters"):
        budget.begin("a", "treatment 2")(1)


def test_who_has_no_budget_spends_freely():
    free(1 << 60)


def test_the_links_of_a_tag_are_counted_together():
    budget = Budget(0)
    budget.spend_links("a", MOST_LINKS)
    budget.spend_links("b", 1)
    with pytest.raises(TooMuch, match=r"tag a, link: it takes more than 100,000 links from this page"):
        budget.spend_links("a", 1)


def test_time_that_is_over_names_the_tag():
    assert "tag a, link: to make its links absolute took longer than 2 s on this page" in str(no_time("tag a, link", 2))


def test_memory_that_is_not_there_names_the_tag():
    assert "tag a: " in str(no_memory("a"))
