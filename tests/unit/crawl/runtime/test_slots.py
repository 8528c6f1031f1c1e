import time
from types import SimpleNamespace
from typing import Any

import pytest
from scrapy.core.downloader import Slot
from scrapy.settings import Settings

from scrapy_bt.crawl.runtime.slots import LANES, MOST_NAMES, DownloadSlots, SlotNames
from scrapy_bt.frontier.entries import Bucket, Entry, Lease

LONG = 1000.0
"""Seconds of a delay that no test lives to see the end of."""


def lease(token: int, slot: str = "a.test") -> Lease:
    return Lease(Entry(Bucket("t", "page", slot=slot), b""), token, 0.0)


class Scene:
    """Slots of a crawl whose downloader the test plays."""

    def __init__(self, **settings: Any) -> None:
        self.known: dict[str, Slot] = {}
        engine = SimpleNamespace(downloader=SimpleNamespace(slots=self.known))
        crawler: Any = SimpleNamespace(settings=Settings(settings), engine=engine)
        self.slots = DownloadSlots(crawler)

    def open(self, name: str = "a.test", *, delay: float = 0.0, sent_before: float = 0.0, sending: int = 0) -> Slot:
        slot = self.known[name] = Slot(8, delay, 0.0)
        slot.lastseen = time.monotonic() - sent_before
        slot.transferring = {object() for _ in range(sending)}  # type: ignore[misc]  # only counted
        return slot


def test_a_slot_has_as_much_free_as_its_concurrency_says() -> None:
    slots = Scene(CONCURRENT_REQUESTS_PER_DOMAIN=3, DOWNLOAD_SLOTS={"b.test": {"concurrency": 1}}).slots
    assert (slots.free("a.test"), slots.free("b.test")) == (3, 1)
    slots.begin(lease(1))
    slots.begin(lease(1))
    assert (slots.free("a.test"), dict(slots.under_way)) == (2, {"a.test": 1})
    slots.end(lease(1))
    slots.end(lease(1))
    assert (slots.free("a.test"), dict(slots.under_way)) == (3, {})


def test_a_limit_of_all_workers_is_one_here_too() -> None:
    assert Scene(CONCURRENT_REQUESTS_PER_DOMAIN=8, BT_CLUSTER_CONCURRENCY=2).slots.free("a.test") == 2


def test_what_the_downloader_knows_better_counts() -> None:
    scene = Scene(CONCURRENT_REQUESTS_PER_DOMAIN=3)
    scene.open().concurrency = 5
    assert scene.slots.free("a.test") == 5


def test_a_full_slot_is_open_when_a_task_has_ended() -> None:
    slots = Scene(CONCURRENT_REQUESTS_PER_DOMAIN=1).slots
    slots.begin(lease(1))
    assert slots.free("a.test") == 0
    assert list(slots.opened({"a.test"})) == []
    assert slots.next_opening() is None
    slots.end(lease(1))
    assert list(slots.opened({"a.test"})) == ["a.test"]
    assert list(slots.opened({"a.test"})) == []


def test_a_slot_with_a_delay_takes_one_at_a_time() -> None:
    scene = Scene(DOWNLOAD_DELAY=LONG)
    assert scene.slots.free("a.test") == 1
    scene.slots.begin(lease(1))
    assert scene.slots.free("a.test") == 0, "it has not left"
    scene.open(delay=LONG, sending=1)
    assert scene.slots.free("a.test") == 0, "the delay is not over"
    scene.open(delay=LONG, sending=1, sent_before=2 * LONG)
    assert scene.slots.free("a.test") == 1


def test_the_end_of_a_delay_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(DOWNLOAD_DELAY=LONG)
    scene.open(delay=LONG)
    assert scene.slots.free("a.test") == 0
    due = scene.slots.next_opening()
    assert due is not None
    assert time.time() < due <= time.time() + LONG
    assert list(scene.slots.opened({"a.test"})) == []
    later = time.monotonic() + 2 * LONG
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert list(scene.slots.opened({"a.test"})) == ["a.test"]


def test_a_delay_over_all_workers_holds_back_who_waits_for_a_turn() -> None:
    slots = Scene(BT_CLUSTER_DELAY=1.0).slots
    slots.begin(lease(1))
    assert slots.free("a.test") == 0


def test_at_most_half_of_the_places_wait_for_their_turns() -> None:
    scene = Scene(CONCURRENT_REQUESTS=4, DOWNLOAD_DELAY=1.0)
    for number in range(3):
        scene.open(f"{number}.test", delay=1.0, sent_before=10.0).latercall = object()  # type: ignore[assignment]
    found = []
    for number in range(3):
        found.append(scene.slots.free(f"{number}.test"))
        scene.slots.begin(lease(number, f"{number}.test"))
    assert found == [1, 1, 0]


def test_what_is_leased_ahead_counts_with_what_is_under_way() -> None:
    scene = Scene(CONCURRENT_REQUESTS=16, CONCURRENT_REQUESTS_PER_DOMAIN=4)
    scene.slots.begin(lease(1))
    standing, again = scene.slots.standing_ahead({"a.test": 2, "": 3}, ahead=6, lead=0.0)
    assert standing.named == {"a.test": (3, 7)}
    assert (standing.places, standing.free_elsewhere, again) == (16, 10, float("inf"))
    assert scene.slots.standing().named == {"a.test": (1, 3)}


def test_of_a_slot_with_a_delay_no_more_is_leased_ahead_than_can_leave() -> None:
    scene = Scene(DOWNLOAD_DELAY=LONG)
    scene.open(delay=LONG, sending=1)
    scene.slots.begin(lease(1))
    standing, again = scene.slots.standing_ahead({}, ahead=16, lead=0.1)
    assert (standing.free("a.test"), standing.free("b.test")) == (0, 1)
    assert again < float("inf")
    assert scene.slots.standing_ahead({}, ahead=16, lead=2 * LONG)[0].free("a.test") == 1


def test_a_task_of_no_slot_is_not_counted() -> None:
    slots = Scene().slots
    slots.begin(lease(1, ""))
    assert dict(slots.under_way) == {}


def test_a_task_of_no_slot_has_a_place_too() -> None:
    slots = Scene().slots
    slots.begin(lease(1, ""))
    slots.begin(lease(2))
    assert slots.in_use == 2
    slots.end(lease(1, ""))
    assert slots.in_use == 1


def test_beyond_many_names_lines_are_shared() -> None:
    names = SlotNames()
    assert [names.name(f"{number}.test") for number in range(MOST_NAMES)][-1] == f"{MOST_NAMES - 1}.test"
    others = {names.name(f"other {number}") for number in range(10 * LANES)}
    assert len(others) == LANES
    assert (names.name("3.test"), names.name("")) == ("3.test", "")
    assert SlotNames().name("other 1") == "other 1"
