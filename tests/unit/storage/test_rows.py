import re
from datetime import date, datetime, timezone
from decimal import Decimal

import pytest

from scrapy_bt.storage.rows import Row, content_key, fitted, kind_of, sql_name


def test_the_key_is_that_of_the_content():
    key = content_key("t", {"a": 1, "b": [b"x", datetime(2024, 1, 2, tzinfo=timezone.utc)]})
    assert content_key("t", {"b": [b"x", datetime(2024, 1, 2, tzinfo=timezone.utc)], "c": None, "a": 1}) == key
    assert len({key, content_key("u", {"a": 1}), content_key("t", {"a": 1}), content_key("t", {"a": "1"})}) == 4
    assert len(key) == 32


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (True, "flag"), (1, "number"), (1.5, "number"), (Decimal("1.5"), "number"), ("x", "text"), (b"x", "bytes"),
        (datetime(2024, 1, 2, tzinfo=timezone.utc), "time"), (date(2024, 1, 2), "day"), ([1], "json"), ({}, "json"),
    ],
)  # fmt: skip
def test_a_value_tells_its_column(value, kind):
    assert kind_of(value) == kind
    assert fitted(value, kind) == value


@pytest.mark.parametrize(
    ("value", "kind", "words"),
    [
        ("x", "number", "'x' is no number"),
        (True, "number", "True is no number"),
        (float("nan"), "number", "no finite number"),
        ([1], "text", "[1] is no text"),
        ("a\x00b", "text", "U+0000"),
        (1, "flag", "1 is no flag"),
        ("x" * 100, "time", "…"),
    ],
)
def test_what_does_not_fit_says_why(value, kind, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        fitted(value, kind)


def test_texts_take_what_is_like_a_text():
    assert [fitted(value, "text") for value in (1, 1.5, "x")] == ["1", "1.5", "x"]


def test_a_row_knows_declared_columns_and_those_that_have_values():
    declared = {"name": ("text", 5), "price": ("number", 5), "pic": ("image", 0)}
    row = Row.of("books", {"name": None, "price": 1, "more": True, "none": None}, declared)
    assert row.kinds == {"name": "text", "price": "number", "pic": "text", "more": "flag"}
    assert row.values == {"price": 1, "more": True}
    assert row.lengths == {"name": 5}


def test_names_fit_into_databases():
    assert sql_name("Preis €") == "Preis €"
    assert sql_name("BT_KEY") == "BT_KEY_"
    assert (sql_name(""), sql_name("a\nb")) == ("_", "a_b")
    long = sql_name("标" * 40)
    assert len(long.encode()) <= 60
    assert long != sql_name("标" * 41)
