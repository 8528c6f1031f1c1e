from functools import partial, wraps
from types import MethodType

import pytest
from scrapy import Spider
from scrapy.spiders import CrawlSpider, SitemapSpider
from scrapy_redis.spiders import RedisSpider

from scrapy_bt.crawl.redis.callbacks import Callbacks


def logged(function):
    @wraps(function)
    def call(self, response):
        return function(self, response)

    return call


class Shared:
    def parse_shared(self, response):
        yield from ()


class Shop(Shared, Spider):
    name = "shop"
    parse_later = partial(print)

    def parse(self, response):
        return "parsed"

    async def parse_detail(self, response):
        yield response

    @logged
    def parse_logged(self, response):
        return response

    parse_alias = parse_logged

    @property
    def parse_property(self):
        raise AssertionError("nobody looks")

    @classmethod
    def parse_class(cls, response):
        return response

    @staticmethod
    def parse_static(response):
        return response

    def _parse_private(self, response):
        return response

    def closed(self, reason):
        return reason

    async def start(self):
        yield None


class Special(Shop):
    parse_detail = None


@pytest.fixture
def shop():
    return Shop()


def test_the_methods_that_a_spider_has_written_are_known(shop):
    callbacks = Callbacks(shop)
    assert set(callbacks) == {"parse", "parse_detail", "parse_logged", "parse_alias", "parse_shared"}
    assert len(callbacks) == 5
    assert callbacks["parse"] == shop.parse
    assert callbacks["parse"](None) == "parsed"


@pytest.mark.parametrize("name", ["parse", "parse_detail", "parse_shared"])
def test_a_method_is_known_by_its_name(shop, name):
    callbacks = Callbacks(shop)
    assert callbacks.name_of(getattr(shop, name)) == name
    assert callbacks[name] == getattr(shop, name)


def test_a_method_with_two_names_is_known_by_one_that_leads_back(shop):
    callbacks = Callbacks(shop)
    assert callbacks[callbacks.name_of(shop.parse_alias)] == shop.parse_logged


@pytest.mark.parametrize(
    "name",
    [
        "_parse_private",
        "__init__",
        "__class__",
        "_set_crawler",
        "closed",
        "start",
        "log",
        "from_crawler",
        "update_settings",
        "parse_property",
        "parse_class",
        "parse_static",
        "parse_later",
        "name",
        "settings",
        "nothing",
        "",
    ],
)
def test_other_names_lead_nowhere(shop, name):
    with pytest.raises(KeyError):
        Callbacks(shop)[name]


def test_what_is_no_method_of_this_spider_has_no_name(shop):
    callbacks = Callbacks(shop)
    strangers = (Shop().parse, Shop.parse, shop._parse_private, shop.closed, shop.parse_class, shop.parse_static)
    for stranger in (*strangers, print, lambda: 1, partial(shop.parse), MethodType(print, shop)):
        assert callbacks.name_of(stranger) is None


def test_an_attribute_that_hides_a_method_is_no_callback(shop):
    callbacks = Callbacks(shop)
    method = shop.parse
    shop.parse = print
    assert callbacks.name_of(method) is None
    with pytest.raises(KeyError):
        callbacks["parse"]
    assert "parse_detail" not in Callbacks(Special())


def test_the_callbacks_of_scrapys_own_spiders_are_known():
    class Crawling(CrawlSpider):
        name = "crawling"

        def parse_item(self, response):
            return response

    class Mapped(SitemapSpider):
        name = "mapped"

    class Listening(RedisSpider):
        name = "listening"

    crawling = Crawling()
    callbacks = Callbacks(crawling)
    assert callbacks.name_of(crawling._callback) == "_callback"
    assert callbacks.name_of(crawling._errback) == "_errback"
    assert "parse_item" in callbacks
    assert "_parse_sitemap" in Callbacks(Mapped())
    assert "setup_redis" not in Callbacks(Listening())


def test_a_private_name_of_scrapys_is_nothing_special_elsewhere():
    class Own(Spider):
        name = "own"

        def _callback(self, response):
            return response

    assert "_callback" not in Callbacks(Own())
