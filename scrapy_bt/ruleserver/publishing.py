"""What accounts add to the log: keys, versions of rules, and withdrawals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from ..console.api.answers import read_body
from ..console.refusals import Refusal
from ..core.rules.sharing.statements import NewKey, Release, Signed, Withdrawal
from ..core.rules.sharing.trust import read_signed
from .reading import named
from .state import service_of

LARGEST = 8_000_000
"""Bytes of what is sent, in which JSON may take six for one of the rule."""


@dataclass(frozen=True)
class Said:
    """A statement and its signature; *text*: of the rule, for a release."""

    statement: str
    signature: str
    text: str = ""


async def add_key(request: Request) -> dict[str, Any]:
    """The first key of one's account, or the next."""
    said = await read_body(request, Said)
    statement = read_signed(Signed(said.statement, said.signature), NewKey)
    return await _add(request, said, statement.account)


async def publish(request: Request) -> dict[str, Any]:
    """A version of a rule."""
    account, name = named(request)
    said = await read_body(request, Said, largest=LARGEST)
    statement = read_signed(Signed(said.statement, said.signature), Release)
    _check_address((statement.account, statement.name), (account, name))
    return await _add(request, said, account)


async def withdraw(request: Request) -> dict[str, Any]:
    """Hide a version, and say why."""
    account, name = named(request)
    said = await read_body(request, Said)
    statement = read_signed(Signed(said.statement, said.signature), Withdrawal)
    _check_address((statement.account, statement.name), (account, name))
    return await _add(request, said, account)


def _check_address(signed: tuple[str, str], address: tuple[str, str]) -> None:
    if signed != address:
        raise Refusal(422, "statement", "what is signed is about another rule than the address")


async def _add(request: Request, said: Said, account: str) -> dict[str, Any]:
    service = service_of(request)
    if request.state.account != account:
        raise Refusal(403, "account", f"{request.state.account} does not publish for {account}")
    if service.ledger.is_mirror:
        raise Refusal(403, "mirror", "this server is a mirror", advice=f"publish at {service.upstream}")
    line = await run_in_threadpool(service.ledger.add, Signed(said.statement, said.signature), said.text)
    return {"number": line.number, "hash": line.hash}
