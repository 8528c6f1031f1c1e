"""Outcomes travel as plain data, and what is none is refused."""

from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.dispatch.experience import FAILED, FinishedTask, dump, load, task_of, worth
from scrapy_bt.core.dispatch.states import FEATURES

ROW = tuple(at / 4 for at in range(len(FEATURES)))
OUTCOME = FinishedTask(("one", "two"), (ROW, ROW[::-1]), 1, -0.5, task=7, failed=True, at=100.0)


def test_an_outcome_travels_between_clocks_that_differ():
    packed = msgspec.msgpack.encode(dump(OUTCOME, 102.5))
    assert load(msgspec.msgpack.decode(packed), 9002.5) == replace(OUTCOME, at=9000.0)


def test_a_task_has_one_number_and_forms_have_others():
    numbers = [task_of("https://a.test/1"), task_of("https://a.test/2"), task_of("https://a.test/1", b"page=2")]
    assert len(set(numbers)) == 3
    assert numbers[0] == task_of("https://a.test/1", b"")
    assert task_of("https://a.test/\ud800") != numbers[0]


def test_a_failure_is_worth_less_than_a_long_delay():
    assert worth(0.1, failed=True) < worth(FAILED - 1, failed=False) < worth(0.1, failed=False)


@given(st.recursive(st.none() | st.floats() | st.text() | st.binary(), lambda inner: st.lists(inner, max_size=5)))
def test_what_is_no_outcome_is_refused(stored):
    with pytest.raises(ValueError, match=r".*"):
        load(stored)


@pytest.mark.parametrize(
    ("at", "value"),
    [
        *[(0, ["one"]), (1, b"1234"), (1, b"123"), (2, 2), (2, -1), (3, float("nan")), (3, -1e9)],
        *[(4, "seven"), (4, float("inf")), (6, float("nan")), (6, 1e9), (6, None)],
    ],
)
def test_one_of_another_form_is_refused(at, value):
    stored = dump(OUTCOME)
    stored[at] = value
    with pytest.raises(ValueError, match=r".*"):
        load(stored)
