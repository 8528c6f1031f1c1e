"""Downloader middlewares of tree crawls: outcomes before Scrapy's retries, and cookie sessions by task."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.http import Response

from .outcomes import outcome_of_error
from .requests import FLIGHT
from .sessions import SessionJars

if TYPE_CHECKING:
    from typing_extensions import Self

    from .runner import Flight


class OutcomeMiddleware:
    """Lets a node's state table have its say before Scrapy's retries: what it lists is not retried behind its back."""

    def process_response(self, request: Request, response: Response) -> Response:
        flight: Flight | None = request.meta.get(FLIGHT)
        if flight is not None and flight.step.moves:
            status = str(response.status)
            if _lists(flight, status) or (response.status < 400 and {"empty", "login"} & flight.step.moves.keys()):
                request.meta["dont_retry"] = True
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        if is_listed(request, outcome_of_error(exception)[0]):
            request.meta["dont_retry"] = True


def is_listed(request: Request, outcome: str) -> bool:
    """Whether the request is a visit whose state table says what follows from this outcome."""
    flight: Flight | None = request.meta.get(FLIGHT)
    return flight is not None and _lists(flight, outcome)


def _lists(flight: Flight, outcome: str) -> bool:
    moves = flight.step.moves
    return outcome in moves or "any" in moves or (outcome[0].isdigit() and f"{outcome[0]}xx" in moves)


class SessionCookiesMiddleware(CookiesMiddleware):
    """Scrapy's cookies, with the jars of tasks on the blackboard, so that any process can go on with a session."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        middleware = super().from_crawler(crawler)

        def load(session: int) -> bytes | None:
            spider: Any = crawler.spider
            cookies: bytes | None = spider.runner.frontier.cookies(session)
            return cookies

        jars = SessionJars(load, crawler.settings.getint("BT_SESSIONS"))
        middleware.jars = jars  # type: ignore[assignment]  # a mapping as the base class uses it
        if crawler.spider is not None:  # none yet in `scrapy shell`
            crawler.spider.jars = jars  # type: ignore[attr-defined]  # a tree's spider
        return middleware

    def process_request(self, request: Request, spider: Any = None) -> Request | Response | None:  # noqa: ARG002
        result = super().process_request(request)
        session = request.meta.get("cookiejar")
        if isinstance(session, int) and isinstance(self.jars, SessionJars):
            self.jars.touch(session)
        if request.cookies:
            self._note(request)
        return result

    def process_response(self, request: Request, response: Response, spider: Any = None) -> Request | Response:  # noqa: ARG002
        result = super().process_response(request, response)
        if "Set-Cookie" in response.headers:
            self._note(request)
        return result

    def _note(self, request: Request) -> None:
        """The session has other cookies than those that are stored."""
        session = request.meta.get("cookiejar")
        if isinstance(session, int) and isinstance(self.jars, SessionJars):
            self.jars.mark_changed(session)
