"""Opens the frontier of a crawl; `BT_FRONTIER` names the function."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from scrapy.crawler import Crawler
from scrapy.utils.job import job_dir

from ..frontier.journal import Journal
from ..frontier.memory import MemoryFrontier
from ..frontier.protocol import Frontier, Number


def open_memory_frontier(crawler: Crawler, number: Number, limits: Mapping[str, int]) -> Frontier:
    """The frontier in this process; with `JOBDIR` kept there, so that a killed process loses nothing."""
    settings = crawler.settings
    folder = job_dir(settings)
    return MemoryFrontier(
        number,
        limits=limits,
        lease_seconds=settings.getfloat("BT_LEASE_SECONDS"),
        ageing=settings.getfloat("BT_AGEING"),
        journal=Journal(Path(folder) / "bt") if folder else None,
    )
