"""Records in files, as feeds write them: read line by line, and found by what they say."""

from __future__ import annotations

import csv
import json
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from ...core.documents.json import read_json
from ...core.documents.numbers import read_whole
from ...core.samples.hiding import is_hidden_name
from ...sentences import say
from ...storage.record_questions import OPERATORS, Filter, QueryColumn, QuestionError, RowPage, RowQuery

FEED_KINDS = {".jl": "lines", ".jsonl": "lines", ".jsonlines": "lines", ".csv": "csv"}
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
        return self._read_csv(start) if FEED_KINDS[self.path.suffix] == "csv" else self._read_lines(start)

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
    shown = [value for name, value in record.items() if not is_hidden_name(name)]
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
