"""Which hosts answer, as replays and rehearsals note it."""

from copy import deepcopy

from scrapy_bt.capture.silence import MOST_FAILURES, Silence


class Clock:
    now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def fail(silence: Silence, times: int) -> None:
    for _ in range(times):
        silence.failed("a.test", silence.clock())


def test_one_that_never_answered_is_not_doubted() -> None:
    silence = Silence(Clock())
    fail(silence, 9)
    assert not silence.doubted
    assert not silence.is_given_up("a.test")


def test_one_that_answered_is_doubted_at_once_and_given_up_later() -> None:
    silence = Silence(Clock())
    silence.answered("a.test", "GET", "http://a.test/x")
    silence.answered("a.test", "POST", "http://a.test/y")
    fail(silence, 1)
    assert silence.doubted == "http://a.test/x"
    assert not silence.is_given_up("a.test")
    fail(silence, MOST_FAILURES - 1)
    assert silence.is_given_up("a.test")
    assert not silence.is_given_up("b.test")


def test_requests_under_way_together_count_once() -> None:
    silence = Silence(Clock())
    silence.answered("a.test", "GET", "http://a.test/x")
    asked = silence.clock()
    for _ in range(9):
        silence.failed("a.test", asked)
    assert not silence.is_given_up("a.test")


def test_an_answer_ends_the_doubt_for_all_copies() -> None:
    silence = Silence(Clock())
    silence.answered("a.test", "GET", "http://a.test/x")
    fail(silence, MOST_FAILURES)
    deepcopy(silence).answered("a.test", "POST", "http://a.test/y")
    assert not silence.doubted
    assert not silence.is_given_up("a.test")
