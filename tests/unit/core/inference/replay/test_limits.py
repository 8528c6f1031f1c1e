from __future__ import annotations

import pytest

from scrapy_bt.core.inference.replay.experiment import ReplayTrial
from scrapy_bt.core.inference.replay.limits import limit_told, pauses
from tests.recordings import answer


@pytest.mark.parametrize(
    "text",
    [
        "Too many login attempts. Try again later.",
        "You have made too many failed attempts",
        "API rate limit reached",
        "Please try again in 5 minutes",
        "Your account is temporarily locked.",
        "Too many submissions, wait 5m",
        "Request was throttled. Expected available in 58 seconds.",
        "You are posting too fast",
    ],
)
def test_a_site_says_that_it_is_asked_too_often(text: str) -> None:
    said = answer("https://shop.test/login", f"<form><ul><li>{text}</li></ul></form>")
    assert limit_told(ReplayTrial(1, ((2, said),)), {2: answer("https://shop.test/home", "<p>Hello</p>")}) == text
    assert limit_told(ReplayTrial(1, ((2, said),)), {2: said}) == ""


def test_a_status_and_what_says_nothing_of_limits() -> None:
    assert limit_told(ReplayTrial(1, ((0, answer("/a", "<p>no</p>", status=429)),)), {}) == "429 (too many requests)"
    article = f"<p>{'Why sites say too many requests. ' * 20}</p>"
    assert (
        limit_told(
            ReplayTrial(1, ((0, answer("/a", article)), (1, answer("/b", "<p>many tries, wait here, too late</p>")))),
            {},
        )
        == ""
    )


@pytest.mark.parametrize(
    ("told", "left", "waits"),
    [
        ("Request was throttled. Expected available in 58 seconds.", 120, [59]),
        ("Too many tries: wait a minute", 120, []),
        ("Try again in 30s", 120, [31]),
        ("Try again in 30s", 20, []),
        ("Please try again in 5 minutes", 120, []),
        ("You are posting too fast", 120, [5, 20]),
        ("You are posting too fast", 10, [5]),
    ],
)
def test_how_long_a_limit_is_waited_for(told: str, left: float, waits: list[float]) -> None:
    assert pauses(told, left) == waits
