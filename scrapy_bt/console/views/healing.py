"""`/healing`: redesigns by what they cost, and one of them with its pages side by side."""

from __future__ import annotations

import tempfile
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ...operations.healing.casefiles import export_case
from ...operations.healing.cases import find_case
from ...operations.healing.stores import opened_store
from ..foreign.frame import frame
from ..sources.healing import number_of, tell_case, tell_cases
from ..state import Console, console_of
from .page import THEME_COOKIE, THEMES, page, render


@page
async def show_cases(request: Request) -> Response:
    """All, or those that the query chooses."""
    query = dict(request.query_params)
    told = await run_in_threadpool(tell_cases, console_of(request).settings, query)
    return render(request, "cases", query=query, **told)


@page
async def show_case(request: Request) -> Response:
    """One redesign."""
    number = number_of(request.path_params["id"])
    told = await run_in_threadpool(tell_case, console_of(request).settings, number)
    return render(request, "case", case=told)


@page
async def show_page(request: Request) -> Response:
    """A page that is kept, for a frame of ours."""
    ask, places = console_of(request).trials.ask, request.path_params
    proposal, number = number_of(places["id"]), number_of(places["page"])
    told = await run_in_threadpool(ask, "healing page", proposal=proposal, page=number)
    theme = request.cookies.get(THEME_COOKIE, "")
    return frame(told["html"], theme=theme if theme in THEMES else "auto")


@page
async def export(request: Request) -> Response:
    """A case as one file."""
    number = number_of(request.path_params["id"])
    content = await run_in_threadpool(_export, console_of(request), number)
    headers = {"content-disposition": f'attachment; filename="case-{number}.json.gz"'}
    return Response(content, media_type="application/gzip", headers=headers)


def _export(console: Console, number: int) -> bytes:
    with opened_store(console.settings) as store, tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "case.json.gz"
        export_case(store, find_case(store, number), path)
        return path.read_bytes()
