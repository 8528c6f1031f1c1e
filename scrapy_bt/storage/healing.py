"""The store of healing: pages, selectors and what was told of them, in SQLite or PostgreSQL, bounded.

It is written by crawls in a thread of their own, and read by commands. Several crawls may have it open at once.
"""

from __future__ import annotations

import json
import secrets
import time
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ..core.documents.json import read_json
from ..core.documents.packing import inflated
from ..core.healing.perception.fieldwatch import FieldWatch
from ..core.healing.perception.observations import Alarm, Observation
from ..core.healing.perception.samples import layout_of, least_wanted
from ..core.samples.redaction import redact_page
from .healing_connections import open_connection, reading
from .healing_decisions import SCHEMA as DECISIONS
from .healing_flows import SCHEMA as FLOWS
from .healing_flows import FlowTable
from .healing_former import SCHEMA as FORMER
from .healing_former import FormerTable
from .healing_losses import SCHEMA as LOSSES
from .healing_losses import LossTable
from .healing_missed import SCHEMA as MISSED
from .healing_missed import MissedTable
from .healing_stored import AlarmEvent, StoredField, StoredPage
from .proposals import SCHEMA as PROPOSALS
from .proposals import ProposalTable

LARGEST = 2_000_000
"""Characters of a page that is kept."""
_MOST_EVENTS = 1_000
"""Of a spider."""
_MOST_VALUES = 5
_LONGEST_VALUE = 500

_SCHEMA = """
CREATE TABLE IF NOT EXISTS pages (
    id {number}, spider TEXT NOT NULL, node TEXT NOT NULL, state TEXT NOT NULL, url TEXT NOT NULL,
    time {time} NOT NULL, status INTEGER NOT NULL, layout TEXT NOT NULL, body {bytes} NOT NULL, fields TEXT NOT NULL,
    altered INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS pages_by_node ON pages (spider, node, state);
CREATE TABLE IF NOT EXISTS fields (
    spider TEXT NOT NULL, node TEXT NOT NULL, field TEXT NOT NULL, selector TEXT NOT NULL, place TEXT NOT NULL,
    found INTEGER NOT NULL, missing INTEGER NOT NULL, changed TEXT NOT NULL, learned TEXT NOT NULL,
    time {time} NOT NULL, PRIMARY KEY (spider, node, field)
);
CREATE TABLE IF NOT EXISTS events (
    id {number}, spider TEXT NOT NULL, node TEXT NOT NULL, field TEXT NOT NULL, time {time} NOT NULL,
    url TEXT NOT NULL, facts TEXT NOT NULL
);
"""


