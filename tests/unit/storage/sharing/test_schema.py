import gc

import pytest
import sqlalchemy as sa

from scrapy_bt.storage.rows import StoreError
from scrapy_bt.storage.sharing.schema import FORMATS, lock, open_rule_database


def test_the_tables_are_made_once(engine):
    with engine.begin() as connection:
        lock(connection)
        assert connection.scalar(sa.select(FORMATS.c.format)) == 1
    open_rule_database(engine.url.render_as_string(hide_password=False)).dispose()


def test_tables_of_a_later_version_are_refused(engine):
    with engine.begin() as connection:
        connection.execute(sa.update(FORMATS).values(format=9))
    with pytest.raises(StoreError, match="of format 9, and this version knows 1"):
        open_rule_database(engine.url.render_as_string(hide_password=False))
    gc.collect()  # a connection that was left open would be told here
