"""Ordinary projects that share a queue in Redis: what scrapy-redis' users have, and what they miss there."""

import json
import signal
from contextlib import ExitStack

import pytest

from scrapy_bt.frontier.redis.frontier import RedisFrontier
from tests.integration.leases import end_leases
from tests.integration.projects import Result
from tests.waiting import wait_until

SCHEDULER = "scrapy_bt.crawl.redis.scheduler.RedisScheduler"

SHOP = """
import scrapy


class ShopSpider(scrapy.Spider):
    name = "shop"

    def __init__(self, site="", **arguments):
        super().__init__(**arguments)
        self.start_urls = [f"{site}/shop/"]

    def parse(self, response):
        for link in response.css("ul.categories a"):
            yield response.follow(link, self.parse_list)

    def parse_list(self, response):
        for link in response.css("article.product h3 a"):
            yield response.follow(link, self.parse_product, cb_kwargs={"found": (response.url, "list")})
        for link in response.css("a[rel=next], li.next a"):
            yield response.follow(link, self.parse_list)

    def parse_product(self, response, found):
        assert type(found) is tuple
        yield {"url": response.url, "found": found[0]}
"""

TROUBLE = """
import scrapy


class TroubleSpider(scrapy.Spider):
    name = "trouble"

    def __init__(self, site="", **arguments):
        super().__init__(**arguments)
        self.site = site

    async def start(self):
        yield self.ask("status/418", errback=self.note_error)
        yield self.ask("redirect/3")
        yield self.ask("status/503", errback=self.note_error)
        yield scrapy.Request(f"{self.site}/login", self.parse_cookies, dont_filter=True)

    def ask(self, path, **options):
        return scrapy.Request(f"{self.site}/trouble/{path}", self.parse_page, cb_kwargs={"path": path}, **options)

    def parse_page(self, response, path):
        yield {"path": path, "status": response.status, "redirects": response.meta.get("redirect_times", 0)}

    def note_error(self, failure):
        request = failure.request
        status = failure.value.response.status
        yield {"path": request.cb_kwargs["path"], "error": status, "retries": request.meta.get("retry_times", 0)}

    def parse_cookies(self, response):
        yield response.follow("/quotes/", self.parse_again, dont_filter=True, meta={"handle_httpstatus_all": True})

    def parse_again(self, response):
        yield {"has_cookie": b"Cookie" in response.request.headers}
"""

SLOW = '''
import asyncio
from pathlib import Path


class SlowPipeline:
    """Writes an item down, long after its page has come; *gate* lets it."""

    async def process_item(self, item):
        with open("begun.txt", "a") as begun:
            begun.write(item["url"] + "\\n")
        while not Path("gate").exists():
            await asyncio.sleep(0.02)
        with open("stored.txt", "a") as stored:
            stored.write(item["url"] + "\\n")
        return item
'''


@pytest.fixture
def shop(project, server, client):
    """A project that used scrapy-redis, and has changed nothing but `SCHEDULER`."""
    project.spiders("shop", SHOP)
    project.settings.update(
        ADDONS={},
        SCHEDULER=SCHEDULER,
        DUPEFILTER_CLASS="scrapy_redis.dupefilter.RFPDupeFilter",
        SCHEDULER_QUEUE_CLASS="scrapy_redis.queue.PriorityQueue",
        REDIS_URL=server.url,
    )
    return project


def urls(*results):
    return sorted(item["url"] for result in results for item in result.items)


def lines(path):
    return path.read_text().splitlines() if path.exists() else []


def test_a_project_of_scrapy_redis_changes_only_its_scheduler(shop, client) -> None:
    # On a busy machine the capacity would warn.
    result = shop.crawl("shop", settings={"BT_CAPACITY": False}, site=shop.site)
    assert result.code == 0
    assert not result.has_traceback, result.log
    assert "WARNING" not in result.log, result.log
    assert result.reason == "finished"
    assert len(urls(result)) == len(set(urls(result))) == 60
    assert client.keys() == []


