from __future__ import annotations

from typing import Any

import pytest

from scrapy_bt.core.inference.answers.data.maps import is_map, keyed_by, maps_in, of_map


@pytest.mark.parametrize(
    ("samples", "is_one"),
    [
        ([{"1.0.2": {"size": 1}, "1.1.0": {"size": 2}}], True),
        ([{"lodash": {"v": 1}}, {"koa": {"v": 2}, "chalk": {"v": 3}}], True),
        ([{"USD": 1.5, "JPY": 2}, {"USD": 1.25, "BRL": 2, "KRW": 7}], True),
        ([{"name": "a", "city": "b"}, {"phone": "c"}], False),
        ([{"home": {"street": 1}, "work": {"street": 2}}, {"home": {"street": 3}, "work": {"street": 4}}], False),
        ([{"lodash": {"v": 1}, "took": 3}, {"koa": {"v": 2}}], False),
        ([{}, {"a": {}}], False),
        ([{"OAR": {"name": "OAR", "cm": 2}, "ROPE": {"name": "ROPE", "cm": 9, "of": "jute"}}], True),
        ([{"OAR": {"name": "OAR", "cm": 2}, "ROPE": {"name": "rope", "cm": 9}}], False),
    ],
    ids=["values", "names", "numbers", "optional", "fixed", "kinds", "empty", "told", "told once"],
)
def test_objects_whose_keys_change_and_whose_entries_are_alike(samples: list[dict[str, Any]], is_one: bool) -> None:
    assert is_map(samples) is is_one


def test_they_are_found_at_any_depth() -> None:
    rows = [{"dist": {"latest": {"v": 1}}, "of": [{"x": {"a": 1}}]}, {"dist": {"next": {"v": 2}, "rc": {"v": 3}}}]
    assert maps_in(rows) == {("dist",)}
    assert maps_in([{"all": rows}]) == {("all", "[]", "dist")}


BOATS = {"boats": {"a1b2c3d4": {"of": {"no": 1}}, "b2c3d4e5": {"of": {"no": 2}}}, "took": 3}


def test_a_value_of_all_entries_is_found_by_one_of_them() -> None:
    assert of_map(("boats", "a1b2c3d4", "of", "no"), BOATS) == "boats.*.of.no"
    assert of_map(("took",), BOATS) is None
    assert of_map(("boats", 0, "no"), {"boats": [{"no": 1}]}) is None


def test_objects_of_entries_are_found_by_their_keys() -> None:
    assert list(keyed_by(BOATS, ["b2c3d4e5"])) == [("boats", 2)]
    assert list(keyed_by(BOATS["boats"], ["b2c3d4e5", "a1b2c3d4"])) == [("@", 2)]
    assert list(keyed_by(BOATS, ["b2c3d4e6"])) == []
