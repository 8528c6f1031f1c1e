"""Rows below a heading that says that they are not what was asked for."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.extraction import page_of
from scrapy_bt.core.inference.answers.rows.beside import without_those_beside
from scrapy_bt.core.inference.answers.values import Extraction
from tests.recordings import answer

EACH = Extraction("css", "p.row")
A, B, C = (f"<p class=row>{text}</p>" for text in "abc")


def found(html: str) -> list[str]:
    page = answer("/", html)
    return [row.text for row in page_of(page).elements(without_those_beside(EACH, [page]))]


@pytest.mark.parametrize("heading", ["You may also like", "Ähnliche Dinge", "Popular now", "关连: 推荐"])
def test_rows_below_such_a_heading_are_left_out(heading: str) -> None:
    assert found(f"<h2>Found</h2><div>{A}{B}</div><h2>{heading}</h2><div>{C}</div>") == ["a", "b"]
    assert found(f"<div>{A}{B}</div><section><header><h3>{heading}</h3></header><div>{C}</div></section>") == ["a", "b"]
    assert found(f"<div>{A}{B}<h4>{heading}</h4>{C}</div>") == ["a", "b"]


def test_rows_below_other_headings_and_where_there_are_no_others_are_kept() -> None:
    assert found(f"<h2>New</h2><div>{A}{B}</div><h2>Used</h2><div>{C}</div>") == ["a", "b", "c"]
    assert found(f"<h2>Popular now</h2><div>{A}{B}{C}</div>") == ["a", "b", "c"]


def test_where_nothing_tells_the_others_apart_all_are_kept() -> None:
    assert found(f"<h2>See also</h2><div>{A}</div><h2>Found</h2><div>{B}{C}</div>") == ["a", "b", "c"]


def test_rows_of_data_stand_below_no_heading() -> None:
    assert without_those_beside(Extraction("json", "rows"), []) == Extraction("json", "rows")


def test_what_stands_before_a_row_is_what_stands_before_those_behind_it() -> None:
    assert found(f"<div>{A}{A}{B}<h4>See also</h4>{C}{C}{A}</div>") == ["a", "a", "b"]
    assert found(f"<h2>Found</h2><div><div>{A}</div><div>{B}</div></div><h2>Related</h2><div>{C}{A}</div>") == [
        "a",
        "b",
    ]
