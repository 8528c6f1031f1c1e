"""Pages of a crawl that have lacked a field."""

import pytest

from scrapy_bt.core.healing.missed import MissedPage
from scrapy_bt.core.healing.proposals import Choice, Proposal, State, Trial
from scrapy_bt.storage.healing import HealingStore
from scrapy_bt.storage.healing_missed import CLAIM_SECONDS

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
    now, other = 1_800_000_000.0, HealingStore(place)
    assert store.missed.claim("shop", asked[:1], now) == asked[:1]
    assert other.missed.claim("shop", asked, now + 1) == asked[1:], "also where the other worker has begun later"
    store.missed.renew("shop", now, now + CLAIM_SECONDS)
    late = now + CLAIM_SECONDS + 2
    assert other.missed.claim("shop", asked, late) == asked[1:], "the first claim was renewed"
    assert store.missed.claim("shop", asked, late + CLAIM_SECONDS + 1) == asked, "both workers were killed"
    store.missed.forget("shop", [page(2)])
    later = late + 3 * CLAIM_SECONDS
    assert other.missed.claim("shop", asked, later) == asked[:1]
    other.missed.renew("shop", later, 0.0)
    assert store.missed.claim("shop", asked, later) == asked[:1], "the other worker was stopped"
    other.close()


def test_the_newest_are_kept(store):
    store.missed.add("shop", [page(number) for number in range(2_010)])
    one = store.proposals.file("shop", PROPOSAL)
    store.proposals.decide(one.id, State.ACCEPTED)
    assert [store.missed.mended("shop")[at] for at in (0, -1)] == [page(10), page(2_009)]
