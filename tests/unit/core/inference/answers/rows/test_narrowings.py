"""Rows of data that a script leaves on the screen."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scrapy_bt.core.inference.answers.extraction import page_of
from scrapy_bt.core.inference.answers.rows.narrowings import Narrowing, narrowing_of
from scrapy_bt.core.inference.answers.values import Extraction
from tests.recordings import answer

BOATS = [{"boat": f"Boat {n}", "quay": ("east", "west", "south")[n % 3]} for n in range(9)]
EACH, FIELDS = Extraction("json", "boats"), (("boat", Extraction("json", "boat")), ("quay", Extraction("json", "quay")))
BY_QUAY = Narrowing("boats", "quay", "quay")


def found(screens: Sequence[str], chosen: Sequence[str]) -> tuple[Narrowing, tuple[str, ...]] | None:
    data = answer("/boats", {"boats": BOATS})
    seen = [answer("/", "".join(f"<p>{text}</p>" for text in screen.split(", "))) for screen in screens]
    return narrowing_of([data] * len(seen), seen, [{text, "Boats"} for text in chosen], EACH, FIELDS)


def test_the_rows_that_are_seen_have_what_was_chosen() -> None:
    assert found(["Boat 0, Boat 3, Boat 6, east", "Boat 1, Boat 4, Boat 7"], ["east", "west"]) == (
        BY_QUAY,
        ("east", "west"),
    )


@pytest.mark.parametrize(
    ("screens", "chosen"),
    [
        (["Boat 0, Boat 3, Boat 6, Boat 1", "Boat 1, Boat 4, Boat 7"], ["east", "west"]),
        (["Boat 0, Boat 3, Boat 6", "Boat 1, Boat 4, Boat 7"], ["east", "north"]),
        (["Boat 0", "Boat 1"], ["east", "west"]),
        (["Boat 0, Boat 3, Boat 6"] * 2, ["east", "east"]),
        (["Boat 1, Boat 4, Boat 7", "Boat 0, Boat 3, Boat 6"], ["east", "west"]),
    ],
    ids=["another is seen", "nothing has it", "hardly any is seen", "the same", "only others are seen"],
)
def test_else_all_of_them_are_wanted(screens: Sequence[str], chosen: Sequence[str]) -> None:
    assert found(screens, chosen) is None


def test_they_are_found_by_a_name_and_by_its_code() -> None:
    data = answer("/boats", {"boats": BOATS})
    assert page_of(data).elements(Extraction("json", BY_QUAY.found_by("west"))) == BOATS[1::3]
    coded = f"{BY_QUAY.before}d2VzdA=={BY_QUAY.behind('@')}"
    assert page_of(data).elements(Extraction("json", coded)) == BOATS[1::3]


@pytest.mark.parametrize(
    ("path", "each", "onward"),
    [
        ("boats", "boats[].id", "[].id"),
        ("@", "[].id", "[].id"),
        ("items(of.boats)", "of.boats.*.crew.id", "[*][1].crew.id"),
        ("items(boats)", "keys(boats)", "[*][0]"),
        ("boats", "crews[].id", ""),
        ("items(boats)", "crews.*.id", ""),
    ],
)
def test_what_is_taken_of_all_rows_is_taken_of_those_that_are_left(path: str, each: str, onward: str) -> None:
    assert Narrowing(path, "quay", "quay").onward_of(each) == onward
