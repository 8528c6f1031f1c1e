"""Competing resources and joins, as every frontier has to do them."""

from collections.abc import Callable

import pytest

from scrapy_bt.frontier.completion import AwaitResume, Completion, Finish, Park
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


class ResourceContract(Contract):
    def test_at_most_as_many_tasks_run_as_the_resource_has_places(self, open_frontier: Callable[..., Frontier]) -> None:
        frontier = open_frontier(limits={"api": 2})
        frontier.put([new(bucket=at("a", requires="api")) for _ in range(5)])
        first, second = frontier.lease(5)
        assert frontier.lease(5) == []
        frontier.complete(first, DONE)
        assert len(frontier.lease(5)) == 1
        frontier.complete(second, DONE)
        assert len(frontier.lease(5)) == 1

    def test_a_resource_without_a_limit_has_one_place(self, frontier: Frontier) -> None:
        frontier.put([new(bucket=at("a", requires="api")) for _ in range(2)])
        assert len(frontier.lease(5)) == 1

    def test_an_exhausted_bucket_is_passed_over(self, open_frontier: Callable[..., Frontier]) -> None:
        frontier = open_frontier(number=lambda bucket: {"a": 0.0, "b": 9.0}[bucket.node])
        frontier.put([new(b"a", at("a", requires="api")), new(b"a", at("a", requires="api")), new(b"b", at("b"))])
        assert payloads(frontier.lease(5)) == [b"a", b"b"]
        exhausted = {status.bucket.node: status.exhausted for status in frontier.status()}
        assert exhausted == {"a": True}

    def test_buckets_that_wait_for_one_resource_go_by_their_numbers(
        self, open_frontier: Callable[..., Frontier]
    ) -> None:
        frontier = open_frontier(number=lambda bucket: {"a": 5.0, "b": 1.0, "c": 3.0}[bucket.node])
        frontier.put([new(b"c", at("c", requires="api"))])
        holder = only(frontier.lease())
        frontier.put([new(b"a", at("a", requires="api")), new(b"b", at("b", requires="api"))])
        assert frontier.lease(5) == []
        frontier.complete(holder, DONE)
        assert payloads(frontier.lease(5)) == [b"b"]

    def test_the_place_is_free_when_the_step_ends_however_it_ends(
        self, open_frontier: Callable[..., Frontier], clock: Clock
    ) -> None:
        frontier = open_frontier()
        need = at("a", requires="api")
        frontier.put([new(bucket=need) for _ in range(6)])
        lease = only(frontier.lease(9))
        frontier.complete(lease, Completion(go_on(lease, bucket=at("b"), delay=1e6)))
        lease = only(frontier.lease(9))
        frontier.complete(lease, Completion(AwaitResume(lease.entry)))
        lease = only(frontier.lease(9))
        frontier.bury(lease, "no reason")
        frontier.release(only(frontier.lease(9)))
        only(frontier.lease(9))
        clock.turn(LEASE_SECONDS + 1)
        frontier.expire()
        lease = only(frontier.lease(9))
        frontier.stop(ControlTarget(task=lease.entry.id))
        frontier.complete(lease, DONE)
        lease = only(frontier.lease(9))
        frontier.complete(lease, Completion(Park(lease.entry, 7), spawned=[new(b"part", need, join=7)]))
        assert payloads(frontier.lease(9)) != []

    def test_a_task_may_keep_its_place_while_it_waits(self, frontier: Frontier, clock: Clock) -> None:
        need = at("a", requires="api")
        frontier.put([new(b"keeper", need), new(b"other", need)])
        keeper = only(frontier.lease(9))
        frontier.complete(keeper, Completion(go_on(keeper, bucket=at("b"), holds=("api",), delay=5)))
        assert frontier.lease(9) == []
        clock.turn(5)
        keeper = only(frontier.lease(9))
        assert keeper.entry.payload == b"keeper"
        assert keeper.entry.holds == ("api",)
        frontier.complete(keeper, Completion(go_on(keeper, bucket=at("b"), holds=())))
        assert sorted(payloads(frontier.lease(9))) == [b"keeper", b"other"]

    def test_who_keeps_a_place_needs_no_second_one(self, frontier: Frontier) -> None:
        need = at("a", requires="api")
        frontier.put([new(b"keeper", need), new(b"other", need)])
        keeper = only(frontier.lease(9))
        frontier.complete(keeper, Completion(go_on(keeper, holds=("api",))))
        assert payloads(frontier.lease(9)) == [b"keeper"]

    def test_a_kept_place_survives_the_end_of_a_lease(self, frontier: Frontier, clock: Clock) -> None:
        need = at("a", requires="api")
        frontier.put([new(b"keeper", need), new(b"other", need)])
        keeper = only(frontier.lease(9))
        frontier.complete(keeper, Completion(go_on(keeper, holds=("api",))))
        only(frontier.lease(9))
        frontier.put([new(b"claimer", holds=("api",))])
        clock.turn(LEASE_SECONDS + 1)
        frontier.expire()
        assert payloads(frontier.lease(9)) == [b"keeper"]

    @pytest.mark.parametrize("ending", ["finish", "bury", "stop"])
    def test_the_end_of_a_task_gives_back_what_it_kept(self, frontier: Frontier, ending: str) -> None:
        need = at("a", requires="api")
        frontier.put([new(b"keeper", need), new(b"other", need)])
        keeper = only(frontier.lease(9))
        frontier.complete(keeper, Completion(go_on(keeper, bucket=at("b"), holds=("api",))))
        if ending == "stop":
            frontier.stop(ControlTarget(task=keeper.entry.id))
        else:
            keeper = only(frontier.lease(9))
            if ending == "finish":
                frontier.complete(keeper, DONE)
            else:
                frontier.bury(keeper, "no reason")
        assert payloads(frontier.lease(9)) == [b"other"]

    def test_a_new_task_that_keeps_a_place_waits_until_it_has_it(self, frontier: Frontier) -> None:
        frontier.put([new(b"first", at("a", requires="api"))])
        holder = only(frontier.lease(9))
        frontier.put([new(b"keeper", holds=("api",)), new(b"next", holds=("api",))])
        assert frontier.lease(9) == []
        assert frontier.counts().unfinished == 3
        frontier.complete(holder, DONE)
        keeper = only(frontier.lease(9))
        assert keeper.entry.payload == b"keeper"
        frontier.complete(keeper, DONE)
        assert payloads(frontier.lease(9)) == [b"next"]

    def test_a_task_takes_all_places_that_it_keeps_or_none(self, frontier: Frontier) -> None:
        frontier.put([new(b"b", at("b", requires="b"))])
        holder = only(frontier.lease(9))
        frontier.put([new(b"both", holds=("a", "b")), new(b"a", at("a", requires="a"))])
        lease = only(frontier.lease(9))
        assert lease.entry.payload == b"a"
        frontier.complete(holder, DONE)
        assert frontier.lease(9) == []
        frontier.complete(lease, DONE)
        frontier.put([new(b"a", at("a", requires="a")), new(b"b", at("b", requires="b"))])
        both = only(frontier.lease(9))
        assert both.entry.payload == b"both"
        frontier.complete(both, DONE)
        assert sorted(payloads(frontier.lease(9))) == [b"a", b"b"]


