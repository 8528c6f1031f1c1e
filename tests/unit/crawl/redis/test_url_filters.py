import pytest
from scrapy.settings import Settings

from scrapy_bt.core.duplicates.bloom import Bloom
from scrapy_bt.crawl.redis.url_filters import UrlOptions
from scrapy_bt.errors import BTError

BOUNDED = {"BT_URL_FILTER": "bounded", "BT_URL_FILTER_ITEMS": "2000", "BT_URL_FILTER_ERROR": "0.001"}


def test_urls_are_known_exactly_unless_memory_is_bounded():
    assert UrlOptions.read(Settings()) == UrlOptions()
    assert UrlOptions.read(Settings(BOUNDED)) == UrlOptions(Bloom.sized(2000, 0.001), 2000, 0.001)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"BT_URL_FILTER": "some"}, "it is 'exact' or 'bounded'"),
        ({**BOUNDED, "BT_URL_FILTER_ERROR": 0}, "0 is no error"),
        ({**BOUNDED, "BT_URL_FILTER_ERROR": "small"}, "it is a number"),
        ({**BOUNDED, "BT_URL_FILTER_ITEMS": 0}, "0 is no number of keys"),
    ],
)
def test_what_cannot_be_meant_names_its_setting(settings, message):
    with pytest.raises(BTError, match=message):
        UrlOptions.read(Settings(settings))
