"""Where a store of healing may lie: a file, and PostgreSQL."""

from __future__ import annotations

import psycopg
import pytest

from scrapy_bt.testing.postgres import PostgresServer


@pytest.fixture(scope="module")
def postgres():
    with PostgresServer() as started:
        yield started


@pytest.fixture(params=["file", "postgres"])
def place(request, tmp_path):
    """A new file, and a database without the store."""
    if request.param == "file":
        return tmp_path / "healing.db"
    address = request.getfixturevalue("postgres").url.replace("postgresql+psycopg://", "postgresql://")
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("DROP SCHEMA IF EXISTS bt_healing CASCADE")
    return address
