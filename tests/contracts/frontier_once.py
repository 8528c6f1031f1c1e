"""What is queued once only: tasks with a key, and the tasks of a source that is stored in parts."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from scrapy_bt.errors import LeaseLost
from scrapy_bt.frontier.completion import AwaitResume, Completion, Finish, Park, Requeue
from scrapy_bt.frontier.entries import DeadLetter, Lease
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.protocol import Frontier
from tests.contracts.workshop import (
    DONE,
    FAILED,
    LEASE_SECONDS,
    Clock,
    Contract,
    at,
    finish_all,
    go_on,
    new,
    only,
    payloads,
)


def keyed(key: bytes, payload: bytes = b"", **facts: object) -> Requeue:
    return replace(new(payload, **facts), key=key)  # type: ignore[arg-type]


def run(frontier: Frontier, lease: Lease) -> None: ...


def go_on_waiting(frontier: Frontier, lease: Lease) -> None:
    frontier.complete(lease, Completion(go_on(lease)))


def go_on_later(frontier: Frontier, lease: Lease) -> None:
    frontier.complete(lease, Completion(go_on(lease, delay=5)))


def park(frontier: Frontier, lease: Lease) -> None:
    frontier.complete(lease, Completion(Park(lease.entry, 9), spawned=[new(b"part", delay=99, join=9)]))


def pause_itself(frontier: Frontier, lease: Lease) -> None:
    frontier.complete(lease, Completion(AwaitResume(lease.entry)))


def bury(frontier: Frontier, lease: Lease) -> None:
    frontier.bury(lease, "no reason")


def die(frontier: Frontier, lease: Lease) -> None:
    frontier.complete(lease, Completion(Finish(success=False), dead=DeadLetter(lease.entry, "no reason")))


def finish(frontier: Frontier, lease: Lease) -> None:
    frontier.complete(lease, DONE)


def fail(frontier: Frontier, lease: Lease) -> None:
    frontier.complete(lease, FAILED)


def be_stopped(frontier: Frontier, lease: Lease) -> None:
    frontier.stop(ControlTarget(task=lease.entry.id))
    frontier.complete(lease, DONE)


def be_stopped_waiting(frontier: Frontier, lease: Lease) -> None:
    frontier.release(lease)
    frontier.stop(ControlTarget(task=lease.entry.id))


def be_dropped(frontier: Frontier, lease: Lease) -> None:
    frontier.bury(lease, "no reason")
    assert frontier.drop() == 1


def be_requeued(frontier: Frontier, lease: Lease) -> None:
    frontier.bury(lease, "no reason")
    assert frontier.requeue() == 1


def end_requeued(frontier: Frontier, lease: Lease) -> None:
    be_requeued(frontier, lease)
    frontier.complete(only(frontier.lease()), DONE)


FATES = (
    run,
    go_on_waiting,
    go_on_later,
    park,
    pause_itself,
    bury,
    die,
    finish,
    fail,
    be_stopped,
    be_stopped_waiting,
    be_dropped,
    be_requeued,
    end_requeued,
)


class KeyContract(Contract):
    def test_a_key_is_queued_once_in_one_put(self, frontier: Frontier) -> None:
        ids = frontier.put([keyed(b"a", b"1"), keyed(b"b", b"2"), keyed(b"a", b"3"), keyed(b"b", b"4"), new(b"5")])
        assert [bool(task_id) for task_id in ids] == [True, True, False, False, True]
        assert len(set(ids)) == 4
        leases = frontier.lease(9)
        assert payloads(leases) == [b"1", b"2", b"5"]
        assert [lease.entry.id for lease in leases] == [task_id for task_id in ids if task_id]

    def test_a_key_is_queued_once_in_two_puts(self, frontier: Frontier) -> None:
        assert frontier.put([keyed(b"a", b"1")]) != [0]
        assert frontier.put([keyed(b"a", b"2")]) == [0]
        assert frontier.counts().ready == 1
        assert payloads(frontier.lease(9)) == [b"1"]

    def test_the_empty_key_is_none(self, frontier: Frontier) -> None:
        ids = frontier.put([keyed(b""), keyed(b"")]) + frontier.put([keyed(b"")])
        assert len(set(ids)) == 3
        assert 0 not in ids

    @pytest.mark.parametrize(
        "keys",
        [
            [b"a", b"aa", b"aaa", b"\x00", b"\x00\x00"],
            [b"\x00\xff" * 7, b"\xff\x00" * 7, b"\x00" * 14, b"\n" * 14],
            [b"x" * 255, b"x" * 256, b"x" * 70_000, b"x" * 69_999 + b"y"],
        ],
    )
    def test_any_bytes_are_a_key(self, frontier: Frontier, keys: list[bytes]) -> None:
        assert 0 not in frontier.put(keyed(key) for key in keys)
        assert frontier.put(keyed(key) for key in reversed(keys)) == [0] * len(keys)

    def test_another_bucket_payload_or_delay_does_not_make_it_another_task(self, frontier: Frontier) -> None:
        frontier.put([keyed(b"a", b"1", bucket=at("x"))])
        assert frontier.put([keyed(b"a", b"2", bucket=at("y", tree="u"), delay=5, session=7)]) == [0]
        assert frontier.counts().unfinished == 1

    @pytest.mark.parametrize("fate", FATES)
    def test_a_key_stays_known_whatever_becomes_of_its_task(
        self, frontier: Frontier, fate: Callable[[Frontier, Lease], None]
    ) -> None:
        frontier.put([keyed(b"a")])
        fate(frontier, only(frontier.lease()))
        before = frontier.counts()
        assert frontier.put([keyed(b"a")]) == [0]
        frontier.put([new(b"parent")])
        parent = next(lease for lease in frontier.lease(9) if lease.entry.payload == b"parent")
        frontier.complete(parent, Completion(Finish(), spawned=[keyed(b"a")]))
        after = frontier.counts()
        assert (after.unfinished, after.dead) == (before.unfinished, before.dead)

    def test_a_key_stays_known_when_the_lease_of_its_task_is_lost(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([keyed(b"a")])
        frontier.lease()
        clock.turn(LEASE_SECONDS + 1)
        frontier.expire()
        assert frontier.put([keyed(b"a")]) == [0]

    def test_a_delayed_task_is_known_before_it_is_due_and_after(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([keyed(b"a", delay=10)])
        assert frontier.put([keyed(b"a")]) == [0]
        assert frontier.lease(9) == []
        clock.turn(10)
        finish_all(frontier, [only(frontier.lease(9))])
        assert frontier.put([keyed(b"a")]) == [0]

    def test_a_key_of_a_step_that_goes_on_says_nothing(self, frontier: Frontier) -> None:
        frontier.put([keyed(b"a")])
        lease = only(frontier.lease())
        frontier.complete(lease, Completion(replace(go_on(lease), key=b"a")))
        lease = only(frontier.lease())
        frontier.complete(lease, Completion(replace(go_on(lease), key=b"b")))
        assert frontier.put([keyed(b"b")]) != [0]
        assert frontier.counts().ready == 2

    def test_a_task_that_cannot_be_stored_leaves_its_key_unknown(self, frontier: Frontier) -> None:
        with pytest.raises(ValueError, match="64 bits"):
            frontier.put([keyed(b"good"), keyed(b"bad", join=1 << 70)])
        assert frontier.put([keyed(b"good")]) == [0]
        assert frontier.put([keyed(b"bad")]) != [0]

    def test_spawned_tasks_are_queued_once(self, frontier: Frontier) -> None:
        frontier.put([new(), keyed(b"a", b"a")])
        parent, _ = frontier.lease(9)
        spawned = [keyed(b"a", b"known"), keyed(b"b", b"b"), keyed(b"b", b"twice"), keyed(b"c", b"c", delay=5)]
        frontier.complete(parent, Completion(Finish(), spawned=spawned))
        assert payloads(frontier.lease(9)) == [b"b"]
        assert frontier.counts().delayed == 1
        assert frontier.put([keyed(b"b"), keyed(b"c")]) == [0, 0]

    def test_keys_of_a_step_that_is_refused_or_comes_too_late_stay_unknown(
        self, frontier: Frontier, clock: Clock
    ) -> None:
        frontier.put([new()])
        lost = only(frontier.lease())
        with pytest.raises(ValueError, match="64 bits"):
            frontier.complete(lost, Completion(Finish(), spawned=[keyed(b"a"), new(join=1 << 70)]))
        clock.turn(LEASE_SECONDS + 1)
        frontier.expire()
        with pytest.raises(LeaseLost):
            frontier.complete(lost, Completion(Finish(), spawned=[keyed(b"a")]))
        assert frontier.put([keyed(b"a")]) != [0]

    def test_what_a_stopped_task_would_have_spawned_stays_unknown(self, frontier: Frontier) -> None:
        frontier.put([new()])
        lease = only(frontier.lease())
        frontier.stop(ControlTarget(task=lease.entry.id))
        frontier.complete(lease, Completion(Finish(), spawned=[keyed(b"a")]))
        assert frontier.put([keyed(b"a")]) != [0]

    def test_known_parts_are_not_counted_in_their_join(self, frontier: Frontier) -> None:
        frontier.put([new(b"parent"), keyed(b"a", b"elsewhere", delay=99)])
        parent = only(frontier.lease())
        parts = [keyed(b"a", join=9), keyed(b"b", b"part", join=9), keyed(b"b", join=9)]
        frontier.complete(parent, Completion(Park(parent.entry, 9), spawned=parts))
        part = only(frontier.lease(9))
        assert part.entry.payload == b"part"
        frontier.complete(part, DONE)
        resumed = only(frontier.lease(9))
        assert (resumed.entry.id, resumed.joined, resumed.failed) == (parent.entry.id, 9, False)

    def test_a_join_whose_parts_are_all_known_is_over_at_once(self, frontier: Frontier) -> None:
        frontier.put([new(b"parent"), keyed(b"a", delay=99), keyed(b"b", delay=99)])
        parent = only(frontier.lease())
        parts = [keyed(b"a", join=9), keyed(b"b", join=9)]
        frontier.complete(parent, Completion(Park(parent.entry, 9), spawned=parts))
        assert frontier.counts().parked == 0
        resumed = only(frontier.lease(9))
        assert (resumed.entry.id, resumed.joined, resumed.failed) == (parent.entry.id, 9, False)

    def test_a_part_whose_successor_is_known_ends_its_join(self, frontier: Frontier) -> None:
        frontier.put([new(b"parent"), keyed(b"a", delay=99)])
        parent = only(frontier.lease())
        frontier.complete(parent, Completion(Park(parent.entry, 9), spawned=[new(join=9)]))
        frontier.complete(only(frontier.lease()), Completion(Finish(), spawned=[keyed(b"a", join=9)]))
        assert only(frontier.lease(9)).joined == 9

    def test_a_known_task_ends_no_join_but_its_own(self, frontier: Frontier) -> None:
        """The one that was queued first knows nothing of the join of the other."""
        frontier.put([keyed(b"a", b"first"), new(b"parent", at("parent"))])
        first, parent = sorted(frontier.lease(9), key=lambda lease: lease.entry.payload)
        parts = [keyed(b"a", join=9), new(b"part", join=9)]
        frontier.complete(parent, Completion(Park(parent.entry, 9), spawned=parts))
        frontier.complete(first, FAILED)
        assert frontier.counts().parked == 1
        frontier.complete(only(frontier.lease(9)), DONE)
        assert not only(frontier.lease(9)).failed

    def test_a_requeued_letter_is_the_same_task_again(self, frontier: Frontier) -> None:
        (task_id,) = frontier.put([keyed(b"a")])
        frontier.bury(only(frontier.lease()), "no reason")
        assert frontier.requeue([task_id]) == 1
        assert only(frontier.lease(9)).entry.id == task_id


class SeedContract(Contract):
    def test_a_source_is_stored_from_its_beginning(self, frontier: Frontier) -> None:
        assert frontier.seed("urls", 0, [new(b"0"), new(b"1", delay=5), new(b"2")]) == 3
        assert payloads(frontier.lease(9)) == [b"0", b"2"]
        assert frontier.counts().delayed == 1

    def test_a_source_is_stored_in_parts(self, frontier: Frontier) -> None:
        assert frontier.seed("urls", 0, [new(b"0"), new(b"1")]) == 2
        assert frontier.seed("urls", 2, [new(b"2")]) == 3
        assert frontier.seed("urls", 3, [new(b"3"), new(b"4")]) == 5
        assert payloads(frontier.lease(9)) == [b"0", b"1", b"2", b"3", b"4"]

    @pytest.mark.parametrize("offset", [0, 1, 3, 99])
    def test_from_elsewhere_nothing_is_stored(self, frontier: Frontier, offset: int) -> None:
        frontier.seed("urls", 0, [new(b"0"), new(b"1")])
        assert frontier.seed("urls", offset, [keyed(b"a", b"wrong"), new(b"wrong"), new(b"wrong")]) == 2
        assert payloads(frontier.lease(9)) == [b"0", b"1"]
        assert frontier.put([keyed(b"a")]) != [0]

    def test_a_source_that_nobody_has_begun_has_come_nowhere(self, frontier: Frontier) -> None:
        assert frontier.seed("urls", 5, [new()]) == 0
        assert frontier.counts().unfinished == 0

    def test_without_entries_it_says_how_far_it_has_come(self, frontier: Frontier) -> None:
        assert frontier.seed("urls", 0, []) == 0
        frontier.seed("urls", 0, [new(), new()])
        assert [frontier.seed("urls", offset, []) for offset in (0, 2, 7)] == [2, 2, 2]

    def test_sources_are_told_apart_by_their_names(self, frontier: Frontier) -> None:
        assert frontier.seed("urls", 0, [new(b"0"), new(b"1")]) == 2
        assert frontier.seed("", 0, [new(b"2")]) == 1
        assert frontier.seed("fichier/é", 0, [new(b"3")]) == 1
        assert frontier.seed("urls", 2, [new(b"4")]) == 3
        assert payloads(frontier.lease(9)) == [b"0", b"1", b"2", b"3", b"4"]

    def test_workers_take_permits(self, frontier: Frontier) -> None:
        """Each goes on from where the source has come, whoever stored what is before."""
        source = [new(b"%d" % n) for n in range(10)]
        come = [0, 0]
        worker = 0
        while come != [10, 10]:
            here = come[worker]
            come[worker] = frontier.seed("urls", here, source[here : here + 2 + worker])
            worker = 1 - worker
        assert payloads(frontier.lease(99)) == [b"%d" % n for n in range(10)]

    def test_what_was_leased_or_finished_meanwhile_is_not_stored_again(self, frontier: Frontier) -> None:
        frontier.seed("urls", 0, [new(b"0"), new(b"1")])
        finish_all(frontier, frontier.lease(1))
        frontier.lease(1)
        assert frontier.seed("urls", 0, [new(b"0"), new(b"1")]) == 2
        assert frontier.lease(9) == []

    def test_entries_with_keys_are_queued_once_and_all_counted(self, frontier: Frontier) -> None:
        frontier.put([keyed(b"a", b"put")])
        assert frontier.seed("urls", 0, [keyed(b"a"), keyed(b"b", b"b"), keyed(b"b"), new(b"plain")]) == 4
        assert frontier.seed("urls", 4, [keyed(b"b")]) == 5
        assert payloads(frontier.lease(9)) == [b"put", b"b", b"plain"]
        assert frontier.put([keyed(b"b")]) == [0]

    def test_a_part_with_an_entry_that_cannot_be_stored_is_refused_as_a_whole(self, frontier: Frontier) -> None:
        with pytest.raises(ValueError, match="64 bits"):
            frontier.seed("urls", 0, [keyed(b"a"), new(join=1 << 70)])
        assert frontier.counts().unfinished == 0
        assert frontier.seed("urls", 0, [keyed(b"a", b"a")]) == 1
        assert payloads(frontier.lease(9)) == [b"a"]

    def test_ids_of_a_source_are_those_of_no_other_task(self, frontier: Frontier) -> None:
        before = frontier.put([new(), new()])
        frontier.seed("urls", 0, [new(id=before[0]), new()])
        after = frontier.put([new()])
        ids = [lease.entry.id for lease in frontier.lease(9)]
        assert len(set(ids)) == 5
        assert {*before, *after} < set(ids)
