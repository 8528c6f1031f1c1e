"""Servers of both kinds, and crawls of both sorts on them."""

import pytest

from scrapy_bt.testing.redis import RedisServer
from tests.integration.faults.crawls import IS_LONG
from tests.integration.faults.pairs import SPIDERS

KINDS = RedisServer.kinds()


@pytest.fixture(params=SPIDERS)
def spider(request):
    return request.param


@pytest.fixture
def kind(spider):
    """Where there are two kinds of servers, each of the two has its own."""
    return KINDS[0] if spider == "tree" else KINDS[-1]


@pytest.fixture
def server(kind):
    with RedisServer(kind=kind) as started:
        yield started


@pytest.fixture(params=KINDS if IS_LONG else KINDS[-1:])
def any_server(request):
    with RedisServer(kind=request.param) as started:
        yield started