class JoinContract(Contract):
    def fork(self, frontier: Frontier, parts: int, join: int = 9) -> Lease:
        """Park a task on a join of so many parts."""
        frontier.put([new(b"parent")])
        parent = only(frontier.lease())
        spawned = [new(b"part", at("part"), join=join) for _ in range(parts)]
        frontier.complete(parent, Completion(Park(parent.entry, join), spawned=spawned))
        return parent

    def test_the_parent_goes_on_when_every_part_has_ended(self, frontier: Frontier) -> None:
        parent = self.fork(frontier, 3)
        assert frontier.counts().parked == 1
        parts = frontier.lease(9)
        assert payloads(parts) == [b"part"] * 3
        frontier.complete(parts[0], DONE)
        frontier.complete(parts[1], DONE)
        assert frontier.lease(9) == []
        frontier.complete(parts[2], DONE)
        resumed = only(frontier.lease(9))
        assert resumed.entry.id == parent.entry.id
        assert resumed.joined == 9
        assert not resumed.failed

    @pytest.mark.parametrize("ending", ["fail", "bury", "stop waiting", "stop running", "dead"])
    def test_the_parent_is_told_that_a_part_failed(self, frontier: Frontier, ending: str) -> None:
        self.fork(frontier, 2)
        part = only(frontier.lease())
        if ending == "fail":
            frontier.complete(part, FAILED)
        elif ending == "bury":
            frontier.bury(part, "no reason")
        elif ending == "stop running":
            frontier.stop(ControlTarget(task=part.entry.id))
            frontier.complete(part, DONE)
        elif ending == "stop waiting":
            frontier.release(part)
            frontier.stop(ControlTarget(task=part.entry.id))
        else:
            frontier.complete(part, Completion(Finish(success=False), dead=DeadLetter(part.entry, "no reason")))
        frontier.complete(only(frontier.lease(9)), DONE)
        resumed = only(frontier.lease(9))
        assert (resumed.joined, resumed.failed) == (9, True)

    def test_a_part_that_goes_on_keeps_the_join_open(self, frontier: Frontier) -> None:
        self.fork(frontier, 1)
        part = only(frontier.lease())
        frontier.complete(part, Completion(go_on(part, join=0)))
        part = only(frontier.lease(9))
        assert part.entry.join == 9
        frontier.complete(part, DONE)
        assert only(frontier.lease(9)).joined == 9

    def test_a_part_may_spawn_another_part(self, frontier: Frontier) -> None:
        self.fork(frontier, 1)
        part = only(frontier.lease())
        frontier.complete(part, Completion(Finish(), spawned=[new(b"late", at("part"), join=9)]))
        late = only(frontier.lease(9))
        assert late.entry.payload == b"late"
        frontier.complete(late, DONE)
        assert only(frontier.lease(9)).joined == 9

    def test_a_join_whose_parts_have_ended_already_does_not_park(self, frontier: Frontier) -> None:
        frontier.put([new(b"parent")])
        parent = only(frontier.lease())
        frontier.complete(parent, Completion(go_on(parent, delay=1e6), spawned=[new(b"part", join=9)]))
        frontier.complete(only(frontier.lease()), FAILED)
        frontier.boost(ControlTarget(task=parent.entry.id), 0)
        assert frontier.counts().parked == 0

    def test_a_failure_is_remembered_until_the_parent_parks(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new(b"parent")])
        parent = only(frontier.lease())
        step = go_on(parent, bucket=at("parent"), delay=5)
        frontier.complete(parent, Completion(step, spawned=[new(b"part", join=9)]))
        frontier.complete(only(frontier.lease()), FAILED)
        clock.turn(5)
        parent = only(frontier.lease())
        frontier.complete(parent, Completion(Park(parent.entry, 9)))
        resumed = only(frontier.lease())
        assert (resumed.joined, resumed.failed) == (9, True)

    def test_a_join_without_parts_does_not_park(self, frontier: Frontier) -> None:
        self.fork(frontier, 0)
        resumed = only(frontier.lease())
        assert (resumed.joined, resumed.failed) == (9, False)

    def test_what_a_join_said_is_said_once(self, frontier: Frontier) -> None:
        self.fork(frontier, 1)
        frontier.complete(only(frontier.lease()), FAILED)
        resumed = only(frontier.lease())
        frontier.complete(resumed, Completion(go_on(resumed)))
        again = only(frontier.lease())
        assert (again.joined, again.failed) == (0, False)

    def test_a_lease_that_ends_does_not_lose_what_the_join_said(self, frontier: Frontier, clock: Clock) -> None:
        self.fork(frontier, 1)
        frontier.complete(only(frontier.lease()), FAILED)
        only(frontier.lease())
        clock.turn(LEASE_SECONDS + 1)
        frontier.expire()
        resumed = only(frontier.lease())
        assert (resumed.joined, resumed.failed) == (9, True)

    def test_joins_of_the_same_number_follow_one_another(self, frontier: Frontier) -> None:
        self.fork(frontier, 1)
        frontier.complete(only(frontier.lease()), FAILED)
        parent = only(frontier.lease())
        frontier.complete(parent, Completion(Park(parent.entry, 9), spawned=[new(join=9)]))
        frontier.complete(only(frontier.lease()), DONE)
        assert not only(frontier.lease()).failed

    def test_joins_nest(self, frontier: Frontier) -> None:
        self.fork(frontier, 1, join=1)
        middle = only(frontier.lease())
        frontier.complete(middle, Completion(Park(middle.entry, 2), spawned=[new(b"leaf", join=2)]))
        frontier.complete(only(frontier.lease()), FAILED)
        middle = only(frontier.lease())
        assert (middle.joined, middle.failed) == (2, True)
        frontier.complete(middle, DONE)
        top = only(frontier.lease())
        assert (top.joined, top.failed) == (1, False)

    def test_a_wait_for_the_join_that_one_is_part_of_is_refused(self, frontier: Frontier) -> None:
        frontier.put([new(join=9)])
        lease = only(frontier.lease())
        with pytest.raises(ValueError, match="cannot wait"):
            frontier.complete(lease, Completion(Park(lease.entry, 9)))
        frontier.complete(lease, DONE)

    def test_a_second_wait_for_one_join_is_refused(self, frontier: Frontier) -> None:
        self.fork(frontier, 1)
        frontier.put([new(b"other", at("other"))])
        other = next(lease for lease in frontier.lease(9) if lease.entry.payload == b"other")
        with pytest.raises(ValueError, match="another task"):
            frontier.complete(other, Completion(Park(other.entry, 9)))

    def test_what_parts_tell_is_said_to_the_parent_until_its_step_is_complete(
        self, frontier: Frontier, clock: Clock
    ) -> None:
        self.fork(frontier, 3)
        parts = frontier.lease(9)
        frontier.complete(parts[0], Completion(Finish(result=b"one")))
        frontier.complete(parts[1], Completion(Finish(success=False, result=b"two" * 300)))
        frontier.complete(parts[2], DONE)
        assert sorted(only(frontier.lease()).results) == [b"one", b"two" * 300]
        clock.turn(LEASE_SECONDS + 1)
        frontier.expire()
        resumed = only(frontier.lease())
        assert sorted(resumed.results) == [b"one", b"two" * 300]
        frontier.complete(resumed, Completion(Park(resumed.entry, 9), spawned=[new(join=9)]))
        frontier.complete(only(frontier.lease()), DONE)
        assert only(frontier.lease()).results == ()

    def test_of_a_join_below_0_the_first_success_is_enough(self, frontier: Frontier) -> None:
        parent = self.fork(frontier, 4, join=-9)
        failing, slow, winner, late = frontier.lease(9)
        frontier.complete(failing, Completion(Finish(success=False, result=b"no")))
        assert frontier.lease(9) == []
        frontier.complete(winner, Completion(Finish(result=b"yes")))
        resumed = only(frontier.lease(9))
        assert (resumed.entry.id, resumed.joined, resumed.failed) == (parent.entry.id, -9, False)
        assert b"yes" in resumed.results
        frontier.complete(resumed, DONE)
        frontier.complete(late, Completion(Finish(result=b"too late")))
        frontier.complete(slow, Completion(go_on(slow)))  # it is not wanted any more
        assert frontier.lease(9) == []
        assert frontier.counts().unfinished == 0

    def test_without_a_success_a_join_below_0_fails(self, frontier: Frontier) -> None:
        self.fork(frontier, 2, join=-9)
        first, second = frontier.lease(9)
        frontier.complete(first, FAILED)
        frontier.bury(second, "no reason")
        resumed = only(frontier.lease(9))
        assert (resumed.joined, resumed.failed) == (-9, True)

    def test_parts_that_are_not_wanted_give_back_what_they_hold(self, frontier: Frontier) -> None:
        frontier.put([new(b"parent")])
        parent = only(frontier.lease())
        spawned = [new(b"winner", at("a"), join=-9), new(b"holder", at("b"), join=-9)]
        frontier.complete(parent, Completion(Park(parent.entry, -9), spawned=spawned))
        winner, holder = sorted(frontier.lease(9), key=lambda lease: lease.entry.payload, reverse=True)
        frontier.complete(holder, Completion(go_on(holder, holds=("r",), share="value")))
        holder = only(frontier.lease())
        assert holder.make
        frontier.complete(holder, Completion(go_on(holder, holds=("r",))))
        frontier.complete(winner, DONE)
        finish_all(frontier, [only(frontier.lease(9))])
        frontier.put([new(b"next", at("c"), holds=("r",), share="value")])
        after = only(frontier.lease(9))
        assert (after.entry.payload, after.make) == (b"next", True)
        frontier.complete(after, DONE)
        assert frontier.counts().unfinished == 0

    def test_what_parts_of_a_stopped_parent_tell_is_kept_by_nobody(self, frontier: Frontier) -> None:
        parent = self.fork(frontier, 2)
        first, second = frontier.lease(9)
        frontier.complete(first, Completion(Finish(result=b"one")))
        frontier.stop(ControlTarget(task=parent.entry.id))
        frontier.complete(second, Completion(Finish(result=b"two")))
        assert frontier.counts().unfinished == 0

    def test_stopping_a_parent_leaves_its_parts_alone(self, frontier: Frontier) -> None:
        parent = self.fork(frontier, 2)
        assert frontier.stop(ControlTarget(task=parent.entry.id)) == 1
        parts = frontier.lease(9)
        finish_all(frontier, parts)
        assert len(parts) == 2
        assert frontier.counts().unfinished == 0
