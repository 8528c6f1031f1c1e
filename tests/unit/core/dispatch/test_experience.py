"""Outcomes travel as plain data, and what is none is refused."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.dispatch.experience import FAILED, FinishedTask, dump, load, worth
from scrapy_bt.core.dispatch.states import FEATURES

ROW = tuple(at / 4 for at in range(len(FEATURES)))
OUTCOME = FinishedTask(("one", "two"), (ROW, ROW[::-1]), 1, -0.5)


def test_an_outcome_travels():
    assert load(msgspec.msgpack.decode(msgspec.msgpack.encode(dump(OUTCOME)))) == OUTCOME


def test_a_failure_is_worth_less_than_a_long_delay():
    assert worth(0.1, failed=True) < worth(FAILED - 1, failed=False) < worth(0.1, failed=False)


@given(st.recursive(st.none() | st.floats() | st.text() | st.binary(), lambda inner: st.lists(inner, max_size=5)))
def test_what_is_no_outcome_is_refused(stored):
    with pytest.raises(ValueError, match=r".*"):
        load(stored)


@pytest.mark.parametrize(
    ("at", "value"), [(0, ["one"]), (1, b"1234"), (1, b"123"), (2, 2), (2, -1), (3, float("nan")), (3, -1e9)]
)
def test_one_of_another_form_is_refused(at, value):
    stored = dump(OUTCOME)
    stored[at] = value
    with pytest.raises(ValueError, match=r".*"):
        load(stored)
