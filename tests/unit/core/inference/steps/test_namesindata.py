"""What data call their entries."""

from __future__ import annotations

from typing import Any

import pytest

from scrapy_bt.core.inference.steps.namesindata import named_in_data
from tests.recordings import answer


@pytest.mark.parametrize(
    ("entries", "named"),
    [
        ([{"id": 17, "title": "Lamps"}, {"id": 18, "title": "Ropes"}], {("id", "17", "Lamps"), ("id", "18", "Ropes")}),
        ([{"id": 7, "title": "Lamps"}, {"id": 8, "title": "Ropes"}], {("id", "7", "Lamps"), ("id", "8", "Ropes")}),
        ([{"size": 7, "title": "Lamps"}, {"size": 8, "title": "Ropes"}], set()),
        ([{"id": 17, "title": "Lamps"}, {"id": 17, "title": "Ropes"}], set()),
        ([{"id": 17, "title": "Lamps"}], set()),
        ([{"id": 17, "title": "/lamps"}, {"id": 18, "title": "/ropes"}], set()),
    ],
)
def test_each_value_of_one_entry_alone_has_the_name_of_that(entries: list[Any], named: set[Any]) -> None:
    assert {
        each for each in named_in_data(answer("https://shop.test/", {"all": entries})) if each[0] != "title"
    } == named
