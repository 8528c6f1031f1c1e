"""`/crawls/NAME`: one crawl, live."""

from __future__ import annotations

import time
from collections.abc import Callable
from operator import itemgetter
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ...frontier.listings import STATES
from ...sentences import say
from ..api.crawls import tell_dispatch
from ..refusals import Refusal
from ..sources.outline import Row
from ..state import console_of
from .page import page, render

MOST_ROWS = 100
"""Rows of the outline that a page begins with; its script brings the others."""
MOST_OPEN = 200
"""Rows that are unfolded at first because they have tasks; where there are more, only those are that run."""
MOST_RUNNING = 100
_TASKS = itemgetter(*STATES)


@page
async def show(request: Request) -> Response:
    """The outline of its nodes, resources, workers, orders, and the last ten minutes."""
    console = console_of(request)
    crawl = await run_in_threadpool(console.crawls.get, request.path_params["id"])
    poller = await console.poller(crawl)
    view = await poller.refresh()
    if not view.snapshot:
        raise Refusal(503, "away", view.error, advice=say("the crawl may have just begun, or be over: try again"))
    rows = list(view.rows.values())
    dispatch = await run_in_threadpool(tell_dispatch, crawl, view.snapshot["workers"])
    return render(
        request,
        "crawl",
        crawl=crawl,
        view=view,
        snapshot=view.snapshot,
        rows=rows[:MOST_ROWS],
        left=max(0, len(rows) - MOST_ROWS),
        open_keys=find_open(rows),
        running=[row for row in rows if row["running"]][:MOST_RUNNING],
        states=STATES,
        trends=poller.trends(),
        dispatch=dispatch["workers"],
        now=time.time(),
    )


def find_open(rows: list[Row]) -> set[str]:
    """The rows that are unfolded at first: trees, and those above what has tasks; where that is much, what runs."""
    by_key = {row["key"]: row for row in rows}
    found = _find_above(rows, by_key, lambda row: any(_TASKS(row)))
    if sum(row["parent"] in found for row in rows) > MOST_OPEN:
        found = _find_above(rows, by_key, itemgetter("running"))
    return found


def _find_above(rows: list[Row], by_key: dict[str, Row], has_tasks: Callable[[Row], Any]) -> set[str]:
    found = {row["key"] for row in rows if row["level"] == 1}
    for row in rows:
        if has_tasks(row):
            parent = row["parent"]
            while parent and parent not in found:
                found.add(parent)
                parent = by_key[parent]["parent"]
    return found
