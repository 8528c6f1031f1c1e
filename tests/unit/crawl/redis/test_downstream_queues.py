import asyncio
import logging
import time

import pytest

from scrapy_bt.core.tree.task import decode_task
from scrapy_bt.crawl.redis.tree_queue import FED_BY, FEEDS
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from tests.unit.crawl.conftest import crawl_with, make_crawler

NAV = """
main :: and { :page  :link  :note  :last }
page :: visit "data:text/html,<a href='http://a/1'>1</a><a href='http://a/2'>2</a><a href='http://a/1#x'>3</a><a>4</a>"
link :: item each css "a" { url = css "::attr(href)"  platform = "portal" }
note :: item { n = 3 }
last :: visit "data:,end"
"""
CONTENT = 'main :: and (url, platform) { :page }\npage :: visit "{url}"\n'


@pytest.fixture
def content(client):
    frontier = RedisFrontier(client, "content:requests", number=lambda _: 0.0, limits={})
    frontier.remember("tree:content", CONTENT)
    return frontier


@pytest.fixture
def run_nav(server, client):
    def run(text=NAV, settings=None):
        given = {"BT_FRONTIER": "redis", "REDIS_URL": server.url, "BT_SEEDS": {"link": "content"}, **(settings or {})}
        return asyncio.run(crawl_with(make_crawler(text, given)))

    return run


def urls(frontier):
    return sorted(decode_task(lease.entry.payload).frames[0].variables["url"] for lease in frontier.lease(100))


def test_records_of_a_node_are_tasks_of_the_other_tree_each_once(run_nav, content):
    crawl = run_nav()
    assert [dict(item) for item in crawl.items] == [{"n": 3}]
    assert crawl.reason == "finished"
    assert (crawl.stat("bt/seeds/content"), crawl.stat("bt/seeds_known/content")) == (2, 1)
    assert crawl.stat("bt/items/link") is None
    assert urls(content) == ["http://a/1", "http://a/2"]
    again = run_nav()
    assert (again.stat("bt/seeds/content"), again.stat("bt/seeds_known/content")) == (0, 3)
    assert content.counts().unfinished == 2


def test_a_tree_that_asks_for_it_is_told_when_its_seed_was_made(run_nav, content):
    content.remember("tree:content", 'main :: and (url, seed_time, platform) { visit "{url}?{seed_time}" }')
    begun = time.time()
    run_nav()
    variables = [decode_task(lease.entry.payload).frames[0].variables for lease in content.lease(100)]
    assert len(variables) == 2
    assert all(begun - 1 <= each["seed_time"] <= time.time() + 1 for each in variables)
    assert run_nav().stat("bt/seeds_known/content") == 3, "the time makes no seed another one"


def test_both_queues_know_of_each_other(run_nav, content, client):
    nav = RedisFrontier(client, "tree:requests", number=lambda _: 0.0, limits={})
    run_nav(settings={"SCHEDULER_PERSIST": True})
    assert (content.recall(FED_BY), nav.recall(FEEDS)) == ('["tree"]', '["content"]')
    assert content.workers() == []
    assert client.hkeys("{content:requests}:called") == []


def test_a_record_that_is_no_task_is_told_and_counted(run_nav, content, caplog):
    with caplog.at_level(logging.WARNING):
        crawl = run_nav(NAV.replace('css "::attr(href)"', 'css "::attr(href)" all'), {})
    assert crawl.reason == "finished"
    content_queues = [record.getMessage() for record in caplog.records if "is no task" in record.getMessage()]
    assert content_queues == [] or "link" in content_queues[0]


def test_a_queue_that_is_deleted_under_way_is_made_anew(run_nav, content, client):
    run_nav()
    client.delete(*client.keys("{content:requests}:*"))
    content = RedisFrontier(client, "content:requests", number=lambda _: 0.0, limits={})
    content.remember("tree:content", CONTENT)
    run_nav()
    assert content.counts().ready == 2


def test_a_queue_of_another_tree_is_refused(run_nav, content, caplog):
    content.remember("tree", "shop")
    crawl = run_nav()
    assert crawl.reason == "not_started"
    assert "holds the crawl of 'shop'" in caplog.text


@pytest.mark.parametrize(
    ("seeds", "message"),
    [
        ({"lnk": "content"}, "no tree here has an item node of that name"),
        ({"link": "contents"}, "has no crawl of a tree 'contents'"),
        ({"note": "content"}, "those have a field 'n'"),
    ],
)
def test_what_leads_nowhere_is_refused_at_the_start(run_nav, content, seeds, message, caplog):
    crawl = run_nav(settings={"BT_SEEDS": seeds})
    assert crawl.reason == "not_started"
    assert message in caplog.text


def test_a_tree_may_feed_itself_and_ends(server, client):
    text = """
main :: and (url, platform) { :page  :link }
page :: visit "data:text/html,{url}"
link :: item each css "a" { url = css "::attr(href)"  platform = platform }
"""
    inner = "<a href='<p>x</p><a href=http:>y</a>'>1</a>"
    settings = {"BT_FRONTIER": "redis", "REDIS_URL": server.url, "BT_SEEDS": {"link": "tree"}, "RETRY_ENABLED": False}
    crawl = asyncio.run(crawl_with(make_crawler(text, settings), url=inner, platform="p"))
    assert crawl.reason == "finished"
    assert crawl.stat("bt/seeds/tree") == 2
    assert crawl.stat("bt/visits") == 3
    own = RedisFrontier(client, "tree:requests", number=lambda _: 0.0, limits={})
    assert own.counts().unfinished == 0
