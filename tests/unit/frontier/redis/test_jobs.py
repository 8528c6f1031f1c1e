"""Orders that mean many tasks: in slices, going on without whoever gave them, and for what was there when they came."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, ClassVar

import pytest
import redis

from scrapy_bt.frontier.completion import AwaitResume, Completion, Finish, MakingOutcome, Park, Requeue
from scrapy_bt.frontier.entries import Bucket, SharedValue
from scrapy_bt.frontier.listings import ControlTarget, TaskCounts
from scrapy_bt.frontier.redis.call import Bury, Complete, Ordered, ScriptCall
from scrapy_bt.frontier.redis.frontier import RedisFrontier, send
from scrapy_bt.frontier.redis.jobs import carry_out, find_task
from scrapy_bt.frontier.redis.scripts import load
from tests.contracts.redis_operations import OPERATIONS
from tests.contracts.redis_sizes import Meter
from tests.contracts.workshop import Clock, at, finish_all, go_on, new, only, payloads

SLICE = 50
COUNT = 3 * SLICE + 7
JOBS = "{quotes:requests}:jobs"
IS_LONG = bool(os.environ.get("SCRAPY_BT_LONG_CONTROLS"))
"""A number of tasks, a million, set in the environment: what Redis itself says about how long its commands took."""
CPU = ("used_cpu_user_main_thread", "used_cpu_sys_main_thread")

OpenWorker = Callable[..., RedisFrontier]


def begin(client: redis.Redis, call: ScriptCall[Ordered]) -> Ordered:
    """Give an order, and be killed before it goes on."""
    done = send(client, call)
    assert done.job
    return done


def go_on_working(frontier: RedisFrontier) -> None:
    """Exchange until no order is under way."""
    while frontier._client.exists(JOBS):  # type: ignore[attr-defined]
        frontier.exchange()


@pytest.fixture
def other(open_worker: OpenWorker) -> RedisFrontier:
    return open_worker("other")


def fill(frontier: RedisFrontier, count: int = COUNT) -> None:
    frontier.put(new(b"%d" % number, at(f"n{number % 3}")) for number in range(count))


def step_all(frontier: RedisFrontier, make: Callable[..., Completion], count: int = SLICE) -> None:
    while leases := frontier.exchange(lease=count).leases:
        frontier.exchange(steps=[Complete(lease, make(lease)) for lease in leases])


def bury_all(frontier: RedisFrontier, count: int = SLICE) -> None:
    while leases := frontier.exchange(lease=count).leases:
        frontier.exchange(steps=[Bury(lease, "no reason") for lease in leases])


def rest(lease):
    return Completion(AwaitResume(go_on(lease).entry))


def wait(lease):
    return Completion(go_on(lease, delay=1000.0))


def control_all(frontier: RedisFrontier, count: int) -> Iterator[tuple[object, object]]:
    """All that people can order, about many tasks wherever they stand: what it answered and what it should."""
    fill(frontier, count)
    middle = count // 2
    third = len(range(0, count, 3))
    found = find_task(frontier._send, frontier.calls, middle)
    yield (found.state if found else None), "ready"
    yield frontier.pause(ControlTarget()), count
    yield frontier.resume(ControlTarget()), count
    yield frontier.boost(ControlTarget(node="n0"), 5.0), third
    yield frontier.boost(ControlTarget(task=middle), 5.0), 1
    yield frontier.pause(ControlTarget(task=middle + 1)), 1
    yield frontier.stop(ControlTarget(task=middle + 2)), 1
    yield frontier.stop(ControlTarget(task=10 * count)), 0
    bury_all(frontier)
    yield frontier.counts(), TaskCounts(paused=1, dead=count - 2)
    yield frontier.requeue(), count - 2
    yield frontier.resume(ControlTarget(tree="t")), 1
    step_all(frontier, rest)
    yield frontier.counts(), TaskCounts(paused=count - 1, resting=count - 1)
    yield frontier.resume(ControlTarget()), count - 1
    step_all(frontier, wait)
    yield frontier.counts(), TaskCounts(delayed=count - 1)
    yield sum(node.counts.delayed for node in frontier.describe().nodes), count - 1
    yield frontier.stop(ControlTarget(tree="t")), count - 1
    fill(frontier, count)
    yield frontier.stop(ControlTarget()), count
    yield frontier.counts(), TaskCounts()
    fill(frontier, count)
    bury_all(frontier)
    yield frontier.drop(), count
    fill(frontier, count)
    for _ in range(0, count, SLICE):
        frontier.lease(SLICE)
    yield frontier.counts(), TaskCounts(running=count)
    yield frontier.leave(), count
    yield frontier.counts(), TaskCounts(ready=count)
    yield frontier.purge(), True


@pytest.mark.parametrize("count", [COUNT, 4 * COUNT])
def test_no_call_does_more_however_many_tasks_there_are(
    client: redis.Redis, open_worker: OpenWorker, count: int
) -> None:
    frontier = open_worker("one")
    meter = frontier._client = Meter(client)  # type: ignore[assignment]
    for answered, expected in control_all(frontier, count):
        assert answered == expected
    assert meter.most < 40 * SLICE


def of_host(number: int) -> Requeue:
    return new(b"%d" % number, Bucket("t", "page", slot=f"h{number}"))


@pytest.mark.parametrize("count", [COUNT, 4 * COUNT])
def test_no_call_does_more_however_many_hosts_a_node_has(
    client: redis.Redis, open_worker: OpenWorker, count: int
) -> None:
    frontier = open_worker("one")
    for first in range(0, count, SLICE):
        frontier.put(of_host(number) for number in range(first, min(count, first + SLICE)))
    meter = frontier._client = Meter(client)  # type: ignore[assignment]
    assert frontier.boost(ControlTarget(node="page"), 5.0) == count
    assert frontier.pause(ControlTarget(node="page")) == count
    frontier.put([of_host(0), new(b"other", at("list"))])
    assert payloads(frontier.lease(3)) == [b"other"]
    assert frontier.counts() == TaskCounts(running=1, paused=count + 1)
    (page,) = (node for node in frontier.describe().nodes if node.bucket.node == "page")
    assert (page.counts, page.bucket.slot) == (TaskCounts(paused=count + 1), "")
    assert [(line.ready, line.paused) for line in frontier.status()] == [(count + 1, True)]
    assert frontier.resume(ControlTarget(tree="t")) == count + 1
    assert len(frontier.lease(SLICE)) == SLICE
    assert frontier.stop(ControlTarget(node="page")) == count + 1
    assert meter.most < 40 * SLICE


def test_new_numbers_of_very_many_hosts_are_ranked_by_in_slices(
    client: redis.Redis, open_worker: OpenWorker, other: RedisFrontier
) -> None:
    numbers = {"page": 1.0, "list": 2.0, "late": 3.0}
    frontier = open_worker("one", number=lambda bucket: numbers[bucket.node])
    hosts = 1000 + SLICE
    for first in range(0, hosts, 10 * SLICE):
        frontier.put(of_host(number) for number in range(first, min(hosts, first + 10 * SLICE)))
    frontier.put([new(b"list", at("list")), new(b"late", at("late"))])
    meter = frontier._client = Meter(client)  # type: ignore[assignment]
    numbers["page"] = 4.0
    frontier.rerank()
    numbers["late"] = 0.0
    frontier.rerank()
    go_on_working(other)
    assert meter.most < 40 * SLICE
    assert payloads(other.lease(2)) == [b"late", b"list"]
    assert set(client.zrange("{quotes:requests}:rank", 0, -1, withscores=True, score_cast_func=round)) >= {
        (b"t|page|||@h%d" % number, 4) for number in range(hosts)
    }


def test_a_stop_of_very_many_hosts_means_what_was_there_when_it_came(
    client: redis.Redis, frontier: RedisFrontier, other: RedisFrontier
) -> None:
    hosts = range(COUNT)
    frontier.put([*(of_host(number) for number in hosts), new(b"other", at("list"))])
    begin(client, frontier.calls.order("stop", ControlTarget(node="page")))
    assert client.scard("{quotes:requests}:queues") > SLICE
    assert [task.entry.payload for task in other.peek(ControlTarget(), "ready").tasks] == [b"other"]
    later = other.put(
        replace(of_host(number), entry=replace(of_host(number).entry, payload=b"later")) for number in hosts
    )
    begin(client, other.calls.order("stop", ControlTarget(node="page", tree="t")))
    last = other.put([of_host(0)])
    assert find_task(other._send, other.calls, later[-1]) is None
    leases = other.lease(COUNT)
    assert {lease.entry.id for lease in leases} <= {*last, COUNT + 1}
    go_on_working(other)
    leases += other.lease(COUNT)
    assert sorted(payloads(leases)) == [b"0", b"other"]
    finish_all(other, leases)
    assert other.counts() == TaskCounts()
    assert not client.keys("*doom*") + client.keys("*parted*")


def test_what_is_paused_is_not_leased_before_its_lines_have_left_the_ranking(
    client: redis.Redis, frontier: RedisFrontier, other: RedisFrontier
) -> None:
    frontier.put([*(of_host(number) for number in range(COUNT)), new(b"other", at("list"))])
    begin(client, frontier.calls.order("pause", ControlTarget(node="page")))
    assert client.zcard("{quotes:requests}:rank") > SLICE
    assert payloads(other.lease(COUNT)) == [b"other"]
    go_on_working(other)
    begin(client, frontier.calls.order("resume", ControlTarget(node="page")))
    go_on_working(other)
    assert len(other.lease(COUNT)) == COUNT


class Clocked:
    """A client that notes the CPU time of Redis for each call, in ms, by its script; *is_on*: it does so now."""

    names: ClassVar = {load(name).sha: name for name in OPERATIONS}

    def __init__(self, client: redis.Redis) -> None:
        self._client, self.longest, self.is_on = client, Counter[str](), True

    def execute_command(self, *args: Any) -> object:
        if not self.is_on:
            return self._client.execute_command(*args)
        before = self._used()
        answer = self._client.execute_command(*args)
        took, name = 1000 * (self._used() - before), self.names.get(args[1], "loading")
        self.longest[name] = max(self.longest[name], took)
        return answer

    def _used(self) -> float:
        used = self._client.info("cpu")
        return sum(used.get(name) or used[name.removesuffix("_main_thread")] for name in CPU)


@pytest.mark.skipif(not IS_LONG, reason="SCRAPY_BT_LONG_CONTROLS is not set")
def test_no_command_takes_long_with_a_million_tasks(client: redis.Redis, open_worker: OpenWorker) -> None:
    """Ready, delayed, paused one by one and dead: 400,000, and thrice 200,000; the filling is not looked at."""
    part = int(os.environ["SCRAPY_BT_LONG_CONTROLS"]) // 5 if IS_LONG else 0
    frontier = open_worker("one")
    frontier._client = clocked = Clocked(client)  # type: ignore[assignment]
    client.config_set("slowlog-max-len", 100_000)
    client.slowlog_reset()

    def fill_all() -> None:
        clocked.is_on = False
        client.config_set("slowlog-log-slower-than", -1)
        fill(frontier, part)
        bury_all(frontier, 999)
        fill(frontier, part)
        step_all(frontier, rest, 999)
        frontier.put(new(b"%d" % number, at(f"n{number % 3}"), delay=1e6) for number in range(part))
        fill(frontier, 2 * part)
        client.config_set("slowlog-log-slower-than", 20_000)
        clocked.is_on = True

    fill_all()
    all_ = TaskCounts(ready=2 * part, delayed=part, paused=part, resting=part, dead=part)
    assert frontier.counts() == all_
    assert sum(node.counts.delayed for node in frontier.describe().nodes) == part
    assert (frontier.status(), frontier.workers(), frontier.next_due())[0]
    middle = frontier.lease(1)[0]
    frontier.release(middle)
    task = find_task(frontier._send, frontier.calls, middle.entry.id + part)
    assert task is not None
    assert frontier.pause(ControlTarget()) == 3 * part
    assert frontier.boost(ControlTarget(node="n0"), 5.0) > 0
    assert frontier.boost(ControlTarget(task=middle.entry.id + part), 5.0) == 1
    assert frontier.pause(ControlTarget(task=middle.entry.id + part)) == 1
    assert frontier.stop(ControlTarget(task=100 * part)) == 0
    assert frontier.resume(ControlTarget()) == 3 * part
    assert frontier.requeue() == part
    assert frontier.counts() == TaskCounts(ready=4 * part, delayed=part)
    frontier.rerank()
    assert frontier.stop(ControlTarget(node="n1")) > part
    assert frontier.stop(ControlTarget()) > part
    assert frontier.counts() == TaskCounts()
    fill_all()
    assert frontier.drop() == part
    assert frontier.purge()
    slow = client.slowlog_get(100_000)
    told = [(entry["duration"] / 1000, entry["command"][:90]) for entry in slow]
    print(f"longest by CPU, in ms: {dict(clocked.longest)}; over 20 ms by the clock: {told}")
    assert {name: took for name, took in clocked.longest.items() if took > 20} == {}


@pytest.mark.parametrize("make", [None, rest, wait])
def test_workers_go_on_with_a_stop_that_is_half_done(
    client: redis.Redis, frontier: RedisFrontier, other: RedisFrontier, make: Callable[..., Completion] | None
) -> None:
    fill(frontier)
    if make:
        step_all(frontier, make)
    begin(client, frontier.calls.order("stop", ControlTarget()))
    (later,) = other.put([new(b"later", at("n0"))])
    assert other.counts().unfinished > 1
    go_on_working(other)
    assert other.counts() == TaskCounts(ready=1)
    assert only(other.lease(9)).entry.id == later


def test_workers_go_on_with_a_resumption_that_is_half_done(
    client: redis.Redis, frontier: RedisFrontier, other: RedisFrontier
) -> None:
    fill(frontier)
    step_all(frontier, rest)
    begin(client, frontier.calls.order("resume", ControlTarget()))
    (lease, *_) = other.lease(1)
    other.complete(lease, rest(lease))
    go_on_working(other)
    assert other.counts() == TaskCounts(ready=COUNT - 1, paused=1, resting=1)


def test_workers_go_on_with_letters_that_are_half_done(
    client: redis.Redis, frontier: RedisFrontier, other: RedisFrontier
) -> None:
    fill(frontier)
    bury_all(frontier)
    begin(client, frontier.calls.requeue())
    go_on_working(other)
    assert other.counts() == TaskCounts(ready=COUNT)


def test_the_next_order_goes_on_with_one_that_is_half_done(
    client: redis.Redis, frontier: RedisFrontier, other: RedisFrontier
) -> None:
    fill(frontier)
    begin(client, frontier.calls.order("stop", ControlTarget(node="n0")))
    assert other.stop(ControlTarget(node="n1")) == len(range(1, COUNT, 3))
    assert other.counts() == TaskCounts(ready=len(range(2, COUNT, 3)))


def test_what_an_order_did_is_told_whoever_ended_it(
    client: redis.Redis, frontier: RedisFrontier, other: RedisFrontier
) -> None:
    fill(frontier)
    begun = begin(client, frontier.calls.order("stop", ControlTarget()))
    go_on_working(other)
    call = frontier.calls.go_on(begun.job)
    assert carry_out(lambda call: send(client, call), frontier.calls, call) == COUNT


def test_a_stop_means_what_was_there_when_it_came(
    client: redis.Redis, frontier: RedisFrontier, other: RedisFrontier
) -> None:
    frontier.put([new(b"running", at("n0")), new(b"elsewhere", at("x")), new(b"away", at("x"))])
    running, elsewhere, away = frontier.lease(3)
    fill(frontier)
    assert frontier.stop(ControlTarget(task=away.entry.id)) == 1
    begin(client, frontier.calls.order("stop", ControlTarget(node="n0")))
    # One comes to the node later; the other ran there, and ends with its step.
    other_self = go_on(elsewhere, bucket=at("n0"))
    frontier.complete(elsewhere, Completion(other_self))
    frontier.complete(running, Completion(Requeue(running.entry)))
    go_on_working(other)
    assert other.stop(ControlTarget(tree="none")) == 0
    left = payloads(other.lease(COUNT))
    assert b"elsewhere" in left
    assert b"running" not in left
    assert not any(payload.isdigit() and int(payload) % 3 == 0 for payload in left)


def test_a_task_that_begins_to_wait_later_is_not_stopped(
    client: redis.Redis, frontier: RedisFrontier, other: RedisFrontier
) -> None:
    (elsewhere,) = (frontier.put([new(b"elsewhere", at("x"))]), frontier.lease())[1]
    fill(frontier)
    begin(client, frontier.calls.order("stop", ControlTarget(node="n0")))
    frontier.complete(elsewhere, Completion(go_on(elsewhere, bucket=at("n0"), delay=10.0)))
    go_on_working(other)
    assert other.counts().delayed == 1


def test_whoever_waits_for_what_is_stopped_is_told_or_stopped_too(
    client: redis.Redis, frontier: RedisFrontier, other: RedisFrontier
) -> None:
    (owner,) = (frontier.put([new(b"owner", at("outside"))]), frontier.lease())[1]
    (inner,) = (frontier.put([new(b"inner", at("n0"))]), frontier.lease())[1]
    for parent, join in ((owner, 71), (inner, 72)):
        parts = [new(b"%d" % number, at("n0"), join=join) for number in range(COUNT)]
        frontier.complete(parent, Completion(Park(parent.entry, join), spawned=parts))
    begin(client, frontier.calls.order("stop", ControlTarget(node="n0")))
    go_on_working(other)
    assert other.counts() == TaskCounts(ready=1)
    lease = only(other.lease(9))
    assert (lease.entry.payload, lease.failed) == (b"owner", True)


def test_a_task_that_moves_while_it_is_sought_is_found(
    client: redis.Redis, frontier: RedisFrontier, other: RedisFrontier
) -> None:
    fill(frontier, 12_000)
    first = frontier.lease(1)[0]
    frontier.release(first)
    begun = begin(client, frontier.calls.order("pause", ControlTarget(task=first.entry.id)))
    (again,) = other.lease(1)
    assert again.entry.id == first.entry.id
    other.complete(again, Completion(Requeue(again.entry)))
    assert carry_out(lambda call: send(client, call), frontier.calls, frontier.calls.go_on(begun.job)) == 1
    assert other.counts() == TaskCounts(ready=11_999, paused=1)


def test_who_waits_for_a_value_goes_on_in_the_order_of_asking(
    frontier: RedisFrontier, other: RedisFrontier, clock: Clock
) -> None:
    frontier.put([new(b"maker", share="login")])
    maker = only(frontier.lease())
    assert maker.make
    frontier.put(new(b"%d" % number, share="login") for number in range(COUNT))
    assert frontier.counts().parked == COUNT
    frontier.complete(maker, Completion(Finish(), made=[MakingOutcome("login", SharedValue(b"value"))]))
    assert 0 < frontier.counts().parked < COUNT
    go_on_working(other)
    leases = other.lease(COUNT)
    assert payloads(leases) == [b"%d" % number for number in range(COUNT)]
    assert {lease.shared.value for lease in leases if lease.shared} == {b"value"}
    finish_all(other, leases)
    assert other.counts() == TaskCounts()


def test_who_may_try_is_looked_for_among_many_who_may_not(frontier: RedisFrontier, other: RedisFrontier) -> None:
    frontier.put([new(b"maker", share="login")])
    maker = only(frontier.lease())
    frontier.put(new(b"%d" % number, at("paused"), share="login") for number in range(COUNT))
    frontier.put([new(b"next", at("free"), share="login")])
    frontier.pause(ControlTarget(node="paused"))
    frontier.complete(maker, Completion(Finish(success=False), made=[MakingOutcome("login", None)]))
    go_on_working(other)
    assert payloads(other.lease(9)) == [b"next"]


def test_nothing_of_an_order_stays(client: redis.Redis, frontier: RedisFrontier, other: RedisFrontier) -> None:
    fill(frontier)
    frontier.stop(ControlTarget())
    fill(frontier)
    begin(client, frontier.calls.order("stop", ControlTarget()))
    assert other.purge()
    assert client.keys() == []


def test_a_stop_counts_what_others_end_for_it(
    client: redis.Redis, frontier: RedisFrontier, other: RedisFrontier
) -> None:
    """Parents whose parts end, running tasks whose steps come in, what is delayed: each once."""
    frontier.put(new(b"parent %d" % number, at("n0")) for number in range(3))
    for join, parent in enumerate(frontier.lease(3), 71):
        part = new(b"part %d" % join, at("n0"), join=join)
        frontier.complete(parent, Completion(Park(parent.entry, join), spawned=[part]))
    frontier.put(new(b"running %d" % number, at("n1")) for number in range(4))
    frontier.boost(ControlTarget(node="n1"), 100.0)
    ends, fails, loses, goes = frontier.lease(4)
    frontier.put([new(b"delayed", at("n0"), delay=5.0)])
    fill(frontier)
    begun = begin(client, frontier.calls.order("stop", ControlTarget()))
    assert other.counts().running == 4
    other_steps = [
        Complete(ends, Completion(Finish())),
        Complete(fails, Completion(Finish(success=False))),
        Complete(goes, Completion(Requeue(goes.entry))),
        Bury(loses, "no reason"),
    ]
    frontier.exchange(steps=other_steps)
    call = frontier.calls.go_on(begun.job)
    assert carry_out(lambda call: send(client, call), frontier.calls, call) == 3 + 3 + 4 + 1 + COUNT
    assert other.counts() == TaskCounts()
