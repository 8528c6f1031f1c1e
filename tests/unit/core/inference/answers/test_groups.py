"""Groups of data with names."""

from __future__ import annotations

from typing import Any

import pytest

from scrapy_bt.core.inference.answers.extraction import page_of
from scrapy_bt.core.inference.answers.groups import Grouping, grouping_of
from tests.recordings import answer

TWO = [{"m": 1}, {"m": 2}]


def found(data: Any, *names: str) -> Grouping | None:
    return grouping_of([answer("/", data)] * len(names), names)


@pytest.mark.parametrize(
    ("data", "grouping"),
    [
        ([{"quay": "east", "boats": TWO}, {"quay": "west", "boats": TWO}], Grouping("[]", "quay")),
        ({"a": {"quays": [{"n": "east", "boats": TWO}, {"n": "west", "boats": TWO}]}}, Grouping("a.quays[]", "n")),
        (
            {"ports": [{"quays": [{"of-it": "east", "boats": TWO}]}, {"quays": [{"of-it": "west", "boats": TWO}]}]},
            Grouping("ports[].quays[]", '"of-it"'),
        ),
        ([{"quay": "east", "boats": TWO}, {"quay": "east", "boats": TWO}, {"quay": "west", "boats": TWO}], None),
        ([{"quay": "east", "boats": 2}, {"quay": "west", "boats": 3}], None),
        ([{"quay": "north", "boats": TWO}, {"quay": "west", "boats": TWO}], None),
        ({"quay": "east"}, None),
    ],
    ids=["a list", "deep", "lists in lists", "twice the name", "without lists", "another name", "no list"],
)
def test_groups_are_found_by_their_names(data: Any, grouping: Grouping | None) -> None:
    assert found(data, "east", "west") == grouping


def test_a_group_alone_is_what_its_name_finds() -> None:
    data = [{"quay": "east", "boats": TWO}, {"quay": "o'west", "boats": []}]
    grouping = Grouping("[]", "quay")
    assert page_of(grouping.group(answer("/", data), "o'west")).json == data[1]
    assert grouping.before + "east" + grouping.after == "[] | [?quay=='east'] | [0]"
