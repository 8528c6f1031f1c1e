"""The records of a project: in its store, and in the files that its feeds have written."""

from __future__ import annotations

import csv
import json
import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol
from urllib.parse import urlsplit
from urllib.request import url2pathname

from scrapy.settings import BaseSettings

from ...core.documents.encodings import is_utf8
from ...core.documents.json import read_json
from ...core.documents.numbers import as_counted, as_counted_path, read_whole
from ...core.samples.hiding import is_secret
from ...errors import BTError
from ...sentences import say, spoken
from ...settings import BTSettings
from ...storage.record_questions import OPERATORS, Filter, MissingError, QueryColumn, QuestionError, RowPage, RowQuery
from ..naming import name_path

if TYPE_CHECKING:
    from ...storage.record_tables import RecordTables

FEED = "feed:"
"""What the names of files begin with."""
_KINDS = {".jl": "lines", ".jsonl": "lines", ".jsonlines": "lines", ".csv": "csv"}
_LONGEST_LINE = 4_000_000
_LOOKED_AT = 200_000
"""Lines of a file that a filter goes over for one page."""
_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_FIRST = 200
"""Records of a file whose fields are its columns."""


@dataclass(frozen=True)
class RecordTable:
    """A table of the store, or a file; *bytes*: of a file."""

    name: str
    kind: str
    path: Path | None = None
    bytes: int = 0


class RecordSource(Protocol):
    """A table, or a file, as both are read."""

    can_sort: bool

    def columns(self) -> list[QueryColumn]: ...

    def count(self, question: RowQuery) -> tuple[int, bool] | None:
        """Rows, and whether there are more; none where counting would mean reading all of it."""

    def page(self, question: RowQuery, after: str, count: int) -> RowPage: ...

    def all(self, question: RowQuery) -> Iterator[dict[str, Any]]: ...

    def facets(self, question: RowQuery, column: str) -> list[tuple[Any, int]]: ...

    def row(self, key: str) -> dict[str, Any] | None: ...

    def addresses(self, key: str) -> list[str]: ...


class ProjectRecords:
    """Those of a project; *project*: its folder."""

    def __init__(self, project: Path, settings: BaseSettings) -> None:
        self._project, self._settings = project, settings
        self._store: RecordTables | None = None

    def tables(self) -> tuple[list[RecordTable], str]:
        """All of them, and why the store could not be asked, if so."""
        found, trouble = [], ""
        try:
            store = self._open()
            found = (
                [RecordTable(name, "store") for name in sorted(store.names(), key=as_counted)]
                if store is not None
                else []
            )
        except BTError as error:
            trouble = spoken(error)
        found += [RecordTable(name, "feed", path, path.stat().st_size) for name, path in self._feeds()]
        return found, trouble

    def find(self, name: str) -> RecordSource:
        """One of them; raises `BTError` where there is none."""
        if name.startswith(FEED):
            path = dict(self._feeds()).get(name)
            if path is None:
                raise MissingError(say("there is no file of records '{}'", name))
            return FileRecords(path)
        store = self._open()
        if store is None:
            raise MissingError(say("the project stores no records: set BT_STORE_URL"))
        return StoredRecords(store, name)

    def close(self) -> None:
        """Let go of the store."""
        if self._store is not None:
            self._store.close()

    def _open(self) -> RecordTables | None:
        url = BTSettings.read(self._settings).store_url
        if self._store is None and url:
            try:
                from ...storage.record_tables import RecordTables  # noqa: PLC0415  # an extra
            except ImportError:
                raise BTError(say("records of a store need SQLAlchemy: pip install 'scrapy_bt[store]'")) from None
            self._store = RecordTables(url)
        return self._store

    def _feeds(self) -> Iterator[tuple[str, Path]]:
        """Files below the project's folder, by what they are called here."""
        patterns = [f"*{suffix}" for suffix in _KINDS]
        for uri in self._settings.getdict("FEEDS"):
            parts = urlsplit(str(uri))
            if parts.scheme in ("", "file"):
                written = url2pathname(parts.path) if parts.scheme else str(uri)
                patterns.append(re.sub(r"%\(\w+\)[sd]", "*", written).removeprefix(f"{self._project}/"))
        folder = self._project.resolve()
        inside = [each for each in patterns if not Path(each).is_absolute() and ".." not in Path(each).parts]
        found = (sorted(self._project.glob(pattern), key=as_counted_path) for pattern in inside)
        for path in dict.fromkeys(chain.from_iterable(found)):
            if (
                is_utf8(str(path))
                and path.is_file()
                and path.suffix in _KINDS
                and path.resolve().is_relative_to(folder)
            ):
                yield FEED + name_path(path.relative_to(self._project).as_posix()), path


