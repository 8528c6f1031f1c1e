"""Names of fields by their values."""

import pytest

from scrapy_bt.core.inference.answers.fields.valuenames import by_values, kind_of_values
from scrapy_bt.core.inference.answers.values import Extraction


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (["2024-05-01", "1.6.2024", "12 May 2024", "May 3, 2024 10:15"], "date"),
        (["10:15", "9:05 p.m."], "time"),
        (["12.50 €", "$ 1,200", "EUR 7"], "price"),
        (["12 %", "7.5%"], "share"),
        (["12 KB", "1.5 GiB", "700 bytes"], "size"),
        (["a.b@c.test"], "email"),
        (["https://a.test/x"], "link"),
        (["1,234.5", "-3", ""], "number"),
        (["12", "a lamp"], ""),
        ([""], ""),
    ],
)
def test_what_all_values_are_is_a_name(values, kind):
    assert kind_of_values(values) == kind


def test_only_what_a_tag_named_is_called_by_its_values():
    values = {"a": ["A lamp"], "b": ["12.50"], "c": ["7"], "d": ["A rope"]}
    fields = [
        (name, Extraction("css", css)) for name, css in (("text", "a"), ("text2", "b"), ("stock", "c"), ("p", "d"))
    ]
    named = by_values(fields, lambda each: values[each.text])
    assert [name for name, _ in named] == ["text", "number", "stock", "p"]
