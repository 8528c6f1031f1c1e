import sqlite3

import pytest

from scrapy_bt.sqlitefaults import SQLiteFault, fault_of


def test_a_full_database_tells_it_by_its_code_and_by_its_words(tmp_path):
    connection = sqlite3.connect(tmp_path / "full.db", isolation_level=None)
    connection.execute("CREATE TABLE text (text TEXT)")
    connection.execute("PRAGMA max_page_count = 2")
    with pytest.raises(sqlite3.Error) as raised:
        connection.execute("INSERT INTO text VALUES (?)", ("x" * 100_000,))
    connection.close()
    assert fault_of(raised.value) is SQLiteFault.FULL
    assert fault_of(sqlite3.OperationalError(str(raised.value))) is SQLiteFault.FULL


def test_a_database_that_somebody_writes_to_is_busy(tmp_path):
    writer, other = (sqlite3.connect(tmp_path / "busy.db", timeout=0, isolation_level=None) for _ in range(2))
    writer.execute("BEGIN EXCLUSIVE")
    with pytest.raises(sqlite3.Error) as raised:
        other.execute("BEGIN IMMEDIATE")
    for connection in (writer, other):
        connection.close()
    assert fault_of(raised.value) is SQLiteFault.BUSY


def test_a_folder_that_is_not_there_cannot_be_opened(tmp_path):
    with pytest.raises(sqlite3.Error) as raised:
        sqlite3.connect(tmp_path / "no" / "such.db")
    assert fault_of(raised.value) is SQLiteFault.NOT_OPENED


@pytest.mark.parametrize("error", [sqlite3.OperationalError("no such table: text"), ValueError("full"), None])
def test_other_errors_are_no_faults_of_the_file(error):
    assert fault_of(error) is None
