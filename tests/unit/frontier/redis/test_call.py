from scrapy_bt.frontier.protocol import Lease
from scrapy_bt.frontier.redis.call import Call, Complete
from scrapy_bt.frontier.redis.scripts import load
from tests.contracts.workshop import DONE, new


def test_a_call_reads_the_answer_to_it() -> None:
    call = Call(load("snapshot"), ("a", b"b"), (b"c",), int)
    assert call.read("7") == 7


def test_steps_are_compared_by_what_they_say() -> None:
    lease = Lease(new().entry, 1, 2.0)
    assert Complete(lease, DONE) == Complete(lease, DONE)
