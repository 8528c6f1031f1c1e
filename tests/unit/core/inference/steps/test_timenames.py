"""Times that are written as names of parameters."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.steps.timenames import without_time_names
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import ask, record


@pytest.mark.parametrize(
    ("query", "bare"),
    [
        ("rid=0&loyw3v5n", "rid=0"),
        ("loyw3v5n&rid=0", "rid=0"),
        ("rid=0&1700000000123", "rid=0"),
        ("rid=0&loyw3v5n=", "rid=0&loyw3v5n="),
        ("rid=0&aardvark", "rid=0&aardvark"),
        ("rid=0&1500000000123", "rid=0&1500000000123"),
        ("rid=0&full", "rid=0&full"),
        ("loyw3v5n", "loyw3v5n"),
    ],
    ids=["base 36", "before", "in tens", "with a value", "a word", "long ago", "a flag", "nothing else"],
)
def test_they_are_left_out(query: str, bare: str) -> None:
    recording = record(ask(f"/list?{query}", [1], at=0.0))
    (exchange,) = without_time_names([recording])[0].exchanges
    assert exchange.sent.url.partition("?")[2] == bare
    assert isinstance(exchange.answer, Answer)
    assert exchange.answer.url == exchange.sent.url
