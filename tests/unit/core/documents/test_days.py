"""Days with their months by name."""

from __future__ import annotations

import re

import pytest

from scrapy_bt.core.documents.days import DAY_OF_MONTH


@pytest.mark.parametrize(
    "text", ["4. May 2021", "16 Mär. 2021", "5 de mayo de 2024", "5 мая 2024", "5 tháng 3, 2024", "3 मई 2024"]
)
def test_a_day_is_told_by_its_month(text: str) -> None:
    assert re.fullmatch(DAY_OF_MONTH, text, re.IGNORECASE)


@pytest.mark.parametrize("text", ["24 sur 2015", "24 von 2015", "24 lamps 2015", "24 of 2015", "4 May 9999"])
def test_a_number_of_so_many_is_none(text: str) -> None:
    assert not re.search(DAY_OF_MONTH, text, re.IGNORECASE)
