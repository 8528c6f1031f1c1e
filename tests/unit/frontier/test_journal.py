import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from scrapy_bt.errors import BTError
from scrapy_bt.frontier.journal import Journal
from scrapy_bt.frontier.journal_file import FORMAT
from scrapy_bt.frontier.persistence import TaskState
from scrapy_bt.frontier.tasks import KeptTask, unpack
from tests.contracts.workshop import at


def task(number: int, node: str = "x") -> KeptTask:
    return KeptTask(number, at(node), b"payload", 5.0, number)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal(tmp_path / "deep" / "folder")
    yield journal
    journal.close()


def rows(journal: Journal, statement: str) -> list[tuple]:
    return journal._connection.execute(statement).fetchall()


def test_a_journal_has_one_user_at_a_time(journal: Journal) -> None:
    with pytest.raises(BTError, match="another crawl is using it; wait until"):
        Journal(journal.path.parent)


def test_openings_are_counted(tmp_path: Path) -> None:
    epochs = []
    for _ in range(3):
        journal = Journal(tmp_path)
        epochs.append(journal.epoch)
        journal.close()
    assert epochs == [1, 2, 3]


def test_a_block_is_kept_as_a_whole(journal: Journal) -> None:
    with journal:
        journal.store(task(1), TaskState.READY)
        journal.store(task(2), TaskState.DELAYED, 9.0)
    assert rows(journal, "SELECT id, place, at FROM task ORDER BY id") == [(1, 0, 5.0), (2, 1, 9.0)]
    ((record,),) = rows(journal, "SELECT record FROM task WHERE id = 1")
    assert unpack(record, at("x")) == task(1)


def test_of_a_block_that_is_rolled_back_nothing_is_kept_and_nothing_is_written_after_it(journal: Journal) -> None:
    journal.begin()
    journal.store(task(1), TaskState.READY)
    journal.rollback()
    assert rows(journal, "SELECT * FROM task") == []
    with pytest.raises(BTError, match="a step failed half way; begin again from the file, which is whole"):
        journal.store(task(2), TaskState.READY)


def test_a_closed_journal_takes_nothing(journal: Journal) -> None:
    journal.close()
    with pytest.raises(BTError, match="it is closed"):
        journal.begin()


def test_buckets_are_stored_once(journal: Journal) -> None:
    for number, node in enumerate(("x", "y", "x")):
        journal.store(task(number, node), TaskState.READY)
    assert rows(journal, "SELECT node FROM bucket ORDER BY number") == [("x",), ("y",)]
    assert rows(journal, "SELECT bucket FROM task ORDER BY id") == [(1,), (2,), (1,)]


def test_what_a_task_no_longer_holds_is_removed(journal: Journal) -> None:
    journal.hold(1, {"b", "a"})
    assert rows(journal, "SELECT * FROM hold") == [(1, '["a", "b"]')]
    journal.hold(1, ())
    assert rows(journal, "SELECT * FROM hold") == []


@pytest.mark.parametrize(
    ("pragma", "reason"),
    [
        (f"user_version = {FORMAT + 1}", f"has format {FORMAT + 1}, this version reads format {FORMAT}"),
        ("application_id = 1", "is not a journal of this project"),
    ],
)
def test_a_file_of_another_kind_is_left_alone(tmp_path: Path, pragma: str, reason: str) -> None:
    Journal(tmp_path).close()
    path = tmp_path / "frontier.sqlite"
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA {pragma}")
    connection.close()
    with pytest.raises(BTError, match=reason):
        Journal(tmp_path)


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "frontier.sqlite").write_bytes(b"no database at all" * 100)
    with pytest.raises(BTError, match=r"frontier\.sqlite: is damaged or no journal at all"):
        Journal(tmp_path)


@pytest.mark.parametrize("content", [b"a file where the folder should be"])
def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, content: bytes) -> None:
    folder = tmp_path / "taken"
    folder.write_bytes(content)
    with pytest.raises(BTError, match=f"{os.sep}taken.*cannot be opened.*give a folder that can be written to"):
        Journal(folder)


def test_keys_and_sources_are_kept_with_the_tasks_of_their_block(journal: Journal) -> None:
    with journal:
        journal.see(b"\x00key")
        journal.set_source("urls", 1)
        journal.set_source("urls", 2)
    journal.begin()
    journal.see(b"lost")
    journal.set_source("urls", 3)
    journal.rollback()
    assert rows(journal, "SELECT * FROM seen") == [(b"\x00key",)]
    assert rows(journal, "SELECT * FROM source") == [("urls", 2)]


def test_a_journal_that_knows_no_keys_is_left_alone(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    connection = sqlite3.connect(tmp_path / "frontier.sqlite")
    for statement in ("DROP TABLE seen", "DROP TABLE source", "PRAGMA user_version = 1"):
        connection.execute(statement)
    connection.close()
    with pytest.raises(
        BTError, match=rf"has format 1, this version reads format {FORMAT}; finish that crawl with the version"
    ):
        Journal(tmp_path)
