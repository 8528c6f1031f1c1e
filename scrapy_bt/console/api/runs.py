"""Runs that are over, and runs that the console has started."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from ...sentences import say
from ..access.roles import Role
from ..jobs.runs import tell_started
from ..refusals import Refusal
from ..sources.spiders import check_run
from ..state import Console, console_of, identity_of
from .answers import read_body, read_number

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


async def end_run(request: Request) -> dict[str, Any]:
    """Ask a crawl that the console has started to end in order."""
    console, number = console_of(request), request.path_params["id"]
    console.runs.get(number)
    console.audit.note(identity_of(request).user, "end run", run=number)
    console.runs.end(number)
    return tell_started(console.runs.get(number))


def _start(console: Console, wanted: RunRequest, user: str) -> dict[str, Any]:
    check_run(console.settings, wanted.name, wanted.arguments)
    console.audit.note(user, "start run", spider=wanted.name, arguments=dict(wanted.arguments))
    return tell_started(console.runs.start(wanted.name, wanted.arguments, wanted.settings))
