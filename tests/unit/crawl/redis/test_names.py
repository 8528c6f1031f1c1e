import pytest
from scrapy.settings import Settings

from scrapy_bt.crawl.redis.names import queue_key, seen_key, start_key
from scrapy_bt.errors import BTError


def test_the_names_are_those_of_scrapy_redis() -> None:
    settings = Settings()
    assert queue_key(settings, "shop") == "shop:requests"
    assert start_key(settings, "shop") == "shop:start_urls"
    assert seen_key(settings, "shop") is None


def test_the_settings_of_scrapy_redis_name_them() -> None:
    settings = Settings(
        {
            "SCHEDULER_QUEUE_KEY": "q:%(spider)s",
            "SCHEDULER_DUPEFILTER_KEY": "%(spider)s:seen",
            "REDIS_START_URLS_KEY": "%(name)s:starts",
        }
    )
    assert queue_key(settings, "shop") == "q:shop"
    assert seen_key(settings, "shop") == "shop:seen"
    assert start_key(settings, "shop") == "shop:starts"


def test_a_bounded_filter_of_urls_says_in_its_name_how_its_bits_lie() -> None:
    bounded = {"BT_URL_FILTER": "bounded", "BT_URL_FILTER_ITEMS": 1000, "BT_URL_FILTER_ERROR": 0.01}
    assert seen_key(Settings(bounded), "shop") == "{shop:requests}:seen:bits:1x9688x7"
    given = {"SCHEDULER_DUPEFILTER_KEY": "%(spider)s:seen"}
    assert seen_key(Settings({**bounded, **given}), "shop") == "shop:seen:bits:1x9688x7"


def test_a_name_may_be_the_same_for_all_spiders() -> None:
    assert queue_key(Settings({"SCHEDULER_QUEUE_KEY": "all"}), "shop") == "all"


@pytest.mark.parametrize("pattern", ["%(spyder)s:q", "%s %s", "%(spider", "100%"])
def test_what_cannot_be_filled_in_is_told(pattern: str) -> None:
    with pytest.raises(BTError, match=r"SCHEDULER_QUEUE_KEY is .*: only %\(spider\)s and %\(name\)s"):
        queue_key(Settings({"SCHEDULER_QUEUE_KEY": pattern}), "shop")


def test_only_start_messages_may_have_a_hash_tag_of_their_own() -> None:
    with pytest.raises(BTError, match="leave braces out"):
        queue_key(Settings({"SCHEDULER_QUEUE_KEY": "{%(spider)s}:q"}), "shop")
    key = start_key(Settings({"REDIS_START_URLS_KEY": "{%(name)s:requests}:starts"}), "shop")
    assert key == "{shop:requests}:starts"
