import pytest
from scrapy.settings import Settings
from scrapy.spiderloader import SpiderLoader

from scrapy_bt import Addon
from scrapy_bt.crawl.proxies.middleware import ProxyMiddleware
from scrapy_bt.crawl.spiderloader import LOADER_BELOW, TreeSpiderLoader
from scrapy_bt.errors import BTError
from scrapy_bt.settings import DEFAULTS


class OwnLoader(SpiderLoader):
    """A project's own."""


class OwnTreeLoader(TreeSpiderLoader):
    """A project's own that knows trees."""


def loader_after(settings: Settings) -> object:
    Addon.update_pre_crawler_settings(settings)
    return settings["SPIDER_LOADER_CLASS"]


def test_trees_are_found_beside_ordinary_spiders() -> None:
    settings = Settings()
    assert loader_after(settings) is TreeSpiderLoader
    assert LOADER_BELOW not in settings


@pytest.mark.parametrize("priority", ["addon", "project", "cmdline"])
def test_the_loader_that_a_project_has_chosen_is_kept_below(priority: str) -> None:
    settings = Settings()
    settings.set("SPIDER_LOADER_CLASS", OwnLoader, priority=priority)
    assert loader_after(settings) is TreeSpiderLoader
    assert settings[LOADER_BELOW] is OwnLoader


def test_a_loader_that_knows_trees_already_stays() -> None:
    settings = Settings({"SPIDER_LOADER_CLASS": OwnTreeLoader})
    assert loader_after(settings) is OwnTreeLoader
    assert LOADER_BELOW not in settings


def test_to_be_asked_twice_changes_nothing_more() -> None:
    settings = Settings({"SPIDER_LOADER_CLASS": OwnLoader})
    assert loader_after(settings) is loader_after(settings) is TreeSpiderLoader
    assert settings[LOADER_BELOW] is OwnLoader


def test_settings_that_the_project_does_not_mention_get_their_defaults() -> None:
    settings = Settings({"BT_WAIT_TIMES": 7})
    Addon().update_settings(settings)
    assert {name: settings[name] for name in DEFAULTS} == {**DEFAULTS, "BT_WAIT_TIMES": 7}
    assert settings.getpriority("BT_TREES") == 0
    assert settings.getpriority("BT_WAIT_TIMES") == 20


def test_proxies_and_a_bounded_filter_of_urls_are_for_ordinary_spiders_too() -> None:
    settings = Settings({"BT_PROXIES": ["a:1"], "BT_URL_FILTER": "bounded"})
    Addon().update_settings(settings)
    assert ProxyMiddleware in settings["DOWNLOADER_MIDDLEWARES"]
    assert settings["DUPEFILTER_CLASS"] == "scrapy_bt.crawl.duplicates.urls.UrlFilter"
    settings = Settings({"BT_URL_FILTER": "bounded", "DUPEFILTER_CLASS": "scrapy.dupefilters.BaseDupeFilter"})
    Addon().update_settings(settings)
    assert ProxyMiddleware not in settings["DOWNLOADER_MIDDLEWARES"]
    assert settings["DUPEFILTER_CLASS"] == "scrapy.dupefilters.BaseDupeFilter"


def test_a_wrong_setting_is_refused() -> None:
    with pytest.raises(BTError, match=r"^BT_STEP_BUDGET is 'many'"):
        Addon().update_settings(Settings({"BT_STEP_BUDGET": "many"}))
