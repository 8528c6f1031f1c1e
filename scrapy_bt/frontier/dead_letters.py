"""What a crawl notes of its dead letters, for its statistics and for whoever runs it."""

from __future__ import annotations

from typing import Any

DEAD_LEFT = "bt/dead_left"
"""Statistic: dead letters that there are at the end, of earlier runs and of other workers too."""


def note_dead_letters(crawler: Any, count: int) -> None:
    """The crawl ends with so many dead letters more: for its statistics, and for whoever runs it."""
    if count:
        crawler.stats.inc_value(DEAD_LEFT, count)
        crawler.spider.dead_letters_left = dead_letters_left(crawler) + count


def dead_letters_left(crawler: Any) -> int:
    """Dead letters that there are at the end, whether or not statistics are kept."""
    return getattr(crawler.spider, "dead_letters_left", 0)
