"""Keeps the requests of rules within the rule's hosts, and away from internal addresses (rules.md, "Sharing").

A rule may be a stranger's. Its visits are checked when they are sent, redirects as well; a name is looked up once, and
connected to where that look-up led (`pinning`). Where the answer comes from an internal address all the same, it is not
read. The same holds for the robots.txt of the rule's hosts, which Scrapy asks for on its own.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.http import Response

from ...core.rules.hosts import Denial, allowed_hosts, host_of, is_internal_address, why_denied
from ...core.rules.visits import RULE
from ...settings import BTSettings
from ..downloadermiddlewares import first_url, is_for_robots
from ..project.rulereader import read_rule
from .rulehandlers import CHECKED, RuleHandlers

if TYPE_CHECKING:
    from typing_extensions import Self

    from ..spiders import TreeSpider

logger = logging.getLogger(__name__)


class RuleGuard:
    """Lets a rule's request pass if its host is the rule's and, without `BT_ALLOW_INTERNAL`, of the public Internet."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._allows_internal = BTSettings.read(crawler.settings).allow_internal
        self._own: set[str] = set()
        """Hosts and ports that were visited by the user's own tree, beside its rules."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Raise `NotConfigured` for a tree without rules."""
        program = getattr(crawler.spider, "program", None)
        if program is not None and not program.rules:
            raise NotConfigured
        guard = cls(crawler)
        crawler.signals.connect(guard.spider_opened, signals.spider_opened)
        return guard

    def spider_opened(self) -> None:
        """Put the handlers of rules in place, where rules may not go everywhere."""
        spider: TreeSpider | Any = self._crawler.spider
        if not self._allows_internal and spider.program.rules:
            engine: Any = self._crawler.engine
            downloader = engine.downloader
            downloader.handlers = RuleHandlers(self._crawler, downloader.handlers, check=self.check_addresses)

    def process_request(self, request: Request) -> None:
        """Raises `IgnoreRequest` saying why a rule may not send it."""
        hosts = self._hosts_for(request)
        request.meta.pop(CHECKED, None)
        if hosts is None:
            return
        if denial := why_denied(request.url, hosts, allows_internal=self._allows_internal):
            self._refuse(request, denial)
        if not self._allows_internal:
            request.meta[CHECKED] = True

    def check_addresses(self, request: Request, addresses: Sequence[str]) -> None:
        """Raises `IgnoreRequest` where the name of a request leads to an internal one; where it leads nowhere, not."""
        if address := next(filter(is_internal_address, addresses), None):
            reason = f"`{host_of(request.url)}` leads to the internal address {address}"
            self._refuse(request, Denial(reason, is_internal=True))

    def process_response(self, request: Request, response: Response) -> Response:
        address = response.ip_address
        if (
            not self._allows_internal
            and address is not None
            and "proxy" not in request.meta
            and self._hosts_for(request) is not None
            and is_internal_address(str(address))
        ):
            self._refuse(request, Denial(f"its host is the internal address {address}", is_internal=True))
        return response

    def _hosts_for(self, request: Request) -> tuple[str, ...] | None:
        """Where a request may go; None if no rule has to do with it."""
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

    def _refuse(self, request: Request, denial: Denial) -> None:
        self._crawler.stats.inc_value("bt/rules/refused")
        advice = "; BT_ALLOW_INTERNAL = True allows it" if denial.is_internal else ""
        message = f"the rule may not visit {request.url}: {denial.reason}{advice}"
        if RULE not in request.meta:  # Scrapy goes on without it, and says nothing
            first = first_url(request)
            logger.info("%s is not read: %s", first, message, extra={"spider": self._crawler.spider})
        raise IgnoreRequest(message)


@lru_cache(64)
def _hosts_of(text: str) -> tuple[str, ...]:
    return allowed_hosts(read_rule(text, file="rule"))
