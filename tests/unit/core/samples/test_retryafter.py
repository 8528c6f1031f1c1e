from __future__ import annotations

import pytest

from scrapy_bt.core.samples.retryafter import seconds_asked, seconds_to_reset, seconds_until
from scrapy_bt.core.samples.traffic import Answer

NOW = 784_111_777.0  # Sun, 06 Nov 1994 08:49:37 GMT


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("0", 0.0),
        (" 120 ", 120.0),
        ("9" * 400, 1e9),
        ("Sun, 06 Nov 1994 08:49:47 GMT", 10.0),
        ("Sunday, 06-Nov-94 08:49:47 GMT", 10.0),
        ("Sun Nov  6 08:49:47 1994", 10.0),
        ("Sun, 06 Nov 1994 08:49:27 GMT", 0.0),
        ("soon", None),
        ("-1", None),
        ("²", None),
        ("", None),
    ],
)
def test_what_the_header_says(header: str, seconds: float | None) -> None:
    assert seconds_until(header, NOW) == seconds


def test_only_a_site_that_is_busy_is_waited_for() -> None:
    asks = (("Retry-After", "7"),)
    assert [seconds_asked(Answer(status, "", asks), NOW) for status in (200, 429, 500, 503)] == [None, 7.0, None, 7.0]
    assert seconds_asked(Answer(429, ""), NOW) is None


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("30", 30.0), (" 2.5 ", 2.0), ("784111787", 10.0), ("784111787000", 10.0), ("784111770", 0.0), ("9" * 400, 1e9),
     ("soon", None), ("", None)],
)  # fmt: skip
def test_when_a_limit_begins_anew(header: str, seconds: float | None) -> None:
    assert seconds_to_reset(header, NOW) == seconds
    told = Answer(429, "", (("X-RateLimit-Reset", header),))
    assert seconds_asked(told, NOW) == seconds
    assert seconds_asked(Answer(429, "", (*told.headers, ("Retry-After", "3"))), NOW) == 3.0
    assert seconds_asked(Answer(200, "", told.headers), NOW) is None
    assert seconds_asked(Answer(429, "", (*told.headers, ("X-RateLimit-Remaining", "0"))), NOW) == seconds
    assert seconds_asked(Answer(429, "", (*told.headers, ("X-RateLimit-Remaining", "10"))), NOW) is None