def test_keys_and_parameters_of_scrapy_redis_count(shop, client, server) -> None:
    settings = {
        "REDIS_URL": None,
        "REDIS_HOST": "127.0.0.1",
        "REDIS_PORT": server.port,
        "REDIS_PARAMS": {"db": 3, "socket_timeout": 20},
        "SCHEDULER_PERSIST": True,
        "SCHEDULER_QUEUE_KEY": "q:%(spider)s",
        "SCHEDULER_DUPEFILTER_KEY": "seen:%(spider)s",
        "SCHEDULER_SERIALIZER": "pickle",
    }
    result = shop.crawl("shop", settings=settings, site=shop.site)
    assert len(urls(result)) == 60
    assert result.log.count("SCHEDULER_SERIALIZER has no effect here") == 1
    assert client.dbsize() == 0
    client.select(3)
    try:
        assert client.scard("seen:shop") > 60
        assert client.exists("{q:shop}:meta")
        # What is known stays known: only the start page comes again.
        again = shop.crawl("shop", settings=settings, site=shop.site)
        assert again.items == []
        assert again.stats["downloader/request_count"] == 1
        flushed = shop.crawl("shop", settings={**settings, "SCHEDULER_FLUSH_ON_START": True}, site=shop.site)
        assert len(urls(flushed)) == 60
    finally:
        client.flushdb()
        client.select(0)


def test_errors_retries_redirects_and_cookies_are_scrapys(project, server, client) -> None:
    project.spiders("trouble", TROUBLE)
    project.settings.update(SCHEDULER=SCHEDULER, ADDONS={}, REDIS_URL=server.url, RETRY_TIMES=2)
    result = project.crawl("trouble", site=project.site)
    assert not result.has_traceback, result.log
    assert {"path": "status/418", "error": 418, "retries": 0} in result.items
    assert {"path": "redirect/3", "status": 200, "redirects": 3} in result.items
    assert {"path": "status/503", "error": 503, "retries": 2} in result.items
    assert {"has_cookie": True} in result.items
    assert len(result.items) == 4


def test_a_page_is_done_only_when_its_items_are_through_the_pipelines(shop, client) -> None:
    shop.write("slow.py", SLOW)
    settings = {"ITEM_PIPELINES": {"slow.SlowPipeline": 300}, "BT_LEASE_SECONDS": 1200, "CONCURRENT_REQUESTS": 4}
    with shop.started(*shop.crawl_arguments("shop", site=shop.site), settings=settings) as process:
        wait_until(lambda: lines(shop.folder / "begun.txt"), process)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    end_leases(client, "shop")
    begun = set(lines(shop.folder / "begun.txt"))
    assert begun
    assert lines(shop.folder / "stored.txt") == []
    (shop.folder / "gate").write_text("")
    result = shop.crawl("shop", settings=settings, site=shop.site)
    assert result.reason == "finished"
    stored = lines(shop.folder / "stored.txt")
    assert begun <= set(stored)
    assert len(stored) == len(set(stored)) == 60
    assert client.keys() == []


def test_two_workers_share_the_pages_and_the_start(shop, client, practice) -> None:
    practice.set(answers=0)
    result, late = crawl_together(shop, client, practice, count=2)
    assert result.code == late.code == 0, late.log
    found = [json.loads(line)["url"] for line in lines(shop.folder / "both.jl")]
    assert len(found) == len(set(found)) == 60
    assert practice.counts()["by_path"]["/shop/"] == 1
    assert client.keys() == []


def crawl_together(shop, client, practice, *, count):
    """Crawl in several processes whose items go to one file; nothing is answered before all have begun."""
    results = []
    arguments = ["crawl", "shop", "-a", f"site={shop.site}", "-o", "both.jl"]
    with ExitStack() as stack:
        processes = [stack.enter_context(shop.started(*arguments)) for _ in range(count)]
        wait_until(lambda: client.hlen("{shop:requests}:workers") == count, processes[0])
        practice.set(answers=1e9)
        for process in processes:
            output, log = process.communicate()
            assert "Traceback" not in log, log
            results.append(Result(process.returncode, output, log))
    return results


