from collections.abc import Iterator

import pytest
import redis
from scrapy.settings import Settings

from scrapy_bt.crawl.redis.remote_trees import build_remote_tree, fetch_spider
from scrapy_bt.errors import BTError, RuleError
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from scrapy_bt.testing import RedisServer

TREE = "main :: and (n) { :one }\none :: item { n = n }\n"
PYTHON = 'main :: and {{ :one }}\none :: item {{ n = python "{}" }}\n'


@pytest.fixture
def frontier(server: RedisServer) -> Iterator[RedisFrontier]:
    with redis.Redis.from_url(server.url) as client:
        client.flushall()
        yield RedisFrontier(client, "shop:requests", number=lambda _: 0.0, limits={})


def test_the_text_in_redis_makes_the_spider(server: RedisServer, frontier: RedisFrontier) -> None:
    frontier.remember("tree:shop", TREE)
    spider = fetch_spider("shop", Settings({"REDIS_URL": server.url}))
    assert (spider.name, spider.is_remote) == ("shop", True)
    assert spider.load_program().text == TREE


def test_what_is_not_there_is_told_and_not_made(server: RedisServer, frontier: RedisFrontier) -> None:
    with pytest.raises(BTError, match=r"has no crawl of a tree 'shop' in the queue shop:requests: start one"):
        fetch_spider("shop", Settings({"REDIS_URL": server.url}))
    with redis.Redis.from_url(server.url) as client:
        assert client.keys() == []


def test_rules_that_cannot_be_read_are_told(server: RedisServer, frontier: RedisFrontier) -> None:
    frontier.remember("tree:shop", TREE)
    frontier.remember("rules:shop", "[1]")
    with pytest.raises(BTError, match="the files of the tree 'shop' in Redis cannot be read"):
        fetch_spider("shop", Settings({"REDIS_URL": server.url}))


def test_without_a_list_no_function_is_called() -> None:
    with pytest.raises(RuleError, match="BT_PYTHON_MODULES does not list 'os'"):
        build_remote_tree(PYTHON.format("os:system"), name="shop", modules=())


def test_a_module_is_not_even_imported(tmp_path, monkeypatch) -> None:
    (tmp_path / "sprung.py").write_text("import pathlib\npathlib.Path(__file__).with_name('trace').touch()\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(RuleError, match="does not list 'sprung'"):
        build_remote_tree(PYTHON.format("sprung:f"), name="shop", modules=("other",))
    assert not (tmp_path / "trace").exists()


def test_what_a_listed_module_has_imported_is_not_its_own(tmp_path, monkeypatch) -> None:
    (tmp_path / "nodes_here.py").write_text("import os\nfrom os import system\n\n\ndef own(page):\n    return 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    modules = ("nodes_here",)
    assert build_remote_tree(PYTHON.format("nodes_here:own"), name="shop", modules=modules).name == "shop"
    for name in ("system", "os.system"):
        with pytest.raises(RuleError, match="not written in 'nodes_here', only imported there"):
            build_remote_tree(PYTHON.format(f"nodes_here:{name}"), name="shop", modules=modules)


def test_every_fault_of_a_text_is_told() -> None:
    with pytest.raises(RuleError, match=r"shop\.bt in Redis:1:15"):
        build_remote_tree("main :: and { :gone }\n", name="shop", modules=())
