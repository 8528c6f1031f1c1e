from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from scrapy_bt.core.inference.answers.elements.markup import children_of
from scrapy_bt.core.inference.answers.extraction import extract_within, page_of
from scrapy_bt.core.inference.answers.rows import tablerows
from scrapy_bt.core.inference.answers.rows.mainrows import rows_among
from scrapy_bt.core.inference.answers.rows.tablerows import below_column_names, by_headings, tables_apart, without_sums
from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer

ROWS = Extraction("css", "table.data > tr:has(td)")
FORM = "<tr><td>Of</td><td>Walks</td><td>OK</td></tr><tr><td>From</td><td>May</td></tr>" * 2


def table(rows: Sequence[Sequence[str]], sums: str = "") -> str:
    cells = ("".join(f"<td>{text}</td>" for text in row) for row in rows)
    return f"<table class=data>{''.join(f'<tr>{own}</tr>' for own in cells)}{sums}</table>"


def page(*names: str, sums: str = "") -> Answer:
    rows = [(f'<a href="/{name}">{name}</a>', "1", "2", str(len(name))) for name in names]
    return answer("/", f"<table class=data>{FORM}</table><div>{table(rows, sums)}</div>")


def test_rows_of_a_table_stand_apart_from_a_narrower_one_that_is_called_the_same() -> None:
    pages = [page("lamp", "table", "chair"), page("spoon", "fork", "knife", "plate")]
    assert [each.text for each in tables_apart(ROWS, pages)] == ["table.data > tr:has(> td:nth-child(4))"]
    best = rows_among(pages)[0]
    assert (best.each.text, best.count) == ("table.data > tr:has(> td:nth-child(4))", 4)


def test_wider_ones_are_left_out_as_well() -> None:
    both = answer("/", table([("a", "b")] * 3) + table([("a", "b", "c")] * 3))
    found = list(tables_apart(ROWS, [both]))
    assert [each.text for each in found] == [
        "table.data > tr:has(td):not(:has(> :nth-child(3)))",
        "table.data > tr:has(> td:nth-child(3))",
    ]
    assert [len(page_of(both).elements(each)) for each in found] == [3, 3]


def test_rows_of_one_table_stay_together_however_many_cells_they_have() -> None:
    rows = [("a", "b"), ("a", "b", "c"), ("a", "b")]
    assert list(tables_apart(ROWS, [answer("/", table(rows))])) == [ROWS]


def headed(*names: str) -> str:
    return table([("a", "b")] * 3).replace("<tr>", f"<tr>{''.join(f'<th>{name}</th>' for name in names)}</tr><tr>", 1)


def test_tables_of_a_page_with_other_headings_stand_apart() -> None:
    both = answer("/", headed("name▼", "size") + headed("day", "size"))
    found = [each.text for each in by_headings(ROWS, [both])]
    assert found == [f'table.data:has(th:contains("{name}")) > tr:has(td)' for name in ("name", "day")]


def test_tables_of_pages_that_are_in_another_order_are_one() -> None:
    pages = [answer("/", headed("name▼", "size")), answer("/", headed("name", "size ↑"))]
    assert list(by_headings(ROWS, pages)) == [ROWS]
    assert list(by_headings(ROWS, [answer("/", headed("name", "size")), answer("/", headed("day", "size"))])) == [ROWS]


def test_a_sum_of_what_leads_somewhere_is_no_row() -> None:
    pages = [
        page(*names, sums=f"<tr><td>Others</td><td>{len(names)}</td><td>4</td><td>9</td></tr>")
        for names in (("lamp", "table", "chair"), ("spoon", "fork"))
    ]
    (best, *_) = rows_among(pages)
    found = [extract_within(row, best.fields[0][1])[0] for row in page_of(pages[1]).elements(best.each)]
    assert found == ["spoon", "fork"]


def test_a_last_row_that_says_something_else_on_each_page_is_one() -> None:
    pages = [page("lamp", "table", sums=f"<tr><td>{name}</td><td>1</td></tr>") for name in ("fork", "knife")]
    assert without_sums(ROWS, pages) == ROWS


