"""Garbage collection during a crawl, and after it."""

import gc
import weakref

import pytest
from scrapy import Spider
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from scrapy.settings import Settings

from scrapy_bt.engine import garbage
from scrapy_bt.engine.garbage import GarbageCollection


@pytest.fixture(autouse=True)
def usual(monkeypatch):
    """What holds outside of a crawl, where nothing is frozen."""
    monkeypatch.setattr(garbage._Process, "has_frozen", False)
    gc.unfreeze()
    before = gc.get_threshold()
    yield before
    assert gc.get_threshold() == before
    gc.collect()
    gc.freeze()


def make(threshold: int = 5000) -> GarbageCollection:
    return GarbageCollection.from_crawler(Crawler(Spider, Settings({"BT_GC_THRESHOLD": threshold})))


class Cycle:
    """Only the collection finds it."""

    def __init__(self):
        self.itself = self


def test_what_is_there_at_the_start_is_frozen_until_another_crawl_starts(usual):
    extension = make()
    left = Cycle()
    extension.engine_started()
    assert gc.get_freeze_count() > 1000
    assert gc.get_threshold() == (5000, *usual[1:])
    extension.engine_stopped()
    left = weakref.ref(left)
    gc.collect()
    assert left() is not None
    extension.engine_started()
    assert left() is None
    extension.engine_stopped()


def test_what_somebody_else_has_frozen_is_left_to_them():
    gc.freeze()
    left = Cycle()
    extension = make()
    extension.engine_started()
    extension.engine_stopped()
    frozen, left = gc.get_freeze_count(), weakref.ref(left)
    assert frozen
    extension.engine_started()
    assert left() is None
    extension.engine_stopped()
    assert gc.get_freeze_count() == frozen


def test_crawls_of_one_process_share_it(usual):
    first, second = make(), make(9000)
    first.engine_started()
    second.engine_started()
    first.engine_stopped()
    assert gc.get_threshold()[0] == 5000
    second.engine_stopped()


def test_an_end_without_a_start_changes_nothing(usual):
    extension, other = make(), make()
    other.engine_started()
    extension.engine_stopped()
    assert gc.get_freeze_count()
    other.engine_stopped()


def test_pages_count_by_their_bytes(monkeypatch):
    collected = []
    monkeypatch.setattr(garbage.gc, "collect", lambda generation=2: collected.append(generation))
    extension = make()
    for _ in range(5):
        extension.response_downloaded(Response("http://a.test", body=b"x" * (4 * 1024 * 1024)))
    assert collected == [1]


def test_zero_leaves_it_to_python():
    with pytest.raises(NotConfigured):
        make(0)
