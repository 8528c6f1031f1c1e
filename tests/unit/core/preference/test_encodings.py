"""Bytes that are no UTF-8."""

from scrapy_bt.core.preference.entitychecks import Unread
from scrapy_bt.core.preference.imports import read_entities


def test_lines_of_json_that_are_not_in_utf8_are_told():
    bad, good = read_entities(['{"name": "Ren\udce9"}\n', '{"name": "Ada"}\n'], "jsonl")
    assert (bad, good.name) == (Unread(1, "it is not in UTF-8: save the file in UTF-8"), "Ada")
