"""Stands before every request: host, identity, and for changes where they come from."""

from __future__ import annotations

from collections.abc import Callable, Collection
from urllib.parse import quote

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...sentences import say
from ...webservers import bearer_token
from ..refusals import refuse
from ..words import read_by
from .bodies import TimelyBodies
from .policy import HEADERS
from .roles import Role
from .sessions import NOBODY, Identity, Sessions
from .tokens import Tokens

SAFE = ("GET", "HEAD")


class Guard:
    """An ASGI application around *app*; *needed* gives the least role of a method and a path, or None.

    *hosts*: values of `Host` that are ours, with their ports; *cookie*: the name of the session's.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        sessions: Sessions,
        tokens: Tokens,
        hosts: Collection[str],
        cookie: str,
        needed: Callable[[str, str], Role],
    ) -> None:
        self._app, self._sessions, self._tokens = app, sessions, tokens
        self._hosts = frozenset(host.lower() for host in hosts)
        self._cookie, self._needed = cookie, needed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS:
                    headers.setdefault(name, value)  # a stranger's page has a stricter policy of its own
                # A browser asks whether a script is still the same: an older one does not fit newer pages.
                is_static = scope["path"].startswith("/static/")
                headers.setdefault("cache-control", "no-cache" if is_static else "no-store")
            await send(message)

        request = Request(scope)
        read_by(request)
        answering: ASGIApp = self._check(request) or self._app
        if request.method not in SAFE and scope.get("state", {}).get("identity", NOBODY) == NOBODY:
            answering = TimelyBodies(answering)
        await answering(scope, receive, send_with_headers)

    def _check(self, request: Request) -> Response | None:
        """What is wrong with a request; None if it goes on, with who sent it in its state."""
        headers = request.headers
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return refuse(
                421,
                "host",
                say("this is not the address of the console"),
                advice=say("open the address it has printed"),
            )
        identity = self._identify(request)
        state = request.scope.setdefault("state", {})
        state["identity"], state["is_current"] = identity, lambda: self._identify(request) == identity
        path: str = request.scope["path"]  # by which the router goes; an address ends at a `?` that was in a name
        needed = self._needed(request.method, path)
        if request.method not in SAFE:
            refusal = self._check_origin(headers, identity)
            if refusal is not None:
                return refusal
            if needed > Role.NOBODY and not identity.has_key:
                return refuse(
                    403, "key", say("a cookie only reads"), advice=say("send the key as Authorization: Bearer …")
                )
        if needed is Role.NOBODY or identity.role >= needed:
            return None
        if identity.role is Role.NOBODY:
            if request.method in SAFE and not path.startswith("/api/"):
                there = quote(quote(path) + (f"?{request.url.query}" if request.url.query else ""))
                return RedirectResponse(f"/login?next={there}", 303)
            return refuse(401, "login", say("nobody is logged in"), advice=say("open /login, or send a token"))
        return refuse(
            403, "role", say("this takes the role '{}'; {} is '{}'", needed.title, identity.user, identity.role.title)
        )

    def _identify(self, request: Request) -> Identity:
        header = request.headers.get("authorization")
        if header is not None:
            token = bearer_token(header)
            if token is None:
                return NOBODY
            session = self._sessions.of_key(token)
            if session is not None:
                return Identity(session.user, session.role, has_key=True)
            return self._tokens.identify(token) or NOBODY
        session = self._sessions.of_cookie(request.cookies.get(self._cookie, ""))
        return NOBODY if session is None else Identity(session.user, session.role, has_key=False)

    @staticmethod
    def _check_origin(headers: Headers, identity: Identity) -> Response | None:
        site, origin = headers.get("sec-fetch-site"), headers.get("origin")
        if site is not None:
            is_ours = site == "same-origin"
        elif origin is not None:
            is_ours = origin.partition("://")[2].lower() == headers["host"].lower()
        else:
            is_ours = identity.is_program
        if not is_ours:
            return refuse(403, "origin", say("changes are made from the console's own pages, or with a token"))
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            return refuse(415, "type", say("changes are sent as application/json"))
        return None
