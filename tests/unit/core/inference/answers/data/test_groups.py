"""Groups of data with names."""

from __future__ import annotations

from typing import Any

import pytest

from scrapy_bt.core.inference.answers.data.groups import Grouping, grouping_of, lists_in, told_lists
from scrapy_bt.core.inference.answers.extraction import page_of
from scrapy_bt.core.tree.jsonpaths import search_json
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


@pytest.mark.parametrize("name", ["west", "o'west", "we\\st", "west\\", "`west`", 'w"est', "wést", "west\\'"])
def test_a_group_alone_is_what_its_name_finds(name: str) -> None:
    data = [{"quay": 7}, {"quay": None}, {"quay": "east", "boats": TWO}, {"quay": name, "boats": []}, {"boats": []}]
    grouping = Grouping("[]", "quay")
    assert page_of(grouping.group(answer("/", data), name)).json == data[3]
    coded = search_json(grouping.coding, {"name": name})
    assert search_json(f"{grouping.before}{coded}{grouping.behind('boats')}", data) == []


def test_a_name_stands_as_data() -> None:
    assert Grouping("[]", "quay").found_by("o'`e") == '[] | [?quay==`"o\'\\u0060e"`] | [0] | @'


def test_lists_are_told_with_the_values_of_their_objects() -> None:
    data = {"boats": [{"name": "Dinghy", "of": {"k1": 1, "by": {"town": "Ayr"}}}, {"of": {"k2": 2}}], "count": 2}
    told = ({"name": "Dinghy", "of.k1": 1, "of.by.town": "Ayr"}, {"of.k2": 2})
    assert told_lists(answer("/", data)) == (("boats[]", told),)


def test_data_of_any_depth_are_read() -> None:
    data: Any = [{"quay": "east"}]
    for _ in range(5000):
        data = {"of": data}
    assert list(lists_in([data], "")) == []
    assert [path for path, _ in lists_in([{"of": {"of": [{"quay": "east"}]}}], "")] == ["of.of[]"]
