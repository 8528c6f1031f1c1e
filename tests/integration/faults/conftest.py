"""Servers of both kinds, and crawls of both sorts on them."""

import pytest

from scrapy_bt.testing.redis import RedisServer

KINDS = RedisServer.kinds()


@pytest.fixture(params=["tree", "walk"])
def spider(request):
    """A tree, and an ordinary spider."""
    return request.param


@pytest.fixture
def kind(spider):
    """Where there are two kinds of servers, each of the two has its own."""
    return KINDS[0] if spider == "tree" else KINDS[-1]


@pytest.fixture
def server(kind):
    with RedisServer(kind=kind) as started:
        yield started


@pytest.fixture(params=KINDS)
def each_server(request):
    """A server of each kind that is there."""
    with RedisServer(kind=request.param) as started:
        yield started


@pytest.fixture
def any_server():
    with RedisServer(kind=KINDS[-1]) as started:
        yield started
