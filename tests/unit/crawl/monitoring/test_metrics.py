"""Metrics of a crawl that is not running; a running one is asked in tests/integration/test_control.py."""

import asyncio
import socket
import urllib.request
from types import SimpleNamespace

import pytest
from scrapy.exceptions import NotConfigured
from scrapy.settings import Settings

from scrapy_bt.crawl.monitoring import metrics
from scrapy_bt.crawl.monitoring.metrics import Metrics
from scrapy_bt.errors import BTError
from scrapy_bt.testing.ports import pick_port


class Crawler(SimpleNamespace):
    def __init__(self, **settings):
        stats = {"response_received_count": 3, "bt/outcome/200": 2, "bt/failed/main/page/timeout": 1, "other": "text"}
        super().__init__(
            settings=Settings(settings),
            stats=SimpleNamespace(get_stats=lambda: stats),
            signals=SimpleNamespace(connect=lambda *_: None),
            engine=None,
            spider=None,
        )


@pytest.mark.parametrize(
    ("port", "error", "said"),
    [
        (0, NotConfigured, "^$"),
        ("x", BTError, "BT_METRICS_PORT is 'x'"),
        (-1, BTError, "from 0 to 65535"),
        (70_000, BTError, "from 0 to 65535"),
    ],
)
def test_without_a_port_there_are_none(port, error, said):
    with pytest.raises(error, match=said):
        Metrics.from_crawler(Crawler(BT_METRICS_PORT=port))


def test_a_missing_library_is_told_with_the_extra(monkeypatch):
    monkeypatch.setattr(metrics, "prometheus_client", None)
    with pytest.raises(NotConfigured, match=r"scrapy_bt\[metrics\]"):
        Metrics.from_crawler(Crawler(BT_METRICS_PORT=9000))


def read(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        return answer.read().decode()


def test_they_are_served_from_the_opening_to_the_closing():
    port = pick_port()

    async def crawl():
        extension = Metrics.from_crawler(Crawler(BT_METRICS_PORT=port))
        extension.spider_opened()
        text = await asyncio.to_thread(read, port)
        await extension.spider_closed()
        return text

    lines = asyncio.run(crawl()).splitlines()
    assert "bt_up 1.0" in lines
    assert "bt_pages_total 3.0" in lines
    assert 'bt_outcomes_total{outcome="200"} 2.0' in lines
    assert 'bt_failures_total{node="main/page",outcome="timeout"} 1.0' in lines
    with pytest.raises(OSError, match="refused"):
        read(port)


def test_a_crawl_that_does_not_answer_is_down(monkeypatch):
    monkeypatch.setattr(metrics, "TIMEOUT", 0.05)
    port = pick_port()

    async def crawl():
        extension = Metrics.from_crawler(Crawler(BT_METRICS_PORT=port))
        extension.spider_opened()
        # The answer is waited for in the crawl's own thread, which so does nothing else.
        text = read(port)
        await extension.spider_closed()
        return text

    lines = asyncio.run(crawl()).splitlines()
    assert "bt_up 0.0" in lines
    assert not any(line.startswith("bt_pages") for line in lines)


def test_a_port_in_use_is_told_and_the_crawl_goes_on(caplog):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()

        async def crawl():
            extension = Metrics.from_crawler(Crawler(BT_METRICS_PORT=taken.getsockname()[1]))
            extension.spider_opened()
            await extension.spider_closed()

        asyncio.run(crawl())
    assert "several workers on one machine need a port each" in caplog.text