def test_a_worker_that_ends_early_leaves_the_queue_to_others(shop, practice, client) -> None:
    """With scrapy-redis its end clears what the others still have to do."""
    settings = {
        "SCHEDULER_PERSIST": False,
        "BT_LEASE_SECONDS": 1200,
        "CONCURRENT_REQUESTS": 4,
        "BT_PREFETCH": 4,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 4,
    }
    frontier = RedisFrontier(client, "shop:requests", number=lambda _: 0.0, limits={})
    practice.set(answers=8)
    arguments = ["crawl", "shop", "-a", f"site={shop.site}"]
    with ExitStack() as stack:
        stays = stack.enter_context(shop.started(*arguments, "-o", "both.jl", settings=settings))
        goes = stack.enter_context(
            shop.started(*arguments, "-o", "both.jl", "-s", "CLOSESPIDER_ITEMCOUNT=3", settings=settings)
        )
        # Neither can take all for itself.
        wait_until(lambda: sum(worker.leases > 0 for worker in frontier.workers()) == 2, stays)
        stays.send_signal(signal.SIGSTOP)
        practice.set(answers=1e9)
        _, log = goes.communicate()
        assert "Closing spider (closespider_itemcount)" in log, log
        stays.send_signal(signal.SIGCONT)
        _, log = stays.communicate()
        assert "Closing spider (finished)" in log, log
    found = [json.loads(line)["url"] for line in lines(shop.folder / "both.jl")]
    assert len(found) == len(set(found)) == 60
    assert client.keys() == []


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"REDIS_URL": "redis://127.0.0.1:1", "BT_REDIS_SECONDS": 0}, "no Redis at redis://127.0.0.1:1/0"),
        ({"SCHEDULER_QUEUE_CLASS": "scrapy_redis.queue.LifoQueue"}, "SCHEDULER_QUEUE_CLASS is LifoQueue"),
        ({"BT_FRONTIER": "memory"}, "SCHEDULER and BT_FRONTIER contradict each other"),
        ({"REDIS_URL": "redis://127.0.0.1/0", "REDIS_DB": 1}, "contradict each other on the db of Redis"),
    ],
)
def test_what_is_wrong_is_one_line_and_a_status(shop, settings, message) -> None:
    result = shop.crawl("shop", settings={"LOG_LEVEL": "WARNING", **settings}, site=shop.site)
    assert result.code == 2
    assert len(result.log.strip().splitlines()) == 1, result.log
    assert message in result.log


def test_pages_can_be_looked_at_without_the_queue(shop, client) -> None:
    url = f"{shop.site}/shop/"
    gone = {"REDIS_URL": "redis://127.0.0.1:1", "LOG_LEVEL": "WARNING"}
    fetched = shop.run("fetch", "--nolog", url, settings=gone)
    assert fetched.code == 0
    assert "categories" in fetched.output
    shown = shop.run("shell", "--nolog", "-c", "response.css('ul.categories a').getall()[0]", url, settings=gone)
    assert shown.code == 0, shown.log
    assert "<a href=" in shown.output
    parsed = shop.run("parse", "--spider", "shop", "-c", "parse", "--noitems", "--nocolour", url, settings=gone)
    assert parsed.code == 0, parsed.log
    assert f"<GET {url}" in parsed.output, parsed.log


MESSAGES = """
from scrapy_redis.spiders import RedisSpider


class MessagesSpider(RedisSpider):
    name = "messages"
    max_idle_time = 1

    def parse(self, response):
        yield {"url": response.url}
"""


def test_spiders_that_wait_for_messages_run_as_they_are(project, server, client) -> None:
    project.spiders("messages", MESSAGES)
    project.settings.update(SCHEDULER=SCHEDULER, ADDONS={}, REDIS_URL=server.url)
    wanted = [f"{project.site}/plain/item/{number}/" for number in range(1, 6)]
    client.rpush("messages:start_urls", *(json.dumps({"url": url}) for url in wanted))
    result = project.crawl("messages")
    assert result.code == 0
    assert not result.has_traceback, result.log
    assert urls(result) == wanted
    assert client.keys() == []
