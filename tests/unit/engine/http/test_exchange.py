"""What an exchange does when others are quicker; what it gathers is shown with the handler."""

import asyncio
import gc
import weakref

import pytest
from scrapy import Request
from scrapy.utils.test import get_crawler

from scrapy_bt.engine.http.exchange import BodyLimits, HTTPExchange
from scrapy_bt.engine.http.handler import LeanDownloadHandler
from tests.scripted import answer, scripted


class Connection:
    """As an exchange knows it."""

    def __init__(self):
        self.is_closed = self.is_released = False

    def send(self, data, exchange):
        self.exchange = exchange

    def close(self):
        self.is_closed = True

    def release(self):
        self.is_released = True


def run(test):
    async def begin():
        kept = []
        crawler = get_crawler(settings_dict={"TWISTED_REACTOR_ENABLED": False})
        exchange = HTTPExchange(
            Request("http://a.test/"), BodyLimits(0, 0), crawler, begun=0.0, keep=lambda *given: kept.append(given)
        )
        connection = Connection()
        exchange.begin(connection, b"")
        await test(exchange, connection, kept)

    asyncio.run(begin())


def test_a_connection_that_has_been_let_go_is_not_ended_by_a_late_timer():
    async def test(exchange, connection, kept):
        exchange.data_came(answer(b"ok", b"Keep-Alive: timeout=7"))
        exchange.time_out()
        exchange.give_up()
        assert not connection.is_closed
        assert kept == [(connection, 7.0)]
        assert (await exchange.received).body == b"ok"

    run(test)


def test_what_comes_after_the_end_changes_nothing():
    async def test(exchange, connection, kept):
        exchange.time_out()
        exchange.data_came(answer(b"late"))
        exchange.connection_ended(None)
        assert connection.is_closed
        assert not kept
        with pytest.raises(asyncio.TimeoutError):
            await exchange.received

    run(test)


def test_a_response_that_was_read_needs_no_garbage_collector_to_go():
    """Parser, reader and exchange know each other while they work, and bodies are large."""

    async def crawl():
        crawler = get_crawler(settings_dict={"TWISTED_REACTOR_ENABLED": False})
        handler = LeanDownloadHandler.from_crawler(crawler)
        async with scripted(answer(b"x" * 1000)) as site:
            await handler.download_request(Request(site.url()))
            gc.collect()
            gc.disable()
            try:
                response = await handler.download_request(Request(site.url()))
                left = weakref.ref(response)
                exchanges = sum(isinstance(one, HTTPExchange) for one in gc.get_objects())
                del response
                return left(), exchanges
            finally:
                gc.enable()
                await handler.close()

    assert asyncio.run(crawl()) == (None, 0)
