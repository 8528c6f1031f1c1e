from collections.abc import Callable
from contextlib import suppress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.tree.setbacks import RepeatedVisit, Setback
from scrapy_bt.core.tree.task import (
    FORMAT,
    INHERITED,
    Frame,
    SharedRecord,
    Task,
    decode_shared,
    decode_task,
    encode_shared,
    encode_task,
    note_repair,
    read_repairs,
)
from scrapy_bt.errors import TaskError
from tests.ids import stable_repr

NUMBERS = st.integers(0, 2**32 - 1)
SCALARS = st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False)
TEXTS = st.text(st.characters(exclude_categories=("Cs",)))
VALUES = st.recursive(
    SCALARS | TEXTS | st.binary(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)
FRAMES = st.builds(
    Frame,
    NUMBERS,
    st.dictionaries(TEXTS, VALUES, max_size=3),
    st.integers(0, 2**60),
    st.dictionaries(st.integers(-(2**32), 2**32), st.integers(0, 99), max_size=2),
    st.booleans(),
)
TASKS = st.builds(
    Task,
    st.lists(FRAMES, min_size=1, max_size=3),
    id=NUMBERS,
    join=NUMBERS,
    session=NUMBERS,
    ancestry=st.lists(NUMBERS, max_size=2).map(tuple),
    joins=st.integers(0, 99),
    making=st.lists(TEXTS, max_size=2),
    used=st.dictionaries(TEXTS, st.integers(0, 99), max_size=2),
    holds=st.lists(TEXTS, max_size=2),
    setback=st.none() | st.builds(Setback, st.binary(), NUMBERS, TEXTS, TEXTS, st.binary()),
    repeat=st.none() | st.builds(RepeatedVisit, NUMBERS, TEXTS, st.binary()),
)


@given(TASKS)
def test_a_task_comes_back_as_it_was(task: Task) -> None:
    assert decode_task(encode_task(task), id=task.id, join=task.join, session=task.session) == task


def test_renewed_tries_are_those_of_a_task_that_has_tried_nothing() -> None:
    outer = Frame(7, tries={7: 2, ~7: note_repair(70, 3), 9: 1})
    task = Task([outer, Frame(5, tries={5: 1, ~5: INHERITED})])
    task.renew_tries()
    assert [frame.tries for frame in task.frames] == [{}, {~5: INHERITED}]


def test_a_call_that_is_being_made_is_not_forgotten_with_its_tries() -> None:
    task = Task([Frame(70, tries={7: 2, ~7: note_repair(70, 3)})])
    task.renew_tries()
    assert read_repairs(task.frames[0].tries[~7]) == (70, 1)


def test_what_travels_beside_it_is_given_back_to_it() -> None:
    task = decode_task(encode_task(Task([Frame(1)], id=5, join=6, session=7)))
    assert (task.id, task.join, task.session) == (0, 0, 0)


def test_it_is_small() -> None:
    detail = Task([Frame(0x7A7DB5B5, {"link": "/author/Albert-Einstein"})], id=12345, join=678, session=9)
    assert len(encode_task(detail)) <= 40


def test_it_stands_where_its_innermost_frame_stands() -> None:
    assert Task([Frame(1), Frame(2)]).position == 2


def test_its_session_is_its_own_unless_it_shares_one() -> None:
    assert Task([Frame(1)], id=5).own_session == 5
    assert Task([Frame(1)], id=5, session=3).own_session == 3


@pytest.mark.parametrize("value", [object(), 2**64, "\ud800", {object()}, [print]], ids=stable_repr)
def test_a_variable_that_is_no_data_cannot_be_stored(value: object) -> None:
    with pytest.raises(TaskError, match="a variable of the task cannot be stored"):
        encode_task(Task([Frame(1, {"x": value})]))


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        (b"", "cannot be decoded"),
        (b"\xc1", "cannot be decoded"),
        (b"\x91" * 100_000, "cannot be decoded"),
        (msgspec.msgpack.encode({"a": 1}), "cannot be decoded"),
        (msgspec.msgpack.encode([FORMAT, []]), "has no frames"),
        (
            msgspec.msgpack.encode([FORMAT + 1, [[1, {}]]]),
            f"has format {FORMAT + 1}, this version reads format {FORMAT}",
        ),
        (msgspec.msgpack.encode([FORMAT, [["a", {}]]]), "cannot be decoded"),
    ],
)
def test_what_is_no_stored_task_says_why(payload: bytes, reason: str) -> None:
    with pytest.raises(TaskError, match=reason):
        decode_task(payload)


@given(st.binary(max_size=60), st.sampled_from((decode_task, decode_shared)))
def test_no_bytes_are_too_strange(payload: bytes, decode: Callable[[bytes], object]) -> None:
    with suppress(TaskError):
        decode(payload)


@given(TASKS, st.integers(0, 1000), st.integers(0, 255))
def test_no_damage_is_too_strange(task: Task, place: int, byte: int) -> None:
    payload = bytearray(encode_task(task))
    payload[place % len(payload)] = byte
    with suppress(TaskError):
        decode_task(bytes(payload))


def test_shared_values_come_back_as_they_were() -> None:
    for record in (
        SharedRecord(),
        SharedRecord({"token": "x"}, [1, {"a": None}]),
        SharedRecord(page=("https://site.test/", 200, {"a": "b"}, b"zip", "utf-8")),
        SharedRecord(page="too large"),
    ):
        assert decode_shared(encode_shared(record)) == record
