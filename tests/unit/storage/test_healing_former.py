"""What a field gave before its selector was mended."""

from contextlib import closing

from scrapy_bt.core.healing.perception.fieldwatch import FieldWatch
from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.storage.healing import HealingStore
from scrapy_bt.storage.healing_former import FormerTable

KEY = "shop", "product", "title"


def learned(selector):
    watch = FieldWatch(*KEY[1:], selector)
    watch.note(Observation(*KEY[1:], selector, 1, 0, ("Lamp",)))
    return watch, 1, 0


def test_it_is_the_last_that_comes_back_once(place):
    with closing(HealingStore(place)) as store:
        table = FormerTable()
        for selector in ("h1", "h2"):
            store.save("shop", [learned(selector)])
            with store._transaction() as connection:
                table.keep(connection, KEY)
            assert store.fields("shop") == []
        store.save("shop", [learned("h3")])
        for _ in range(2):
            with store._transaction() as connection:
                table.bring_back(connection, KEY)
            assert [one.observed.selector for one in store.fields("shop")] == ["h2"]
        store.forget("shop")
        store.remember_field(*KEY)
        assert store.fields("shop") == []
