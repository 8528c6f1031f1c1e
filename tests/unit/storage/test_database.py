import sqlite3
from contextlib import closing
from threading import Timer

import pytest

from scrapy_bt.storage.database import open_database
from scrapy_bt.storage.identity import RecordIdentity
from scrapy_bt.storage.rows import Row


def rows(table, *records, known_by=(), urls=(), **declared):
    identity = RecordIdentity({table: known_by} if known_by else {})
    return [
        Row.of(table, record, declared, key=identity.key(table, record), known_by=known_by, urls=urls)
        for record in records
    ]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.db"


@pytest.fixture
def database(path):
    opened = open_database(f"sqlite:///{path}")
    yield opened
    opened.close()


def ask(path, query):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def test_tables_are_made_and_a_row_is_stored_once(database, path):
    records = rows("books", {"title": "a", "price": 1}, {"title": "b", "price": 2.5}, {"title": "a", "price": 1})
    outcome = database.write(records)
    assert (outcome.stored, outcome.known, outcome.refused) == (2, 1, [])
    assert database.write(records).stored == 0
    assert ask(path, "SELECT title, price FROM books ORDER BY title") == [("a", 1), ("b", 2.5)]


def test_columns_come_when_they_are_needed(database, path):
    database.write(rows("t", {"a": 1}))
    database.write(rows("t", {"a": 2}, {"a": 3, "b:c": "x", 'say "d"': [1]}))
    assert ask(path, "SELECT * FROM t ORDER BY a") == [
        (key, *rest) for key, *rest in ask(path, 'SELECT bt_key, a, "b:c", "say ""d""" FROM t ORDER BY a')
    ]
    assert ask(path, 'SELECT "b:c" FROM t ORDER BY a') == [(None,), (None,), ("x",)]


def test_another_run_goes_on_with_the_table(database, path):
    database.write(rows("t", {"a": 1}, a=("number", 0)))
    other = open_database(f"sqlite:///{path}")
    outcome = other.write(rows("t", {"a": 1}, {"a": 2, "b": True}))
    other.close()
    assert (outcome.stored, outcome.known) == (1, 1)


def test_what_does_not_fit_is_told_with_the_reason_and_harms_no_other(database):
    declared = {"price": ("number", 0), "name": ("text", 3)}
    records = rows("t", {"price": "x"}, {"price": 1, "name": "abcd"}, {"price": 2, "name": "abc"}, **declared)
    outcome = database.write(records)
    assert outcome.stored == 1
    assert [reason for _, reason in outcome.refused] == [
        "column price: 'x' is no number",
        "column name takes 3 characters, and this has 4",
    ]


def test_a_record_that_the_database_itself_refuses_is_found_among_others(database):
    outcome = database.write(rows("t", {"a": "x"}, {"a": "\ud800"}, {"a": "y"}))
    assert outcome.stored == 2
    assert len(outcome.refused) == 1


def test_a_table_of_somebody_else_is_left_alone(database, path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE t (a)")
        connection.commit()
    ((_, reason),) = database.write(rows("t", {"a": 1})).refused
    assert "the table 't' is there already and has no column bt_key" in reason
    assert ask(path, "SELECT * FROM t") == []


def test_a_database_that_is_locked_is_waited_for(path):
    database = open_database(f"sqlite:///{path}")
    database.write(rows("t", {"a": 1}))
    holder = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    timer = Timer(0.2, lambda: holder.execute("COMMIT"))
    timer.start()
    assert database.write(rows("t", {"a": 2})).stored == 1
    timer.join()
    holder.close()
    database.close()
