"""Cells that stand for several rows or columns."""

import pytest
from lxml import html

from scrapy_bt.core.inference.answers.extraction import extract_within
from scrapy_bt.core.inference.answers.fields.spannedcells import spanned_fields


def rows_of(table: str) -> list:
    return html.fromstring(f"<table>{table}</table>").xpath(".//tr")


def told(table: str, headings: tuple[str, ...] = ()) -> list[dict[str, str]]:
    rows = rows_of(table)
    fields = list(spanned_fields(rows, headings))
    return [{name: extract_within(row, each)[0] for name, each in fields} for row in rows]


def test_a_cell_of_an_earlier_row_belongs_to_the_rows_that_it_is_over():
    table = "<tr><td rowspan=2>a<td>1<td rowspan=2>x<tr><td>2<tr><td>b<td>3<td>y"
    assert told(table, ("letter", "", "sign")) == [
        {"letter": "a", "value": "1", "sign": "x"},
        {"letter": "a", "value": "2", "sign": "x"},
        {"letter": "b", "value": "3", "sign": "y"},
    ]


def test_a_cell_over_two_columns_is_said_of_both():
    assert told("<tr><td rowspan=2>a<td>b<td>c<td>d<tr><td colspan=2>e<td>f", ("one", "two", "three", "four")) == [
        {"one": "a", "two": "b", "three": "c", "four": "d"},
        {"one": "a", "two": "e", "three": "e", "four": "f"},
    ]


def test_a_column_of_links_has_their_addresses():
    (first, second) = told("<tr><td rowspan=2>a<td><a href=/1>1</a><tr><td><a href=/2>2</a>", ("letter", "number"))
    assert (first["number link"], second["number link"]) == ("/1", "/2")


def test_rows_with_as_many_cells_that_are_other_columns_are_not_told_apart():
    rows = rows_of("<tr><td rowspan=2>a<td>1<tr><td>2<tr><td>b<td rowspan=2>3<tr><td>c")
    assert list(spanned_fields(rows, ())) == []


@pytest.mark.parametrize("table", ["<tr><td>a<td>1<tr><td>b<td>2", "<tr><td>a<td>1<tr><td colspan=2>b"])
def test_rows_with_all_of_their_cells_are_as_they_are(table):
    assert list(spanned_fields(rows_of(table), ())) == []


def test_a_comment_between_cells_is_no_cell():
    table = "<tr><td rowspan=2>a<!-- is over two --><td>1<tr><td>2"
    assert told(table, ("letter", "number")) == [{"letter": "a", "number": "1"}, {"letter": "a", "number": "2"}]
