"""The table of relations is the one that the code reads, and it goes away again."""

import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations

from scrapy_bt.storage.migrations import upgrade
from scrapy_bt.storage.migrations.versions import v0003
from scrapy_bt.storage.relations import RELATIONS


def test_an_upgrade_makes_the_table_of_relations(tmp_path):
    engine = sa.create_engine(f"sqlite:///{tmp_path}/a.db")
    upgrade(engine)
    inspected = sa.inspect(engine)
    assert {each["name"] for each in inspected.get_columns(RELATIONS.name)} == {each.name for each in RELATIONS.columns}
    keys = inspected.get_pk_constraint(RELATIONS.name)["constrained_columns"]
    assert keys == [column.name for column in RELATIONS.primary_key]
    with engine.begin() as connection, Operations.context(MigrationContext.configure(connection)):
        v0003.downgrade()
    assert not sa.inspect(engine).has_table(RELATIONS.name)
    engine.dispose()
