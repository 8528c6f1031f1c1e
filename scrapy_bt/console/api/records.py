"""Records: pages of a table, its values, one record, and all of them as CSV or JSON lines."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ...core.samples.hiding import hide, is_hidden_name
from ...errors import BTError
from ...sentences import say, spoken
from ...storage.record_questions import OPERATORS, Filter, MissingError, QuestionError, RowQuery
from ...storage.rows import KEY, RUN
from ..refusals import Refusal
from ..sources.records import RecordSource
from ..state import console_of, identity_of
from .answers import read_number

PAGE = 100
_MOST_FILTERS = 20
_LONGEST = 300
"""Characters of a value in a table; a record's own page has it whole."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""With what a text begins that a spreadsheet would calculate."""


async def list_tables(request: Request) -> dict[str, Any]:
    """All tables and files."""
    tables, trouble = await run_in_threadpool(console_of(request).records.tables)
    told = [{"name": each.name, "kind": each.kind, "bytes": each.bytes} for each in tables]
    return {"tables": told, "trouble": trouble}


async def list_records(request: Request) -> dict[str, Any]:
    """A page, with its columns; how many there are in all is told where `total` is asked for."""
    source, question = await find_source(request), read_question(request)
    count = read_number(request, "count", PAGE, least=1, most=500)

    def look() -> dict[str, Any]:
        found = source.page(question, request.query_params.get("after", ""), count)
        return {
            "columns": [msgspec.to_builtins(each) for each in source.columns()],
            "rows": [tell_row(row, shortest=_LONGEST) for row in found.rows],
            "after": found.after,
        }

    told = await _ask(look)
    if request.query_params.get("total"):
        told["total"] = await _ask(lambda: source.count(question))
    return told


async def list_values(request: Request) -> dict[str, Any]:
    """The values of a column that come most often."""
    source, question = await find_source(request), read_question(request)
    column = request.query_params.get("column", "")
    found = await _ask(lambda: source.facets(question, column))
    return {"values": [{"value": plain(hide(value, column)), "count": count} for value, count in found]}


async def get_record(request: Request) -> dict[str, Any]:
    """One record, with where it was found."""
    source, key = await find_source(request), request.path_params["key"]
    return await _ask(lambda: tell_record(source, key))


async def export(request: Request) -> Response:
    """All records that the filters leave, as `csv` or `jl`; secrets are hidden there, too."""
    source, question = await find_source(request), read_question(request)
    kind = request.path_params["kind"]
    if kind not in ("csv", "jl"):
        raise Refusal(404, "kind", say("records are exported as csv or jl, not as '{}'", kind))
    columns = [each.name for each in await _ask(source.columns)]
    rows = (tell_row(row) for row in source.all(question))
    parts = _as_csv(columns, rows) if kind == "csv" else _as_lines(rows)
    name = "".join(char if char.isalnum() and char.isascii() else "-" for char in request.path_params["table"])
    console_of(request).audit.note(identity_of(request).user, "export", table=request.path_params["table"], kind=kind)
    first = await _ask(lambda: next(parts, b""))
    headers = {"content-disposition": f'attachment; filename="{name}.{kind}"'}
    media = "text/csv; charset=utf-8" if kind == "csv" else "application/jsonl"
    return StreamingResponse(_with(first, parts), media_type=media, headers=headers)


async def find_source(request: Request) -> RecordSource:
    """The table of the address; raises `Refusal`."""
    return await _ask(lambda: console_of(request).records.find(request.path_params["table"]))


def read_question(request: Request) -> RowQuery:
    """What is asked: `q`, `sort` (`-` in front: from the largest down), and each `where`: `column operator value`."""
    query = request.query_params
    sort = query.get("sort", "")
    filters = tuple(_read_filter(each) for each in query.getlist("where") if each.strip())
    if len(filters) > _MOST_FILTERS:
        raise Refusal(422, "query", say("there are at most {} filters", _MOST_FILTERS))
    hidden = [name for name in (*(each.column for each in filters), sort.removeprefix("-")) if is_hidden_name(name)]
    if hidden:
        raise Refusal(422, "query", say("'{}' holds secrets: nothing is found out by it", hidden[0]))
    return RowQuery(filters, query.get("q", "")[:500], sort.removeprefix("-"), sort.startswith("-"))


def tell_row(row: dict[str, Any], *, shortest: int = 0) -> dict[str, Any]:
    """A row as JSON has it, without its secrets; *shortest*: characters after which a text is cut."""
    told = {}
    for name, value in row.items():
        found = plain(value if name == KEY else hide(value, name))
        told[name] = f"{found[:shortest]}…" if shortest and isinstance(found, str) and len(found) > shortest else found
    return told


def tell_record(source: RecordSource, key: str) -> dict[str, Any]:
    """A record whole; raises `Refusal`."""
    row = source.row(key)
    if row is None:
        raise Refusal(404, "record", say("there is no such record"))
    return {"record": tell_row(row), "addresses": [hide(url) for url in source.addresses(key)]}


def plain(value: Any) -> Any:
    """A value that JSON has."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value).hex()
    return value


def _read_filter(text: str) -> Filter:
    column, _, rest = text.strip().partition(" ")
    operator, _, value = rest.strip().partition(" ")
    if operator not in OPERATORS:
        advice = say(
            "write: column operator value, with one of {}; a blank in a column's name is %20", ", ".join(OPERATORS)
        )
        raise Refusal(422, "query", say("'{}' is no filter", text), advice=advice)
    return Filter(column.replace("%20", " "), operator, value.strip())


async def _ask(question: Any) -> Any:
    """What *question* gives in another thread; what cannot be answered is told as the asker's or the database's."""
    try:
        return await run_in_threadpool(question)
    except Refusal:
        raise
    except QuestionError as error:
        raise Refusal(404 if isinstance(error, MissingError) else 422, "query", spoken(error)) from None
    except BTError as error:
        raise Refusal(503, "store", spoken(error)) from None


def _as_csv(columns: list[str], rows: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    yield _csv_line(columns)
    for row in rows:
        yield _csv_line([_cell(row.get(name)) for name in columns])


def _csv_line(cells: list[Any]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerow(cells)
    return text.getvalue().encode("utf-8", "replace")


def _cell(value: Any) -> Any:
    """Nothing that a spreadsheet calculates, since it comes from strangers' pages."""
    if isinstance(value, dict | list):
        return msgspec.json.encode(value).decode()
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def _as_lines(rows: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    for row in rows:
        yield msgspec.json.encode({name: value for name, value in row.items() if name not in (KEY, RUN)}) + b"\n"


def _with(first: bytes, others: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    batch: list[bytes] = []
    for part in others:
        batch.append(part)
        if len(batch) >= PAGE:
            yield b"".join(batch)
            batch = []
    yield b"".join(batch)
