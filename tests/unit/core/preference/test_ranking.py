"""Links are ranked by all that is said of them, and pages that come teach."""

import pytest

from scrapy_bt.core.preference import ranking as module
from scrapy_bt.core.preference.links import Link
from scrapy_bt.core.preference.preferences import Preferences
from scrapy_bt.core.preference.promise import LEVELS
from scrapy_bt.core.preference.ranking import LinkRanker
from scrapy_bt.core.preference.relevance import Relevance


@pytest.fixture
def ranker():
    return LinkRanker(Relevance(Preferences(words={"engine": 3.0})))


def level(ranker, url, said, source=0.1):
    return ranker.level(url, lambda: said, lambda: Link(said), source=source)


def test_what_was_said_before_is_not_read_again(ranker):
    assert level(ranker, "http://a.test/x", "more") == 0
    assert ranker.level("http://a.test/x", lambda: "more", pytest.fail, source=0.1) == 0
    assert ranker.level("http://a.test/x", pytest.fail, pytest.fail, source=0.0) == 0
    high = level(ranker, "http://a.test/x", "the engine", source=0.5)
    assert high == level(ranker, "http://a.test/x", "more") > 0


def test_what_relevant_pages_link_to_promises_more(ranker):
    levels = [level(ranker, "http://a.test/x", "more", source=1.0) for _ in range(8)]
    assert 0 < levels[0] < levels[-1]
    assert level(ranker, "http://a.test/y", "more", source=-1.0) == 0


def test_what_was_learned_since_takes_a_link_back_once(ranker):
    before = level(ranker, "http://a.test/list/0", "more boilers", source=1.0)
    for number in range(1, 9):
        level(ranker, f"http://a.test/list/{number}", "more boilers", source=1.0)
        ranker.arrived(f"http://a.test/list/{number}", str, 0.0)
    fallen = ranker.fallen("http://a.test/list/0")
    assert 0 < fallen <= before + LEVELS
    assert ranker.fallen("http://a.test/list/0") == 0
    assert ranker.fallen("http://a.test/unknown") == 0


def test_of_a_page_that_has_come_it_is_known(ranker):
    ranker.arrived("http://a.test/x", lambda _: "engine", 0.5)
    assert ranker.has_come("http://a.test/x")
    assert not ranker.has_come("http://a.test/y")
    assert level(ranker, "http://a.test/x", "dull") == LEVELS / 2


def test_words_of_relevant_pages_promise_links_that_stood_nowhere(ranker):
    for number in range(12):
        ranker.arrived(f"http://a.test/good/{number}", lambda _: "engine piston boiler", 0.9)
        ranker.arrived(f"http://a.test/bad/{number}", lambda _: "terms imprint", 0.0)
    assert level(ranker, "http://b.test/1", "piston") > 0 > level(ranker, "http://b.test/2", "imprint")


def test_what_is_remembered_is_bounded(ranker, monkeypatch):
    monkeypatch.setattr(module, "_MOST_LINKS", 10)
    for number in range(30):
        level(ranker, f"http://a.test/{number}", "x")
        ranker.arrived(f"http://b.test/{number}", str, 0.0)
    assert (len(ranker._links), len(ranker._judged)) == (10, 10)


def test_of_many_pages_some_stand_for_all(ranker):
    for number in range(60):
        ranker.arrived(f"http://a.test/{number}", lambda _: "engine piston", 1.0)
    relevant = ranker.promise.dump()["counts"][1]
    assert 57 < relevant <= 60
