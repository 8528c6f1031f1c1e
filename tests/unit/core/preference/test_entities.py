"""An entity's names."""

from scrapy_bt.core.preference.entities import Entity


def test_each_name_once_the_own_one_first():
    assert Entity("q", "Ada", aliases=("Countess", "Ada")).names == ("Ada", "Countess")
