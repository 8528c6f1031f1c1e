import json

import pytest
from scrapy.settings import Settings

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.program import Program
from scrapy_bt.core.tree.task import decode_task
from scrapy_bt.crawl.components import add_defaults
from scrapy_bt.crawl.redis.tree_queue import KEPT, Seeding, TreeQueue, add_name, names_in, read_seedings
from scrapy_bt.crawl.runtime.frontiers import TREE
from scrapy_bt.errors import ArgumentsError, BTError, FrontierLost
from scrapy_bt.frontier.redis.frontier import RedisFrontier, send
from scrapy_bt.frontier.redis.queue_configuration import KEY as CONFIGURATION
from scrapy_bt.frontier.redis.queue_configuration import QueueConfiguration

TEXT = 'main :: and (url) { :page }\npage :: visit "{url}"\n((page = 3))\n'


@pytest.fixture
def queue():
    settings = Settings({"BT_AGEING": 0.5})
    add_defaults(settings)
    return TreeQueue(settings, Program(parse(TEXT, file="content.bt"), name="content", text=TEXT))


def test_a_task_begins_at_main_with_its_arguments(queue):
    queued = queue.task({"url": "http://a"}, b"key")
    assert (queued.key, queued.entry.bucket.tree, queued.entry.bucket.node) == (b"key", "content", "main/page")
    assert decode_task(queued.entry.payload).frames[0].variables == {"url": "http://a"}
    with pytest.raises(ArgumentsError):
        queue.task({"link": "http://a"}, b"")


def test_opening_leaves_what_a_worker_needs_who_has_no_files(queue, client):
    for call in queue.opening(is_configured=False):
        send(client, call)
    frontier = RedisFrontier(client, "content:requests", number=lambda _: 0.0, limits={})
    assert (frontier.recall(TREE), frontier.recall("tree:content"), frontier.recall(KEPT)) == ("content", TEXT, "yes")
    configuration = QueueConfiguration.read(frontier.recall(CONFIGURATION))
    assert (configuration.ageing, configuration.limits) == (0.5, {"page": 3})


def test_the_configuration_of_workers_stay_and_are_gone_by(queue, client):
    frontier = RedisFrontier(client, "content:requests", number=lambda _: 0.0, limits={})
    theirs = QueueConfiguration(ageing=3.0, seen_key="{content:requests}:others").text
    frontier.remember(CONFIGURATION, theirs)
    queue.adopt(theirs)
    for call in queue.opening(is_configured=True):
        send(client, call)
    assert frontier.recall(CONFIGURATION) == theirs
    send(client, queue.calls.exchange(put=[queue.task({"url": "http://a"}, b"a")]))
    assert client.smembers("{content:requests}:others") == {b"a"}


def test_a_queue_of_another_tree_is_refused(queue):
    queue.check_owner(None)
    queue.check_owner("content")
    with pytest.raises(BTError, match="holds the crawl of 'shop'; 'content' needs one of its own"):
        queue.check_owner("shop")


def test_a_queue_that_was_deleted_can_be_begun_anew(queue, client):
    send(client, queue.calls.exchange(put=[queue.task({"url": "http://a"}, b"a")]))
    client.flushall()
    with pytest.raises(FrontierLost):
        send(client, queue.calls.exchange(put=[queue.task({"url": "http://a"}, b"a")]))
    queue.renew()
    assert send(client, queue.calls.exchange(put=[queue.task({"url": "http://a"}, b"a")])).ids == (1,)


@pytest.mark.parametrize(
    ("text", "expected"), [(None, []), ('["b", "a"]', ["b", "a"]), ("{", []), ("3", []), ('[3, "a"]', ["a"])]
)
def test_names_are_read_and_added(text, expected):
    assert names_in(text) == expected
    assert json.loads(add_name(text, "c")) == sorted([*expected, "c"])


def test_what_is_announced_of_schemes_is_read_again_by_their_names():
    topic, news = Seeding("one", 3), Seeding("two", 4)
    assert list(read_seedings({"topic": topic.text, "news": news.text}).items()) == [("news", news), ("topic", topic)]
    assert read_seedings({"a": "{", "b": "[1]", "c": '{"source": "one"}', "d": "", "e": news.text}) == {"e": news}
