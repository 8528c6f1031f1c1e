"""Lines of a label and a value within rows."""

from __future__ import annotations

from typing import Any

import pytest

from scrapy_bt.core.inference.answers.extraction import extract_within, page_of
from scrapy_bt.core.inference.answers.fields.labelledlines import labelled_lines
from tests.recordings import answer


def rows(line: str) -> list[Any]:
    """Of four things, every second of which has a line more."""
    shown = ""
    for n in range(4):
        told = [("Title:", f"t{n}"), *([("Made of:", "wood")] if n % 2 else []), ("Price:", f"<a href=/p/{n}>{n}</a>")]
        shown += f"<div>{''.join(line.format(*each) for each in told)}</div>"
    return list(page_of(answer("/", shown)).root.iter("div"))


@pytest.mark.parametrize("line", ["<p><b>{}</b><i>{}</i></p>", "<dl><dt>{}</dt><dd>{}</dd></dl>"])
def test_values_are_found_by_their_labels_wherever_they_stand(line: str) -> None:
    found = labelled_lines(own := rows(line))
    assert [name for name, _ in found.fields] == ["Title", "Price", "Price link"]
    told = [[extract_within(row, each) for _, each in found.fields] for row in own]
    assert told == [[[f"t{n}"], [str(n)], [f"/p/{n}"]] for n in range(4)]
    assert found.labels == {"Title:", "Made of:", "Price:"}
    assert found.hold([["Title:", "t1"], ["2"]])
    assert not found.hold([["another"]])


@pytest.mark.parametrize("line", ["{} {}<br>", "<p>{} {}</p>", "<p><b>a:</b><i>{} {}</i></p>"])
def test_what_is_behind_no_label_or_behind_one_that_comes_again_is_none(line: str) -> None:
    found = labelled_lines(rows(line))
    assert found.fields == ()
    assert not found.hold([["t1"]])


@pytest.mark.parametrize("label", ["<b>Price</b>:", "Price&nbsp;net", "<i>Pri</i>ce<!-- each -->"])
def test_a_label_may_be_of_several_parts_and_have_blanks_of_any_kind(label: str) -> None:
    line = "<tr><th>{}</th><td>{} EUR</td></tr>"
    shown = (f"<table>{line.format(label, n)}{line.format('Size', n + 3)}</table>" for n in range(3))
    own = list(page_of(answer("/", "".join(shown))).root.iter("table"))
    told = [[extract_within(row, each) for _, each in labelled_lines(own).fields] for row in own]
    assert told == [[[f"{n} EUR"], [f"{n + 3} EUR"]] for n in range(3)]
