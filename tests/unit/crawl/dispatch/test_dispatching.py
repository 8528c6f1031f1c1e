"""What a worker makes of what all have told."""

import math

import pytest
from scrapy.exceptions import NotConfigured
from scrapy.settings import Settings
from scrapy.spiders import Spider
from scrapy.utils.test import get_crawler

from scrapy_bt.core.dispatch.experience import FinishedTask, worth
from scrapy_bt.core.dispatch.projections import number_of_kind
from scrapy_bt.core.dispatch.states import FEATURES, WorkerRecord, WorkerState
from scrapy_bt.crawl.dispatch import dispatching as module
from scrapy_bt.crawl.dispatch.dispatching import OLDEST, WAITING, Dispatching

URL = "https://a.example/item/12"
ROUTE = "a.example/item/0"


class Clock:
    now = 1000.0

    def time(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(module, "time", clock)
    return clock


def make(**settings):
    given = {"BT_DISPATCH": "shortest", "BT_FRONTIER": "redis", **settings}
    return Dispatching.from_crawler(get_crawler(Spider, given))


@pytest.fixture
def dispatching(clock):
    made = make()
    made.name = "me"
    return made


def states(clock, **facts):
    """What workers have told at this moment, when they counted their queues, too."""
    return {name: WorkerState(name, clock.now, counted=clock.now, **more) for name, more in facts.items()}


def test_it_is_off_where_nobody_asks_for_it():
    with pytest.raises(NotConfigured):
        make(BT_DISPATCH="pull")
    with pytest.raises(NotConfigured, match="one worker only"):
        make(BT_FRONTIER="memory")


def test_who_is_paused_says_so_and_nothing_is_kept_for_it(dispatching, clock):
    assert dispatching.tell(queue=1, cpu=0.0, memory=0.0).is_open
    paused = dispatching.tell(queue=1, cpu=0.0, memory=0.0, paused=True)
    assert not paused.is_open
    other = make()
    other.name = "other"
    other.hear({"me": paused, **states(clock, other={}, third={})}, {"me": 1})
    assert "me" not in other.lanes().kept
    assert other.lane(URL) != "me"


def test_nothing_is_kept_before_others_are_heard_of(dispatching, clock):
    assert dispatching.lane(URL) == ""
    assert dispatching.lanes() is None
    dispatching.hear(states(clock, me={}), {})
    assert dispatching.lane(URL) == ""
    assert dispatching.lanes().kept == frozenset()


def test_what_comes_of_tasks_is_told_while_workers_are_full(dispatching, clock):
    dispatching.hear(states(clock, me={"places": 4}, other={"places": 4}), {"me": 99, "other": WAITING * 4})
    assert dispatching.lane(URL) == ""
    dispatching.note(URL, 0.5, failed=False, seen=dispatching.look(URL))
    [told] = dispatching.take_outcomes()
    assert (told.workers, told.action) == (("me", "other"), 0)


def test_of_a_task_each_try_is_told_or_none(dispatching, clock):
    """Who is busier tells of fewer tasks, all of which the others tell of."""
    urls = [f"https://a.example/item/{number}" for number in range(400)]

    def told(busy):
        found = set()
        for url in urls:
            dispatching.hear(states(clock, me={}, other={}), {})
            for other in urls[:busy]:
                dispatching.look(other)
            dispatching.hear(states(clock, me={}, other={}), {})
            found |= {url} if dispatching.look(url) else set()
        return found

    idle, busy, busier = told(1), told(20), told(100)
    assert idle == set(urls)
    assert busier < busy < idle


def test_who_learns_hears_of_a_failure_when_it_is_known_what_it_cost(clock):
    made = make(BT_DISPATCH="bandit")
    heard = []
    made._policy.hear = lambda outcomes, _now: heard.append([one.reward for one in outcomes])
    failure = FinishedTask(("me", "other"), ((0.0,),) * 2, 0, worth(1.0, failed=True), 7, failed=True, at=100.0)
    made.learn([failure])
    made.learn([FinishedTask(("me", "other"), ((0.0,),) * 2, 1, worth(2.0, failed=False), 7, at=104.0)])
    assert heard[0] == []
    assert sorted(heard[1]) == pytest.approx(sorted([worth(5.0, failed=False), worth(2.0, failed=False)]))


def test_a_task_is_kept_for_who_is_not_refused(dispatching, clock):
    banned = {ROUTE: WorkerRecord(weight=5.0, failures=5.0, at=clock.now)}
    dispatching.hear(states(clock, me={"records": banned}, other={}), {})
    assert {dispatching.lane(URL) for _ in range(5)} == {"other"}
    assert dispatching.lanes().kept == {"other"}


def test_what_was_sent_there_counts_until_it_is_heard_again(clock):
    dispatching = make(BT_DISPATCH="least-loaded")
    slow = {"": WorkerRecord(1.0, 3.0, 1.0, 0.0, clock.now)}
    both = states(clock, me={"records": slow, "places": 1}, other={"records": slow, "places": 1})
    dispatching.hear(both, {})
    assert [dispatching.lane(URL) for _ in range(4)].count("me") == 2
    dispatching.hear(both, {"me": 1})
    assert dispatching.lane(URL) == "other"


def test_who_has_many_waiting_is_full(dispatching, clock):
    dispatching.hear(states(clock, me={}, other={"places": 4}), {"other": WAITING * 4})
    assert dispatching.lane(URL) == ""
    assert dispatching.lanes().kept == frozenset()


def test_when_nothing_is_heard_any_more_everybody_pulls(dispatching, clock):
    dispatching.hear(states(clock, me={}, other={}), {})
    clock.now += OLDEST + 1
    assert dispatching.lane(URL) == ""
    assert dispatching.lanes() is None


def test_it_tells_what_it_has_seen(dispatching, clock):
    for _ in range(5):
        dispatching.note(URL, 0.1, failed=True)
    told = dispatching.tell(queue=3, cpu=0.5, memory=0.25)
    assert (told.name, told.queue, told.cpu, told.memory) == ("me", 3, 0.5, 0.25)
    assert told.expect(dispatching.kind(URL), clock.now)[1] > 0.8


def test_the_kinds_are_those_of_the_setting():
    assert make(BT_DISPATCH_KINDS="query").kind(URL).route == "a.example/item/12?"
    assert make().kind(URL).host == make().kind("http://a.example/").host
    assert Settings().get("BT_DISPATCH") is None


def test_a_learned_policy_hears_of_outcomes_and_models_and_tells_what_it_does(clock, caplog):
    caplog.set_level("INFO")
    made = make(BT_DISPATCH="dqn")
    assert made.learns
    made.take_model(b"?", "model 3")
    assert "model 3: not a file of models of scrapy_bt" in caplog.text
    made.learn([])
    assert "there is no model yet" in caplog.text
    assert made._stats.get_value("bt/dispatch/verdict") == "no model"
    assert made.report() == {"policy": made.policy_name, "verdict": "no model", "kept": 0, "pulled": 0, "failures": 0}
    made.hear(states(clock, me={}, other={}), {})
    assert made.lane(URL) == ""
    assert made._stats.get_value("bt/dispatch/pulled") == 1


def test_a_rule_hears_of_none(dispatching):
    assert not dispatching.learns
    dispatching.learn([])
    dispatching.take_model(b"?", "model 3")


def test_a_policy_that_cannot_learn_leaves_tasks_to_whoever_pulls(clock, caplog, monkeypatch):
    made = make(BT_DISPATCH="bandit")
    monkeypatch.setattr(made._policy, "hear", lambda *_: 1 // 0)
    made.learn([])
    assert "cannot learn: tasks are pulled" in caplog.text
    assert not made.learns
    made.hear(states(clock, me={}, other={}), {})
    assert made.lane(URL) == ""


def test_a_policy_sees_the_distilled_url_and_the_weight_of_the_node(dispatching, clock):
    dispatching.weight = {"detail": 3.0}.__getitem__
    dispatching.hear(states(clock, me={}, other={}), {})
    z, weight = FEATURES.index("z"), FEATURES.index("weight")
    seen = dispatching.look(URL, "detail")
    assert {(row[z], row[weight]) for row in seen.workers} == {(number_of_kind(ROUTE), math.log(4.0))}
    assert {row[weight] for row in dispatching.look(URL).workers} == {0.0}
    asked = []
    dispatching._policy = type("Mine", (), {"choose": lambda _, situation, __: asked.append(situation)})()
    dispatching.lane(URL, "detail")
    assert (asked[0].weight, asked[0].kind.z) == (3.0, number_of_kind(ROUTE))


def test_where_little_happens_the_others_can_wait(dispatching, clock):
    both = states(clock, me={}, other={})
    assert not dispatching.is_quiet  # nobody was heard of yet
    dispatching.hear(both, {})
    for number in range(49):
        dispatching.look(f"{URL}{number}")
    assert dispatching.is_quiet
    dispatching.look(URL)
    assert not dispatching.is_quiet
    dispatching.hear(both, {"other": 1})
    assert not dispatching.is_quiet
    dispatching.hear(both, {})
    dispatching.note(URL, 0.5, failed=False)
    assert dispatching.is_quiet
    dispatching.note(URL, 0.5, failed=True)
    assert not dispatching.is_quiet
