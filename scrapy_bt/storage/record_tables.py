"""Reads the tables of records: filtered, sorted, a page at a time by sort column and key, whatever their size."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, NoSuchTableError, SQLAlchemyError

from ..core.documents.json import read_json
from ..core.samples.hiding import is_hidden_name
from ..sentences import say
from .databases import DatabaseKind, kind_of_database
from .engines import read_url, reason_of, shown
from .migrations import TABLES
from .record_questions import (
    OPERATORS,
    Filter,
    MissingError,
    QueryColumn,
    QuestionError,
    RowPage,
    RowQuery,
    TooSlowError,
)
from .rows import KEY, RUN, Kind, StoreError, sql_name
from .tables import URL, kind_of_column

SECONDS = 10.0
"""That a question may take."""
FACET_SECONDS = 1.0
MOST_COUNTED = 100_000
"""Rows that are counted where they are filtered; beyond, they are "more than"."""
_FACETS = 20
_EXPORTED = 2_000
"""Rows that an export reads at once."""


class RecordTables:
    """The tables of one database, which is only read; one object may be used by several threads."""

    def __init__(self, url: str, *, seconds: float = SECONDS) -> None:
        place = read_url(url)
        self._name, self._seconds, self._kind = shown(place), seconds, kind_of_database(place.get_backend_name())
        is_file = place.get_backend_name() == "sqlite" and place.database not in (None, "", ":memory:")
        if is_file and not Path(str(place.database)).is_file():
            raise StoreError(say("there is no database {} yet: a crawl makes it", self._name))
        try:
            self._engine = sa.create_engine(place, pool_pre_ping=True)
        except (SQLAlchemyError, ModuleNotFoundError) as error:
            raise StoreError(say("the database {} cannot be opened: {}", self._name, reason_of(error))) from None

    def close(self) -> None:
        """Let go of the connections."""
        self._engine.dispose()

    def names(self) -> list[str]:
        """The tables of records."""
        with self._reading() as connection:
            if not sa.inspect(connection).has_table(TABLES.name):
                return []
            return [*connection.scalars(sa.select(TABLES.c.name).order_by(TABLES.c.name))]

    def columns(self, name: str) -> list[QueryColumn]:
        """The columns of a table that records have."""
        found = (each for each in self._table(name).columns if each.name not in (KEY, RUN))
        return [QueryColumn(str(each.name), kind_of_column(each.type)) for each in found]

    def count(self, name: str, question: RowQuery) -> tuple[int, bool]:
        """How many rows there are, and whether there are more than were counted."""
        table = self._table(name)
        where = _conditions(table, question)
        with self._reading() as connection:
            if not where:
                return int(connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0), False
            some = sa.select(sa.literal(1)).select_from(table).where(*where).limit(MOST_COUNTED + 1).subquery()
            found = int(connection.scalar(sa.select(sa.func.count()).select_from(some)) or 0)
        return min(found, MOST_COUNTED), found > MOST_COUNTED

    def page(self, name: str, question: RowQuery, *, after: str = "", count: int = 100) -> RowPage:
        """Some rows, behind a cursor."""
        table = self._table(name)
        with self._reading() as connection:
            statement = _ordered(table, question, after, self._kind).limit(count + 1)
            rows = [_plain(row) for row in connection.execute(statement).mappings()]
        more = rows[:count]
        return RowPage(more, _cursor(question, more[-1]) if len(rows) > count else "")

    def all(self, name: str, question: RowQuery) -> Iterator[dict[str, Any]]:
        """Every row, a part at a time, so that no export holds a connection or a table in memory."""
        after = ""
        while True:
            found = self.page(name, question, after=after, count=_EXPORTED)
            yield from found.rows
            if not found.after:
                return
            after = found.after

    def facets(self, name: str, question: RowQuery, column: str) -> list[tuple[Any, int]]:
        """The values that come most often, and how often; raises `TooSlowError` after a second."""
        table = self._table(name)
        of = _column(table, column)
        if kind_of_column(of.type) in ("json", "bytes"):
            raise QuestionError(say("the values of '{}' are not counted", column))
        statement = (
            sa.select(of, sa.func.count().label("rows"))
            .where(*_conditions(table, question))
            .group_by(of)
            .order_by(sa.desc("rows"))
            .limit(_FACETS)
        )
        with self._reading(seconds=FACET_SECONDS) as connection:
            return [(row[0], int(row[1])) for row in connection.execute(statement)]

    def row(self, name: str, key: str) -> dict[str, Any] | None:
        """One row."""
        table = self._table(name)
        with self._reading() as connection:
            found = connection.execute(sa.select(table).where(table.c[KEY] == key)).mappings().first()
        return None if found is None else _plain(found)

    def addresses(self, name: str, key: str) -> list[str]:
        """Where a row was found besides, at most 100."""
        other = sql_name(f"{self._table(name).name}_urls")
        with self._reading() as connection:
            if not sa.inspect(connection).has_table(other):
                return []
            table = sa.table(other, sa.column(KEY), sa.column(URL))
            return [*connection.scalars(sa.select(table.c[URL]).where(table.c[KEY] == key).order_by(URL).limit(100))]

    def _table(self, name: str) -> sa.Table:
        if name not in self.names():
            raise MissingError(say("there is no table of records '{}'", name))
        try:
            with self._reading() as connection:
                table = sa.Table(name, sa.MetaData(), autoload_with=connection)
        except NoSuchTableError:
            raise MissingError(say("the table '{}' is not there any more", name)) from None
        for column in table.columns:
            if isinstance(column.type, sa.Numeric):
                column.type = sa.Numeric(asdecimal=False)
        return table

    @contextmanager
    def _reading(self, *, seconds: float = 0.0) -> Iterator[sa.Connection]:
        """A connection that changes nothing, and gives up in time."""
        limit = seconds or self._seconds
        until = time.monotonic() + limit
        try:
            with self._engine.connect() as connection:
                clear = self._kind.read_only(connection, limit, lambda: time.monotonic() > until)
                try:
                    yield connection
                finally:
                    clear()
        except DBAPIError as error:
            if time.monotonic() > until or self._kind.was_too_slow(error):
                raise TooSlowError(
                    say("this takes longer than {:g} s: filter more, or sort by another column", limit)
                ) from None
            raise StoreError(say("the database {} does not answer: {}", self._name, reason_of(error))) from None


def _plain(row: sa.RowMapping) -> dict[str, Any]:
    """Names without what SQLAlchemy says about their quotes."""
    return {str(name): value for name, value in row.items()}


def _conditions(table: sa.Table, question: RowQuery) -> list[sa.ColumnElement[bool]]:
    texts = [
        column
        for column in table.columns
        if kind_of_column(column.type) == "text" and column.name not in (KEY, RUN) and not is_hidden_name(column.name)
    ]
    words = (
        sa.or_(*(column.icontains(word, autoescape=True) for column in texts), sa.false())
        for word in question.words.split()[:10]
    )
    return [*(_condition(table, each) for each in question.filters), *words]


def _condition(table: sa.Table, wanted: Filter) -> sa.ColumnElement[bool]:
    column = _column(table, wanted.column)
    kind = kind_of_column(column.type)
    if wanted.operator not in OPERATORS:
        raise QuestionError(say("'{}' compares nothing; there are: {}", wanted.operator, ", ".join(OPERATORS)))
    if wanted.operator in ("empty", "filled"):
        nothing = {"text": column == "", "json": sa.cast(column, sa.Text) == "null"}.get(kind, sa.false())
        is_empty = column.is_(None) | nothing
        return is_empty if wanted.operator == "empty" else sa.not_(is_empty)
    if wanted.operator == "contains":
        return sa.cast(column, sa.Text).icontains(wanted.value, autoescape=True)
    if kind in ("json", "bytes"):
        raise QuestionError(say("'{}' can only be empty, filled, or contain something", wanted.column))
    value = sa.literal(_read(wanted.value, kind, wanted.column), column.type)
    compared: sa.ColumnElement[bool] = {
        "=": column == value,
        "!=": column.is_distinct_from(value),
        "<": column < value,
        "<=": column <= value,
        ">": column > value,
        ">=": column >= value,
    }[wanted.operator]
    return compared


def _read(text: str, kind: Kind, name: str) -> Any:
    """A value as the column has it; raises `QuestionError`."""
    flags = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    try:
        if kind == "number":
            return float(text)
        if kind == "flag":
            return flags[text.strip().lower()]
        if kind == "time":
            return datetime.fromisoformat(text)
        if kind == "day":
            return date.fromisoformat(text)
    except (ValueError, KeyError):
        raise QuestionError(say("'{}' takes a {}, which '{}' is not", name, kind, text)) from None
    return text


def _ordered(table: sa.Table, question: RowQuery, after: str, kind_of_database: DatabaseKind) -> sa.Select[Any]:
    key = table.c[KEY]
    statement = sa.select(table).where(*_conditions(table, question))
    behind = _read_cursor(after)
    if not question.sort:
        return statement.where(*([key > behind[1]] if behind else [])).order_by(key)
    column = _column(table, question.sort)
    kind = kind_of_column(column.type)
    if kind in ("json", "bytes"):
        raise QuestionError(say("rows are not sorted by '{}'", question.sort))
    if behind is not None:
        value, last = behind
        if value is None:
            statement = statement.where(column.is_(None) & (key > last))
        else:
            value = sa.literal(_read(value, kind, question.sort) if kind in ("time", "day") else value, column.type)
            further = column < value if question.is_descending else column > value
            statement = statement.where(further | ((column == value) & (key > last)) | column.is_(None))
    order = column.desc() if question.is_descending else column.asc()
    return statement.order_by(*kind_of_database.nulls_last(column, order), key)


def _column(table: sa.Table, name: str) -> sa.Column[Any]:
    if name not in table.c or name == KEY:
        raise MissingError(say("there is no column '{}'", name))
    return table.c[name]


def _cursor(question: RowQuery, row: dict[str, Any]) -> str:
    value = row[question.sort] if question.sort else None
    return json.dumps([value.isoformat() if isinstance(value, date) else value, row[KEY]], ensure_ascii=False)


def _read_cursor(text: str) -> tuple[Any, str] | None:
    if not text:
        return None
    try:
        value, key = read_json(text, shape=tuple[str | float | bool | None, str])
    except ValueError:
        raise QuestionError(say("no page has ended here")) from None
    return value, key
