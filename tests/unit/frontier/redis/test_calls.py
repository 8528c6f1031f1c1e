"""What calls promise beside the contract: repeated, late, full, by several workers."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import redis

from scrapy_bt.core.duplicates.bloom import Bloom, BloomSet
from scrapy_bt.errors import FrontierError, FrontierLost, LeaseLost
from scrapy_bt.frontier.completion import Completion, Finish, Park
from scrapy_bt.frontier.entries import Lease
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.redis.call import Bury, Complete, Ordered, ReleaseLease, ScriptCall, SeedResult
from scrapy_bt.frontier.redis.frontier import RedisFrontier, send
from scrapy_bt.frontier.redis.jobs import repeat
from scrapy_bt.frontier.redis.scripts import load
from tests.contracts.workshop import DONE, Clock, at, go_on, new, only, payloads
from tests.unit.frontier.redis.conftest import BITS, META


def test_a_call_that_is_sent_again_is_applied_once_and_answers_the_same(
    client: redis.Redis, frontier: RedisFrontier
) -> None:
    frontier.put([replace(new(), key=b"known"), new(), new()])
    first, second, third = frontier.lease(3)
    steps = [Complete(first, DONE), Complete(second, Completion(go_on(second))), Bury(third, "no reason")]
    steps += [Complete(first, DONE), ReleaseLease(first), Complete(second, Completion(Park(second.entry, 9)))]
    put = [replace(new(), key=b"known"), new(b"a"), replace(new(b"b", delay=5), key=b"b")]
    call = frontier.calls.exchange(steps=steps, put=put, lease=1)
    answer = send(client, call)
    assert answer.ended == (True, True, True, False, False, False)
    assert answer.ids[0] == 0
    assert answer.ids[1:] == (4, 5)
    assert not answer.repeated
    counts = frontier.counts()
    again = send(client, call)
    assert again.repeated
    assert (again.ended, again.ids, again.leases) == (answer.ended, answer.ids, ())
    assert frontier.counts() == counts


def test_after_a_rollback_what_was_under_way_is_done_again(client: redis.Redis, frontier: RedisFrontier) -> None:
    frontier.put([replace(new(b"page"), key=b"page")])
    page = only(frontier.lease())
    before = {key: client.dump(key) for key in client.keys("*")}
    assert frontier.exchange(put=[replace(new(b"link"), key=b"link")]).ids == (2,)
    client.flushall()
    for key, stored in before.items():
        client.restore(key, 0, stored)
    call = frontier.calls.exchange(steps=[Complete(page, DONE)], lease=9)
    for is_repeated in (False, True):
        answer = send(client, call)
        assert answer.rewound
        assert answer.ended == (False,)
        assert payloads(answer.leases) == ([] if is_repeated else [b"page"])
    assert not frontier.exchange(put=[replace(new(b"link"), key=b"link")]).rewound
    assert frontier.counts().unfinished == 2


def test_a_call_that_comes_after_a_later_one_changes_nothing(client: redis.Redis, frontier: RedisFrontier) -> None:
    early, late = frontier.calls.exchange(put=[new()]), frontier.calls.exchange(put=[new(), new()])
    send(client, late)
    answer = send(client, early)
    assert answer.repeated
    assert answer.ids == (0,)
    assert frontier.counts().ready == 2


def test_a_control_that_is_sent_again_answers_the_same(client: redis.Redis, frontier: RedisFrontier) -> None:
    frontier.put([new(), new()])
    call = frontier.calls.order("pause", ControlTarget())
    assert [send(client, call), send(client, call)] == [Ordered(2), Ordered(2)]


def test_leases_that_a_worker_does_not_know_of_are_released(client: redis.Redis, frontier: RedisFrontier) -> None:
    frontier.put([new(b"1"), new(b"2"), new(b"3")])
    known, _ = frontier.lease(2)
    answer = send(client, frontier.calls.exchange(lease=1, release_unknown=[known.token]))
    assert payloads(answer.leases) == [b"2"]
    assert answer.counts.running == 2


def test_a_late_completion_with_an_old_token_is_refused_and_frees_no_place(
    open_worker: Callable[..., RedisFrontier], clock: Clock
) -> None:
    one, two = open_worker("one"), open_worker("two")
    need = at("a", requires="api")
    one.put([new(b"1", need), new(b"2", need)])
    late = only(one.lease(9))
    clock.turn(3600)
    assert two.expire() == 1
    again = only(two.lease(9))
    assert again.entry.payload == b"2"
    with pytest.raises(LeaseLost):
        one.complete(late, DONE)
    one.release(late)
    assert one.extend([late]) == []
    assert two.lease(9) == []
    assert two.describe().holders == {"api": (again.entry.id,)}
    two.complete(again, DONE)
    assert only(two.lease(9)).entry == late.entry


def test_a_lease_of_the_same_number_of_another_worker_is_another_lease(
    open_worker: Callable[..., RedisFrontier], client: redis.Redis
) -> None:
    one, two = open_worker("one"), open_worker("two")
    two.put([new()])
    lease = only(two.lease())
    with pytest.raises(LeaseLost):
        one.complete(lease, DONE)
    # After a rollback of Redis the counters go back, and the same task gets the same token, but from another call.
    before = client.dump("{quotes:requests}:leases"), client.hgetall(META)
    two.release(lease)
    client.hset(META, mapping={"tokens": int(before[1][b"tokens"]) - 1})
    again = only(two.lease())
    assert again.token >> 24 == lease.token >> 24
    with pytest.raises(LeaseLost):
        two.complete(lease, DONE)
    two.complete(again, DONE)


@pytest.mark.parametrize(
    "record", [b"", b"short", b"\1\0\0\0\0\0\0\0" + b"\0" * 8 + b"\xff", b"\1" + b"\0" * 15 + b"\x41"]
)
def test_a_record_that_cannot_be_decoded_goes_to_the_dead_letters(
    client: redis.Redis, frontier: RedisFrontier, record: bytes
) -> None:
    frontier.put([new(b"good")])
    client.rpush("{quotes:requests}:queue:t|main||", record)
    assert payloads(frontier.lease(9)) == [b"good"]
    (letter,) = frontier.dead_letters()
    assert letter.entry.payload == record
    assert "a stored task" in letter.reason


@pytest.fixture
def full(client: redis.Redis, frontier: RedisFrontier) -> list[Lease]:
    """Leases on a server that has no room for more."""
    frontier.put([new(b"%d" % n) for n in range(5)])
    leases = frontier.lease(4)
    client.config_set("maxmemory", "1")
    yield leases  # type: ignore[misc]
    client.config_set("maxmemory", "0")


def test_a_full_server_refuses_new_tasks_as_a_whole_and_lets_tasks_end(
    frontier: RedisFrontier, full: list[Lease]
) -> None:
    before = frontier.counts()
    first, second, third, fourth = full
    for grows in (
        lambda: frontier.put([replace(new(), key=b"key")]),
        lambda: frontier.exchange(steps=[Complete(first, DONE)], put=[new()]),
        lambda: frontier.complete(first, Completion(Finish(), spawned=[new()], measured={"a": 1.0})),
        lambda: frontier.seed("urls", 0, [new()]),
    ):
        with pytest.raises(FrontierError, match="OOM") as caught:
            grows()
        assert caught.value.passing
        assert frontier.counts() == before
    frontier.complete(first, DONE)
    frontier.complete(second, Completion(go_on(second)))
    frontier.bury(third, "no reason")
    assert len(frontier.extend([fourth])) == 1
    frontier.release(fourth)
    assert len(frontier.lease(9)) == 3


def test_a_full_server_knows_no_key_of_what_it_refused(
    client: redis.Redis, frontier: RedisFrontier, full: list[Lease]
) -> None:
    with pytest.raises(FrontierError):
        frontier.put([replace(new(), key=b"key")])
    client.config_set("maxmemory", "0")
    assert frontier.put([replace(new(), key=b"key")]) != [0]


def test_a_worker_that_leaves_gives_back_what_it_has(open_worker: Callable[..., RedisFrontier]) -> None:
    one, two = open_worker("one"), open_worker("two")
    one.register(b"on host a")
    two.register(b"on host b")
    one.put([new(b"%d" % n) for n in range(3)])
    assert len(one.lease(2)) == 2
    first, second = two.workers()
    assert (first.name, first.info, first.seconds_since, first.leases) == ("one", b"on host a", 0.0, 2)
    assert (second.name, second.leases) == ("two", 0)
    assert two.leave("one") == 2
    assert [worker.name for worker in two.workers()] == ["two"]
    assert payloads(two.lease(9)) == [b"0", b"1", b"2"]


def test_a_worker_that_concludes_takes_the_queue_with_it_only_if_it_is_the_last(
    client: redis.Redis, open_worker: Callable[..., RedisFrontier]
) -> None:
    one, two = open_worker("one"), open_worker("two")
    one.register()
    two.register()
    one.put([new(), new(delay=5), new(share="key"), new(share="key"), new(holds=("r",)), new(holds=("r",))])
    one.lease(9)
    one.remember("a", "b")
    assert not one.conclude(persist=False)
    assert two.counts().unfinished == 6
    assert not one.conclude(persist=True)
    assert two.conclude(persist=False)
    assert client.keys("*") == []


def test_a_purged_queue_is_gone_for_others_and_new_for_who_purged_it(
    client: redis.Redis, open_worker: Callable[..., RedisFrontier]
) -> None:
    one, two = open_worker("one"), open_worker("two")
    one.put([new()])
    assert two.counts().ready == 1
    assert one.purge()
    assert client.keys("*") == []
    with pytest.raises(FrontierLost):
        two.lease()
    one.put([new()])
    with pytest.raises(FrontierLost):
        two.lease()


@pytest.mark.parametrize("way", ["put", "finish", "resume", "leave"])
def test_who_found_nothing_is_woken_when_there_is_something(
    client: redis.Redis, open_worker: Callable[..., RedisFrontier], way: str
) -> None:
    one, two = open_worker("one"), open_worker("two")
    need = at("a", requires="api")
    two.put([new(bucket=need), new(bucket=need)])
    lease = only(two.lease())
    if way == "resume":
        two.pause(ControlTarget())
    assert one.lease() == []
    one.register()
    with client.pubsub(ignore_subscribe_messages=True) as wakes:
        wakes.subscribe(one.calls.notification_channel)
        wakes.get_message(timeout=150.0)
        if way == "put":
            two.put([new()])
        elif way == "finish":
            two.complete(lease, DONE)
        elif way == "resume":
            two.release(lease)
            two.resume(ControlTarget())
        else:
            two.leave()
        message = None
        while message is None:
            message = wakes.get_message(timeout=150.0)
        assert message["channel"] == b"{quotes:requests}:wake"
        # Once for all: nobody is idle now.
        two.put([new()])
        assert wakes.get_message() is None


def test_a_seen_key_of_another_name_is_used(client: redis.Redis, open_worker: Callable[..., RedisFrontier]) -> None:
    frontier = open_worker("one", seen_key="{quotes:requests}:dupefilter")
    frontier.put([replace(new(), key=b"a")])
    assert client.smembers("{quotes:requests}:dupefilter") == {b"a"}


def test_keys_may_be_known_by_bits_that_are_those_of_a_filter_in_memory(
    client: redis.Redis, open_worker: Callable[..., RedisFrontier]
) -> None:
    frontier, filter_ = open_worker("one", seen_key=BITS), BloomSet(Bloom(3, 8000, 7))
    keys = [f"key {number}".encode() for number in range(300)]
    assert all(frontier.put([replace(new(), key=key) for key in keys]))
    assert not any(frontier.put([replace(new(), key=key) for key in keys[:50]]))
    assert frontier.put([replace(new(), key=key) for key in (b"x", b"x", b"")])[1] == 0
    for key in (*keys, b"x"):
        filter_.add(key)
    assert [client.get(f"{BITS}:{shard}") for shard in range(3)] == list(filter_.dump())
    assert client.hgetall(BITS) == {b"added": b"301"}
    lease = only(frontier.lease())
    child = [replace(new(), key=keys[0]), replace(new(), key=b"y")]
    frontier.complete(lease, Completion(Finish(), spawned=child))
    assert client.hget(BITS, "added") == b"302"


def test_a_queue_that_is_purged_leaves_no_bits(client: redis.Redis, open_worker: Callable[..., RedisFrontier]) -> None:
    frontier = open_worker("one", seen_key=BITS)
    frontier.put([replace(new(), key=f"{number}".encode()) for number in range(30)])
    frontier.purge()
    assert not client.keys()


def test_each_who_brings_a_part_of_a_source_is_told_what_it_has_brought(
    client: redis.Redis, open_worker: Callable[..., RedisFrontier]
) -> None:
    one, two = (open_worker(name).calls for name in ("one", "two"))
    part = [replace(new(), key=key) for key in (b"a", b"b", b"a")]
    assert send(client, one.come("urls")) == 0
    call = one.seed_and_count("urls", 0, part)
    assert send(client, call) == SeedResult(come=3, brought=3, known=1)
    assert send(client, two.seed_and_count("urls", 0, part)) == SeedResult(come=3, brought=0, known=0)
    assert send(client, two.seed_and_count("urls", 3, part[:1])) == SeedResult(come=4, brought=1, known=1)
    # What was answered stays true for whoever has not heard it.
    assert send(client, call) == SeedResult(come=3, brought=3, known=1)
    assert send(client, one.come("urls")) == send(client, two.come("urls")) == 4


def test_a_worker_that_has_left_is_not_remembered(
    client: redis.Redis, open_worker: Callable[..., RedisFrontier]
) -> None:
    calls = open_worker("one").calls
    send(client, calls.seed_and_count("urls", 0, [new()]))
    called = META.replace("meta", "called")
    assert client.hkeys(called) == [b"one seed"]
    send(client, calls.leave())
    assert client.hkeys(called) == []


@pytest.mark.parametrize("way", ["renew", "settle"])
def test_what_was_told_of_sources_is_forgotten_with_how_far_they_have_come(
    client: redis.Redis, open_worker: Callable[..., RedisFrontier], way: str
) -> None:
    one, two = (open_worker(name).calls for name in ("one", "two"))
    send(client, one.seed_and_count("urls", 0, [replace(new(), key=b"a")]))
    send(client, one.announce("ours", "urls"))
    send(client, two.announce("theirs", "others"))

    def forget() -> object:
        if way == "renew":
            return send(client, one.renew())
        return repeat(lambda call: send(client, call), lambda _: one.settle(()))

    assert not forget()
    assert send(client, two.announced()) == {"ours": "urls", "theirs": "others"}
    assert send(client, two.come("urls")) == 1
    send(client, two.purge())
    one, two = (open_worker(name).calls for name in ("one", "two"))
    send(client, one.seed_and_count("urls", 0, []))
    send(client, one.announce("ours", "urls"))
    assert forget()
    assert send(client, two.announced()) == {}


def send_among_foreign(client: redis.Redis, call: ScriptCall[Any], key: str) -> None:
    """Send a call that fails midway, since a key of the queue is somebody else's."""
    name, stored = META.replace("meta", key), client.dump(META.replace("meta", key))
    client.delete(name)
    client.set(name, "foreign")
    with pytest.raises(FrontierError, match=r"cannot be used|not the queue's"):
        send(client, call)
    client.delete(name)
    if stored:
        client.restore(name, 0, stored)


