"""Runs that are over, and runs that the console has started."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from ...errors import BTError
from ...frontier.listings import STATES
from ...sentences import say
from ..access.roles import Role
from ..jobs.runs import Started, tell_started
from ..refusals import Refusal
from ..sources.spiders import check_run, settings_of
from ..state import Console, console_of, identity_of
from .answers import read_body, read_number
from .orders import Confirmation

_PAGE = 100


@dataclass(frozen=True)
class RunRequest:
    """A spider or a tree, with arguments of `main` and settings."""

    name: str
    arguments: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)


async def list_runs(request: Request) -> dict[str, Any]:
    """Records, the newest first, and what the console has started."""
    console = console_of(request)
    count = read_number(request, "count", _PAGE, least=1, most=1000)
    records = await run_in_threadpool(console.crawls.runs, count, request.query_params.get("after", ""))
    return {
        "runs": [asdict(record) for record in records],
        "after": records[-1].id if len(records) == count else "",
        "started": [tell_started(run) for run in console.runs.all()],
    }


async def get_run(request: Request) -> dict[str, Any]:
    """One record."""
    return asdict(await run_in_threadpool(console_of(request).crawls.run, request.path_params["id"]))


async def start_run(request: Request) -> dict[str, Any]:
    """Start a crawl; its arguments are never on a command line."""
    console, wanted = console_of(request), await read_body(request, RunRequest)
    if wanted.settings and identity_of(request).role < Role.EDITOR:
        raise Refusal(403, "role", say("settings can name any code: that takes the role '{}'", Role.EDITOR.title))
    return await run_in_threadpool(_start, console, wanted, identity_of(request).user)


async def plan_end(request: Request) -> dict[str, Any]:
    """What it would mean to end a crawl that the console has started, with a number that is valid for 30 s."""
    console, user = console_of(request), identity_of(request).user
    return await run_in_threadpool(_plan_end, console, console.runs.get(request.path_params["id"]), user)


async def apply_end(request: Request) -> dict[str, Any]:
    """Ask it to end in order."""
    console, confirmed = console_of(request), await read_body(request, Confirmation)
    kind = f"runs {request.path_params['id']}"
    plan = console.plans.take(confirmed.plan, identity_of(request).user, kind, confirmed.typed)
    return await run_in_threadpool(plan.act)


def _plan_end(console: Console, run: Started, user: str) -> dict[str, Any]:
    pid = run.process.pid
    crawl = next((each for each in console.crawls.living() if each.id in (f"{run.name}@{pid}", run.name)), None)
    tasks: dict[str, int] = {}
    if crawl is not None:
        with suppress(BTError):  # one that ends already
            tasks = crawl.status()["tasks"]

    def act() -> dict[str, Any]:
        console.audit.note(user, "end run", run=run.id)
        console.runs.end(run.id)
        return tell_started(run)

    own = settings_of(console.settings, [run.name])[run.name]
    has_folder = bool(run.settings.get("JOBDIR", own.get("JOBDIR")))
    return {
        "plan": console.plans.add(user, f"runs {run.id}", act),
        "name": run.name,
        "running": tasks.get("running", 0),
        "waiting": sum(tasks.get(state, 0) for state in STATES if state not in ("running", "dead")),
        "kept": has_folder or (crawl is not None and crawl.kind == "redis"),
        "command": f"kill -INT {pid}",
    }


def _start(console: Console, wanted: RunRequest, user: str) -> dict[str, Any]:
    check_run(console.settings, wanted.name, wanted.arguments)
    console.audit.note(user, "start run", spider=wanted.name, arguments=dict(wanted.arguments))
    return tell_started(console.runs.start(wanted.name, wanted.arguments, wanted.settings))
