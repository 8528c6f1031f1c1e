"""What other policies would have come to, from what was."""

import pytest

from scrapy_bt.core.dispatch.estimates import CHOICES
from scrapy_bt.learning.dispatching.judging import best_by, judge
from tests.unit.learning.dispatching.worlds import differing, equal


def test_where_workers_differ_the_better_choice_is_worth_more():
    found = judge(differing(400))
    assert found["shortest"].is_better_than(found["random"])
    assert found["bandit"].is_better_than(found["random"])
    assert found["bandit"].reward == pytest.approx(found["shortest"].reward, abs=0.1)


def test_where_they_are_equal_nothing_is_better():
    found = judge(equal(400))
    assert not any(one.is_better_than(other) for one in found.values() for other in found.values())


def test_only_what_was_asked_for_and_the_bandit():
    assert set(judge(equal(60), {"pull": CHOICES["pull"]})) == {"pull", "bandit"}
    assert judge([])["bandit"].error == float("inf")


def test_the_worker_of_the_highest_value():
    assert best_by(lambda state: [row[0] for row in state])([(1.0,), (3.0,), (2.0,)]) == [0.0, 1.0, 0.0]
