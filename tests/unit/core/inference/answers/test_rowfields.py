from __future__ import annotations

from scrapy_bt.core.inference.answers.rowfields import field_name, json_fields
from scrapy_bt.core.inference.answers.values import Extraction


def test_names_of_fields() -> None:
    assert [field_name(text) for text in ("While", "In stock (pcs)", "2x", "", "priceEur")] == [
        "while_value",
        "in_stock_pcs",
        "field_2x",
        "",
        "price_eur",
    ]


def test_fields_of_objects_are_named_by_their_paths() -> None:
    rows = [{"id": 1, "maker": {"name": "Acme"}}, {"id": 2, "tags": ["a"], "parts": [{"id": 3}]}]
    assert list(json_fields(rows)) == [
        ("id", Extraction("json", "id")),
        ("maker_name", Extraction("json", "maker.name")),
        ("tags", Extraction("json", "tags", all=True)),
        ("parts_id", Extraction("json", "parts[].id", all=True)),
    ]
