"""The part of the store of healing that tells what became of the links of crawls."""

from __future__ import annotations

import time

from ..core.healing.perception.flows import CrawlTotals
from .healing_connections import StoreConnection, reading

SCHEMA = """
CREATE TABLE IF NOT EXISTS flows (
    id {number}, spider TEXT NOT NULL, time {time} NOT NULL, links INTEGER NOT NULL, pages INTEGER NOT NULL,
    records INTEGER NOT NULL
);
"""
_MOST = 20
"""Crawls of a spider."""


class FlowTable:
    """Counts of the latest crawls."""

    def __init__(self, connection: StoreConnection) -> None:
        self._transaction, self._read = connection.transaction, connection.read

    def add(self, spider: str, flow: CrawlTotals) -> None:
        """Keep the counts of a crawl that has come to its end."""
        with self._transaction() as connection:
            connection.execute(
                "INSERT INTO flows (spider, time, links, pages, records) VALUES (?, ?, ?, ?, ?)",
                (spider, time.time(), flow.links, flow.pages, flow.records),
            )
            connection.execute(
                "DELETE FROM flows WHERE spider = ? AND id <= (SELECT id FROM flows WHERE spider = ?"
                " ORDER BY id DESC LIMIT 1 OFFSET ?)",
                (spider, spider, _MOST),
            )

    def of(self, spider: str) -> list[tuple[float, CrawlTotals]]:
        """When crawls have ended, and their counts, the latest last."""
        rows = self._read("SELECT time, links, pages, records FROM flows WHERE spider = ? ORDER BY id", spider)
        with reading():
            return [
                (float(when), CrawlTotals(int(links), int(pages), int(records))) for when, links, pages, records in rows
            ]
