"""JSON texts, their leaves read and changed."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.samples.jsontext import NotJson, leaves_of, nested_leaves, with_leaves

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


def test_leaves_have_paths() -> None:
    text = '{"user": {"id": 7, "tags": ["a", "b"]}, "ok": true, "none": null, "a.b": "x", "": {}}'
    assert leaves_of(text) == [
        ("user.id", "7"),
        ("user.tags[0]", "a"),
        ("user.tags[1]", "b"),
        ("ok", "true"),
        ("none", "null"),
        ('["a.b"]', "x"),
        ('[""]', "{}"),
    ]
    assert leaves_of("[1, [2]]") == [("[0]", "1"), ("[1][0]", "2")]


def test_json_in_json_is_parted_too() -> None:
    text = json.dumps({"payload": json.dumps({"user": {"id": 1}, "list": json.dumps([5])})})
    assert leaves_of(text) == [("payload$.user.id", "1"), ("payload$.list$[0]", "5")]
    changed = with_leaves(text, {0: "2", 1: "6"})
    assert changed is not None
    inner = json.loads(json.loads(changed)["payload"])
    assert inner == {"user": {"id": 2}, "list": "[6]"}


@pytest.mark.parametrize(
    "text", ["", "7", '"text"', "{}", "[ ]", "{a: 1}", '{"a": 1', '{"a": 1} x', "[1,]", '{"a" 1}', "[" * 200, '["a\n"]']
)
def test_what_is_no_json_or_holds_nothing_has_no_leaves(text: str) -> None:
    assert leaves_of(text) is None
    with pytest.raises(NotJson):
        with_leaves(text, {})


@given(st.lists(VALUES, min_size=1, max_size=3) | st.dictionaries(st.text(max_size=4), VALUES, min_size=1, max_size=3))
def test_nothing_changed_is_nothing_changed(value: Any) -> None:
    for text in (json.dumps(value), json.dumps(value, indent=2), json.dumps(value, ensure_ascii=False)):
        found = leaves_of(text)
        assert found is not None
        assert with_leaves(text, {place: leaf for place, (_, leaf) in enumerate(found)}) == text


@pytest.mark.parametrize(
    ("text", "changes", "expected"),
    [
        ('{ "a": 1, "b": "x" }', {0: "2"}, '{ "a": 2, "b": "x" }'),
        ('{"a": 1}', {0: "x"}, '{"a": "x"}'),
        ('{"a": "1"}', {0: "2"}, '{"a": "2"}'),
        ('{"a": true}', {0: "false"}, '{"a": false}'),
        ('{"a": []}', {0: "[1]"}, '{"a": [1]}'),
        ('{"a": "x"}', {0: "ü"}, '{"a": "ü"}'),
        ('{"a": "\\u00e4"}', {0: "ü"}, '{"a": "\\u00fc"}'),
        ('{"a": "x"}', {0: "\ud83d"}, '{"a": "\\ud83d"}'),
        ('{"a": 1, "b": 2, "c": 3}', {0: None}, '{"b": 2, "c": 3}'),
        ('{"a": 1, "b": 2, "c": 3}', {1: None, 2: None}, '{"a": 1}'),
        ('{\n  "a": 1,\n  "b": 2\n}', {1: None}, '{\n  "a": 1\n}'),
        ('{"a": {"b": 1, "c": 2}, "d": 3}', {0: None, 1: None}, '{"d": 3}'),
        ('{"p": "{\\"a\\": 1}", "q": 2}', {0: None}, '{"q": 2}'),
        ('{"a": 1}', {0: None}, None),
    ],
)
def test_changes_touch_nothing_else(text: str, changes: dict[int, str | None], expected: str | None) -> None:
    assert with_leaves(text, changes) == expected


def test_a_field_that_holds_no_json_is_one_leaf() -> None:
    assert nested_leaves("q", "plain") == [("q", "plain")]
    assert nested_leaves("q", "[not json") == [("q", "[not json")]
