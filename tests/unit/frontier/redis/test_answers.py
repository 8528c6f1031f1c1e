from dataclasses import replace
from math import inf
from struct import pack

from scrapy_bt.frontier.completion import Completion, MakingOutcome
from scrapy_bt.frontier.entries import SharedValue
from scrapy_bt.frontier.listings import TaskCounts
from scrapy_bt.frontier.redis.answers import read_counts, read_value
from scrapy_bt.frontier.redis.call import Complete
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from tests.contracts.workshop import DONE, go_on, new, only, payloads


def test_a_batch_larger_than_a_command_takes_is_stored_and_leased_whole(frontier: RedisFrontier) -> None:
    put = [replace(new(b"%d" % n), key=b"%05d" % n) for n in range(2500)]
    answer = frontier.exchange(put=put, lease=2500)
    assert answer.ids == tuple(range(1, 2501))
    assert payloads(answer.leases) == [item.entry.payload for item in put]
    assert [lease.entry.id for lease in answer.leases] == list(answer.ids)
    tokens = [lease.token for lease in answer.leases]
    assert tokens == sorted(set(tokens))
    ended = frontier.exchange(steps=[Complete(lease, DONE) for lease in answer.leases])
    assert ended.ended == (True,) * 2500
    assert ended.counts.unfinished == 0


def test_cookies_come_with_the_leases_and_their_values(frontier: RedisFrontier) -> None:
    (owner,) = frontier.put([new(share="session")])
    maker = only(frontier.lease())
    made = MakingOutcome("session", SharedValue(b"token", session=owner))
    step = Completion(go_on(maker, delay=9), made=[made], cookies={owner: b"of the maker"})
    (other,) = frontier.put([new()])
    frontier.complete(maker, step)
    lease = only(frontier.lease())
    frontier.complete(lease, Completion(go_on(lease), cookies={other: b"its own"}))
    frontier.put([new(share="session"), new()])
    answer = frontier.exchange(lease=9)
    assert len(answer.leases) == 3
    assert answer.cookies == {owner: b"of the maker", other: b"its own"}


def test_a_shared_value_expires_by_the_clock_of_who_asks() -> None:
    assert read_value(pack("<ddq", 3, 10.0, 7) + b"value", 2.5) == SharedValue(b"value", 7, 12.5, 3)
    assert read_value(pack("<ddq", 1, inf, 7), 2.5).expires is None


def test_counts_come_in_the_order_of_the_states() -> None:
    assert read_counts([1, 2, 3, 4, 5, 6, 7]) == TaskCounts(
        ready=1, running=2, delayed=3, parked=4, paused=5, resting=6, dead=7
    )
