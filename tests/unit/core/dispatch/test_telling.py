"""States travel as plain data, and what is none is refused."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.dispatch.states import ALL, WorkerState
from scrapy_bt.core.dispatch.telling import dump, load
from tests.unit.core.dispatch.test_states import ITEM, LIST, seen


def test_a_state_travels_as_plain_data():
    worker = seen((ITEM, 0.5, False), (LIST, 0.5, True), queue=3, places=8, cpu=0.5)
    back = load(json.loads(json.dumps(dump(worker))))
    assert back.expect(ITEM, 130.0) == pytest.approx(worker.expect(ITEM, 130.0), abs=1e-3)
    assert back.expect(ITEM, 999.0) == back.expect(ITEM, 130.0), "a state answers once"
    assert replace(back, records={}) == replace(worker, records={}, counted=100.0)
    assert [load(dump(worker), heard).counted for heard in (100.5, 5000.0, 7.0)] == [100.0, 4998.0, 7.0], (
        "by the clock of who hears, and never long ago"
    )


json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=9) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(json_values)
def test_what_is_no_state_is_refused(stored):
    with pytest.raises(ValueError, match=r".*"):
        load(stored)


@pytest.mark.parametrize(
    ("at", "value"),
    [
        *((1, float("nan")), (5, 0), (5, "x"), (7, {"a": [1, 2]}), (7, {"a": [-1, 0, 0, 0, 0]}), (0, 7)),
        *((4, "9" * 400), (5, "9" * 400), (7, {ALL: [1, 1e5, 1, 0, 0]}), (7, {ALL: [1, 1e308, 1, 0, 0]})),
    ],
)
def test_a_state_with_measures_that_are_none_is_refused(at, value):
    stored = dump(WorkerState("w", 1.0))
    stored[at] = value
    with pytest.raises(ValueError, match=r".*"):
        load(stored)
