"""A ledger of known contents in SQLite: in memory, or in a file that later runs and other processes read too."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.duplicates.minhash import BAND_BYTES, similarity
from ...core.duplicates.verdicts import DuplicateMatch, DuplicateVerdict, KnownRecord, Tally
from ...errors import BTError

if TYPE_CHECKING:
    from typing_extensions import Self

IN_MEMORY = ":memory:"
_FORMAT = 1
_LONGEST_LOCK = 30.0
"""Seconds that another process is waited for."""
MOST_IN_BAND = 50
"""Texts that are found by one band; what more of them share is no article but what stands around all."""
MOST_COMPARED = 50
"""Texts with common bands that a text is compared with, those with the most first."""
SIMILARITY_ADVICE = "set BT_DUPLICATES_SIMILARITY as it was, or 'scrapy bt duplicates --forget'"
_SCHEMA = """
CREATE TABLE originals (
    id INTEGER PRIMARY KEY, key BLOB NOT NULL, kind TEXT NOT NULL, url TEXT NOT NULL, signature BLOB NOT NULL,
    token TEXT, due REAL, bands BLOB
);
CREATE INDEX claims ON originals (token) WHERE token IS NOT NULL;
CREATE TABLE keys (key BLOB PRIMARY KEY, original INTEGER NOT NULL, similarity REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE bands (band BLOB NOT NULL, original INTEGER NOT NULL, PRIMARY KEY (band, original)) WITHOUT ROWID;
CREATE TABLE matches (
    original INTEGER NOT NULL, url TEXT NOT NULL, reason TEXT NOT NULL, similarity REAL NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (original, url)
) WITHOUT ROWID;
CREATE TABLE terms (text TEXT NOT NULL);
"""


def describe_similarity(similarity: str) -> str:
    """How similar texts are looked for, for people."""
    return f"texts are compared at a similarity of {similarity}"


class ContentStore:
    """The ledger of one name; for one thread at a time.

    *similarity*: how similar texts are looked for; a file in which they were looked for otherwise is refused.
    """

    def __init__(self, path: Path | str, *, similarity: str | None, lease_seconds: float = 30.0) -> None:
        self._path, self._lease = path, lease_seconds
        try:
            if path != IN_MEMORY:
                Path(path).parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                path, timeout=_LONGEST_LOCK, isolation_level=None, check_same_thread=False
            )
        except (sqlite3.Error, OSError) as error:
            raise BTError(f"{path}: the ledger of duplicates cannot be opened: {error}") from None
        try:
            self._prepare(similarity)
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    def claim(
        self, sample: KnownRecord, token: str, *, threshold: float = 1.0, now: float | None = None
    ) -> DuplicateVerdict:
        """Ours from now on, unless it is known or another's; to claim again with the same token changes nothing."""
        now = time.time() if now is None else now
        with self._change():
            found, likeness = self._find(sample, threshold)
            while found is not None and found["token"] is not None:
                if found["token"] == token:
                    return DuplicateVerdict()
                if found["due"] > now:
                    return DuplicateVerdict(busy_for=found["due"] - now)
                # Whoever had it is dead: what it has not stored is nobody's.
                self._forget(found)
                found, likeness = self._find(sample, threshold)
            if found is None:
                self._add(sample, token, now + self._lease)
                return DuplicateVerdict()
            return DuplicateVerdict(self._note(sample, found, likeness, now))

    def settle(self, stored: Sequence[str], given_back: Sequence[str] = ()) -> None:
        """End claims: these records have been stored, those have not, and are the next one's."""
        with self._change() as ask:
            for token in stored:
                ask("UPDATE originals SET token = NULL, due = NULL, bands = NULL WHERE token = ?", (token,))
            for token in given_back:
                for row in ask("SELECT * FROM originals WHERE token = ?", (token,)).fetchall():
                    self._forget(row)

    def keep(self, tokens: Iterable[str], *, now: float | None = None) -> None:
        """Prolong claims."""
        due = (time.time() if now is None else now) + self._lease
        with self._change() as ask:
            for token in tokens:
                ask("UPDATE originals SET due = ? WHERE token = ?", (due, token))

    def tally(self) -> Tally:
        with self._reading() as ask:
            kept = ask("SELECT count(*) FROM originals").fetchone()[0]
            by_reason = dict(map(tuple, ask("SELECT reason, count(*) FROM matches GROUP BY reason").fetchall()))
        return Tally(kept, by_reason.get("same", 0), by_reason.get("near", 0))

    def matches(self, first: int = 0, count: int = -1) -> list[DuplicateMatch]:
        """Addresses that were dropped, the newest first."""
        with self._reading() as ask:
            rows = ask(
                "SELECT s.url, o.url AS original_url, o.key, o.kind, s.reason, s.similarity, s.at FROM matches s "
                "JOIN originals o ON o.id = s.original ORDER BY s.at DESC, s.url LIMIT ? OFFSET ?",
                (count, first),
            ).fetchall()
        return [DuplicateMatch(**{**dict(row), "key": row["key"].hex()}) for row in rows]

    def urls(self, key: str) -> list[str]:
        """All addresses of the record that was kept under a content key, its own first."""
        with self._reading() as ask:
            row = ask(
                "SELECT o.id, o.url FROM keys k JOIN originals o ON o.id = k.original WHERE k.key = ?",
                (bytes.fromhex(key),),
            ).fetchone()
            if row is None:
                return []
            others = ask("SELECT url FROM matches WHERE original = ? ORDER BY at, url", (row["id"],)).fetchall()
        return list(dict.fromkeys(url for url in (row["url"], *(other[0] for other in others)) if url))

    def forget(self) -> int:
        """Forget everything; answers how many contents were known."""
        with self._change() as ask:
            count: int = ask("SELECT count(*) FROM originals").fetchone()[0]
            for table in ("originals", "keys", "bands", "matches", "terms"):
                ask(f"DELETE FROM {table}")  # noqa: S608  # one of these names
        return count

    def _find(self, sample: KnownRecord, threshold: float) -> tuple[sqlite3.Row | None, float]:
        """What has this content, and how similar it is."""
        found = self._connection.execute(
            "SELECT o.*, k.similarity FROM keys k JOIN originals o ON o.id = k.original WHERE k.key = ?", (sample.key,)
        ).fetchone()
        if found is not None:
            return found, found["similarity"]
        return self._find_near(sample, threshold) if sample.signature else (None, 0.0)

    def _find_near(self, sample: KnownRecord, threshold: float) -> tuple[sqlite3.Row | None, float]:
        """The most similar text, if one is similar enough."""
        marks = ",".join("?" * len(sample.bands))
        rows = self._connection.execute(
            f"SELECT o.*, count(*) AS common FROM bands b JOIN originals o ON o.id = b.original "  # noqa: S608
            f"WHERE b.band IN ({marks}) GROUP BY o.id ORDER BY common DESC, o.id LIMIT {MOST_COMPARED}",
            sample.bands,
        ).fetchall()
        likely = [(similarity(sample.signature, row["signature"]), row) for row in rows if row["kind"] == sample.kind]
        best = max(likely, key=lambda pair: pair[0], default=(0.0, None))
        return (best[1], best[0]) if best[0] >= threshold else (None, 0.0)

    def _add(self, sample: KnownRecord, token: str, due: float) -> None:
        ask = self._connection.execute
        number = ask(
            "INSERT INTO originals (key, kind, url, signature, token, due, bands) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (sample.key, sample.kind, sample.url, sample.signature, token, due, b"".join(sample.bands)),
        ).lastrowid
        ask("INSERT INTO keys VALUES (?, ?, 1)", (sample.key, number))
        self._connection.executemany(
            f"INSERT INTO bands SELECT ?, ? WHERE (SELECT count(*) FROM bands WHERE band = ?) < {MOST_IN_BAND}",  # noqa: S608
            [(band, number, band) for band in sample.bands],
        )

    def _note(self, sample: KnownRecord, found: sqlite3.Row, likeness: float, now: float) -> DuplicateMatch:
        """The address is known from now on, and the text, if it is another one."""
        ask = self._connection.execute
        reason = "same" if found["key"] == sample.key else "near"
        match = DuplicateMatch(
            sample.url, found["url"], found["key"].hex(), found["kind"], reason, similarity=likeness, at=now
        )
        ask("INSERT OR IGNORE INTO keys VALUES (?, ?, ?)", (sample.key, found["id"], likeness))
        added = (
            sample.url != found["url"]
            and ask(
                "INSERT OR IGNORE INTO matches VALUES (?, ?, ?, ?, ?)",
                (found["id"], sample.url, reason, likeness, now),
            ).rowcount
        )
        return match if added else replace(match, is_new=False)

    def _forget(self, row: sqlite3.Row) -> None:
        """Nothing but its own key leads to what is claimed: others wait."""
        ask = self._connection.execute
        ask("DELETE FROM keys WHERE key = ?", (row["key"],))
        bands = row["bands"] or b""
        for start in range(0, len(bands), BAND_BYTES):
            ask("DELETE FROM bands WHERE band = ? AND original = ?", (bands[start : start + BAND_BYTES], row["id"]))
        ask("DELETE FROM originals WHERE id = ?", (row["id"],))

    def _prepare(self, similarity: str | None) -> None:
        ask = self._connection.execute
        self._connection.row_factory = sqlite3.Row
        try:
            version = ask("PRAGMA user_version").fetchone()[0]
            if not version and ask("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                with self._change():  # another process may just be making it
                    version = ask("PRAGMA user_version").fetchone()[0]
                if not version:
                    raise BTError(f"{self._path}: this is a database of something else: name another file")
            if not version:
                # SQLite does not wait here for a process that makes the same file, and that one sets it.
                with suppress(sqlite3.OperationalError):
                    ask("PRAGMA journal_mode = WAL")
            # What a power failure takes away was not told to be there by anybody else either.
            ask("PRAGMA synchronous = NORMAL")
            with self._change():
                if not ask("PRAGMA user_version").fetchone()[0]:
                    for statement in filter(str.strip, _SCHEMA.split(";")):
                        ask(statement)
                    ask(f"PRAGMA user_version = {_FORMAT}")
                version = ask("PRAGMA user_version").fetchone()[0]
                if version != _FORMAT:
                    raise BTError(f"{self._path}: this ledger has format {version}, and this version reads {_FORMAT}")
                known = ask("SELECT text FROM terms").fetchone()
                if similarity and known is None:
                    ask("INSERT INTO terms VALUES (?)", (similarity,))
        except sqlite3.Error as error:
            raise BTError(f"{self._path}: this is no ledger of duplicates: {error}") from None
        if similarity and known is not None and known[0] != similarity:
            stored, asked = describe_similarity(known[0]), describe_similarity(similarity)
            raise BTError(f"{self._path}: {stored}, not {asked}; {SIMILARITY_ADVICE}")

    @contextmanager
    def _change(self) -> Iterator[Callable[..., sqlite3.Cursor]]:
        """One transaction; raises `BTError` when the file cannot be written."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection.execute
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise BTError(f"{self._path}: the ledger of duplicates cannot be written: {error}") from None

    @contextmanager
    def _reading(self) -> Iterator[Callable[..., sqlite3.Cursor]]:
        try:
            yield self._connection.execute
        except sqlite3.Error as error:
            raise BTError(f"{self._path}: the ledger of duplicates cannot be read: {error}") from None
