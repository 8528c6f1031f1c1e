"""What a person marks or asks for by texts, on sites of all kinds: values, a text of one row, the columns to keep."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from scrapy_bt.core.inference.goal import Marks

from .alikerows import ALIKE_ROWS
from .all import ALL
from .running import Outcome, infer, tell

_TITLE, _PRICE = "Amber lamp from brisk 0", "3.00"
_KINDS: Mapping[str, tuple[str, ...]] = {
    "a cell for several rows": (_TITLE, _PRICE, "red"),
    "headings above lists": (_TITLE, _PRICE, "red"),
    "lines that head rows of a table": (_TITLE, _PRICE, "red"),
    "lines of JSON": (_TITLE, _PRICE),
    "a call with JSON": (_TITLE, _PRICE),
    "a table of commas": (_TITLE, _PRICE),
    "a table without names": (_TITLE, _PRICE),
    "a slug of the name of a link": (_TITLE, _PRICE),
    "a key that data has for a name": (_TITLE, _PRICE),
    "a part of a page by a link": (_TITLE, _PRICE),
    "a group of data by a click": (_TITLE, _PRICE),
}
"""By mechanism, texts of its first row."""


def inferred(name: str, marks: Marks) -> tuple[Outcome, str]:
    outcome = infer(next(each for each in ALL if each.name == name), marks)
    return outcome, f"{tell(outcome)}\n{outcome.tree}"


@pytest.mark.parametrize(("name", "texts"), _KINDS.items(), ids=list(_KINDS))
def test_the_marked_row_and_values_are_what_is_taken(name, texts):
    outcome, told = inferred(name, Marks(want=texts, row=_TITLE))
    assert outcome.is_right, told


@pytest.mark.parametrize(("name", "texts"), _KINDS.items(), ids=list(_KINDS))
def test_the_columns_that_are_kept_are_told_by_what_they_held(name, texts):
    outcome, told = inferred(name, Marks(columns=texts[::-1]))
    assert outcome.records, told
    assert {len(record) for record in outcome.records} == {len(texts)}, told
    assert not outcome.unfinished, told


@pytest.mark.parametrize(("mechanism", "text"), [(ALIKE_ROWS[0], "Chapter 3"), (ALIKE_ROWS[1], "Dish C")])
def test_rows_that_say_the_same_on_all_pages_are_taken_and_proven_if_one_is_marked(mechanism, text):
    outcome = infer(mechanism, Marks(row=text))
    told = f"{tell(outcome)}\n{outcome.tree}"
    assert outcome.is_right, told
    assert outcome.inference.summary.is_proven, told
