import asyncio

import pytest
from scrapy.settings import Settings

from scrapy_bt.crawl.project.trees import build_program
from scrapy_bt.crawl.runtime.frontiers import LocalFrontier
from scrapy_bt.crawl.runtime.priorities import Priorities
from scrapy_bt.frontier.completion import Completion, Finish, MakingOutcome, Requeue
from scrapy_bt.frontier.entries import Bucket, Entry, SharedValue
from scrapy_bt.settings import DEFAULTS

TREE = """
main :: and { :login :first :second }
login :: and { :form }
form :: visit "https://a.test/login"
first :: visit "https://a.test/1"
second :: visit "https://a.test/2"
[[ login ]]
"""
FIRST, SECOND = Bucket("tree", "main/first"), Bucket("tree", "main/second")
LOGIN = "tree/login"
VALUE = SharedValue(b"")


def open_priorities(
    frontier: LocalFrontier | None = None, *, recorded: dict[str, float] | None = None, **settings: object
) -> Priorities:
    program = build_program(TREE, file="tree.bt", name="tree")
    priorities = Priorities(program, Settings({**DEFAULTS, **settings}), recorded=recorded)
    asyncio.run(priorities.open(frontier or LocalFrontier(priorities.number, limits={})))
    return priorities


def step(**facts: object) -> Completion:
    return Completion(Finish(), **facts)


def test_before_anything_is_measured_a_visit_takes_what_the_setting_says() -> None:
    one, five = open_priorities(BT_WEIGHT_PRIOR=1.0), open_priorities(BT_WEIGHT_PRIOR=5.0)
    assert one.number(FIRST) - one.number(SECOND) == pytest.approx(1.0)
    assert five.number(FIRST) - five.number(SECOND) == pytest.approx(5.0)
    assert one.slowest() is None


def test_what_was_recorded_counts_until_it_is_measured_and_stale_nodes_do_not() -> None:
    priorities = open_priorities(recorded={"first": 30.0, "gone": 9.0})
    assert priorities.number(FIRST) - priorities.number(SECOND) == pytest.approx(30.0)
    assert priorities.known() == {"first": 30.0}
    assert priorities.learn(step(measured={"first": 3.0, "second": 2.0, "stale": 1.0}))
    assert priorities.number(FIRST) - priorities.number(SECOND) == pytest.approx(3.0)
    assert priorities.known() == {"first": 3.0, "second": 2.0}


def test_a_task_that_has_less_before_it_has_the_lower_number_by_what_was_measured() -> None:
    priorities = open_priorities()
    assert priorities.learn(step(measured={"first": 30.0}))
    assert priorities.number(FIRST) - priorities.number(SECOND) == pytest.approx(30.0)
    assert priorities.slowest() == ("first", pytest.approx(30.0))


def test_a_change_below_the_ratio_is_no_reason_to_rank_anew() -> None:
    priorities = open_priorities(BT_RERANK_RATIO=0.5)
    assert not priorities.learn(step(measured={"first": 1.2}))
    assert not priorities.learn(step())
    assert priorities.learn(step(measured={"second": 9.0}))
    priorities.number(FIRST)
    assert not priorities.learn(step(measured={"second": 9.0}))


def test_a_shared_value_that_is_made_or_taken_back_is_news_once() -> None:
    priorities = open_priorities()
    assert priorities.learn(step(made=[MakingOutcome(LOGIN, VALUE)]))
    assert not priorities.learn(step(made=[MakingOutcome(LOGIN, VALUE)]))
    assert priorities.learn(step(invalidated={LOGIN: 1}))
    assert not priorities.learn(step(invalidated={LOGIN: 1}))
    assert not priorities.learn(step(made=[MakingOutcome(LOGIN, None)]))


def test_values_with_arguments_are_no_news() -> None:
    assert not open_priorities().learn(step(made=[MakingOutcome(f"{LOGIN}:abc", VALUE)]))


def test_what_an_earlier_run_has_measured_and_made_is_taken_over() -> None:
    frontier = LocalFrontier(lambda bucket: 0.0, limits={})
    frontier.put([Requeue(Entry(FIRST, b""))])
    (lease,) = frontier.lease()
    frontier.complete(lease, step(measured={"first": 30.0}, made=[MakingOutcome(LOGIN, VALUE)]))
    priorities = open_priorities(frontier)
    assert priorities.slowest() == ("first", pytest.approx(30.0))
    assert priorities.number(FIRST) - priorities.number(SECOND) == pytest.approx(30.0)
    assert not priorities.learn(step(made=[MakingOutcome(LOGIN, VALUE)]))


def test_who_makes_a_shared_value_comes_first() -> None:
    priorities = open_priorities()
    form = priorities.number(Bucket("tree", "main/login/form"))
    assert form < priorities.number(SECOND) < priorities.number(FIRST)
    assert priorities.number(Bucket("tree", "main/login#2/form")) < 0
