"""Facts as data."""

from scrapy_bt.core.inference.blackboard.facts import Fact
from scrapy_bt.core.inference.findings import SessionCookie


def test_a_fact_is_unverified_until_replays_say_something() -> None:
    fact = Fact(0, SessionCookie(0, "sid"), "cookies", "it is sent back")
    assert (fact.status, fact.trials, fact.supports, fact.because) == ("unverified", (), (), ())
