"""What links promise, before anything was learned and after."""

import pytest

from scrapy_bt.core.preference.features import SIZE, Features, features_of
from scrapy_bt.core.preference.guard import LinkRanking
from scrapy_bt.core.preference.links import Link
from scrapy_bt.core.preference.preferences import Preferences
from scrapy_bt.core.preference.promise import LEVELS, Promise
from scrapy_bt.core.preference.relevance import Relevance

RELEVANCE = Relevance(Preferences(entities={"engine": 3.0}, words={"login": -3.0}))


def features(url, anchor="", around=""):
    return features_of(url, Link(anchor, around), RELEVANCE, source=0.0)


def test_what_is_preferred_on_a_link_counts_at_once():
    promise = Promise()
    plain, named = features("http://a.test/x", "more"), features("http://a.test/x", "the engine")
    in_url, unwanted = features("http://a.test/the_engine-1.html"), features("http://a.test/x", "login")
    assert promise.level(plain) == 0
    assert 0 < promise.level(in_url) <= promise.level(named) <= LEVELS
    assert promise.level(unwanted) < 0


def test_pages_teach_it():
    promise = Promise()
    for number in range(30):
        promise.learn(features(f"http://a.test/good/{number}", "chapter"), 0.9)
        promise.learn(features(f"http://a.test/bad/{number}", "legal"), 0.0)
    good, bad = features("http://a.test/good/99", "chapter"), features("http://a.test/bad/99", "legal")
    assert promise.level(good) > 0 >= promise.level(bad)
    again = Promise.load(promise.dump())
    assert (again.level(good), again.learned) == (promise.level(good), 60)


def test_words_of_relevant_pages_promise_others():
    promise = Promise()
    near, far = Features(0.0, (), (1, 2)), Features(0.0, (), (3,))
    for _ in range(4):
        promise.note_text((1, 2, 4), 1.0)
        promise.note_text((3, 4), -1.0)
    assert promise.level(near) > 0 > promise.level(far)
    assert promise.level(Features(0.0, (), (4, 5))) == 0  # on all pages, and on none


def test_other_rankings_decide_in_its_place():
    promise = Promise()
    named = features("http://a.test/x", "the engine")
    for _ in range(30):
        promise.learn(named, 0.0)
    assert promise.level(named) < promise.level(named, LinkRanking.NAMES) <= LEVELS
    assert promise.level(named, LinkRanking.ORDER) == 0


def test_the_same_pages_give_the_same_model():
    one, other = Promise(), Promise()
    for promise in (one, other):
        promise.learn(features("http://a.test/x", "more"), 0.5)
        promise.note_text((1, 2), 0.5)
    assert one.dump() == other.dump()


ROWS = {name: list(numbers) for name, numbers in Promise().dump().items()}


@pytest.mark.parametrize(
    "stored",
    [
        {},
        {**ROWS, "weights": [1.0]},
        {**ROWS, "more": [1.0]},
        {**ROWS, "weights": [float("nan")] * SIZE},
        {**ROWS, "counts": [float("inf"), 0.0, 0.0]},
    ],
)
def test_what_is_no_model_is_refused(stored):
    with pytest.raises(ValueError, match="it has"):
        Promise.load(stored)
