import asyncio

import pytest
from scrapy.crawler import Crawler

from scrapy_bt.crawl.redis import starts
from scrapy_bt.frontier.entries import Bucket
from scrapy_bt.frontier.messages import MESSAGES
from scrapy_bt.frontier.redis.frontier import RedisFrontier, send
from tests.contracts.workshop import new
from tests.unit.crawl.conftest import crawl_with, make_crawler
from tests.waiting import until

TREE = """
main :: and (n, kind = "a") { :page :title }
page :: visit "data:text/html,<h1>{n} {kind}</h1>"
title :: item { title = css "h1::text" }
"""
COUNT = 15
SHORTEST = 0.000001
"""Seconds without a message: what is there is taken all the same."""
WAITING = {"BT_FRONTIER": "redis", "BT_START_MESSAGES": True}


@pytest.fixture
def run_tree(server, client):
    def run(settings=None, text=TREE, beside=None, **arguments):
        async def scenario():
            given = {**WAITING, "REDIS_URL": server.url, "MAX_IDLE_TIME_BEFORE_CLOSE": SHORTEST, **(settings or {})}
            crawler = make_crawler(text, given)
            crawling = crawl_with(crawler, **arguments)
            if beside is None:
                return await crawling
            crawl, _ = await asyncio.gather(crawling, beside(crawler))
            return crawl

        return asyncio.run(scenario())

    return run


async def stop_after(crawler: Crawler, items: int) -> None:
    """End a crawl that would wait for messages for ever."""
    await until(lambda: crawler.stats.get_value("item_scraped_count") == items)
    await crawler.stop_async()


def titles(crawl):
    return sorted(item["title"] for item in crawl.items)


def test_each_message_becomes_a_task(run_tree, client) -> None:
    client.rpush("tree:start_urls", '{"n": 5}', "plain", '{"n": "x", "kind": "b"}', "plain")
    crawl = run_tree()
    assert titles(crawl) == ["5 a", "plain a", "plain a", "x b"]
    assert crawl.reason == "finished"
    assert client.keys() == []


def test_arguments_of_the_crawl_hold_for_all(run_tree, client) -> None:
    client.rpush("tree:start_urls", '{"n": 1}', "2", '{"n": 3, "kind": "own"}')
    assert titles(run_tree(kind="z")) == ["1 z", "2 z", "3 own"]


def test_what_is_there_is_taken_however_little_timeout_there_is(run_tree, client) -> None:
    client.rpush("tree:start_urls", *range(500))
    assert len(titles(run_tree())) == 500


WRONG = {
    b'{"n": 1': "it begins like an object of JSON, but is not: Input data was truncated",
    b'{"m": 1}': "tree has no argument 'm' (it takes: n, kind)",
    b"{}": "tree needs 'n'",
    b"\xff": "'utf-8' codec can't decode byte 0xff",
    b'{"n": NaN}': "it begins like an object of JSON, but is not: JSON is malformed",
    b'{"n": ' + b"[" * 100_000 + b"]" * 100_000 + b"}": "it nests deeper than 200 levels",
    b'{"n": 1, "' + b"m" * 900_000 + b'": 1}': "tree has no argument 'mmm",
    b'{"n": 1' + b"0" * 1_000_000 + b"}": "the start message has 1,000,008 bytes, and may have 1,000,000",
}


def test_a_message_that_fits_no_task_becomes_a_dead_letter(run_tree, client, caplog) -> None:
    client.rpush("tree:start_urls", *list(WRONG)[:2], '{"n": 1}', *list(WRONG)[2:])
    assert titles(run_tree()) == ["1 a"]
    assert client.llen("tree:start_urls") == 0
    frontier = RedisFrontier(client, "tree:requests", number=lambda _: 0.0, limits={})
    letters = send(client, frontier.calls.dead_letters(0, 20))
    assert len(letters) == len(WRONG)
    for letter, reason in zip(letters, WRONG.values(), strict=True):
        assert reason in letter.reason
        assert letter.entry.bucket == Bucket("tree", MESSAGES)
    errors = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert len(errors) == len(WRONG)
    assert max(map(len, errors)) < 400
    assert not any("\n" in error for error in errors)


def test_a_dead_message_is_read_again_when_it_is_queued(run_tree, client) -> None:
    client.rpush("tree:start_urls", '{"n": 1, "part": 2}')
    assert titles(run_tree()) == []
    frontier = RedisFrontier(client, "tree:requests", number=lambda _: 0.0, limits={})
    assert send(client, frontier.calls.requeue(None)).tasks == 1
    # The tree has the argument by now.
    assert titles(run_tree(text=TREE.replace("(n, ", "(n, part = 0, "))) == ["1 a"]
    assert client.keys() == []


