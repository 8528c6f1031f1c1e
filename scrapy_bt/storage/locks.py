"""Locks of a database that hold until a transaction ends."""

from __future__ import annotations

import sqlalchemy as sa


def lock(connection: sa.Connection, number: int) -> None:
    """Wait until no other transaction has the lock of this *number*; in SQLite every transaction is alone."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(number)))
