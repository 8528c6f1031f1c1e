"""However much there is of anything, no call does more: what is counted is the commands that a script gives Redis."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import redis

from scrapy_bt.errors import FrontierError, FrontierLost
from scrapy_bt.frontier.completion import MOST_SPAWNED, Completion, Finish, MakingOutcome, Park, Requeue
from scrapy_bt.frontier.entries import Bucket, SharedValue
from scrapy_bt.frontier.listings import ControlTarget, TaskCounts
from scrapy_bt.frontier.redis.call import Bury, Complete
from scrapy_bt.frontier.redis.frontier import RedisFrontier, send
from scrapy_bt.frontier.redis.jobs import repeat
from tests.contracts.workshop import DONE, at, finish_all, new, only, payloads

COUNT = 1100
"""More than any call treats at once."""
PART = 100
MOST_COMMANDS = 2000
PREFIX = "{quotes:requests}:"

OpenWorker = Callable[..., RedisFrontier]


class Meter:
    """A client that notes how many commands each script has called."""

    def __init__(self, client: redis.Redis) -> None:
        self._client, self.most = client, 0

    def execute_command(self, *args: object) -> object:
        before = self._count()
        answer = self._client.execute_command(*args)
        self.most = max(self.most, self._count() - before)
        return answer

    def _count(self) -> int:
        return sum(command["calls"] for command in self._client.info("commandstats").values())


def fill(frontier: RedisFrontier, make: Callable[[int], Requeue], count: int = COUNT) -> None:
    for first in range(0, count, PART):
        frontier.put(make(number) for number in range(first, first + PART))


def of_host(number: int, **facts: str) -> Requeue:
    return new(b"%d" % number, Bucket("t", "page", slot=f"h{number}", **facts))


def share_all(frontier: RedisFrontier) -> None:
    """Each of many tasks makes a value of its own."""
    fill(frontier, lambda number: new(b"", at("n"), share=f"login:{number}"))
    while leases := frontier.lease(PART):
        frontier.exchange(
            steps=[
                Complete(
                    lease,
                    Completion(Finish(), made=[MakingOutcome(lease.entry.share, SharedValue(b"v", lease.entry.id))]),
                )
                for lease in leases
            ]
        )


class SizesContract:
    def test_hosts_that_wait_for_one_place_are_set_aside_and_come_back_in_slices(
        self, client: redis.Redis, open_worker: OpenWorker
    ) -> None:
        frontier = open_worker("one", limits={"account": 2})
        fill(frontier, lambda number: of_host(number, requires="account"))
        meter = frontier._client = Meter(client)  # type: ignore[assignment]
        held = frontier.lease(2)
        assert (len(held), frontier.lease(5)) == (2, [])
        frontier.put([new(b"free", at("list"))])
        assert payloads(frontier.lease(5)) == [b"free"]
        for _ in range(3):
            finish_all(frontier, held)
            held = frontier.lease(5)
            assert len(held) == 2
        assert meter.most < MOST_COMMANDS
        assert frontier.counts() == TaskCounts(running=3, ready=COUNT - 8)

    def test_a_look_that_was_cut_short_says_so(self, client: redis.Redis, open_worker: OpenWorker) -> None:
        frontier = open_worker("one", limits={"account": 1})
        fill(frontier, lambda number: of_host(number, requires="account"))
        fill(frontier, lambda number: new(b"", at("list")), PART)
        only(frontier.exchange(lease=1).leases)
        looks = [frontier.exchange(lease=PART + 1)]
        while looks[-1].more:
            looks.append(frontier.exchange(lease=PART + 1))
        assert sum(len(look.leases) for look in looks) == PART
        assert len(looks) > 2

    def test_what_a_host_waits_for_is_found_by_rank_when_it_is_free_again(self, open_worker: OpenWorker) -> None:
        frontier = open_worker("one", limits={"account": 1})
        fill(frontier, lambda number: of_host(number, requires="account"))
        held = frontier.lease(1)
        assert frontier.lease(1) == []
        frontier.boost(ControlTarget(node="page"), 5.0)
        frontier.put([new(b"urgent", Bucket("t", "other", boost=1000.0, requires="account", slot="last"))])
        assert frontier.lease(1) == []
        finish_all(frontier, held)
        assert payloads(frontier.lease(1)) == [b"urgent"]

    def test_tasks_of_very_many_hosts_are_looked_at_in_parts(self, frontier: RedisFrontier) -> None:
        fill(frontier, of_host)
        frontier.put([new(b"other", at("list"))])
        found, after, pages = [], "", 0
        while pages == 0 or after:
            page = frontier.peek(ControlTarget(node="page"), "ready", after, 200)
            found += payloads(page.tasks)
            after, pages = page.after, pages + 1
        assert sorted(found, key=int) == [b"%d" % number for number in range(COUNT)]
        assert len(after) < 100

    def test_a_page_of_a_node_among_very_many_hosts_may_be_empty(self, frontier: RedisFrontier) -> None:
        fill(frontier, of_host)
        frontier.put([new(b"other", at("list"))])
        page = frontier.peek(ControlTarget(node="list"), "ready")
        found = list(page.tasks)
        while page.after:
            page = frontier.peek(ControlTarget(node="list"), "ready", page.after)
            found += page.tasks
        assert payloads(found) == [b"other"]

    def test_lanes_are_counted_as_they_change(self, client: redis.Redis, frontier: RedisFrontier) -> None:
        fill(frontier, lambda number: of_host(number, lane=f"w{number % 2}"))
        frontier.put([of_host(0)])
        assert send(client, frontier.calls.lanes()) == {"w0": COUNT // 2, "w1": COUNT // 2}
        lane = only(frontier.lease()).entry.bucket.lane
        assert sum(send(client, frontier.calls.lanes()).values()) == COUNT - bool(lane)
        frontier.stop(ControlTarget())
        assert send(client, frontier.calls.lanes()) == {}

    def test_states_are_counted_by_node_and_not_by_host(self, client: redis.Redis, frontier: RedisFrontier) -> None:
        fill(frontier, lambda number: Requeue(of_host(number).entry, 1000.0))
        assert client.hlen(PREFIX + "tally") == 1
        assert only(frontier.describe().nodes).counts == TaskCounts(delayed=COUNT)

    def test_what_is_paused_is_counted_as_it_changes(self, frontier: RedisFrontier) -> None:
        fill(frontier, of_host, PART)
        frontier.put([new(b"other", at("list"))])
        assert frontier.pause(ControlTarget(node="page")) == PART
        assert frontier.counts() == TaskCounts(ready=1, paused=PART)
        fill(frontier, of_host, PART)
        frontier.pause(ControlTarget())
        assert frontier.counts() == TaskCounts(paused=2 * PART + 1)
        frontier.resume(ControlTarget(node="list"))
        frontier.stop(ControlTarget(node="page"))
        assert frontier.counts() == TaskCounts(ready=1)
        frontier.pause(ControlTarget(node="list"))
        assert frontier.resume(ControlTarget()) == 1
        assert frontier.counts() == TaskCounts(ready=1)

    def test_a_purge_goes_in_slices_and_is_lost_for_others_at_once(
        self, client: redis.Redis, open_worker: OpenWorker
    ) -> None:
        one, other = open_worker("one"), open_worker("other")
        fill(one, of_host)
        other.counts()
        meter = Meter(client)
        assert send(meter, one.calls.purge()).job
        with pytest.raises(FrontierLost):
            other.put([new()])
        assert client.scard(PREFIX + "queues") > 0
        assert one.purge()
        assert client.keys() == []
        assert meter.most < MOST_COMMANDS

    def test_a_purge_that_was_killed_is_ended_by_who_comes_next(
        self, client: redis.Redis, open_worker: OpenWorker
    ) -> None:
        one = open_worker("one")
        fill(one, of_host)
        send(client, one.calls.order("stop", ControlTarget()))
        fill(one, of_host)
        send(client, one.calls.purge())
        late = open_worker("late")

        def is_refused() -> bool:
            try:
                late.put([new(b"new", at("list"))])
            except FrontierError as error:
                return error.passing
            return False

        assert sum(iter(is_refused, False)) > 1
        assert late.counts() == TaskCounts(ready=1)
        finish_all(late, late.lease())
        assert {key.decode().rpartition(":")[2] for key in client.scan_iter()} == {"meta", "called"}

    def test_shared_values_of_very_many_arguments_are_counted_and_taken_back_in_slices(
        self, client: redis.Redis, frontier: RedisFrontier
    ) -> None:
        share_all(frontier)
        fill(frontier, lambda number: new(b"", at("m"), share=f"token:{number}"), PART)
        making = frontier.lease(PART)
        shared = frontier.describe().shared
        assert [(node, status.ready, status.making) for node, status in sorted(shared.items())] == [
            ("login", COUNT, 0),
            ("token", 0, PART),
        ]
        assert len(shared["token"].makers) == 5
        finish_all(frontier, making)
        meter = Meter(client)
        assert repeat(lambda call: send(meter, call), lambda _: frontier.calls.settle(())) == 1
        assert (frontier.shared("login:1"), frontier.describe().shared) == (None, {})
        assert meter.most < MOST_COMMANDS

    def test_who_should_have_tried_is_looked_for_in_slices(self, client: redis.Redis, frontier: RedisFrontier) -> None:
        for _ in range(2):
            fill(frontier, lambda number: new(b"", at("n"), share=f"login:{number}"))
        makers = [lease for _ in range(0, COUNT, PART) for lease in frontier.lease(PART)]
        assert frontier.lease() == []
        frontier.pause(ControlTarget(node="n"))
        for first in range(0, COUNT, PART):
            frontier.exchange(
                steps=[
                    Complete(maker, Completion(Finish(success=False), made=[MakingOutcome(maker.entry.share, None)]))
                    for maker in makers[first : first + PART]
                ]
            )
        assert client.scard(PREFIX + "orphans") == COUNT
        meter = frontier._client = Meter(client)  # type: ignore[assignment]
        frontier.resume(ControlTarget(node="n"))
        while client.exists(PREFIX + "jobs"):
            frontier.exchange()
        assert frontier.counts() == TaskCounts(ready=COUNT)
        assert meter.most < MOST_COMMANDS

    def test_what_very_many_parts_tell_comes_in_their_order_and_goes_with_the_task(
        self, client: redis.Redis, frontier: RedisFrontier
    ) -> None:
        frontier.put([new(b"whole", at("n"))])
        whole = only(frontier.lease())
        parts = [new(b"%d" % number, at("n"), join=7) for number in range(PART)]
        frontier.complete(whole, Completion(Park(whole.entry, 7), spawned=parts))
        leases = frontier.lease(PART)
        for lease in leases:
            frontier.complete(lease, Completion(Finish(result=lease.entry.payload)))
        whole = only(frontier.lease())
        assert list(whole.results) == payloads(leases)
        frontier.complete(whole, DONE)
        assert not [key for key in client.scan_iter() if b"results" in key or b"told" in key]

    def test_dead_letters_are_shown_in_parts(self, client: redis.Redis, frontier: RedisFrontier) -> None:
        fill(frontier, lambda number: new(b"%d" % number, at("n")))
        while leases := frontier.lease(PART):
            frontier.exchange(steps=[Bury(lease, "no reason") for lease in leases])
        assert [letter.entry.payload for letter in frontier.dead_letters()] == [
            b"%d" % number for number in range(COUNT)
        ]

    def test_new_numbers_of_very_many_nodes_are_given_in_parts(
        self, client: redis.Redis, open_worker: OpenWorker
    ) -> None:
        frontier = open_worker("one", number=lambda bucket: 1.0)
        fill(frontier, lambda number: new(b"", at(f"n{number}")))
        assert len(list(frontier.calls.rank({at(f"n{number}"): 2.0 for number in range(COUNT)}))) > 1
        last = {at(f"n{number}"): 2.0 - (number == COUNT - 1) * 2 for number in range(COUNT)}
        frontier.rank(last)
        while client.exists(PREFIX + "jobs"):
            frontier.exchange()
        assert only(frontier.lease()).entry.bucket == at(f"n{COUNT - 1}")

    @pytest.mark.parametrize("kind", ["list", "set", "zset"])
    def test_large_start_messages_are_not_read_by_the_hundred(
        self, client: redis.Redis, frontier: RedisFrontier, kind: str
    ) -> None:
        messages = [b"%03d" % number + b"x" * 1_000_000 for number in range(60)]
        store: Callable[[str, list[bytes]], object] = {
            "list": lambda key, all_: client.rpush(key, *all_),
            "set": lambda key, all_: client.sadd(key, *all_),
            "zset": lambda key, all_: client.zadd(key, dict.fromkeys(all_, 1.0)),
        }[kind]
        store("start", messages)
        _, found = send(client, frontier.calls.start("start", kind, [], [], look=200))
        assert 0 < len(found) <= 4
        assert set(found) <= set(messages)
        client.delete("start")
        small = [b"a", b"b", b"c"]
        {"list": client.rpush, "set": client.sadd}.get(
            kind, lambda key, *all_: client.zadd(key, dict.fromkeys(all_, 1))
        )("start", *small)
        assert sorted(send(client, frontier.calls.start("start", kind, [], [], look=200))[1]) == small

    def test_a_step_makes_so_many_tasks_at_most(self, frontier: RedisFrontier) -> None:
        frontier.put([new(b"whole", at("n"))])
        lease = only(frontier.lease())
        with pytest.raises(ValueError, match="makes 1001 tasks, where 1000 is the limit"):
            frontier.complete(lease, Completion(Finish(), spawned=[new()] * (MOST_SPAWNED + 1)))
        frontier.complete(lease, Completion(Finish(), spawned=[new()] * MOST_SPAWNED))
        assert frontier.counts() == TaskCounts(ready=MOST_SPAWNED)
