"""Where a store of healing may lie: a file, and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import uuid4

import psycopg
import pytest

from scrapy_bt.testing.postgres import PostgresServer


@dataclass(frozen=True)
class Database:
    """One that is empty at first."""

    url: str


@pytest.fixture(scope="session")
def database_server() -> Iterator[PostgresServer]:
    with PostgresServer() as started:
        yield started


@pytest.fixture(scope="module")
def postgres(database_server: PostgresServer) -> Database:
    """A database of each file's own."""
    name = f"of_a_file_{uuid4().hex}"
    address = database_server.url.replace("postgresql+psycopg://", "postgresql://")
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return Database(database_server.url.rpartition("/")[0] + f"/{name}")


@pytest.fixture(params=["file", "postgres"])
def place(request, tmp_path):
    """A new file, and a database without the store."""
    if request.param == "file":
        return tmp_path / "healing.db"
    address = request.getfixturevalue("postgres").url.replace("postgresql+psycopg://", "postgresql://")
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("DROP SCHEMA IF EXISTS bt_healing CASCADE")
    return address
