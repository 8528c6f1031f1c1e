"""The next page of a series, as a replay asks for it and as it has to be."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.values import Constant, Each, Extraction, Joined, Taken, Value
from scrapy_bt.core.inference.findings import Loop
from scrapy_bt.core.inference.replay.nextpages import value_of_next
from scrapy_bt.core.samples.parameters import Key

PAGE = Key("query", "page")
NEXT = Taken(0, Extraction("css", "a::attr(href)"))


@pytest.mark.parametrize(
    ("following", "text", "start", "expected"),
    [
        (Each(0), "2", None, Constant("3")),
        (Each(0), "2", 1, Constant("3")),
        (Each(0), None, 1, Constant("2")),
        (Each(0), None, None, None),
        (Each(0), "-1", None, Constant("0")),
        (Joined((Constant("p"), Each(0), Constant("x"))), "p2x", None, Constant("p3x")),
        (Joined((Constant("p"), Each(0))), "q2", None, None),
        (Joined((Each(0), Each(0))), "22", None, None),
    ],
)
def test_a_counter_counts_on_from_what_it_was(
    following: Value, text: str | None, start: int | None, expected: Value | None
) -> None:
    assert value_of_next(Loop(0, (), "counter", PAGE, following, start=start), text) == expected


def test_a_link_is_taken_from_the_page() -> None:
    assert value_of_next(Loop(0, (), "link", None, NEXT), None) == NEXT
