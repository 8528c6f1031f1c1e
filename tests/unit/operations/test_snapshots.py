import pytest

from scrapy_bt.operations.snapshots import ALIVE_SECONDS, is_alive


@pytest.mark.parametrize(("seconds", "alive"), [(0.0, True), (ALIVE_SECONDS, True), (ALIVE_SECONDS + 1, False)])
def test_a_worker_that_is_silent_is_taken_for_gone(seconds, alive):
    assert is_alive({"seconds_since": seconds}) is alive
