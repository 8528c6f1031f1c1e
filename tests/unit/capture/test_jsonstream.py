"""A HAR read piece by piece."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.capture.jsonstream import TOO_LONG, Cut, Window, members_of

ENTRIES = [{"a": 'x"\\', "b": [1, {"c": "}]"}]}, {"text": "\n{\u00e4\\\\"}, 7]
LOG = {"log": {"version": "1.2", "creator": {"name": "t"}, "pages": [{"id": "p"}], "entries": ENTRIES, "comment": None}}


def pieces(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize("indent", [None, 1])
def test_members_come_as_they_stand_however_the_file_is_cut_up(size: int, indent: int | None) -> None:
    found = [
        (name, json.loads(text)) for name, text in members_of(pieces(json.dumps(LOG, indent=indent), size), longest=99)
    ]
    assert [value for name, value in found if name == "entries"] == ENTRIES
    assert [name for name, _ in found if name != "entries"] == ["version", "creator", "pages", "comment"]


@given(st.lists(st.text('ab"\\{}[], \n', max_size=8), max_size=4), st.integers(1, 5))
def test_no_string_misleads(texts: list[str], size: int) -> None:
    text = json.dumps({"entries": texts})
    assert [json.loads(entry) for _, entry in members_of(pieces(text, size), longest=99)] == texts


def test_the_log_itself_and_its_entries_are_read_too() -> None:
    assert [name for name, _ in members_of([json.dumps({"entries": [1, 2]})], longest=9)] == ["entries"] * 2
    assert [name for name, _ in members_of([json.dumps({"log": [1, 2]})], longest=9)] == ["entries"] * 2
    assert [text for _, text in members_of(['[{"a":1} , 2]'], longest=9)] == ['{"a":1}', "2"]


@pytest.mark.parametrize("size", [1, 4, 100])
def test_a_string_that_is_too_long_is_not_kept(size: int) -> None:
    text = json.dumps({"entries": [{"body": "x" * 50, "name": "y" * 10}]})
    ((_, entry),) = members_of(pieces(text, size), longest=10)
    assert json.loads(entry) == {"body": f"{TOO_LONG}50", "name": "y" * 10}


@pytest.mark.parametrize(("end", "count"), [(5, 0), (30, 1), (-2, 2), (-12, 1)])
def test_a_file_that_is_cut_off_gives_what_came_before(end: int, count: int) -> None:
    entries = [{"a": 1}, {"b": "two"}]
    members = members_of([json.dumps({"log": {"entries": entries}})[:end]], longest=99)
    assert [json.loads(next(members)[1]) for _ in range(count)] == entries[:count]
    with pytest.raises(Cut, match="cut off, at character"):
        next(members)


@pytest.mark.parametrize("text", ["<html>", "", "7", '{"log" 5}', '{"\\x": 1}', "[}", '{"a": }', '{"a":,}'])
def test_what_is_no_json_is_said(text: str) -> None:
    with pytest.raises(Cut, match="at character"):
        list(members_of([text], longest=9))


def test_a_window_is_never_wider_than_it_has_to_be() -> None:
    window = Window(('{"a": "' if not number else "x" * 1000 for number in range(2000)), longest=10)
    window.take("{")
    assert window.name() == "a"
    with pytest.raises(Cut):
        window.value()
