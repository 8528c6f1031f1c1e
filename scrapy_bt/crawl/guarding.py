"""Keeps the requests of rules within the rule's hosts, and away from internal addresses (rules.md, "Sharing").

A rule may be a stranger's. Its visits are checked when they are sent, redirects as well; a name is looked up before,
by the resolver that the connection asks, which keeps the answer. Where the answer comes from an internal address all
the same, it is not read. The same holds for the robots.txt of the rule's hosts, which Scrapy asks for on its own.
"""

from __future__ import annotations

import asyncio
import logging
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.utils.defer import maybe_deferred_to_future
from scrapy.utils.reactor import is_reactor_installed
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IAddress, IHostResolution, IResolutionReceiver
from zope.interface import implementer  # type: ignore[import-untyped]  # it has no types

from ..core.rules.compiler import RULE
from ..core.rules.hosts import allowed_hosts, host_of, is_address, is_internal_address, why_denied
from .downloadermiddlewares import first_url, is_for_robots
from .rulereader import read_rule

if TYPE_CHECKING:
    from typing_extensions import Self

    from .spiders import TreeSpider

logger = logging.getLogger(__name__)

_LONGEST_LOOKUP = 30.0
"""Seconds after which a name counts as unknown."""


class RuleGuard:
    """Lets a rule's request pass if its host is the rule's and, without `BT_ALLOW_INTERNAL`, of the public Internet."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._allows_internal = crawler.settings.getbool("BT_ALLOW_INTERNAL")
        self._own: set[str] = set()
        """Hosts and ports that were visited by the user's own tree, beside its rules."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        """Raises `IgnoreRequest` saying why a rule may not send it."""
        hosts = self._hosts_for(request)
        if hosts is None:
            return
        reason = why_denied(request.url, hosts, allows_internal=self._allows_internal)
        if not reason and not self._allows_internal:
            reason = await _why_internal(host_of(request.url))
        if reason:
            self._refuse(request, reason)

    def process_response(self, request: Request, response: Response) -> Response:
        address = response.ip_address
        if (
            not self._allows_internal
            and address is not None
            and "proxy" not in request.meta
            and is_internal_address(str(address))
            and self._hosts_for(request) is not None
        ):
            self._refuse(request, f"its host is the internal address {address}")
        return response

    def _hosts_for(self, request: Request) -> tuple[str, ...] | None:
        """Where a request may go; none if no rule has to do with it."""
        spider: TreeSpider | Any = self._crawler.spider
        rules = spider.program.rules
        file = request.meta.get(RULE)
        if file is not None:
            return _hosts_of(rules[file]) if file in rules else ()
        if not rules:
            return None
        if not is_for_robots(request):
            self._own.add(urlsplit(request.url).netloc)
            return None
        # It says not for whom it is: for a rule, unless the tree itself goes to that host.
        if urlsplit(first_url(request)).netloc in self._own:
            return None
        return tuple(host for text in rules.values() for host in _hosts_of(text))

    def _refuse(self, request: Request, reason: str) -> None:
        self._crawler.stats.inc_value("bt/rules/refused")
        advice = "; BT_ALLOW_INTERNAL = True allows it" if "internal" in reason else ""
        message = f"the rule may not visit {request.url}: {reason}{advice}"
        if RULE not in request.meta:  # Scrapy goes on without it, and says nothing
            first = first_url(request)
            logger.info("%s is not read: %s", first, message, extra={"spider": self._crawler.spider})
        raise IgnoreRequest(message)


@lru_cache(64)
def _hosts_of(text: str) -> tuple[str, ...]:
    return allowed_hosts(read_rule(text, file="rule"))


async def _why_internal(host: str) -> str:
    """That a name leads to an internal address, whatever others it leads to; one that leads nowhere is let pass."""
    if is_address(host):
        return ""  # it was looked at as it is written
    for address in await _look_up(host):
        if is_internal_address(address):
            return f"`{host}` leads to the internal address {address}"
    return ""


async def _look_up(host: str) -> list[str]:
    if not is_reactor_installed():
        return await _look_up_alone(host)
    from twisted.internet import reactor  # noqa: PLC0415  # Scrapy installs it when the crawl begins

    answers = _Answers()
    reactor.nameResolver.resolveHostName(answers, host)
    try:
        return await asyncio.wait_for(maybe_deferred_to_future(answers.done), _LONGEST_LOOKUP)
    except asyncio.TimeoutError:
        return []


async def _look_up_alone(host: str) -> list[str]:
    """Where Scrapy runs without a reactor."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, None)
    except OSError:
        return []
    return [str(address[0]) for *_, address in found]


@implementer(IResolutionReceiver)
class _Answers:
    """Gathers the addresses of a name."""

    def __init__(self) -> None:
        self._found: list[str] = []
        self.done: Deferred[list[str]] = Deferred()

    def resolutionBegan(self, resolution: IHostResolution) -> None:  # noqa: N802  # Twisted's name
        """It begins."""

    def addressResolved(self, address: IAddress) -> None:  # noqa: N802
        """One address is known."""
        self._found.append(str(getattr(address, "host", "")))

    def resolutionComplete(self) -> None:  # noqa: N802
        """All are known."""
        if not self.done.called:
            self.done.callback(self._found)
