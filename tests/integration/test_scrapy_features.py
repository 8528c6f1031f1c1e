"""Ordinary Scrapy keeps working: what its settings, extensions and commands do for spiders, they do for trees."""

import csv
import functools
import http.server
import json
import re
import threading
import time
from itertools import count

import pytest

from scrapy_bt.frontier.journal import Journal
from scrapy_bt.frontier.memory import MemoryFrontier
from tests.waiting import wait_until

ITEMS = """
page  :: visit "{site}/plain/item/{number}/"
thing :: item { number = number  sku = css ".sku::text"  tags = css "p::attr(class)" all }
main  :: and (site, last) {
    number = 1
    while number <= last { goroutine { :page  :thing }  number = number + 1 }
}
"""

ONE_BY_ONE = """
page  :: visit "{site}/plain/item/{number}/"
thing :: item { number = number }
main  :: and (site, last) {
    number = 1
    while number <= last { :page  :thing  number = number + 1 }
}
"""


def test_feeds_have_the_records(project):
    feeds = {"out.json": {"format": "json"}, "out.csv": {"format": "csv", "fields": ["sku", "number"]}}
    project.tree("tree", ITEMS)
    result = project.run("crawl", "tree", "-a", f"site={project.site}", "-a", "last=5", settings={"FEEDS": feeds})
    listed = json.loads((project.folder / "out.json").read_text())
    assert {item["number"]: item["sku"] for item in listed} == {n: f"SKU-0000{n}" for n in range(1, 6)}
    with (project.folder / "out.csv").open() as rows:
        assert sorted(csv.reader(rows)) == [*([f"SKU-0000{n}", str(n)] for n in range(1, 6)), ["sku", "number"]]
    assert result.stats["feedexport/success_count/FileFeedStorage"] == 2


def test_pipelines_get_every_record_and_may_be_async_or_drop_it(project, practice):
    project.write(
        "pipelines.py",
        """
        import asyncio
        from pathlib import Path
        from scrapy.exceptions import DropItem


        class Slow:
            async def process_item(self, item):
                await asyncio.sleep(0.05)
                return {**item, "slow": True}


        class Picky:
            def process_item(self, item):
                if item["number"] % 2:
                    raise DropItem("odd")
                return item


        class Broken:
            def process_item(self, item):
                if item["number"] == 4:
                    raise ValueError("a pipeline of the project is broken")
                return item

            def close_spider(self):
                Path("closed").touch()
        """,
    )
    pipelines = {"pipelines.Slow": 100, "pipelines.Picky": 200, "pipelines.Broken": 300}
    project.tree(
        "tree",
        """
        page  :: visit "{site}/plain/item/{number}/"
        thing :: item { number = number  sku = css ".sku::text" }
        later :: item { number = number + 100  sku = none }
        main  :: and (site, last) {
            number = 1
            while number <= last {
                goroutine { :page  :thing  state wait  :later }
                number = number + 1
            }
        }
        """,
    )
    result = project.crawl("tree", site=project.site, last=6, settings={"ITEM_PIPELINES": pipelines})
    assert sorted(item["number"] for item in result.items) == [2, 6, 102, 104, 106]
    assert all(item["slow"] for item in result.items)
    assert result.stats["item_dropped_count"] == 6
    assert "ValueError: a pipeline of the project is broken" in result.log
    assert result.reason == "finished"
    assert (project.folder / "closed").exists()
    assert practice.counts()["total"] == 6


def test_weights_leave_out_the_wait_for_politeness(project, practice):
    """With the waits they would be a second and more; on a busy machine an answer may be late, but not always."""
    practice.set(latency=0.05)
    job = count(1)

    def weight():
        began, folder = time.monotonic(), f"job{next(job)}"
        settings = {"DOWNLOAD_DELAY": 0.8, "DOWNLOAD_DELAY_JITTER": 0, "JOBDIR": folder}
        project.crawl_tree(ITEMS, last=3, settings=settings)
        assert time.monotonic() - began > 1.6
        frontier = MemoryFrontier(lambda bucket: 0.0, limits={}, journal=Journal(project.folder / folder / "bt"))
        times, squares = frontier.weights()["page"]
        frontier.close()
        assert times == 3
        return (squares / times) ** 0.5

    wait_until(lambda: 0.05 <= weight() < 0.8)


