"""The index of parts of names holds when SQLite numbers its rows anew."""

import pytest
import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations

from scrapy_bt.storage.migrations import upgrade
from scrapy_bt.storage.migrations.versions import v0004, v0005

ADA = "INSERT INTO bt_aliases VALUES ('ada lovelace', '{}', 'Ada Lovelace', 1)"
BABBAGE = "INSERT INTO bt_aliases VALUES ('charles babbage', 'q2', 'Charles Babbage', 1)"


@pytest.fixture
def engine(tmp_path):
    engine = sa.create_engine(f"sqlite:///{tmp_path}/a.db")
    upgrade(engine)
    yield engine
    engine.dispose()


def do(engine, *statements):
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)


def found(engine, part):
    query = "SELECT folded FROM bt_alias_parts WHERE bt_alias_parts MATCH ? ORDER BY folded"
    with engine.connect() as connection:
        return connection.exec_driver_sql(query, (part,)).scalars().all()


def test_names_are_found_after_a_vacuum(engine):
    do(engine, ADA.format("q1"), BABBAGE, "DELETE FROM bt_aliases WHERE entity = 'q1'")
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("VACUUM")
    do(engine, ADA.format("q3"))
    assert (found(engine, "babb"), found(engine, "love")) == (["charles babbage"], ["ada lovelace"])
    do(
        engine,
        "DELETE FROM bt_aliases WHERE entity = 'q2'",
        "INSERT INTO bt_alias_parts (bt_alias_parts) VALUES ('integrity-check')",
    )
    assert (found(engine, "babb"), found(engine, "love")) == ([], ["ada lovelace"])


def test_a_name_of_two_stays_until_both_have_gone(engine):
    do(engine, ADA.format("q1"), ADA.format("q2"))
    assert found(engine, "love") == ["ada lovelace"]
    do(engine, "DELETE FROM bt_aliases WHERE entity = 'q1'")
    assert found(engine, "love") == ["ada lovelace"]
    do(engine, "DELETE FROM bt_aliases WHERE entity = 'q2'")
    assert found(engine, "love") == []


def test_names_of_an_older_store_are_in_it(engine):
    with engine.begin() as connection, Operations.context(MigrationContext.configure(connection)):
        v0004.downgrade()
        connection.exec_driver_sql("DROP TABLE bt_alias_names")
        v0004.upgrade()
        connection.exec_driver_sql(ADA.format("q1"))
        connection.exec_driver_sql(ADA.format("q2"))
        v0005.upgrade()
    assert found(engine, "love") == ["ada lovelace"]


def test_a_store_without_an_index_stays_without(engine):
    with engine.begin() as connection, Operations.context(MigrationContext.configure(connection)):
        v0004.downgrade()
        connection.exec_driver_sql("DROP TABLE bt_alias_names")
        v0005.upgrade()
        assert not sa.inspect(connection).has_table("bt_alias_names")
