"""What is done with a database of which SQLAlchemy alone knows how to speak to it."""

import pytest
import sqlalchemy as sa
from sqlalchemy.dialects import mysql
from sqlalchemy.exc import IntegrityError, OperationalError, ProgrammingError

from scrapy_bt.storage.databases import kind_of_database
from scrapy_bt.storage.databases.database_kind import DatabaseKind, Upserting

TABLE = sa.Table("thing", sa.MetaData(), sa.Column("key", sa.String(32), primary_key=True), sa.Column("n", sa.Integer))


@pytest.mark.parametrize("name", ["mysql", "oracle", ""])
def test_of_another_one_nothing_is_expected(name):
    kind = kind_of_database(name)
    assert type(kind) is DatabaseKind
    assert (kind.driver, kind.connect_arguments(sa.make_url("mysql://h/n"))) == ("", {})
    assert kind.find_missing(sa.make_url("mysql://h/n")) == ""


def test_rows_are_inserted_and_sorted_in_words_that_each_understands():
    kind = kind_of_database("mysql")
    assert str(kind.insert(TABLE, ["key"]).compile(dialect=mysql.dialect())).startswith("INSERT INTO thing")
    ordered = sa.select(TABLE).order_by(*kind.nulls_last(TABLE.c.n, TABLE.c.n.desc()))
    assert str(ordered.compile(dialect=mysql.dialect())).endswith("ORDER BY thing.n IS NULL, thing.n DESC")


@pytest.mark.parametrize(
    ("name", "error", "is_away"),
    [
        ("mysql", IntegrityError, True),  # another worker was quicker
        ("postgresql", IntegrityError, False),
        ("mysql", OperationalError, True),
        ("postgresql", OperationalError, True),
        ("mysql", ProgrammingError, False),
    ],
)
def test_what_waiting_mends(name, error, is_away):
    assert kind_of_database(name).is_away(error("insert", {}, ValueError("said"))) == is_away


def test_what_a_row_does_not_say_stays():
    kind = kind_of_database("sqlite")
    assert isinstance(kind, Upserting)
    engine = sa.create_engine("sqlite://")
    TABLE.metadata.create_all(engine)
    with engine.begin() as connection:
        connection.execute(kind.upsert(TABLE, "key"), [{"key": "a", "n": 1}])
        connection.execute(kind.upsert(TABLE, "key"), [{"key": "a", "n": None}, {"key": "b", "n": 2}])
        connection.execute(kind.insert(TABLE, ["key"]), [{"key": "b", "n": 3}])
        rows = connection.execute(sa.select(TABLE).order_by("key")).all()
    engine.dispose()
    assert rows == [("a", 1), ("b", 2)]
