"""A database by SQLAlchemy: rows are stored once each, however often they come and whatever happens meanwhile."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from ..sentences import say
from .databases import Upserting, kind_of_database
from .engines import open_engine, reason_of, shown
from .retry_policy import RetryPolicy
from .rows import KEY, Alias, Row, StoreError, fitted
from .tables import URL, URL_KEY, Tables, kind_of_column

TIMEOUT = 300.0
"""Seconds that a database which is away is waited for."""
_UNFIT = (SQLAlchemyError, ValueError, TypeError, OverflowError)
"""What a row raises that a database or its driver does not take."""
_T = TypeVar("_T")


@dataclass
class BatchResult:
    """What a batch came to: rows stored, rows that were there, and those that do not fit, with the reasons."""

    stored: int = 0
    known: int = 0
    refused: list[tuple[Row, str]] = field(default_factory=list)
    lost: int = 0
    """Places of rows that are not there."""


def open_database(url: str, *, timeout: float = TIMEOUT, address: str = "url") -> Database:
    """Connect; raises `StoreError` saying what to mend."""
    engine = open_engine(url, timeout=timeout)
    return Database(engine, RetryPolicy(f"The database {shown(engine.url)}", timeout), address)


class Database:
    """For one thread at a time, but for `hurry`. *address*: the column with the URL of a row."""

    def __init__(self, engine: sa.Engine, retry_policy: RetryPolicy, address: str = "url") -> None:
        self._engine, self._retry_policy, self._address = engine, retry_policy, address
        self._kind = kind_of_database(engine.dialect.name)
        self._tables = Tables(engine)

    def check(self, rows: Iterable[Row]) -> None:
        """Make the tables of rows whose columns are declared; raises `StoreError` with all that does not fit."""
        reasons = [reason for row in rows if (reason := self._check(row))]
        if reasons:
            raise StoreError("; ".join(reasons))

    def write(self, rows: Sequence[Row | Alias]) -> BatchResult:
        """Store rows of any tables, then aliases; raises `StoreError` when the database stays away."""
        outcome = BatchResult()
        by_table: dict[str, list[Row]] = {}
        for row in rows:
            if isinstance(row, Row):
                by_table.setdefault(row.table, []).append(row)
        for group in by_table.values():
            self._store(group, outcome)
        for alias in rows:
            if isinstance(alias, Alias):
                outcome.lost += not self._persevere(partial(self._add, alias))
        return outcome

    def hurry(self) -> None:
        """The crawl ends: nobody waits for a database that is away."""
        self._retry_policy.hurry()

    def close(self) -> None:
        """Let go of the connections."""
        self._engine.dispose()

    def _check(self, row: Row) -> str:
        try:
            return self._persevere(partial(self._tables.check, row))
        except DBAPIError as error:
            return f"the table '{row.table}' cannot be made: {reason_of(error)}"

    def _store(self, rows: list[Row], outcome: BatchResult) -> None:
        try:
            stored = self._persevere(partial(self._write, rows))
        except _UNFIT as error:
            if len(rows) == 1:
                outcome.refused.append((rows[0], reason_of(error)))
                return
            # Some of them do not fit: find out which.
            middle = len(rows) // 2
            self._store(rows[:middle], outcome)
            self._store(rows[middle:], outcome)
            return
        outcome.stored += stored
        outcome.known += len(rows) - stored

    def _write(self, rows: list[Row]) -> int:
        """How many were not there."""
        for row in rows:
            table = self._tables.get(row)
        # By now it has all columns that these rows need. In one order, so that no two workers wait for each other.
        merged = sorted(_merge(rows), key=lambda row: row.key)
        values = [_fitted(row, table) for row in merged]
        places = [(row.key, url) for row in merged for url in row.urls]
        addresses = self._tables.addresses(table) if places else None
        keys = [row.key for row in merged]
        with self._engine.begin() as connection:
            if merged[0].known_by or not isinstance(self._kind, Upserting):
                known = set(connection.scalars(sa.select(table.c[KEY]).where(table.c[KEY].in_(keys))))
                self._put(connection, table, values, known)
                stored = len(keys) - len(known)
            else:
                # Nothing of a row that is known by all of its columns can be new.
                counting = connection.execution_options(preserve_rowcount=True)
                stored = counting.execute(self._kind.insert(table, (KEY,)), values).rowcount
            if addresses is not None:
                self._put_addresses(connection, addresses, places)
        return stored

    def _put(self, connection: sa.Connection, table: sa.Table, values: list[dict[str, Any]], known: set[str]) -> None:
        """Insert rows, or update those that are there; what a row does not say stays as it was."""
        if isinstance(self._kind, Upserting):
            connection.execute(self._kind.upsert(table, KEY), values)
            return
        for each in values:
            given = {name: value for name, value in each.items() if name != KEY and value is not None}
            if each[KEY] not in known:
                connection.execute(sa.insert(table), each)
            elif given:
                connection.execute(sa.update(table).where(table.c[KEY] == each[KEY]).values(given))

    def _put_addresses(self, connection: sa.Connection, table: sa.Table, places: list[tuple[str, str]]) -> None:
        values = [{KEY: key, URL_KEY: url_key(url), URL: url} for key, url in dict.fromkeys(places)]
        if not isinstance(self._kind, Upserting):
            keys = {each[KEY] for each in values}
            known = set(
                connection.execute(sa.select(table.c[KEY], table.c[URL_KEY]).where(table.c[KEY].in_(keys))).tuples()
            )
            values = [each for each in values if (each[KEY], each[URL_KEY]) not in known]
        if values:
            connection.execute(self._kind.insert(table, (KEY, URL_KEY)), values)

    def _add(self, alias: Alias) -> bool:
        """Give a row another address; whether the row is there."""
        table = self._tables.find(alias.table)
        if table is None:
            return False
        addresses = self._tables.addresses(table)
        searches = [
            sa.select(table.c[KEY]).where(table.c[KEY] == alias.key),
            sa.select(addresses.c[KEY]).where(addresses.c[URL_KEY] == url_key(alias.original)),
        ]
        if self._address in table.c:
            # The last way, since it reads the whole table: after it, the one before leads there.
            searches.append(sa.select(table.c[KEY]).where(table.c[self._address] == alias.original))
        with self._engine.begin() as connection:
            found = (connection.scalar(search.limit(1)) for search in searches)
            key = next((each for each in found if each is not None), None)
            if key is not None:
                self._put_addresses(connection, addresses, [(key, url) for url in (alias.original, alias.url) if url])
        return key is not None

    def _persevere(self, act: Callable[[], _T]) -> _T:
        return self._retry_policy.persevere(act, self._why_away)

    def _why_away(self, error: Exception) -> str:
        """Empty for an error that no waiting mends."""
        return reason_of(error) if isinstance(error, DBAPIError) and self._kind.is_away(error) else ""


def url_key(url: str) -> str:
    """What a URL is known by in a table, since databases have no keys so long; 32 characters."""
    return hashlib.blake2b(url.encode("utf-8", "replace"), digest_size=16).hexdigest()


def _merge(rows: list[Row]) -> list[Row]:
    """One row for each key: of several the later ones complete and correct the earlier."""
    merged: dict[str, Row] = {}
    for row in rows:
        earlier = merged.get(row.key)
        merged[row.key] = row if earlier is None else row.after(earlier)
    return list(merged.values())


def _fitted(row: Row, table: sa.Table) -> dict[str, Any]:
    """The row with a value for each column; raises `ValueError` saying which does not fit."""
    values: dict[str, Any] = {column.name: None for column in table.columns}
    values[KEY] = row.key
    for name, value in row.values.items():
        type_ = table.c[name].type
        try:
            fit = fitted(value, kind_of_column(type_))
        except (ValueError, TypeError) as error:
            raise ValueError(say("column {}: {}", name, error)) from None
        length = getattr(type_, "length", None)
        if isinstance(fit, str) and length and len(fit) > length:
            raise ValueError(say("column {} takes {} characters, and this has {}", name, length, len(fit)))
        if isinstance(type_, sa.Integer) and fit != int(fit):
            raise ValueError(say("column {} takes whole numbers, and this is {}", name, fit))
        values[name] = fit
    return values
