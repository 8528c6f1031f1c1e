"""Pages of a crawl that have lacked a field."""

import time

import pytest

from scrapy_bt.core.healing.missed import MissedPage
from scrapy_bt.core.healing.proposals import Choice, Proposal, State, Trial
from scrapy_bt.storage.healing import HealingStore

PROPOSAL = Proposal("parse", "title", "h1", (Choice("h2", 0.9, Trial(4, 4, 4)),), "shop.py:1", how="css")


@pytest.fixture
def store(place):
    opened = HealingStore(place)
    yield opened
    opened.close()


def page(number, field="title"):
    return MissedPage("parse", field, f"https://a.test/{number}", "parse", '{"method": "POST"}' if number % 2 else "")


def test_pages_are_told_once_their_field_is_mended(store):
    one = store.proposals.file("shop", PROPOSAL)
    store.proposals.decide(one.id, State.ACCEPTED)
    store.missed.add("shop", [page(1), page(2, "price"), page(2), page(1)])
    assert store.missed.urls("shop", "parse", "title") == [page(2).url, page(1).url]
    assert store.missed.mended("shop") == [], "what was decided before has not helped"
    store.proposals.decide(one.id, State.ROLLED_BACK)
    assert store.missed.mended("shop") == []
    store.proposals.decide(one.id, State.ACCEPTED)
    assert store.missed.mended("shop") == [page(2), page(1)]
    assert store.missed.mended("other") == []
    store.missed.forget("shop", [page(2)])
    assert store.missed.mended("shop") == [page(1)]
    store.forget("shop")
    assert store.missed.mended("shop") == []


def test_a_page_is_that_of_the_worker_who_claims_it_first(store, place):
    store.missed.add("shop", [page(1), page(1, "price"), page(2)])
    asked = [[page(1), page(1, "price")], [page(2)]]
    began, other = time.time() - 60, HealingStore(place)
    assert store.missed.claim("shop", asked[:1], began) == asked[:1]
    assert other.missed.claim("shop", asked, began) == asked[1:]
    assert other.missed.claim("shop", asked, time.time() + 60) == asked, "the crawl that claimed them was killed"
    store.missed.forget("shop", [page(2)])
    assert other.missed.claim("shop", asked, time.time() + 120) == asked[:1]
    other.close()


def test_the_newest_are_kept(store):
    store.missed.add("shop", [page(number) for number in range(2_010)])
    one = store.proposals.file("shop", PROPOSAL)
    store.proposals.decide(one.id, State.ACCEPTED)
    assert [store.missed.mended("shop")[at] for at in (0, -1)] == [page(10), page(2_009)]
