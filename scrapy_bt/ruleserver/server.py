"""Serves a rule server: binds, prints where it is, and follows another server if it is a mirror."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import uvicorn

from ..errors import BTError
from ..storage.sharing.accounts import Accounts
from ..storage.sharing.http_library import HttpLibrary, read_server
from ..storage.sharing.ledger import RuleLedger
from ..storage.sharing.remembered import Memory
from ..storage.sharing.schema import open_rule_database
from ..webservers import CLEAR_TEXT, LOOPBACK, server_configuration
from .application import make_application
from .mirror import begin_mirror, follow
from .state import RuleService

MIRROR_SECONDS = 60.0
"""Between two looks of a mirror at the other server."""
_END_SECONDS = 5

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Serving:
    """*url*: where clients reach it, if there are several; *memory*: what a mirror knows of the other server."""

    database: str
    memory: Memory
    host: str = "127.0.0.1"
    port: int = 8780
    certificate: str = ""
    certificate_key: str = ""
    url: str = ""
    mirror: str = ""
    is_behind_proxy: bool = False
    is_private: bool = False

    def check(self) -> None:
        """Raise `BTError` for what would send passwords in clear text."""
        if self.host not in LOOPBACK and not self.certificate and not self.is_behind_proxy:
            raise BTError(CLEAR_TEXT.format(self.host))


def serve(serving: Serving, *, tell: Callable[[str], None]) -> None:
    """Until Ctrl-C; *tell* gets the lines for whoever has started it; raises `BTError`."""
    serving.check()
    engine = open_rule_database(serving.database)
    ledger = RuleLedger(engine, is_mirror=bool(serving.mirror))
    upstream = HttpLibrary(serving.mirror, serving.memory) if serving.mirror else None
    origin = begin_mirror(ledger, upstream) if upstream is not None else ledger.begin()
    service = RuleService(
        engine=engine,
        ledger=ledger,
        accounts=Accounts(engine),
        origin=origin,
        url=read_server(serving.url) if serving.url else "",
        upstream=serving.mirror,
        is_private=serving.is_private,
    )
    with _bind(serving) as listener, _following(ledger, upstream):
        service.note_load(0.0)
        port = listener.getsockname()[1]
        shown = f"[{serving.host}]" if ":" in serving.host else serving.host
        tell(f"The rule server: {'https' if serving.certificate else 'http'}://{shown}:{port} (log {origin})")
        configuration = server_configuration(
            make_application(service),
            end_seconds=_END_SECONDS,
            certificate=serving.certificate,
            certificate_key=serving.certificate_key,
        )
        with suppress(KeyboardInterrupt):  # which it raises again when it has ended
            uvicorn.Server(configuration).run(sockets=[listener])


@contextmanager
def _following(ledger: RuleLedger, upstream: HttpLibrary | None) -> Iterator[None]:
    """A mirror follows in a thread of its own; a server that is away is asked again."""
    if upstream is None:
        yield
        return
    ended = threading.Event()

    def run() -> None:
        while not ended.is_set():
            try:
                added = follow(ledger, upstream)
                if added:
                    logger.info("%s new lines from %s", added, upstream.url)
            except BTError as error:
                logger.error("Nothing is taken from %s: %s", upstream.url, error)  # noqa: TRY400 - a line, no traceback
            ended.wait(MIRROR_SECONDS)

    thread = threading.Thread(target=run, name="mirror", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()


def _bind(serving: Serving) -> socket.socket:
    family = socket.AF_INET6 if ":" in serving.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((serving.host, serving.port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        where = f"{serving.host}:{serving.port}"
        raise BTError(f"the rule server cannot listen at {where}: {error}; --port 0 takes a free one") from None
    return listener
