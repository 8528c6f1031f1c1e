"""The tables of a database: made and widened as records need them, and never changed in another way."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from ..core.documents.json import read_json
from ..sentences import say
from .databases import kind_of_database
from .migrations import TABLES, operations
from .rows import KEY, Kind, Row, StoreError, sql_name

URL, URL_KEY = "url", "bt_url"
"""Columns of the table with the addresses of records: the URL, and its hash, since databases have no keys so long."""
_LOCK = 0x6274_7374  # any number that others are not likely to take
_TYPES: Mapping[Kind, Any] = {
    "number": sa.Numeric(asdecimal=False),
    "text": sa.Text(),
    "flag": sa.Boolean(),
    "time": sa.DateTime(timezone=True),
    "day": sa.Date(),
    "bytes": sa.LargeBinary(),
    "json": sa.JSON(),
}


class Tables:
    """Knows the tables that it has seen; *engine* is that of a database whose own bookkeeping is up to date."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._tables: dict[str, sa.Table] = {}
        self._keys: dict[str, tuple[str, ...]] = {}

    def get(self, row: Row) -> sa.Table:
        """The table of a row, with all of its columns.

        Raises `ValueError` where it cannot have them, and `StoreError` where its rows are known by something else.
        """
        table = self._tables.get(row.table)
        if table is None or _changes(table, row):
            table = self._tables[row.table] = self._change(row)
        if self._keys[row.table] != row.known_by:
            raise StoreError(_other_key(row, self._keys[row.table]))
        return table

    def addresses(self, table: sa.Table) -> sa.Table:
        """The table with the URLs of a table's rows."""
        name = sql_name(f"{table.name}_urls")
        if name not in self._tables:
            with self._engine.begin() as connection:
                kind_of_database(connection.dialect.name).lock(connection, _LOCK)
                if not sa.inspect(connection).has_table(name):
                    operations(connection).create_table(
                        name,
                        sa.Column(
                            KEY, sa.String(32), sa.ForeignKey(table.c[KEY], ondelete="CASCADE"), primary_key=True
                        ),
                        sa.Column(URL_KEY, sa.String(32), primary_key=True),
                        sa.Column(URL, sa.Text(), nullable=False),
                    )
                    operations(connection).create_index(sql_name(f"{name}_index"), name, [URL_KEY])
                self._tables[name] = sa.Table(
                    name,
                    sa.MetaData(),
                    sa.Column(KEY, sa.String(32), primary_key=True),
                    sa.Column(URL_KEY, sa.String(32), primary_key=True),
                    sa.Column(URL, sa.Text()),
                )
        return self._tables[name]

    def find(self, name: str) -> sa.Table | None:
        """A table of records that is there already."""
        if name not in self._tables:
            with self._engine.begin() as connection:
                known_by = connection.scalar(sa.select(TABLES.c.key_columns).where(TABLES.c.name == name))
                if known_by is None:
                    return None
                self._tables[name] = self._reflect(connection, name)
                self._keys[name] = tuple(read_json(known_by))
        return self._tables[name]

    def check(self, row: Row) -> str:
        """Why rows of these declared columns will not fit into the table that is there; empty if they will."""
        try:
            table = self.get(row)
        except (ValueError, StoreError) as error:
            return str(error)
        for name in sorted(row.declared):
            found, wanted = kind_of_column(table.c[name].type), row.kinds[name]
            if found != wanted:
                return (
                    f"the column '{name}' of the table '{row.table}' takes a {found}, and the rule says {wanted}:"
                    " let the rule say the same, set BT_STORE_PREFIX, or rename the table"
                )
        return ""

    def _change(self, row: Row) -> sa.Table:
        """Make the table, or what it lacks; in one transaction, and one worker after the other."""
        with self._engine.begin() as connection:
            kind_of_database(connection.dialect.name).lock(connection, _LOCK)
            if not sa.inspect(connection).has_table(row.table):
                self._make(connection, row)
            table = self._reflect(connection, row.table)
            for change, column in _changes(table, row):
                if change == "add":
                    operations(connection).add_column(row.table, column)
                else:
                    with operations(connection).batch_alter_table(row.table) as batch:
                        batch.alter_column(column.name, type_=column.type, existing_type=table.c[column.name].type)
            self._keys[row.table] = self._registered(connection, row)
            return self._reflect(connection, row.table)

    def _make(self, connection: sa.Connection, row: Row) -> None:
        columns = [_column(row, name) for name in row.kinds]
        try:
            with connection.begin_nested():
                operations(connection).create_table(
                    row.table, sa.Column(KEY, sa.String(32), primary_key=True), *columns
                )
        except DBAPIError:
            # Databases without our lock: another worker was quicker, or it cannot be made.
            if not sa.inspect(connection).has_table(row.table):
                raise

    def _registered(self, connection: sa.Connection, row: Row) -> tuple[str, ...]:
        """The columns that make the keys of a table, as they were when its first row came."""
        found = connection.scalar(sa.select(TABLES.c.key_columns).where(TABLES.c.name == row.table))
        if found is None:
            connection.execute(sa.insert(TABLES).values(name=row.table, key_columns=json.dumps(row.known_by)))
            return row.known_by
        return tuple(read_json(found))

    def _reflect(self, connection: sa.Connection, name: str) -> sa.Table:
        """The table as it is in the database, with the types that we write."""
        described = sa.inspect(connection).get_columns(name)
        if KEY not in {each["name"] for each in described}:
            raise ValueError(
                say(
                    "the table '{}' is there already and has no column {}: set BT_STORE_PREFIX, or rename it", name, KEY
                )
            )
        columns = [sa.Column(each["name"], _written_type(each["type"])) for each in described]
        return sa.Table(name, sa.MetaData(), *columns)


def kind_of_column(type_: Any) -> Kind:
    """The kind of values that a column takes."""
    by_class: tuple[tuple[Any, Kind], ...] = (
        (sa.Boolean, "flag"),
        ((sa.Numeric, sa.Integer, sa.Float), "number"),
        (sa.DateTime, "time"),
        (sa.Date, "day"),
        (sa.LargeBinary, "bytes"),
        (sa.JSON, "json"),
    )
    return next((kind for classes, kind in by_class if isinstance(type_, classes)), "text")


def _changes(table: sa.Table, row: Row) -> list[tuple[str, sa.Column[Any]]]:
    """Columns to add, and declared texts that may be longer by now."""
    changes = [("add", _column(row, name)) for name in row.kinds if name not in table.c]
    for name in row.declared:
        length = getattr(table.c[name].type, "length", None) if name in table.c else None
        if length and row.kinds[name] == "text" and not 0 < row.lengths.get(name, 0) <= length:
            changes.append(("widen", _column(row, name)))
    return changes


def _column(row: Row, name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.String(row.lengths[name]) if name in row.lengths else _TYPES[row.kinds[name]])


def _written_type(found: Any) -> Any:
    """SQLite and PostgreSQL give numbers back as decimals unless told otherwise."""
    return sa.Numeric(asdecimal=False) if isinstance(found, sa.Numeric) else found


def _other_key(row: Row, found: Iterable[str]) -> str:
    was, now = (", ".join(columns) or "all columns" for columns in (found, row.known_by))
    return (
        f"the rows of the table '{row.table}' are known by {was}, and BT_STORE_KEY says {now}: leave it as it was,"
        " set BT_STORE_PREFIX, or rename the table"
    )
