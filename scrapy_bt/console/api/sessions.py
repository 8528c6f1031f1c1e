"""Logging in and out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from starlette.requests import Request
from starlette.responses import JSONResponse

from ...sentences import say
from ..access.roles import Role
from ..access.sessions import Session
from ..access.users import Users
from ..refusals import Refusal
from ..state import Console, console_of
from .answers import read_body


@dataclass(frozen=True)
class Login:
    """The key that the console has printed, or a name and a password."""

    key: str = ""
    name: str = ""
    password: str = ""


async def log_in(request: Request) -> JSONResponse:
    """Exchange a key, or name and password, for a cookie that reads, and a key that changes."""
    console, login = console_of(request), await read_body(request, Login)
    session = await find_session(console, login)
    response = JSONResponse({"user": session.user, "role": session.role.word, "key": session.key})
    set_cookie(response, console, session)
    return response


async def find_session(console: Console, login: Login) -> Session:
    """The session that a login opens; raises `Refusal`."""
    if login.key:
        session = console.sessions.of_key(login.key)
        if session is None:
            raise Refusal(
                401, "key", say("this key is none"), advice=say("open the address that the console has printed last")
            )
        return session
    if console.users is None or not login.name:
        raise Refusal(401, "key", say("give the key that the console has printed"))
    role, holds = await console.login_queue.take(_check_password, console.users, login)
    console.audit.note(login.name, "login")
    return console.sessions.open(login.name, role, holds=holds)


def _check_password(users: Users, login: Login) -> tuple[Role, Callable[[], bool]]:
    """The role of who logs in, and a function that says whether it still is theirs; raises `Refusal`."""
    wait = users.wait(login.name)
    if wait > 0:
        raise Refusal(429, "wait", say("too many failures: try again in {} s", ceil(wait)))
    holds = users.claim(login.name)
    role = users.check(login.name, login.password)
    if role is None:
        raise Refusal(401, "password", say("the name or the password is wrong"))
    return role, holds


async def log_out(request: Request) -> JSONResponse:
    """End the session."""
    console = console_of(request)
    session = console.sessions.of_cookie(request.cookies.get(console.cookie, ""))
    if session is not None and console.users is not None:
        console.sessions.close(session)
    response = JSONResponse({})
    response.delete_cookie(console.cookie, path="/")
    return response


def set_cookie(response: JSONResponse, console: Console, session: Session) -> None:
    """The cookie, which no script reads and no other site sends."""
    response.set_cookie(
        console.cookie, session.cookie, path="/", httponly=True, samesite="strict", secure=console.is_secure
    )
