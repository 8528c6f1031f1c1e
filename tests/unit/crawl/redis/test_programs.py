from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.crawl.redis.programs import find_program, find_spider, other_trees
from scrapy_bt.errors import BTError
from scrapy_bt.frontier.redis.frontier import RedisFrontier

TREE = 'main :: and (url) { :page }\npage :: visit "{url}"\n'
PLAIN = "import scrapy\n\n\nclass Plain(scrapy.Spider):\n    name = 'plain'\n"


@pytest.fixture
def settings(server, client):
    loader = "scrapy_bt.crawl.spiderloader.TreeSpiderLoader"
    return Settings({"REDIS_URL": server.url, "SPIDER_LOADER_CLASS": loader, "BT_FRONTIER": "redis"})


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings):
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = conf\n")
    (tmp_path / "trees").mkdir()
    (tmp_path / "trees" / "content.bt").write_text(TREE)
    spiders = tmp_path / "project_spiders"
    spiders.mkdir()
    (spiders / "__init__.py").write_text(PLAIN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    settings.set("SPIDER_MODULES", ["project_spiders"])
    return settings


def test_a_tree_of_the_project_is_its_file(project):
    assert find_program("content", project).text == TREE
    assert other_trees(project) == ["content"]


def test_a_tree_that_is_in_redis_alone_is_had_from_there(settings, client, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    RedisFrontier(client, "far:requests", number=lambda _: 0.0, limits={}).remember("tree:far", TREE)
    assert find_program("far", settings).text == TREE
    assert find_spider("far", settings) is None
    assert other_trees(settings) == []


def test_a_tree_that_is_nowhere_is_told(project, settings, client):
    with pytest.raises(BTError, match="there is no tree 'contents' in the project; did you mean 'content'"):
        find_program("contents", project)


def test_outside_of_a_project_redis_is_named(settings, client, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BTError, match="has no crawl of a tree 'content'"):
        find_program("content", settings)


def test_a_spider_of_its_own_is_no_tree(project):
    with pytest.raises(BTError, match="'plain' is a spider of its own and no tree"):
        find_program("plain", project)
