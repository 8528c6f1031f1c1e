import os
import signal

import pytest

from scrapy_bt.commands.stopping import stopping


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_end_from_outside_is_told_and_ends_nothing(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with stopping() as stop:
        assert not stop.is_set()
        for _ in range(2):
            os.kill(os.getpid(), number)
            assert stop.wait(30)
    assert signal.getsignal(number) is before
