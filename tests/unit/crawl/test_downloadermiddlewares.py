import asyncio
import time
from dataclasses import dataclass

import pytest
from scrapy import Request
from scrapy.exceptions import DownloadTimeoutError, IgnoreRequest
from scrapy.http import Response
from scrapy.utils.test import get_crawler

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.program import Program
from scrapy_bt.crawl.downloadermiddlewares import OutcomeMiddleware, RobotsForAll, SessionCookiesMiddleware
from scrapy_bt.crawl.runtime.visit_answers import PendingVisit
from scrapy_bt.crawl.visits.requests import FLIGHT, LEAST_TIMEOUT
from scrapy_bt.crawl.visits.sessions import SessionJars, decode_jar, encode_jar
from scrapy_bt.frontier.memory import MemoryFrontier
from scrapy_bt.settings import DEFAULTS

URL = "https://a.test/"


def flying(states: str, seconds_left: float | None = None) -> Request:
    """A request of a visit with this state table, and so much time."""
    table = f"state page {{ {states} }}" if states else ""
    # Not checked: a table may list what the checker would call impossible.
    tree = Program(parse(f'main :: or {{ :page }}\npage :: visit "{URL}"\n{table}\n'))
    step = tree.operation(tree.initial({}).position)
    deadline = None if seconds_left is None else time.time() + seconds_left
    return Request(URL, meta={FLIGHT: PendingVisit(None, None, step, deadline), "download_timeout": 180.0})


@pytest.mark.parametrize(
    ("states", "status", "listed"),
    [
        ("503 = wait", 503, True),
        ("503 = wait", 500, False),
        ("5xx = wait", 500, True),
        ("5xx = wait", 429, False),
        ("any = false", 500, True),
        ("empty = false", 200, True),
        ("empty = false", 500, False),
        ("login = false", 302, True),
        ("", 500, False),
    ],
)
def test_what_a_state_table_lists_is_not_retried_behind_its_back(states: str, status: int, listed: bool) -> None:
    request = flying(states)
    response = Response(URL, status=status)
    assert OutcomeMiddleware().process_response(request, response) is response
    assert request.meta.get("dont_retry", False) is listed


@pytest.mark.parametrize(
    ("states", "listed"), [("timeout = wait", True), ("any = false", True), ("dns = wait", False), ("", False)]
)
def test_the_same_holds_for_errors(states: str, listed: bool) -> None:
    request = flying(states)
    OutcomeMiddleware().process_exception(request, DownloadTimeoutError("slow"))
    assert request.meta.get("dont_retry", False) is listed


@pytest.mark.parametrize("left", [1000.0, 100.0, -1.0])
def test_tries_and_redirects_have_what_is_left_of_a_limit_of_time(left: float) -> None:
    failed, redirected = flying("", left), flying("", left)
    OutcomeMiddleware().process_exception(failed, DownloadTimeoutError("slow"))
    OutcomeMiddleware().process_response(redirected, Response(URL, status=302))
    for request in (failed, redirected):
        assert request.meta.get("dont_retry", False) is (left < 0)
        assert 0 < request.meta["download_timeout"] <= max(left, LEAST_TIMEOUT)


def test_requests_that_are_no_visits_are_left_alone() -> None:
    request = Request(URL)
    OutcomeMiddleware().process_response(request, Response(URL, status=500))
    OutcomeMiddleware().process_exception(request, DownloadTimeoutError("slow"))
    assert request.meta == {}


@dataclass
class Runner:
    frontier: MemoryFrontier


@pytest.fixture
def cookies() -> SessionCookiesMiddleware:
    """Session 7 is stored with the cookie `stored`."""
    crawler = get_crawler(settings_dict=DEFAULTS)
    crawler.spider = crawler._create_spider("t")
    frontier = MemoryFrontier(lambda bucket: 0.0, limits={})
    jar = SessionJars(lambda session: None, 1)[None]
    jar.extract_cookies(Response(URL, headers={"Set-Cookie": "stored=1"}), Request(URL))
    frontier._store.sessions.set(7, encode_jar(jar))
    crawler.spider.runner = Runner(frontier)
    return SessionCookiesMiddleware.from_crawler(crawler)


def of(session: object, **options: object) -> Request:
    return Request(URL, meta={"cookiejar": session}, **options)


def sent(cookies: SessionCookiesMiddleware, request: Request) -> bytes | None:
    cookies.process_request(request)
    return request.headers.get("Cookie")


def test_a_task_sends_the_cookies_of_its_stored_session(cookies: SessionCookiesMiddleware) -> None:
    assert sent(cookies, of(7)) == b"stored=1"
    assert sent(cookies, of(8)) is None
    assert cookies.jars.take_changed(7) is None


def test_cookies_that_a_page_sets_are_to_be_stored(cookies: SessionCookiesMiddleware) -> None:
    cookies.process_response(of(7), Response(URL, headers={"Set-Cookie": "new=2"}))
    changed = cookies.jars.take_changed(7)
    assert {cookie.name for cookie in decode_jar(changed)} == {"stored", "new"}
    assert sent(cookies, of(8)) is None


def test_cookies_that_a_visit_sends_are_to_be_stored(cookies: SessionCookiesMiddleware) -> None:
    assert sent(cookies, of(8, cookies={"own": "3"})) == b"own=3"
    assert cookies.jars.take_changed(8) is not None


def test_a_page_that_sets_none_changes_nothing(cookies: SessionCookiesMiddleware) -> None:
    cookies.process_response(of(7), Response(URL))
    assert cookies.jars.take_changed(7) is None


def test_ordinary_requests_have_cookies_as_ever(cookies: SessionCookiesMiddleware) -> None:
    cookies.process_response(Request(URL), Response(URL, headers={"Set-Cookie": "a=1"}))
    assert sent(cookies, Request(URL)) == b"a=1"
    assert sent(cookies, of("named")) is None


@pytest.mark.parametrize("answer", [b"User-agent: *\nDisallow: /secret\n", None])
def test_all_requests_that_wait_for_robots_txt_keep_to_it(answer: bytes | None) -> None:
    """None: it cannot be had, and then nothing is forbidden."""

    class Engine:
        def __init__(self) -> None:
            self.asked = asyncio.Event()
            self.answered = asyncio.Event()

        async def download_async(self, request: Request) -> Response:
            self.asked.set()
            await self.answered.wait()
            if answer is None:
                raise DownloadTimeoutError("slow")
            return Response(request.url, body=answer, request=request)

    async def outcome(middleware: RobotsForAll, path: str) -> str:
        try:
            await middleware.process_request(Request(f"{URL}{path}"))
        except IgnoreRequest:
            return "kept"
        return "sent"

    async def run() -> list[str]:
        crawler = get_crawler(settings_dict={"ROBOTSTXT_OBEY": True, "TWISTED_REACTOR_ENABLED": False})
        crawler.engine = engine = Engine()  # type: ignore[assignment]  # what the middleware asks of it
        middleware = RobotsForAll.from_crawler(crawler)
        first = asyncio.ensure_future(outcome(middleware, "secret"))
        await engine.asked.wait()
        others = [asyncio.ensure_future(outcome(middleware, path)) for path in ("secret", "open", "secret", "secret")]
        await asyncio.sleep(0)
        engine.answered.set()
        return await asyncio.gather(first, *others)

    kept = "sent" if answer is None else "kept"
    assert asyncio.run(run()) == [kept, kept, "sent", kept, kept]
