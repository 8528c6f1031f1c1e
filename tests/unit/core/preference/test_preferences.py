"""What is preferred."""

from scrapy_bt.core.preference.preferences import Preferences


def test_nothing_is_no_preference():
    assert not Preferences()
    assert Preferences(words={"news": -1.0})
