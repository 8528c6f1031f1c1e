"""Rows right beside the records."""

from __future__ import annotations

from typing import Any

import pytest

from scrapy_bt.core.inference.answers.extraction import page_of
from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.scrutiny.rowsbeside import rows_beside
from tests.recordings import answer

_ROW = "<li><i>{}</i> <u>1</u></li>"


def rows(names: str, beside: str) -> Any:
    own = "".join(map(_ROW.format, names))
    return page_of(answer("/", f"<ul class=one>{own}</ul>{beside}")).elements(Extraction("css", ".one > li"))


def part(names: str, row: str = _ROW, between: str = "") -> str:
    return f"{between}<ul class=two>{''.join(map(row.format, names))}</ul>"


def test_a_part_right_beside_that_is_built_alike_and_other_each_time_is_told() -> None:
    assert rows_beside([rows("abc", part("de")), rows("fgh", part("ij"))]) == "d 1"


@pytest.mark.parametrize(
    "beside",
    [
        [part("de"), part("de")],
        [part("de"), ""],
        [part("de", "<li><b>{}</b></li>"), part("ij", "<li><b>{}</b></li>")],
        [part("de", between="<h2>Other</h2>"), part("ij", between="<h2>Other</h2>")],
    ],
    ids=["the same each time", "on one page alone", "built otherwise", "behind a heading"],
)
def test_what_else_is_beside_tells_nothing(beside: list[str]) -> None:
    assert rows_beside([rows("abc", beside[0]), rows("fgh", beside[1])]) == ""