@dataclass(frozen=True)
class StoredRecords:
    """A table of the store."""

    store: RecordTables
    name: str
    can_sort = True

    def columns(self) -> list[QueryColumn]:
        return self.store.columns(self.name)

    def count(self, question: RowQuery) -> tuple[int, bool] | None:
        return self.store.count(self.name, question)

    def page(self, question: RowQuery, after: str, count: int) -> RowPage:
        return self.store.page(self.name, question, after=after, count=count)

    def all(self, question: RowQuery) -> Iterator[dict[str, Any]]:
        return self.store.all(self.name, question)

    def facets(self, question: RowQuery, column: str) -> list[tuple[Any, int]]:
        return self.store.facets(self.name, question, column)

    def row(self, key: str) -> dict[str, Any] | None:
        return self.store.row(self.name, key)

    def addresses(self, key: str) -> list[str]:
        return self.store.addresses(self.name, key)


@dataclass(frozen=True)
class FileRecords:
    """A file of JSON lines or CSV, in its own order; the key of a record is where it begins in the file."""

    path: Path
    can_sort = False

    def columns(self) -> list[QueryColumn]:
        names: dict[str, None] = {}
        for _, record, _ in islice(self._read(0), _FIRST):
            names.update(dict.fromkeys(record))
        return [QueryColumn(name, "text") for name in names]

    def count(self, question: RowQuery) -> tuple[int, bool] | None:  # noqa: ARG002 - a source's
        return None

    def page(self, question: RowQuery, after: str, count: int) -> RowPage:
        if question.sort:
            raise QuestionError(say("a file is shown in its own order: store records in a database to sort them"))
        start = read_whole(after) or 0
        rows: list[dict[str, Any]] = []
        for looked_at, (begin, record, _) in enumerate(self._read(start)):
            if len(rows) >= count or looked_at >= _LOOKED_AT:
                return RowPage(rows, str(begin))
            if _fits(record, question):
                rows.append({"bt_key": str(begin), **record})
        return RowPage(rows, "")

    def all(self, question: RowQuery) -> Iterator[dict[str, Any]]:
        return (record for _, record, _ in self._read(0) if _fits(record, question))

    def facets(self, question: RowQuery, column: str) -> list[tuple[Any, int]]:  # noqa: ARG002 - a source's
        raise QuestionError(say("values are counted in a database, not in a file"))

    def row(self, key: str) -> dict[str, Any] | None:
        start = read_whole(key)
        found = next(self._read(start), None) if start is not None else None
        return None if found is None or found[0] != start else {"bt_key": key, **found[1]}

    def addresses(self, key: str) -> list[str]:  # noqa: ARG002 - a source's
        return []

    def _read(self, start: int) -> Iterator[tuple[int, dict[str, Any], int]]:
        """Where each record begins, what it says, and where it ends."""
        return self._read_csv(start) if _KINDS[self.path.suffix] == "csv" else self._read_lines(start)

    def _read_lines(self, start: int) -> Iterator[tuple[int, dict[str, Any], int]]:
        with self.path.open("rb") as file:
            if start:
                file.seek(start - 1)
                if file.read(1) != b"\n":
                    return  # no record begins there
            while line := file.readline(_LONGEST_LINE):
                end = file.tell()
                if line.strip():
                    yield start, _record(line), end
                start = end

    def _read_csv(self, start: int) -> Iterator[tuple[int, dict[str, Any], int]]:
        with self.path.open("rb") as file:
            lines = _Lines(file)
            header = next(csv.reader(lines), [])
            if start > lines.place:
                file.seek(start)
                lines.place = start
            begin = lines.place
            for cells in csv.reader(lines):
                if cells:
                    yield begin, dict(zip(header, cells, strict=False)), lines.place
                begin = lines.place


class _Lines:
    """The lines of a file as texts, and how far it has been read."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self.place = file, file.tell()

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = self._file.readline(_LONGEST_LINE)
        if not line:
            raise StopIteration
        self.place += len(line)
        return line.decode("utf-8-sig", "replace")


def _record(line: bytes) -> dict[str, Any]:
    try:
        found = read_json(line, largest=None)
    except ValueError as error:
        return {"bt_error": f"{error}: {line[:200].decode('utf-8', 'replace')}"}
    return found if isinstance(found, dict) else {"value": found}


def _fits(record: dict[str, Any], question: RowQuery) -> bool:
    shown = [value for name, value in record.items() if not is_secret(name)]
    texts = [value if isinstance(value, str) else json.dumps(value, ensure_ascii=False) for value in shown]
    whole = "\n".join(texts).casefold()
    return all(word in whole for word in question.words.casefold().split()) and all(
        _holds(record.get(each.column), each) for each in question.filters
    )


def _holds(value: Any, wanted: Filter) -> bool:
    """Numbers are compared as numbers where both are some, other values as texts; what is not there is only `empty`."""
    is_empty = value in (None, "")
    if wanted.operator in ("empty", "filled"):
        return is_empty is (wanted.operator == "empty")
    if wanted.operator not in OPERATORS:
        raise QuestionError(say("'{}' compares nothing; there are: {}", wanted.operator, ", ".join(OPERATORS)))
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    if wanted.operator == "contains":
        return not is_empty and wanted.value.casefold() in text.casefold()
    if is_empty:
        return wanted.operator == "!="
    one: Any
    other: Any
    try:
        one, other = float(text), float(wanted.value)
    except ValueError:
        one, other = text, wanted.value
    return bool(_COMPARED[wanted.operator](one, other))
