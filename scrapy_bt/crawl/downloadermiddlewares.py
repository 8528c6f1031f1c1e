"""Downloader middlewares of tree crawls: outcomes before Scrapy's retries, robots.txt, and cookie sessions by task."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK
from scrapy.robotstxt import RobotParser
from twisted.internet.defer import Deferred

from ..settings import BTSettings
from .visits.outcomes import outcome_of_error
from .visits.requests import FLIGHT, LEAST_TIMEOUT
from .visits.sessions import SessionJars

if TYPE_CHECKING:
    from typing_extensions import Self

    from .runtime.visit_answers import PendingVisit


class OutcomeMiddleware:
    """Lets a node's state table have its say before Scrapy's retries: what it lists is not retried behind its back.

    Whatever follows, a redirect or a retry, has what is left of a limit of time (`within`).
    """

    def process_response(self, request: Request, response: Response) -> Response:
        flight: PendingVisit | None = request.meta.get(FLIGHT)
        if flight is not None and flight.deadline is not None:
            _shorten(request, flight.deadline)
        if flight is not None and flight.step.moves:
            status = str(response.status)
            if _lists(flight, status) or (response.status < 400 and {"empty", "login"} & flight.step.moves.keys()):
                request.meta["dont_retry"] = True
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        flight: PendingVisit | None = request.meta.get(FLIGHT)
        if flight is not None and flight.deadline is not None:
            _shorten(request, flight.deadline)
        if is_listed(request, outcome_of_error(exception)[0]):
            request.meta["dont_retry"] = True


def _shorten(request: Request, deadline: float) -> None:
    left = deadline - time.time()
    if left <= 0:
        request.meta["dont_retry"] = True
    request.meta["download_timeout"] = max(LEAST_TIMEOUT, min(request.meta["download_timeout"], left))


class AllowedDomains:
    """Keeps visits within the spider's `allowed_domains`, redirects too, and lets them bring their host's robots.txt.

    Scrapy's own filter drops a request without a word to its task, and drops what Scrapy asks for a robots.txt, so that
    forbidden pages are fetched.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Raises `IgnoreRequest` for a visit elsewhere."""
        if is_for_robots(request):
            request.meta["allow_offsite"] = True  # what needs it has passed
        elif FLIGHT in request.meta and not request.meta.get("allow_offsite"):
            domains = tuple(getattr(self._crawler.spider, "allowed_domains", None) or ())
            if not domains:
                return
            host = urlsplit(request.url).hostname or ""
            if not any(host == domain or host.endswith(f".{domain}") for domain in domains):
                raise IgnoreRequest(f"{host} is not among allowed_domains ({', '.join(domains)})")


def is_for_robots(request: Request) -> bool:
    """Whether it is one of Scrapy's for a robots.txt, or where a redirect of that leads."""
    is_unasked = request.callback is NO_CALLBACK and bool(request.meta.get("dont_obey_robotstxt"))
    return is_unasked and urlsplit(first_url(request)).path == "/robots.txt"


def first_url(request: Request) -> str:
    """Where it went before any redirect."""
    urls: list[str] = request.meta.get("redirect_urls") or [request.url]
    return urls[0]


def is_listed(request: Request, outcome: str) -> bool:
    """Whether the request is a visit whose state table says what follows from this outcome."""
    flight: PendingVisit | None = request.meta.get(FLIGHT)
    return flight is not None and _lists(flight, outcome)


def _lists(flight: PendingVisit, outcome: str) -> bool:
    moves = flight.step.moves
    return outcome in moves or "any" in moves or (outcome[0].isdigit() and f"{outcome[0]}xx" in moves)


class RobotsForAll(RobotsTxtMiddleware):
    """Keeps every request to a host's robots.txt, whenever it comes, and says which setting has it obeyed.

    Of requests that wait together for it to be fetched, Scrapy lets all but the first go where it forbids.
    """

    def process_request_2(self, rp: RobotParser | None, request: Request) -> None:
        try:
            super().process_request_2(rp, request)
        except IgnoreRequest as error:
            raise IgnoreRequest(f"{error}, which is obeyed by the setting ROBOTSTXT_OBEY") from error

    async def robot_parser(self, request: Request) -> RobotParser | None:
        parser = await super().robot_parser(request)
        if parser is None:
            known = self._parsers.get(urlsplit(request.url).netloc)
            parser = None if isinstance(known, Deferred) else known
        return parser


class SessionCookiesMiddleware(CookiesMiddleware):
    """Scrapy's cookies, with the jars of tasks on the blackboard, so that any process can go on with a session."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        middleware = super().from_crawler(crawler)

        def load(session: int) -> bytes | None:
            spider: Any = crawler.spider
            cookies: bytes | None = spider.runner.frontier.cookies(session)
            return cookies

        jars = SessionJars(load, BTSettings.read(crawler.settings).sessions)
        middleware.jars = jars  # type: ignore[assignment]  # a mapping as the base class uses it
        if crawler.spider is not None:  # none yet in `scrapy shell`
            crawler.spider.jars = jars  # type: ignore[attr-defined]  # a tree's spider
        return middleware

    def process_request(self, request: Request, spider: Any = None) -> Request | Response | None:  # noqa: ARG002
        session = request.meta.get("cookiejar")
        result = None
        if request.cookies or len(self.jars[session]) or request.meta.get("dont_merge_cookies"):
            result = super().process_request(request)
        else:
            request.headers.pop("Cookie", None)
        if isinstance(session, int) and isinstance(self.jars, SessionJars):
            self.jars.touch(session)
        if request.cookies:
            self._note(request)
        return result

    def process_response(self, request: Request, response: Response, spider: Any = None) -> Request | Response:  # noqa: ARG002
        if "Set-Cookie" not in response.headers:
            return response
        result = super().process_response(request, response)
        self._note(request)
        return result

    def _note(self, request: Request) -> None:
        """The session has other cookies than those that are stored."""
        session = request.meta.get("cookiejar")
        if isinstance(session, int) and isinstance(self.jars, SessionJars):
            self.jars.mark_changed(session)
