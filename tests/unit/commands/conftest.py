"""Commands in this process: those that crawl, without a reactor and with logging left as it was; those for Redis."""

import asyncio
import logging
import signal
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
import redis
from scrapy import crawler
from scrapy.settings import Settings
from scrapy.utils.reactor import set_asyncio_event_loop

from scrapy_bt.commands.bt import BT
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.frontier.redis import RedisFrontier
from scrapy_bt.frontier.redis.queue_configuration import KEY as CONFIGURATION
from scrapy_bt.frontier.redis.queue_configuration import QueueConfiguration
from scrapy_bt.testing.redis import RedisServer


@pytest.fixture
def crawl_settings(monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    """The settings of a command that crawls in this process."""
    loops: list[asyncio.AbstractEventLoop] = []

    def begin_loop(path: str | None) -> asyncio.AbstractEventLoop:
        loops.append(set_asyncio_event_loop(path))
        return loops[-1]

    monkeypatch.setattr(crawler, "set_asyncio_event_loop", begin_loop)
    monkeypatch.setattr(crawler, "configure_logging", lambda *args, **kwargs: None)
    monkeypatch.setattr(sys, "meta_path", sys.meta_path[:])
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    ours = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    settings = Settings()
    settings.setdict(
        {
            "TWISTED_REACTOR_ENABLED": False,
            "DOWNLOAD_HANDLERS": {"http": None, "https": None, "ftp": None},
            "LOG_INSTALL_ROOT_HANDLER": False,
            "BT_PROGRESS": "off",
        },
        priority="cmdline",
    )
    yield settings
    root.handlers[:] = handlers
    root.setLevel(level)
    for number, handler in ours.items():
        signal.signal(number, handler)
    for loop in loops:
        loop.close()
    asyncio.set_event_loop(None)


@pytest.fixture(scope="module")
def server() -> Iterator[RedisServer]:
    with RedisServer() as server:
        yield server


@pytest.fixture
def client(server: RedisServer) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(server.url) as client:
        client.flushall()
        yield client


@pytest.fixture
def frontier(client: redis.Redis) -> RedisFrontier:
    """The queue of the spider `shop`, as one of its workers has it open."""
    configuration = QueueConfiguration(ageing=0.0, lease_seconds=60.0, limits={"till": 2})
    frontier = RedisFrontier(
        client, "shop:requests", number=lambda bucket: 1.5, limits=configuration.limits, ageing=0.0, worker="here"
    )
    frontier.remember(CONFIGURATION, configuration.text)
    return frontier


@pytest.fixture
def bt(
    server: RedisServer, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int, str, str]]:
    """Run a subcommand outside of any project: its status, and what it printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCRAPY_SETTINGS_MODULE", raising=False)
    monkeypatch.setattr(sys, "stdin", StringIO())

    def run(name: str, *words: str, url: str = "") -> tuple[int, str, str]:
        status = BT.run(name, [*words, "-s", f"REDIS_URL={url or server.url}"], Settings())
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    return run


@pytest.fixture
def tasks(frontier: RedisFrontier) -> list[int]:
    """Two tasks at the node `list`, one at `page`."""
    nodes = ("main/list", "main/list", "main/detail/page")
    return frontier.put([Requeue(Entry(Bucket("shop", node), b"x"), key=b"%d" % at) for at, node in enumerate(nodes)])
