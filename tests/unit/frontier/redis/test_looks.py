"""What can be seen of a queue without a change of it."""

import redis

from scrapy_bt.frontier.completion import Completion
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.redis.frontier import RedisFrontier, send
from tests.contracts.workshop import at, go_on, new, only


def test_the_revision_grows_with_what_others_rank_by(frontier: RedisFrontier) -> None:
    revisions = [frontier.exchange(put=[new()]).revision]
    lease = only(frontier.lease())
    frontier.complete(lease, Completion(go_on(lease, bucket=at("b")), measured={"a": 1.0}))
    revisions.append(frontier.exchange().revision)
    frontier.pause(ControlTarget(node="c"))
    revisions.append(frontier.exchange().revision)
    assert revisions == sorted(set(revisions))
    frontier.rerank()
    assert frontier.exchange().revision == revisions[-1]


def test_dead_letters_come_in_pages(frontier: RedisFrontier, client: redis.Redis) -> None:
    frontier.put([new(b"%d" % n) for n in range(5)])
    for lease in frontier.lease(5):
        frontier.bury(lease, "no reason")
    page = send(client, frontier.calls.dead_letters(1, 2))
    assert [letter.entry.payload for letter in page] == [b"1", b"2"]
