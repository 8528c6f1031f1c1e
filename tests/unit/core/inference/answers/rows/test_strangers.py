"""Rows among others that are none of them."""

from __future__ import annotations

from scrapy_bt.core.inference.answers.extraction import page_of
from scrapy_bt.core.inference.answers.fields.grouprows import said_in
from scrapy_bt.core.inference.answers.rows.strangers import without_strangers
from scrapy_bt.core.inference.answers.values import Extraction
from tests.recordings import answer


def left(each: str, *bodies: str) -> list[str]:
    """What the rows of the last page say that are left."""
    pages = [answer(f"/{number}", body) for number, body in enumerate(bodies)]
    found = without_strangers(Extraction("css", each), pages)
    return [said_in(row) for row in page_of(pages[-1]).elements(found)]


def items(*texts: str, first: str = "<li class=top>Rules</li>") -> str:
    return f"<ul>{first}{''.join(f'<li>{text}</li>' for text in texts)}</ul>"


def test_a_first_row_that_all_pages_have_is_left_out_by_its_class_or_its_place() -> None:
    assert left("li", items("a", "b"), items("c", "d")) == ["c", "d"]
    assert left("li", items("a", "b", first="<li>Rules</li>"), items("c", first="<li>Rules</li>")) == ["c"]
    assert left("li", items("a", "b", first="<li><i>Rules</i></li>"), items("c", first="<li><i>Rules</i></li>")) == [
        "c"
    ]


def test_a_row_that_both_pages_have_among_their_rows_is_one() -> None:
    assert left("li", items("a", "x", "b", first=""), items("c", "x", "d", first="")) == ["c", "x", "d"]


def test_what_is_on_one_page_alone_may_be_anything() -> None:
    assert left("li", items("a", "b")) == ["Rules", "a", "b"]


def test_what_is_paid_for_says_so_or_has_a_class_that_does() -> None:
    own = "<p class=e>a</p><p class=e>b</p>"
    assert left("p.e", f"{own}<p class='e gold'>Buy gold <i>Sponsored</i></p>") == ["a", "b"]
    assert left("p.e", f"{own}<p class='e ad-box'>Buy gold</p>") == ["a", "b"]
    assert left("p.e", f"{own}<p class='e gold'>Sponsored by nobody but sold</p>")[:2] == ["a", "b"]
    assert left("p.e", "<p class='e ad'>a</p><p class='e ad'>b</p>") == ["a", "b"]


def test_totals_over_columns_are_no_rows() -> None:
    row, total = "<tr><td>{0}</td><td>1</td></tr>", "<tr><td colspan=2>Total</td><td>3</td></tr>"
    assert left("tr", f"<table>{row.format('a')}{row.format('b')}{total}</table>") == ["a 1", "b 1"]
    # One among the others is no total.
    rows = f"<table>{row.format('a')}{total}{row.format('b')}</table>"
    assert left("tr", rows) == ["a 1", "Total 3", "b 1"]


def test_rows_of_data_are_as_they_are() -> None:
    assert without_strangers(Extraction("json", "rows"), []) == Extraction("json", "rows")


def test_a_comment_in_a_row_is_no_cell_and_a_name_with_a_colon_is_in_no_selector() -> None:
    head = "<tr><td>Name<td>Price"
    pages = [
        f"<table>{head}{''.join(f'<tr><!-- row --><td><o:p>{name}</o:p><td>5' for name in names)}</table>"
        for names in ("ab", "cd")
    ]
    assert left("tr", *pages) == ["c 5", "d 5"]
    assert left("li", items("a", "b", first="<!-- x --><li>Rules"), items("c", first="<!-- x --><li>Rules")) == ["c"]
