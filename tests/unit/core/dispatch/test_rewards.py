"""A shorter delay is worth more, within bounds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.dispatch.rewards import LONGEST, delay_of, reward

delays = st.floats(-10, 1e9)


@given(delays, delays)
def test_it_falls_with_the_delay_and_is_bounded(one, other):
    assert reward(LONGEST) <= reward(one) <= 0
    assert (reward(one) >= reward(other)) or one > other


@given(st.floats(0, LONGEST))
def test_it_tells_the_delay(seconds):
    assert delay_of(reward(seconds)) == pytest.approx(seconds, abs=1e-9)
