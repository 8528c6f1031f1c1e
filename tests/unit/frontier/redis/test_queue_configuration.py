import pytest

from scrapy_bt.errors import FrontierError
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.frontier.redis.queue_configuration import QueueConfiguration


def test_terms_come_back_as_they_were():
    terms = QueueConfiguration(
        ageing=0.25, lease_seconds=30.0, lease_losses=3, limits={"till": 2}, seen_key="shop:seen"
    )
    assert QueueConfiguration.read(terms.text) == terms
    assert QueueConfiguration.read("{}") == QueueConfiguration()


@pytest.mark.parametrize("text", ["", "[]", '{"ageing": "much"}', "{"])
def test_what_tells_no_terms_is_refused(text):
    with pytest.raises(FrontierError, match="cannot be read"):
        QueueConfiguration.read(text)


def test_who_only_gives_orders_puts_nothing():
    calls = QueueConfiguration().calls("shop:requests", worker="somebody")
    with pytest.raises(AssertionError):
        calls.exchange(put=[Requeue(Entry(Bucket("shop", "main"), b""))])
