import pytest
import redis
from scrapy.settings import Settings

from scrapy_bt.operations.queues import advise, explain, name_of


@pytest.mark.parametrize(
    ("pattern", "prefix", "name"),
    [
        ("", "shop:requests", "shop"),
        ("", "a:b:requests", "a:b"),
        ("", "shop:queue", "shop:queue"),
        ("crawl:%(name)s", "crawl:shop", "shop"),
        ("same for all", "same for all", "same for all"),
        ("q.%(spider)s", "qxshop", "qxshop"),
    ],
)
def test_the_keys_of_a_queue_tell_its_spider(pattern, prefix, name):
    assert name_of(Settings({"SCHEDULER_QUEUE_KEY": pattern}), prefix) == name


def test_advice_names_the_nearest_or_all():
    assert advise("shap", ["shop", "quotes"]) == "did you mean 'shop'?"
    assert advise("x", ["shop", "quotes"]) == "there are: shop, quotes"
    assert advise("x", []) == "there are none"
    assert advise("x", [f"spider {number}" for number in range(14)]).endswith("spider 11 and 2 more")


def test_a_server_that_goes_away_is_told():
    assert "has gone away" in str(explain("redis://a", redis.ConnectionError("closed")))
    assert "refuses" in str(explain("redis://a", redis.ResponseError("NOPERM")))
