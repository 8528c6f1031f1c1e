"""Where replays pass on their way out and back: which may leave, the cookies of redirects, copies of sessions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.exceptions import IgnoreRequest

from ..browserjars import BrowserJar
from ..core.inference.answers.pages.addresses import authority_of
from ..core.inference.goal import Level
from ..core.inference.replay.planning import SAFE
from ..sentences import say
from .silence import Silence

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from typing_extensions import Self

LIMITS = "BT_REPLAY_LIMITS"
"""The setting by which a replay's limits come to its middleware."""
COOKIES_OF_HOPS = "bt_cookies_of_hops"
"""Key of `Request.meta`: a list of the `Set-Cookie` headers of the redirects on the way."""
PROBE = "bt_probe"
"""Key of `Request.meta`: the request finds out whether a host answers, and may be sent to one that is given up."""
_ASKED = "bt_asked"
"""Key of `Request.meta`: when it was sent, by the clock of the silence."""


class NotAllowed(IgnoreRequest):
    """A request that must not be sent; the message says why, without secrets."""


@dataclass(frozen=True)
class ReplayLimits:
    """What may be sent: *hosts*, with or without their ports, and what kinds of requests."""

    hosts: frozenset[str]
    level: Level = "safe"
    silence: Silence = field(default_factory=Silence, compare=False)
    """Which of the hosts answer."""

    def why_not(self, method: str, url: str) -> str:
        """Why a request must not be sent; empty if it may."""
        if self.level == "none":
            return "nothing is replayed"
        if self.level == "safe" and method.upper() not in SAFE:
            return f"it is a {method.upper()}, and only what changes nothing is replayed; to allow it: --replay all"
        address = urlsplit(url)
        names = {(address.hostname or "").lower(), authority_of(url)}
        if not names & {host.lower() for host in self.hosts}:
            return (
                f"{address.hostname} is not among the hosts of the recordings; to allow it: --allow {address.hostname}"
            )
        return ""


class LimitsMiddleware:
    """Stops what a replay must not send, redirects too, and notes the cookies that redirects set, and who answers."""

    def __init__(self, limits: ReplayLimits, count: Callable[[], None]) -> None:
        self._limits, self._count = limits, count

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        stats = crawler.stats
        assert stats is not None, "there before any middleware"
        return cls(crawler.settings[LIMITS], lambda: stats.inc_value("replay/requests"))

    def process_request(self, request: Request) -> None:
        reason = self._limits.why_not(request.method, request.url)
        if reason:
            raise NotAllowed(reason)
        silence, host = self._limits.silence, authority_of(request.url)
        if silence.is_given_up(host) and not request.meta.get(PROBE):
            raise NotAllowed(say("{} does not answer any more", host))
        request.meta[_ASKED] = silence.clock()
        self._count()

    def process_response(self, request: Request, response: Response) -> Response:
        self._limits.silence.answered(authority_of(request.url), request.method, request.url)
        if response.headers.get("Location") is not None:
            cookies = [header.decode("latin-1") for header in response.headers.getlist("Set-Cookie")]
            request.meta.setdefault(COOKIES_OF_HOPS, []).extend(cookies)
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        asked = request.meta.get(_ASKED)  # none: what failed was another middleware, before anything was sent
        if asked is not None and not isinstance(exception, IgnoreRequest):
            self._limits.silence.failed(authority_of(request.url), asked)


class ReplayCookies(CookiesMiddleware):
    """Scrapy's cookies, in jars that can be copied."""

    def __init__(self, debug: bool = False) -> None:  # noqa: FBT001, FBT002  # as Scrapy has it
        super().__init__(debug)
        self.jars = defaultdict(BrowserJar)

    def copy_jar(self, source: Hashable, target: Hashable) -> None:
        """Fill a new jar with the cookies of another, or with none."""
        jar = self.jars[target] = BrowserJar()
        for cookie in self.jars.get(source, ()):
            jar.set_cookie(copy(cookie))
