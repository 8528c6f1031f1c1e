from math import inf

import pytest

from scrapy_bt.crawl.redis.demand import MOST_LEASES, Demand
from scrapy_bt.crawl.redis.held_leases import HeldLeases
from scrapy_bt.frontier.entries import Entry, Lease
from tests.contracts.workshop import at


def held(waiting: int, taken: int = 0) -> HeldLeases:
    leases = HeldLeases(None, {})
    leases.add(Lease(Entry(at("page"), b"", id=number), number, 1.0) for number in range(1, waiting + taken + 1))
    for _ in range(taken):
        leases.take(0.0)
    return leases


def demand(leases: HeldLeases, *, room: int = 100, places: int = 16, most: float = inf) -> Demand:
    return Demand(leases, room=lambda: room, slots=lambda: None, places=places, most=most)


@pytest.mark.parametrize(
    ("leases", "facts", "wanted"),
    [
        (held(0), {}, 16),
        (held(3, taken=4), {}, 9),
        (held(20), {}, 0),
        (held(0), {"room": 5}, 5),
        (held(0), {"most": 4}, 4),
        (held(0), {"places": 1000, "room": 1000}, MOST_LEASES),
        (held(1), {"room": 0}, 0),
    ],
    ids=["none", "some", "more than enough", "room", "most", "one call", "no room"],
)
def test_free_places_are_to_be_filled(leases: HeldLeases, facts: dict[str, int], wanted: int) -> None:
    assert demand(leases, **facts).wanted == wanted


def test_what_the_next_call_needs_to_come_is_asked_for_beside_them() -> None:
    made = demand(held(17))
    assert (made.wanted, made.is_low) == (0, False)
    made.ahead = 40
    assert (made.wanted, made.is_low) == (39, True)


def test_an_engine_that_asks_in_vain_gets_one_though_all_places_are_taken() -> None:
    made = demand(held(0, taken=16))
    assert (made.wanted, made.is_low) == (0, True)
    made.is_hungry = True
    assert made.wanted == 1


def test_demand_is_met_where_leases_wait_without_room() -> None:
    assert demand(held(1), room=0).is_met
    assert not demand(held(0), room=0).is_met
    assert not demand(held(1)).is_met


def test_without_slots_leases_are_spread_over_nothing() -> None:
    assert demand(held(1)).ask_slots(0.02) == (None, inf)
