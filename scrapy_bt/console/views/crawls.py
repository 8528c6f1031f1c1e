"""`/crawls/NAME`: one crawl, live."""

from __future__ import annotations

import time
from collections.abc import Sequence

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ..api.crawls import tell_dispatch
from ..sources.outline import STATES, Row
from ..state import console_of
from .page import page, render

MOST_ROWS = 200
"""Rows of the outline that a page begins with."""
MOST_RUNNING = 100


@page
async def show(request: Request) -> Response:
    """The outline of its nodes, resources, workers, orders, and the last ten minutes."""
    console = console_of(request)
    crawl = await run_in_threadpool(console.crawls.get, request.path_params["id"])
    poller = await console.poller(crawl)
    view = await poller.refresh()
    rows = list(view.rows.values())
    dispatch = await run_in_threadpool(tell_dispatch, crawl, view.snapshot.get("workers")) if view.snapshot else None
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
        dispatch=dispatch["workers"] if dispatch else [],
        now=time.time(),
    )


def find_open(rows: list[Row]) -> set[str]:
    """The rows that are unfolded at first: trees, and those above what has tasks; where that is much, what runs."""
    by_key = {row["key"]: row for row in rows}
    found = _find_above(rows, by_key, STATES)
    if sum(row["parent"] in found for row in rows) > MOST_ROWS:
        found = _find_above(rows, by_key, ("running",))
    return found


def _find_above(rows: list[Row], by_key: dict[str, Row], states: Sequence[str]) -> set[str]:
    found = {row["key"] for row in rows if row["level"] == 1}
    for row in rows:
        if any(row[state] for state in states):
            parent = row["parent"]
            while parent and parent not in found:
                found.add(parent)
                parent = by_key[parent]["parent"]
    return found
