"""Requests for what was chosen, in the place of what an application opens first."""

from __future__ import annotations

from scrapy_bt.core.inference.steps.alignment import align
from scrapy_bt.core.inference.steps.counterparts import Column, with_counterparts
from scrapy_bt.core.samples.traffic import Exchange
from tests.recordings import ask, record


def pages(kind: str, *numbers: int) -> list[Exchange]:
    def rows(number: int) -> list[dict[str, str]]:
        return [{"name": f"{kind} {number} {place}", "about": kind} for place in range(3)]

    return [ask(f"/api/{kind}?page={number}", rows(number), kind="fetch") for number in numbers]


def paths(columns: list[Column]) -> list[tuple[str, ...]]:
    return [tuple(each.sent.url.partition("/api/")[2] if each is not None else "" for each in own) for own in columns]


def aligned(*recordings: list[Exchange]) -> list[tuple[str, ...]]:
    return paths(with_counterparts(align([record(*own).exchanges for own in recordings])))


def test_the_first_page_of_what_was_chosen_stands_for_that_of_what_was_opened_first() -> None:
    found = aligned(pages("boats", 1, 2, 3), [*pages("boats", 1), *pages("ropes", 1, 2, 3)])
    assert found[:3] == [(f"boats?page={number}", f"ropes?page={number}") for number in (1, 2, 3)]
    assert found[3:] == [("", "boats?page=1")]


def test_the_recording_that_chose_what_was_opened_first_may_be_the_second_one() -> None:
    found = aligned([*pages("boats", 1), *pages("ropes", 1, 2, 3)], pages("boats", 1, 2, 3))
    assert set(found) == {("boats?page=1", ""), *((f"ropes?page={n}", f"boats?page={n}") for n in (1, 2, 3))}


def test_what_both_have_asked_for_stays_if_nothing_stands_for_its_further_pages() -> None:
    found = aligned(pages("boats", 1, 2, 3), [*pages("boats", 1, 2, 3), *pages("ropes", 1)])
    assert found == [*((f"boats?page={number}", f"boats?page={number}") for number in (1, 2, 3)), ("", "ropes?page=1")]
    asked_otherwise = aligned(pages("boats", 1, 2, 3), [*pages("boats", 1), *pages("ropes", 2, 3)])
    assert asked_otherwise[0] == ("boats?page=1", "boats?page=1")
