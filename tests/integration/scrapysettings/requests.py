"""What is sent, and where to."""

from __future__ import annotations

from typing import Any

import pytest
from scrapy.dupefilters import RFPDupeFilter

from scrapy_bt.errors import BTError

from .stage import SEVERAL, Stage, changes_nothing, holds, refuses

ASKS = """
page  :: visit "{address}" { meta = META }
thing :: item { got = css "p::text" }
main  :: and (address) { :page  :thing }
"""

TWICE = """
first  :: visit "{address}"
second :: visit "{address}?again"
main   :: and (address) { :first  :second }
"""


@holds("USER_AGENT", "DEFAULT_REQUEST_HEADERS")
async def headers_of_all_requests(stage: Stage) -> None:
    settings = {"USER_AGENT": "reader/1", "DEFAULT_REQUEST_HEADERS": {"Accept-Language": "eo"}}
    (asked,) = (await stage.crawl(settings=settings)).asked
    assert (asked.headers["User-Agent"], asked.headers["Accept-Language"]) == ("reader/1", "eo")


@holds("custom_settings", "user_agent")
async def attributes_of_a_spider(stage: Stage) -> None:
    (asked,) = (await stage.crawl(attributes={"custom_settings": {"DEFAULT_REQUEST_HEADERS": {"X-A": "b"}}})).asked
    assert asked.headers["X-A"] == "b"
    (asked,) = (await stage.crawl(attributes={"user_agent": "reader/2"})).asked
    assert asked.headers["User-Agent"] == "reader/2"


@holds("HTTPAUTH_USER", "HTTPAUTH_PASS", "HTTPAUTH_DOMAIN")
async def a_login_of_http(stage: Stage) -> None:
    settings = {"HTTPAUTH_USER": "ann", "HTTPAUTH_PASS": "apple", "HTTPAUTH_DOMAIN": stage.site[7:]}
    (asked,) = (await stage.crawl(settings=settings)).asked
    assert asked.headers["Authorization"] == "Basic YW5uOmFwcGxl"
    (asked,) = (await stage.crawl(settings={**settings, "HTTPAUTH_DOMAIN": "elsewhere.test"})).asked
    assert asked.headers["Authorization"] is None


@holds("http_user", "http_pass", "http_auth_domain")
async def a_login_of_http_by_attributes(stage: Stage) -> None:
    attributes = {"http_user": "ann", "http_pass": "apple", "http_auth_domain": None}
    (asked,) = (await stage.crawl(attributes=attributes)).asked
    assert asked.headers["Authorization"] == "Basic YW5uOmFwcGxl"
    (asked,) = (await stage.crawl(attributes={**attributes, "http_auth_domain": "elsewhere.test"})).asked
    assert asked.headers["Authorization"] is None


@holds("COOKIES_ENABLED", "COOKIES_DEBUG")
async def cookies(stage: Stage) -> None:
    _, second = (await stage.crawl("/cookie", {"COOKIES_ENABLED": False}, text=TWICE)).asked
    assert second.headers["Cookie"] is None
    crawl = await stage.crawl("/cookie", {"COOKIES_DEBUG": True}, text=TWICE)
    assert crawl.asked[1].headers["Cookie"] == "a=b"
    assert crawl.says("Received cookies from")


@holds("HTTPPROXY_ENABLED", "HTTPPROXY_AUTH_ENCODING")
async def a_proxy(stage: Stage) -> None:
    proxy = stage.site.replace("//", "//%C3%A9:p@")
    text = ASKS.replace("META", f'{{ proxy = "{proxy}" }}')
    crawl = await stage.crawl("http://shop.test/page", {"HTTPPROXY_AUTH_ENCODING": "utf-8"}, text=text)
    (asked,) = crawl.asked
    assert (asked.path, asked.headers["Proxy-Authorization"]) == ("http://shop.test/page", "Basic w6k6cA==")
    (asked,) = (await stage.crawl("http://shop.test/page", {"HTTPPROXY_AUTH_ENCODING": "latin-1"}, text=text)).asked
    assert asked.headers["Proxy-Authorization"] == "Basic 6Tpw"
    direct = ASKS.replace("META", "{ }")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("http_proxy", stage.site)
        assert (await stage.crawl("http://shop.test:1/page", text=direct)).paths == ["http://shop.test:1/page"]
        crawl = await stage.crawl("http://shop.test:1/page", {"HTTPPROXY_ENABLED": False}, text=direct)
    assert (crawl.paths, crawl.items) == ([], [])


