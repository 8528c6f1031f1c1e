import asyncio
import time

import pytest

from scrapy_bt.crawl.redis.starts import read_arguments
from scrapy_bt.crawl.trees import build_program
from scrapy_bt.errors import ArgumentsError
from scrapy_bt.frontier.redis.frontier import RedisFrontier, send
from tests.contracts.workshop import new
from tests.unit.crawl.conftest import crawl_with, make_crawler
from tests.unit.crawl.redis.conftest import until

TREE = """
main :: and (n, kind = "a") { :page :title }
page :: visit "data:text/html,<h1>{n} {kind}</h1>"
title :: item { title = css "h1::text" }
"""
MESSAGES = 15
WAITING = {"BT_FRONTIER": "redis", "BT_START_MESSAGES": True}


@pytest.fixture
def run_tree(server, client):
    def run(settings=None, text=TREE, beside=None, **arguments):
        async def scenario():
            given = {**WAITING, "REDIS_URL": server.url, "MAX_IDLE_TIME_BEFORE_CLOSE": 2, **(settings or {})}
            crawling = crawl_with(make_crawler(text, given), **arguments)
            if beside is None:
                return await crawling
            crawl, _ = await asyncio.gather(crawling, beside())
            return crawl

        return asyncio.run(scenario())

    return run


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


def test_what_is_there_is_taken_however_little_patience_there_is(run_tree, client) -> None:
    client.rpush("tree:start_urls", *range(500))
    assert len(titles(run_tree({"MAX_IDLE_TIME_BEFORE_CLOSE": 0.000001}))) == 500


def test_what_is_no_message_is_put_aside(run_tree, client, caplog) -> None:
    wrong = [b'{"n": 1', b'{"m": 1}', b"{}", b"\xff", b'{"n": NaN}']
    client.rpush("tree:start_urls", wrong[0], '{"n": 1}', *wrong[1:])
    assert titles(run_tree()) == ["1 a"]
    assert client.lrange("tree:start_urls:refused", 0, -1) == wrong
    assert client.llen("tree:start_urls") == 0
    errors = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert len(errors) == len(wrong)
    assert all(
        error.startswith("A start message is refused, and kept in 'tree:start_urls:refused'") for error in errors
    )
    assert "tree has no argument 'm' (it takes: n, kind)" in caplog.text


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


def test_a_message_that_comes_later_is_taken_soon(run_tree, client) -> None:
    async def beside() -> None:
        await until(lambda: client.scard("{tree:requests}:idle"))
        client.rpush("tree:start_urls", "late")

    crawl = run_tree({"MAX_IDLE_TIME_BEFORE_CLOSE": 2}, beside=beside)
    assert titles(crawl) == ["late a"]


def test_where_redis_tells_of_keys_a_message_is_taken_at_once(run_tree, client) -> None:
    client.config_set("notify-keyspace-events", "Kl")
    seconds = []

    async def beside() -> None:
        await until(lambda: client.scard("{tree:requests}:idle"))
        for _ in range(MESSAGES):
            begun = time.monotonic()
            client.rpush("tree:start_urls", "late")
            await until(lambda: not client.llen("tree:start_urls"))
            seconds.append(time.monotonic() - begun)

    try:
        assert titles(run_tree({"MAX_IDLE_TIME_BEFORE_CLOSE": 2}, beside=beside)) == ["late a"] * MESSAGES
    finally:
        client.config_set("notify-keyspace-events", "")
    # Looks a second apart would take as many seconds.
    assert sum(seconds) < MESSAGES / 2


def test_a_key_of_another_type_ends_the_crawl_in_order(run_tree, client, caplog) -> None:
    client.set("tree:start_urls", "no list")
    crawl = run_tree()
    assert crawl.reason == "frontier_failed"
    assert "tree:start_urls: this key is not the queue's (it is a string, not a list)" in caplog.text
    assert client.get("tree:start_urls") == b"no list"


def test_many_workers_take_each_message_once(server, client) -> None:
    client.rpush("tree:start_urls", *(f'{{"n": {number}}}' for number in range(500)))
    settings = {**WAITING, "REDIS_URL": server.url, "MAX_IDLE_TIME_BEFORE_CLOSE": 1}

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
    call = calls.start("starts", "list", [b"b", b"c"], [new(b"b"), None], look=2)
    assert send(client, call) == (2, [])
    # Its answer may have been lost.
    assert send(client, call) == (0, [])
    assert [lease.entry.payload for lease in frontier.lease(9)] == [b"b"]
    assert client.lrange("starts:refused", 0, -1) == [b"c"]


@pytest.mark.parametrize(
    ("header", "text", "common", "expected"),
    [
        ("(a)", "x", {}, {"a": "x"}),
        ("(a)", "[1]", {}, {"a": "[1]"}),
        ('(a, b = "")', "x", {}, {"a": "x"}),
        ('(a = "", b = "")', "x", {"a": 1}, {"b": "x"}),
        ("(a, b)", "x", {"b": 1}, {"a": "x"}),
        ("(a, b)", ' {"a": 1, "b": [2]}', {}, {"a": 1, "b": [2]}),
    ],
)
def test_what_a_message_gives(header, text, common, expected) -> None:
    program = build_program(f'main :: and {header} {{ :page }}\npage :: visit "data:,"\n', file="t.bt", name="t")
    assert read_arguments(program, text, common) == expected


@pytest.mark.parametrize("header", ["", "(a, b)", '(a = "", b = "")'])
def test_one_value_is_not_enough_for_any_tree(header) -> None:
    program = build_program(f'main :: and {header} {{ :page }}\npage :: visit "data:,"\n', file="t.bt", name="t")
    with pytest.raises(ArgumentsError, match="t takes more than one value, or none"):
        read_arguments(program, "x", {})
