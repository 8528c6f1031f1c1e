"""PostgreSQL, by psycopg."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from .database_kind import Upserting

_CONNECT_SECONDS = 10
_QUERY_CANCELED = "57014"
"""The SQLSTATE of a query that was given up, by its own limit of time, too."""


class PostgreSQL(Upserting):
    """A server on any machine, for many workers."""

    driver = "postgresql+psycopg"
    dialect = "postgresql"
    starting = (
        *Upserting.starting,
        *("starting up", "in recovery mode", "not yet accepting connections", "shutting down"),
        "terminating connection",
    )

    def connect_arguments(self, place: sa.URL) -> dict[str, Any]:
        # Otherwise a server that says nothing is waited for without an end.
        is_ours = place.drivername == self.driver and "connect_timeout" not in place.query
        return {"connect_timeout": _CONNECT_SECONDS} if is_ours else {}

    def lock(self, connection: sa.Connection, number: int) -> None:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(number)))

    def read_only(
        self,
        connection: sa.Connection,
        seconds: float,
        is_over: Callable[[], bool],  # noqa: ARG002 - it has a clock of its own
    ) -> Callable[[], None]:
        connection.execute(sa.text("SET TRANSACTION READ ONLY"))
        connection.execute(sa.text(f"SET LOCAL statement_timeout = {int(seconds * 1000)}"))
        return lambda: None

    def was_too_slow(self, error: DBAPIError) -> bool:
        return getattr(error.orig, "sqlstate", None) == _QUERY_CANCELED
