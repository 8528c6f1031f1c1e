"""What expressions find in data."""

from __future__ import annotations

import jmespath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.tree.jsonpaths import search_json

NAMES = st.sampled_from(["a", "b", "c"])
DATA = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.dictionaries(NAMES, inner) | st.lists(inner),
    max_leaves=12,
)


@given(data=DATA, names=st.lists(NAMES, min_size=1, max_size=4))
def test_names_alone_find_what_the_library_finds(data: object, names: list[str]) -> None:
    for text in (".".join(names), ".".join(f'"{name}"' for name in names)):
        assert search_json(text, data) == jmespath.search(text, data)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a.b", 1),
        ("a.b.c", None),
        ("@", {"a": {"b": 1}, "rows": [{"n": 1}, {"n": 2}]}),
        ("rows[].n", [1, 2]),
        ("rows.n", None),
        ("a.keys(@)", ["b"]),
        ("a.{x: b}", {"x": 1}),
    ],
)
def test_what_an_expression_finds(text: str, found: object) -> None:
    assert search_json(text, {"a": {"b": 1}, "rows": [{"n": 1}, {"n": 2}]}) == found
