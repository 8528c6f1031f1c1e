"""Bodies that are asked for in another way."""

import asyncio
import base64
from typing import Any

import pytest

from scrapy_bt.capture.durable import DurableBodies

URL = "https://shop.example/api"


class Session:
    """Answers as a tab's session does, and lets one tell what has happened."""

    def __init__(self, answers: dict[str, Any]) -> None:
        self.answers, self.handlers = answers, dict[str, Any]()

    def on(self, name: str, handler: Any) -> None:
        self.handlers[name] = handler

    async def send(self, method: str, params: dict[str, Any]) -> Any:
        return self.answers.get(params.get("requestId", method))


class Context:
    def __init__(self, session: Session) -> None:
        self.session = session

    async def new_cdp_session(self, _: Any) -> Session:
        return self.session


def watched(answers: dict[str, Any]) -> tuple[DurableBodies, Session]:
    session = Session(answers)
    bodies = DurableBodies()
    asyncio.run(bodies.watch(Context(session), None))  # type: ignore[arg-type]  # all of it that is used
    return bodies, session


def start(session: Session, number: str, wall: float, **request: Any) -> None:
    told = {"requestId": number, "wallTime": wall, "timestamp": wall - 1000.0, "request": {"url": URL, **request}}
    session.handlers["Network.requestWillBeSent"](told)


def receive(session: Session, number: str, wall: float) -> None:
    response = {"url": URL, "timing": {"requestTime": wall - 1000.0}}
    session.handlers["Network.responseReceived"]({"requestId": number, "response": response})


def test_the_body_of_the_request_that_started_then() -> None:
    pytest.importorskip("playwright", reason="Playwright is not installed: pip install '.[record]'")
    packed = base64.b64encode(b"\0\xff").decode()
    bodies, session = watched(
        {"1": {"body": "ü", "base64Encoded": False}, "2": {"body": packed, "base64Encoded": True}}
    )
    for number, wall in (("1", 5000.0), ("2", 5001.0)):
        start(session, number, wall)
        receive(session, number, wall)
    assert asyncio.run(bodies.body_of(URL, 5_000_100.0)) == "ü".encode()
    assert asyncio.run(bodies.body_of(URL, 5_000_900.0)) == b"\0\xff"
    assert asyncio.run(bodies.body_of("https://shop.example/other", 0.0)) is None


def test_a_form_is_asked_for_when_it_is_sent() -> None:
    pytest.importorskip("playwright", reason="Playwright is not installed: pip install '.[record]'")
    bodies, session = watched({"1": {"postData": "a=1"}})

    async def told() -> tuple[bytes | None, bytes | None]:
        start(session, "1", 5000.0, hasPostData=True, postDataEntries=[])
        start(session, "2", 5000.0, hasPostData=True, postDataEntries=[{"bytes": "YT0x"}])
        return await bodies.posted(URL, 5_000_000.0), await bodies.posted("https://shop.example/other", 0.0)

    assert asyncio.run(told()) == (b"a=1", None)
