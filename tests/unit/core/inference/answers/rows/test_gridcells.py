"""Cells of one kind: the days of a calendar, or what rows of a table say in their columns."""

from __future__ import annotations

from collections.abc import Sequence

from scrapy_bt.core.documents.elements import Element
from scrapy_bt.core.inference.answers.extraction import page_of
from scrapy_bt.core.inference.answers.rows.gridcells import are_cells_of_rows, are_of_grid
from scrapy_bt.core.inference.answers.values import Extraction
from tests.recordings import answer

HEADS = "<thead><tr><th>Thing<th>Price<th></tr></thead>"


def table(heads: str, cells: Sequence[str]) -> tuple[Sequence[Element], Sequence[Element]]:
    """The rows and the cells of a table of three columns."""
    lines = (
        "".join(f"<td class=c>{cell}</td>" for cell in cells[place : place + 3]) for place in range(0, len(cells), 3)
    )
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    page = page_of(answer("/", f"<table class=t>{heads}<tbody>{body}</tbody></table>"))
    return page.elements(Extraction("css", "tbody > tr")), page.elements(Extraction("css", "td.c"))


def test_rows_below_headings_are_no_grid_and_their_cells_no_rows() -> None:
    rows, cells = table(HEADS, ["Lamp", "5.00", "Open", "Rope", "2.50", "Open"])
    assert not are_of_grid([rows], [[cells]])
    assert are_cells_of_rows([cells], [[rows], [cells]])


def test_days_that_count_up_below_the_names_of_days_are_rows() -> None:
    days = "<thead><tr><th>Mo<th>Tu<th>We</tr></thead>"
    rows, cells = table(days, ["1", "2 Market", "3", "4", "5", "6 Fair"])
    assert are_of_grid([rows], [[cells]])
    assert not are_cells_of_rows([cells], [[rows]])


def test_cells_without_headings_are_rows() -> None:
    rows, cells = table("", ["Lamp", "Rope", "Kettle", "Jug", "Cup", "Pan"])
    assert are_of_grid([rows], [[cells]])
    assert not are_cells_of_rows([cells], [[rows]])
