"""Crawls through real proxies, some of which behave badly: ordinary projects without the add-on, and trees."""

import json
from collections import Counter

import pytest
import redis

from scrapy_bt.testing import RedisServer
from scrapy_bt.testing.proxies import PracticeProxies
from tests.serving import Handler, serving

MIDDLEWARE = "scrapy_bt.crawl.proxies.middleware.ProxyMiddleware"
LOGIN = "user:s3cret"

PAGES = """
import scrapy


class PagesSpider(scrapy.Spider):
    name = "pages"

    def __init__(self, site="", count=12, sessions=0, **arguments):
        super().__init__(**arguments)
        self.site, self.count, self.sessions = site, int(count), int(sessions)

    async def start(self):
        for number in range(self.count):
            yield scrapy.Request(f"{self.site}/plain/?n={number}", meta={"bt_proxy": None}, dont_filter=True)
        for number in range(self.sessions):
            yield self.ask(number, 1)

    def ask(self, session, turn):
        url = f"{self.site}/plain/?s={session}&t={turn}"
        return scrapy.Request(
            url, self.parse_session, headers={"X-Session": str(session)}, meta={"cookiejar": session, "turn": turn}
        )

    def parse(self, response):
        yield {"url": response.url, "status": response.status}

    def parse_session(self, response):
        yield {"url": response.url, "status": response.status}
        if response.meta["turn"] < 4:
            yield self.ask(response.meta["cookiejar"], response.meta["turn"] + 1)
"""


@pytest.fixture
def pages(project):
    project.spiders("pages", PAGES)
    project.settings.update(ADDONS={}, DOWNLOADER_MIDDLEWARES={MIDDLEWARE: 740}, LOG_LEVEL="DEBUG", RETRY_ENABLED=False)
    return project


def test_an_ordinary_project_crawls_through_what_is_left_of_its_proxies(pages):
    with PracticeProxies(4, login=LOGIN) as proxies:
        proxies.set(0, down=True)
        proxies.set(1, status=403)
        listed = pages.write("proxies.txt", "# ours\n" + "\n".join(proxies.urls) + "\n")
        settings = {"BT_PROXIES": str(listed), "BT_PROXY_COOLING": 300.0}
        result = pages.crawl("pages", site=pages.site, sessions=6, settings=settings)
        counts = proxies.counts()
    assert not result.has_traceback, result.log
    assert len(result.items) == 12 + 6 * 4
    assert {item["status"] for item in result.items} == {200}
    assert result.stats["bt/proxies/retries"] >= 2
    assert result.stats["bt/proxies/bans/403"] >= 1
    assert all(count["asked"] for count in counts)
    assert "s3cret" not in result.log + json.dumps(result.stats)
    held = [set(count["sessions"]) for count in counts[2:]]
    assert held[0].isdisjoint(held[1]), "a session keeps its proxy"
    assert held[0] | held[1] == set("012345")
    told = json.loads(pages.run("bt", "proxies", "--json", settings={"BT_PROXIES": str(listed)}).output)["proxies"]
    assert told[0]["rests"] > 0
    assert told[0]["score"] < told[2]["score"]
    assert told[1]["sites"]["127.0.0.1"]["failures"] >= 1
    assert [sum(one["uses"] for one in told)] == [result.stats["bt/proxies/uses"]]
    assert "s3cret" not in json.dumps(told)


@pytest.mark.parametrize(("when_none", "items"), [("direct", 3), ("fail", 0)])
def test_without_a_proxy_that_works_requests_go_directly_or_fail(pages, when_none, items):
    with PracticeProxies(1) as proxies:
        proxies.set(0, down=True)
        settings = {"BT_PROXIES": proxies.urls, "BT_PROXY_NONE": when_none, "CONCURRENT_REQUESTS": 1}
        result = pages.crawl("pages", site=pages.site, count=3, settings=settings)
        asked = proxies.counts()[0]["asked"]
    assert (len(result.items), asked) == (items, 1)
    assert "No proxy can be used, all rest" in result.log
    assert result.stats["bt/proxies/none"] >= 2


def test_workers_on_redis_learn_together_and_wait_for_proxies(project):
    tree = """
    page :: visit "{site}/plain/?n={n}"
    seen :: item { url = page.url }

    main :: and (site, n) { :page  :seen }
    """
    project.tree("through", tree)
    tasks = project.write("tasks.jl", "".join(f'{{"n": "{number}"}}\n' for number in range(16)))
    with RedisServer() as server, PracticeProxies(2) as proxies, redis.Redis.from_url(server.url) as client:
        proxies.set(0, down=True)
        client.sadd("our proxies", *proxies.urls)
        project.settings.update(
            BT_FRONTIER="redis",
            REDIS_URL=server.url,
            BT_PROXIES="redis:our proxies",
            BT_PROXY_COOLING=30_000.0,
            BT_PROXY_DELAY=0.02,
        )
        results, asked = [], []
        for _ in range(2):
            results.append(project.crawl("through", site=project.site, tasks=tasks))
            asked.append([count["asked"] for count in proxies.counts()])
        told = json.loads(project.run("bt", "proxies", "--json").output)["proxies"]
    for result in results:
        assert not result.has_traceback, result.log
        assert len(result.items) == 16
    assert asked[0][0] == asked[1][0] > 0, "the second worker has heard of it"
    by_label = {one["proxy"]: one for one in told}
    assert by_label[proxies.urls[0]]["rests"] > 0
    assert by_label[proxies.urls[1]]["uses"] == asked[1][1] == 32


class Members(Handler):
    """Gives everybody a cookie; a login is taken from whoever has one."""

    def do_GET(self):  # noqa: N802  # as http.server calls it
        links = "".join(f"<a href='/page/{number}'>a page</a>" for number in range(24))
        self.answer(200, f"<html>{links}<h1>{self.path}</h1></html>", ("Set-Cookie", "visitor=1; Path=/"))

    def do_POST(self):  # noqa: N802  # as http.server calls it
        self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(200, "<h1>welcome</h1>", ("Set-Cookie", "member=1; Path=/"))


BRANCHES = """
index :: visit "{site}/" { headers = { X_Session = "index" } }
links :: data css "a::attr(href)" all as url
enter :: visit POST "{site}/login" { form = { user = "ann"  password = "s3cret" } }
page  :: visit "{link}" { headers = { X_Session = key } }
title :: item { url = page.url }
pick  :: and (link, key) { :page  :title }
main  :: and (site, key) {
    if key == "member" { :enter }
    :index
    while link = :links { goroutine { :pick(link, key) } }
}
"""


def test_branches_take_proxies_of_their_own_until_their_session_has_logged_in(project):
    project.tree("branches", BRANCHES)
    with serving(Members) as site, PracticeProxies(2) as proxies:
        for key in ("guest", "member"):
            result = project.crawl("branches", settings={"BT_PROXIES": proxies.urls}, site=site, key=key)
            assert not result.has_traceback, result.log
            assert len(result.items) == 24
        seen = [Counter(count["sessions"]) for count in proxies.counts()]
    assert all(count["guest"] for count in seen), "a cookie that everybody gets keeps no proxy"
    assert sorted(count["member"] for count in seen) == [0, 24]
