import math

import pytest

from scrapy_bt.core.documents.nodes import Mapping, MappingEntry, Scalar
from scrapy_bt.errors import Place

HERE = Place("f", 1, 1)


def scalar(text, style=""):
    return Scalar(text, HERE, 0, 0, style)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *(
            ("yes", "yes"),
            ("no", "no"),
            ("on", "on"),
            ("2026-01-31", "2026-01-31"),
            ("12:30", "12:30"),
            ("1_000", "1_000"),
        ),
        *(("", None), ("~", None), ("null", None), ("NULL", None), ("nUll", "nUll")),
        *(("true", True), ("False", False), ("tRue", "tRue")),
        *(("12", 12), ("-3", -3), ("+3", 3), ("007", 7), ("0x1F", 31), ("0o17", 15), ("0x", "0x")),
        *(("1.5", 1.5), ("1e3", 1000.0), (".5", 0.5), ("-.INF", -math.inf), ("1.2.3", "1.2.3"), ("1" * 30, 1e30 / 9)),
    ],
)
def test_a_plain_scalar_means_what_yaml_1_2_says(text, value):
    found = scalar(text).value
    assert type(found) is type(value)
    assert found == (pytest.approx(value) if isinstance(value, float) else value)


def test_not_a_number_is_a_number():
    assert math.isnan(scalar(".nan").value)


@pytest.mark.parametrize("text", ["12", "true", "", "~"])
def test_what_is_quoted_is_a_text(text):
    assert scalar(text, "'").value == text
    assert not scalar(text, '"').is_nothing


def test_a_mapping_gives_the_value_of_a_key():
    value = scalar("b")
    mapping = Mapping((MappingEntry(scalar("a"), value),), HERE)
    assert mapping.get("a") is value
    assert mapping.get("b") is None
    assert [entry.key.text for entry in mapping] == ["a"]
