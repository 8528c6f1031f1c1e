"""How leases are spread over download slots, as every frontier has to do it."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from scrapy_bt.frontier.completion import Completion, Park, Requeue
from scrapy_bt.frontier.entries import Bucket, Lease
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.protocol import Frontier
from scrapy_bt.frontier.slots import MOST_WAITING, Standing
from tests.contracts.workshop import DONE, Clock, Contract, finish_all, new, only, payloads


def to(slot: str, node: str = "page", *, requires: str = "", boost: float = 0.0) -> Bucket:
    return Bucket("t", node, boost, requires, slot)


def slots_of(leases: Iterable[Lease]) -> Counter[str]:
    return Counter(lease.entry.bucket.slot for lease in leases)


def tasks(slot: str, count: int, node: str = "page") -> list[Requeue]:
    return [new(f"{slot} {number}".encode(), to(slot, node)) for number in range(count)]


class SlotContract(Contract):
    def test_without_a_word_about_slots_the_order_is_that_of_the_ranking(self, frontier: Frontier) -> None:
        frontier.put([*tasks("one", 3), *tasks("two", 3)])
        assert slots_of(frontier.lease(3)).total() == 3

    def test_a_lease_tells_the_slot(self, frontier: Frontier) -> None:
        frontier.put([new(b"x", to("a|b %7C é", boost=1.5, requires="r"))])
        assert only(frontier.lease()).entry.bucket == to("a|b %7C é", boost=1.5, requires="r")

    def test_no_more_is_leased_than_a_slot_has_free(self, frontier: Frontier) -> None:
        frontier.put(tasks("one", 5))
        assert payloads(frontier.lease(5, Standing(16, 2))) == [b"one 0", b"one 1"]
        assert payloads(frontier.lease(5, Standing(16, 2, {"one": (2, 1)}))) == [b"one 2"]
        assert frontier.lease(5, Standing(16, 2, {"one": (3, 0)})) == []
        assert frontier.counts().ready == 2

    def test_a_slot_that_has_something_free_again_is_leased_from(self, frontier: Frontier) -> None:
        frontier.put(tasks("one", 2))
        assert frontier.lease(1, Standing(16, 8, {"one": (8, 0)})) == []
        assert payloads(frontier.lease(1, Standing(16, 8, {"one": (7, 1)}))) == [b"one 0"]

    def test_a_slot_that_is_full_holds_nobody_up(self, open_frontier: Callable[..., Frontier]) -> None:
        frontier = open_frontier(number=lambda bucket: {"page": 1.0, "login": 9.0}[bucket.node])
        frontier.put([*tasks("slow", 300), *tasks("fast", 1, "login")])
        leases = frontier.lease(16, Standing(16, 8))
        assert slots_of(leases) == {"slow": 8, "fast": 1}

    def test_places_are_shared_by_the_slots_that_have_ready_tasks(self, frontier: Frontier) -> None:
        """The second half of them, that is; the first goes to who comes first."""
        frontier.put([*tasks("one", 40), *tasks("two", 40), *tasks("three", 40), *tasks("four", 40)])
        first = frontier.lease(16, Standing(16, 16))
        assert max(slots_of(first).values()) <= 8
        full = dict.fromkeys(("one", "two"), (12, 4))
        assert slots_of(frontier.lease(8, Standing(16, 16, full))) == {"three": 4, "four": 4}

    def test_each_of_many_slots_gets_one(self, frontier: Frontier) -> None:
        for number in range(100):
            frontier.put(tasks(f"host {number}", 3))
        first = frontier.lease(70, Standing(16, 8))
        assert len(slots_of(first)) >= 62

    def test_what_is_under_way_counts_in_the_share(self, frontier: Frontier) -> None:
        frontier.put([*tasks("one", 40), *tasks("two", 40)])
        leases = frontier.lease(4, Standing(16, 16, {"one": (8, 8)}))
        assert slots_of(leases) == {"two": 4}

    def test_places_that_nobody_else_can_use_are_no_less_used(self, frontier: Frontier) -> None:
        frontier.put([*tasks("one", 40), *tasks("two", 2)])
        assert slots_of(frontier.lease(16, Standing(16, 16))) == {"one": 14, "two": 2}
        assert slots_of(frontier.lease(2, Standing(16, 16, {"one": (14, 2)}))) == {"one": 2}

    def test_a_dead_slot_leaves_half_of_the_places_to_others(self, frontier: Frontier) -> None:
        frontier.put(tasks("dead", 100))
        for number in range(20):
            frontier.put(tasks(f"host {number}", 3))
        leases = frontier.lease(16, Standing(16, 16))
        assert slots_of(leases)["dead"] <= 8

    def test_the_order_stands_within_a_slot(self, open_frontier: Callable[..., Frontier]) -> None:
        frontier = open_frontier(number=lambda bucket: {"page": 5.0, "last": 1.0}[bucket.node])
        frontier.put([*tasks("one", 2), *tasks("one", 2, "last"), *tasks("two", 2)])
        leases = frontier.lease(6, Standing(16, 4))
        assert [lease.entry.bucket.node for lease in leases if lease.entry.bucket.slot == "one"] == [
            "last",
            "last",
            "page",
            "page",
        ]

    def test_who_waited_longest_is_leased_first_over_slots(
        self, open_frontier: Callable[..., Frontier], clock: Clock
    ) -> None:
        frontier = open_frontier(ageing=0.1)
        for number in range(6):
            frontier.put([new(b"%d" % number, to(f"host {number % 3}"))])
            clock.turn(1)
        assert payloads(frontier.lease(6, Standing(16, 8))) == [b"0", b"1", b"2", b"3", b"4", b"5"]

    def test_of_what_is_as_urgent_the_longest_line_comes_first(self, open_frontier: Callable[..., Frontier]) -> None:
        frontier = open_frontier(ageing=0.1)
        frontier.put([*tasks("a short one", 2), *tasks("long", 5)])
        # The long one is as long as it was, and longer, when it is looked at again.
        assert [only(frontier.lease(1, Standing(16, 8))).entry.payload for _ in range(2)] == [b"long 0", b"long 1"]
        frontier.put(tasks("a short one", 6))
        assert payloads(frontier.lease(1, Standing(16, 8))) == [b"a short one 0"]

    def test_what_is_as_urgent_goes_round_the_slots(self, open_frontier: Callable[..., Frontier], clock: Clock) -> None:
        """Whoever was leased from last is asked last, when its delay may be over; parts of a second do not count."""
        frontier = open_frontier(ageing=0.1)
        for slot in ("one", "two", "three"):
            frontier.put(tasks(slot, 7))
            clock.turn(0.2)
        leases = [only(frontier.lease(1, Standing(16, 8))) for _ in range(21)]
        for round_ in range(7):
            assert slots_of(leases[3 * round_ : 3 * round_ + 3]) == {"one": 1, "two": 1, "three": 1}

    def test_what_is_more_urgent_comes_before_longer_lines(self, open_frontier: Callable[..., Frontier]) -> None:
        frontier = open_frontier(number=lambda bucket: {"page": 1.0, "last": 0.9}[bucket.node])
        frontier.put([*tasks("long", 300), *tasks("short", 1, "last")])
        assert payloads(frontier.lease(1, Standing(16, 8))) == [b"short 0"]

    def test_a_task_without_a_known_slot_is_not_held_back(self, frontier: Frontier) -> None:
        frontier.put([new(b"unknown %d" % number, to("")) for number in range(3)])
        assert len(frontier.lease(3, Standing(1, 0))) == 3

    def test_a_task_without_a_slot_waits_for_many_that_come_before_it(
        self, open_frontier: Callable[..., Frontier]
    ) -> None:
        frontier = open_frontier(number=lambda bucket: {"login": 0.1, "page": 0.5, "many": 1.0}[bucket.node])
        frontier.put(tasks("full", MOST_WAITING + 2))
        frontier.put([new(b"maker", to("", "many")), new(b"login", to("", "login"))])
        frontier.put([new(b"other", Bucket("other tree", "many"))])
        full = {"full": (8, 0)}
        # What comes before them, or before enough of them, is leased, and what is no part of their tree.
        assert payloads(frontier.lease(4, Standing(16, 8, full))) == [b"login", b"other"]
        assert frontier.lease(4, Standing(16, 8, full)) == []
        assert len(frontier.lease(2, Standing(16, 8, {"full": (6, 2)}))) == 2
        assert payloads(frontier.lease(4, Standing(16, 8, full))) == [b"maker"]

    def test_who_waits_for_a_shared_value_or_a_resource_or_was_joined_makes_few_and_waits_for_nobody(
        self, frontier: Frontier
    ) -> None:
        frontier.put([new(b"parent", to("", "caller"))])
        parent = only(frontier.lease())
        waiting = replace(parent.entry, payload=b"joined")
        frontier.complete(parent, Completion(Park(waiting, 9), spawned=[new(b"part", to("", "part"), join=9)]))
        frontier.complete(only(frontier.lease()), DONE)
        frontier.put(tasks("full", MOST_WAITING + 2))
        frontier.put([new(b"login", to("", "login"), share="t/login")])
        frontier.put([new(b"api", to("", "api", requires="r")), new(b"loop", to("", "loop"))])
        full = Standing(16, 8, {"full": (8, 0)})
        assert {*payloads(frontier.lease(4, full))} == {b"joined", b"login", b"api"}

    def test_one_slot_cannot_take_all_places_from_a_step_without_a_slot(
        self, open_frontier: Callable[..., Frontier]
    ) -> None:
        frontier = open_frontier(number=lambda bucket: {"page": 1.0, "login": 9.0}[bucket.node])
        frontier.put([*tasks("busy", 100), new(b"login", to("", "login"))])
        found = payloads(frontier.lease(16, Standing(16, 16)))
        assert len(found) == 16
        assert found.index(b"login") == 8

    def test_a_loop_does_not_make_its_tasks_beside_many_that_were_passed_over(
        self, open_frontier: Callable[..., Frontier]
    ) -> None:
        frontier = open_frontier(number=lambda bucket: {"page": 1.0, "loop": 9.0}[bucket.node])
        frontier.put([*tasks("busy", MOST_WAITING + 20), new(b"loop", to("", "loop"))])
        assert b"loop" not in payloads(frontier.lease(16, Standing(16, 16)))

    def test_a_competing_resource_holds_back_beside_slots(self, open_frontier: Callable[..., Frontier]) -> None:
        frontier = open_frontier(limits={"api": 2})
        frontier.put([new(bucket=to("one", requires="api")) for _ in range(4)])
        frontier.put([new(bucket=to("two", requires="api")) for _ in range(4)])
        leases = frontier.lease(4, Standing(16, 1))
        assert slots_of(leases) == {"one": 1, "two": 1}
        assert frontier.lease(4, Standing(16, 8, {"one": (1, 7), "two": (1, 7)})) == []
        finish_all(frontier, leases)
        assert len(frontier.lease(4, Standing(16, 8))) == 2

    def test_a_released_task_is_first_in_its_slot_again(self, frontier: Frontier) -> None:
        frontier.put(tasks("one", 3))
        frontier.release(only(frontier.lease(1, Standing(16, 8))))
        assert payloads(frontier.lease(3, Standing(16, 8))) == [b"one 0", b"one 1", b"one 2"]

    def test_slots_keep_no_task_from_its_end(self, frontier: Frontier, clock: Clock) -> None:
        frontier.put([new(b"%d" % number, to(f"host {number % 7}"), delay=number % 2) for number in range(50)])
        done = 0
        for _ in range(200):
            leases = frontier.lease(3, Standing(4, 1))
            for lease in leases:
                frontier.complete(lease, DONE)
                done += 1
            clock.turn(0.5)
        assert done == 50
        assert frontier.counts().unfinished == 0

    def test_a_pause_of_a_node_means_all_of_its_slots(self, frontier: Frontier) -> None:
        frontier.put([*tasks("one", 2), *tasks("two", 2)])
        assert frontier.pause(ControlTarget(node="page")) == 4
        assert frontier.lease(4, Standing(16, 8)) == []
        assert frontier.resume(ControlTarget(node="page")) == 4
        assert len(frontier.lease(4, Standing(16, 8))) == 4

    def test_a_boost_of_a_task_keeps_its_slot(self, frontier: Frontier) -> None:
        *_, last = frontier.put(tasks("one", 3))
        frontier.boost(ControlTarget(task=last), 2.5)
        lease = only(frontier.lease(1, Standing(16, 8)))
        assert lease.entry.bucket == to("one", boost=2.5)
        assert lease.entry.payload == b"one 2"

    def test_a_new_number_ranks_all_slots_anew(self, open_frontier: Callable[..., Frontier]) -> None:
        numbers = {"page": 1.0, "login": 9.0}
        frontier = open_frontier(number=lambda bucket: numbers[bucket.node])
        frontier.put([*tasks("one", 2), *tasks("two", 2), *tasks("one", 1, "login")])
        numbers["login"] = 0.5
        frontier.rerank()
        assert only(frontier.lease(1, Standing(16, 8))).entry.bucket.node == "login"

    def test_a_status_is_that_of_nodes_over_all_slots(self, frontier: Frontier) -> None:
        frontier.put([*tasks("one", 2), *tasks("two", 3)])
        (line,) = frontier.status()
        assert (line.bucket, line.ready) == (to(""), 5)
        frontier.stop(ControlTarget(node="page"))
        assert frontier.status() == []
