"""SQLite: a file, in which every transaction is alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, OperationalError

from ...sqlitefaults import IN_USE, SQLiteFault, fault_of
from .database_kind import Upserting

_LONGEST_LOCK = 30
"""Seconds that it waits for another process to be done."""
_PASSING = (*IN_USE, SQLiteFault.UNREADABLE, SQLiteFault.FULL)
"""What may be over when it is asked again."""


class SQLite(Upserting):
    """A file of this machine."""

    dialect = "sqlite"

    def connect_arguments(self, place: sa.URL) -> dict[str, Any]:  # noqa: ARG002 - all alike
        return {"timeout": _LONGEST_LOCK, "check_same_thread": False}

    def begin(self, engine: sa.Engine) -> None:
        """As a writer: what reads first and writes then is refused when others write."""

        def leave_it_to_us(connection: Any, record: Any) -> None:  # noqa: ARG001 - as SQLAlchemy calls it
            connection.isolation_level = None

        def begin(connection: sa.Connection) -> None:
            connection.exec_driver_sql("BEGIN IMMEDIATE")

        sa.event.listen(engine, "connect", leave_it_to_us)
        sa.event.listen(engine, "begin", begin)

    def find_missing(self, place: sa.URL) -> str:
        if not place.database or place.database.startswith("file:"):
            return ""
        folder = Path(place.database).absolute().parent
        return "" if folder.is_dir() else f"there is no folder {folder}"

    def is_starting(self, error: OperationalError) -> bool:
        return fault_of(error.orig) in IN_USE

    def is_away(self, error: DBAPIError) -> bool:
        # It tells mistakes by this error, too.
        return isinstance(error, OperationalError) and fault_of(error.orig) in _PASSING

    def read_only(
        self,
        connection: sa.Connection,
        seconds: float,  # noqa: ARG002 - it asks whether they are over
        is_over: Callable[[], bool],
    ) -> Callable[[], None]:
        raw: Any = connection.connection.dbapi_connection
        raw.execute("PRAGMA query_only = ON")
        raw.set_progress_handler(is_over, 10_000)
        return lambda: raw.set_progress_handler(None, 0)
