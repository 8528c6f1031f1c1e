"""The file of a journal: its tables, its format, and what is wrong with one that cannot be used."""

from __future__ import annotations

import sqlite3
import struct
from pathlib import Path

from ..errors import BTError
from ..sentences import say
from ..sqlitefaults import IN_USE, fault_of
from .entries import Bucket

FORMAT = 3
_APPLICATION = 0x62746672
"""Marks the file as ours, in its header."""

_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE bucket (number INTEGER PRIMARY KEY, tree TEXT, node TEXT, boost REAL, requires TEXT, slot TEXT, lane TEXT);
CREATE TABLE task (id INTEGER PRIMARY KEY, bucket INTEGER, place INTEGER, at, record BLOB);
CREATE TABLE hold (task INTEGER PRIMARY KEY, resources TEXT);
CREATE TABLE mark (task INTEGER PRIMARY KEY, paused INTEGER, stopped INTEGER, boost REAL);
CREATE TABLE joins (number INTEGER PRIMARY KEY, owner INTEGER, failed INTEGER);
CREATE TABLE result (number INTEGER PRIMARY KEY, joined INTEGER, result BLOB);
CREATE TABLE shared (key TEXT PRIMARY KEY, version INTEGER, value BLOB, session INTEGER, expires REAL) WITHOUT ROWID;
CREATE TABLE maker (key TEXT PRIMARY KEY, task INTEGER) WITHOUT ROWID;
CREATE TABLE cookies (session INTEGER PRIMARY KEY, cookies BLOB);
CREATE TABLE letter (id INTEGER PRIMARY KEY, bucket INTEGER, reason TEXT, died REAL, record BLOB);
CREATE TABLE weight (node TEXT PRIMARY KEY, count INTEGER, total REAL) WITHOUT ROWID;
CREATE TABLE rounds (loop TEXT PRIMARY KEY, count INTEGER, total REAL) WITHOUT ROWID;
CREATE TABLE text (key TEXT PRIMARY KEY, text TEXT) WITHOUT ROWID;
CREATE TABLE seen (key BLOB);
CREATE TABLE source (name TEXT PRIMARY KEY, come INTEGER) WITHOUT ROWID;
"""


UNREADABLE = (sqlite3.Error, struct.error, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What reading a file with wrong bytes in it can raise."""


def open_file(path: Path) -> tuple[sqlite3.Connection, int, dict[Bucket, int]]:
    """Its connection, how often it was opened, and the numbers of its buckets; raises `BTError`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, timeout=1.0, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        raise BTError(say("{}: cannot be opened ({}); give a folder that can be written to", path, error)) from error
    try:
        return connection, *_prepare(path, connection)
    except BTError:
        connection.close()
        raise
    except UNREADABLE as error:
        connection.close()
        raise explain(path, error) from error


def _prepare(path: Path, connection: sqlite3.Connection) -> tuple[int, dict[Bucket, int]]:
    execute = connection.execute
    # The lock is taken at the first access and kept until the process is gone.
    execute("PRAGMA locking_mode = EXCLUSIVE")
    application, version = (execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    is_new = not execute("SELECT 1 FROM sqlite_master").fetchone()
    if not is_new and (application, version) != (_APPLICATION, FORMAT):
        kind = say("has format {}", version) if application == _APPLICATION else say("is not a journal of this project")
        raise BTError(
            say(
                "{}: {}, this version reads format {}; finish that crawl with the version that began it, or"
                " give this one a folder of its own",
                path,
                kind,
                FORMAT,
            )
        )
    execute("PRAGMA journal_mode = WAL")
    execute("PRAGMA synchronous = NORMAL")
    execute("PRAGMA wal_autocheckpoint = 4000")
    execute("PRAGMA journal_size_limit = 67108864")
    execute("BEGIN EXCLUSIVE")
    if is_new:
        for statement in _SCHEMA.strip().splitlines():
            execute(statement)
        execute("INSERT INTO meta VALUES ('last_id', 0), ('epoch', 0), ('controls', '{}')")
        execute(f"PRAGMA application_id = {_APPLICATION}")
        execute(f"PRAGMA user_version = {FORMAT}")
    execute("UPDATE meta SET value = value + 1 WHERE key = 'epoch'")
    epoch = int(execute("SELECT value FROM meta WHERE key = 'epoch'").fetchone()[0])
    rows = execute("SELECT number, tree, node, boost, requires, slot, lane FROM bucket")
    buckets = {Bucket(*parts): number for number, *parts in rows}
    execute("COMMIT")
    return epoch, buckets


def explain(path: Path, error: Exception) -> BTError:
    """What is wrong with a file, and what to do."""
    fault = fault_of(error)
    if fault in IN_USE:
        what = say(
            "{}: another crawl is using it; wait until that has ended, or give this one a folder of its own", path
        )
    elif fault is not None:
        what = say("{}: cannot be used ({}); give a folder that can be written to", path, error)
    else:
        what = say(
            "{}: is damaged or no journal at all ({}); put a copy in its place, or move it away and begin"
            " the crawl anew",
            path,
            error,
        )
    return BTError(what)
