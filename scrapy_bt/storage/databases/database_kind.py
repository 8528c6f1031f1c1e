"""What differs between kinds of databases, and what holds for those without a module."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError


class DatabaseKind:
    """What SQLAlchemy does for every database; a kind with a module overrides what that does better."""

    driver = ""
    """Which one is used where the URL names none."""
    starting: tuple[str, ...] = ("refused", "timeout expired", "closed the connection", "reset by peer")
    """What a driver says of a server that is restarted; of a wrong password or name it says something else."""

    def connect_arguments(self, place: sa.URL) -> dict[str, Any]:  # noqa: ARG002 - for kinds that look
        """Arguments of the driver."""
        return {}

    def begin(self, engine: sa.Engine) -> None:
        """Say how each transaction begins."""

    def find_missing(self, place: sa.URL) -> str:  # noqa: ARG002 - for kinds that look
        """What its own error does not tell of a database that cannot be opened; empty if nothing is missing."""
        return ""

    def is_starting(self, error: OperationalError) -> bool:
        """Whether it may be there soon."""
        return any(words in str(error.orig) for words in self.starting)

    def lock(self, connection: sa.Connection, number: int) -> None:
        """Wait until no other transaction has the lock of this *number*, which holds until this one ends."""

    def insert(self, table: sa.Table, key: Sequence[str]) -> Any:  # noqa: ARG002 - for kinds that look
        """Insert rows; another worker may have stored the same ones meanwhile."""
        return sa.insert(table)

    def is_away(self, error: DBAPIError) -> bool:
        """Whether waiting may mend it."""
        # Another worker may have stored the same row meanwhile: next time it is known.
        return isinstance(error, (OperationalError, IntegrityError)) or error.connection_invalidated

    def read_only(
        self,
        connection: sa.Connection,  # noqa: ARG002 - for kinds that look
        seconds: float,  # noqa: ARG002
        is_over: Callable[[], bool],  # noqa: ARG002
    ) -> Callable[[], None]:
        """Let it change nothing and give up in time; returns what takes that back: connections are used again."""
        return lambda: None

    def was_too_slow(self, error: DBAPIError) -> bool:  # noqa: ARG002 - for kinds that look
        """Whether it has given up a query by the limit of `read_only`."""
        return False

    def nulls_last(self, column: sa.Column[Any], order: sa.UnaryExpression[Any]) -> list[sa.ColumnElement[Any]]:
        """The order of rows, those without a value behind the others."""
        return [column.is_(None), order]


class Upserting(DatabaseKind):
    """One with `INSERT … ON CONFLICT` and `NULLS LAST`."""

    dialect: str
    """The name of SQLAlchemy's module with its `insert`, which takes megabytes and is loaded when it is needed."""

    def insert(self, table: sa.Table, key: Sequence[str]) -> Any:
        return self._insert(table).on_conflict_do_nothing(index_elements=list(key))

    def upsert(self, table: sa.Table, key: str) -> Any:
        """Insert rows, or fill those that are there: what a row does not say stays as it was."""
        insert = self._insert(table)
        others = {
            column.name: sa.func.coalesce(insert.excluded[column.name], column)
            for column in table.columns
            if column.name != key
        }
        if not others:
            return self.insert(table, [key])
        return insert.on_conflict_do_update(index_elements=[key], set_=others)

    def _insert(self, table: sa.Table) -> Any:
        return import_module(f"sqlalchemy.dialects.{self.dialect}").insert(table)

    def is_away(self, error: DBAPIError) -> bool:
        return isinstance(error, OperationalError) or error.connection_invalidated

    def nulls_last(self, column: sa.Column[Any], order: sa.UnaryExpression[Any]) -> list[sa.ColumnElement[Any]]:  # noqa: ARG002
        return [order.nulls_last()]  # which an index of the column can serve
