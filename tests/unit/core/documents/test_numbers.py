"""Numbers in texts of others."""

import pytest

from scrapy_bt.core.documents.numbers import read_whole


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("007", 7), ("9" * 18, 10**18 - 1)])
def test_digits_are_a_number(text: str, number: int) -> None:
    assert read_whole(text) == number


@pytest.mark.parametrize(
    "text", ["", "-1", "+1", " 1", "1_000", "1.0", "²", "٣", "9" * 19, "9" * 5_000], ids=lambda text: ascii(text[:20])
)
def test_all_else_is_none(text: str) -> None:
    assert read_whole(text) is None
