"""`/library`: rules of others that the project has, and what servers offer."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ..api.library import offered, servers_of, tell_subscriptions
from ..editing.project_files import list_project_files
from ..state import console_of
from .page import page, render


@page
async def show(request: Request) -> Response:
    """Subscriptions at once; servers are asked where somebody searches."""
    settings, query = console_of(request).settings, request.query_params
    found: dict[str, Any] = {"rules": [], "failed": []}
    if "q" in query:
        found = await run_in_threadpool(offered, settings, query["q"][:500])
    return render(
        request,
        "library",
        subscriptions=await run_in_threadpool(tell_subscriptions, settings),
        servers=servers_of(settings),
        words=query.get("q", ""),
        has_searched="q" in query,
        rules=found["rules"],
        failed=found["failed"],
        own=await run_in_threadpool(list_project_files, settings, "rules"),
    )
