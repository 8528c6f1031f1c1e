"""Columns of list pages."""

from scrapy_bt.core.healing import columns
from scrapy_bt.core.healing.columns import (
    COLUMN_NAMES,
    agreement,
    column_of,
    columns_of,
)
from scrapy_bt.core.healing.fields import run_selector
from scrapy_bt.core.healing.pages import Page, seen_text
from tests.redesigns import ROWS_NEW, ROWS_OLD


def texts(column):
    return [seen_text(element) for element in column.elements]


def test_all_rows_of_a_column_are_one_set_whatever_their_stripes():
    found = [texts(column) for column in columns_of(Page(ROWS_OLD))]
    assert [f"State v. Smith {n}" for n in range(1, 9)] in found
    assert [f"Case {n}-{n}00" for n in range(1, 9)] in found


def test_numbers_have_names():
    page = Page(ROWS_OLD)
    column = column_of(page, run_selector(page, "td a"))
    assert len(column.vector) == len(COLUMN_NAMES)


def test_columns_of_the_same_rows_agree():
    page = Page(ROWS_NEW)
    docket = column_of(page, run_selector(page, "span.docket"))
    name = column_of(page, run_selector(page, "h3 a"))
    menu = column_of(page, run_selector(page, "div.menu a"))
    assert agreement(docket, name) == 1.0
    assert agreement(docket, menu) == 0.0


def test_links_without_a_text_are_a_column():
    rows = "".join(f"<tr><td>{n}</td><td><a href='/{n}.pdf'><img src='i.png'></a></td></tr>" for n in range(5))
    found = columns_of(Page(f"<table>{rows}</table>"))
    assert ["/0.pdf", "/1.pdf", "/2.pdf", "/3.pdf", "/4.pdf"] in [
        [element.get("href") for element in column.elements] for column in found
    ]


def test_deeply_nested_blocks_are_read_once(monkeypatch):
    asked = []

    def read(element, **options):
        asked.append(element)
        return seen_text(element, **options)

    monkeypatch.setattr(columns, "seen_text", read)
    rows = "".join(f"<div><b>State v. Smith {n}</b><i>{n}-100</i></div>" for n in range(30))
    page = Page("<html><body>" + "<div>" * 30 + rows + "</body></html>")
    assert columns_of(page)
    assert len(asked) == len(set(asked))
