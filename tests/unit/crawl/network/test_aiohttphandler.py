"""What ExactSession hands to aiohttp, with a recording stand-in for aiohttp's session."""

import asyncio
from typing import Any

import pytest
import yarl

from scrapy_bt.crawl.network.aiohttphandler import LONGEST_HEADER_LINE, AiohttpHandler, ExactSession


class RecordingSession:
    """Keeps what it was asked for, and answers with the number of the request."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.closed = False

    async def request(self, method: str, url: yarl.URL, **options: Any) -> int:
        self.asked.append({"method": method, "url": url, **options})
        return len(self.asked)

    async def close(self) -> None:
        self.closed = True


def asked(method: str, url: str | yarl.URL, data: bytes) -> dict[str, Any]:
    session = RecordingSession()
    exact = ExactSession(session)
    assert asyncio.run(exact.request(method, url, data=data, allow_redirects=False)) == 1
    return session.asked[0]


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/a//b/../c/./d",
        "http://127.0.0.1/%7euser/%41%28x%29?sig=%2B%2f%3D",
        "http://127.0.0.1/x;y=1?a=b&&c=",
    ],
)
def test_a_url_reaches_the_server_as_it_is(url: str) -> None:
    sent = asked("GET", url, b"")["url"]
    assert f"http://127.0.0.1{sent.raw_path_qs}" == url


def test_a_url_that_is_taken_literally_already_stays_so() -> None:
    assert asked("GET", yarl.URL("http://127.0.0.1/%7e", encoded=True), b"")["url"].raw_path == "/%7e"


def test_no_body_is_sent_where_there_is_none() -> None:
    assert asked("GET", "http://127.0.0.1/", b"")["data"] is None


def test_a_body_is_sent() -> None:
    assert asked("POST", "http://127.0.0.1/", b"a=1")["data"] == b"a=1"


def test_long_header_lines_are_taken() -> None:
    options = asked("GET", "http://127.0.0.1/", b"")
    assert options["max_line_size"] == options["max_field_size"] == LONGEST_HEADER_LINE


def test_all_else_is_handed_on() -> None:
    assert asked("GET", "http://127.0.0.1/", b"")["allow_redirects"] is False


def test_closing_closes_the_session_inside() -> None:
    session = RecordingSession()
    asyncio.run(ExactSession(session).close())
    assert session.closed


def test_the_handler_is_not_announced_as_experimental() -> None:
    assert not AiohttpHandler.experimental
