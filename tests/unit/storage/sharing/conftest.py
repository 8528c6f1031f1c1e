"""A log in SQLite and in PostgreSQL."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from scrapy_bt.storage.sharing.schema import open_rule_database


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request, tmp_path):
    """A database without a rule server."""
    url = f"sqlite:///{tmp_path}/rules.db"
    if request.param == "postgres":
        url = request.getfixturevalue("postgres").url
        emptying = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
        with emptying.begin() as connection:
            connection.exec_driver_sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        emptying.dispose()
    opened = open_rule_database(url)
    yield opened
    opened.dispose()
