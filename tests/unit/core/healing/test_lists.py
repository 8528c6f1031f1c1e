"""Lists: columns chosen together, and their selectors."""

import pytest

from scrapy_bt.core.healing.columnpairs import COLUMN_PAIR_NAMES
from scrapy_bt.core.healing.columns import agreement, column_of, columns_of
from scrapy_bt.core.healing.fields import run_selector
from scrapy_bt.core.healing.lists import ListModels, decide_lists, write_list
from scrapy_bt.core.healing.pages import Page
from tests.redesigns import ROWS_NEW, ROWS_OLD


@pytest.fixture(scope="module")
def page():
    return Page(ROWS_NEW)


@pytest.mark.parametrize("selector", ["h3 a", "span.docket", "div.opinion", "div.menu a"])
def test_a_selector_finds_exactly_the_column(page, selector):
    elements = run_selector(page, selector)
    path = write_list(page, column_of(page, elements))
    assert run_selector(page, path) == elements


def test_cells_of_a_table_are_told_by_their_position():
    page = Page(ROWS_OLD)
    elements = run_selector(page, "td:nth-child(2)")
    assert run_selector(page, write_list(page, column_of(page, elements))) == elements


def test_the_rows_of_the_chosen_columns_agree(page):
    likes_length = COLUMN_PAIR_NAMES.index("change of mean length")
    tree = [[likes_length], [0.4], [-1], [-2], [2.0, -2.0]]
    models = ListModels.read({"columns": {"names": COLUMN_PAIR_NAMES, "classes": 1, "trees": [tree]}, "line": [0, 1]})
    old = Page(ROWS_OLD)
    before = {"name": column_of(old, run_selector(old, "td a")), "number": column_of(old, run_selector(old, "td"))}
    found = decide_lists(before, columns_of(page), models, links=frozenset({"name"}))
    assert agreement(found["name"].column, found["number"].column) >= 0.5
    assert all(element.tag == "a" for element in found["name"].column.elements)
    assert decide_lists({}, columns_of(page), models) == {}
