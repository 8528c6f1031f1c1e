"""`/`: the crawls, what needs a person, the last runs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from scrapy.settings import Settings
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ...crawl.watching.records import RunRecord
from ...errors import BTError
from ...operations.healing.cases import Wanted, list_cases
from ...operations.healing.stores import opened_store
from ..api.crawls import survey
from ..state import console_of
from .page import page, render

_RUNS = 10
_LOOKED_AT = 100
"""Runs from which trends are drawn."""
_MOST_OF_ONE = 30
_MOST_TRENDS = 12
_CAPTCHAS = "bt/healing/pages/captcha"


@page
async def show(request: Request) -> Response:
    """Everything that goes on, on one page."""
    console = console_of(request)
    found = await run_in_threadpool(survey, console)
    runs = await run_in_threadpool(console.crawls.runs, _LOOKED_AT)
    waiting = [crawl for crawl in found["crawls"] if crawl["pauses"] or crawl["tasks"]["dead"] or crawl["silent"]]
    return render(
        request,
        "overview",
        crawls=found["crawls"],
        trouble=found["trouble"],
        waiting=waiting,
        redesigns=await run_in_threadpool(_count_redesigns, console.settings),
        asked=find_asked(runs),
        runs=runs[:_RUNS],
        trends=find_trends(runs),
        has_redis=console.crawls.has_redis,
    )


def find_trends(runs: Sequence[RunRecord]) -> dict[str, list[float]]:
    """Records of the last runs of the spiders that ran last, and twice, the oldest first; *runs*: the newest first."""
    found: dict[str, list[float]] = {}
    for run in runs:
        found.setdefault(run.name, []).append(float(run.stats.get("item_scraped_count", 0)))
    several = ((name, values[:_MOST_OF_ONE][::-1]) for name, values in found.items() if len(values) > 1)
    return dict(islice(several, _MOST_TRENDS))


def find_asked(runs: Sequence[RunRecord]) -> list[tuple[RunRecord, int]]:
    """The last runs of the spiders that met captchas, and how many pages had one."""
    last: dict[str, RunRecord] = {}
    for run in runs:
        last.setdefault(run.name, run)
    return [(run, run.stats[_CAPTCHAS]) for run in last.values() if run.stats.get(_CAPTCHAS)]


def _count_redesigns(settings: Settings) -> int:
    """Those that wait for a decision; none where no crawl was watched."""
    try:
        with opened_store(settings) as store:
            return len(list_cases(store, Wanted(waits=True)))
    except BTError:
        return 0
