"""The tables of entities are those that the code reads."""

import sqlalchemy as sa

from scrapy_bt.storage import entity_schema
from scrapy_bt.storage.migrations import upgrade


def test_an_upgrade_makes_the_tables_of_entities(tmp_path):
    engine = sa.create_engine(f"sqlite:///{tmp_path}/a.db")
    upgrade(engine)
    inspected = sa.inspect(engine)
    for table in entity_schema.TABLES:
        found = {each["name"] for each in inspected.get_columns(table.name)}
        assert found == {column.name for column in table.columns}
        keys = inspected.get_pk_constraint(table.name)["constrained_columns"]
        assert keys == [column.name for column in table.primary_key]
    engine.dispose()
