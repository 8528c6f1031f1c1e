"""The store of the project in which a command stands."""

import pytest
from scrapy.settings import Settings

from scrapy_bt.commands.heal.stores import open_store
from scrapy_bt.errors import BTError
from scrapy_bt.storage.healing import HealingStore


def test_it_is_opened_where_it_is_and_not_made(tmp_path):
    path = tmp_path / "healing.db"
    settings = Settings({"BT_HEALING_STORE": str(path)})
    with pytest.raises(BTError, match="no crawl was watched here"):
        open_store(settings)
    HealingStore(path).close()
    store = open_store(settings)
    assert store.spiders() == []
    store.close()
