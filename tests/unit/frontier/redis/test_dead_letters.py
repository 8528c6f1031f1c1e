from __future__ import annotations

from collections.abc import Callable

import redis

from scrapy_bt.frontier.redis.call import Ordered
from scrapy_bt.frontier.redis.calls import MOST_DEAD_LETTERS
from scrapy_bt.frontier.redis.dead_letters import treat_dead_letters
from scrapy_bt.frontier.redis.frontier import RedisFrontier, send
from scrapy_bt.frontier.redis.jobs import carry_out
from tests.contracts.workshop import new

COUNT = 2 * MOST_DEAD_LETTERS + 5


def bury_many(frontier: RedisFrontier) -> None:
    frontier.put([new() for _ in range(COUNT)])
    for lease in frontier.lease(COUNT):
        frontier.bury(lease, "no reason")
    assert frontier.counts().dead == COUNT


def test_no_call_treats_more_than_a_slice(client: redis.Redis, open_worker: Callable[..., RedisFrontier]) -> None:
    frontier = open_worker("one")
    bury_many(frontier)
    done = send(client, frontier.calls.requeue())
    assert (done.tasks, frontier.counts().ready, frontier.counts().dead) == (
        MOST_DEAD_LETTERS,
        MOST_DEAD_LETTERS,
        COUNT - MOST_DEAD_LETTERS,
    )
    assert carry_out(lambda call: send(client, call), frontier.calls, frontier.calls.go_on(done.job)) == COUNT
    assert frontier.counts().ready == COUNT


def test_all_letters_are_treated_in_slices(open_worker: Callable[..., RedisFrontier]) -> None:
    frontier = open_worker("one")
    bury_many(frontier)
    assert frontier.requeue() == COUNT
    assert (frontier.counts().ready, frontier.counts().dead) == (COUNT, 0)
    for lease in frontier.lease(COUNT):
        frontier.bury(lease, "no reason")
    ids = [letter.entry.id for letter in frontier.dead_letters()]
    assert frontier.drop(ids[:-1]) == COUNT - 1
    assert frontier.drop() == 1
    assert frontier.drop() == 0


def test_letters_that_die_again_meanwhile_are_left(
    client: redis.Redis, open_worker: Callable[..., RedisFrontier]
) -> None:
    frontier = open_worker("one")
    bury_many(frontier)
    treated = []

    def send_and_bury(call: object) -> Ordered:
        treated.append(send(client, call))  # type: ignore[arg-type]
        for lease in frontier.lease(COUNT):
            frontier.bury(lease, "again")
        return treated[-1]

    assert treat_dead_letters(send_and_bury, frontier.calls, frontier.calls.requeue, None) == COUNT
    assert len(treated) > 1
    assert frontier.counts().dead == COUNT
