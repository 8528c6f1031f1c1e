"""The records of a project: in its store, and in the files that its feeds have written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit
from urllib.request import url2pathname

from scrapy.settings import BaseSettings

from ...core.documents.encodings import is_utf8
from ...core.documents.numbers import as_counted, as_counted_path
from ...errors import BTError
from ...sentences import say, spoken
from ...settings import BTSettings
from ...storage.record_questions import MissingError, QueryColumn, RowPage, RowQuery
from ..naming import name_path

if TYPE_CHECKING:
    from ...storage.record_tables import RecordTables
from .filerecords import FEED_KINDS, FileRecords

FEED = "feed:"
"""What the names of files begin with."""


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
    """The records of a project; *project*: its folder."""

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
        patterns = [f"*{suffix}" for suffix in FEED_KINDS]
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
                and path.suffix in FEED_KINDS
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
