"""What repeats on a page and is no row of a list."""

from __future__ import annotations

from scrapy_bt.core.inference.answers.rows.properties import are_properties
from scrapy_bt.core.inference.answers.values import Extraction
from tests.recordings import answer


def table(title: str, price: str, colon: str = ":") -> str:
    rows = {"Title": title, "Price": price, "Kind": "same"}
    return "".join(f"<tr><td>{name}{colon}</td><td class=v>{value}</td></tr>" for name, value in rows.items())


def told(each: str, *bodies: str) -> bool:
    pages = [answer(f"/{number}", f"<table>{body}</table>") for number, body in enumerate(bodies)]
    return are_properties(Extraction("css", each), pages)


def test_lines_with_the_same_labels_and_other_values_are_properties() -> None:
    assert told("tr", table("a", "1"), table("b", "2"))
    assert told("td.v", table("a", "1"), table("b", "2"))


def test_labels_may_stand_in_the_text_of_a_line() -> None:
    line = "<tr><td>Price: {}</td></tr><tr><td>Made in: {}</td></tr>"
    assert told("tr", line.format("1", "Oslo"), line.format("2", "Lima"))
    assert not told("tr", line.format("1", "Oslo"), line.format("2", "Oslo"))


def test_names_that_do_not_say_that_they_are_labels_may_be_of_rows() -> None:
    assert not told("tr", table("a", "1", ""), table("b", "2", ""))


def test_one_page_and_pages_that_say_the_same_tell_nothing() -> None:
    assert not told("tr", table("a", "1"))
    assert not told("tr", table("a", "1"), table("a", "1"))


def test_data_has_no_labels() -> None:
    assert not are_properties(Extraction("json", "rows"), [])
