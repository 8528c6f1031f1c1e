"""Moments in all spellings."""

import pytest

from scrapy_bt.capture.moments import iso, moment


@pytest.mark.parametrize(
    ("text", "seconds", "has_zone"),
    [
        ("2026-01-02T03:04:05.678Z", 1767323045.678, True),
        ("2026-01-02T03:04:05.6780000+01:00", 1767319445.678, True),
        ("2026-01-02 03:04:05,678", 1767323045.678, False),
        ("2026-01-02T03:04-0230", 1767332040.0, True),
        ("2026-01-02T03:04:05+05", 1767305045.0, True),
        (1767323045.678, 1767323045.678, True),
        ("1767323045678", 1767323045.678, True),
    ],
)
def test_moments(text: object, seconds: float, has_zone: bool) -> None:
    found = moment(text)
    assert found is not None
    assert found[0] == pytest.approx(seconds, abs=1e-6)
    assert found[1] is has_zone


@pytest.mark.parametrize(
    "text", [None, True, "", "yesterday", -1, "nan", "inf", "2026-13-01T00:00:00Z", [], "2026-01-02"]
)
def test_what_is_no_moment(text: object) -> None:
    assert moment(text) is None


def test_a_moment_written_is_read_again() -> None:
    assert iso(1767323045.678) == "2026-01-02T03:04:05.678000Z"
    assert moment(iso(1767323045.678901)) == (pytest.approx(1767323045.678901, abs=2e-6), True)
