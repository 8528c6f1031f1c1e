from __future__ import annotations

import pytest
from jmespath.exceptions import JMESPathTypeError

from scrapy_bt.core.tree.jsonpaths import FUNCTIONS, search_json


def test_entries_of_an_object_come_with_their_keys() -> None:
    data = {"packages": {"koa": {"v": 1}, "chalk": {"v": 2}}}
    assert search_json("items(packages)", data) == [["koa", {"v": 1}], ["chalk", {"v": 2}]]
    assert search_json("items(packages)[*][0]", data) == ["koa", "chalk"]
    assert search_json("items(nothing)", data) is None
    with pytest.raises(JMESPathTypeError):
        search_json("items(packages.koa.v)", data)
    assert {"items", "keys", "contains"} <= FUNCTIONS
