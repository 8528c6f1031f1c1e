"""Reads lists of entities in CSV."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from ...sentences import say
from .encodings import NOT_UTF8, is_undecoded
from .entitychecks import KEYS, GivenEntity, Loss, Unread

BETWEEN = "|"
"""What stands between aliases."""
_COLUMNS = KEYS[:-1]
_DELIMITERS = ",;\t"
"""As spreadsheets write it in different countries."""


def read_csv(lines: Iterable[str]) -> Iterator[GivenEntity | Unread]:
    """The entities of a table whose first line names its columns."""
    rest = iter(lines)
    header = next(rest, "")
    if is_undecoded(header) or "\0" in header:
        yield Unread(1, NOT_UTF8)
        return
    rows = csv.DictReader(chain([header], rest), delimiter=max(_DELIMITERS, key=header.count), strict=True)
    try:
        columns = [name.strip().lower() for name in rows.fieldnames or ()]
    except csv.Error as error:
        yield Unread(1, say("no CSV: {}", error))
        return
    twice = next((name for name, times in Counter(columns).items() if name and times > 1), None)
    if "name" not in columns or twice is not None:
        yield Unread(1, _header_fault(twice))
        return
    for name in columns:
        if name not in (*_COLUMNS, ""):
            yield Unread(1, say("the column `{}` is none of {}: left out", name, ", ".join(_COLUMNS)), Loss.NOTHING)
    rows.fieldnames = columns
    yield from _read_rows(rows)


def _header_fault(twice: str | None) -> str:
    if twice is not None:
        return say("the first line names the column `{}` twice", twice)
    return say("the first line names the columns, with commas, semicolons or tabs between, and one of them is `name`")


def _read_rows(rows: csv.DictReader[str]) -> Iterator[GivenEntity | Unread]:
    last = rows.reader.line_num
    while True:
        first = last + 1
        try:
            row = next(rows, None)
        except csv.Error as error:
            last = rows.reader.line_num
            yield Unread(first, _csv_fault(error, last if last > first else None))
            continue
        last = rows.reader.line_num
        if row is None:
            return
        yield _read_row(row, first, last)


def _csv_fault(error: csv.Error, last: int | None) -> str:
    if last is None:
        return say("no CSV: {}", error)
    return say("no CSV: {}, and goes on to line {}: is a quotation mark not closed?", error, last)


def _read_row(row: Mapping[Any, Any], first: int, last: int) -> GivenEntity | Unread:
    cells = (cell for cell in row.values() if isinstance(cell, str))
    name = (row["name"] or "").strip()
    if "\n" in name:
        return Unread(first, say("its name goes on to line {}: is a quotation mark not closed?", last))
    if any(map(is_undecoded, cells)):
        return Unread(last, NOT_UTF8)
    if None in row:
        return Unread(last, say("it has more cells than the first line has names"))
    if len(name) > 1 and name[0] == name[-1] == "'":
        return Unread(last, say("its name stands in single quotation marks: CSV has double ones, or none"))
    given = {key: (row.get(key) or "").strip() for key in _COLUMNS}
    return GivenEntity(last, {**given, "aliases": given["aliases"].split(BETWEEN)})
