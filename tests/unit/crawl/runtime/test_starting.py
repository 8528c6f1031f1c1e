import asyncio
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
import redis

from scrapy_bt.crawl.redis.prefetcher import LeasePrefetcher
from scrapy_bt.crawl.redis.remote import RemoteFrontier
from scrapy_bt.crawl.runtime.frontiers import STARTED
from scrapy_bt.crawl.runtime.starting import start_crawl
from scrapy_bt.errors import ArgumentsError, BTError, FrontierLost
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from tests.unit.crawl.conftest import crawl_with, make_crawler

TREE = """
main :: and (n) { :page :title }
page :: visit "data:text/html,<h1>{n}</h1>"
title :: item { title = css "h1::text" }
"""


@pytest.fixture
def settings(server):
    """Of a queue in Redis that is new, and stays."""
    with redis.Redis.from_url(server.url) as client:
        client.flushall()
    return {"BT_FRONTIER": "redis", "REDIS_URL": server.url, "SCHEDULER_PERSIST": True}


@pytest.fixture
def frontier(server):
    with redis.Redis.from_url(server.url) as client:
        yield RedisFrontier(client, "tree:requests", number=lambda _: 0.0, limits={})


async def start(crawler, before_end=lambda frontier: None, **arguments):
    """Only the start: the tasks stay where they are."""
    crawler._apply_settings()
    crawler.engine = SimpleNamespace(_slot=None)  # it is not open yet
    crawler.spider = crawler.spidercls.from_crawler(crawler, **arguments)
    runner = await start_crawl(crawler, crawler.spider)
    before_end(runner.frontier)
    await runner.close()


def test_the_first_tasks_are_stored_once(settings, frontier, tmp_path) -> None:
    path = tmp_path / "tasks.jl"
    path.write_text('{"n": 1}\n{"n": 2}\n')

    async def scenario() -> None:
        await asyncio.gather(*(start(make_crawler(TREE, settings), tasks=str(path)) for _ in range(3)))
        await start(make_crawler(TREE, settings), tasks=str(path))

    asyncio.run(scenario())
    assert frontier.counts().unfinished == 2
    assert frontier.recall("all stored") == "yes"


def test_tasks_that_others_store_while_a_worker_comes_are_seen(settings, monkeypatch) -> None:
    read = RemoteFrontier.read

    async def read_after_another_start(self, key: str) -> str | None:
        if key == STARTED:
            monkeypatch.setattr(RemoteFrontier, "read", read)
            with ThreadPoolExecutor() as other:
                other.submit(asyncio.run, start(make_crawler(TREE, settings), n="1")).result()
        return await read(self, key)

    async def exchange_nothing(self) -> None:
        """As long as Redis has not answered."""
        self._last_call = asyncio.get_running_loop().time()
        await asyncio.sleep(0.01)

    monkeypatch.setattr(LeasePrefetcher, "_exchange", exchange_nothing)
    monkeypatch.setattr(RemoteFrontier, "read", read_after_another_start)
    had_work = []
    asyncio.run(
        start(make_crawler(TREE, settings), before_end=lambda frontier: had_work.append(frontier.has_work), n="1")
    )
    assert had_work == [True]


def test_the_text_of_the_tree_is_there_for_others(settings, frontier) -> None:
    asyncio.run(start(make_crawler(TREE, settings), n=1))
    assert frontier.recall("tree:tree") == TREE
    assert frontier.recall("tree") == "tree"


def test_a_queue_belongs_to_one_tree(settings, frontier, caplog) -> None:
    frontier.remember("tree", "other")
    crawl = asyncio.run(crawl_with(make_crawler(TREE, settings), n=1))
    assert crawl.reason == "not_started"
    assert "the queue tree:requests in Redis holds the crawl of 'other'; 'tree' needs one of its own" in caplog.text


def test_other_arguments_than_those_of_the_start_are_told(settings, frontier, caplog) -> None:
    asyncio.run(start(make_crawler(TREE, settings), n="1"))
    asyncio.run(start(make_crawler(TREE, settings), n="secret"))
    assert "The tasks in the queue tree:requests in Redis keep what they were started with; other now: n" in caplog.text
    assert "secret" not in caplog.text
    assert frontier.counts().unfinished == 1


