import inspect

import pytest

from scrapy_bt.console.sources.crawl import Crawl
from scrapy_bt.console.sources.finished_crawl import FinishedCrawl
from scrapy_bt.console.sources.redis_crawl import RedisCrawl
from scrapy_bt.console.sources.socket_crawl import SocketCrawl
from tests.unit.console.conftest import MadeCrawl


@pytest.mark.parametrize("kind", [RedisCrawl, SocketCrawl, FinishedCrawl, MadeCrawl])
def test_every_source_answers_the_same_questions(kind: type) -> None:
    for name, method in inspect.getmembers(Crawl, inspect.isfunction):
        if not name.startswith("_"):
            own = inspect.signature(getattr(kind, name))
            assert list(own.parameters) == list(inspect.signature(method).parameters)
