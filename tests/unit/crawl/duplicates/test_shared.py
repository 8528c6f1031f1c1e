import threading

import pytest
import redis

from scrapy_bt.core.duplicates.verdicts import Tally
from scrapy_bt.crawl.duplicates.shared import LedgerCalls, SharedContentStore, names_of
from scrapy_bt.errors import BTError, FrontierError
from tests.unit.crawl.duplicates.ledger_contract import LEASE, LedgerContract, sample, text, token


class Clocked(SharedContentStore):
    """Goes by a clock that stands still unless it is told."""

    def __init__(self, client):
        self.now = 2_000_000_000.0
        super().__init__(
            client, LedgerCalls("news", similarity="0.8", threshold=0.8, lease_seconds=LEASE, clock=lambda: self.now)
        )

    def wait(self, seconds):
        self.now += seconds

    def claim(self, sample, token):
        self.now += 0.001
        return super().claim(sample, token)


@pytest.fixture
def ledger(client):
    return Clocked(client)


class TestSharedBook(LedgerContract):
    """In Redis."""


def test_of_many_workers_that_claim_one_content_one_gets_it(server):
    got = []

    def work():
        with redis.Redis.from_url(server.url) as own:
            content_store = SharedContentStore(own, LedgerCalls("many"))
            for number in range(100):
                verdict = content_store.claim(sample(f"text {number}"), token())
                got.append(number) if verdict.busy_for is None else None

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got) == list(range(100))


def test_ledgers_of_two_names_know_nothing_of_each_other(client):
    one, other = SharedContentStore(client, LedgerCalls("one")), SharedContentStore(client, LedgerCalls("*"))
    mine = token()
    one.claim(sample("a"), mine)
    one.settle([mine])
    assert other.claim(sample("a"), token()).match is None
    assert names_of(client) == ["*", "one"]
    assert other.forget() == 1
    assert names_of(client) == ["one"]


def test_a_ledger_of_another_similarity_is_refused_with_what_to_do(client):
    SharedContentStore(client, LedgerCalls("news", similarity="0.8")).claim(sample("a"), token())
    with pytest.raises(FrontierError, match=r"similarity of 0.8, not .* 0.9; set BT_DUPLICATES_SIMILARITY"):
        SharedContentStore(client, LedgerCalls("news", similarity="0.9")).claim(sample("a"), token())
    assert SharedContentStore(client, LedgerCalls("news")).tally() == Tally(1, 0, 0)


def test_what_is_no_ledger_is_left_alone(client):
    calls = LedgerCalls("news")
    for make in (lambda: client.set(f"{calls.prefix}meta", "x"), lambda: client.hset(f"{calls.prefix}meta", "a", "b")):
        make()
        with pytest.raises(FrontierError, match="no ledger of duplicates"):
            SharedContentStore(client, calls).claim(sample("a"), token())
        client.flushall()


def test_names_have_no_braces():
    with pytest.raises(BTError, match="leave braces out"):
        LedgerCalls("{a}")


def test_nothing_stays_of_claims_that_ended(client):
    content_store = Clocked(client)
    for seed in range(5):
        mine = token()
        content_store.claim(sample(text(seed)), mine)
        content_store.settle([], [mine])
    assert client.keys() == [b"bt:duplicates:{news}:meta"]


def test_an_article_takes_less_than_four_kilobytes(client):
    content_store = SharedContentStore(client, LedgerCalls("news", similarity="0.8", threshold=0.8))
    before = client.info("memory")["used_memory"]
    for seed in range(200):
        mine = token()
        content_store.claim(sample(text(seed)), mine)
        content_store.settle([mine])
    assert content_store.tally() == Tally(200, 0, 0)
    assert (client.info("memory")["used_memory"] - before) / 200 < 4000
