"""Rows of a redesigned list."""

from scrapy_bt.core.healing.fields import run_selector
from scrapy_bt.core.healing.pages import Page
from scrapy_bt.core.healing.rows import first_within, heal_rows, rows_around
from scrapy_bt.learning.shipped_models import read_models
from tests.redesigns import ROWS_NEW, ROWS_OLD

ROWS = ROWS_NEW.count("class='opinion'")


def test_rows_are_healed_by_what_stands_in_them():
    _, models = read_models()
    pages = [Page(ROWS_NEW), Page(ROWS_NEW)]
    selector, probability = heal_rows(Page(ROWS_OLD), "table.cases tr", ["td a::text", "td::text"], pages, models)
    assert [one.get("class") for one in run_selector(pages[0], selector)] == ["opinion"] * ROWS
    assert 0 <= probability <= 1
    assert heal_rows(Page(ROWS_OLD), "h7", [], pages, models) is None
    assert heal_rows(Page(ROWS_OLD), "tr", [], [Page("<p>")], models) is None


def test_the_largest_element_with_one_of_each():
    page = Page(ROWS_NEW)
    titles, numbers = run_selector(page, "h3 a"), run_selector(page, ".docket")
    assert [one.tag for one in rows_around([titles, numbers])] == ["div"] * ROWS
    assert rows_around([titles, run_selector(page, ".menu a")]) == []
    row = run_selector(page, ".opinion")[1]
    assert first_within(row, "a::text")[0].text == "State v. Jones 2"
    assert (first_within(row, "./p"), first_within(row, "a::::b")) == ([], [])
