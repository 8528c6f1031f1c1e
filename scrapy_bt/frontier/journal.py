"""The frontier's tasks in a file, so that a killed process loses nothing (runtime.md, "The frontier": `JOBDIR`)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection
from pathlib import Path

from ..errors import BTError, NoRoom
from ..sentences import say
from ..sqlitefaults import SQLiteFault, fault_of
from .entries import Bucket, DeadLetter, SharedValue
from .journal_file import UNREADABLE, explain, open_file
from .measures import Measures
from .persistence import NoJournal, TaskState
from .restoring import restore
from .store import TaskStore
from .tasks import KeptTask, pack, read_entry


class Journal(NoJournal):
    """Keeps a frontier in `frontier.sqlite` of *folder*; one process at a time.

    Written through SQLite's write-ahead log with `synchronous = NORMAL`: what was committed survives the end of the
    process, however it comes; at a loss of power the last moments may be missing, but never half a step.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "frontier.sqlite"
        self._failure = ""
        self._connection, self._epoch, self._buckets = open_file(self.path)

    @property
    def epoch(self) -> int:
        return self._epoch

    def restore(
        self, store: TaskStore, *, weights: Measures, rounds: Measures, texts: dict[str, str], now: float
    ) -> None:
        try:
            with self:
                restore(self._connection, store, weights=weights, rounds=rounds, texts=texts, now=now)
                self._forget_buckets()
        except BTError:
            self._connection.close()
            raise
        except UNREADABLE as error:
            self._connection.close()
            raise explain(self.path, error) from error

    def begin(self) -> None:
        self._write("BEGIN")

    def commit(self) -> None:
        self._write("COMMIT")

    def rollback(self) -> None:
        """Leave the file as it was; memory is ahead of it then, so nothing more is written."""
        self._failure = self._failure or "a step failed half way"
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def close(self) -> None:
        self._failure = self._failure or "it is closed"
        self._connection.close()

    def reserve(self, last_id: int) -> None:
        self._write("UPDATE meta SET value = ? WHERE key = 'last_id'", last_id)

    def store(self, task: KeptTask, place: TaskState, at: float = 0) -> None:
        at = task.enqueued if place is TaskState.READY else at
        self._write(
            "INSERT OR REPLACE INTO task VALUES (?, ?, ?, ?, ?)",
            task.id,
            self._number_bucket(task.bucket),
            int(place),
            at,
            pack(task),
        )

    def remove(self, task: int) -> None:
        self._write("DELETE FROM task WHERE id = ?", task)

    def hold(self, task: int, resources: Collection[str]) -> None:
        if resources:
            self._write("INSERT OR REPLACE INTO hold VALUES (?, ?)", task, json.dumps(sorted(resources)))
        else:
            self._write("DELETE FROM hold WHERE task = ?", task)

    def mark(self, task: int, *, paused: bool, stopped: bool, boost: float | None) -> None:
        self._write("INSERT OR REPLACE INTO mark VALUES (?, ?, ?, ?)", task, paused, stopped, boost)

    def unmark(self, task: int) -> None:
        self._write("DELETE FROM mark WHERE task = ?", task)

    def set_join(self, join: int, owner: int, *, failed: bool, won: bool = False) -> None:
        self._write("INSERT OR REPLACE INTO joins VALUES (?, ?, ?)", join, owner, 2 if won else int(failed))

    def forget_join(self, join: int) -> None:
        self._write("DELETE FROM joins WHERE number = ?", join)

    def add_result(self, join: int, result: bytes) -> None:
        self._write("INSERT INTO result (joined, result) VALUES (?, ?)", join, result)

    def remove_results(self, join: int) -> None:
        self._write("DELETE FROM result WHERE joined = ?", join)

    def set_value(self, key: str, value: SharedValue) -> None:
        self._write(
            "INSERT OR REPLACE INTO shared VALUES (?, ?, ?, ?, ?)",
            key,
            value.version,
            value.value,
            value.session,
            value.expires,
        )
        self.remove_maker(key)

    def remove_value(self, key: str, version: int) -> None:
        self._write("INSERT OR REPLACE INTO shared VALUES (?, ?, NULL, 0, NULL)", key, version)

    def set_maker(self, key: str, task: int) -> None:
        self._write("INSERT OR REPLACE INTO maker VALUES (?, ?)", key, task)

    def remove_maker(self, key: str) -> None:
        self._write("DELETE FROM maker WHERE key = ?", key)

    def set_cookies(self, session: int, cookies: bytes | None) -> None:
        if cookies is None:
            self._write("DELETE FROM cookies WHERE session = ?", session)
        else:
            self._write("INSERT OR REPLACE INTO cookies VALUES (?, ?)", session, cookies)

    def bury(self, letter: DeadLetter) -> None:
        entry = letter.entry
        task = read_entry(entry, entry.id, letter.when)
        self._write(
            "INSERT OR REPLACE INTO letter VALUES (?, ?, ?, ?, ?)",
            entry.id,
            self._number_bucket(entry.bucket),
            letter.reason,
            letter.when,
            pack(task),
        )

    def remove_dead_letter(self, task: int) -> None:
        self._write("DELETE FROM letter WHERE id = ?", task)

    def set_weight(self, node: str, count: int, total: float) -> None:
        self._write("INSERT OR REPLACE INTO weight VALUES (?, ?, ?)", node, count, total)

    def set_rounds(self, loop: str, count: int, total: float) -> None:
        self._write("INSERT OR REPLACE INTO rounds VALUES (?, ?, ?)", loop, count, total)

    def set_text(self, key: str, text: str) -> None:
        self._write("INSERT OR REPLACE INTO text VALUES (?, ?)", key, text)

    def set_controls(self, controls: str) -> None:
        self._write("UPDATE meta SET value = ? WHERE key = 'controls'", controls)

    def see(self, key: bytes) -> None:
        # Without an index: each key comes once, and at the end of a file it is written fastest.
        self._write("INSERT INTO seen VALUES (?)", key)

    def set_source(self, name: str, come: int) -> None:
        self._write("INSERT OR REPLACE INTO source VALUES (?, ?)", name, come)

    def _write(self, statement: str, *values: object) -> None:
        if self._failure:
            raise BTError(say("{}: {}; begin again from the file, which is whole", self.path, self._failure))
        try:
            self._connection.execute(statement, values)
        except sqlite3.Error as error:
            self._failure = f"cannot be written ({error})"
            kind = NoRoom if fault_of(error) is SQLiteFault.FULL else BTError
            raise kind(f"{self.path}: {self._failure}; what was done until then is in it") from error

    def _number_bucket(self, bucket: Bucket) -> int:
        number = self._buckets.get(bucket)
        if number is None:
            number = self._buckets[bucket] = max(self._buckets.values(), default=0) + 1
            self._write(
                "INSERT INTO bucket VALUES (?, ?, ?, ?, ?, ?, ?)",
                number,
                bucket.tree,
                bucket.node,
                bucket.boost,
                bucket.requires,
                bucket.slot,
                bucket.lane,
            )
        return number

    def _forget_buckets(self) -> None:
        """Buckets come and go with boosts; those that nobody uses are dropped whenever the file is opened."""
        used = {row[0] for row in self._connection.execute("SELECT bucket FROM task UNION SELECT bucket FROM letter")}
        self._write("DELETE FROM bucket WHERE number NOT IN (SELECT bucket FROM task UNION SELECT bucket FROM letter)")
        self._buckets = {bucket: number for bucket, number in self._buckets.items() if number in used}
