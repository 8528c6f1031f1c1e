"""How tasks are kept for workers, as every frontier has to do it."""

from collections.abc import Callable

import pytest

from scrapy_bt.frontier.completion import Completion, Requeue
from scrapy_bt.frontier.entries import Bucket
from scrapy_bt.frontier.lanes import Lanes
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.protocol import Frontier
from scrapy_bt.frontier.slots import Standing
from tests.contracts.workshop import Clock, Contract, go_on, new, only, payloads

ONE = Lanes("one", frozenset({"one", "two"}), timeout=5.0)
"""How a worker sees it when both are there."""
TWO = Lanes("two", frozenset({"one", "two"}), timeout=5.0)
ALONE = Lanes("two", frozenset(), timeout=5.0)
"""The other is gone, paused or full."""


def to(lane: str, payload: bytes, node: str = "page", *, slot: str = "") -> Requeue:
    return new(payload, Bucket("t", node, slot=slot, lane=lane))


class LaneContract(Contract):
    def test_a_task_is_leased_by_whom_it_is_kept_for(self, frontier: Frontier) -> None:
        frontier.put([to("one", b"a"), to("two", b"b"), to("", b"c")])
        assert sorted(payloads(frontier.lease(9, lanes=TWO))) == [b"b", b"c"]
        assert payloads(frontier.lease(9, lanes=ONE)) == [b"a"]

    def test_who_says_nothing_about_lanes_leases_everything(self, frontier: Frontier) -> None:
        frontier.put([to("one", b"a"), to("two", b"b")])
        assert sorted(payloads(frontier.lease(9))) == [b"a", b"b"]

    def test_a_lease_tells_the_lane(self, frontier: Frontier) -> None:
        for name in ("one", "a|b > %7C é"):
            for slot in ("", "s|t @"):
                frontier.put([to(name, b"x", slot=slot)])
                assert only(frontier.lease(lanes=ONE)).entry.bucket == Bucket("t", "page", slot=slot, lane=name)

    def test_after_its_time_anyone_may_have_it(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([to("one", b"a")])
        clock.turn(2)
        frontier.put([to("one", b"b")])
        assert frontier.lease(9, lanes=TWO) == []
        clock.turn(3)
        assert payloads(frontier.lease(9, lanes=TWO)) == [b"a"]
        assert payloads(frontier.lease(9, lanes=ONE)) == [b"b"]

    def test_it_is_told_when_to_look_again(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([to("one", b"a")])
        assert frontier.lease(lanes=TWO) == []
        assert frontier.next_due() == clock.now + 5
        clock.turn(5)
        assert payloads(frontier.lease(lanes=TWO)) == [b"a"]

    def test_when_a_worker_is_gone_its_tasks_are_anybodys_at_once(self, frontier: Frontier) -> None:
        frontier.put([to("one", b"a"), to("two", b"b")])
        assert sorted(payloads(frontier.lease(9, lanes=ALONE))) == [b"a", b"b"]

    def test_the_order_stands_within_a_lane(self, open_frontier: Callable[..., Frontier]) -> None:
        frontier = open_frontier(number=lambda bucket: {"page": 5.0, "last": 1.0}[bucket.node])
        frontier.put([to("one", b"a"), to("one", b"b", "last"), to("one", b"c", "last"), to("two", b"d")])
        assert payloads(frontier.lease(9, lanes=ONE)) == [b"b", b"c", b"a"]

    def test_a_kept_task_holds_nobody_up(self, open_frontier: Callable[..., Frontier]) -> None:
        """Neither its own bucket's tasks of no lane, nor slots, nor any that come after it."""
        frontier = open_frontier(number=lambda bucket: {"page": 1.0, "last": 9.0}[bucket.node])
        frontier.put([to("one", b"%d" % number, slot="s") for number in range(600)])
        frontier.put([to("", b"mine", slot="s"), to("", b"late", "last")])
        assert payloads(frontier.lease(9, Standing(16, 8), TWO)) == [b"mine", b"late"]

    def test_what_is_given_back_stays_in_its_lane(self, frontier: Frontier) -> None:
        frontier.put([to("one", b"a")])
        frontier.release(only(frontier.lease(lanes=ONE)))
        assert frontier.lease(lanes=TWO) == []
        assert payloads(frontier.lease(lanes=ONE)) == [b"a"]

    def test_a_lease_that_is_lost_waits_for_its_lane_and_no_longer(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([to("one", b"a")])
        assert only(frontier.lease(lanes=ONE))
        clock.turn(60)
        assert frontier.expire() == 1
        clock.turn(5)
        assert payloads(frontier.lease(lanes=TWO)) == [b"a"]

    def test_a_task_that_goes_on_may_leave_its_lane(self, frontier: Frontier) -> None:
        frontier.put([to("one", b"a")])
        lease = only(frontier.lease(lanes=ONE))
        frontier.complete(lease, Completion(go_on(lease, bucket=Bucket("t", "page"))))
        assert payloads(frontier.lease(lanes=TWO)) == [b"a"]

    def test_lanes_share_one_line_of_the_status(self, frontier: Frontier) -> None:
        frontier.put([to("one", b"a"), to("two", b"b"), to("", b"c")])
        (line,) = frontier.status()
        assert (line.bucket, line.ready) == (Bucket("t", "page"), 3)

    @pytest.mark.parametrize("order", ["pause", "boost"])
    def test_orders_mean_all_lanes(self, frontier: Frontier, order: str) -> None:
        frontier.put([to("one", b"a"), to("two", b"b")])
        target = ControlTarget(node="page")
        held = frontier.pause(target) if order == "pause" else frontier.boost(target, 3.0)
        assert held == 2
        assert len(frontier.lease(9, lanes=ONE)) == (0 if order == "pause" else 1)
