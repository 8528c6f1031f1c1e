"""Values of a JSON answer put where they stood before."""

import pytest

from scrapy_bt.crawl.healing.filling import fill


@pytest.mark.parametrize(
    ("data", "old", "new", "filled"),
    [
        ({"label": 1}, "name", "label", {"label": 1, "name": 1}),
        ({"data": {"p": {"t": 1}}}, "p.t", "data.p.t", {"data": {"p": {"t": 1}}, "p": {"t": 1}}),
        ({"rows": [{"b": 1}, {}]}, "rows[*].a", "rows[*].b", {"rows": [{"b": 1, "a": 1}, {}]}),
        ({"d": [{"b": 1}, {"b": 2}]}, "rows[*].a", "d[*].b", {"d": [{"b": 1}, {"b": 2}], "rows": [{"a": 1}, {"a": 2}]}),
        ([{"b": {"c": 1}}], "[*].a", "[*].b.c", [{"b": {"c": 1}, "a": 1}]),
        ({"b": [{"c": 1}]}, "a", "b[0].c", {"b": [{"c": 1}], "a": 1}),
    ],
    ids=["renamed", "deeper", "in rows", "rows renamed", "a list of its own", "the first of a list"],
)
def test_what_stands_elsewhere_stands_also_where_it_did(data, old, new, filled):
    fill(data, old, new)
    assert data == filled


@pytest.mark.parametrize(
    ("data", "old", "new"),
    [
        ({"name": "x", "label": 1}, "name", "label"),
        ({"a": 3, "b": 1}, "a.c", "b"),
        ({"rows": [{"b": 1}]}, "a", "rows[*].b"),
        ({"rows": {"b": 1}}, "rows[*].a", "rows[*].b"),
        ({"a": [{}], "b": [{"c": 1}, {"c": 2}]}, "a[*].d", "b[*].c"),
        ({"b": [1]}, "a", "b[3]"),
        ("text", "a", "b"),
        ({"b": 1}, "a", "max(b)"),
    ],
    ids=["is there", "no place", "a list more", "no list", "other rows", "no such item", "a text", "no plain path"],
)
def test_nothing_is_put_over_what_is_there_or_where_it_cannot_stand(data, old, new):
    before = repr(data)
    fill(data, old, new)
    assert repr(data) == before
