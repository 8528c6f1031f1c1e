"""The index of parts of names."""

import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations

from scrapy_bt.storage.migrations import upgrade
from scrapy_bt.storage.migrations.versions import v0004


def test_names_that_were_there_before_are_in_the_index(tmp_path):
    engine = sa.create_engine(f"sqlite:///{tmp_path}/a.db")
    upgrade(engine)
    with engine.begin() as connection, Operations.context(MigrationContext.configure(connection)):
        v0004.downgrade()
        assert not sa.inspect(connection).has_table("bt_alias_parts")
        connection.exec_driver_sql("INSERT INTO bt_aliases VALUES ('ada lovelace', 'q1', 'Ada Lovelace', 1)")
        v0004.upgrade()
        query = "SELECT folded FROM bt_alias_parts WHERE bt_alias_parts MATCH 'love'"
        assert connection.exec_driver_sql(query).scalars().all() == ["ada lovelace"]
    engine.dispose()