def test_a_look_brings_large_messages_one_by_one(client) -> None:
    frontier = RedisFrontier(client, "tree:requests", number=lambda _: 0.0, limits={})
    client.rpush("starts", *(bytes([letter]) * 3_000_000 for letter in b"abc"))
    taken, found = send(client, frontier.calls.start("starts", "list", [], [], look=200))
    assert (taken, [len(message) for message in found]) == (0, [3_000_000])


@pytest.mark.parametrize("kind", ["AS_SET", "AS_ZSET"])
def test_messages_may_be_in_a_set(run_tree, client, kind) -> None:
    if kind == "AS_SET":
        client.sadd("starts", '{"n": 1}', '{"n": 2}', "bad {")
    else:
        client.zadd("starts", {'{"n": 1}': 1, '{"n": 2}': 5, "bad {": 3})
    settings = {f"REDIS_START_URLS_{kind}": True, "REDIS_START_URLS_KEY": "starts"}
    crawl = run_tree(settings)
    assert titles(crawl) == ["1 a", "2 a", "bad { a"]
    assert not client.exists("starts")


def test_a_message_that_comes_later_is_taken(run_tree, client) -> None:
    async def beside(crawler: Crawler) -> None:
        await until(lambda: client.scard("{tree:requests}:idle"))
        client.rpush("tree:start_urls", "late")
        await stop_after(crawler, 1)

    crawl = run_tree({"MAX_IDLE_TIME_BEFORE_CLOSE": 0}, beside=beside)
    assert titles(crawl) == ["late a"]


def test_where_redis_tells_of_keys_a_message_is_taken_at_once(run_tree, client, monkeypatch) -> None:
    # Nobody looks again by himself.
    monkeypatch.setattr(starts, "_LOOK_AGAIN", 1000.0)
    client.config_set("notify-keyspace-events", "Kl")

    async def beside(crawler: Crawler) -> None:
        await until(lambda: client.scard("{tree:requests}:idle"))
        for _ in range(COUNT):
            client.rpush("tree:start_urls", "late")
            await until(lambda: not client.llen("tree:start_urls"))
        await stop_after(crawler, COUNT)

    try:
        assert titles(run_tree({"MAX_IDLE_TIME_BEFORE_CLOSE": 0}, beside=beside)) == ["late a"] * COUNT
    finally:
        client.config_set("notify-keyspace-events", "")


def test_a_key_of_another_type_ends_the_crawl_in_order(run_tree, client, caplog) -> None:
    client.set("tree:start_urls", "no list")
    crawl = run_tree()
    assert crawl.reason == "frontier_failed"
    assert "tree:start_urls: this key is not the queue's (it is a string, not a list)" in caplog.text
    assert client.get("tree:start_urls") == b"no list"


def test_many_workers_take_each_message_once(server, client) -> None:
    client.rpush("tree:start_urls", *(f'{{"n": {number}}}' for number in range(500)))
    settings = {**WAITING, "REDIS_URL": server.url, "MAX_IDLE_TIME_BEFORE_CLOSE": SHORTEST}

    async def scenario():
        return await asyncio.gather(*(crawl_with(make_crawler(TREE, settings)) for _ in range(3)))

    crawls = asyncio.run(scenario())
    found = sorted(int(item["title"].split()[0]) for crawl in crawls for item in crawl.items)
    assert found == list(range(500))


def test_what_others_have_taken_meanwhile_is_left_alone(client) -> None:
    frontier = RedisFrontier(client, "tree:requests", number=lambda _: 0.0, limits={})
    calls = frontier.calls
    client.rpush("starts", "a", "b", "c")
    assert send(client, calls.start("starts", "list", [], [], look=2)) == (0, [b"a", b"b"])
    assert not client.exists("{tree:requests}:meta")
    client.lpop("starts")
    tasks = [new(b"a"), new(b"b")]
    assert send(client, calls.start("starts", "list", [b"a", b"b"], tasks, look=2)) == (0, [b"b", b"c"])
    call = calls.start("starts", "list", [b"b", b"c"], [new(b"b"), new(b"c")], look=2)
    assert send(client, call) == (2, [])
    # Its answer may have been lost.
    assert send(client, call) == (0, [])
    assert [lease.entry.payload for lease in frontier.lease(9)] == [b"b", b"c"]
