"""What a JOBDIR holds, as an input: the file of a frontier byte by byte, and its rows as text that can be changed."""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from pathlib import Path

from scrapy_bt.core.tree.task import Frame, Task, encode_task
from scrapy_bt.frontier.completion import Completion, Finish, Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.frontier.journal import Journal
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.memory import MemoryFrontier

TABLES = (
    "meta", "bucket", "task", "hold", "mark", "joins", "shared", "maker", "cookies", "letter", "weight", "rounds",
    "text", "seen", "source",
)  # fmt: skip
_NAME = "frontier.sqlite"


def open_frontier(folder: Path) -> MemoryFrontier:
    """The frontier of a folder."""
    return MemoryFrontier(lambda bucket: 0.0, limits={"desk": 1}, journal=Journal(folder))


def write_example(folder: Path) -> None:
    """A frontier with tasks that are ready, delayed and dead, orders, a seed source and a text."""
    frontier = open_frontier(folder)
    payload = encode_task(Task([Frame(1, {"n": 1})]))
    places = (Bucket("main", "a"), Bucket("main", "b", requires="desk"))
    entries = [Requeue(Entry(place, payload)) for place in places]
    frontier.put([*entries, *entries])
    frontier.seed("source", 0, entries)
    first, second, *_ = frontier.lease(3)
    frontier.bury(first, "an odd page")
    frontier.complete(
        second, Completion(Finish(success=True), spawned=entries, measured={"a": 1.5}, cookies={2: b"jar"})
    )
    frontier.pause(ControlTarget(node="a"))
    frontier.boost(ControlTarget(node="b"), 5.0)
    frontier.remember("key", "text")
    frontier.close()


def example_bytes() -> bytes:
    """The file of the example."""
    with tempfile.TemporaryDirectory() as folder:
        write_example(Path(folder))
        return Path(folder, _NAME).read_bytes()


def example_rows() -> bytes:
    """The rows of the example as JSON, by their tables; bytes are Latin-1 in a list of one."""
    with tempfile.TemporaryDirectory() as folder:
        write_example(Path(folder))
        connection = sqlite3.connect(Path(folder, _NAME))
        found = {table: [list(row) for row in connection.execute(f"SELECT * FROM {table}")] for table in TABLES}
        connection.close()
    return json.dumps(found, default=lambda value: [value.decode("latin-1")], indent=0).encode()


def write_rows(text: bytes, folder: Path) -> bool:
    """Put the rows of an input into a new file; false where they are none, or SQLite does not take them."""
    try:
        tables = json.loads(text.decode("utf-8", "replace"))
        Journal(folder).close()
        with sqlite3.connect(folder / _NAME) as connection:
            for table, rows in tables.items():
                if table not in TABLES:
                    continue
                for row in rows:
                    cells = [cell[0].encode("latin-1") if isinstance(cell, list) else cell for cell in row]
                    connection.execute(f"INSERT OR REPLACE INTO {table} VALUES ({','.join('?' * len(cells))})", cells)
        connection.close()
    except (ValueError, RecursionError, TypeError, AttributeError, IndexError, KeyError, OverflowError, sqlite3.Error):
        return False
    return True


def use(folder: Path) -> None:
    """Whatever a worker and a `status` do with what is kept there."""
    frontier = open_frontier(folder)
    try:
        frontier.counts(), frontier.status(), frontier.dead_letters(), frontier.weights()
        for lease in frontier.lease(10):
            frontier.release(lease)
        frontier.requeue()
    finally:
        frontier.close()


def read_bytes(path: Path) -> None:
    """Use an input as the file of a frontier."""
    folder = _emptied(path)
    (folder / _NAME).write_bytes(path.read_bytes())
    use(folder)


def read_rows(path: Path) -> None:
    """Use an input as the rows of a frontier."""
    folder = _emptied(path)
    if write_rows(path.read_bytes(), folder):
        use(folder)


def _emptied(path: Path) -> Path:
    folder = path.parent / "jobdir"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder
