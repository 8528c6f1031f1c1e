"""`/runs`: crawls that are over, two of them beside each other, and how to start one."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ...commandlines import command_line
from ...crawl.watching.records import RunRecord
from ...errors import BTError
from ...sentences import spoken
from ..api.answers import read_number
from ..sources.spiders import Startable, list_startable
from ..state import console_of
from .page import page, render

_PAGE = 50


@page
async def show_runs(request: Request) -> Response:
    """The newest first."""
    console = console_of(request)
    count = read_number(request, "count", _PAGE, least=1, most=200)
    records = await run_in_threadpool(console.crawls.runs, count, request.query_params.get("after", ""))
    startable, trouble = [], ""
    try:
        startable = await run_in_threadpool(list_startable, console.settings)
    except BTError as error:  # such as two of one name: that hides no run
        trouble = spoken(error)
    return render(
        request,
        "runs",
        trouble=trouble,
        runs=records,
        after=records[-1].id if len(records) == count else "",
        started=console.runs.all(),
        startable=startable,
        chosen=request.query_params.get("start", ""),
        start_line=_start_line,
    )


def _start_line(spider: Startable) -> str:
    """What starts it on a command line, with the arguments that it needs."""
    needed = [("-a", f"{argument.name}=…") for argument in spider.arguments if argument.is_required]
    return command_line(["scrapy", "crawl"], [spider.name], needed)


@page
async def show_run(request: Request) -> Response:
    """One of them, with its statistics."""
    record = await run_in_threadpool(console_of(request).crawls.run, request.path_params["id"])
    return render(request, "run", run=record)


@page
async def compare(request: Request) -> Response:
    """Two of them: what differs."""
    crawls = console_of(request).crawls
    one = await run_in_threadpool(crawls.run, request.query_params.get("one", ""))
    other = await run_in_threadpool(crawls.run, request.query_params.get("other", ""))
    return render(request, "compare", one=one, other=other, rows=list_differences(one, other))


def list_differences(one: RunRecord, other: RunRecord) -> list[tuple[str, object, object]]:
    """Statistics and arguments that differ, by name."""
    before, after = _flatten(one), _flatten(other)
    return [
        (name, before.get(name, ""), after.get(name, ""))
        for name in sorted({*before, *after})
        if before.get(name, "") != after.get(name, "")
    ]


def _flatten(run: RunRecord) -> dict[str, object]:
    arguments = {f"argument {name}": value for name, value in run.arguments.items()}
    return {**run.stats, **arguments, "reason": run.reason, "tree": run.tree}
