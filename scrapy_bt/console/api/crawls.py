"""Crawls, their tasks, dead letters and counts of the last minutes."""

from __future__ import annotations

import time
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from ...errors import BTError
from ...frontier.entries import DeadLetter
from ...frontier.listings import MOST_PEEKED, ControlTarget, TaskLine
from ...operations.dead_letters import describe, describe_entry
from ...sentences import say, spoken
from ..refusals import Refusal
from ..sources.crawl import Crawl
from ..state import Console, console_of
from .answers import read_number

PAGE = 100
_FAILING = 0.1
"""Share of a kind's tasks that failed, from which on it is told."""
_MOST_KINDS = 5


async def list_crawls(request: Request) -> dict[str, Any]:
    """All that can be asked at the moment, with their counts."""
    console = console_of(request)
    return await run_in_threadpool(survey, console)


async def get_crawl(request: Request) -> dict[str, Any]:
    """One crawl as it is now."""
    console = console_of(request)
    crawl = await run_in_threadpool(console.crawls.get, request.path_params["id"])
    view = await (await console.poller(crawl)).refresh()
    return {
        "id": crawl.id,
        "kind": crawl.kind,
        "place": crawl.place,
        "at": view.at,
        "error": view.error,
        **view.snapshot,
        "nodes": list(view.rows.values()),
    }


async def list_tasks(request: Request) -> dict[str, Any]:
    """A page of tasks of one state."""
    crawl = await run_in_threadpool(console_of(request).crawls.get, request.path_params["id"])
    query = request.query_params
    target = ControlTarget(node=query.get("node") or None, tree=query.get("tree") or None)
    count = read_number(request, "count", PAGE, least=1, most=MOST_PEEKED)
    page = await run_in_threadpool(crawl.peek, target, query.get("state", "ready"), query.get("after", ""), count)
    return {"tasks": [tell_task(line) for line in page.tasks], "after": page.after}


async def get_task(request: Request) -> dict[str, Any]:
    """One task, wherever it stands."""
    crawl = await run_in_threadpool(console_of(request).crawls.get, request.path_params["id"])
    return await run_in_threadpool(find_task, crawl, request.path_params["task"])


async def list_letters(request: Request) -> dict[str, Any]:
    """Dead letters in the order of their deaths."""
    crawl = await run_in_threadpool(console_of(request).crawls.get, request.path_params["id"])
    first = read_number(request, "first", 0)
    count = read_number(request, "count", PAGE, least=1, most=MOST_PEEKED)
    total, letters = await run_in_threadpool(crawl.dead_letters, first, count)
    return {"total": total, "first": first, "letters": [tell_letter(letter) for letter in letters]}


async def get_dispatch(request: Request) -> dict[str, Any]:
    """Which worker takes a task: who decides, how it came out, and how the workers do."""
    crawl = await run_in_threadpool(console_of(request).crawls.get, request.path_params["id"])
    return await run_in_threadpool(tell_dispatch, crawl, None)


def tell_dispatch(crawl: Crawl, workers: list[dict[str, Any]] | None) -> dict[str, Any]:
    """The dispatch of a crawl as JSON; *workers*: of a snapshot that has been taken already."""
    seen = crawl.status()["workers"] if workers is None else workers
    said = {each["name"]: each.get("dispatch") for each in seen}
    if not any(said.values()):
        return {"workers": []}
    rows = []
    for row in crawl.dispatch():
        failing = sorted(row.pop("kinds").items(), key=lambda kind: -(kind[1]["failures"] or 0.0))
        worst = [{"kind": name, **kind} for name, kind in failing if (kind["failures"] or 0.0) >= _FAILING]
        rows.append({**row, "said": said.get(row["worker"]), "fails_at": worst[:_MOST_KINDS]})
    return {"workers": rows}


async def get_history(request: Request) -> dict[str, Any]:
    """Counts of the last ten minutes; with `at`, the rows of that time."""
    console = console_of(request)
    crawl = await run_in_threadpool(console.crawls.get, request.path_params["id"])
    poller = await console.poller(crawl)
    at = request.query_params.get("at")
    if at is not None:
        try:
            return {"at": float(at), "nodes": poller.rows_at(float(at))}
        except ValueError:
            raise Refusal(422, "query", say("'at' is a time in seconds, not '{}'", at)) from None
    return {
        "samples": [
            {"at": sample.at, "tasks": dict(sample.tasks), "pages_per_second": sample.pages_per_second}
            for sample in poller.samples()
        ],
        "trends": poller.trends(),
    }


def survey(console: Console) -> dict[str, Any]:
    """All crawls that answer, and why others cannot be seen."""
    told = []
    trouble = []
    for crawl in console.crawls.living():
        try:
            told.append(summarise(crawl))
        except BTError as error:  # noqa: PERF203 - one crawl that is away is no reason to show none
            trouble.append(spoken(error))
    return {"crawls": told, "trouble": [*filter(None, [console.crawls.trouble]), *trouble]}


def summarise(crawl: Crawl) -> dict[str, Any]:
    """A crawl in a list."""
    status = crawl.status()
    alive = [worker for worker in status["workers"] if worker["alive"]]
    return {
        "id": crawl.id,
        "name": crawl.name,
        "kind": crawl.kind,
        "place": crawl.place,
        "tasks": status["tasks"],
        "finished": status["finished"],
        "workers": len(alive),
        "silent": len(status["workers"]) - len(alive),
        "pages_per_second": sum(worker["pages_per_second"] or 0.0 for worker in alive),
        "items_per_second": sum(worker["items_per_second"] or 0.0 for worker in alive),
        "pauses": sum(pause["paused"] for pause in status["orders"]["pauses"]),
    }


def find_task(crawl: Crawl, task: int) -> dict[str, Any]:
    """One task; raises `Refusal` where there is none."""
    found = crawl.find(task)
    if found is None:
        raise Refusal(404, "no-task", say("there is no task {} in '{}': it has ended, or never was", task, crawl.name))
    if found.letter is not None:
        return {**tell_letter(found.letter), "state": "dead", **_facts(found.line)}
    return tell_task(found.line)


def tell_task(line: TaskLine) -> dict[str, Any]:
    """A task as JSON has it, without secrets."""
    now = time.time()
    age = max(0.0, now - line.since) if line.since else None
    return describe_entry(
        line.entry, secrets=False, state=line.state, age=age, due=line.due, worker=line.worker, **_facts(line)
    )


def tell_letter(letter: DeadLetter) -> dict[str, Any]:
    """A dead letter as JSON has it, without secrets."""
    return describe(letter, secrets=False)


def _facts(line: TaskLine) -> dict[str, Any]:
    entry = line.entry
    return {
        "holds": list(entry.holds),
        "requires": entry.bucket.requires,
        "share": entry.share.partition(":")[0],
        "join": entry.join,
        "boost": entry.bucket.boost,
        "slot": entry.bucket.slot,
    }
