"""Grids without an element for each row."""

from __future__ import annotations

import lxml.html
import pytest

from scrapy_bt.core.inference.answers.fields.flatgrids import cells_behind, first_cells

HEADS = "<p class=h>Name<p class=h>Wood<p class=h>Seats"


def cells(*texts: str, before: str = "") -> tuple[str, list[str]]:
    inner = "".join(f"<p class=c>{text}</p>" for text in texts)
    found = lxml.html.fromstring(f"<div>{before}{inner}</div>").cssselect("p.c")
    css, rows = first_cells("p.c", found)
    return css, [row.text_content() for row in rows]


@pytest.mark.parametrize(
    ("before", "css"),
    [(HEADS, "div > p.c:nth-child(3n+1)"), ("<h2>Boats</h2>", "div > p.c:nth-child(3n+2)")],
    ids=["heads", "none"],
)
def test_the_order_of_cells_tells_the_rows(before: str, css: str) -> None:
    texts = [text for n in range(3) for text in (f"Boat of {n}", "oak", f"{n} m")]
    assert cells(*texts, before=before) == (css, ["Boat of 0", "Boat of 1", "Boat of 2"])


@pytest.mark.parametrize(
    ("texts", "before"),
    [
        (["Dinghy", "Barge", "Punt", "Raft"] * 3, "<h2>Boats</h2>"),
        (["1", "2", "3"] * 3, ""),
        (["Dinghy", "4", "Barge", "5"], ""),
        (["Dinghy", "4", "Barge", "5", "Punt", "6", "7"], ""),
        (["Dinghy", "Barge"] * 3, "<h2>Boats</h2><p class=tools>New"),
        (["Dinghy", "Barge", "Punt", "Raft"] * 2, HEADS),
    ],
    ids=["entries", "numbers", "two rows", "one too many", "a title and tools", "heads of others"],
)
def test_other_elements_are_rows_themselves(texts: list[str], before: str) -> None:
    assert cells(*texts, before=before) == ("p.c", texts)


def test_the_cells_behind_end_where_the_next_row_begins() -> None:
    inner = "".join(f"<p class=c>{n}" for n in range(9))
    every = lxml.html.fromstring(f"<div>{inner}</div>").cssselect("p.c")
    firsts, seconds, thirds = (every[place::3] for place in range(3))
    assert cells_behind(firsts, ()) == seconds
    assert cells_behind(seconds, firsts) == thirds
    assert cells_behind(thirds, firsts) == []
    assert cells_behind(every, ()) == []


@pytest.mark.parametrize(
    ("cell", "width"),
    [("<p class=c><b>{0}</b><i>{0} m</i></p>", 4), ("<li class=c>{0}</li>", 4), ("<p class=c>{0}</p>", 20)],
    ids=["things", "entries of a list", "too many"],
)
def test_what_stands_behind_each_fourth_record_or_far_behind_is_no_cell_of_it(cell: str, width: int) -> None:
    inner = "".join(map(cell.format, range(3 * width)))
    every = lxml.html.fromstring(f"<div>{inner}</div>").cssselect(".c")
    assert cells_behind(every[::width], ()) == []


@pytest.mark.parametrize("end", ["", " m", " of oak"], ids=["number", "unit", "words"])
def test_vast_cells_are_told_as_short_ones_are(end: str) -> None:
    vast = f"7{' -' * 30_000}{end}"
    texts = ["Dinghy", vast, "Barge", vast, "Punt", vast]
    are_numbers = end != " of oak"
    assert cells(*texts)[1] == (texts[::2] if are_numbers else texts)
