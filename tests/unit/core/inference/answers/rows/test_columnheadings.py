from __future__ import annotations

from scrapy_bt.core.inference.answers.rows.columnheadings import with_headings
from scrapy_bt.core.inference.answers.rows.mainrows import rows_among
from scrapy_bt.core.inference.answers.values import Extraction
from tests.recordings import answer

ROWS = [[str(number), f"<a href='/{number}'>Thing {number}</a>", f"{number}.50"] for number in range(7, 10)]
EACH = Extraction("json", "data")


def names(data: object) -> list[str]:
    (rows, *_) = rows_among([answer("/data", data)])
    return [name for name, _ in rows.fields]


def test_columns_are_called_as_what_stands_beside_the_rows() -> None:
    assert names({"data": ROWS}) == ["value_1", "title", "link", "value_3"]
    assert names({"data": ROWS, "columns": ["No", "What", "Price"]}) == ["no", "what", "what_link", "price"]
    assert names({"data": ROWS, "fields": [{"name": "no"}, {"name": "what"}, {"name": "price"}]})[-1] == "price"


def test_columns_are_called_as_those_of_the_table_of_the_page() -> None:
    data = answer("/data", {"data": ROWS})
    (rows, *_) = rows_among([data])
    pages = [
        answer("/a", "<table><tr><th>Other</th><th>Table</th></tr></table>"),
        answer("/b", "<table><thead><tr><th>Number</th><th>Name</th><th>Price, EUR</th></tr></thead></table>"),
    ]
    found = with_headings(rows.fields, [data], EACH, pages)
    assert [name for name, _ in found] == ["number", "title", "link", "price_eur"]
    assert with_headings(rows.fields, [data], EACH, pages[:1]) == rows.fields
