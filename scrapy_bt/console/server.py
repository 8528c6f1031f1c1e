"""Serves the console: binds, prints where it is, and ends in order."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from scrapy.settings import Settings

from ..errors import BTError
from ..webservers import CLEAR_TEXT, LOOPBACK, server_configuration
from .access.audit import Audit
from .access.roles import Role
from .access.sessions import Sessions
from .access.tokens import Tokens
from .access.users import Users
from .application import make_application
from .jobs.fetches import Fetches
from .jobs.proofs import Proofs
from .jobs.runs import Runs
from .jobs.trials import Trials
from .listening import listening_at, listening_on
from .sources.crawls import Crawls
from .sources.pages import PageFolder
from .sources.records import ProjectRecords
from .state import Console

_END_SECONDS = 2
_ERRORS = logging.getLogger("uvicorn.error")


@dataclass(frozen=True)
class ServerOptions:
    """Where it listens, and who may come; *names*: further values of `Host`, such as that of a proxy."""

    host: str = "127.0.0.1"
    port: int = 8765
    certificate: str = ""
    certificate_key: str = ""
    names: tuple[str, ...] = ()
    users: Path | None = None
    is_behind_proxy: bool = False
    is_read_only: bool = False
    socket: Path | None = None
    """A Unix socket instead of an address."""

    def check(self) -> None:
        """Raise `BTError` for what would let strangers in."""
        if self.socket is not None:
            if self.users is None or not self.is_behind_proxy or not self.names:
                raise BTError(
                    "a socket is for a proxy that speaks https to people: give --behind-proxy, --users FILE, and the"
                    " name by which browsers call it, --name HOST"
                )
            return
        if self.host in LOOPBACK:
            return
        if self.users is None:
            raise BTError(
                f"the console would be open to whoever reaches {self.host}: give --users FILE, or leave --host out"
            )
        if not self.certificate and not self.is_behind_proxy:
            raise BTError(CLEAR_TEXT.format(self.host))


def serve(options: ServerOptions, project: Path, own: Path, settings: Settings, *, tell: Callable[[str], None]) -> None:
    """Until Ctrl-C; *tell* gets the lines for whoever has started it; raises `BTError`."""
    options.check()
    where = listening_at(options.host, options.port) if options.socket is None else listening_on(options.socket)
    with where as listener:
        port = listener.getsockname()[1] if options.socket is None else 0
        console, hosts = make_console(options, project, own, settings, port=port)
        application = make_application(console, hosts=hosts)
        scheme = "https" if options.certificate else "http"
        shown = f"[{options.host}]" if ":" in options.host else options.host
        if console.users is None:
            session = console.sessions.open("local", Role.ADMIN, lasts=True)
            tell(f"The console of '{project.name}': {scheme}://{shown}:{port}/login#key={session.key}")
            tell("Whoever has this address may do what you may do; Ctrl-C ends the console, and no crawl.")
        elif options.socket is not None:
            tell(f"The console of '{project.name}': {options.socket}; Ctrl-C ends it, and no crawl.")
        else:
            tell(f"The console of '{project.name}': {scheme}://{shown}:{port}/; Ctrl-C ends it, and no crawl.")
        configuration = server_configuration(
            application,
            end_seconds=_END_SECONDS,
            certificate=options.certificate,
            certificate_key=options.certificate_key,
        )
        server = _ConsoleServer(configuration, console)
        with suppress(KeyboardInterrupt):  # which it raises again when it has ended
            server.run(sockets=[listener])


def make_console(
    options: ServerOptions, project: Path, own: Path, settings: Settings, *, port: int
) -> tuple[Console, frozenset[str]]:
    """What requests share, and the values of `Host` that are its own."""
    most = Role.VIEWER if options.is_read_only else Role.ADMIN
    console = Console(
        project=project,
        own=own,
        settings=settings,
        crawls=Crawls(own, settings),
        sessions=Sessions(most=most),
        tokens=Tokens(own / "bt-tokens.json", most=most),
        audit=Audit(own / "bt-audit.jsonl"),
        cookie=f"bt_console_{port}",
        runs=Runs(project, own),
        pages=PageFolder(own, settings),
        trials=Trials(project),
        fetches=Fetches(project),
        proofs=Proofs(project, own),
        records=ProjectRecords(project, settings),
        users=Users(options.users) if options.users is not None else None,
        most=most,
        is_secure=bool(options.certificate) or options.is_behind_proxy,
    )
    ours = {options.host, *(LOOPBACK if options.host in LOOPBACK else ())} if options.socket is None else set()
    hosts = {f"[{host}]:{port}" if ":" in host else f"{host}:{port}" for host in ours} | set(options.names)
    return console, frozenset(hosts)


class _ConsoleServer(uvicorn.Server):
    """Lets streams end, and ends what others wait for, before it waits for them."""

    def __init__(self, configuration: uvicorn.Config, console: Console) -> None:
        super().__init__(configuration)
        self._console = console

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._console.closing.set()
        self._console.fetches.stop()
        self._console.trials.stop()
        _ERRORS.addFilter(_is_no_cut)
        try:
            await super().shutdown(sockets)
        finally:
            _ERRORS.removeFilter(_is_no_cut)


def _is_no_cut(record: logging.LogRecord) -> bool:
    """Requests that last longer than a server that ends waits for them are cut off, which is no error."""
    return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError))
