"""Users and tokens, for who administers the console."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from ...sentences import say
from ..access.roles import read_role
from ..refusals import Refusal
from ..state import Console, console_of, identity_of
from .answers import read_body

_NAME = re.compile(r"[\w.@-]{1,60}")
_DAY = 86400.0
_MOST_DAYS = 3650


@dataclass(frozen=True)
class UserRequest:
    """*name* has this *password* and *role* from now on."""

    name: str
    password: str
    role: str


@dataclass(frozen=True)
class TokenRequest:
    """A token of a program, valid for so many *days*."""

    name: str
    role: str
    days: float = 90.0


@dataclass(frozen=True)
class PersonName:
    """The name of a user or a token."""

    name: str


async def list_people(request: Request) -> dict[str, Any]:
    """Names and roles; *users* is null where the console has none."""
    return tell_people(console_of(request))


async def set_user(request: Request) -> dict[str, Any]:
    """Add a user, or change the password and role of one and end their sessions."""
    console, wanted = console_of(request), await read_body(request, UserRequest)
    role = read_role(wanted.role)
    _check_name(wanted.name)
    if console.users is None:
        raise _without_users()
    await run_in_threadpool(console.users.set, wanted.name, wanted.password, role)
    console.audit.note(identity_of(request).user, "set user", name=wanted.name, role=role.word)
    return tell_people(console)


async def remove_user(request: Request) -> dict[str, Any]:
    """Remove a user and end their sessions."""
    console, wanted = console_of(request), await read_body(request, PersonName)
    if console.users is None:
        raise _without_users()
    if wanted.name == identity_of(request).user:
        raise Refusal(409, "self", say("nobody removes themselves"), advice=say("ask another administrator"))
    await run_in_threadpool(console.users.remove, wanted.name)
    console.audit.note(identity_of(request).user, "remove user", name=wanted.name)
    return tell_people(console)


async def add_token(request: Request) -> dict[str, Any]:
    """Make a token; its *secret* is told this once."""
    console, wanted = console_of(request), await read_body(request, TokenRequest)
    role = read_role(wanted.role)
    _check_name(wanted.name)
    if not 0 < wanted.days <= _MOST_DAYS:
        raise Refusal(422, "days", say("a token holds more than 0 and at most {} days", _MOST_DAYS))
    secret = await run_in_threadpool(lambda: console.tokens.add(wanted.name, role, seconds=wanted.days * _DAY))
    console.audit.note(identity_of(request).user, "add token", name=wanted.name, role=role.word)
    return {"secret": secret, **tell_people(console)}


async def remove_token(request: Request) -> dict[str, Any]:
    """Remove a token; it is invalid at once."""
    console, wanted = console_of(request), await read_body(request, PersonName)
    await run_in_threadpool(console.tokens.remove, wanted.name)
    console.audit.note(identity_of(request).user, "remove token", name=wanted.name)
    return tell_people(console)


def tell_people(console: Console) -> dict[str, Any]:
    """Without passwords and secrets, also as hashes."""
    users = None if console.users is None else [{"name": one.name, "role": one.role} for one in console.users.all()]
    tokens = [{"name": one.name, "role": one.role, "expires": one.expires} for one in console.tokens.all()]
    return {"users": users, "tokens": tokens}


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise Refusal(
            422, "name", say("'{}' is no name", name), advice=say("1 to 60 letters, digits, '.', '-', '_', '@'")
        )


def _without_users() -> Refusal:
    return Refusal(409, "users", say("this console has no users"), advice=say("start it with --users FILE"))
