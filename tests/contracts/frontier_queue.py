"""The order of tasks, delays and leases, as every frontier has to do them."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from scrapy_bt.errors import LeaseLost
from scrapy_bt.frontier.completion import AwaitResume, Completion, Finish, MakingOutcome, Park, Requeue
from scrapy_bt.frontier.entries import Entry, SharedValue
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.protocol import Frontier
from tests.contracts.workshop import DONE, LEASE_SECONDS, Clock, Contract, at, finish_all, go_on, new, only, payloads


class QueueContract(Contract):
    def test_it_is_a_frontier(self, frontier: Frontier) -> None:
        assert isinstance(frontier, Frontier)

    def test_an_empty_one_leases_nothing(self, frontier: Frontier) -> None:
        assert frontier.lease(5) == []
        assert frontier.counts().unfinished == 0
        assert frontier.next_due() is None
        assert frontier.status() == []

    def test_put_gives_ids_that_are_never_given_again(self, frontier: Frontier) -> None:
        first = frontier.put([new(), new()])
        finish_all(frontier, frontier.lease(2))
        second = frontier.put([new()])
        assert len({*first, *second}) == 3
        assert 0 not in first

    def test_put_gives_a_new_id_to_an_entry_that_names_one(self, frontier: Frontier) -> None:
        taken = frontier.put([new()])
        assert frontier.put([new(id=taken[0])]) != taken
        assert frontier.counts().ready == 2

    def test_what_was_given_before_the_iterable_raised_is_stored(self, frontier: Frontier) -> None:
        def broken() -> Iterator[Requeue]:
            yield new(b"good")
            raise LookupError("the file ends here")

        with pytest.raises(LookupError, match="ends here"):
            frontier.put(broken())
        assert payloads(frontier.lease(9)) == [b"good"]

    def test_a_lease_holds_the_entry_as_it_was_put(self, frontier: Frontier) -> None:
        entry = Entry(at("main/x", boost=1.5, requires="r"), b"\x00payload", 0, 77, 88, "key", ("held",))
        (task_id,) = frontier.put([Requeue(entry)])
        lease = only(frontier.lease())
        assert lease.entry == replace(entry, id=task_id)

    def test_a_task_without_a_session_is_leased_with_its_own(self, frontier: Frontier) -> None:
        (task_id,) = frontier.put([new()])
        assert only(frontier.lease()).entry.session == task_id

    def test_tasks_of_a_bucket_are_leased_in_the_order_of_their_coming(self, frontier: Frontier) -> None:
        frontier.put(new(b"%d" % n) for n in range(5))
        assert payloads(frontier.lease(3)) == [b"0", b"1", b"2"]
        assert payloads(frontier.lease(3)) == [b"3", b"4"]

    def test_a_leased_task_is_not_leased_again(self, frontier: Frontier) -> None:
        frontier.put([new()])
        assert len(frontier.lease(5)) == 1
        assert frontier.lease(5) == []

    def test_the_lowest_number_is_leased_first(self, open_frontier: Callable[..., Frontier]) -> None:
        frontier = open_frontier(number=lambda bucket: {"slow": 9.0, "fast": 1.0, "middle": 5.0}[bucket.node])
        frontier.put([new(b"slow", at("slow")), new(b"fast", at("fast")), new(b"middle", at("middle"))])
        assert payloads(frontier.lease(3)) == [b"fast", b"middle", b"slow"]

    def test_the_order_holds_between_leases(self, open_frontier: Callable[..., Frontier]) -> None:
        frontier = open_frontier(number=lambda bucket: {"slow": 9.0, "fast": 1.0}[bucket.node])
        frontier.put([new(b"slow", at("slow")), new(b"slow", at("slow")), new(b"fast", at("fast"))])
        assert payloads(frontier.lease()) == [b"fast"]
        assert payloads(frontier.lease()) == [b"slow"]
        frontier.put([new(b"fast", at("fast"))])
        assert payloads(frontier.lease(2)) == [b"fast", b"slow"]

    def test_a_boost_of_the_bucket_is_taken_off(self, open_frontier: Callable[..., Frontier]) -> None:
        frontier = open_frontier(number=lambda bucket: {"slow": 9.0, "fast": 1.0}[bucket.node])
        frontier.put([new(b"fast", at("fast")), new(b"boosted", at("slow", boost=8.5)), new(b"slow", at("slow"))])
        assert payloads(frontier.lease(3)) == [b"boosted", b"fast", b"slow"]

    def test_ageing_lets_who_has_waited_long_go_first(
        self, open_frontier: Callable[..., Frontier], clock: Clock
    ) -> None:
        frontier = open_frontier(number=lambda bucket: {"slow": 10.0, "fast": 0.0}[bucket.node], ageing=0.1)
        frontier.put([new(b"slow", at("slow"))])
        clock.turn(99)
        frontier.put([new(b"fast", at("fast"))])
        assert payloads(frontier.lease()) == [b"fast"]
        clock.turn(2)
        frontier.put([new(b"fast", at("fast"))])
        assert payloads(frontier.lease(2)) == [b"slow", b"fast"]

    def test_only_the_wait_of_the_first_task_of_a_bucket_counts(
        self, open_frontier: Callable[..., Frontier], clock: Clock
    ) -> None:
        frontier = open_frontier(number=lambda bucket: {"slow": 10.0, "fast": 0.0}[bucket.node], ageing=0.1)
        frontier.put([new(b"slow", at("slow"))])
        clock.turn(200)
        frontier.put([new(b"late", at("slow")), new(b"fast", at("fast"))])
        assert payloads(frontier.lease(3)) == [b"slow", b"fast", b"late"]

    def test_rerank_asks_for_the_numbers_anew(self, open_frontier: Callable[..., Frontier]) -> None:
        numbers = {"a": 1.0, "b": 2.0}
        frontier = open_frontier(number=lambda bucket: numbers[bucket.node])
        frontier.put([new(b"a", at("a")), new(b"a", at("a")), new(b"b", at("b"))])
        assert payloads(frontier.lease()) == [b"a"]
        numbers["a"] = 3.0
        frontier.rerank()
        assert payloads(frontier.lease(2)) == [b"b", b"a"]

    def test_a_lease_says_how_long_its_task_has_waited(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new()])
        clock.turn(12)
        assert only(frontier.lease()).waited == pytest.approx(12)

    def test_a_finished_task_is_gone(self, frontier: Frontier) -> None:
        frontier.put([new()])
        frontier.complete(only(frontier.lease()), DONE)
        assert frontier.counts().unfinished == 0
        assert frontier.lease() == []

    def test_a_task_goes_on_with_its_id_and_its_join_from_what_its_step_says(self, frontier: Frontier) -> None:
        frontier.put([new(join=5)])
        lease = only(frontier.lease())
        step = Requeue(Entry(at("main/next"), b"next", id=999, join=6, session=44))
        frontier.complete(lease, Completion(step))
        expected = Entry(at("main/next"), b"next", lease.entry.id, join=5, session=44)
        assert only(frontier.lease()).entry == expected

    def test_a_task_that_goes_on_comes_after_those_of_its_bucket(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new(b"1"), new(b"2")])
        lease = only(frontier.lease())
        clock.turn(1)
        frontier.complete(lease, Completion(go_on(lease)))
        assert payloads(frontier.lease(2)) == [b"2", b"1"]

    def test_spawned_tasks_are_queued_with_the_step(self, frontier: Frontier) -> None:
        frontier.put([new(b"parent")])
        lease = only(frontier.lease())
        frontier.complete(lease, Completion(Finish(), spawned=[new(b"a"), new(b"b", delay=5)]))
        assert frontier.counts().ready == 1
        assert frontier.counts().delayed == 1
        assert payloads(frontier.lease(3)) == [b"a"]

    def test_counts_tell_the_states_apart(self, frontier: Frontier) -> None:
        frontier.put([new(b"%d" % n) for n in range(6)])
        leases = frontier.lease(5)
        frontier.complete(leases[0], Completion(go_on(leases[0], delay=5)))
        frontier.complete(leases[1], Completion(Park(leases[1].entry, 9), spawned=[new(join=9)]))
        frontier.complete(leases[2], Completion(AwaitResume(leases[2].entry)))
        frontier.bury(leases[3], "no reason")
        counts = frontier.counts()
        assert (counts.ready, counts.running, counts.delayed) == (2, 1, 1)
        assert (counts.parked, counts.paused, counts.dead) == (1, 1, 1)
        assert counts.unfinished == 6

    def test_status_lists_buckets_by_number(self, open_frontier: Callable[..., Frontier], clock: Clock) -> None:
        frontier = open_frontier(number=lambda bucket: {"slow": 9.0, "fast": 1.0}[bucket.node], ageing=0.5)
        frontier.put([new(bucket=at("slow")), new(bucket=at("fast", boost=0.25)), new(bucket=at("slow"))])
        clock.turn(3)
        first, second = frontier.status()
        assert (first.bucket, first.ready, first.number) == (at("fast", boost=0.25), 1, 0.75)
        assert (second.bucket, second.ready, second.number) == (at("slow"), 2, 9.0)
        assert second.oldest == pytest.approx(3)
        assert not second.paused
        assert not second.exhausted

    def test_a_number_that_no_store_holds_is_refused_and_changes_nothing(self, frontier: Frontier) -> None:
        with pytest.raises(ValueError, match="64 bits"):
            frontier.put([new(b"good"), new(join=1 << 70)])
        lease = only(frontier.lease(5))
        assert lease.entry.payload == b"good"
        with pytest.raises(ValueError, match="64 bits"):
            frontier.complete(lease, Completion(Finish(), spawned=[new(), new(session=1 << 70)]))
        assert frontier.counts().unfinished == 1
        frontier.complete(lease, DONE)


class DelayContract(Contract):
    def test_a_delayed_task_is_leased_when_it_is_due_and_not_before(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new(delay=10)])
        assert frontier.counts().delayed == 1
        clock.turn(9.5)
        assert frontier.lease() == []
        clock.turn(0.5)
        assert len(frontier.lease()) == 1

    def test_next_due_is_the_earliest_delay(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new(delay=10), new(delay=5), new(delay=7)])
        assert frontier.next_due() == pytest.approx(clock.now + 5)

    def test_next_due_is_the_end_of_a_lease_when_that_is_earlier(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new(delay=LEASE_SECONDS + 5), new()])
        frontier.lease()
        assert frontier.next_due() == pytest.approx(clock.now + LEASE_SECONDS)

    def test_the_wait_counts_from_when_the_task_got_ready(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new(delay=10)])
        clock.turn(13)
        assert only(frontier.lease()).waited == pytest.approx(3)

    def test_delayed_tasks_get_ready_in_the_order_of_their_times(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new(b"late", delay=9), new(b"early", delay=3), new(b"middle", delay=6)])
        clock.turn(10)
        assert payloads(frontier.lease(3)) == [b"early", b"middle", b"late"]

    def test_a_step_may_ask_for_a_delay(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new()])
        lease = only(frontier.lease())
        frontier.complete(lease, Completion(go_on(lease, delay=3)))
        assert frontier.lease() == []
        clock.turn(3)
        assert only(frontier.lease()).entry.id == lease.entry.id


class LeaseContract(Contract):
    def test_tokens_grow(self, frontier: Frontier) -> None:
        frontier.put([new(), new()])
        first, second = frontier.lease(2)
        frontier.complete(first, Completion(go_on(first)))
        third = only(frontier.lease())
        assert first.token < second.token < third.token

    def test_a_lease_is_completed_once(self, frontier: Frontier) -> None:
        frontier.put([new()])
        lease = only(frontier.lease())
        frontier.complete(lease, Completion(go_on(lease)))
        with pytest.raises(LeaseLost):
            frontier.complete(lease, DONE)
        assert frontier.counts().ready == 1

    def test_an_overdue_lease_gives_its_task_back(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new()])
        lease = only(frontier.lease())
        assert lease.deadline == pytest.approx(clock.now + LEASE_SECONDS)
        clock.turn(LEASE_SECONDS - 1)
        assert frontier.expire() == 0
        clock.turn(2)
        assert frontier.expire() == 1
        assert frontier.counts().ready == 1
        assert only(frontier.lease()).entry == lease.entry

    def test_an_expired_lease_is_lost_and_its_step_changes_nothing(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new(b"old")])
        lost = only(frontier.lease())
        clock.turn(LEASE_SECONDS + 1)
        frontier.expire()
        step = Completion(
            Finish(),
            spawned=[new()],
            made=[MakingOutcome("key", SharedValue(b"value"))],
            measured={"node": 1.0},
            rounds={"loop": 1.0},
            cookies={lost.entry.id: b"cookies"},
        )
        with pytest.raises(LeaseLost):
            frontier.complete(lost, step)
        held = only(frontier.lease(5))
        with pytest.raises(LeaseLost):
            frontier.complete(lost, step)
        with pytest.raises(LeaseLost):
            frontier.bury(lost, "too late")
        assert held.token > lost.token
        assert frontier.counts().unfinished == 1
        assert frontier.shared("key") is None
        assert frontier.weights() == {}
        assert frontier.rounds() == {}
        assert frontier.cookies(lost.entry.id) is None
        frontier.complete(held, DONE)

    def test_who_loses_its_lease_goes_to_the_end_of_its_bucket(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new(b"1"), new(b"2"), new(b"3"), new(b"4")])
        frontier.lease(2)
        clock.turn(LEASE_SECONDS + 1)
        assert frontier.expire() == 2
        again = frontier.lease(4)
        assert payloads(again) == [b"3", b"4", b"1", b"2"]
        assert again[2].waited == 0

    def lose(self, frontier: Frontier, clock: Clock, times: int) -> None:
        for _ in range(times):
            only(frontier.lease(9))
            clock.turn(LEASE_SECONDS + 1)
            assert frontier.expire() == 1

    def test_who_loses_too_many_leases_at_one_step_is_dead(
        self, open_frontier: Callable[..., Frontier], clock: Clock
    ) -> None:
        frontier = open_frontier(lease_losses=3)
        frontier.put([new(b"parent")])
        parent = only(frontier.lease())
        part = new(b"part", join=9, session=55)
        frontier.complete(parent, Completion(Park(parent.entry, 9), spawned=[part]))
        self.lose(frontier, clock, 3)
        letter = only(frontier.dead_letters())
        assert letter.entry.payload == b"part"
        assert letter.reason.startswith("its lease was lost 3 times")
        woken = only(frontier.lease(9))
        assert (woken.entry.payload, woken.failed) == (b"parent", True)

    def test_a_step_that_is_done_ends_the_count_of_lost_leases(
        self, open_frontier: Callable[..., Frontier], clock: Clock
    ) -> None:
        frontier = open_frontier(lease_losses=3)
        frontier.put([new(b"task")])
        for _ in range(3):
            self.lose(frontier, clock, 2)
            lease = only(frontier.lease())
            frontier.complete(lease, Completion(go_on(lease)))
        assert frontier.counts().dead == 0

    def test_a_letter_that_is_queued_again_has_lost_nothing(
        self, open_frontier: Callable[..., Frontier], clock: Clock
    ) -> None:
        frontier = open_frontier(lease_losses=2)
        frontier.put([new(b"task")])
        self.lose(frontier, clock, 2)
        assert frontier.requeue() == 1
        self.lose(frontier, clock, 1)
        assert frontier.counts().ready == 1

    def test_leases_may_be_lost_for_ever_where_nobody_says_how_often(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new(b"task")])
        self.lose(frontier, clock, 300)
        assert payloads(frontier.lease()) == [b"task"]

    def test_losses_are_kept_while_a_task_is_paused(self, open_frontier: Callable[..., Frontier], clock: Clock) -> None:
        frontier = open_frontier(lease_losses=2)
        (task,) = frontier.put([new(b"task", holds=("api",))])
        self.lose(frontier, clock, 1)
        frontier.pause(ControlTarget(task=task))
        frontier.resume(ControlTarget(task=task))
        self.lose(frontier, clock, 1)
        assert frontier.counts().dead == 1

    def test_an_extended_lease_lasts_longer(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new(), new()])
        kept, left = frontier.lease(2)
        clock.turn(LEASE_SECONDS - 1)
        extended = only(frontier.extend([kept]))
        assert extended.token == kept.token
        assert extended.deadline == pytest.approx(clock.now + LEASE_SECONDS)
        clock.turn(2)
        assert frontier.expire() == 1
        frontier.complete(kept, DONE)
        with pytest.raises(LeaseLost):
            frontier.complete(left, DONE)

    def test_a_lost_lease_cannot_be_extended(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new()])
        lease = only(frontier.lease())
        clock.turn(LEASE_SECONDS + 1)
        frontier.expire()
        assert frontier.extend([lease]) == []

    def test_a_released_task_is_first_in_its_bucket(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new(b"1"), new(b"2"), new(b"3")])
        lease = only(frontier.lease())
        clock.turn(5)
        frontier.release(lease)
        again = frontier.lease(3)
        assert payloads(again) == [b"1", b"2", b"3"]
        assert again[0].waited == pytest.approx(5)

    def test_a_release_of_a_lost_lease_changes_nothing(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new()])
        lost = only(frontier.lease())
        clock.turn(LEASE_SECONDS + 1)
        frontier.expire()
        held = only(frontier.lease())
        frontier.release(lost)
        assert frontier.counts().running == 1
        frontier.complete(held, DONE)
