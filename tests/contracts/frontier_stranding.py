"""Tasks that failed because a part is a dead letter, as every frontier has to keep them."""

import pytest

from scrapy_bt.frontier.completion import Completion, Finish, Park, Strand
from scrapy_bt.frontier.entries import DeadLetter, Lease
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.protocol import Frontier
from tests.contracts.workshop import DONE, FAILED, Contract, at, new, only


class StrandContract(Contract):
    """Who failed because a part is a dead letter comes back with it."""

    def branch(self, frontier: Frontier, *names: bytes, join: int = 9, **facts: int) -> Lease:
        """Park a task on a join of these parts."""
        frontier.put([new(b"parent", **facts)])
        parent = only(frontier.lease())
        spawned = [new(name, at("part"), join=join) for name in names]
        frontier.complete(parent, Completion(Park(parent.entry, join), spawned=spawned))
        return parent

    def die(self, frontier: Frontier, lease: Lease) -> None:
        letter = DeadLetter(lease.entry, "it failed")
        frontier.complete(lease, Completion(Finish(success=False), dead=letter))

    def strand(self, frontier: Frontier, lease: Lease) -> None:
        assert lease.failed
        frontier.complete(lease, Completion(Strand(lease.entry, lease.joined)))

    def test_the_parent_waits_for_the_part_that_is_queued_again(self, frontier: Frontier) -> None:
        parent = self.branch(frontier, b"bad", b"good")
        bad, good = frontier.lease(9)
        self.die(frontier, bad)
        frontier.complete(good, DONE)
        self.strand(frontier, only(frontier.lease(9)))
        counts = frontier.counts()
        assert (counts.unfinished, counts.dead) == (0, 1)
        assert frontier.requeue() == 1
        assert frontier.counts().parked == 1
        again = only(frontier.lease(9))
        assert (again.entry, again.requeued) == (bad.entry, True)
        frontier.complete(again, DONE)
        resumed = only(frontier.lease(9))
        assert (resumed.entry, resumed.joined, resumed.failed) == (parent.entry, 9, False)
        frontier.complete(resumed, DONE)
        assert frontier.counts().unfinished == 0

    def test_it_is_told_again_that_a_part_failed_as_long_as_one_is_a_dead_letter(self, frontier: Frontier) -> None:
        self.branch(frontier, b"one", b"other")
        for lease in frontier.lease(9):
            self.die(frontier, lease)
        self.strand(frontier, only(frontier.lease(9)))
        first, second = (letter.entry.id for letter in frontier.dead_letters())
        frontier.requeue([first])
        frontier.complete(only(frontier.lease(9)), DONE)
        self.strand(frontier, only(frontier.lease(9)))
        frontier.requeue([second])
        frontier.complete(only(frontier.lease(9)), DONE)
        assert not only(frontier.lease(9)).failed

    def test_a_part_that_dies_again_is_waited_for_again(self, frontier: Frontier) -> None:
        self.branch(frontier, b"bad")
        for _ in range(3):
            self.die(frontier, only(frontier.lease(9)))
            self.strand(frontier, only(frontier.lease(9)))
            assert frontier.requeue() == 1
        frontier.complete(only(frontier.lease(9)), DONE)
        assert not only(frontier.lease(9)).failed

    def test_whoever_waited_for_the_parent_comes_back_too(self, frontier: Frontier) -> None:
        self.branch(frontier, b"middle", join=9)
        middle = only(frontier.lease(9))
        spawned = [new(b"bad", at("part"), join=10)]
        frontier.complete(middle, Completion(Park(middle.entry, 10), spawned=spawned))
        self.die(frontier, only(frontier.lease(9)))
        for name in (b"middle", b"parent"):
            lease = only(frontier.lease(9))
            assert lease.entry.payload == name
            self.strand(frontier, lease)
        frontier.requeue()
        for name in (b"bad", b"middle", b"parent"):
            lease = only(frontier.lease(9))
            assert (lease.entry.payload, lease.failed) == (name, False)
            frontier.complete(lease, DONE)
        assert frontier.counts().unfinished == 0

    def test_a_part_may_be_queued_again_before_the_parent_has_failed(self, frontier: Frontier) -> None:
        self.branch(frontier, b"bad", b"slow")
        bad, slow = frontier.lease(9)
        self.die(frontier, bad)
        frontier.requeue()
        frontier.complete(slow, DONE)
        again = only(frontier.lease(9))
        assert again.entry.payload == b"bad"
        frontier.complete(again, DONE)
        assert not only(frontier.lease(9)).failed

    @pytest.mark.parametrize("ends_first", [False, True])
    def test_a_part_may_be_queued_again_while_the_parent_fails(self, frontier: Frontier, ends_first: bool) -> None:
        self.branch(frontier, b"bad")
        self.die(frontier, only(frontier.lease(9)))
        parent = only(frontier.lease(9))
        frontier.requeue()
        again = only(frontier.lease(9))
        if ends_first:
            frontier.complete(again, DONE)
            self.strand(frontier, parent)
        else:
            self.strand(frontier, parent)
            assert frontier.counts().parked == 1
            frontier.complete(again, DONE)
        resumed = only(frontier.lease(9))
        assert (resumed.entry.payload, resumed.failed) == (b"parent", False)

    def test_a_parent_that_got_over_it_does_not_come_back(self, frontier: Frontier) -> None:
        self.branch(frontier, b"bad")
        self.die(frontier, only(frontier.lease(9)))
        frontier.complete(only(frontier.lease(9)), DONE)
        frontier.requeue()
        frontier.complete(only(frontier.lease(9)), DONE)
        assert frontier.lease(9) == []
        assert frontier.counts().unfinished == 0

    def test_it_is_over_when_the_last_letter_is_dropped(self, frontier: Frontier) -> None:
        self.branch(frontier, b"one", b"other", session=77)
        for lease in frontier.lease(9):
            self.die(frontier, lease)
        parent = only(frontier.lease(9))
        frontier.complete(parent, Completion(Strand(parent.entry, 9), cookies={77: b"jar"}))
        first, second = (letter.entry.id for letter in frontier.dead_letters())
        frontier.drop([first])
        assert frontier.cookies(77) == b"jar"
        frontier.drop([second])
        assert frontier.counts().unfinished == 0
        assert frontier.requeue() == 0

    def test_who_was_stopped_is_not_to_be_had_again(self, frontier: Frontier) -> None:
        self.branch(frontier, b"bad", b"stopped")
        bad, stopped = frontier.lease(9)
        frontier.stop(ControlTarget(task=stopped.entry.id))
        frontier.complete(stopped, DONE)
        self.die(frontier, bad)
        self.strand(frontier, only(frontier.lease(9)))
        frontier.requeue()
        frontier.complete(only(frontier.lease(9)), DONE)
        self.strand(frontier, only(frontier.lease(9)))
        assert frontier.counts().unfinished == 0

    def test_a_failure_without_dead_letters_is_the_end(self, frontier: Frontier) -> None:
        self.branch(frontier, b"bad")
        frontier.complete(only(frontier.lease(9)), FAILED)
        self.strand(frontier, only(frontier.lease(9)))
        assert frontier.counts().unfinished == 0
        assert frontier.requeue() == 0
