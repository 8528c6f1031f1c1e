"""How many records lack a field since a site has changed."""

import pytest

from scrapy_bt.core.healing.perception.fieldwatch import FieldWatch
from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.storage.healing import HealingStore

KEY = "shop", "parse", "title"


@pytest.fixture
def store(place):
    opened = HealingStore(place)
    yield opened
    opened.close()


def note(store, lost, now):
    with store._transaction() as connection:
        store.losses.note(connection, KEY, lost, now)


def test_records_that_are_lost_in_an_hour(store):
    note(store, 5, 1_000.0)
    assert store.losses.rates() == {KEY: 3600 * 5 / 60}
    note(store, 5, 2_800.0)
    assert store.losses.rates() == {KEY: 20.0}


def test_fields_that_have_changed_lose_and_those_that_are_mended_do_not(store):
    watch = FieldWatch("parse", "title")
    for number in range(60):
        watch.note(Observation("parse", "title", "h1", int(number < 40), int(number >= 40), ("x",)))
    store.save("shop", [(FieldWatch("parse", "other"), 40, 20)])
    assert store.losses.rates() == {}
    store.save("shop", [(watch, 0, 2)], each=4.0)
    assert store.losses.rates() == {KEY: 480.0}
    store.forget_field(*KEY)
    assert store.losses.rates() == {}
    store.save("shop", [(watch, 0, 2)])
    watch.accept()
    store.save("shop", [(watch, 0, 2)])
    assert store.losses.rates() == {}
