"""Records with the same content, from ordinary spiders of projects without the add-on, and from trees."""

import signal
import sqlite3
from contextlib import ExitStack, closing

import pytest

from scrapy_bt.core.duplicates.verdicts import Tally
from scrapy_bt.crawl.duplicates.content_store import ContentStore
from scrapy_bt.crawl.duplicates.shared import LedgerCalls, SharedContentStore
from tests.integration.leases import end_claims, end_leases
from tests.integration.projects import Result
from tests.waiting import wait_until

PIPELINE = "scrapy_bt.crawl.duplicates.pipeline.DuplicatesPipeline"
SCHEDULER = "scrapy_bt.crawl.redis.scheduler.RedisScheduler"

PRODUCTS = 24
MIRROR = """
import scrapy


class MirrorSpider(scrapy.Spider):
    # Takes each product at two addresses.

    name = "mirror"

    def __init__(self, site="", **arguments):
        super().__init__(**arguments)
        self.start_urls = [f"{site}/shop/"]

    def parse(self, response):
        yield from response.follow_all(css="ul.categories a", callback=self.parse_list)

    def parse_list(self, response):
        for link in response.css("article.product h3 a::attr(href)").getall()[:4]:
            yield response.follow(link, self.parse_product)
            yield response.follow(link + "?from=list", self.parse_product)

    def parse_product(self, response):
        yield {"url": response.url, "title": response.css("h1::text").get()}
"""

SLOW = '''
import asyncio
from pathlib import Path


class SlowPipeline:
    """Writes a record down, long after it has come; *gate* lets it."""

    async def process_item(self, item):
        while not Path("gate").exists():
            await asyncio.sleep(0.02)
        with open("stored.txt", "a") as stored:
            stored.write(item["title"] + "\\n")
        return item
'''


@pytest.fixture
def mirror(project):
    project.spiders("mirror", MIRROR)
    project.settings.update(
        ADDONS={},
        ITEM_PIPELINES={PIPELINE: 100},
        DUPEFILTER_CLASS="scrapy_bt.crawl.duplicates.urls.UrlFilter",
        BT_URL_FILTER="bounded",
        BT_URL_FILTER_ITEMS=1000,
        BT_URL_FILTER_ERROR=0.000001,
    )
    return project


def test_an_ordinary_project_stores_each_article_once_in_this_and_in_later_runs(mirror):
    mirror.settings.update(
        ITEM_PIPELINES={PIPELINE: 100, "scrapy_bt.storage.relational.StorePipeline": 900},
        BT_DUPLICATES_STORE="known.db",
        BT_STORE_URL="sqlite:///shop.db",
        BT_STORE_KEY={"mirror": ["title"]},
    )
    result = mirror.crawl("mirror", site=mirror.site)
    assert result.code == 0, result.log
    assert not result.has_traceback, result.log
    titles = [item["title"] for item in result.items]
    assert len(titles) == len(set(titles)) == result.stats["bt/duplicates/passed"] == PRODUCTS
    assert result.stats["bt/duplicates/same"] == PRODUCTS
    assert result.stats["bt/urls/known"] >= 2 * PRODUCTS
    assert 0 < result.stats["bt/urls/error"] < 0.000001
    with ContentStore(mirror.folder / "known.db", similarity=None) as content_store:
        assert content_store.tally() == Tally(PRODUCTS, PRODUCTS, 0)
        (one,) = content_store.matches(0, 1)
    assert one.url.partition("?")[0] == one.original_url.partition("?")[0]
    with closing(sqlite3.connect(mirror.folder / "shop.db")) as shop:
        assert shop.execute("SELECT count(*) FROM mirror").fetchone() == (PRODUCTS,)
        both = shop.execute("SELECT count(*), count(DISTINCT bt_key) FROM mirror_urls").fetchone()
    assert both == (2 * PRODUCTS, PRODUCTS), "the store has both addresses of each"
    again = mirror.crawl("mirror", site=mirror.site)
    assert (again.items, again.stats["bt/duplicates/again"]) == ([], 2 * PRODUCTS)


def test_workers_that_are_killed_while_they_store_lose_no_article_to_their_claims(mirror, server, client):
    mirror.write("slow.py", SLOW)
    mirror.settings.update(
        SCHEDULER=SCHEDULER,
        REDIS_URL=server.url,
        ITEM_PIPELINES={PIPELINE: 100, "slow.SlowPipeline": 200},
        BT_LEASE_SECONDS=1200,
        CONCURRENT_REQUESTS=4,
    )
    arguments = ("crawl", "mirror", "-a", f"site={mirror.site}")
    with ExitStack() as stack:
        victim = stack.enter_context(mirror.started(*arguments))
        wait_until(lambda: client.hlen("bt:duplicates:{mirror}:claims") >= 4)
        victim.send_signal(signal.SIGKILL)
        victim.wait()
        end_leases(client, "mirror")
        end_claims(client, "mirror")
        (mirror.folder / "gate").touch()
        workers = [stack.enter_context(mirror.started(*arguments)) for _ in range(2)]
        results = [Result(0, *worker.communicate()) for worker in workers]
    assert not any(result.has_traceback for result in results), [result.log for result in results]
    stored = (mirror.folder / "stored.txt").read_text().split("\n")[:-1]
    assert len(stored) == len(set(stored)) == PRODUCTS
    assert SharedContentStore(client, LedgerCalls("mirror")).tally() == Tally(PRODUCTS, PRODUCTS, 0)
    assert client.hlen("bt:duplicates:{mirror}:claims") == 0


def test_a_tree_drops_what_is_known_with_one_setting(project):
    project.tree(
        "twice",
        """
        list  :: visit "{site}/shop/"
        again :: visit "{site}/shop/?again=1"
        quote :: item { url = page.url  text = css "h1::text" }

        main :: and (site) { :list  :quote  :again  :quote }
        """,
    )
    result = project.crawl("twice", settings={"BT_DUPLICATES": "exact"}, site=project.site)
    assert result.code == 0, result.log
    assert [item["url"] for item in result.items] == [f"{project.site}/shop/"]
    assert result.stats["bt/duplicates/same"] == 1
