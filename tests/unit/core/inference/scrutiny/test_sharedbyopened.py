from __future__ import annotations

import pytest

from scrapy_bt.core.inference.scrutiny.sharedbyopened import shared_by_opened

LISTED = [f"https://shop.test/{kind}/{number}" for kind in ("lamps", "ropes", "kettles") for number in range(9)]


def opened(kind: str, *numbers: int) -> list[str]:
    return [f"https://shop.test/{kind}/{number}" for number in numbers]


def test_each_recording_opened_entries_of_one_part_of_the_list() -> None:
    assert shared_by_opened([opened("lamps", 0, 4), opened("ropes", 1, 5)], LISTED) == ["lamps", "ropes"]
    by_query = [[f"https://shop.test/thing?of={kind}&n={number}" for number in (1, 2)] for kind in ("lamps", "ropes")]
    assert shared_by_opened(by_query, [*by_query[0], *by_query[1]]) == ["lamps", "ropes"]


@pytest.mark.parametrize(
    ("pages", "visited"),
    [
        ([opened("lamps", 0, 4)], LISTED),
        ([opened("lamps", 0, 4), opened("lamps", 1, 5)], LISTED),
        ([opened("lamps", 0, 4), [*opened("ropes", 1), *opened("lamps", 5)]], LISTED),
        ([opened("lamps", 0), opened("ropes", 1)], LISTED),
        ([opened("lamps", 0, 4), opened("ropes", 1, 5)], LISTED[:9]),
        ([opened("lamps", 0, 4), ["https://shop.test/ropes", *opened("ropes", 5)]], LISTED),
    ],
)
def test_otherwise_nothing_is_told(pages: list[list[str]], visited: list[str]) -> None:
    assert shared_by_opened(pages, visited) == ()
