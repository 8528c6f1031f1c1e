"""Paths into JSON."""

import pytest

from scrapy_bt.core.healing.keypaths import spelled, steps_of


@pytest.mark.parametrize(
    ("path", "steps"),
    [
        ("product.title", ("product", "title")),
        ('items[0]."a-b"', ("items", "[0]", "a-b")),
        ("items[*].name", ("items", "[*]", "name")),
        ("items[].name", ("items", "[*]", "name")),
        ("items[?a].name", None),
        ("length(items)", None),
        ("", None),
    ],
)
def test_a_path_is_taken_apart_where_it_says_nothing_but_a_place(path, steps):
    assert steps_of(path) == steps
    assert steps is None or steps_of(spelled(steps)) == steps
