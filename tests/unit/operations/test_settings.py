import pytest
from scrapy.settings import Settings

from scrapy_bt.errors import BTError
from scrapy_bt.operations.settings import complete


def test_defaults_of_a_crawl_are_there_without_a_project():
    assert complete(Settings(), "shop").getfloat("BT_LEASE_SECONDS") > 0


def test_a_wrong_setting_is_told_before_anything_is_asked():
    with pytest.raises(BTError, match="BT_LEASE_SECONDS"):
        complete(Settings({"BT_LEASE_SECONDS": "soon"}), None)
