"""Headings between rows."""

from __future__ import annotations

import pytest
from lxml.html import fromstring

from scrapy_bt.core.inference.answers.elements.markup import children_of
from scrapy_bt.core.inference.answers.extraction import page_of
from scrapy_bt.core.inference.answers.fields.grouprows import without_group_heads
from scrapy_bt.core.inference.answers.rows.mainrows import rows_among
from scrapy_bt.core.inference.answers.values import Extraction
from tests.recordings import answer

ENTRY = "<tr><td class=when>{0}:15</td><td class=told><a href=/{0}>Walk {0}</a></td></tr>"
DAY = "<tr class=day><td><b class=date>May {0}</b></td><td></td></tr>"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (
            (DAY.format(1), ENTRY.format(1), ENTRY.format(2), DAY.format(2), ENTRY.format(3), ENTRY.format(4)),
            ":not(.day)",
        ),
        ((ENTRY.format(1), ENTRY.format(2)), ""),
        ((DAY.format(1), ENTRY.format(1), DAY.format(2), ENTRY.format(2)), ""),  # as many as there are entries
        ((DAY.format(1).replace(" class=day", ""), *(ENTRY.format(n) for n in range(4))), ""),  # nothing tells them
        (("<tr class=short><td><a href=/9>Walk 9</a></td></tr>", *(ENTRY.format(n) for n in range(4))), ""),
    ],
    ids=["days", "rows only", "one each", "no class", "an entry that says little"],
)
def test_what_heads_a_group_is_no_row(rows: tuple[str, ...], expected: str) -> None:
    table = fromstring(f"<table>{''.join(rows)}</table>")
    telling, own = without_group_heads(list(table.iter("tr")))
    assert telling == expected
    assert len(own) == len([row for row in rows if not expected or "class=day" not in row])


def test_pages_with_and_without_headings_have_the_same_rows() -> None:
    entries = [ENTRY.format(n) for n in range(12)]
    pages = [
        answer(
            "/1", f"<table id=walks>{DAY.format(1)}{''.join(entries[:4])}{DAY.format(2)}{''.join(entries[4:8])}</table>"
        ),
        answer("/2", f"<table id=walks>{''.join(entries[8:])}</table>"),
    ]
    assert rows_among(pages)[0].each.text == "#walks > tr:has(td):not(.day)"


def test_names_of_columns_in_plain_cells_are_no_row_and_name_the_fields() -> None:
    head = "<tr><td class=tdheader colspan=2>all</td><td class=tdheader>Place</td></tr>"
    rows = "".join(f"<tr><td><a href=/{n}>edit</a></td><td>{n}</td><td>place {n}</td></tr>" for n in range(4))
    (found, *_) = rows_among([answer("/", f"<table id=walks>{head}{rows}</table>")])
    assert (found.each.text, found.count) == ("#walks > tr:has(td):not(:has(> td.tdheader))", 4)
    assert "place" in dict(found.fields)


@pytest.mark.parametrize(
    "head", ["<tr><td class=first>1</td><td class=first>2</td></tr>", "<tr><td>1</td><td>2</td></tr>"]
)
def test_a_first_row_that_only_looks_otherwise_is_a_row(head: str) -> None:
    rows = "".join(f"<tr><td>{n}</td><td>place {n}</td></tr>" for n in range(4))
    assert rows_among([answer("/", f"<table id=walks>{head}{rows}</table>")])[0].count == 5


def test_cells_over_several_columns_that_head_each_other_are_no_rows() -> None:
    across = "<tr><td colspan=3>{0}</td></tr>"
    rows = "".join(f"<tr><td>{n}</td><td>place {n}</td><td>day {n}</td></tr>" for n in range(4))
    alone = "<tr><td colspan=1>closed</td></tr>"
    page = answer("/", f"<table id=walks>{across.format('North')}{across.format('Hills')}{rows}{alone}{rows}</table>")
    table = page_of(page).elements(Extraction("css", "#walks"))[0]
    telling, own = without_group_heads(children_of(table))
    assert len(own) == 9
    assert page_of(page).elements(Extraction("css", f"#walks > tr{telling}")) == own