def test_a_guest_brings_no_tasks(settings, frontier) -> None:
    crawler = make_crawler(TREE, settings)
    crawler.spidercls = type("Guest", (crawler.spidercls,), {"is_remote": True})
    asyncio.run(start(crawler))
    assert frontier.counts().unfinished == 0
    assert frontier.recall("all stored") is None
    asyncio.run(start(make_crawler(TREE, settings), n=1))
    assert frontier.counts().unfinished == 1


def test_a_tree_that_waits_for_messages_brings_no_tasks(settings, frontier) -> None:
    asyncio.run(start(make_crawler(TREE, {**settings, "BT_START_MESSAGES": True})))
    assert frontier.counts().unfinished == 0


def test_messages_need_redis() -> None:
    with pytest.raises(BTError, match='BT_START_MESSAGES is for trees that wait in Redis: set BT_FRONTIER = "redis"'):
        asyncio.run(start(make_crawler(TREE, {"BT_START_MESSAGES": True})))


@pytest.mark.parametrize(
    ("arguments", "message"), [({"m": 1}, "tree has no argument 'm'"), ({"tasks": "x.jl"}, "contradict each other")]
)
def test_arguments_beside_messages_are_checked(settings, arguments, message) -> None:
    with pytest.raises(ArgumentsError, match=message):
        asyncio.run(start(make_crawler(TREE, {**settings, "BT_START_MESSAGES": True}), **arguments))


FAILING = """
main :: and (n) { :page :title }
page :: visit "file:///nowhere/{n}"
title :: item { title = css "h1::text" }
"""


def test_after_a_crawl_that_left_dead_letters_only_a_new_one_begins(settings, frontier, caplog) -> None:
    settings = {**settings, "SCHEDULER_PERSIST": None}
    first = asyncio.run(crawl_with(make_crawler(FAILING, settings), n="1"))
    assert (first.reason, first.items) == ("finished", [])
    assert frontier.counts().dead == 1
    second = asyncio.run(crawl_with(make_crawler(TREE, settings), n="2"))
    assert second.items == [{"title": "2"}]
    assert "1 dead letters of an earlier run are left in the queue tree:requests in Redis" in caplog.text
    assert frontier.counts().dead == 1


def test_dead_letters_that_were_queued_again_are_gone_on_with_alone(settings, frontier, caplog) -> None:
    settings = {**settings, "SCHEDULER_PERSIST": None}
    asyncio.run(crawl_with(make_crawler(FAILING, settings), n="1"))
    assert frontier.requeue() == 1
    again = asyncio.run(crawl_with(make_crawler(TREE, settings), n="2"))
    assert again.items == [{"title": "1"}]
    with pytest.raises(FrontierLost):  # all is done, and the queue is cleared
        frontier.counts()


def test_a_crawl_that_is_kept_says_how_a_new_one_begins(settings, frontier, caplog) -> None:
    for _ in range(2):
        done = asyncio.run(crawl_with(make_crawler(TREE, settings), n="1"))
    assert done.items == []
    assert "`scrapy bt purge tree` clears it for a new one" in caplog.text


def test_a_tree_that_is_fed_brings_no_tasks_and_needs_no_arguments(settings, frontier, caplog):
    fed = {**settings, "BT_FED_BY": {"tree": "nav"}}
    crawl = asyncio.run(crawl_with(make_crawler(TREE, fed)))
    assert (crawl.reason, crawl.items) == ("finished", [])
    assert frontier.counts().unfinished == 0
    crawl = asyncio.run(crawl_with(make_crawler(TREE, fed), n="7"))
    assert [dict(item) for item in crawl.items] == [{"title": "7"}]


@pytest.mark.parametrize("wrong", [{"BT_SEEDS": {"title": "content"}}, {"BT_FED_BY": "nav"}])
def test_without_redis_lines_are_refused(wrong, caplog):
    crawl = asyncio.run(crawl_with(make_crawler(TREE, wrong), n="7"))
    assert crawl.reason == "not_started"
    assert 'set BT_FRONTIER = "redis" and REDIS_URL' in caplog.text