@changes_nothing("REFERER_ENABLED", "REFERRER_POLICY", "REFERRER_POLICIES")
async def the_page_before(stage: Stage) -> None:
    policy = "scrapy.spidermiddlewares.referer.UnsafeUrlPolicy"
    settings = {"REFERER_ENABLED": True, "REFERRER_POLICY": "unsafe-url", "REFERRER_POLICIES": {"unsafe-url": policy}}
    crawl = await stage.crawl(settings=settings, text=TWICE)
    assert [asked.headers["Referer"] for asked in crawl.asked] == [None, None]


@changes_nothing("URLLENGTH_LIMIT")
async def long_urls(stage: Stage) -> None:
    assert len((await stage.crawl("/page?" + "x" * 100, {"URLLENGTH_LIMIT": 50})).items) == 1


@holds("DOWNLOAD_BIND_ADDRESS")
async def the_address_of_this_machine(stage: Stage) -> None:
    (asked,) = (await stage.crawl(settings={"DOWNLOAD_BIND_ADDRESS": "127.0.0.2"})).asked
    assert asked.client == "127.0.0.2"


@holds("allowed_domains")
async def where_visits_may_go(stage: Stage) -> None:
    crawl = await stage.crawl(attributes={"allowed_domains": ["elsewhere.test"]})
    assert (crawl.asked, crawl.items) == ([], [])
    assert len((await stage.crawl(attributes={"allowed_domains": ["127.0.0.1"]})).items) == 1


@holds("ROBOTSTXT_OBEY", "ROBOTSTXT_USER_AGENT", "ROBOTSTXT_PARSER")
async def what_robots_txt_forbids(stage: Stage) -> None:
    robots = "User-agent: other\nDisallow: /\n"
    crawl = await stage.crawl(settings={"ROBOTSTXT_OBEY": True}, robots=robots)
    assert crawl.paths == ["/robots.txt", "/page"]
    crawl = await stage.crawl(settings={"ROBOTSTXT_OBEY": True, "ROBOTSTXT_USER_AGENT": "other"}, robots=robots)
    assert (crawl.paths, crawl.items) == (["/robots.txt"], [])
    crawl = await stage.crawl(settings={"ROBOTSTXT_OBEY": True, "ROBOTSTXT_PARSER": NoParser}, robots=robots)
    assert (crawl.paths, crawl.items) == (["/robots.txt"], [])


class NoParser:
    """Forbids everything."""

    @classmethod
    def from_crawler(cls, crawler: Any, robotstxt_body: bytes) -> NoParser:
        return cls()

    def allowed(self, url: str, user_agent: str) -> bool:
        return False


@changes_nothing("DUPEFILTER_CLASS", "DUPEFILTER_DEBUG")
async def visits_of_one_address(stage: Stage) -> None:
    settings = {"DUPEFILTER_CLASS": AllSeen, "DUPEFILTER_DEBUG": True}
    crawl = await stage.crawl(settings=settings, text=SEVERAL, times=3)
    assert len(crawl.items) == 3
    assert not crawl.says("Filtered duplicate")


class AllSeen(RFPDupeFilter):
    """Has seen everything."""

    def request_seen(self, request: Any) -> bool:
        return True


@refuses("DEPTH_LIMIT")
async def the_depth(stage: Stage) -> None:
    await _refused(stage, "DEPTH_LIMIT", settings={"DEPTH_LIMIT": 3})


@refuses("start_urls")
async def urls_to_start_with(stage: Stage) -> None:
    await _refused(stage, "start_urls", attributes={"start_urls": ["http://127.0.0.1:1/"]})


async def _refused(stage: Stage, name: str, **options: Any) -> None:
    with pytest.raises(BTError, match=name):
        await stage.crawl(**options)


@changes_nothing("DEPTH_PRIORITY", "DEPTH_STATS_VERBOSE")
async def the_order_of_depths(stage: Stage) -> None:
    settings = {"DEPTH_PRIORITY": 9, "DEPTH_STATS_VERBOSE": True}
    crawl = await stage.crawl(settings=settings, text=TWICE)
    assert crawl.paths == ["/page", "/page?again"]
    assert crawl.stat("request_depth_count/1") is None
