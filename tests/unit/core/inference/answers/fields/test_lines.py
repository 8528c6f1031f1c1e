"""Rows that go on in several lines behind them."""

from __future__ import annotations

from collections.abc import Sequence

from lxml.html import fromstring

from scrapy_bt.core.inference.answers.extraction import extract_within
from scrapy_bt.core.inference.answers.fields.lines import behind, lines_of
from scrapy_bt.core.inference.answers.rows.mainrows import rows_among
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer

HEAD, LINE = "<tr class=order><td>{0}<td>Order {0}", "<tr class=part><td><td>{1} <i>of</i> {0}<td><b>{1}.50</b>"


def table(counts: Sequence[int], head: str = HEAD, line: str = LINE) -> str:
    entries = (
        head.format(n) + "".join(line.format(n, part) for part in range(count)) for n, count in enumerate(counts)
    )
    return f"<table>{''.join(entries)}</table>"


def texts(html: str, css: str) -> list[str]:
    return ["".join(each.itertext()).strip() for each in lines_of(fromstring(html).cssselect(css))]


def test_all_lines_up_to_the_next_row_are_of_it() -> None:
    assert len(texts(table([2, 3, 1, 2]), "tr.order")) == 8
    assert texts(table([1, 1, 1, 1]), "tr.order") == [], "one behind each goes on with it"
    assert len(behind(fromstring(table([1, 1, 1, 1])).cssselect("tr.order"))) == 4
    assert texts(table([2, 3, 1, 2]), "tr.part") == []
    assert texts(table([2, 2]), "tr.order") == []


def test_a_heading_of_a_group_has_no_lines_and_stripes_are_none() -> None:
    assert texts(table([2, 3, 2], head="<tr class=day><td colspan=3>Day {0}"), "tr.day") == []
    assert texts(table([2, 3, 2], head="<tr class=part><td>{0}<td>{0}"), "tr.part") == []
    assert texts(table([2, 3, 2], line="<tr class=light><td>{0}<td>{1}"), "tr.order") == [], "built as the rows are"


def test_a_record_holds_what_its_lines_say() -> None:
    def page(start: int) -> Answer:
        entries = (
            f"<div class=receipt><b>{n}</b><span class=shop>Shop {n}</span></div>"
            + "".join(f"<div class=bought><em>{n}-{part}</em><a href=/{n}/{part}>see</a></div>" for part in range(2))
            for n in range(start, start + 5)
        )
        return answer(f"/{start}", f"<main>{''.join(entries)}</main>")

    pages = [page(10), page(20)]
    best = rows_among(pages)[0]
    assert (best.each.text, best.count) == ("div.receipt", 5)
    row = fromstring(pages[0].body or b"").cssselect("div.receipt")[1]
    held = [extract_within(row, extraction) for _, extraction in best.fields]
    assert ["11-0", "11-1"] in held
    assert ["/11/0", "/11/1"] in held
    last = fromstring(pages[0].body or b"").cssselect("div.receipt")[-1]
    assert ["14-0", "14-1"] in [extract_within(last, extraction) for _, extraction in best.fields]
