"""Headings with what is below some of them only."""

from __future__ import annotations

from scrapy_bt.core.inference.answers.extraction import extract_within, page_of
from scrapy_bt.core.inference.answers.fields.sections import of_parts, parts_below
from tests.recordings import answer

NOTE, COST = "<p class=note>n{0}</p>", "<p class=cost><a href='/{0}'>{0} EUR</a></p>"


def test_what_is_below_a_heading_is_taken_up_to_the_next() -> None:
    body = "".join(f"<h3>t{n}</h3>{NOTE.format(n) if n != 1 else ''}{COST.format(n)}" for n in range(4))
    rows = list(page_of(answer("/", f"<div>{body}</div>")).root.iter("h3"))
    fields = dict(of_parts(rows, parts_below(rows)))
    assert list(fields) == ["note", "cost", "cost_link"]
    told = [[extract_within(row, each) for each in fields.values()] for row in rows]
    assert told == [[[] if n == 1 else [f"n{n}"], [f"{n} EUR"], [f"/{n}"]] for n in range(4)]


def test_it_has_to_be_there_once_and_to_be_no_heading() -> None:
    for inner in ("<p>a</p><p>b</p>", "<h4>a</h4><p>b</p>", "<p>a</p>", ""):
        body = f"<h3>t</h3>{inner}" * 4
        assert parts_below(list(page_of(answer("/", f"<div>{body}</div>")).root.iter("h3"))) == []
