"""The table of relations is the one that the code reads."""

import sqlalchemy as sa

from scrapy_bt.storage.migrations import upgrade
from scrapy_bt.storage.relations import RELATIONS


def test_an_upgrade_makes_the_table_of_relations(tmp_path):
    engine = sa.create_engine(f"sqlite:///{tmp_path}/a.db")
    upgrade(engine)
    inspected = sa.inspect(engine)
    assert {each["name"] for each in inspected.get_columns(RELATIONS.name)} == {each.name for each in RELATIONS.columns}
    keys = inspected.get_pk_constraint(RELATIONS.name)["constrained_columns"]
    assert keys == [column.name for column in RELATIONS.primary_key]
    engine.dispose()
