from scrapy_bt.frontier.protocol import Counts, Lease
from scrapy_bt.frontier.redis.call import Call, Complete, Exchanged
from scrapy_bt.frontier.redis.scripts import load
from tests.contracts.workshop import DONE, new


def test_a_call_reads_the_answer_to_it() -> None:
    call = Call(load("picture"), ("a", b"b"), (b"c",), int)
    assert call.read("7") == 7


def test_an_exchange_that_brought_nothing_says_so() -> None:
    nothing = Exchanged()
    assert (nothing.ended, nothing.ids, nothing.leases, nothing.counts) == ((), (), (), Counts())
    assert not nothing.repeated


def test_steps_are_compared_by_what_they_say() -> None:
    lease = Lease(new().entry, 1, 2.0)
    assert Complete(lease, DONE) == Complete(lease, DONE)
