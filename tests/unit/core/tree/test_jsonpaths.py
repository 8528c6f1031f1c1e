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


def test_texts_are_coded_in_base64_and_back() -> None:
    assert search_json("base64(text)", {"text": "reader:a & ü"}) == "cmVhZGVyOmEgJiDDvA=="
    assert search_json("base64(`12`)", {}) == "MTI="
    assert search_json("from_base64(text)", {"text": "cmVhZGVyOmEgJiDDvA"}) == "reader:a & ü"
    assert search_json("[base64(no), from_base64(no)]", {}) == [None, None]
    assert [search_json("from_base64(@)", text) for text in ("a", "no base64!", "/w==")] == [None, None, None]
