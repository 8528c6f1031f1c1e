"""What links promise, before anything was learned and after."""

import pytest

from scrapy_bt.core.preference.links import Link
from scrapy_bt.core.preference.preferences import Preferences
from scrapy_bt.core.preference.promise import LEVELS, Promise, features_of
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


@pytest.mark.parametrize(
    "stored",
    [
        None,
        {},
        {"format": 99},
        {**Promise().dump(), "places": [1 << 20], "weights": [1.0], "sums": [1.0]},
        {**Promise().dump(), "places": [1], "weights": [float("nan")], "sums": [1.0]},
        {**Promise().dump(), "places": [1], "weights": [], "sums": []},
        {**Promise().dump(), "weights": "text"},
    ],
)
def test_what_is_no_model_is_refused(stored):
    with pytest.raises(ValueError, match=r"it is|it names|it has|argument 2"):
        Promise.load(stored)
