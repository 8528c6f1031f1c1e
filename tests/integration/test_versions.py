"""What works with every version of Scrapy: these tests also run with the lowest one (`tox -e lowest`)."""

import json
import sqlite3
import subprocess

import pytest
import scrapy

from scrapy_bt.engine.choosing import TESTED

ITEMS = """
page  :: visit "{site}/plain/item/{number}/"
thing :: item { number = number  sku = css ".sku::text" }
main  :: and (site, last) {
    number = 1
    while number <= last { goroutine { :page  :thing }  number = number + 1 }
}
"""

SPIDER = """
    import scrapy


    class Plain(scrapy.Spider):
        name = "plain"

        def __init__(self, site="", **arguments):
            super().__init__(**arguments)
            self.site = site

        async def start(self):
            for number in range(1, 5):
                yield scrapy.Request(f"{self.site}/plain/item/{number}/")

        def parse(self, response):
            yield {"sku": response.css(".sku::text").get()}
"""


@pytest.fixture
def project(project):
    """Each command starts Python anew, since the lowest version has less to load."""
    project.process = subprocess.Popen
    return project


def skus(result):
    return sorted(item["sku"] for item in result.items)


def expected(count):
    return [f"SKU-{number:05}" for number in range(1, count + 1)]


def test_a_tree_and_an_ordinary_spider_crawl_side_by_side(project):
    project.spiders("plain", SPIDER)
    result = project.crawl_tree(ITEMS, last=4, settings={"ROBOTSTXT_OBEY": True})
    assert skus(result) == expected(4)
    plain = project.crawl("plain", site=project.site)
    assert (plain.code, skus(plain)) == (0, expected(4))


def test_the_lean_engine_and_client_run_where_they_were_tested_and_step_aside_elsewhere(project):
    project.spiders("plain", SPIDER)
    result = project.crawl("plain", site=project.site, settings={"BT_ENGINE": "lean", "BT_HTTP": "lean"})
    assert (result.code, skus(result)) == (0, expected(4))
    told = [line.partition("INFO: ")[2] for line in result.log.splitlines() if ": Scrapy's own" in line]
    if scrapy.__version__ in TESTED:
        assert told == []
    else:
        reason = f"since Scrapy {scrapy.__version__} was not tested with the lean one ({', '.join(TESTED)})"
        assert told == [
            f"BT_HTTP: Scrapy's own handler fetches, {reason}",
            f"BT_ENGINE: Scrapy's own engine runs this crawl, {reason}",
        ]


def test_a_project_of_the_template_runs(project):
    made = project.run("bt", "new", "fresh")
    assert made.code == 0, made.log
    project.folder = project.folder / "fresh"
    project.tree("tree", ITEMS)
    result = project.command("crawl", "tree", "-a", f"site={project.site}", "-a", "last=4", "-O", "items.jl")
    told = subprocess.run(result, cwd=project.folder, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    assert "Traceback" not in told.stderr
    assert "DeprecationWarning" not in told.stderr
    lines = (project.folder / "items.jl").read_text().splitlines()
    assert sorted(json.loads(line)["sku"] for line in lines) == expected(4)


def test_records_are_stored_and_duplicates_dropped(project):
    settings = {"BT_STORE_URL": "sqlite:///records.db", "BT_DUPLICATES": "exact", "BT_DUPLICATES_FIELDS": ["sku"]}
    twice = ITEMS.replace("{ :page  :thing }", "{ :page  :thing  :thing }")
    result = project.crawl_tree(twice, last=3, settings=settings)
    with sqlite3.connect(project.folder / "records.db") as database:
        rows = database.execute("select sku from thing order by sku").fetchall()
    assert [sku for (sku,) in rows] == expected(3)
    assert result.stats["item_dropped_count"] == 3


def test_a_store_that_cannot_be_opened_ends_the_crawl_before_its_first_request(project):
    project.spiders("plain", SPIDER)
    settings = {
        "BT_STORE_URL": "sqlite:////no/such/folder/records.db",
        "ITEM_PIPELINES": {"scrapy_bt.storage.relational.StorePipeline": 900},
    }
    result = project.crawl("plain", site=project.site, settings=settings)
    assert (result.code, result.items) == (2, [])
    assert result.reason == "no_store"
    assert "downloader/request_count" not in result.stats


def test_a_stopped_crawl_goes_on(project):
    project.tree("tree", ITEMS)
    settings = {"JOBDIR": "job", "CLOSESPIDER_ITEMCOUNT": 3, "CONCURRENT_REQUESTS": 1}
    first = project.crawl("tree", site=project.site, last=8, settings=settings)
    second = project.run(*project.crawl_arguments("tree", site=project.site, last=8), settings={"JOBDIR": "job"})
    assert (first.code, second.code) == (0, 0), second.log
    assert sorted({item["sku"] for item in second.items}) == expected(8)
    assert len(second.items) <= 8 + 1


def test_workers_share_a_queue(project, server, client):
    settings = {"BT_FRONTIER": "redis", "REDIS_URL": server.url}
    project.spiders("plain", SPIDER)
    assert skus(project.crawl_tree(ITEMS, last=6, settings=settings)) == expected(6)
    plain = project.crawl("plain", site=project.site, settings=settings)
    assert (plain.code, skus(plain)) == (0, expected(4)), plain.log