def priced(*prices: str, last: str) -> Answer:
    rows = "".join(f"<tr><td>Thing {price}</td><td>{price}</td></tr>" for price in prices)
    return answer("/", f"<div><table class=data>{rows}{last}</table></div>")


def test_a_row_with_the_sums_of_the_others_is_none() -> None:
    pages = [
        priced("1,000.50", "2", "3", last="<tr class=foot><td>In all</td><td>1,005.50 €</td></tr>"),
        priced("4", "5", "6", last="<tr class=foot><td>In all</td><td>15.00 €</td></tr>"),
    ]
    assert without_sums(ROWS, pages).text == f"{ROWS.text}:not(.foot)"
    plain = [
        priced("1", "2", "3", last="<tr><td>In all</td><td>6</td></tr>"),
        priced("4", "5", "6", last="<tr><td>In all</td><td>15</td></tr>"),
    ]
    told = without_sums(ROWS, plain)
    assert [len(page_of(page).elements(told)) for page in plain] == [3, 3]
    other = [priced("1", "2", "3", last="<tr><td>In all</td><td>7</td></tr>"), plain[1]]
    assert without_sums(ROWS, other) == ROWS
    words = [priced("1", "2", "3", last="<tr><td>Thing</td><td>6</td></tr>"), plain[1]]
    assert without_sums(ROWS, words) == ROWS


def test_comments_are_no_cells() -> None:
    def commented(*names: str) -> Answer:
        own = page(*names, sums=f"<tr><td>Sum</td><td>{len(names)}</td><td>{2 * len(names)}</td><td></td></tr>")
        return answer("/", (own.body or b"").decode().replace("<tr>", "<tr><!-- row -->"))

    pages = [commented("lamp", "table", "chair"), commented("spoon", "fork", "knife", "plate")]
    assert [each.text for each in tables_apart(ROWS, pages)] == ["table.data > tr:has(> td:nth-child(4))"]
    wide = next(iter(tables_apart(ROWS, pages)))
    assert [len(page_of(each).elements(without_sums(wide, pages))) for each in pages] == [3, 4]


def named(*rows: str, above: str = "", names: str = "<tr><th>#</th><th>Name</th><th>Cost</th></tr>") -> Answer:
    own = "".join(f"<tr><td>1</td><td>{row}</td><td>2</td></tr>" for row in rows)
    return answer("/", f"<table><tr><td>Of</td><td>all</td></tr></table><table>{above}{names}{own}</table>")


def test_rows_stand_below_the_names_of_columns_where_some_do() -> None:
    each = Extraction("css", "body > table > tr:has(td)")
    above = "<tr><td colspan=3>Worst</td></tr>"
    pages = [named("lamp of brass", "table", above=above), named("chair", "wooden spoon", above=above)]
    found = below_column_names(each, pages)
    assert found.text == "body > table > tr:has(> th:nth-child(3)) ~ tr:has(td)"
    assert [[row[1].text for row in page_of(one).elements(found)] for one in pages] == [
        ["lamp of brass", "table"],
        ["chair", "wooden spoon"],
    ]
    for other in (
        [named("lamp", "table", names="<tr><th>Name</th><th>Cost</th></tr>")],
        [named("lamp", "table"), named()],
        [named("lamp", "table", above="<tr><td>What was found is much more than that</td></tr>")],
    ):
        assert below_column_names(each, other) == each


def test_the_cells_of_each_row_are_looked_at_twice_at_most_however_many_rows_stand_below_the_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = list[Any]()

    def look(row: Any) -> list[Any]:
        looked.append(row)
        return children_of(row)

    monkeypatch.setattr(tablerows, "children_of", look)
    pages = [named(*(f"lamp of brass {number}" for number in range(9)))]
    found = below_column_names(Extraction("css", "body > table > tr:has(td)"), pages)
    assert len(page_of(pages[0]).elements(found)) == 9
    assert set(Counter(looked).values()) == {1, 2}
