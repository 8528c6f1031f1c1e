"""What all requests of one console share."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, cast

from scrapy.settings import Settings
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from ..core.tree.operations import FetchPage
from ..errors import BTError
from .access.audit import Audit
from .access.loginqueue import LoginQueue
from .access.roles import Role
from .access.sessions import NOBODY, Identity, Sessions
from .access.tokens import Tokens
from .access.users import Users
from .plans import Plans
from .sources.crawl import Crawl
from .sources.crawls import Crawls
from .sources.pages import PageFolder
from .sources.poller import Poller
from .sources.records import ProjectRecords

if TYPE_CHECKING:
    from .jobs.fetches import Fetches
    from .jobs.proofs import Proofs
    from .jobs.runs import Runs
    from .jobs.trials import Trials


_MOST_IDLE = 20
"""Crawls that nobody watches any more, of which the last minutes are kept."""


@dataclass
class Console:
    """*project*: the folder of `scrapy.cfg`; *own*: its `.scrapy`; *cookie*: the name of the session's."""

    project: Path
    own: Path
    settings: Settings
    crawls: Crawls
    sessions: Sessions
    tokens: Tokens
    audit: Audit
    cookie: str
    runs: Runs
    pages: PageFolder
    trials: Trials
    fetches: Fetches
    proofs: Proofs
    records: ProjectRecords
    users: Users | None = None
    most: Role = Role.ADMIN
    is_secure: bool = False
    """It is reached by https."""
    plans: Plans = field(default_factory=Plans)
    login_queue: LoginQueue = field(default_factory=LoginQueue)
    pollers: dict[str, Poller] = field(default_factory=dict)
    streams: Counter[str] = field(default_factory=Counter)
    """Open ones by whose they are."""
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    """Streams end when it is set."""

    async def poller(self, crawl: Crawl) -> Poller:
        """The one of a crawl, for all who watch it."""
        poller = self.pollers.get(crawl.id)
        if poller is None:
            for idle in [key for key, each in self.pollers.items() if not each.is_watched][:-_MOST_IDLE]:
                del self.pollers[idle]
            paths = await run_in_threadpool(_list_places, crawl)
            poller = self.pollers.setdefault(
                crawl.id, Poller(lambda: run_in_threadpool(self._look, crawl.id), paths=paths)
            )
        return poller

    def _look(self, id: str) -> dict[str, object]:  # noqa: A002 - as the crawl calls it
        return self.crawls.get(id).status()


def console_of(request: Request) -> Console:
    """The console that answers."""
    return cast("Console", request.app.state.console)


def identity_of(request: Request) -> Identity:
    """Who asks."""
    return cast("Identity", getattr(request.state, "identity", NOBODY))


def is_current(request: Request) -> bool:
    """Whether the reader still has the rights with which the request began; for long answers."""
    return bool(request.state.is_current())


def _list_places(crawl: Crawl) -> set[tuple[str, str]]:
    """Tree and node of every visit of its tree; none where it cannot be read."""
    try:
        program = crawl.program()
    except BTError:
        return set()
    if program is None:
        return set()
    return {(crawl.name, step.path) for step in program.operations if isinstance(step, FetchPage)}