def test_autothrottle_sets_the_pace(project, practice):
    practice.set(latency=0.05)
    settings = {
        "AUTOTHROTTLE_ENABLED": True,
        "AUTOTHROTTLE_DEBUG": True,
        "AUTOTHROTTLE_START_DELAY": 0.1,
    }
    result = project.crawl_tree(ONE_BY_ONE, last=5, settings=settings)
    delays = [int(delay) for delay in re.findall(r"delay: *(\d+) ms", result.log)]
    assert len(delays) == 5
    assert len(set(delays)) > 1


@pytest.mark.parametrize(
    ("setting", "limit", "stat"),
    [
        ("CLOSESPIDER_ITEMCOUNT", 3, "item_scraped_count"),
        ("CLOSESPIDER_PAGECOUNT", 3, "response_received_count"),
    ],
)
def test_a_crawl_is_closed_by_counts(project, practice, setting, limit, stat):
    result = project.crawl_tree(ONE_BY_ONE, last=50, settings={setting: limit})
    assert result.reason == setting.lower()
    assert limit <= result.stats[stat] <= limit + 2
    assert practice.counts()["total"] <= limit + 2


def test_a_crawl_is_closed_by_time(project, practice):
    practice.set(latency=0.1)
    result = project.crawl_tree(ONE_BY_ONE, last=1000, settings={"CLOSESPIDER_TIMEOUT": 1})
    assert result.reason == "closespider_timeout"
    assert practice.counts()["total"] < 1000


