import pytest
import redis
from scrapy.settings import Settings

from scrapy_bt.errors import BTError
from scrapy_bt.operations.queues import advise, explain, name_of
from scrapy_bt.operations.settings import complete
from scrapy_bt.operations.snapshots import ALIVE_SECONDS, is_alive


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


def test_defaults_of_a_crawl_are_there_without_a_project():
    assert complete(Settings(), "shop").getfloat("BT_LEASE_SECONDS") > 0


def test_a_wrong_setting_is_told_before_anything_is_asked():
    with pytest.raises(BTError, match="BT_LEASE_SECONDS"):
        complete(Settings({"BT_LEASE_SECONDS": "soon"}), None)


@pytest.mark.parametrize(("seconds", "alive"), [(0.0, True), (ALIVE_SECONDS, True), (ALIVE_SECONDS + 1, False)])
def test_a_worker_that_is_silent_is_taken_for_gone(seconds, alive):
    assert is_alive({"seconds_since": seconds}) is alive
