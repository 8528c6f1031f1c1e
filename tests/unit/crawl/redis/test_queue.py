import logging
import pickle
from types import SimpleNamespace

import pytest
import redis
from scrapy import Request, Spider
from scrapy.settings import Settings
from scrapy.statscollectors import StatsCollector

from scrapy_bt.crawl.redis.queue import SafeFifoQueue, SafeLifoQueue, SafePriorityQueue
from scrapy_bt.errors import BTError
from scrapy_bt.testing import RedisServer

KEY = "%(spider)s:requests"
QUEUES = (SafePriorityQueue, SafeFifoQueue, SafeLifoQueue)


class Shop(Spider):
    name = "shop"

    def parse(self, response):
        raise AssertionError

    def parse_detail(self, response):
        raise AssertionError


@pytest.fixture(scope="module", params=RedisServer.kinds())
def running(request):
    with RedisServer(kind=request.param) as server, redis.Redis.from_url(server.url) as client:
        yield client


@pytest.fixture
def client(running):
    running.flushall()
    return running


@pytest.fixture
def spider():
    made = Shop()
    stats = StatsCollector(SimpleNamespace(settings=Settings()))
    made.crawler = SimpleNamespace(stats=stats)
    return made


def request_to(path, **options):
    return Request(f"https://shop.test/{path}", **options)


def take_all(queue):
    taken = []
    while (request := queue.pop()) is not None:
        taken.append(request.url.rpartition("/")[2])
    return taken


def push_raw(client, queue, *data):
    for one in data:
        if queue.holds == "zset":
            client.zadd(queue.key, {one: -1000})
        else:
            client.rpush(queue.key, one)
            client.lpush(queue.key, one)


@pytest.mark.parametrize("kind", QUEUES)
def test_a_request_comes_back_as_it_was(client, spider, kind):
    queue = kind(client, spider, KEY)
    assert len(queue) == 0
    assert queue.pop() is None
    queue.push(request_to("a", callback=spider.parse_detail, meta={"pair": (1, 2)}, priority=7))
    assert len(queue) == 1
    assert client.type("shop:requests") == queue.holds.encode()
    found = kind(client, spider, KEY).pop()
    assert (found.url, found.callback, found.meta) == ("https://shop.test/a", spider.parse_detail, {"pair": (1, 2)})
    assert found.priority == 7
    assert len(queue) == 0


@pytest.mark.parametrize(
    ("kind", "order"),
    [(SafeFifoQueue, "abcde"), (SafeLifoQueue, "edcba"), (SafePriorityQueue, "dbcea")],
)
def test_requests_come_in_the_order_of_the_queue(client, spider, kind, order):
    queue, other = kind(client, spider, KEY), kind(client, spider, KEY)
    for path, priority in zip("abcde", (-1, 5, 5, 9, 5), strict=True):
        (queue if path in "ace" else other).push(request_to(path, priority=priority))
    assert take_all(other) == list(order)


def test_requests_of_one_priority_are_first_in_first_out(client, spider):
    queue = SafePriorityQueue(client, spider, KEY)
    paths = [str(number) for number in range(300)]
    for path in paths:
        queue.push(request_to(path))
    assert take_all(queue) == paths


def test_the_same_request_twice_is_two_requests(client, spider):
    queue = SafePriorityQueue(client, spider, KEY)
    queue.push(request_to("a"))
    queue.push(request_to("a"))
    assert take_all(queue) == ["a", "a"]


def test_priorities_may_be_of_any_size(client, spider):
    queue = SafePriorityQueue(client, spider, KEY)
    for path, priority in (("least", -(10**400)), ("most", 10**400), ("more", 2**40), ("less", -(2**40))):
        queue.push(request_to(path, priority=priority))
    assert take_all(queue) == ["most", "more", "less", "least"]


@pytest.mark.parametrize("kind", [SafeFifoQueue, SafeLifoQueue])
def test_a_queue_may_be_waited_for(client, spider, kind):
    queue = kind(client, spider, KEY)
    queue.push(request_to("a"))
    assert queue.pop(1).url == "https://shop.test/a"


