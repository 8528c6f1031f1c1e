"""Rows at the end of pages that only load those behind them."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.rows.onwardrows import without_onward
from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.samples.traffic import Answer

ROWS = Extraction("css", "tr")
BOATS = "".join(f"<tr><td>Boat {number}</td></tr>" for number in range(5))


def pages(*lasts: str) -> list[Answer]:
    head = (("Content-Type", "text/html"),)
    return [Answer(200, "https://site.test/", head, f"<table>{BOATS}{last}</table>".encode()) for last in lasts]


@pytest.mark.parametrize(
    ("row", "mark"),
    [
        ('<tr data-load="/boats?page={}"><td>Loading</td></tr>', "[data-load]"),
        ('<tr class="onward"><td><a href="?page={}">More</a></td></tr>', ".onward"),
        ('<tr class="onward"><td><button value="{}">More</button></td></tr>', ".onward"),
    ],
)
def test_a_last_row_that_says_the_same_and_leads_on_is_none(row: str, mark: str) -> None:
    assert without_onward(ROWS, pages(row.format(2), row.format(3), "")) == Extraction("css", f"tr:not({mark})")


@pytest.mark.parametrize(
    "row",
    [
        '<tr data-load="/boats?page={0}"><td>Boat {0}0</td></tr>',
        '<tr class="onward"><td>The end</td></tr>',
        '<tr class="onward"><td><a href="?page={}">Boat 3</a></td></tr>',
        '<tr><td><a href="?page={}">More</a></td></tr>',
    ],
)
def test_what_says_something_leads_nowhere_or_is_like_others_is_a_row(row: str) -> None:
    assert without_onward(ROWS, pages(row.format(2), row.format(3))) == ROWS


def test_one_page_tells_nothing_and_data_have_no_such_rows() -> None:
    only = pages('<tr data-load="/boats?page=2"><td>Loading</td></tr>', "")
    assert without_onward(ROWS, only) == ROWS
    data = Extraction("json", "boats")
    assert without_onward(data, only) == data


def test_an_attribute_that_is_no_name_in_a_selector_marks_nothing() -> None:
    row = '<tr 2x @load="/boats" data-load="/boats?page={}"><td>Loading</td></tr>'
    assert without_onward(ROWS, pages(row.format(2), row.format(3))) == Extraction("css", "tr:not([data-load])")
