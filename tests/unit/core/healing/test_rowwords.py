"""Rows by the words that stand in each."""

import pytest

from scrapy_bt.core.healing.fields import run_selector
from scrapy_bt.core.healing.pages import Page
from scrapy_bt.core.healing.rowwords import rows_by_words, words_of_rows

OLD = "<div class=offer><h3>Lamp {n}</h3><dl><dt>Colour</dt><dd>{c}</dd><dt>Maker</dt><dd>Sable</dd></dl></div>"
NEW = "<li><h4>Lamp {n}</h4><p><b>Maker:</b> Ember</p><p><b>Colour:</b> {c}</p></li>"
COLOURS = ["Red", "Blue", "Ivory", "Green"]


def page(row, *, top="", count=4):
    return Page(f"<html><body>{top}<main>{''.join(row.format(n=n, c=COLOURS[n]) for n in range(count))}</main></body>")


def words(before):
    return words_of_rows(before, run_selector(before, "div.offer"))


def test_what_stands_once_in_each_row_and_nowhere_else():
    assert words(page(OLD)) == ["colour", "maker", "sable"]
    assert words(page(OLD, top="<nav><a>Maker</a></nav>")) == ["colour", "sable"]
    assert words(page(OLD, count=2)) == [], "two rows say little"


@pytest.mark.parametrize("count", [3, 4])
def test_rows_of_today_are_the_largest_elements_with_all_of_them(count):
    rows, agreeing = rows_by_words(page(NEW, count=count), words(page(OLD)), 4)
    assert [row.tag for row in rows] == ["li"] * count
    assert agreeing == 2


@pytest.mark.parametrize(
    "now",
    [
        "<dt>Colour</dt><dd>{c}</dd><dt>Maker</dt><dd>x</dd>",  # nothing around each
        "<p>Nothing alike</p>",
        "<li>Colour Colour</li><li><b>Colour</b><i>Colour</i><i>Colour</i></li>",  # far more of them
    ],
)
def test_none_where_no_element_holds_one_of_each(now):
    assert rows_by_words(page(now), words(page(OLD)), 4) == ([], 0)
