"""The part of the store of healing that keeps what a field gave before its selector was mended: that may be undone."""

from __future__ import annotations

from typing import Any

SCHEMA = """
CREATE TABLE IF NOT EXISTS former (
    spider TEXT NOT NULL, node TEXT NOT NULL, field TEXT NOT NULL, selector TEXT NOT NULL, place TEXT NOT NULL,
    found INTEGER NOT NULL, missing INTEGER NOT NULL, changed TEXT NOT NULL, learned TEXT NOT NULL,
    time {time} NOT NULL, PRIMARY KEY (spider, node, field)
);
"""
_LEAVE = "DELETE FROM fields WHERE spider = ? AND node = ? AND field = ?"
_LEAVE_FORMER = "DELETE FROM former WHERE spider = ? AND node = ? AND field = ?"
_KEEP = "INSERT INTO former SELECT * FROM fields WHERE spider = ? AND node = ? AND field = ?"
_BRING = "INSERT INTO fields SELECT * FROM former WHERE spider = ? AND node = ? AND field = ?"
_IS_LEARNED = "SELECT 1 FROM fields WHERE spider = ? AND node = ? AND field = ?"
_IS_THERE = "SELECT 1 FROM former WHERE spider = ? AND node = ? AND field = ?"

Field = tuple[str, str, str]
"""Spider, node and field."""


class FormerTable:
    """Rows of the table of fields, each as it was when its selector was mended last."""

    def keep(self, connection: Any, field: Field) -> None:
        """Put what was learned aside, within a transaction: with another selector it is learned anew.

        Where nothing is learned, nothing happens: whoever was killed at it does it again.
        """
        if connection.execute(_IS_LEARNED, field).fetchone() is None:
            return
        connection.execute(_LEAVE_FORMER, field)
        connection.execute(_KEEP, field)
        connection.execute(_LEAVE, field)

    def bring_back(self, connection: Any, field: Field) -> None:
        """The old selector is there again, and gives what it gave; where nothing is kept, nothing happens."""
        if connection.execute(_IS_THERE, field).fetchone() is None:
            return
        connection.execute(_LEAVE, field)
        connection.execute(_BRING, field)
        connection.execute(_LEAVE_FORMER, field)
