"""The console as an ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from ..sentences import say
from .access.guard import Guard
from .refusals import Refusal
from .routes import make_routes, needed_role
from .state import Console
from .views.page import render_refusal

_MESSAGES = {404: say("there is nothing at this address"), 405: say("this address takes no such request")}
_STATIC = Path(__file__).parent / "static"


def make_application(console: Console, *, hosts: Collection[str]) -> ASGIApp:
    """The guarded application; *hosts*: values of `Host` that are its own."""

    @asynccontextmanager
    async def live(_: Starlette) -> AsyncIterator[None]:
        yield
        console.closing.set()
        await run_in_threadpool(console.crawls.close)
        await run_in_threadpool(console.records.close)
        await run_in_threadpool(console.trials.close)
        console.proofs.close()

    application = Starlette(
        routes=[*make_routes(), Mount("/static", StaticFiles(directory=_STATIC))],
        lifespan=live,
        exception_handlers={HTTPException: _tell},
    )
    application.state.console = console
    return Guard(
        application,
        sessions=console.sessions,
        tokens=console.tokens,
        hosts=hosts,
        cookie=console.cookie,
        needed=needed_role,
    )


async def _tell(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    message = _MESSAGES.get(status, say("something went wrong"))
    refusal = Refusal(status, "http", message)
    if request.url.path.startswith("/api/"):
        return refusal.response
    return render_refusal(request, refusal)
