"""`/samples`: recordings, and the requests of one."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ..api.samples import get_one
from ..sources.samples import list_samples
from ..state import console_of
from .page import page, render


@page
async def show_all(request: Request) -> Response:
    """All of the project."""
    return render(request, "samples", samples=await run_in_threadpool(list_samples, console_of(request).project))


@page
async def show_one(request: Request) -> Response:
    """One with its requests."""
    return render(request, "sample", name=request.path_params["name"], told=await get_one(request))
