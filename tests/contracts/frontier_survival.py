"""What a frontier that outlives its process has kept when that was killed."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from scrapy_bt.errors import LeaseLost
from scrapy_bt.frontier.completion import AwaitResume, Completion, Finish, MakingOutcome, Park, Strand
from scrapy_bt.frontier.entries import SharedValue
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.protocol import Frontier
from tests.contracts.frontier_once import keyed
from tests.contracts.workshop import (
    DONE,
    FAILED,
    LEASE_SECONDS,
    Clock,
    Contract,
    Settings,
    Workshop,
    at,
    finish_all,
    go_on,
    new,
    only,
    payloads,
)


class SurvivalContract(Contract):
    """What a frontier that outlives its process has kept when that was killed."""

    def test_a_task_has_its_slot_still(self, frontier: Frontier, reopen: Callable[..., Frontier]) -> None:
        bucket = replace(at("page", boost=1.5, requires="r"), slot="shop.test")
        frontier.put([new(b"waits", bucket), new(b"leased", bucket), new(b"later", bucket, delay=1)])
        frontier.lease()
        again = reopen(limits={"r": 3})
        assert {lease.entry.bucket for lease in again.lease(3)} == {bucket}

    @pytest.fixture
    def reopen(self, workshop: Workshop, clock: Clock) -> Callable[..., Frontier]:
        def reopen(**settings: object) -> Frontier:
            clock.turn(LEASE_SECONDS + 1)
            frontier = workshop.reopen(Settings(**settings))  # type: ignore[arg-type]
            frontier.expire()
            return frontier

        return reopen

    def test_leased_tasks_are_ready_again(self, frontier: Frontier, reopen: Callable[..., Frontier]) -> None:
        frontier.put([new(b"1", session=55, join=9), new(b"2")])
        leases = frontier.lease(2)
        again = reopen()
        assert again.counts().ready == 2
        assert [lease.entry for lease in again.lease(9)] == [lease.entry for lease in leases]

    def test_leases_of_the_killed_process_are_lost(self, frontier: Frontier, reopen: Callable[..., Frontier]) -> None:
        frontier.put([new()])
        lost = only(frontier.lease())
        again = reopen()
        with pytest.raises(LeaseLost):
            again.complete(lost, DONE)
        assert only(again.lease()).token > lost.token
        with pytest.raises(LeaseLost):
            again.complete(lost, DONE)

    def test_what_parts_have_told_is_known(self, frontier: Frontier, reopen: Callable[..., Frontier]) -> None:
        frontier.put([new(b"parent")])
        parent = only(frontier.lease())
        spawned = [new(b"part", at("part"), join=9) for _ in range(2)]
        frontier.complete(parent, Completion(Park(parent.entry, 9), spawned=spawned))
        frontier.complete(only(frontier.lease()), Completion(Finish(result=b"one")))
        again = reopen()
        again.complete(only(again.lease()), Completion(Finish(result=b"two")))
        again = reopen()
        resumed = only(again.lease())
        assert (resumed.joined, sorted(resumed.results)) == (9, [b"one", b"two"])

    def test_the_first_success_is_enough_after_it_too(
        self, frontier: Frontier, reopen: Callable[..., Frontier]
    ) -> None:
        frontier.put([new(b"parent")])
        parent = only(frontier.lease())
        spawned = [new(b"part", at("part"), join=-9) for _ in range(3)]
        frontier.complete(parent, Completion(Park(parent.entry, -9), spawned=spawned))
        frontier.complete(only(frontier.lease()), Completion(Finish(result=b"yes")))
        again = reopen()
        resumed = only(again.lease(9))
        assert (resumed.joined, resumed.failed, resumed.results) == (-9, False, (b"yes",))
        again.complete(resumed, DONE)
        assert reopen().lease(9) == []

    def test_ids_are_never_given_again(self, frontier: Frontier, reopen: Callable[..., Frontier]) -> None:
        given = frontier.put([new(), new()])
        finish_all(frontier, frontier.lease(2))
        again = reopen()
        given += again.put([new()])
        assert len(set(given)) == 3

    def test_the_order_in_a_bucket_is_kept(
        self, frontier: Frontier, clock: Clock, reopen: Callable[..., Frontier]
    ) -> None:
        for n in range(4):
            clock.turn(1)
            frontier.put([new(b"%d" % n)])
        first = only(frontier.lease())
        clock.turn(1)
        frontier.complete(first, Completion(go_on(first)))
        assert payloads(reopen().lease(9)) == [b"1", b"2", b"3", b"0"]

    def test_delays_are_kept(self, frontier: Frontier, clock: Clock, reopen: Callable[..., Frontier]) -> None:
        frontier.put([new(b"early", delay=10), new(b"late", delay=500)])
        due = clock.now + 500
        again = reopen()
        assert payloads(again.lease(9)) == [b"early"]
        assert again.counts().delayed == 1
        clock.turn(due - clock.now)
        assert payloads(again.lease(9)) == [b"late"]

    @pytest.mark.parametrize("fails", [False, True])
    def test_joins_are_kept(self, frontier: Frontier, reopen: Callable[..., Frontier], fails: bool) -> None:
        frontier.put([new(b"parent")])
        parent = only(frontier.lease())
        parts = [new(b"part", join=9), new(b"part", join=9)]
        frontier.complete(parent, Completion(Park(parent.entry, 9), spawned=parts))
        frontier.complete(only(frontier.lease()), FAILED if fails else DONE)
        again = reopen()
        assert again.counts().parked == 1
        again.complete(only(again.lease(9)), DONE)
        resumed = only(again.lease(9))
        assert (resumed.entry.id, resumed.joined, resumed.failed) == (parent.entry.id, 9, fails)
        assert (only(reopen().lease(9)).joined) == 9

    def test_who_failed_because_of_a_dead_letter_is_kept_beside_it(
        self, frontier: Frontier, reopen: Callable[..., Frontier]
    ) -> None:
        frontier.put([new(b"parent")])
        parent = only(frontier.lease())
        frontier.complete(parent, Completion(Park(parent.entry, 9), spawned=[new(b"part", join=9)]))
        frontier.bury(only(frontier.lease()), "no reason")
        again = reopen()
        failed = only(again.lease())
        assert failed.failed
        again.complete(failed, Completion(Strand(failed.entry, 9)))
        again = reopen()
        assert again.counts().unfinished == 0
        again.requeue()
        again = reopen()
        again.complete(only(again.lease(9)), DONE)
        resumed = only(reopen().lease(9))
        assert (resumed.entry.id, resumed.joined, resumed.failed) == (parent.entry.id, 9, False)

    def test_a_failed_part_is_remembered_before_the_parent_parks(
        self, frontier: Frontier, reopen: Callable[..., Frontier]
    ) -> None:
        frontier.put([new(b"parent")])
        parent = only(frontier.lease())
        frontier.complete(parent, Completion(go_on(parent, delay=1), spawned=[new(b"part", join=9)]))
        frontier.complete(only(frontier.lease()), FAILED)
        again = reopen()
        parent = only(again.lease())
        again.complete(parent, Completion(Park(parent.entry, 9)))
        assert only(again.lease()).failed

    def test_a_part_that_ends_first_does_not_take_the_join_with_it(
        self, frontier: Frontier, clock: Clock, reopen: Callable[..., Frontier]
    ) -> None:
        frontier.put([new(b"parent")])
        parent = only(frontier.lease())
        frontier.complete(parent, Completion(go_on(parent, delay=1000), spawned=[new(b"part", join=9)]))
        again = reopen()
        again.complete(only(again.lease()), Completion(Finish(success=False), spawned=[new(b"late", join=9)]))
        again.complete(only(again.lease()), DONE)
        clock.turn(1000)
        parent = only(again.lease())
        again.complete(parent, Completion(Park(parent.entry, 9)))
        assert only(again.lease()).failed

    def test_shared_values_and_their_versions_are_kept(
        self, frontier: Frontier, clock: Clock, reopen: Callable[..., Frontier]
    ) -> None:
        frontier.put([new()])
        lasting = SharedValue(b"lasting", session=0, expires=clock.now + 1000)
        made = [MakingOutcome("lasting", lasting), MakingOutcome("gone", SharedValue(b"gone"))]
        frontier.complete(only(frontier.lease()), Completion(Finish(), made=made))
        frontier.put([new()])
        frontier.complete(only(frontier.lease()), Completion(Finish(), invalidated={"gone": 1}))
        again = reopen()
        assert again.shared("lasting") == replace(lasting, version=1)
        assert again.shared("gone") is None
        again.put([new()])
        again.complete(only(again.lease()), Completion(Finish(), made=[MakingOutcome("gone", SharedValue(b"back"))]))
        assert again.shared("gone") == SharedValue(b"back", version=2)

    def test_a_maker_in_the_midst_of_it_goes_on_making(
        self, frontier: Frontier, reopen: Callable[..., Frontier]
    ) -> None:
        frontier.put([new(b"maker", share="session"), new(b"guest", share="session")])
        maker = only(frontier.lease(9))
        frontier.complete(maker, Completion(go_on(maker, payload=b"step 2", bucket=at("making"))))
        again = reopen()
        step = only(again.lease(9))
        assert step.entry.payload == b"step 2"
        again.complete(step, Completion(Finish(), made=[MakingOutcome("session", SharedValue(b"token"))]))
        assert only(again.lease(9)).shared is not None

    def test_a_maker_that_had_not_begun_is_one_of_those_who_ask(
        self, frontier: Frontier, reopen: Callable[..., Frontier]
    ) -> None:
        frontier.put([new(b"maker", share="session"), new(b"guest", share="session")])
        only(frontier.lease(9))
        again = reopen()
        maker = only(again.lease(9))
        assert maker.make
        again.complete(maker, FAILED)
        assert only(again.lease(9)).make

    def test_kept_places_are_kept(self, frontier: Frontier, reopen: Callable[..., Frontier]) -> None:
        need = at("a", requires="api")
        frontier.put([new(b"keeper", need), new(b"other", need)])
        keeper = only(frontier.lease(9))
        frontier.complete(keeper, Completion(AwaitResume(replace(keeper.entry, bucket=at("b"), holds=("api",)))))
        again = reopen()
        assert again.lease(9) == []
        again.resume(ControlTarget(node="b"))
        keeper = only(again.lease(9))
        again.complete(keeper, DONE)
        assert payloads(again.lease(9)) == [b"other"]

    def test_places_of_running_steps_are_free_again(self, frontier: Frontier, reopen: Callable[..., Frontier]) -> None:
        frontier.put([new(bucket=at("a", requires="api")) for _ in range(2)])
        only(frontier.lease(9))
        again = reopen()
        assert len(again.lease(9)) == 1

    def test_controls_are_kept(self, frontier: Frontier, reopen: Callable[..., Frontier]) -> None:
        paused, boosted, _ = frontier.put([new(b"paused"), new(b"boosted"), new(b"plain")])
        frontier.put([new(b"node", at("b")), new(b"tree", at("c", tree="u"))])
        frontier.pause(ControlTarget(task=paused))
        frontier.boost(ControlTarget(task=boosted), 3.0)
        frontier.pause(ControlTarget(node="b"))
        frontier.boost(ControlTarget(tree="u"), 5.0)
        again = reopen()
        assert again.counts().paused == 2
        assert payloads(again.lease(9)) == [b"tree", b"boosted", b"plain"]
        assert again.resume(ControlTarget()) == 2

    def test_a_running_task_that_was_stopped_does_not_come_back(
        self, frontier: Frontier, reopen: Callable[..., Frontier]
    ) -> None:
        frontier.put([new(b"parent")])
        parent = only(frontier.lease())
        frontier.complete(parent, Completion(Park(parent.entry, 9), spawned=[new(b"part", join=9)]))
        part = only(frontier.lease())
        frontier.stop(ControlTarget(task=part.entry.id))
        resumed = only(reopen().lease(9))
        assert (resumed.joined, resumed.failed) == (9, True)

    def test_the_blackboard_is_kept(self, frontier: Frontier, reopen: Callable[..., Frontier]) -> None:
        (task_id,) = frontier.put([new()])
        lease = only(frontier.lease())
        measured = Completion(go_on(lease), measured={"a": 2.0}, rounds={"b": 3.0}, cookies={task_id: b"cookies"})
        frontier.complete(lease, measured)
        frontier.remember("tree", "text")
        again = reopen()
        assert again.weights() == {"a": (1, 4.0)}
        assert again.rounds() == {"b": (1, 3.0)}
        assert again.cookies(task_id) == b"cookies"
        assert again.recall("tree") == "text"
        again.complete(only(again.lease()), DONE)
        assert again.cookies(task_id) is None
        assert reopen().cookies(task_id) is None

    def test_cookies_that_only_others_use_are_kept_and_dropped_as_before(
        self, frontier: Frontier, reopen: Callable[..., Frontier]
    ) -> None:
        (owner,) = frontier.put([new()])
        lease = only(frontier.lease())
        frontier.complete(lease, Completion(Finish(), spawned=[new(session=owner)], cookies={owner: b"1"}))
        again = reopen()
        assert again.cookies(owner) == b"1"
        again.complete(only(again.lease()), DONE)
        assert again.cookies(owner) is None

    def test_dead_letters_are_kept(self, frontier: Frontier, reopen: Callable[..., Frontier]) -> None:
        frontier.put([new(b"1", holds=("api",), session=44), new(b"2")])
        first, second = frontier.lease(2)
        frontier.bury(first, "the first reason")
        frontier.bury(second, "the second reason")
        letters = frontier.dead_letters()
        again = reopen()
        assert again.dead_letters() == letters
        again.requeue([first.entry.id])
        again.drop([second.entry.id])
        assert reopen().dead_letters() == []
        assert only(reopen().lease(9)).entry == first.entry

    def test_what_was_finished_does_not_come_back(self, frontier: Frontier, reopen: Callable[..., Frontier]) -> None:
        frontier.put([new(b"%d" % n) for n in range(9)])
        finish_all(frontier, frontier.lease(4))
        assert payloads(reopen().lease(9)) == [b"4", b"5", b"6", b"7", b"8"]

    def test_keys_are_kept(self, frontier: Frontier, reopen: Callable[..., Frontier]) -> None:
        keys = [b"\x00" * 14, b"finished", b"dead", b"running", b"waiting", b"delayed"]
        frontier.put(keyed(key, key, delay=1e6 if key == b"delayed" else 0.0) for key in keys)
        first, finished, dead, _ = frontier.lease(4)
        frontier.complete(first, Completion(go_on(first), spawned=[keyed(b"spawned")]))
        frontier.complete(finished, DONE)
        frontier.bury(dead, "no reason")
        again = reopen()
        before = again.counts()
        assert again.put(keyed(key) for key in [*keys, b"spawned"]) == [0] * 7
        assert again.counts() == before
        assert again.put([keyed(b"another")]) != [0]
        assert again.drop() == 1
        assert reopen().put([keyed(b"dead"), keyed(b"another")]) == [0, 0]

    def test_a_source_goes_on_where_it_has_come(self, frontier: Frontier, reopen: Callable[..., Frontier]) -> None:
        frontier.seed("urls", 0, [new(b"0"), keyed(b"a", b"1")])
        finish_all(frontier, frontier.lease(1))
        again = reopen()
        assert again.seed("urls", 0, [new(b"0"), keyed(b"a", b"1")]) == 2
        assert again.seed("urls", 2, [keyed(b"a"), new(b"3")]) == 4
        again = reopen()
        assert again.seed("urls", 4, []) == 4
        assert again.seed("others", 4, []) == 0
        assert payloads(again.lease(9)) == [b"1", b"3"]

    def test_nothing_of_a_refused_step_is_kept(self, frontier: Frontier, reopen: Callable[..., Frontier]) -> None:
        frontier.put([new(b"1")])
        lease = only(frontier.lease())
        with pytest.raises(ValueError, match="64 bits"):
            frontier.complete(lease, Completion(Finish(), spawned=[new(), new(join=1 << 70)], measured={"a": 1.0}))
        again = reopen()
        assert again.counts().unfinished == 1
        assert again.weights() == {}
