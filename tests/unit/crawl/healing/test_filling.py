"""Values of a JSON answer put where they stood before."""

import pytest

from scrapy_bt.crawl.healing.filling import fill, frame_of


@pytest.mark.parametrize(
    ("data", "old", "new", "filled"),
    [
        ({"label": 1}, "name", "label", {"label": 1, "name": 1}),
        ({"data": {"p": {"t": 1}}}, "p.t", "data.p.t", {"data": {"p": {"t": 1}}, "p": {"t": 1}}),
        ({"rows": [{"b": 1}, {}]}, "rows[*].a", "rows[*].b", {"rows": [{"b": 1, "a": 1}, {}]}),
        ({"d": [{"b": 1}, {"b": 2}]}, "rows[*].a", "d[*].b", {"d": [{"b": 1}, {"b": 2}], "rows": [{"a": 1}, {"a": 2}]}),
        ([{"b": {"c": 1}}], "[*].a", "[*].b.c", [{"b": {"c": 1}, "a": 1}]),
        ({"b": [{"c": 1}]}, "a", "b[0].c", {"b": [{"c": 1}], "a": 1}),
        ({"b": [{"c": 1}, {"c": 2}]}, "b.a", "b[0].c", {"b": {"c": 1, "a": 1}}),
        ({"b": ["x", "y"]}, "a[*]", "b[*]", {"b": ["x", "y"], "a": ["x", "y"]}),
        ({"b": [{"c": 1}, {}, {"c": [2]}]}, "a[*]", "b[*].c", {"b": [{"c": 1}, {}, {"c": [2]}], "a": [1]}),
        ({"b": ["x"]}, "a[*].c", "b[*]", {"b": ["x"], "a": [{"c": "x"}]}),
    ],
    ids=[
        *("renamed", "deeper", "in rows", "rows renamed", "a list of its own", "the first of a list", "a list now"),
        *("plain values", "values that were in rows", "values that are in rows"),
    ],
)
def test_what_stands_elsewhere_stands_also_where_it_did(data, old, new, filled):
    fill(data, old, new, data)
    assert data == filled


def test_what_is_put_changes_nothing_of_what_the_next_one_is_taken_from():
    data = {"b": [{"c": 1, "d": {"e": 2}}], "f": {"g": 3}}
    source = frame_of(data)
    for old, new in (("b.a", "b[0].c"), ("b.x", "b[0].d.e"), ("f.y", "b[0].c")):
        fill(data, old, new, source)
    assert data == {"b": {"c": 1, "d": {"e": 2}, "a": 1, "x": 2}, "f": {"g": 3, "y": 1}}
    assert source == {"b": [{"c": 1, "d": {"e": 2}}], "f": {"g": 3}}


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
        ({"b": {"c": 1}}, "a", "b"),
        ({"b": [[1], {}]}, "a[*]", "b[*]"),
    ],
    ids=[
        "is there",
        "no place",
        "a list more",
        "no list",
        "other rows",
        "no such item",
        "a text",
        "no plain path",
        "no plain value",
        "a list of others",
    ],
)
def test_nothing_is_put_over_what_is_there_or_where_it_cannot_stand(data, old, new):
    before = repr(data)
    fill(data, old, new, data)
    assert repr(data) == before
