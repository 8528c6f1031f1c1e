import logging
import re
import time
from threading import Event, Timer

import pytest

from scrapy_bt.storage.retry_policy import RetryPolicy
from scrapy_bt.storage.rows import StoreError


def away(error):
    return str(error) if isinstance(error, OSError) else ""


def failing(times):
    left = [OSError("gone")] * times

    def act():
        if left:
            raise left.pop()
        return "done"

    return act


def test_what_works_is_not_repeated():
    assert RetryPolicy("It", 0).persevere(failing(0), away) == "done"


def test_a_server_that_comes_back_is_told_once(caplog):
    caplog.set_level(logging.INFO)
    assert RetryPolicy("The server", 5).persevere(failing(2), away) == "done"
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]
    assert "The server is away, waiting for it (0 s so far): gone" in caplog.text
    assert re.search(r"The server is back after \d+\.\d s", caplog.text)


def test_one_that_stays_away_is_given_up():
    with pytest.raises(StoreError, match=r"The server has been away for \d+ s: gone"):
        RetryPolicy("The server", 0.05).persevere(failing(100), away)


def test_it_waits_all_its_time():
    """The last pause is as long as what is left, not as long as the next would have been."""
    tries = []

    def act():
        tries.append(time.monotonic())
        raise OSError("gone")

    with pytest.raises(StoreError):
        RetryPolicy("The server", 0.45).persevere(act, away)
    assert tries[-1] - tries[0] >= 0.45


def test_other_errors_are_raised_at_once():
    def act():
        raise KeyError("mine")

    with pytest.raises(KeyError):
        RetryPolicy("The server", 5).persevere(act, away)


def test_whoever_waits_can_be_hurried():
    retry_policy = RetryPolicy("The server", 60)
    timer = Timer(0.05, retry_policy.hurry)
    timer.start()
    began = Event()
    with pytest.raises(StoreError):
        retry_policy.persevere(lambda: (began.set(), failing(1)()), away)
    timer.join()
    assert began.is_set()
