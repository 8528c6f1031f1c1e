from dataclasses import replace

import pytest
import redis

from scrapy_bt.frontier.protocol import Completion, DeadLetter, Finish, Made, Park, SharedValue
from scrapy_bt.frontier.redis.call import Complete, Release
from scrapy_bt.frontier.redis.exchange import Buckets, Entries, Steps, grows, is_bare, pack_step
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from tests.contracts.workshop import DONE, FAILED, Clock, at, go_on, new, only, payloads


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def frontier(client: redis.Redis, clock: Clock) -> RedisFrontier:
    return RedisFrontier(client, "q", number=lambda bucket: 0.0, limits={}, ageing=0.0, clock=clock)


def buckets() -> Buckets:
    return Buckets(lambda bucket: len(bucket.node))


def test_each_bucket_is_named_once_with_its_number() -> None:
    named = buckets()
    entries = Entries([new(bucket=at(node)) for node in ("a", "a", "bb", "a")], named)
    assert [count for _, _, count in entries.runs] == [2, 1, 1]
    assert [number for _, number in named.list()] == [1.0, 2.0]


def test_entries_of_one_bucket_and_delay_are_one_run() -> None:
    entries = Entries([new(), new(), new(delay=5), new(delay=-1)], buckets())
    assert [(delay, count) for _, delay, count in entries.runs] == [(0.0, 2), (5, 1), (0.0, 1)]


@pytest.mark.parametrize(
    ("keys", "keyed", "arguments"),
    [([b"", b""], False, 2), ([b"ab", b"cd"], 2, 3), ([b"ab", b""], 0, 4), ([b"a", b"bcd"], 0, 4)],
)
def test_keys_of_one_length_go_together(keys: list[bytes], keyed: int | bool, arguments: int) -> None:
    entries = Entries([replace(new(), key=key) for key in keys], buckets())
    assert entries.keyed is keyed or entries.keyed == keyed
    assert len(entries.args) == arguments


@pytest.mark.parametrize("keys", [[b"ab", b"cd", b"ab"], [b"a", b"bcd", b"a", b"", b""]])
def test_keys_are_known_from_then_on_however_they_are_sent(frontier: RedisFrontier, keys: list[bytes]) -> None:
    put = [replace(new(), key=key) for key in keys]
    first = frontier.put(put)
    assert [task_id == 0 for task_id in first] == [key != b"" and key in keys[:at] for at, key in enumerate(keys)]
    assert [task_id == 0 for task_id in frontier.put(put)] == [key != b"" for key in keys]


def test_a_batch_larger_than_a_command_takes_is_stored_and_leased_whole(frontier: RedisFrontier) -> None:
    put = [replace(new(b"%d" % n), key=b"%05d" % n) for n in range(2500)]
    answer = frontier.exchange(put=put, lease=2500)
    assert answer.ids == tuple(range(1, 2501))
    assert payloads(answer.leases) == [item.entry.payload for item in put]
    assert [lease.entry.id for lease in answer.leases] == list(answer.ids)
    tokens = [lease.token for lease in answer.leases]
    assert tokens == sorted(set(tokens))
    ended = frontier.exchange(steps=[Complete(lease, DONE) for lease in answer.leases])
    assert ended.ended == (True,) * 2500
    assert ended.counts.unfinished == 0


def test_steps_are_answered_in_their_order(frontier: RedisFrontier) -> None:
    frontier.put([new(b"%d" % n) for n in range(5)])
    leases = frontier.lease(5)
    steps = [
        Complete(leases[0], DONE),
        Complete(leases[1], Completion(go_on(leases[1]))),
        Complete(leases[0], FAILED),
        Complete(leases[2], FAILED),
        Complete(leases[3], Completion(Park(leases[3].entry, 9), spawned=[new(b"part", delay=9, join=9)])),
        Complete(leases[4], Completion(Park(leases[4].entry, 9))),
        Release(leases[1]),
        Complete(leases[4], DONE),
    ]
    *_, refused, lost, last = ended = frontier.exchange(steps=steps).ended
    assert ended[:5] == (True, True, False, True, True)
    assert refused == f"task {leases[4].entry.id} cannot wait for the join 9: another task does"
    assert (lost, last) == (False, True)


def test_of_several_steps_of_one_lease_the_first_counts(frontier: RedisFrontier) -> None:
    frontier.put([new(), new()])
    first, second = frontier.lease(2)
    steps = [Release(first), Complete(first, DONE), Complete(second, DONE), Release(second)]
    assert frontier.exchange(steps=steps).ended == (True, False, True, False)
    assert frontier.counts().ready == 1


def test_what_is_bare_is_a_finish_of_which_nothing_else_is_said(frontier: RedisFrontier) -> None:
    frontier.put([new()])
    lease = only(frontier.lease())
    assert is_bare(DONE)
    assert is_bare(FAILED)
    for completion in (
        Completion(go_on(lease)),
        Completion(Finish(), spawned=[new()]),
        Completion(Finish(), made=[Made("key", None)]),
        Completion(Finish(), invalidated={"key": 1}),
        Completion(Finish(), measured={"a": 1.0}),
        Completion(Finish(), rounds={"a": 1.0}),
        Completion(Finish(), cookies={1: b""}),
        Completion(Finish(success=False), dead=DeadLetter(lease.entry, "")),
    ):
        assert not is_bare(completion)


def test_what_was_measured_of_many_steps_adds_up(frontier: RedisFrontier) -> None:
    frontier.put([new(), new(), new(join=4)])
    leases = frontier.lease(3)
    measured = [Completion(Finish(success=n != 1), measured={"a": n + 1.0}, rounds={"b": 2.0}) for n in range(3)]
    frontier.exchange(steps=[Complete(lease, step) for lease, step in zip(leases, measured, strict=True)])
    assert frontier.weights() == {"a": (3, 14.0)}
    assert frontier.rounds() == {"b": (3, 6.0)}


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_what_is_measured_is_finite(frontier: RedisFrontier, value: float) -> None:
    frontier.put([new()])
    step = Complete(only(frontier.lease()), Completion(Finish(), measured={"a": value}))
    with pytest.raises(ValueError, match="a finite number"):
        pack_step(step, buckets(), 0.0)


def test_new_tasks_take_room_and_ends_do_not(frontier: RedisFrontier) -> None:
    frontier.put([new()])
    lease = only(frontier.lease())
    assert grows([new()], [])
    assert grows([], [Complete(lease, Completion(Finish(), spawned=[new()]))])
    assert not grows([], [Complete(lease, DONE), Release(lease)])


def test_cookies_come_with_the_leases_and_their_values(frontier: RedisFrontier) -> None:
    (owner,) = frontier.put([new(share="session")])
    maker = only(frontier.lease())
    made = Made("session", SharedValue(b"token", session=owner))
    step = Completion(go_on(maker, delay=9), made=[made], cookies={owner: b"of the maker"})
    (other,) = frontier.put([new()])
    frontier.complete(maker, step)
    lease = only(frontier.lease())
    frontier.complete(lease, Completion(go_on(lease), cookies={other: b"its own"}))
    frontier.put([new(share="session"), new()])
    answer = frontier.exchange(lease=9)
    assert len(answer.leases) == 3
    assert answer.cookies == {owner: b"of the maker", other: b"its own"}


def test_a_step_of_which_nothing_is_answered_was_lost(frontier: RedisFrontier) -> None:
    frontier.put([new(), new()])
    first, second = frontier.lease(2)
    steps = Steps([Complete(first, DONE), Release(second)], buckets(), 0.0)
    assert steps.read([], b"", b"") == (False, False)
