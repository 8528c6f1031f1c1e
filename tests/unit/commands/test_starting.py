import pytest
from scrapy.settings import Settings

from scrapy_bt.commands.starting import check_settings
from scrapy_bt.errors import BTError


@pytest.mark.parametrize(
    ("name", "value"), [("BT_LEASE_SECONDS", "soon"), ("BT_PREFERENCES", "missing.toml"), ("BT_DISPATCH", "guessing")]
)
def test_a_setting_that_is_wrong_is_told_before_a_crawl_starts(name: str, value: str) -> None:
    with pytest.raises(BTError, match=name):
        check_settings(Settings({name: value}))
