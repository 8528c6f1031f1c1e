"""`/`: the crawls, what needs a person, the last runs."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ..api.crawls import survey
from ..state import console_of
from .page import page, render

_RUNS = 10


@page
async def show(request: Request) -> Response:
    """Everything that goes on, on one page."""
    console = console_of(request)
    found = await run_in_threadpool(survey, console)
    runs = await run_in_threadpool(console.crawls.runs, _RUNS)
    waiting = [crawl for crawl in found["crawls"] if crawl["pauses"] or crawl["tasks"]["dead"] or crawl["silent"]]
    return render(
        request, "overview", crawls=found["crawls"], trouble=found["trouble"], waiting=waiting, runs=runs,
        has_redis=console.crawls.has_redis,
    )  # fmt: skip
