"""A database by SQLAlchemy: tables as records need them, rows whose key is there already left alone."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from threading import Event
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, OperationalError, SQLAlchemyError

from .rows import KEY, Kind, Row, StoreError, content_key, fitted

logger = logging.getLogger(__name__)

REFUSED = "bt_refused"
"""The table of records that fit into none, with the reasons."""
_TRIES = 8
_DELAY, _LONGEST_DELAY = 0.25, 15.0
"""Seconds between tries while the database is away, doubled each time: about a minute in all."""
_LONGEST_LOCK = 30
"""Seconds that SQLite waits for another process to be done."""
_TYPES: Mapping[Kind, Any] = {
    "number": sa.Numeric(asdecimal=False),
    "text": sa.Text(),
    "flag": sa.Boolean(),
    "time": sa.DateTime(timezone=True),
    "day": sa.Date(),
    "bytes": sa.LargeBinary(),
    "json": sa.JSON(),
}
_UNFIT = (SQLAlchemyError, ValueError, TypeError, OverflowError)
"""What a row raises that a database or its driver does not take."""
_T = TypeVar("_T")


@dataclass
class Outcome:
    """What a batch came to: rows stored, rows that were there, and those that do not fit, with the reasons."""

    stored: int = 0
    known: int = 0
    refused: list[tuple[Row, str]] = field(default_factory=list)


def open_database(url: str) -> Database:
    """Connect; raises `StoreError` saying what to mend."""
    try:
        address = sa.make_url(url)
    except ArgumentError:
        raise StoreError(
            "BT_STORE_URL is no URL of a database: write sqlite:///records.db, or postgresql://user:password@host/name"
        ) from None
    if address.drivername in ("postgresql", "postgres"):
        address = address.set(drivername="postgresql+psycopg")
    options: dict[str, Any] = {}
    if address.get_backend_name() == "sqlite":
        options["connect_args"] = {"timeout": _LONGEST_LOCK, "check_same_thread": False}
    shown = address.render_as_string(hide_password=True)
    try:
        engine = sa.create_engine(address, **options)
        with engine.connect():
            pass
    except NoSuchModuleError:
        raise StoreError(f"SQLAlchemy knows no database '{address.drivername}' ({shown})") from None
    except ModuleNotFoundError as error:
        package = "scrapy_bt[store]" if error.name == "psycopg" else error.name
        raise StoreError(f"{shown} needs the driver '{error.name}': pip install '{package}'") from None
    except SQLAlchemyError as error:
        raise StoreError(f"the database {shown} cannot be opened: {_reason(error)}") from None
    return Database(engine)


class Database:
    """For one thread at a time, but for `stop`."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._tables: dict[str, sa.Table] = {}
        self._closing = Event()

    def write(self, rows: Sequence[Row]) -> Outcome:
        """Store the rows of all tables in one transaction; raises `StoreError` when the database stays away."""
        outcome = Outcome()
        placed: list[Row] = []
        for row in rows:
            try:
                self._persevere(partial(self._table_for, row))
                placed.append(row)
            except ValueError as error:  # noqa: PERF203  # each row has its own reason
                outcome.refused.append((row, str(error)))
            except DBAPIError as error:
                outcome.refused.append((row, _reason(error)))
        by_table: dict[str, list[tuple[Row, dict[str, Any]]]] = {}
        for row in placed:
            # By now the tables have all columns that these rows need.
            try:
                by_table.setdefault(row.table, []).append((row, _fitted(row, self._tables[row.table])))
            except ValueError as error:  # noqa: PERF203
                outcome.refused.append((row, str(error)))
        for name, pairs in by_table.items():
            if pairs:
                self._store(self._tables[name], pairs, outcome)
        if outcome.refused:
            self._keep_refused(outcome.refused)
        return outcome

    def stop(self) -> None:
        """The crawl ends: nobody waits for a database that is away."""
        self._closing.set()

    def close(self) -> None:
        """Let go of the connections."""
        self._engine.dispose()

    def _store(self, table: sa.Table, pairs: list[tuple[Row, dict[str, Any]]], outcome: Outcome) -> None:
        try:
            stored = self._persevere(lambda: self._insert(table, [values for _, values in pairs]))
        except _UNFIT as error:
            if len(pairs) == 1:
                outcome.refused.append((pairs[0][0], _reason(error)))
                return
            # One of them does not fit: find out which.
            for pair in pairs:
                self._store(table, [pair], outcome)
            return
        outcome.stored += stored
        outcome.known += len(pairs) - stored

    def _insert(self, table: sa.Table, values: list[dict[str, Any]]) -> int:
        """How many were not there."""
        by_key = {each[KEY]: each for each in values}
        keys = list(by_key)
        with self._engine.begin() as connection:
            known = set(connection.scalars(sa.select(table.c[KEY]).where(table.c[KEY].in_(keys))))
            fresh = [each for key, each in by_key.items() if key not in known]
            if fresh:
                connection.execute(self._insert_statement(table), fresh)
        return len(fresh)

    def _insert_statement(self, table: sa.Table) -> Any:
        """Other workers may have stored the same row meanwhile."""
        dialect = self._engine.dialect.name
        if dialect == "postgresql":
            return postgresql.insert(table).on_conflict_do_nothing(index_elements=[KEY])
        if dialect == "sqlite":
            return sqlite.insert(table).on_conflict_do_nothing(index_elements=[KEY])
        return sa.insert(table)

    # Tables

    def _table_for(self, row: Row) -> sa.Table:
        table = self._tables.get(row.table)
        if table is None:
            table = self._tables[row.table] = self._make(row.table, _columns(row, row.kinds))
        missing = {name: kind for name, kind in row.kinds.items() if name not in table.c}
        if missing:
            table = self._tables[row.table] = self._widen(table, _columns(row, missing))
        return table

    def _make(self, name: str, columns: Iterable[sa.Column[Any]]) -> sa.Table:
        if not sa.inspect(self._engine).has_table(name):
            table = sa.Table(name, sa.MetaData(), sa.Column(KEY, sa.String(32), primary_key=True), *columns)
            try:
                table.create(self._engine)
            except DBAPIError:
                # Another worker was quicker, or it cannot be made.
                if not sa.inspect(self._engine).has_table(name):
                    raise
        return self._reflect(name)

    def _widen(self, table: sa.Table, columns: Iterable[sa.Column[Any]]) -> sa.Table:
        preparer = self._engine.dialect.identifier_preparer
        for column in columns:
            kind = column.type.compile(self._engine.dialect)
            change = f"ALTER TABLE {preparer.format_table(table)} ADD COLUMN {preparer.format_column(column)} {kind}"
            try:
                with self._engine.begin() as connection:
                    connection.execute(sa.text(change.replace(":", "\\:")))
            except DBAPIError:
                present = {each["name"] for each in sa.inspect(self._engine).get_columns(table.name)}
                if column.name not in present:
                    raise
        return self._reflect(table.name)

    def _reflect(self, name: str) -> sa.Table:
        """The table as it is in the database, with the types that we write."""
        described = sa.inspect(self._engine).get_columns(name)
        if KEY not in {each["name"] for each in described}:
            raise ValueError(
                f"the table '{name}' is there already and has no column {KEY}: set BT_STORE_PREFIX, or rename it"
            )
        columns = [sa.Column(each["name"], _written_type(each["type"])) for each in described]
        return sa.Table(name, sa.MetaData(), *columns)

    def _keep_refused(self, refused: list[tuple[Row, str]]) -> None:
        rows = []
        for row, reason in refused:
            record = {"table": row.table, "reason": reason, "record": dict(row.values), "at": int(time.time())}
            kinds: dict[str, Kind] = {"table": "text", "reason": "text", "record": "json", "at": "number"}
            key = content_key(REFUSED, {"table": row.table, "record": row.key})
            rows.append(Row(REFUSED, key, record, kinds, {}))
        try:
            table = self._persevere(lambda: self._table_for(rows[0]))
            self._persevere(lambda: self._insert(table, [_fitted(row, table) for row in rows]))
        except _UNFIT as error:
            logger.warning("What did not fit could not be kept in %s: %s", REFUSED, error)

    def _persevere(self, act: Callable[[], _T]) -> _T:
        """Try again while the database is away; other errors are raised."""
        delay = _DELAY
        for left in range(_TRIES, -1, -1):
            try:
                return act()
            except OperationalError as error:  # noqa: PERF203  # a loop of tries
                if not self._is_away(error):
                    raise
                if not left:
                    raise StoreError(f"the database stays away: {_reason(error)}") from None
                logger.warning("The database cannot be reached, trying again in %.2f s: %s", delay, _reason(error))
                self._closing.wait(delay)
                delay = min(2 * delay, _LONGEST_DELAY)
        raise AssertionError("the last try returns or raises")

    def _is_away(self, error: OperationalError) -> bool:
        """SQLite tells mistakes by this error, too."""
        return self._engine.dialect.name != "sqlite" or "locked" in str(error.orig)


