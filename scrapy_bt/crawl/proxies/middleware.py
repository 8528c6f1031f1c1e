"""`ProxyMiddleware`: each request takes a proxy that does well, and another when it fails (scale.md, "Proxies")."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.http import Response
from scrapy.utils.asyncio import is_asyncio_available

from ...core.proxies.health import ProxyUse
from ...core.proxies.pool import ProxyChoice
from ...errors import BTError
from ..downloadermiddlewares import is_listed
from ..runtime.faults import refuse_opening, tell_fault
from ..visits.outcomes import outcome_of_error, retry_after
from ..visits.requests import FLIGHT
from .knowledge import ProxyPoolSync, wait
from .options import ProxyOptions

if TYPE_CHECKING:
    from typing_extensions import Self

    from ..visits.sessions import SessionJars

logger = logging.getLogger(__name__)

PROXY, TRIED, SESSION = "bt_proxy", "bt_proxies_tried", "bt_session"
"""Keys of `Request.meta`: the label of the proxy that we have given it (False: it shall have none), those that were
tried for it, and a session that is none of cookies."""

_OWN_TROUBLE = 407
"""The status by which a proxy speaks of itself."""
_TELL_AGAIN = 30.0
"""Seconds after which it is told again that no proxy can be used."""
_LOOK_AGAIN = 1.0
"""The longest wait before it is looked whether the crawl ends."""


class NoProxyError(IgnoreRequest):
    """No proxy can be used for a request, and `BT_PROXY_NONE` is `fail`."""


class ProxyMiddleware:
    """Downloader middleware for any project, placed shortly before Scrapy's `HttpProxyMiddleware` (750): at 740.

    A request with a `proxy` of its own in its `meta` keeps that.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler, self._stats = crawler, crawler.stats
        self._knowledge: ProxyPoolSync | None = None
        self._told = 0.0
        self._farewell: asyncio.Future[None] | None = None
        self._failure: BaseException | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if not crawler.settings.get("BT_PROXIES"):
            raise NotConfigured("BT_PROXIES is empty, so that requests go directly, through no proxy")
        middleware = cls(crawler)
        crawler.signals.connect(middleware.open, signals.spider_opened)
        crawler.signals.connect(middleware.close, signals.spider_closed)
        return middleware

    async def open(self) -> None:
        """Handler of `spider_opened`; a crawl whose proxies cannot be known ends before its first request."""
        settings = self._crawler.settings
        try:
            if not is_asyncio_available():
                raise BTError("proxies need asyncio: keep Scrapy's default TWISTED_REACTOR")
            if not settings.getbool("HTTPPROXY_ENABLED"):
                raise BTError("BT_PROXIES and HTTPPROXY_ENABLED = False contradict each other: remove one of them")
            self._options = ProxyOptions.read(settings)
            knowledge = ProxyPoolSync(self._crawler, self._options, on_failure=self._fail)
            await knowledge.open()
            if not len(knowledge.pool):
                if isinstance(self._options.source, tuple):
                    raise BTError("BT_PROXIES is a list without proxies")
                logger.warning("%s has no proxies yet", self._shown_source, extra=self._extra)
        except BTError as error:
            refuse_opening(self._crawler, error, logger, reason="no_proxies")
            return
        self._knowledge = knowledge

    async def close(self) -> None:
        if self._knowledge is not None:
            self._stats.set_value("bt/proxies/known", len(self._knowledge.pool))
            await self._knowledge.close()

    async def process_request(self, request: Request) -> Request | None:
        """Give it a proxy, when it may have it."""
        given = request.meta.get(PROXY)
        if self._knowledge is None or given is False or (given is None and request.meta.get("proxy")):
            return None
        if urlsplit(request.url).scheme not in ("http", "https"):
            return None
        choice = await self._choose(request, self._knowledge)
        if choice is None:
            # Back into the queue, for the next run.
            return request.replace(dont_filter=True)
        if choice.proxy is None:
            request.meta.pop(PROXY, None)
            request.meta["proxy"] = None
            return None
        request.meta[PROXY] = choice.proxy.label
        # Scrapy's own middleware, which comes next, makes a header of user and password.
        request.meta["proxy"] = choice.proxy.url
        self._stats.inc_value("bt/proxies/uses")
        return None

    def process_response(self, request: Request, response: Response) -> Request | Response:
        label = self._take_back(request)
        if label is None or self._knowledge is None:
            return response
        if "cached" in response.flags:
            self._knowledge.pool.forgo(label)
            return response
        is_bad = response.status in self._options.ban_codes
        outcome = ProxyUse(
            label,
            _site(request),
            is_success=not is_bad,
            latency=request.meta.get("download_latency"),
            is_ban=is_bad and response.status != _OWN_TROUBLE,
            rest=retry_after(response) if is_bad else None,
        )
        self._knowledge.note(outcome)
        if not is_bad:
            return response
        self._stats.inc_value(f"bt/proxies/bans/{response.status}")
        return self._again(request, label, str(response.status), self._knowledge) or response

    def process_exception(self, request: Request, exception: Exception) -> Request | None:
        label = self._take_back(request)
        if label is None or self._knowledge is None:
            return None
        if isinstance(exception, IgnoreRequest):
            self._knowledge.pool.forgo(label)
            return None
        outcome, _ = outcome_of_error(exception)
        self._knowledge.note(ProxyUse(label, _site(request), is_success=False))
        self._stats.inc_value(f"bt/proxies/failures/{outcome}")
        return self._again(request, label, outcome, self._knowledge)

    async def _choose(self, request: Request, knowledge: ProxyPoolSync) -> ProxyChoice | None:
        """A proxy, when its turn has come, or that the request goes without; None: the crawl ends before."""
        while True:
            if self._failure is not None:
                raise NoProxyError(f"proxies cannot be known any more: {self._failure}")
            tried = request.meta.get(TRIED, ())
            choice = knowledge.choose(_site(request), session=self._session(request), without=tried)
            if choice.proxy is not None:
                try:
                    await knowledge.wait_for_turn(choice)
                except BaseException:
                    knowledge.pool.forgo(choice.proxy.label)
                    raise
                return choice
            self._stats.inc_value("bt/proxies/none")
            reason = (
                "there are none" if not len(knowledge.pool) else f"all rest, the first for {choice.wait:.0f} s more"
            )
            self._tell_none(reason)
            if self._options.when_none == "direct":
                return choice
            if self._options.when_none == "fail":
                raise NoProxyError(f"no proxy can be used for {_site(request)}: {reason}")
            if self._is_ending:
                return None
            await wait(knowledge.changed, min(choice.wait, _LOOK_AGAIN))

    def _again(self, request: Request, label: str, outcome: str, knowledge: ProxyPoolSync) -> Request | None:
        """The request for another proxy, as long as there is one and it may be sent again."""
        tried = [*request.meta.get(TRIED, ()), label]
        if request.meta.get("dont_retry") or len(tried) > self._options.retries or is_listed(request, outcome):
            return None
        if not knowledge.has_other(_site(request), tried) and self._options.when_none != "direct":
            return None
        again = request.copy()
        again.meta[TRIED] = tried
        again.dont_filter = True
        self._stats.inc_value("bt/proxies/retries")
        logger.debug("Trying %s again without proxy %s (%s)", request.url, label, outcome, extra=self._extra)
        return again

    def _take_back(self, request: Request) -> str | None:
        """The label of its proxy; what would tell the password goes, since requests are stored."""
        label = request.meta.get(PROXY)
        if not isinstance(label, str):
            return None
        if request.meta.pop("_auth_proxy", None):
            request.headers.pop("Proxy-Authorization", None)
        return label

    def _tell_none(self, reason: str) -> None:
        now = asyncio.get_running_loop().time()
        if now - self._told > _TELL_AGAIN or not self._told:
            self._told = now
            done = {"wait": "requests wait", "direct": "requests go directly", "fail": "requests fail"}
            told = done[self._options.when_none]
            logger.warning("No proxy can be used, %s: %s", reason, told, extra=self._extra)

    def _fail(self, error: BaseException) -> None:
        """End the crawl, once."""
        if self._failure is None:
            self._failure = error
            fault = error if isinstance(error, BTError) else BTError(f"proxies: {error!r}")
            tell_fault(self._crawler, fault, logger)
            closing = self._crawler.engine.close_spider_async(reason="proxies_failed")
            self._farewell = asyncio.ensure_future(closing)

    def _session(self, request: Request) -> str:
        """A session of cookies, or one that the spider names; empty if there is none.

        All tasks of trees have a jar: one without cookies of a login has nothing that would distrust another address.
        """
        for key in (SESSION, "cookiejar"):
            session = request.meta.get(key)
            if session is not None and (key == SESSION or FLIGHT not in request.meta or self._is_logged_in(session)):
                return f"{getattr(self._crawler.spider, 'name', '')} {key} {session}"
        return ""

    def _is_logged_in(self, session: Any) -> bool:
        jars: SessionJars | None = getattr(self._crawler.spider, "jars", None)
        return jars is not None and jars.is_logged_in(session)

    @property
    def _is_ending(self) -> bool:
        """Scrapy waits for the requests under way, and takes no others."""
        slot = getattr(self._crawler.engine, "_slot", None)
        return slot is not None and slot.closing is not None

    @property
    def _shown_source(self) -> str:
        source = self._options.source
        return source.rpartition("@")[2] if isinstance(source, str) else "BT_PROXIES"

    @property
    def _extra(self) -> dict[str, Any]:
        return {"spider": self._crawler.spider}


def _site(request: Request) -> str:
    return urlsplit(request.url).hostname or ""
