"""A failure has cost what went by until its task succeeded."""

import pytest

from scrapy_bt.core.dispatch.experience import FAILED, FinishedTask, worth
from scrapy_bt.core.dispatch.settling import Settling, settle


def made(task, at, *, failed=False, seconds=1.0):
    return FinishedTask(("a", "b"), (), 0, worth(seconds, failed=failed), task, failed, at)


def rewards(outcomes):
    return [one.reward for one in outcomes]


def test_a_failure_counts_until_its_task_succeeded():
    found = settle([made(1, 10.0, failed=True), made(2, 11.0), made(1, 14.0, seconds=3.0), made(1, 20.0)])
    assert rewards(found) == pytest.approx([worth(5.0, failed=False), *[worth(s, failed=False) for s in (1, 3, 1)]])
    assert not any(one.failed for one in found)


@pytest.mark.parametrize(
    "others",
    [
        [],
        [made(2, 11.0)],
        [made(1, 9.0)],
        [made(1, 10.0 + FAILED)],
        [made(1, 11.0, failed=True)],
    ],
)
def test_what_has_not_succeeded_in_time_is_a_failure(others):
    failure = made(1, 10.0, failed=True)
    assert settle([failure, *others])[0] == failure


def test_tasks_without_a_number_are_left_alone():
    failure = made(0, 10.0, failed=True)
    assert settle([failure, made(0, 11.0)])[0] == failure
    assert Settling().take([failure]) == [failure]


def test_success_may_be_told_before_the_failure():
    """Workers tell once a second, each at its own time."""
    settling = Settling()
    assert rewards(settling.take([made(1, 10.5)])) == rewards([made(1, 10.5)])
    assert rewards(settling.take([made(1, 10.0, failed=True)])) == pytest.approx([worth(1.5, failed=False)])


def test_a_failure_is_held_back_until_it_is_known_and_told_once():
    settling = Settling()
    assert settling.take([made(1, 10.0, failed=True), made(2, 10.5, failed=True)]) == []
    assert rewards(settling.take([made(1, 15.0)])) == pytest.approx(
        [worth(6.0, failed=False), worth(1.0, failed=False)]
    )
    assert settling.take([]) == []
    assert rewards(settling.take([made(3, 10.5 + FAILED)])) == [worth(1.0, failed=True), worth(1.0, failed=False)]
    assert rewards(settling.take([made(2, 99.0)])) == [worth(1.0, failed=False)]


def test_no_more_than_a_thousand_are_held_back():
    settling = Settling()
    told = [
        settling.take([made(number, 10.0, failed=True) for number in range(first, first + 500)])
        for first in (1, 501, 1001)
    ]
    assert [len(each) for each in told] == [0, 0, 500]
