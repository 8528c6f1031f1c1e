import os
import signal
import threading

import pytest

from scrapy_bt.commands.shared.stopping import stopping


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_end_from_outside_is_told_and_ends_nothing(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with stopping() as stop:
        assert not stop.is_set()
        for _ in range(2):
            os.kill(os.getpid(), number)
            assert stop.wait()
    assert signal.getsignal(number) is before


def test_a_second_one_may_do_what_it_did_before() -> None:
    rung: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: rung.append(number))
    try:
        mine = threading.Event()
        with stopping(mine, is_once=True) as stop:
            assert stop is mine
            os.kill(os.getpid(), signal.SIGINT)
            assert stop.wait()
            assert rung == []
            os.kill(os.getpid(), signal.SIGINT)
            assert rung == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before)
