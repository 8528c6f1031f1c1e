"""The store of the project in which a command stands."""

import pytest
from scrapy.settings import Settings

from scrapy_bt.errors import BTError
from scrapy_bt.operations.healing.stores import chosen_spiders, opened_store
from scrapy_bt.storage.healing import HealingStore


def test_it_is_opened_where_it_is_and_not_made(tmp_path):
    path = tmp_path / "healing.db"
    settings = Settings({"BT_HEALING_STORE": str(path)})
    with pytest.raises(BTError, match="no crawl was watched here"), opened_store(settings):
        pass
    HealingStore(path).close()
    with opened_store(settings) as store:
        assert (store.spiders(), chosen_spiders(store, [])) == ([], [])
        with pytest.raises(BTError, match="nothing is known of 'x'; watched were: none"):
            chosen_spiders(store, ["x"])
