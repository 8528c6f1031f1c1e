"""Policies choose a worker that there is, and the one that they mean."""

import math
from collections import Counter

import pytest

from scrapy_bt.core.dispatch.policies import SIMPLE, DispatchSituation
from scrapy_bt.core.dispatch.states import URLKind, WorkerRecord, WorkerState

ITEM = URLKind("a.test/item", "a.test")
BANNED = {ITEM.route: WorkerRecord(weight=5.0, failures=5.0, at=100.0)}


def situation(*workers: WorkerState, **facts: object) -> DispatchSituation:
    return DispatchSituation(workers, ITEM, 100.0, **facts)


def worker(name: str, queue: int = 0, places: int = 8, **facts: object) -> WorkerState:
    return WorkerState(name, 100.0, queue=queue, places=places, **facts)


@pytest.mark.parametrize("name", SIMPLE)
@pytest.mark.parametrize("count", [1, 2, 7])
def test_the_choice_is_one_of_them_or_nobody_where_all_are_alike(name, count):
    policy = SIMPLE[name]()
    chosen = {policy.choose(situation(*map(worker, "abcdefg"[:count])), chance / 50) for chance in range(50)}
    assert chosen == ({None} if name in ("pull", "shortest") else set(range(count)))


def test_the_least_loaded_has_the_fewest_for_its_places():
    policy = SIMPLE["least-loaded"]()
    assert policy.choose(situation(worker("a", 4, 4), worker("b", 6, 16)), 0.5) == 1
    assert policy.choose(situation(worker("a", 4, 4), worker("b", 6, 16), more={"b": 20}), 0.5) == 0


def test_the_shortest_leaves_out_who_is_banned_until_the_others_are_crowded():
    policy = SIMPLE["shortest"]()
    banned = worker("a", records=BANNED)
    assert {policy.choose(situation(banned, worker("b", 10)), chance / 9) for chance in range(9)} == {1}
    assert policy.choose(situation(banned, worker("b", 4000)), 0.5) == 0


SLOW = {ITEM.route: WorkerRecord(delays=20 * math.log1p(5.0), successes=20.0, at=100.0)}


def test_the_shortest_keeps_a_task_for_nobody_where_who_has_room_is_as_good():
    policy = SIMPLE["shortest"]()
    assert policy.choose(situation(worker("a", 12), worker("b"), worker("c", 3)), 0.5) is None
    chosen = Counter(
        policy.choose(situation(worker("a"), worker("b"), worker("c", records=SLOW)), chance / 100)
        for chance in range(100)
    )
    assert chosen == {0: 50, 1: 50}


def test_who_is_slow_may_have_room_by_now_though_none_was_told():
    policy = SIMPLE["shortest"]()
    assert policy.choose(situation(worker("a", 6), worker("b", 90, records=SLOW)), 0.5) == 0


def test_while_workers_differ_for_some_tasks_those_of_other_kinds_are_kept_too():
    """Who is best for some would else be busy with what anybody does as well."""
    policy = SIMPLE["shortest"]()
    workers = (worker("a"), worker("b", records={ITEM.route: BANNED[ITEM.route]}))
    other = URLKind("b.test/list", "b.test")

    def choose(kind):
        return policy.choose(DispatchSituation(workers, kind, 100.0), 0.5)

    assert choose(other) is None
    for _ in range(10):
        assert choose(ITEM) == 0
    assert choose(other) is not None
    for _ in range(100):
        choose(other)
    assert choose(other) is None


def test_while_workers_are_alike_the_shortest_looks_at_one_task_in_four_and_the_first_of_each_kind_after_news():
    policy = SIMPLE["shortest"]()
    alike, banned = (worker("a"), worker("b")), worker("b", records=BANNED)
    assert policy.choose(situation(*alike), 0.5) is None
    seen = [policy.choose(situation(alike[0], banned), 0.5) for _ in range(12)]  # a has told nothing since
    assert seen == [None] * 2 + [0] * 10, "from the first for which it matters, all are looked at"

    policy = SIMPLE["shortest"]()
    assert policy.choose(situation(*alike), 0.5) is None
    assert policy.choose(situation(worker("a"), banned), 0.5) == 0, "the workers have told anew"
