from datetime import date, datetime, timezone
from decimal import Decimal

import pytest

from scrapy_bt.core.documents.json import DEEPEST_OF_PAGE
from scrapy_bt.errors import TaskError
from scrapy_bt.frontier.records import RefusedRecord


def test_a_record_comes_back_as_it_was() -> None:
    fields = {
        "text": "日本 \ud800",
        "none": None,
        "number": 1.5,
        "price": Decimal("1.50"),
        "raw": b"\xff",
        "at": datetime(2024, 1, 2, 3, tzinfo=timezone.utc),
        "day": date(2024, 1, 2),
        "list": [1, {"a": b"x"}],
        "odd": {"$type": "time", "$value": "no time"},
        "odder": {"$$type": "$type", "type": 1, "$$$type": {"$type": {}}},
    }
    record = RefusedRecord("store", "article", fields, "why")
    assert RefusedRecord.decode(record.encode()) == record
    assert record.again == RefusedRecord("store", "article", fields)


@pytest.mark.parametrize("name", ["a", "$type"])
def test_a_record_of_a_deep_page_comes_back(name: str) -> None:
    value: object = "x"
    for _ in range(DEEPEST_OF_PAGE // 2):
        value = {name: [value]}
    record = RefusedRecord("store", "article", {"data": value})
    assert RefusedRecord.decode(record.encode()) == record


def test_what_json_has_no_form_for_becomes_text() -> None:
    record = RefusedRecord("store", "article", {"tags": ("a", "b"), "odd": object})
    assert RefusedRecord.decode(record.encode()).fields == {"tags": ["a", "b"], "odd": "<class 'object'>"}


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\xff",
        b"[]",
        b'[2, "a", "b", {}, ""]',
        b'[1, "a", "b", [], ""]',
        b'[1, "a", "b", {"c": {"$type": "x"}}, ""]',
    ],
)
def test_what_is_no_record_is_told(payload: bytes) -> None:
    with pytest.raises(TaskError, match="the record "):
        RefusedRecord.decode(payload)
