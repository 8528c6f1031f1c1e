"""URLs of the tasks that wait in Redis."""

import pytest
import redis
from scrapy.settings import Settings

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.program import Program
from scrapy_bt.core.tree.task import Frame, Task, encode_task
from scrapy_bt.frontier.completion import Completion, Finish
from scrapy_bt.frontier.entries import Bucket, DeadLetter, Entry
from scrapy_bt.frontier.redis import RedisFrontier
from scrapy_bt.operations.queues import open_queue
from scrapy_bt.operations.task_urls import read_queued_urls
from scrapy_bt.testing.redis import RedisServer
from tests.contracts.workshop import new

TREE = 'page :: visit "https://b.test/{path}?token={token}"\nmain :: and (path, token) { :page }\n'


@pytest.fixture
def client():
    with RedisServer() as server, redis.Redis.from_url(server.url) as client:
        yield client


@pytest.fixture
def frontier(client):
    return RedisFrontier(client, "shop:requests", number=lambda _: 0.0, limits={})


@pytest.fixture
def queue(client, frontier):
    frontier.put([new(b"?", Bucket("shop", "main"))])  # the queue is there
    port = client.connection_pool.connection_kwargs["port"]
    with open_queue(Settings({"REDIS_URL": f"redis://127.0.0.1:{port}"}), "shop") as queue:
        yield queue


def held(**variables: object) -> bytes:
    return encode_task(Task([Frame(0, variables)]))


def test_each_url_of_what_waits_and_of_dead_letters_is_there_once(frontier, queue):
    at = Bucket("shop", "main/each/detail")
    dead = Entry(at, held(url="https://a.test/dead"))
    frontier.put([new(dead.payload, at)])
    lease = next(lease for lease in frontier.lease(2) if lease.entry.payload == dead.payload)
    frontier.complete(lease, Completion(Finish(), dead=DeadLetter(lease.entry, "why", 0.0)))
    urls = [f"https://a.test/{number}" for number in range(450)]
    frontier.put([new(held(url=url), at) for url in (*urls, urls[0])])
    frontier.put([new(held(url="https://a.test/later"), at, delay=1_000.0)])
    frontier.put([new(held(word="no URL"), at), new(held(url="s3://a/b"), at)])
    assert sorted(read_queued_urls(queue)) == sorted([*urls, "https://a.test/later", "https://a.test/dead"])


def test_the_visit_at_which_a_task_stands_has_its_url_without_secrets(frontier, queue):
    program = Program(parse(TREE), name="shop", text=TREE)
    frontier.remember("tree", "shop")
    frontier.remember("tree:shop", TREE)
    (at,) = (step for step in program.operations if step.path.endswith("/page"))
    frontier.put([new(encode_task(Task([Frame(at.id, {"path": "one", "token": "5f9d1c"})])), Bucket("shop", at.path))])
    ((url, node),) = read_queued_urls(queue).items()
    assert node == at.path
    assert url.startswith("https://b.test/one?token=")
    assert "5f9d1c" not in url
