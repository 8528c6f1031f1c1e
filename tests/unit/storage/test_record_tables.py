import sqlite3
from datetime import datetime, timezone

import pytest

from scrapy_bt.errors import BTError
from scrapy_bt.storage.database import open_database
from scrapy_bt.storage.record_questions import Filter, QuestionError, RowQuery, TooSlowError
from scrapy_bt.storage.record_tables import RecordTables
from scrapy_bt.storage.rows import KEY, Row, StoreError

NOON = datetime(2026, 1, 31, 12, tzinfo=timezone.utc)
RECORDS = [
    {"title": f"Lamp {number:03}", "price": float(number % 7) if number % 5 else None, "is_new": number % 2 == 0}
    | ({"tags": ["a", number], "seen": NOON.replace(minute=number % 60)} if number % 3 else {})
    for number in range(250)
]


@pytest.fixture(params=["sqlite", "postgres"], scope="module")
def url(request, tmp_path_factory):
    if request.param == "sqlite":
        found = f"sqlite:///{tmp_path_factory.mktemp('records')}/records.db"
    else:
        found = request.getfixturevalue("postgres").url
    database = open_database(found)
    rows = [Row.of("lamp", record, {}, key=f"{number:032x}") for number, record in enumerate(RECORDS)]
    rows.append(Row.of("two words", {"a b": "x"}, {}, key="0" * 32, urls=("https://a.test/1", "https://a.test/2")))
    database.write(rows)
    database.close()
    return found


@pytest.fixture
def tables(url):
    opened = RecordTables(url)
    yield opened
    opened.close()


def walk(tables, question, count=40):
    after, found = "", []
    while True:
        page = tables.page("lamp", question, after=after, count=count)
        found += page.rows
        after = page.after
        if not after:
            return found


def test_tables_and_their_columns_are_known(tables):
    assert tables.names() == ["lamp", "two words"]
    assert {column.name: column.kind for column in tables.columns("lamp")} == {
        "title": "text",
        "price": "number",
        "is_new": "flag",
        "tags": "json",
        "seen": "time",
    }


@pytest.mark.parametrize("is_descending", [False, True])
@pytest.mark.parametrize("sort", ["", "title", "price", "is_new", "seen"])
def test_pages_hold_every_row_once_in_order(tables, sort, is_descending):
    found = walk(tables, RowQuery(sort=sort, is_descending=is_descending and bool(sort)))
    assert len({row[KEY] for row in found}) == len(found) == len(RECORDS)
    if sort:
        values = [row[sort] for row in found]
        given = [value for value in values if value is not None]
        assert given == sorted(given, reverse=is_descending)
        assert values[len(given) :] == [None] * (len(values) - len(given))


@pytest.mark.parametrize(
    ("wanted", "fits"),
    [
        (Filter("price", ">=", "5"), lambda row: row["price"] is not None and row["price"] >= 5),
        (Filter("price", "!=", "5"), lambda row: row["price"] != 5),
        (Filter("price", "empty"), lambda row: row["price"] is None),
        (Filter("title", "contains", "LAMP 01"), lambda row: "Lamp 01" in row["title"]),
        (Filter("title", "contains", "%"), lambda row: False),
        (Filter("is_new", "=", "yes"), lambda row: row["is_new"]),
        (Filter("seen", "<", "2026-01-31T12:10:00+00:00"), lambda row: "seen" in row and row["seen"].minute < 10),
        (Filter("tags", "filled"), lambda row: "tags" in row),
    ],
)
def test_filters_are_typed(tables, wanted, fits):
    question = RowQuery((wanted,))
    expected = sum(fits(record) for record in RECORDS)
    if wanted.column == "seen" and "sqlite" in tables._name:
        question = RowQuery((Filter("seen", "<", "2026-01-31T12:10:00"),))
    assert tables.count("lamp", question) == (expected, False)
    assert len(walk(tables, question)) == len([*tables.all("lamp", question)]) == expected


def test_words_are_looked_for_in_every_text(tables):
    assert tables.count("lamp", RowQuery(words="lamp 11")) == (
        sum("11" in record["title"] for record in RECORDS),
        False,
    )
    assert tables.count("two words", RowQuery(words="X")) == (1, False)


def test_values_are_counted(tables):
    found = tables.facets("lamp", RowQuery(), "is_new")
    assert [count for _, count in found] == [125, 125]
    with pytest.raises(QuestionError, match="not counted"):
        tables.facets("lamp", RowQuery(), "tags")


def test_one_row_and_where_it_was_found(tables):
    row = tables.row("two words", "0" * 32)
    assert row is not None
    assert row["a b"] == "x"
    assert tables.addresses("two words", "0" * 32) == ["https://a.test/1", "https://a.test/2"]
    assert tables.addresses("lamp", "0" * 32) == []
    assert tables.row("lamp", "none") is None


@pytest.mark.parametrize(
    "ask",
    [
        lambda tables: tables.columns("bt_tables"),
        lambda tables: tables.columns("lamp; DROP TABLE lamp"),
        lambda tables: tables.page("lamp", RowQuery((Filter("nothing", "=", "1"),))),
        lambda tables: tables.page("lamp", RowQuery((Filter(KEY, "=", "1"),))),
        lambda tables: tables.page("lamp", RowQuery((Filter("price", "LIKE", "1"),))),
        lambda tables: tables.page("lamp", RowQuery((Filter("price", "=", "cheap"),))),
        lambda tables: tables.page("lamp", RowQuery((Filter("seen", "<", "soon"),))),
        lambda tables: tables.page("lamp", RowQuery((Filter("tags", "=", "a"),))),
        lambda tables: tables.page("lamp", RowQuery(sort="tags")),
        lambda tables: tables.page("lamp", RowQuery(sort="title; --")),
        lambda tables: tables.page("lamp", RowQuery(), after="[1]"),
        lambda tables: tables.page("lamp", RowQuery(), after="nonsense"),
    ],
)
def test_what_cannot_be_asked_is_told(tables, ask):
    with pytest.raises(QuestionError):
        ask(tables)


def test_nothing_is_written(tables):
    from sqlalchemy.exc import DBAPIError

    with pytest.raises((StoreError, DBAPIError)), tables._reading() as connection:
        connection.exec_driver_sql("DELETE FROM lamp")
    assert tables.count("lamp", RowQuery()) == (len(RECORDS), False)


def test_a_question_that_takes_too_long_is_given_up(url):
    hurried = RecordTables(url, seconds=0.001)
    slow = {
        "sqlite": "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n",
        "postgresql": "SELECT count(*) FROM generate_series(1, 1000000000)",
    }
    with pytest.raises(TooSlowError, match="filter more"), hurried._reading(seconds=0.2) as connection:
        connection.exec_driver_sql(slow[connection.dialect.name])
    hurried.close()


def test_a_file_that_is_not_there_is_not_made(tmp_path):
    with pytest.raises(StoreError, match="a crawl makes it"):
        RecordTables(f"sqlite:///{tmp_path}/none.db")
    assert [*tmp_path.iterdir()] == []


def test_a_database_without_records_has_no_tables(tmp_path):
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE t (x)").connection.close()
    tables = RecordTables(f"sqlite:///{tmp_path}/other.db")
    assert tables.names() == []
    tables.close()


def test_whoever_asks_is_told_apart_from_the_database():
    assert issubclass(QuestionError, BTError)
    assert not issubclass(TooSlowError, QuestionError)
