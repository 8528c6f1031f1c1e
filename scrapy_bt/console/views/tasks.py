"""Tasks of a crawl by state, one task, and dead letters by reason."""

from __future__ import annotations

import json
from collections import Counter

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ...frontier.listings import PEEKED
from ...sentences import say
from ..api.answers import read_number
from ..api.crawls import PAGE, find_task, list_tasks, tell_letter
from ..refusals import Refusal
from ..state import console_of
from .page import page, render


@page
async def show_tasks(request: Request) -> Response:
    """A page of tasks; the next by a cursor."""
    crawl = await run_in_threadpool(console_of(request).crawls.get, request.path_params["id"])
    query = request.query_params
    state = query.get("state", "ready")
    if state not in PEEKED:
        raise Refusal(404, "state", say("there is no list of tasks that are '{}'", state))
    found = await list_tasks(request)
    status = await run_in_threadpool(crawl.status)
    return render(
        request,
        "tasks",
        crawl=crawl,
        state=state,
        states=PEEKED,
        tasks=found["tasks"],
        after=found["after"],
        node=query.get("node", ""),
        tree=query.get("tree", ""),
        counts=status["tasks"],
    )


@page
async def show_task(request: Request) -> Response:
    """One task: position, variables, what it holds, orders."""
    crawl = await run_in_threadpool(console_of(request).crawls.get, request.path_params["id"])
    task = await run_in_threadpool(find_task, crawl, request.path_params["task"])
    shown = {key: value for key, value in task.items() if isinstance(value, dict | list) and value}
    return render(
        request,
        "task",
        crawl=crawl,
        task=task,
        values={key: json.dumps(value, ensure_ascii=False, indent=2) for key, value in shown.items()},
    )


@page
async def show_letters(request: Request) -> Response:
    """Dead letters, and how many of those on the page have died of what."""
    crawl = await run_in_threadpool(console_of(request).crawls.get, request.path_params["id"])
    first = read_number(request, "first", 0)
    total, letters = await run_in_threadpool(crawl.dead_letters, first, PAGE)
    told = [tell_letter(letter) for letter in letters]
    first_of = {letter.reason: shown for letter, shown in zip(reversed(letters), reversed(told), strict=True)}
    counts = Counter(letter.reason for letter in letters).most_common(20)
    return render(
        request,
        "letters",
        crawl=crawl,
        total=total,
        first=first,
        size=PAGE,
        letters=told,
        reasons=[(first_of[reason], count) for reason, count in counts],
    )
