"""The bandit learns what the reward depends on, and tries what it has not seen."""

import numpy as np

from scrapy_bt.core.dispatch.policies import DispatchSituation
from scrapy_bt.core.dispatch.states import FEATURES, URLKind, WorkerRecord, WorkerState
from scrapy_bt.learning.dispatching.bandit import Bandit, rows_of

ITEM = URLKind("a.test/item", "a.test")
BANNED = {ITEM.route: WorkerRecord(weight=5.0, failures=5.0, at=100.0)}
TWO = DispatchSituation((WorkerState("a", 100.0, records=BANNED), WorkerState("b", 100.0)), ITEM, 100.0)


def test_it_learns_what_a_failure_costs():
    bandit, rows = Bandit(), rows_of(TWO)
    for _ in range(20):
        bandit.learn(rows, [-5.0, -0.5])
    assert bandit.choose(TWO, 0.0) == 1
    assert np.allclose(bandit.values(rows), [-5.0, -0.5], atol=0.3)
    assert bandit.learned == 40


def test_what_it_has_not_seen_is_tried():
    bandit, rows = Bandit(breadth=3.0), rows_of(TWO)
    bandit.learn(rows[1:], [-0.1])
    assert bandit.choose(TWO, 0.0) == 0


def test_it_takes_in_nothing():
    bandit = Bandit()
    bandit.learn([], [])
    assert bandit.choose(TWO, 0.0) in {0, 1}
    assert len(FEATURES) == rows_of(TWO).shape[1]