class HealingStore:
    """An open store, in a file or at an address; its methods may be called from any thread, one at a time.

    Raises `BTError` where there can be none.
    """

    def __init__(self, path: Path | str, *, samples: int = 8) -> None:
        self.path, self._samples = path, samples
        self._key = secrets.token_bytes(16)
        self._connection = open_connection(path, _SCHEMA + PROPOSALS + DECISIONS + LOSSES + FLOWS + MISSED + FORMER)
        self._transaction, self._read = self._connection.transaction, self._connection.read
        self.proposals = ProposalTable(self._connection)
        self.losses = LossTable(self._connection)
        self._former = FormerTable()
        self.flows = FlowTable(self._connection)
        self.missed = MissedTable(self._connection)

    def close(self) -> None:
        """Let go of it."""
        self._connection.close()

    # What a crawl writes

    def add_page(
        self, spider: str, node: str, *, state: str, url: str, status: int, markup: str, seen: Sequence[Observation]
    ) -> None:
        """Keep a page in place of the one that is told the most by the others, without what is secret in it."""
        asked = url
        url, markup, clean = redact_page(url, markup[:LARGEST], self._key)
        seen = [one._replace(values=tuple(map(clean, one.values))) for one in seen]
        layout = layout_of(markup)
        body = zlib.compress(markup.encode("utf-8", "replace"), 6)
        row = (spider, node, state, url, time.time(), status, json.dumps(layout), body, _dump(seen), int(url != asked))
        with self._transaction() as connection:
            connection.execute(
                "DELETE FROM pages WHERE spider = ? AND node = ? AND state = ? AND url = ?", (spider, node, state, url)
            )
            connection.execute(
                "INSERT INTO pages (spider, node, state, url, time, status, layout, body, fields, altered)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            )
            kept = connection.execute(
                "SELECT id, layout, url IN (SELECT url FROM pages WHERE spider = ? AND node = ? AND state <> ?)"
                " FROM pages WHERE spider = ? AND node = ? AND state = ? ORDER BY id",
                (spider, node, state, spider, node, state),
            ).fetchall()
            most_paired = self._samples // 2
            while len(kept) > self._samples:
                # Pages of one address, of before and of today, tell the most.
                paired = [one for one in kept if one[2]][-most_paired:] if most_paired else []
                others = [one for one in kept if one not in paired]
                gone = others[least_wanted([read_json(each) for _, each, _ in others])]
                kept.remove(gone)
                connection.execute("DELETE FROM pages WHERE id = ?", (gone[0],))

    def add_alarm(self, spider: str, alarm: Alarm, url: str) -> None:
        """Keep a line in the log."""
        with self._transaction() as connection:
            facts = json.dumps(alarm._asdict(), ensure_ascii=False)
            url, _, _ = redact_page(url, "", self._key)
            connection.execute(
                "INSERT INTO events (spider, node, field, time, url, facts) VALUES (?, ?, ?, ?, ?, ?)",
                (spider, alarm.node, alarm.field, time.time(), url, facts),
            )
            connection.execute(
                "DELETE FROM events WHERE spider = ? AND id <= (SELECT id FROM events WHERE spider = ?"
                " ORDER BY id DESC LIMIT 1 OFFSET ?)",
                (spider, spider, _MOST_EVENTS),
            )

    def save(self, spider: str, watches: Iterable[tuple[FieldWatch, int, int]], *, each: float = 1.0) -> None:
        """Keep what fields have learned; of each how much was found and missing since it was saved last.

        *each*: for how many pages one that was looked at stands.
        """
        now = time.time()
        with self._transaction() as connection:
            for watch, found, missing in watches:
                key = spider, watch.node, watch.field
                self.proposals.decisions.note_met(connection, key, watch.selector)
                connection.execute(
                    "INSERT INTO fields VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (spider, node, field)"
                    " DO UPDATE SET selector = excluded.selector, place = excluded.place,"
                    " found = fields.found + excluded.found, missing = fields.missing + excluded.missing,"
                    " changed = excluded.changed, learned = excluded.learned, time = excluded.time",
                    (*key, watch.selector, watch.place, found, missing, json.dumps(watch.changed),
                     json.dumps(watch.plain(), ensure_ascii=False), now),
                )  # fmt: skip
                if watch.changed:
                    self.losses.note(connection, key, missing * each, now)
                else:
                    self.losses.forget(connection, key)

    # What is read

    def spiders(self) -> list[str]:
        """The spiders of which something is known."""
        return [
            name
            for (name,) in self._read("SELECT spider FROM fields UNION SELECT spider FROM proposals ORDER BY spider")
        ]

    def fields(self, spider: str) -> list[StoredField]:
        """The fields of a spider."""
        rows = self._read(
            "SELECT node, field, selector, place, found, missing, changed, learned, time FROM fields WHERE spider = ?"
            " ORDER BY node, field",
            spider,
        )
        with reading():
            return [
                StoredField(
                    spider,
                    Observation(node, name, selector, found, missing, (), place),
                    tuple(read_json(changed)),
                    read_json(learned, shape=dict[str, Any]),
                    when,
                )
                for node, name, selector, place, found, missing, changed, learned, when in rows
            ]

    def pages(self, spider: str, node: str, state: str) -> list[StoredPage]:
        """The pages that are kept of a node, the newest last."""
        rows = self._read(
            "SELECT id, node, state, url, time, status, body, fields, altered FROM pages"
            " WHERE spider = ? AND node = ? AND state = ? ORDER BY id",
            *(spider, node, state),
        )
        with reading():
            return [
                StoredPage(number, at, kept, url, when, status, _markup(body), _load(fields), bool(altered))
                for number, at, kept, url, when, status, body, fields, altered in rows
            ]

    def events(self, spider: str) -> list[AlarmEvent]:
        """The log, the newest first."""
        rows = self._read("SELECT facts, time, url FROM events WHERE spider = ? ORDER BY id DESC", spider)
        with reading():
            return [AlarmEvent(spider, Alarm(**read_json(facts)), when, url) for facts, when, url in rows]

    def forget_field(self, spider: str, node: str, field: str) -> None:
        """Put aside what a field gave before its selector was mended.

        Pages of today go with the last field that has changed, or that somebody still has to decide on.
        """
        with self._transaction() as connection:
            key = spider, node, field
            self._former.keep(connection, key)
            self.losses.forget(connection, key)
            left = connection.execute(
                "SELECT 1 FROM fields WHERE spider = ? AND node = ? AND changed != '[]'"
                " UNION SELECT 1 FROM proposals WHERE spider = ? AND node = ? AND state IN ('open', 'live')",
                (spider, node, spider, node),
            ).fetchone()
            if left is None:
                connection.execute(
                    "DELETE FROM pages WHERE spider = ? AND node = ? AND state = 'failing'", (spider, node)
                )

    def remember_field(self, spider: str, node: str, field: str) -> None:
        """What a field gave before its selector was mended, which is undone."""
        with self._transaction() as connection:
            self._former.bring_back(connection, (spider, node, field))

    def forget(self, spider: str) -> None:
        """Throw away all that is known of a spider."""
        with self._transaction() as connection:
            for table in ("pages", "fields", "events", "proposals", "decisions", "losses", "flows", "missed", "former"):
                connection.execute(f"DELETE FROM {table} WHERE spider = ?", (spider,))  # noqa: S608 - names of our own


def _dump(seen: Sequence[Observation]) -> str:
    rows = [
        (*one[:5], [value[:_LONGEST_VALUE] for value in one.values[:_MOST_VALUES]], one.place, one.within)
        for one in seen
    ]
    return json.dumps(rows, ensure_ascii=False)


def _markup(packed: bytes) -> str:
    return inflated(packed, 4 * LARGEST).decode("utf-8", "replace")


def _load(text: str) -> tuple[Observation, ...]:
    return tuple(
        Observation(node, name, selector, found, missing, tuple(values), *where)
        for node, name, selector, found, missing, values, *where in read_json(text)
    )
