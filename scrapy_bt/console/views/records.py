"""`/records`: what the project's crawls have stored, a table of it, and one record with where it comes from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ...crawl.watching.records import RunRecord
from ...errors import BTError
from ...settings import BTSettings
from ...storage.record_questions import OPERATORS
from ...storage.rows import KEY, RUN
from ..api.records import find_source, get_record, list_records, read_question
from ..editing.outline import outline_of
from ..editing.project_files import list_project_files
from ..naming import path_named
from ..refusals import Refusal
from ..sources.records import FEED
from ..state import Console, console_of
from .page import page, render

_MOST_RUNS = 5
"""Runs that are told of a record."""


@page
async def show_tables(request: Request) -> Response:
    """All tables and files."""
    tables, trouble = await run_in_threadpool(console_of(request).records.tables)
    return render(request, "records", tables=tables, trouble=trouble)


@page
async def show_records(request: Request) -> Response:
    """A page of one of them; the next by a cursor."""
    question, name = read_question(request), request.path_params["table"]
    source = await find_source(request)
    found = await list_records(request)
    try:
        total = await run_in_threadpool(source.count, question)
    except BTError:
        total = None  # which takes too long; the rows are there
    asked = [(key, value) for key, value in request.query_params.multi_items() if key not in ("after", "sort")]
    return render(
        request,
        "record_table",
        table=name,
        columns=found["columns"],
        rows=found["rows"],
        after=found["after"],
        total=total,
        can_sort=source.can_sort,
        question=question,
        filters=request.query_params.getlist("where"),
        operators=OPERATORS,
        query=urlencode(asked),
        sort=request.query_params.get("sort", ""),
        key=KEY,
    )


@page
async def show_record(request: Request) -> Response:
    """One record: its values whole, addresses, the tree and node that emit it, the page where it is kept."""
    told = await get_record(request)
    console, table = console_of(request), request.path_params["table"]
    urls = [*_urls(told["record"]), *told["addresses"]]
    places, pages, runs = await run_in_threadpool(_provenance, console, table, urls)
    values = {name: _shown(value) for name, value in told["record"].items() if name not in (KEY, RUN)}
    own = str(told["record"].get(RUN) or "")
    runs = [(run, is_same) for run, is_same in runs if run.id != own]
    return render(
        request,
        "record",
        table=table,
        is_feed=table.startswith(FEED),
        key=request.path_params["key"],
        values=values,
        addresses=told["addresses"],
        places=places,
        pages=pages,
        own_run=own,
        own=await run_in_threadpool(_find_run, console, own) if own else None,
        runs=runs,
    )


def _find_run(console: Console, id_: str) -> tuple[RunRecord, bool | None] | None:
    """The record of the run that has written a row, and whether its tree is as it was then, where that is known."""
    try:
        run = console.crawls.run(id_)
    except (BTError, Refusal):
        return None  # it goes on, it was forgotten, or it was made on another machine
    trees = {one.path.resolve(): one for one in list_project_files(console.settings, "trees")}
    tree = trees.get(Path(run.file).resolve()) if run.file else None
    try:
        return run, None if tree is None else tree.read()[1] == run.tree
    except BTError:
        return run, None


def _provenance(
    console: Console, table: str, urls: list[str]
) -> tuple[list[tuple[str, str, str]], list[tuple[str, str]], list[tuple[RunRecord, bool]]]:
    """Trees and rules with a node or group of the table's name: kind, name, and that node; kept pages of its addresses.

    The runs of these trees, the newest first, and whether each had the tree as it is now.
    """
    own = path_named(table.removeprefix(FEED)).stem if table.startswith(FEED) else table
    names = {own, own.removeprefix(BTSettings.read(console.settings).store_prefix)}
    places, digests = [], dict[Path, str]()
    for kind in ("trees", "rules"):
        for one in list_project_files(console.settings, kind):
            try:
                text, digest = one.read()
                rows = outline_of(kind, text)
            except BTError:
                continue
            nodes = [row.name for row in rows if not names.isdisjoint((row.name, row.name.rpartition(".")[2]))]
            if nodes or one.path.stem in names:
                places.append((kind, one.name, nodes[0] if nodes else ""))
                digests[one.path.resolve()] = digest
    pages = [(page.hash, page.url) for page in console.pages.all() if page.url in urls]
    ran = [(run, digests.get(Path(run.file).resolve())) for run in console.crawls.runs() if run.file]
    return places, pages, [(run, digest == run.tree) for run, digest in ran if digest is not None][:_MOST_RUNS]


def _urls(record: dict[str, Any]) -> list[str]:
    return [value for value in record.values() if isinstance(value, str) and value.startswith(("http://", "https://"))]


def _shown(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
