"""Pages of tasks for people, as every frontier has to give them."""

from collections.abc import Callable

import pytest

from scrapy_bt.frontier.completion import Completion, Park
from scrapy_bt.frontier.listings import ControlTarget, TaskLine
from scrapy_bt.frontier.protocol import Frontier
from tests.contracts.workshop import Clock, Contract, at, new, only

EVERYTHING = ControlTarget()


def read_all(frontier: Frontier, state: str, target: ControlTarget = EVERYTHING, *, count: int = 2) -> list[TaskLine]:
    """Every page, one after the other."""
    found, after = [], ""
    while True:
        page = frontier.peek(target, state, after, count)
        assert len(page.tasks) <= count or state in ("running", "parked", "paused")
        found += page.tasks
        after = page.after
        if not after:
            return found


def payloads_of(lines: list[TaskLine]) -> list[bytes]:
    return [line.entry.payload for line in lines]


class PeekContract(Contract):
    def test_ready_tasks_come_in_the_order_of_their_queue(self, frontier: Frontier, clock: Clock) -> None:
        ids = frontier.put([new(b"%d" % number, at("a")) for number in range(5)])
        lines = read_all(frontier, "ready")
        assert [line.entry.id for line in lines] == ids
        assert {(line.state, line.since, line.entry.bucket) for line in lines} == {("ready", clock.now, at("a"))}

    def test_a_page_says_where_the_next_begins(self, frontier: Frontier) -> None:
        frontier.put([new(b"%d" % number, at(node)) for number in range(3) for node in "ab"])
        first = frontier.peek(ControlTarget(), "ready", "", 4)
        rest = frontier.peek(ControlTarget(), "ready", first.after, 4)
        assert (len(first.tasks), len(rest.tasks), rest.after) == (4, 2, "")
        assert len({line.entry.id for line in (*first.tasks, *rest.tasks)}) == 6

    def test_only_what_the_target_means_is_shown(self, frontier: Frontier) -> None:
        frontier.put([new(b"a", at("main/a")), new(b"b", at("main/b")), new(b"u", at("main/a", tree="u"))])
        assert payloads_of(read_all(frontier, "ready", ControlTarget(node="a"))) == [b"a", b"u"]
        assert payloads_of(read_all(frontier, "ready", ControlTarget(tree="u"))) == [b"u"]
        assert read_all(frontier, "ready", ControlTarget(node="z")) == []

    def test_running_tasks(self, frontier: Frontier) -> None:
        frontier.put([new(b"a", at("a")), new(b"b", at("b"))])
        frontier.lease(2)
        assert sorted(payloads_of(read_all(frontier, "running"))) == [b"a", b"b"]
        assert payloads_of(read_all(frontier, "running", ControlTarget(node="b"))) == [b"b"]
        assert read_all(frontier, "ready") == []

    def test_delayed_tasks_tell_when_they_get_ready(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new(b"%d" % seconds, delay=float(seconds)) for seconds in (30, 10, 20)])
        lines = read_all(frontier, "delayed")
        assert {line.entry.payload: line.due for line in lines} == {
            b"%d" % seconds: pytest.approx(clock.now + seconds) for seconds in (30, 10, 20)
        }
        assert lines[0].entry.payload == b"10"

    def test_parked_tasks_wherever_they_wait(self, frontier: Frontier) -> None:
        frontier.put([new(b"parent")])
        lease = only(frontier.lease())
        frontier.complete(lease, Completion(Park(lease.entry, 5), spawned=[new(b"part", at("part"), join=5)]))
        frontier.put([new(b"share 1", share="key"), new(b"share 2", share="key")])
        frontier.put([new(b"hold 1", holds=("r",)), new(b"hold 2", holds=("r",))])
        frontier.lease(9)
        assert sorted(payloads_of(read_all(frontier, "parked"))) == [b"hold 2", b"parent", b"share 2"]

    def test_paused_tasks_of_nodes_and_single_ones(self, frontier: Frontier) -> None:
        ids = frontier.put([new(b"%d" % number, at("a")) for number in range(3)] + [new(b"alone", at("b"))])
        frontier.pause(ControlTarget(node="a"))
        frontier.pause(ControlTarget(task=ids[-1]))
        assert sorted(payloads_of(read_all(frontier, "paused"))) == [b"0", b"1", b"2", b"alone"]
        assert read_all(frontier, "ready") == []

    def test_nothing_is_changed_by_looking(self, frontier: Frontier) -> None:
        frontier.put([new(b"a"), new(b"b", delay=5.0)])
        before = frontier.counts()
        for state in ("ready", "running", "delayed", "parked", "paused"):
            read_all(frontier, state)
        assert frontier.counts() == before
        assert only(frontier.lease(9)).entry.payload == b"a"

    def test_wrong_questions_are_told(self, frontier: Frontier) -> None:
        with pytest.raises(ValueError, match="'dead' is no state"):
            frontier.peek(ControlTarget(), "dead")
        with pytest.raises(ValueError, match="1 to 200"):
            frontier.peek(ControlTarget(), "ready", "", 201)

    def test_thousands_are_gone_through_page_by_page(self, open_frontier: Callable[..., Frontier]) -> None:
        frontier = open_frontier()
        frontier.put(new(b"", at("ab"[number % 2]), delay=number % 3 * 10.0) for number in range(3000))
        assert len({line.entry.id for line in read_all(frontier, "ready", count=200)}) == 1000
        assert (
            len({line.entry.id for line in read_all(frontier, "delayed", ControlTarget(node="a"), count=200)}) == 1000
        )
