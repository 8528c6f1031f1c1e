"""Texts that tell the day on which they were sent."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.origins.days import is_of_day

_NOON = 1_700_049_600.0
"""On 15 November 2023."""


@pytest.mark.parametrize("text", ["2023-11-15", "since 14.11.2023", "20231116", "1700049000", "1700049000123"])
def test_a_date_of_the_day_or_next_to_it_is_told(text: str) -> None:
    assert is_of_day(text, _NOON)


@pytest.mark.parametrize("text", ["", "2023-11-18", "lamp", "15", "1600049000", "917000490001"])
def test_other_texts_tell_no_day(text: str) -> None:
    assert not is_of_day(text, _NOON)


def test_a_time_that_no_calendar_has_is_no_error() -> None:
    assert not is_of_day("2023-11-15", 1e18)
