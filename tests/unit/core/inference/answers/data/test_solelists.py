"""Data about one thing that stand in a list of its own."""

from __future__ import annotations

from typing import Any

import pytest

from scrapy_bt.core.inference.answers.data.solelists import sole_list, within, without

_BOAT: dict[str, Any] = {"name": "Swift", "length": 9, "owner": {"name": "Ann"}}


@pytest.mark.parametrize(
    ("told", "place"),
    [
        ({"data": [_BOAT], "meta": {"total": 1}}, ("data",)),
        ({"result": {"hits": {"hits": [_BOAT], "total": 1}}}, ("result", "hits", "hits")),
        ({"tags": [], "data": [_BOAT]}, ("data",)),
        ({"data": [_BOAT, _BOAT]}, None),
        ({"data": ["Swift"]}, None),
        ({**_BOAT, "pictures": [{"file": "a.png"}]}, None),
        ([_BOAT], None),
    ],
    ids=["beside its pages", "deep within", "beside another", "two", "a text", "a part of a thing", "a list alone"],
)
def test_a_list_of_one_object_that_says_more_than_all_around_it(told: Any, place: tuple[str, ...] | None) -> None:
    assert sole_list([told, told]) == place
    assert sole_list([told]) is None, "others may have more"
    if place is not None:
        assert within(told, place) == _BOAT


def test_all_answers_have_to_have_one() -> None:
    assert sole_list([{"data": [_BOAT]}, {"data": [_BOAT, _BOAT]}]) is None
    assert sole_list([{"data": [_BOAT]}, {"data": {}}]) is None


def test_what_stands_around_it() -> None:
    told = {"hits": {"hits": [_BOAT], "total": 1}, "took": 3}
    assert without(told, ("hits", "hits")) == {"hits": {"total": 1}, "took": 3}
    assert without({"data": [_BOAT]}, ("data",)) == {}
