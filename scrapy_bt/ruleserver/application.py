"""The rule server as an ASGI application: everything that it answers is JSON, or the text of a rule."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..console.access.bodies import TimelyBodies
from ..console.refusals import refuse
from . import publishing, reading, sessions
from .answers import answering
from .state import RuleService

TICK = 10.0
"""Seconds between two notes of this server's load."""


@dataclass(frozen=True)
class RuleRoute:
    """*needs_account*: whether it takes an access token even where reading is open to all."""

    method: str
    path: str
    endpoint: Callable[[Request], Awaitable[Any]]
    needs_account: bool = False
    is_open: bool = False
    """It takes no token even where reading does."""


ADDRESSES = (
    RuleRoute("GET", "/v1/servers", reading.list_servers, is_open=True),
    RuleRoute("GET", "/v1/rules", reading.search),
    RuleRoute("GET", "/v1/rules/{account}/{name}", reading.list_versions),
    RuleRoute("GET", "/v1/accounts/{account}", reading.list_keys),
    RuleRoute("GET", "/v1/bundles/{sha256}", reading.get_bundle),
    RuleRoute("GET", "/v1/log", reading.list_lines),
    RuleRoute("POST", "/v1/login", sessions.log_in, is_open=True),
    RuleRoute("POST", "/v1/refresh", sessions.refresh, is_open=True),
    RuleRoute("POST", "/v1/logout", sessions.log_out, needs_account=True),
    RuleRoute("POST", "/v1/heartbeat", sessions.beat, needs_account=True),
    RuleRoute("POST", "/v1/keys", publishing.add_key, needs_account=True),
    RuleRoute("POST", "/v1/rules/{account}/{name}", publishing.publish, needs_account=True),
    RuleRoute("POST", "/v1/rules/{account}/{name}/withdraw", publishing.withdraw, needs_account=True),
)


def make_application(service: RuleService) -> Starlette:
    """The application; *service*: what its requests share."""

    @asynccontextmanager
    async def live(_: Starlette) -> AsyncIterator[None]:
        ticking = asyncio.create_task(_tick(service))
        yield
        ticking.cancel()
        await run_in_threadpool(service.leave)

    application = Starlette(
        routes=[
            Route(
                each.path,
                answering(each.endpoint, needs_account=each.needs_account, is_open=each.is_open),
                methods=[each.method],
            )
            for each in ADDRESSES
        ],
        middleware=[Middleware(TimelyBodies)],
        lifespan=live,
        exception_handlers={HTTPException: _tell, Exception: _tell},
    )
    application.state.service = service
    return application


async def _tick(service: RuleService) -> None:
    """Note the load for the clients that choose a server, until the server ends."""
    while True:
        began, before = time.monotonic(), service.requests
        await asyncio.sleep(TICK)
        load = (service.requests - before) / (time.monotonic() - began)
        await run_in_threadpool(service.note_load, load)


async def _tell(request: Request, error: Exception) -> Response:  # noqa: ARG001 - as Starlette calls it
    if isinstance(error, HTTPException):
        return refuse(error.status_code, "http", error.detail)
    return refuse(500, "http", "something went wrong")