@pytest.mark.parametrize(("key", "delay"), [("delays", 5.0), ("rank", 0.0)])
def test_a_part_of_a_source_that_failed_midway_has_not_come(
    client: redis.Redis, frontier: RedisFrontier, key: str, delay: float
) -> None:
    frontier.put([new(bucket=at("other"))])
    call = frontier.calls.seed_and_count("urls", 0, [new(delay=delay)])
    send_among_foreign(client, call, key)
    assert send(client, call) == SeedResult(come=0, brought=0, known=0)
    assert send(client, frontier.calls.seed_and_count("urls", 0, [new()])) == SeedResult(come=1, brought=1, known=0)


def test_a_call_that_failed_midway_has_an_answer_when_it_is_sent_again(
    client: redis.Redis, frontier: RedisFrontier
) -> None:
    frontier.put([new()])
    exchange = frontier.calls.exchange(put=[new(delay=5)])
    send_among_foreign(client, exchange, "delays")
    answer = send(client, exchange)
    assert (answer.repeated, answer.ids) == (True, (0,))
    frontier.bury(only(frontier.lease()), "no reason")
    requeue = frontier.calls.requeue()
    send_among_foreign(client, requeue, "queue:t|main||")
    assert send(client, requeue) == Ordered(0)


def test_a_queue_that_is_purged_leaves_nobody_who_waits_for_a_value(
    client: redis.Redis, open_worker: Callable[..., RedisFrontier]
) -> None:
    frontier = open_worker("one")
    frontier.put([new(share="key") for _ in range(3)])
    only(frontier.lease(9))
    assert frontier.counts().parked == 2
    frontier.purge()
    assert client.keys() == []


def test_many_overdue_leases_are_ended_in_slices(open_worker: Callable[..., RedisFrontier], clock: Clock) -> None:
    frontier = open_worker("one")
    frontier.put([new() for _ in range(505)])
    frontier.lease(505)
    clock.turn(3600)
    assert [frontier.expire() for _ in range(4)] == [250, 250, 5, 0]


def test_a_call_reads_the_answer_to_it() -> None:
    call = ScriptCall(load("snapshot"), ("a", b"b"), (b"c",), int)
    assert call.read("7") == 7


def test_steps_are_compared_by_what_they_say() -> None:
    lease = Lease(new().entry, 1, 2.0)
    assert Complete(lease, DONE) == Complete(lease, DONE)
