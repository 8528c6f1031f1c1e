"""What all requests of one rule server share."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request

from ..console.access.loginqueue import LoginQueue
from ..storage.engines import reason_of
from ..storage.sharing.accounts import Accounts
from ..storage.sharing.ledger import RuleLedger
from ..storage.sharing.schema import SERVERS, lock

ALIVE_SECONDS = 60.0
"""A server that has not told its load for so long is not named to clients."""

logger = logging.getLogger(__name__)


@dataclass
class RuleService:
    """*origin*: the number of the log; *url*: where clients reach it; *is_private*: reading takes an account."""

    engine: sa.Engine
    ledger: RuleLedger
    accounts: Accounts
    origin: str
    url: str = ""
    upstream: str = ""
    """Of a mirror: the server that it follows."""
    is_private: bool = False
    clock: Callable[[], float] = time.time
    login_queue: LoginQueue = field(default_factory=LoginQueue)
    requests: int = 0
    """Answered so far."""

    def note_load(self, load: float) -> None:
        """Tell the others; *load*: requests a second. A database that is away is tried again the next time."""
        if not self.url:
            return
        try:
            with self.engine.begin() as connection:
                lock(connection)
                connection.execute(sa.delete(SERVERS).where(SERVERS.c.url == self.url))
                connection.execute(sa.insert(SERVERS).values(url=self.url, load=load, seen=self.clock()))
        except SQLAlchemyError as error:
            logger.warning("The load of this server could not be noted: %s", reason_of(error))

    def leave(self) -> None:
        """Tell the others that this server ends."""
        if self.url:
            try:
                with self.engine.begin() as connection:
                    connection.execute(sa.delete(SERVERS).where(SERVERS.c.url == self.url))
            except SQLAlchemyError as error:
                logger.warning("This server is still named to clients: %s", reason_of(error))
        self.engine.dispose()

    def servers(self) -> list[dict[str, object]]:
        """The live servers, with their loads."""
        with self.engine.connect() as connection:
            living = sa.select(SERVERS).where(SERVERS.c.seen > self.clock() - ALIVE_SECONDS).order_by(SERVERS.c.url)
            return [{"url": row.url, "load": row.load} for row in connection.execute(living)]


def service_of(request: Request) -> RuleService:
    """The service that answers."""
    return cast("RuleService", request.app.state.service)
