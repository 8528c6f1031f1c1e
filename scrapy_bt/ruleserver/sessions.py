"""Devices that log in, and tell each minute that they are still there."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from ..console.api.answers import read_body
from .reading import tell_version
from .state import service_of

MOST_HEADS = 1_000


@dataclass(frozen=True)
class DeviceLogin:
    """*device*: what the account calls the machine."""

    account: str
    password: str
    device: str


@dataclass(frozen=True)
class Refresh:
    """The token of a device."""

    refresh: str


@dataclass(frozen=True)
class InstalledVersion:
    """A version that a device has."""

    account: str
    name: str
    version: int


@dataclass(frozen=True)
class Beat:
    """What a device has."""

    heads: tuple[InstalledVersion, ...] = ()


async def log_in(request: Request) -> dict[str, Any]:
    """Tokens for a device, which takes a seat."""
    wanted = await read_body(request, DeviceLogin)
    service = service_of(request)
    log_in = service.accounts.log_in
    return asdict(await service.login_queue.take(log_in, wanted.account, wanted.password[:1000], wanted.device))


async def refresh(request: Request) -> dict[str, Any]:
    """The next tokens; the earlier ones are invalid from now on."""
    wanted = await read_body(request, Refresh)
    return asdict(await run_in_threadpool(service_of(request).accounts.refresh, wanted.refresh))


async def log_out(request: Request) -> dict[str, Any]:
    """The seat is free."""
    await run_in_threadpool(service_of(request).accounts.log_out, request.state.account, request.state.device)
    return {}


async def beat(request: Request) -> dict[str, Any]:
    """The seat is kept, and newer versions of what the device has are told."""
    service, wanted = service_of(request), await read_body(request, Beat)
    have = {(each.account, each.name): each.version for each in wanted.heads[:MOST_HEADS]}
    await run_in_threadpool(service.accounts.beat, request.state.account, request.state.device)
    found = await run_in_threadpool(service.ledger.heads, [*have])
    newer = [tell_version(row) for row in found if row["version"] > have[row["account"], row["name"]]]
    return {"newer": newer}
