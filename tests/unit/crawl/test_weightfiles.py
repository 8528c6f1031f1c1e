import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from scrapy.crawler import AsyncCrawlerRunner
from scrapy.exceptions import NotConfigured
from scrapy.settings import Settings

from scrapy_bt.core.priority.recorded import read_weights, write_weights
from scrapy_bt.crawl.spiderloader import spider_class
from scrapy_bt.crawl.weightfiles import WeightsFile, load_weights, save_weights, weights_path
from tests.unit.crawl.conftest import QUIET, Crawl, crawl_with

TREE = """
main  :: and (n = 0) { if n > 0 { :other } :page :title }
page  :: visit "data:text/html,<h1>x</h1>"
other :: visit "data:text/html,<h1>y</h1>"
title :: item { title = css "h1::text" }
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    path = tmp_path / "shop.bt"
    path.write_text(TREE, "utf-8")
    return path


def crawl_file(tree: Path, **settings: object) -> Crawl:
    crawler = AsyncCrawlerRunner(Settings({**QUIET, **settings})).create_crawler(spider_class(tree))
    return asyncio.run(crawl_with(crawler))


def test_its_place_is_beside_the_tree() -> None:
    assert weights_path("trees/shop.bt") == Path("trees/shop.weights.json")
    assert weights_path("") is None


def test_where_there_is_none_nothing_is_told(tree: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert load_weights(tree) == load_weights("") == load_weights(tree / "within.bt") == {}
    assert not caplog.records


@pytest.mark.parametrize("content", [b"", b"\xff", b'{"format": 1, "seconds": {"page": -1}}', None], ids=range(4))
def test_a_file_that_cannot_be_used_is_told_with_its_place(
    tree: Path, caplog: pytest.LogCaptureFixture, content: bytes | None
) -> None:
    path = tree.with_name("shop.weights.json")
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    assert load_weights(tree) == {}
    (record,) = caplog.records
    assert str(path) in record.getMessage()
    assert "Remove it" in record.getMessage()


def test_what_cannot_be_written_is_told_and_leaves_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "shop.weights.json"
    path.mkdir()
    save_weights(path, {"page": 1.0})
    assert f"{path} is not written" in caplog.text
    assert [*tmp_path.iterdir()] == [path]
    save_weights(tmp_path / "gone" / "shop.weights.json", {"page": 1.0})
    assert "No such file" in caplog.text


def test_a_crawl_writes_what_it_has_measured_where_the_setting_says_so(tree: Path) -> None:
    path = tree.with_name("shop.weights.json")
    crawl_file(tree)
    assert not path.exists()
    path.write_text(write_weights({"page": 500.0, "other": 7.0, "gone": 9.0}), "utf-8")
    done = crawl_file(tree, BT_WEIGHTS_FILE=True)
    assert done.reason == "finished"
    weights = read_weights(path.read_text("utf-8"))
    assert weights["page"] == pytest.approx(done.crawler.spider.runner.priorities.weights.weight("page"), abs=1e-6)
    assert weights["page"] < 500
    assert weights["other"] == 7.0  # it did not run
    assert "gone" not in weights  # nor is it in the tree
    assert sorted(tree.parent.iterdir()) == [tree, path]


def test_a_run_that_measures_nothing_leaves_the_file(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tree.with_name("shop.weights.json")
    tree.write_text("main :: and { }\n", "utf-8")
    path.write_text(write_weights({"page": 500.0}), "utf-8")
    assert crawl_file(tree, BT_WEIGHTS_FILE=True).reason == "finished"
    assert json.loads(path.read_text("utf-8"))["seconds"] == {"page": 500.0}


def test_a_tree_without_a_file_keeps_none(new_crawler: Callable[..., object]) -> None:
    with pytest.raises(NotConfigured):
        WeightsFile.from_crawler(new_crawler(TREE, {"BT_WEIGHTS_FILE": True}))


@pytest.fixture(params=["jobdir", "redis"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, object]:
    """Settings of a crawl that keeps what it has measured."""
    if request.param == "jobdir":
        return {"JOBDIR": str(tmp_path / "job")}
    request.getfixturevalue("client")
    url = request.getfixturevalue("server").url
    return {"BT_FRONTIER": "redis", "REDIS_URL": url, "SCHEDULER_PERSIST": True}


def test_what_the_crawl_has_measured_counts_before_the_file(tree: Path, kept: dict[str, object]) -> None:
    path = tree.with_name("shop.weights.json")
    first = crawl_file(tree, **kept)
    measured = first.crawler.spider.runner.priorities.weights.weight("page")
    path.write_text(write_weights({"page": 500.0, "other": 7.0}), "utf-8")
    again = crawl_file(tree, **kept).crawler.spider.runner.priorities.weights
    assert again.weight("page") == pytest.approx(measured) != 500
    assert again.weight("other") == 7.0
