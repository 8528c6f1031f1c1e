"""The part of the store of healing that tells how many records lack a field since a site has changed."""

from __future__ import annotations

from typing import Any

from .healing_connections import StoreConnection, reading
from .healing_former import Field

SCHEMA = """
CREATE TABLE IF NOT EXISTS losses (
    spider TEXT NOT NULL, node TEXT NOT NULL, field TEXT NOT NULL, since {time} NOT NULL, until {time} NOT NULL,
    lost {time} NOT NULL, PRIMARY KEY (spider, node, field)
);
"""
_SHORTEST = 60.0
"""Seconds over which a rate is told at least."""


class LossTable:
    """Losses of fields that have changed."""

    def __init__(self, connection: StoreConnection) -> None:
        self._read = connection.read

    def note(self, connection: Any, field: Field, lost: float, now: float) -> None:
        """Add records without a field, at a moment in seconds since 1970, within a transaction."""
        connection.execute(
            "INSERT INTO losses VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (spider, node, field) DO UPDATE SET"
            " until = excluded.until, lost = losses.lost + excluded.lost",
            (*field, now, now, lost),
        )

    def forget(self, connection: Any, field: Field) -> None:
        """The field gives again what it used to, or was mended."""
        connection.execute("DELETE FROM losses WHERE spider = ? AND node = ? AND field = ?", field)

    def rates(self) -> dict[Field, float]:
        """Records that are lost in an hour of crawling, by field."""
        rows = self._read("SELECT spider, node, field, since, until, lost FROM losses")
        with reading():
            return {
                (spider, node, field): 3600 * lost / max(_SHORTEST, until - since)
                for spider, node, field, since, until, lost in rows
            }
