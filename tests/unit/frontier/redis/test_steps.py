import pytest

from scrapy_bt.frontier.completion import Completion, Finish, MakingOutcome, Park
from scrapy_bt.frontier.entries import DeadLetter
from scrapy_bt.frontier.redis.call import Complete, ReleaseLease
from scrapy_bt.frontier.redis.entries import Buckets
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from scrapy_bt.frontier.redis.steps import Steps, grows, is_bare, pack_step
from tests.contracts.workshop import DONE, FAILED, go_on, new, only


def buckets() -> Buckets:
    return Buckets(lambda bucket: len(bucket.node))


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
        ReleaseLease(leases[1]),
        Complete(leases[4], DONE),
    ]
    *_, refused, lost, last = ended = frontier.exchange(steps=steps).ended
    assert ended[:5] == (True, True, False, True, True)
    assert refused == f"task {leases[4].entry.id} cannot wait for the join 9: another task does"
    assert (lost, last) == (False, True)


def test_of_several_steps_of_one_lease_the_first_counts(frontier: RedisFrontier) -> None:
    frontier.put([new(), new()])
    first, second = frontier.lease(2)
    steps = [ReleaseLease(first), Complete(first, DONE), Complete(second, DONE), ReleaseLease(second)]
    assert frontier.exchange(steps=steps).ended == (True, False, True, False)
    assert frontier.counts().ready == 1


def test_a_step_of_which_nothing_is_answered_was_lost(frontier: RedisFrontier) -> None:
    frontier.put([new(), new()])
    first, second = frontier.lease(2)
    steps = Steps([Complete(first, DONE), ReleaseLease(second)], buckets(), 0.0)
    assert steps.read([], b"", b"") == (False, False)


def test_what_is_bare_is_a_finish_of_which_nothing_else_is_said(frontier: RedisFrontier) -> None:
    frontier.put([new()])
    lease = only(frontier.lease())
    assert is_bare(DONE)
    assert is_bare(FAILED)
    for completion in (
        Completion(go_on(lease)),
        Completion(Finish(), spawned=[new()]),
        Completion(Finish(), made=[MakingOutcome("key", None)]),
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
    assert not grows([], [Complete(lease, DONE), ReleaseLease(lease)])
