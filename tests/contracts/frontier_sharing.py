"""Shared values, and waits that no task would end, as every frontier has to do them."""

from dataclasses import replace

import pytest

from scrapy_bt.frontier.completion import AwaitResume, Completion, Finish, MakingOutcome, Park
from scrapy_bt.frontier.entries import DeadLetter, Lease, SharedValue
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.protocol import Frontier
from tests.contracts.workshop import DONE, FAILED, LEASE_SECONDS, Clock, Contract, at, go_on, new, only, payloads


class SharedValueContract(Contract):
    def ask(self, frontier: Frontier, count: int, key: str = "session") -> None:
        frontier.put(new(b"%d" % n, share=key) for n in range(count))

    def test_the_first_to_ask_makes_and_the_others_wait(self, frontier: Frontier) -> None:
        self.ask(frontier, 3)
        maker = only(frontier.lease(9))
        assert maker.make
        assert maker.shared is None
        assert frontier.lease(9) == []
        assert frontier.counts().unfinished == 3

    def test_all_go_on_with_the_value_when_it_is_made(self, frontier: Frontier) -> None:
        self.ask(frontier, 3)
        maker = only(frontier.lease(9))
        frontier.put([new(b"later", share="session")])
        made = MakingOutcome("session", SharedValue(b"token", session=maker.entry.id))
        frontier.complete(maker, Completion(go_on(maker, bucket=at("on")), made=[made]))
        leases = [lease for lease in frontier.lease(9) if lease.entry.share]
        assert payloads(leases) == [b"1", b"2", b"later"]
        for lease in leases:
            assert not lease.make
            assert lease.shared is not None
            assert (lease.shared.value, lease.shared.session) == (b"token", maker.entry.id)

    def test_who_waited_for_a_value_goes_before_those_who_came_later(self, frontier: Frontier, clock: Clock) -> None:
        self.ask(frontier, 3)
        maker = only(frontier.lease(9))
        assert frontier.lease(9) == []
        clock.turn(5)
        frontier.put([new(b"plain")])
        frontier.complete(maker, Completion(Finish(), made=[MakingOutcome("session", SharedValue(b"token"))]))
        leases = frontier.lease(9)
        assert payloads(leases) == [b"1", b"2", b"plain"]
        assert leases[0].waited == pytest.approx(5)

    def test_a_ready_value_is_given_at_once(self, frontier: Frontier) -> None:
        self.ask(frontier, 1)
        frontier.complete(
            only(frontier.lease()), Completion(Finish(), made=[MakingOutcome("session", SharedValue(b"token"))])
        )
        self.ask(frontier, 2)
        assert [lease.shared.value for lease in frontier.lease(9) if lease.shared] == [b"token", b"token"]
        value = frontier.shared("session")
        assert value is not None
        assert value.value == b"token"

    def test_keys_do_not_know_each_other(self, frontier: Frontier) -> None:
        self.ask(frontier, 1, "a")
        self.ask(frontier, 1, "b")
        assert [lease.make for lease in frontier.lease(9)] == [True, True]

    def test_an_expired_value_is_made_anew_by_one(self, frontier: Frontier, clock: Clock) -> None:
        self.ask(frontier, 1)
        value = SharedValue(b"old", expires=clock.now + 30)
        frontier.complete(only(frontier.lease()), Completion(Finish(), made=[MakingOutcome("session", value)]))
        clock.turn(29)
        assert frontier.shared("session") is not None
        clock.turn(1)
        assert frontier.shared("session") is None
        self.ask(frontier, 3)
        maker = only(frontier.lease(9))
        assert maker.make
        frontier.complete(maker, Completion(Finish(), made=[MakingOutcome("session", SharedValue(b"new"))]))
        assert [lease.shared.value for lease in frontier.lease(9) if lease.shared] == [b"new", b"new"]

    def test_versions_count_the_makings_of_a_key(self, frontier: Frontier) -> None:
        versions = []
        for _ in range(3):
            self.ask(frontier, 1)
            maker = only(frontier.lease())
            assert maker.make
            frontier.complete(maker, Completion(go_on(maker), made=[MakingOutcome("session", SharedValue(b"v"))]))
            value = frontier.shared("session")
            assert value is not None
            versions.append(value.version)
            lease = only(frontier.lease())
            frontier.complete(lease, Completion(Finish(), invalidated={"session": value.version}))
        assert versions == [1, 2, 3]

    def test_an_invalidated_value_is_made_anew_once_however_many_saw_it_fail(self, frontier: Frontier) -> None:
        self.ask(frontier, 1)
        frontier.complete(
            only(frontier.lease()), Completion(Finish(), made=[MakingOutcome("session", SharedValue(b"1"))])
        )
        frontier.put([new(b"%d" % n) for n in range(3)])
        leases = frontier.lease(3)
        for lease in leases:
            again = go_on(lease, share="session")
            frontier.complete(lease, Completion(again, invalidated={"session": 1}))
        maker = only(frontier.lease(9))
        assert maker.make
        frontier.complete(maker, Completion(Finish(), made=[MakingOutcome("session", SharedValue(b"2"))]))
        remade = frontier.lease(9)
        assert [lease.shared.version for lease in remade if lease.shared] == [2, 2]
        late = Completion(Finish(), invalidated={"session": 1})
        frontier.complete(remade[0], late)
        assert frontier.shared("session") is not None

    @pytest.fixture
    def bystander(self, frontier: Frontier) -> Lease:
        """A task that runs meanwhile and has nothing to do with it."""
        frontier.put([new(b"bystander")])
        return only(frontier.lease())

    def test_a_failure_lets_each_of_the_waiting_try_in_turn(self, frontier: Frontier, bystander: Lease) -> None:
        self.ask(frontier, 3)
        for expected in (b"0", b"1", b"2"):
            maker = only(frontier.lease(9))
            assert maker.entry.payload == expected
            assert maker.make
            frontier.complete(maker, Completion(Finish(success=False), made=[MakingOutcome("session", None)]))
        assert frontier.counts().unfinished == frontier.counts().running == 1

    def test_a_later_success_serves_who_is_left(self, frontier: Frontier) -> None:
        self.ask(frontier, 4)
        maker = only(frontier.lease(9))
        frontier.complete(
            maker, Completion(go_on(maker, bucket=at("on"), delay=9), made=[MakingOutcome("session", None)])
        )
        maker = only(frontier.lease(9))
        assert maker.make
        frontier.complete(maker, Completion(Finish(), made=[MakingOutcome("session", SharedValue(b"token"))]))
        assert [lease.shared is not None for lease in frontier.lease(9)] == [True, True]

    @pytest.mark.parametrize("ending", ["finish", "fail", "bury", "stop", "dead"])
    def test_a_maker_that_ends_without_a_value_has_failed(self, frontier: Frontier, ending: str) -> None:
        self.ask(frontier, 2)
        maker = only(frontier.lease(9))
        if ending == "bury":
            frontier.bury(maker, "no reason")
        elif ending == "stop":
            frontier.stop(ControlTarget(task=maker.entry.id))
            frontier.complete(maker, Completion(go_on(maker)))
        elif ending == "dead":
            frontier.complete(maker, Completion(Finish(success=False), dead=DeadLetter(maker.entry, "no reason")))
        else:
            frontier.complete(maker, Completion(Finish(success=ending == "finish")))
        assert only(frontier.lease(9)).make

    def test_a_maker_may_take_several_steps(self, frontier: Frontier, clock: Clock) -> None:
        self.ask(frontier, 2)
        maker = only(frontier.lease(9))
        frontier.complete(maker, Completion(go_on(maker, bucket=at("making"), delay=5)))
        assert frontier.lease(9) == []
        clock.turn(5)
        step = only(frontier.lease(9))
        assert step.entry.id == maker.entry.id
        assert not step.make
        frontier.complete(step, Completion(Finish(), made=[MakingOutcome("session", SharedValue(b"token"))]))
        assert only(frontier.lease(9)).shared is not None

    def test_a_maker_that_is_stopped_between_its_steps_has_failed(self, frontier: Frontier) -> None:
        self.ask(frontier, 2)
        maker = only(frontier.lease(9))
        frontier.complete(maker, Completion(go_on(maker, bucket=at("making"), delay=5)))
        assert frontier.lease(9) == []
        frontier.stop(ControlTarget(task=maker.entry.id))
        assert only(frontier.lease(9)).make

    @pytest.mark.parametrize("ending", ["expire", "release"])
    def test_one_makes_after_the_lease_of_the_maker_has_ended(
        self, frontier: Frontier, clock: Clock, ending: str
    ) -> None:
        self.ask(frontier, 2)
        maker = only(frontier.lease(9))
        if ending == "expire":
            clock.turn(LEASE_SECONDS + 1)
            frontier.expire()
        else:
            frontier.release(maker)
        assert only(frontier.lease(9)).make

    def test_who_should_try_next_may_be_paused(self, frontier: Frontier, bystander: Lease) -> None:
        frontier.put([new(b"a", at("a"), share="session"), new(b"b", at("b"), share="session")])
        maker = only(frontier.lease(9))
        frontier.put([new(b"c", at("c"), share="session")])
        assert frontier.lease(9) == []
        frontier.pause(ControlTarget(node="b"))
        frontier.complete(maker, FAILED)
        lease = only(frontier.lease(9))
        assert lease.entry.payload == b"c"
        assert lease.make

    def test_who_was_to_try_next_may_be_paused_before_it_does(self, frontier: Frontier, bystander: Lease) -> None:
        frontier.put([new(b"a", at("a"), share="session"), new(b"b", at("b"), share="session")])
        maker = only(frontier.lease(9))
        frontier.put([new(b"c", at("c"), share="session")])
        assert frontier.lease(9) == []
        frontier.complete(maker, FAILED)
        frontier.pause(ControlTarget(node="b"))
        lease = only(frontier.lease(9))
        assert lease.entry.payload == b"c"

    def test_who_was_to_try_next_may_be_stopped_before_it_does(self, frontier: Frontier, bystander: Lease) -> None:
        self.ask(frontier, 3)
        maker = only(frontier.lease(9))
        assert frontier.lease(9) == []
        frontier.complete(maker, FAILED)
        frontier.stop(ControlTarget(task=maker.entry.id + 1))
        assert only(frontier.lease(9)).entry.payload == b"2"

    def test_a_maker_knows_the_version_of_what_it_makes(self, frontier: Frontier) -> None:
        self.ask(frontier, 1)
        maker = only(frontier.lease())
        assert (maker.make, maker.version) == (True, 1)
        frontier.complete(maker, Completion(Finish(), made=[MakingOutcome("session", SharedValue(b"1"))]))
        self.ask(frontier, 1)
        guest = only(frontier.lease())
        assert guest.version == 0
        frontier.complete(guest, Completion(go_on(guest, share="session"), invalidated={"session": 1}))
        maker = only(frontier.lease())
        assert (maker.make, maker.version) == (True, 2)

    def test_a_step_may_make_two_values(self, frontier: Frontier) -> None:
        frontier.put([new()])
        made = [MakingOutcome("a", SharedValue(b"1")), MakingOutcome("b", SharedValue(b"2"))]
        frontier.complete(only(frontier.lease()), Completion(Finish(), made=made))
        values = [frontier.shared(key) for key in ("a", "b")]
        assert [value and value.value for value in values] == [b"1", b"2"]