def _columns(row: Row, kinds: Mapping[str, Kind]) -> list[sa.Column[Any]]:
    return [
        sa.Column(name, sa.String(row.lengths[name]) if name in row.lengths else _TYPES[kind])
        for name, kind in kinds.items()
    ]


def _written_type(found: Any) -> Any:
    """SQLite and PostgreSQL give numbers back as decimals unless told otherwise."""
    return sa.Numeric(asdecimal=False) if isinstance(found, sa.Numeric) else found


def _fitted(row: Row, table: sa.Table) -> dict[str, Any]:
    """The row with a value for each column; raises `ValueError` saying which does not fit."""
    values: dict[str, Any] = {column.name: None for column in table.columns}
    values[KEY] = row.key
    for name, value in row.values.items():
        type_ = table.c[name].type
        try:
            fit = fitted(value, _kind_of_column(type_))
        except (ValueError, TypeError) as error:
            raise ValueError(f"column {name}: {error}") from None
        length = getattr(type_, "length", None)
        if isinstance(fit, str) and length and len(fit) > length:
            raise ValueError(f"column {name} takes {length} characters, and this has {len(fit)}")
        values[name] = fit
    return values


def _kind_of_column(type_: Any) -> Kind:
    by_class: tuple[tuple[Any, Kind], ...] = (
        (sa.Boolean, "flag"),
        ((sa.Numeric, sa.Integer, sa.Float), "number"),
        (sa.DateTime, "time"),
        (sa.Date, "day"),
        (sa.LargeBinary, "bytes"),
        (sa.JSON, "json"),
    )
    return next((kind for classes, kind in by_class if isinstance(type_, classes)), "text")


def _reason(error: Exception) -> str:
    """The database's own words, on one line."""
    original = getattr(error, "orig", None) or error
    return " ".join(str(original).split())[:300]