class Trap:
    sprung = False

    def __reduce__(self):
        return (setattr, (Trap, "sprung", True))


@pytest.mark.parametrize("kind", QUEUES)
def test_foreign_data_is_named_and_kept_and_never_loaded(client, spider, kind, caplog):
    queue = kind(client, spider, KEY)
    foreign = [pickle.dumps(Trap()), b'{"url": "https://shop.test/json"}', b"\0\0\0\0\0\1\x01junk", b"", b"\0"]
    for path in "ab":
        queue.push(request_to(path))
    push_raw(client, queue, *foreign)
    with caplog.at_level(logging.ERROR):
        assert sorted(take_all(queue)) == ["a", "b"]
    assert not Trap.sprung
    assert set(client.lrange("shop:requests:refused", 0, -1)) == set(foreign)
    assert client.exists("shop:requests") == 0
    assert spider.crawler.stats.get_value("scheduler/refused") == client.llen("shop:requests:refused")
    [record] = caplog.records
    assert "A request of 'shop:requests' was refused, and is kept in 'shop:requests:refused'" in record.getMessage()


def test_a_queue_of_scrapy_redis_is_refused_as_pickled_data(client, spider, caplog):
    queue = SafePriorityQueue(client, spider, KEY)
    push_raw(client, queue, pickle.dumps(request_to("a").to_dict(spider=spider), protocol=-1))
    with caplog.at_level(logging.ERROR):
        assert queue.pop() is None
    assert "pickled data, which may hold any program and is never loaded" in caplog.text


@pytest.mark.parametrize("kind", QUEUES)
def test_what_cannot_be_stored_is_kept_here_and_told(client, spider, kind, caplog):
    queue = kind(client, spider, KEY)
    request = request_to("a", callback=lambda _: None)
    queue.push(request)
    assert len(queue) == 1
    assert client.exists("shop:requests") == 0
    assert "its callback is a function" in caplog.text
    assert spider.crawler.stats.get_value("scheduler/unserializable") == 1
    assert queue.pop() is request
    assert len(queue) == 0


@pytest.mark.parametrize("kind", QUEUES)
def test_clearing_leaves_what_was_refused(client, spider, kind):
    queue = kind(client, spider, KEY)
    push_raw(client, queue, b"junk")
    assert queue.pop() is None
    queue.push(request_to("a"))
    queue.push(request_to("b", callback=print))
    queue.clear()
    assert len(queue) == 0
    assert client.keys() == [b"shop:requests:refused"]


def test_the_counter_is_in_the_place_of_the_queue_in_a_cluster(client, spider):
    assert SafePriorityQueue(client, spider, KEY).counter_key == "{shop:requests}:counter"
    assert SafePriorityQueue(client, spider, "{%(spider)s}:requests").counter_key == "{shop}:requests:counter"


@pytest.mark.parametrize(("kind", "other"), [(SafePriorityQueue, SafeFifoQueue), (SafeLifoQueue, SafePriorityQueue)])
def test_a_key_of_another_queue_is_named_and_left(client, spider, kind, other):
    other(client, spider, KEY).push(request_to("a"))
    with pytest.raises(BTError, match=rf"'shop:requests' in Redis holds a {other.holds}, where {kind.__name__} wants"):
        kind(client, spider, KEY)
    assert len(other(client, spider, KEY)) == 1


@pytest.mark.parametrize("kind", QUEUES)
def test_settings_that_contradict_the_queue_are_named(client, spider, kind):
    with pytest.raises(BTError, match="SCHEDULER_SERIALIZER and SCHEDULER_QUEUE_CLASS contradict"):
        kind(client, spider, KEY, serializer=pickle)
    decoding = redis.Redis(decode_responses=True)
    with decoding, pytest.raises(BTError, match="REDIS_DECODE_RESPONSES and SCHEDULER_QUEUE_CLASS contradict"):
        kind(decoding, spider, KEY)
