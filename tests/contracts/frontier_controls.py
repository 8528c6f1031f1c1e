"""Pause, resume, stop and boost, as every frontier has to do them."""

from dataclasses import replace

import pytest

from scrapy_bt.errors import BTError
from scrapy_bt.frontier.completion import AwaitResume, Completion, MakingOutcome, Park
from scrapy_bt.frontier.entries import SharedValue
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.protocol import Frontier
from tests.contracts.workshop import DONE, LEASE_SECONDS, Clock, Contract, at, go_on, new, only, payloads


class ControlContract(Contract):
    def test_a_paused_task_is_held_until_it_is_resumed(self, frontier: Frontier) -> None:
        first, _ = frontier.put([new(b"1"), new(b"2")])
        assert frontier.pause(ControlTarget(task=first)) == 1
        assert payloads(frontier.lease(9)) == [b"2"]
        assert frontier.counts().paused == 1
        assert frontier.resume(ControlTarget(task=first)) == 1
        assert payloads(frontier.lease(9)) == [b"1"]

    def test_pausing_twice_is_the_same_as_once(self, frontier: Frontier) -> None:
        (task,) = frontier.put([new()])
        assert frontier.pause(ControlTarget(task=task)) == 1
        assert frontier.pause(ControlTarget(task=task)) == 0
        assert frontier.resume(ControlTarget(task=task)) == 1
        assert frontier.resume(ControlTarget(task=task)) == 0
        assert len(frontier.lease(9)) == 1

    def test_controls_of_an_unknown_task_act_on_nothing(self, frontier: Frontier) -> None:
        target = ControlTarget(task=12345)
        assert frontier.pause(target) == frontier.resume(target) == frontier.stop(target) == 0
        assert frontier.boost(target, 5) == 0

    def test_a_running_task_pauses_when_its_step_ends(self, frontier: Frontier) -> None:
        frontier.put([new()])
        lease = only(frontier.lease())
        assert frontier.pause(ControlTarget(task=lease.entry.id)) == 1
        frontier.complete(lease, Completion(go_on(lease, payload=b"next")))
        assert frontier.lease() == []
        assert frontier.counts().paused == 1
        frontier.resume(ControlTarget(task=lease.entry.id))
        assert only(frontier.lease()).entry.payload == b"next"

    def test_a_delayed_task_that_is_paused_is_held_when_it_is_due(self, frontier: Frontier, clock: Clock) -> None:
        (task,) = frontier.put([new(delay=5)])
        assert frontier.pause(ControlTarget(task=task)) == 1
        clock.turn(6)
        assert frontier.lease() == []
        assert frontier.counts().paused == 1
        frontier.resume(ControlTarget(task=task))
        assert len(frontier.lease()) == 1

    def test_a_parked_task_that_is_paused_is_held_when_its_join_is_over(self, frontier: Frontier) -> None:
        frontier.put([new(b"parent")])
        parent = only(frontier.lease())
        frontier.complete(parent, Completion(Park(parent.entry, 9), spawned=[new(b"part", join=9)]))
        assert frontier.pause(ControlTarget(task=parent.entry.id)) == 1
        frontier.complete(only(frontier.lease()), DONE)
        assert frontier.lease() == []
        frontier.resume(ControlTarget(task=parent.entry.id))
        assert only(frontier.lease()).joined == 9

    def test_a_node_in_place_is_found_by_its_place_in_its_own_tree(self, frontier: Frontier) -> None:
        frontier.put([new(b"in", at("main/while/detail/visit")), new(b"else")])
        assert frontier.pause(ControlTarget(node="detail/visit")) == 1
        assert payloads(frontier.lease(9)) == [b"else"]
        frontier.resume(ControlTarget(node="detail/visit"))
        assert payloads(frontier.lease(9)) == [b"in"]

    def test_a_task_may_pause_itself(self, frontier: Frontier) -> None:
        frontier.put([new()])
        lease = only(frontier.lease())
        frontier.complete(lease, Completion(AwaitResume(replace(lease.entry, payload=b"later"))))
        assert frontier.lease() == []
        assert frontier.resume(ControlTarget()) == 1
        assert only(frontier.lease()).entry.payload == b"later"

    def test_a_resumed_node_lets_go_those_that_paused_themselves_there(self, frontier: Frontier) -> None:
        frontier.put([new(bucket=at("a")), new(bucket=at("b"))])
        for lease in frontier.lease(2):
            frontier.complete(lease, Completion(AwaitResume(lease.entry)))
        assert frontier.resume(ControlTarget(node="b")) == 1
        assert only(frontier.lease(9)).entry.bucket.node == "b"

    @pytest.mark.parametrize(
        ("target", "paused"),
        [
            (ControlTarget(), {"t:main/x/detail", "t:main/y/detail", "t:main/z#2", "u:main/x/detail"}),
            (ControlTarget(tree="t"), {"t:main/x/detail", "t:main/y/detail", "t:main/z#2"}),
            (ControlTarget(node="detail"), {"t:main/x/detail", "t:main/y/detail", "u:main/x/detail"}),
            (ControlTarget(node="main/x/detail"), {"t:main/x/detail", "u:main/x/detail"}),
            (ControlTarget(tree="t", node="detail"), {"t:main/x/detail", "t:main/y/detail"}),
            (ControlTarget(tree="u", node="main/z"), set()),
            (ControlTarget(node="z"), {"t:main/z#2"}),
            (ControlTarget(node="z#2"), {"t:main/z#2"}),
            (ControlTarget(node="main/z"), set()),
            (ControlTarget(node="main/x/"), {"t:main/x/detail", "u:main/x/detail"}),
            (ControlTarget(node="x/"), {"t:main/x/detail", "u:main/x/detail"}),
            (ControlTarget(tree="t", node="x/detail/"), {"t:main/x/detail"}),
            (ControlTarget(node="z/"), {"t:main/z#2"}),
            (ControlTarget(node="main/z/"), set()),
            (ControlTarget(node="ain/"), set()),
        ],
    )
    def test_a_target_means_a_node_a_tree_or_everything(
        self, frontier: Frontier, target: ControlTarget, paused: set[str]
    ) -> None:
        places = ["t:main/x/detail", "t:main/y/detail", "t:main/z#2", "u:main/x/detail"]
        frontier.put(new(place.encode(), at(place[2:], tree=place[0])) for place in places)
        assert frontier.pause(target) == len(paused)
        assert frontier.counts().paused == len(paused)
        assert {
            status.bucket.tree + ":" + status.bucket.node for status in frontier.status() if status.paused
        } == paused
        free = frontier.lease(9)
        assert set(payloads(free)) == {place.encode() for place in places} - {place.encode() for place in paused}
        assert frontier.resume(target) == len(paused)
        assert len(frontier.lease(9)) == len(paused)

    def test_a_paused_node_holds_back_those_that_arrive_later(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new(b"other", at("other"))])
        frontier.pause(ControlTarget(node="a"))
        frontier.put([new(b"new", at("a")), new(b"delayed", at("a"), delay=3)])
        lease = only(frontier.lease(9))
        frontier.complete(lease, Completion(go_on(lease, bucket=at("a")), spawned=[new(b"spawned", at("a"))]))
        clock.turn(3)
        assert frontier.lease(9) == []
        frontier.resume(ControlTarget(node="a"))
        assert set(payloads(frontier.lease(9))) == {b"new", b"delayed", b"other", b"spawned"}

    def test_the_last_word_counts(self, frontier: Frontier) -> None:
        frontier.put([new(b"a", at("a")), new(b"b", at("b"))])
        assert frontier.pause(ControlTarget()) == 2
        assert frontier.resume(ControlTarget(node="a")) == 1
        assert payloads(frontier.lease(9)) == [b"a"]
        frontier.put([new(b"a", at("a"))])
        assert frontier.pause(ControlTarget(node="a")) == 1
        assert frontier.resume(ControlTarget()) == 2
        assert len(frontier.lease(9)) == 2

    @pytest.mark.parametrize("place", ["ready", "delayed", "parked", "asking", "paused"])
    def test_a_stopped_task_is_gone(self, frontier: Frontier, clock: Clock, place: str) -> None:
        task_id = self.bring(frontier, place)
        before = frontier.counts().unfinished
        assert frontier.stop(ControlTarget(task=task_id)) == 1
        assert frontier.counts().unfinished == before - 1
        clock.turn(20)
        frontier.resume(ControlTarget())
        assert task_id not in {lease.entry.id for lease in frontier.lease(9)}

    def bring(self, frontier: Frontier, place: str) -> int:
        """A task that waits in that place."""
        facts = {"share": "key"} if place == "asking" else {}
        if place == "asking":
            frontier.put([new(b"maker", **facts)])
        lease = only(frontier.lease()) if place == "asking" else None
        (task_id,) = frontier.put([new(b"victim", delay=10 if place == "delayed" else 0, **facts)])
        if place == "asking":
            assert lease is not None
            assert frontier.lease() == []
        if place == "paused":
            frontier.pause(ControlTarget(task=task_id))
        if place == "parked":
            parent = only(frontier.lease())
            frontier.complete(parent, Completion(Park(parent.entry, 9), spawned=[new(join=9)]))
        return task_id

    def test_a_stopped_node_is_emptied_and_takes_new_tasks(self, frontier: Frontier) -> None:
        frontier.put([new(bucket=at("a")), new(bucket=at("a"), delay=5), new(b"b", at("b"))])
        assert frontier.stop(ControlTarget(node="a")) == 2
        frontier.put([new(b"new", at("a"))])
        assert set(payloads(frontier.lease(9))) == {b"b", b"new"}

    def test_a_running_task_that_is_stopped_ends_with_its_step(self, frontier: Frontier) -> None:
        frontier.put([new()])
        lease = only(frontier.lease())
        assert frontier.stop(ControlTarget(task=lease.entry.id)) == 1
        assert frontier.stop(ControlTarget(task=lease.entry.id)) == 0
        step = Completion(
            go_on(lease),
            spawned=[new()],
            made=[MakingOutcome("key", SharedValue(b"value"))],
            measured={"node": 2.0},
        )
        frontier.complete(lease, step)
        assert frontier.counts().unfinished == 0
        assert frontier.shared("key") is not None
        assert frontier.weights() == {"node": (1, 4.0)}

    def test_a_stopped_task_is_never_brought_back(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new()])
        lease = only(frontier.lease())
        frontier.stop(ControlTarget(task=lease.entry.id))
        for control in (frontier.pause, frontier.resume):
            with pytest.raises(BTError, match="`stop`"):
                control(ControlTarget(task=lease.entry.id))
        clock.turn(LEASE_SECONDS + 1)
        assert frontier.expire() == 1
        assert frontier.counts().unfinished == 0

    def test_stopping_everything_leaves_nothing_but_what_runs(self, frontier: Frontier) -> None:
        frontier.put([new(b"parent")])
        parent = only(frontier.lease())
        parts = [new(b"%d" % n, join=9, share="key") for n in range(3)]
        frontier.complete(parent, Completion(Park(parent.entry, 9), spawned=parts))
        frontier.put([new(delay=5), new()])
        maker = next(lease for lease in frontier.lease(9) if lease.make)
        frontier.stop(ControlTarget())
        assert frontier.counts().unfinished == frontier.counts().running
        frontier.complete(maker, DONE)
        assert frontier.counts().parked == 0

    def test_a_boosted_task_goes_first(self, frontier: Frontier) -> None:
        _, second = frontier.put([new(b"1"), new(b"2")])
        assert frontier.boost(ControlTarget(task=second), 5.0) == 1
        leases = frontier.lease(9)
        assert payloads(leases) == [b"2", b"1"]
        assert leases[0].entry.bucket.boost == 5.0

    def test_a_lowered_task_goes_last(self, frontier: Frontier) -> None:
        first, _ = frontier.put([new(b"1"), new(b"2")])
        frontier.boost(ControlTarget(task=first), -5.0)
        assert payloads(frontier.lease(9)) == [b"2", b"1"]

    def test_the_boost_of_a_task_lasts(self, frontier: Frontier) -> None:
        frontier.put([new(b"1"), new(b"2")])
        lease = only(frontier.lease())
        frontier.boost(ControlTarget(task=lease.entry.id), 5.0)
        frontier.complete(lease, Completion(go_on(lease, payload=b"1")))
        assert payloads(frontier.lease(9)) == [b"1", b"2"]

    @pytest.mark.parametrize(
        "target", [ControlTarget(node="b"), ControlTarget(tree="u"), ControlTarget(tree="u", node="b")]
    )
    def test_the_boost_of_a_node_or_a_tree_counts_for_later_arrivals(
        self, frontier: Frontier, target: ControlTarget
    ) -> None:
        frontier.put([new(b"a", at("a")), new(b"b", at("b", tree="u"))])
        assert frontier.boost(target, 5.0) == 1
        assert payloads(frontier.lease(9)) == [b"b", b"a"]
        frontier.put([new(b"a", at("a")), new(b"b", at("b", tree="u", boost=1.0))])
        assert payloads(frontier.lease(9)) == [b"b", b"a"]

    def test_boosts_of_one_target_replace_each_other_and_those_of_several_add_up(self, frontier: Frontier) -> None:
        frontier.put([new(bucket=at("a"))])
        frontier.boost(ControlTarget(node="a"), 5.0)
        frontier.boost(ControlTarget(node="a"), 3.0)
        frontier.boost(ControlTarget(tree="t"), 1.0)
        assert [status.number for status in frontier.status()] == [-4.0]
        frontier.boost(ControlTarget(node="a"), 0.0)
        assert [status.number for status in frontier.status()] == [-1.0]

    def test_those_that_paused_themselves_are_counted_apart(self, frontier: Frontier) -> None:
        frontier.put([new(b"1"), new(b"2"), new(b"3")])
        first, second = frontier.lease(2)
        frontier.complete(first, Completion(AwaitResume(first.entry)))
        frontier.complete(second, Completion(AwaitResume(second.entry)))
        frontier.pause(ControlTarget())
        assert (frontier.counts().paused, frontier.counts().resting) == (3, 2)
        frontier.resume(ControlTarget(task=first.entry.id))
        frontier.stop(ControlTarget(task=second.entry.id))
        assert (frontier.counts().paused, frontier.counts().resting) == (2, 0)
