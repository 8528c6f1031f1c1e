"""The part of the store of healing that keeps which pages of a crawl have lacked a field that was lost."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

from ..core.healing.missed import MissedPage
from ..core.healing.proposals import State
from .healing_connections import StoreConnection
from .healing_decisions import BY_HAND

SCHEMA = """
CREATE TABLE IF NOT EXISTS missed (
    id {number}, spider TEXT NOT NULL, node TEXT NOT NULL, field TEXT NOT NULL, time {time} NOT NULL,
    url TEXT NOT NULL, callback TEXT NOT NULL, asked TEXT NOT NULL, claimed BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS missed_by_field ON missed (spider, node, field);
"""
_FORGET = "DELETE FROM missed WHERE spider = ? AND node = ? AND field = ? AND url = ? AND asked = ?"
_CLAIM = """
UPDATE missed SET claimed = ? WHERE claimed < ?
    AND spider = ? AND node = ? AND field = ? AND url = ? AND asked = ?
"""
CLAIM_SECONDS = 60.0
"""After this time a worker that has not renewed its claim is taken for one that was killed."""
_MOST = 2_000
"""Of a spider."""
_MENDED = (State.ACCEPTED.value, State.LIVE.value, BY_HAND)


class MissedTable:
    """Pages to be fetched again when their field is mended."""

    def __init__(self, connection: StoreConnection) -> None:
        self._transaction, self._read = connection.transaction, connection.read

    def add(self, spider: str, pages: Iterable[MissedPage]) -> None:
        """Keep those of a crawl that is over, the newest last."""
        with self._transaction() as connection:
            for page in pages:
                self._forget(connection, spider, page)
                connection.execute(
                    "INSERT INTO missed (spider, node, field, time, url, callback, asked) VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (spider, page.node, page.field, time.time(), page.url, page.callback, page.asked),
                )
            connection.execute(
                "DELETE FROM missed WHERE spider = ? AND id <= (SELECT id FROM missed WHERE spider = ?"
                " ORDER BY id DESC LIMIT 1 OFFSET ?)",
                (spider, spider, _MOST),
            )

    def mended(self, spider: str) -> list[MissedPage]:
        """Those whose field has got another selector since, by a proposal or by hand, the oldest first."""
        rows = self._read(
            "SELECT node, field, url, callback, asked FROM missed WHERE spider = ?"
            " AND EXISTS (SELECT 1 FROM decisions WHERE decisions.spider = missed.spider"
            " AND decisions.node = missed.node AND decisions.field = missed.field AND decisions.time > missed.time"
            " AND decisions.decided IN (?, ?, ?)) ORDER BY id",
            *(spider, *_MENDED),
        )
        return [MissedPage(*row) for row in rows]

    def urls(self, spider: str, node: str, field: str) -> list[str]:
        """Addresses of those that lack a field."""
        rows = self._read(
            "SELECT url FROM missed WHERE spider = ? AND node = ? AND field = ? ORDER BY id", spider, node, field
        )
        return [url for (url,) in rows]

    def claim(self, spider: str, asked: Iterable[list[MissedPage]], at: float) -> list[list[MissedPage]]:
        """Those on which nobody has a claim *at* that time: they are for whoever asks. A page may lack several fields.

        A claim that is not renewed ends after `CLAIM_SECONDS`.
        """
        claimed, until = [], at - CLAIM_SECONDS
        with self._transaction() as connection:
            for pages in asked:
                rows = [
                    connection.execute(
                        _CLAIM, (_milliseconds(at), _milliseconds(until), *_key_of(spider, page))
                    ).rowcount
                    for page in pages
                ]
                if any(rows):
                    claimed.append(pages)
        return claimed

    def renew(self, spider: str, before: float, at: float) -> None:
        """What was claimed, or renewed, at the time *before* is claimed *at* this one; 0: it is free."""
        with self._transaction() as connection:
            connection.execute(
                "UPDATE missed SET claimed = ? WHERE spider = ? AND claimed = ?",
                (_milliseconds(at), spider, _milliseconds(before)),
            )

    def forget(self, spider: str, pages: Sequence[MissedPage]) -> None:
        """They were read again."""
        with self._transaction() as connection:
            for page in pages:
                self._forget(connection, spider, page)

    def _forget(self, connection: Any, spider: str, page: MissedPage) -> None:
        connection.execute(_FORGET, _key_of(spider, page))


def _key_of(spider: str, page: MissedPage) -> tuple[str, ...]:
    return spider, page.node, page.field, page.url, page.asked


def _milliseconds(seconds: float) -> int:
    return int(seconds * 1000)
