import re
from datetime import date, datetime, timezone
from decimal import Decimal

import pytest

from scrapy_bt.storage.rows import Row, fitted, kind_of_value, sql_name


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (True, "flag"), (1, "number"), (1.5, "number"), (Decimal("1.5"), "number"), ("x", "text"), (b"x", "bytes"),
        (datetime(2024, 1, 2, tzinfo=timezone.utc), "time"), (date(2024, 1, 2), "day"), ([1], "json"), ({}, "json"),
    ],
)  # fmt: skip
def test_a_value_tells_its_column(value, kind):
    assert kind_of_value(value) == kind
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
    row = Row.of("books", {"name": None, "price": 1, "more": True, "none": None}, declared, key="k")
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


def test_a_later_row_completes_an_earlier_one():
    first = Row.of("t", {"a": 1, "b": 1}, {}, key="k", known_by=("a",), urls=("u",))
    second = Row.of("t", {"a": 1, "b": 2, "c": 3}, {}, key="k", known_by=("a",), urls=("v", "u"))
    both = second.after(first)
    assert both.values == {"a": 1, "b": 2, "c": 3}
    assert both.urls == ("u", "v")
    assert first.after(second).values == {"a": 1, "b": 1, "c": 3}
    assert set(first.after(second).kinds) == {"a", "b", "c"}
