import pytest
import sqlalchemy as sa
from alembic.runtime.migration import MigrationContext

from scrapy_bt.storage.migrations import TABLES, VERSION_TABLE, operations, upgrade
from scrapy_bt.storage.migrations.versions import v0005
from scrapy_bt.storage.rows import StoreError


@pytest.fixture
def engine(tmp_path):
    made = sa.create_engine(f"sqlite:///{tmp_path}/a.db")
    yield made
    made.dispose()


def version(engine):
    with engine.connect() as connection:
        return MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE}).get_current_revision()


def test_an_upgrade_makes_the_table_that_the_code_reads_once(engine):
    for _ in range(2):
        upgrade(engine)
        assert version(engine) == v0005.revision
    found = {each["name"]: each["nullable"] for each in sa.inspect(engine).get_columns(TABLES.name)}
    assert found == {column.name: column.nullable for column in TABLES.columns}


def test_a_later_version_is_left_alone(engine):
    upgrade(engine)
    with engine.begin() as connection:
        connection.execute(sa.text(f"UPDATE {VERSION_TABLE} SET version_num = 'v9999'"))
    with pytest.raises(StoreError, match=r"of a later version \(see bt_version\): upgrade scrapy_bt"):
        upgrade(engine)
    assert version(engine) == "v9999"


def test_operations_belong_to_the_transaction(engine):
    with engine.connect() as connection:
        with connection.begin():
            operations(connection).create_table("t", sa.Column("a", sa.Text()))
        assert sa.inspect(connection).has_table("t")