class DeadlockContract(Contract):
    def settle(self, frontier: Frontier, clock: Clock) -> list[Lease]:
        """What can be leased, at the latest when a frontier that nobody touches has looked around."""
        for _ in range(3):
            leases = frontier.lease(9)
            if leases:
                return leases
            clock.turn(LEASE_SECONDS + 1)
            frontier.expire()
        return []

    def test_a_part_that_asks_for_what_its_parent_makes_is_told_that_it_cannot_be_had(
        self, frontier: Frontier, clock: Clock
    ) -> None:
        frontier.put([new(b"parent", share="page a")])
        parent = only(frontier.lease())
        part = new(b"part", at("part"), join=9, share="page a")
        frontier.complete(parent, Completion(Park(parent.entry, 9), spawned=[part]))
        lease = only(self.settle(frontier, clock))
        assert lease.entry.payload == b"part"
        assert lease.circular
        assert not lease.make
        assert lease.shared is None
        frontier.complete(lease, DONE)
        resumed = only(self.settle(frontier, clock))
        assert resumed.joined == 9
        frontier.complete(resumed, Completion(Finish(), made=[MakingOutcome("page a", SharedValue(b"a"))]))
        assert frontier.shared("page a") is not None

    def test_two_makers_that_ask_for_each_others_values_both_end(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new(b"a", share="a"), new(b"b", share="b")])
        for lease, other in zip(frontier.lease(9), ("b", "a"), strict=True):
            frontier.complete(lease, Completion(go_on(lease, share=other)))
        first = only(self.settle(frontier, clock))
        assert first.circular
        frontier.complete(first, FAILED)
        second = only(self.settle(frontier, clock))
        assert second.make
        frontier.complete(second, DONE)
        assert frontier.counts().unfinished == 0

    def test_others_go_on_waiting_while_a_deadlock_is_broken(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new(b"parent", share="page a")])
        parent = only(frontier.lease())
        part = new(b"part", at("part"), join=9, share="page a")
        frontier.complete(parent, Completion(Park(parent.entry, 9), spawned=[part]))
        frontier.put([new(b"stranger", share="page a")])
        lease = only(self.settle(frontier, clock))
        assert lease.entry.payload == b"part"
        frontier.complete(lease, DONE)
        resumed = only(self.settle(frontier, clock))
        frontier.complete(resumed, Completion(Finish(), made=[MakingOutcome("page a", SharedValue(b"a"))]))
        assert only(frontier.lease(9)).shared is not None

    def test_a_task_may_ask_for_what_it_makes_itself(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new(share="a")])
        lease = only(frontier.lease())
        frontier.complete(lease, Completion(go_on(lease, share="a")))
        assert only(self.settle(frontier, clock)).make

    def test_a_place_kept_by_the_parent_of_those_who_need_it_sends_them_to_the_dead_letters(
        self, frontier: Frontier, clock: Clock
    ) -> None:
        need = at("part", requires="api")
        frontier.put([new(b"parent", at("parent", requires="api"))])
        parent = only(frontier.lease())
        step = Park(replace(parent.entry, holds=("api",)), 9)
        frontier.complete(parent, Completion(step, spawned=[new(b"part", need, join=9) for _ in range(2)]))
        resumed = only(self.settle(frontier, clock))
        assert (resumed.entry.id, resumed.joined, resumed.failed) == (parent.entry.id, 9, True)
        letters = frontier.dead_letters()
        assert [letter.entry.payload for letter in letters] == [b"part", b"part"]
        assert "((api))" in letters[0].reason
        assert str(parent.entry.id) in letters[0].reason

    def test_two_keepers_that_need_each_others_places_both_end(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new(b"a", at("a", requires="a")), new(b"b", at("b", requires="b"))])
        for lease, own, other in zip(frontier.lease(9), "ab", "ba", strict=True):
            again = go_on(lease, bucket=at(own + other, requires=other), holds=(own,))
            frontier.complete(lease, Completion(again))
        lease = only(self.settle(frontier, clock))
        frontier.complete(lease, DONE)
        assert frontier.counts().unfinished == 0
        assert frontier.counts().dead == 1

    def test_whose_turn_it_is_to_make_may_need_a_place_that_another_keeps_who_waits_for_the_value(
        self, frontier: Frontier, clock: Clock
    ) -> None:
        need = at("a", requires="api")
        frontier.put([new(b"maker", need, share="session"), new(b"next", need, share="session")])
        maker = only(frontier.lease())
        frontier.complete(maker, Completion(go_on(maker, bucket=at("b"), delay=1e6)))
        assert frontier.lease() == []
        frontier.put([new(b"keeper", share="session", holds=("api",))])
        assert frontier.lease() == []
        frontier.stop(ControlTarget(task=maker.entry.id))
        keeper = only(self.settle(frontier, clock))
        assert keeper.entry.payload == b"keeper"
        assert keeper.make

    def test_a_deadlock_is_broken_while_others_are_at_work(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new(b"parent", share="page a"), new(b"bystander")])
        parent, bystander = frontier.lease(2)
        part = new(b"part", at("part"), join=9, share="page a")
        frontier.complete(parent, Completion(Park(parent.entry, 9), spawned=[part]))
        assert frontier.lease(9) == []
        for _ in range(3):
            clock.turn(LEASE_SECONDS - 1)
            frontier.extend([bystander])
            frontier.expire()
        lease = only(frontier.lease(9))
        assert (lease.entry.payload, lease.circular) == (b"part", True)
        frontier.complete(bystander, DONE)

    def test_a_deadlock_that_was_paused_is_broken_when_it_is_resumed(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new(b"parent", at("a", requires="api"))])
        parent = only(frontier.lease())
        frontier.pause(ControlTarget(node="part"))
        part = new(b"part", at("part", requires="api"), join=9)
        frontier.complete(parent, Completion(Park(replace(parent.entry, holds=("api",)), 9), spawned=[part]))
        assert self.settle(frontier, clock) == []
        assert frontier.counts().dead == 0
        frontier.resume(ControlTarget(node="part"))
        assert only(self.settle(frontier, clock)).failed
        assert frontier.counts().dead == 1

    def test_a_paused_holder_is_no_deadlock(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new(b"keeper", at("a", requires="api")), new(b"other", at("a", requires="api"))])
        keeper = only(frontier.lease())
        frontier.complete(keeper, Completion(AwaitResume(replace(keeper.entry, holds=("api",)))))
        assert self.settle(frontier, clock) == []
        assert frontier.counts().dead == 0
        frontier.resume(ControlTarget(task=keeper.entry.id))
        assert only(frontier.lease(9)).entry.payload == b"keeper"
