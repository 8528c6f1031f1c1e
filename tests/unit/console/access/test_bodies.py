import asyncio

import pytest
from starlette.types import Message

from scrapy_bt.console.access.bodies import BODY_SECONDS, TimelyBody
from scrapy_bt.console.refusals import Refusal


class Trickle:
    """A body of which one more part comes each *seconds* of its own clock."""

    def __init__(self, parts: int, seconds: float) -> None:
        self.left, self.seconds, self.now = parts, seconds, 0.0

    async def __call__(self) -> Message:
        self.now += self.seconds
        self.left -= 1
        return {"type": "http.request", "body": b" ", "more_body": self.left > 0}


def test_a_body_that_comes_in_time_is_read_and_its_end_waits_for_nothing() -> None:
    trickle = Trickle(2, BODY_SECONDS / 2)
    body = TimelyBody(trickle, clock=lambda: trickle.now)
    assert [asyncio.run(body())["more_body"] for _ in range(3)] == [True, False, False]
    assert trickle.now > BODY_SECONDS


def test_a_body_that_trickles_is_given_up() -> None:
    trickle = Trickle(100, BODY_SECONDS / 2)
    body = TimelyBody(trickle, clock=lambda: trickle.now)
    assert [asyncio.run(body())["more_body"] for _ in range(2)] == [True, True]
    with pytest.raises(Refusal, match="has not come within 20 s"):
        asyncio.run(body())