@pytest.fixture
def polite_site(tmp_path):
    """A site with a robots.txt."""
    folder = tmp_path / "www"
    folder.mkdir()
    (folder / "robots.txt").write_text("User-agent: *\nDisallow: /secret.html\n")
    for name in ("open", "secret"):
        (folder / f"{name}.html").write_text(f"<h1>{name}</h1>")

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *arguments):
            asked.append(self.path)

    asked = []
    handler = functools.partial(Handler, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()
        thread.join()


def test_robots_txt_is_obeyed(project, polite_site):
    site, asked = polite_site
    project.site = site
    result = project.crawl_tree(
        """
        open   :: visit "{site}/open.html"
        secret :: visit "{site}/secret.html"
        title  :: item { title = css "h1::text" }
        main   :: and (site) { or { :secret  and { :open  :title } } }
        """,
        settings={"ROBOTSTXT_OBEY": True},
    )
    assert result.items == [{"title": "open"}]
    assert asked == ["/robots.txt", "/open.html"]
    assert result.stats["bt/failed/secret/error"] == 1
    assert "Forbidden by robots.txt, which is obeyed by the setting ROBOTSTXT_OBEY" in result.log


def test_the_cache_serves_the_second_crawl(project, practice):
    settings = {"HTTPCACHE_ENABLED": True, "HTTPCACHE_DIR": str(project.folder / "cache")}
    first = project.crawl_tree(ITEMS, last=4, settings=settings)
    second = project.crawl_tree(ITEMS, last=4, settings=settings)
    assert practice.counts()["total"] == 4
    assert sorted(map(str, first.items)) == sorted(map(str, second.items))
    assert second.stats["httpcache/hit"] == 4


def test_without_cookies_there_is_no_session(project, practice):
    login = """
        form   :: visit "{site}/login"
        listed :: visit "{site}/quotes/page/1/"
        csrf   :: data css "input[name=csrf_token]::attr(value)"
        login  :: visit POST "{site}/login" {
            form = { username = "reader"  password = "practice"  csrf_token = csrf }
        }
        main :: or (site) { and { :form  csrf = :csrf  :login  :listed } }
        """
    result = project.crawl_tree(login, settings={"COOKIES_ENABLED": False})
    assert result.stats["bt/failed/login/403"] == 1
    assert practice.counts()["by_status"] == {"200": 1, "403": 1}


def test_a_crawl_runs_without_twisted_s_reactor(project, practice):
    result = project.crawl_tree(ITEMS, last=5, settings={"TWISTED_REACTOR_ENABLED": False})
    assert sorted(item["number"] for item in result.items) == [1, 2, 3, 4, 5]
    assert practice.counts()["total"] == 5


def test_another_reactor_is_refused_in_words(project, practice):
    project.tree("tree", ITEMS)
    reactor = {"TWISTED_REACTOR": "twisted.internet.selectreactor.SelectReactor"}
    result = project.crawl("tree", site=project.site, last=1, settings=reactor)
    assert result.code == 2
    assert "trees need asyncio" in result.log
    assert not result.has_traceback
    assert practice.counts()["total"] == 0


def test_the_shell_the_fetcher_and_contracts_work_beside_trees(project):
    project.tree("tree", ITEMS)
    project.spiders(
        "ordinary",
        f'''
        import scrapy


        class OrdinarySpider(scrapy.Spider):
            name = "ordinary"

            def parse(self, response):
                """Give a title.

                @url {project.site}/shop/
                @returns items 1 1
                @scrapes title
                """
                yield {{"title": response.css("h1::text").get()}}
        ''',
    )
    shell = project.run("shell", f"{project.site}/shop/", "-c", "response.css('h1::text').get()")
    assert (shell.code, shell.output.strip(), shell.has_traceback) == (0, "Shop", False)
    fetched = project.run("fetch", f"{project.site}/shop/")
    assert "<h1>Shop</h1>" in fetched.output
    checked = project.run("check")
    assert (checked.code, "FAILED" in checked.log) == (0, False)


def test_a_subclass_has_settings_arguments_and_requests_of_its_own(project, practice):
    project.write("trees/things.bt", ITEMS)
    project.spiders(
        "own",
        """
        from pathlib import Path
        from scrapy import Request
        from scrapy_bt import TreeSpider


        class OwnSpider(TreeSpider):
            name = "own"
            tree_file = Path(__file__).parent.parent / "trees" / "things.bt"
            custom_settings = {"USER_AGENT": "own", "BT_AGEING": 0.5}

            async def start(self):
                yield {"number": "an item of its own"}
                yield Request(f"{self.arguments['site']}/shop/", self.parse_shop)
                yield Request(f"{self.arguments['site']}/shop/", self.parse_shop)

            def parse_shop(self, response):
                yield {"number": response.css("h1::text").get()}
                yield response.follow("/api/", self.parse_api)

            def parse_api(self, response):
                yield {"number": self.settings["USER_AGENT"]}
        """,
    )
    result = project.crawl("own", site=project.site, last=3)
    assert (result.code, result.has_traceback) == (0, False)
    numbers = sorted(str(item["number"]) for item in result.items)
    assert numbers == ["1", "2", "3", "Shop", "an item of its own", "own"]
    counts = practice.counts()
    assert counts["by_url"]["/shop/"] == 1  # Scrapy's filter of duplicates is at work for what is not of the tree
    assert counts["total"] == 5
    wrong = project.crawl("own", site=project.site)
    assert (wrong.code, "own needs 'last'" in wrong.log) == (2, True)


def test_progress_is_told_line_by_line_where_no_terminal_is(project, practice):
    practice.set(latency=0.1)
    settings = {"BT_PROGRESS": "auto", "BT_PROGRESS_INTERVAL": 0.3}
    result = project.crawl_tree(ONE_BY_ONE, last=8, settings=settings)
    lines = re.findall(r"tree: (.+); (\d+) pages \(([\d.]+)/s\), (\d+) items", result.log)
    assert lines
    assert lines[0][0] in ("1 running", "1 queued")
    assert int(lines[-1][1]) >= 2
    wrong = project.crawl("tree", site=project.site, last=1, settings={"BT_PROGRESS": "loud"})
    assert "BT_PROGRESS is 'loud': it is 'auto', 'live', 'plain' or 'off'" in wrong.log


def test_parse_shows_the_records_of_a_page_and_crawls_nothing_else(project):
    project.tree("tree", ITEMS)
    result = project.run("parse", "--spider=tree", f"{project.site}/plain/item/3/")
    assert "'sku': 'SKU-00003'" in result.output
    assert "'number': None" in result.output
    assert result.stats["downloader/request_count"] == 1
