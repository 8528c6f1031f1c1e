import pytest

from scrapy_bt.crawl.redis.heartbeat import Heartbeat
from scrapy_bt.crawl.redis.retrying_client import RetryingClient
from scrapy_bt.crawl.runtime.task_group import TaskGroup
from scrapy_bt.frontier.completion import Completion
from scrapy_bt.frontier.listings import TaskCounts
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from tests.contracts.workshop import at, go_on, new
from tests.waiting import until


class LeasePrefetcher:
    """What a heartbeat needs of one."""

    def __init__(self, counts: TaskCounts, *, is_busy: bool = False) -> None:
        self.counts, self.is_busy = counts, is_busy
        self.times_woken = 0

    def wake(self) -> None:
        self.times_woken += 1


class Reporter:
    reports = 0

    def report(self) -> bytes:
        self.reports += 1
        return b"%d" % self.reports


@pytest.fixture
def frontier(client, monkeypatch: pytest.MonkeyPatch) -> RedisFrontier:
    monkeypatch.setattr("scrapy_bt.crawl.redis.heartbeat._PAUSE", 0.005)
    return RedisFrontier(client, "tree:requests", number=lambda _: 0.0, limits={"x": 1, "y": 1})


def beat(run_client, frontier: RedisFrontier, prefetcher: LeasePrefetcher, condition) -> None:
    """Let it beat until something is so."""
    reporter = Reporter()

    async def act(retrying_client: RetryingClient) -> None:
        heartbeat = Heartbeat(retrying_client, frontier.calls, prefetcher=prefetcher, reporter=reporter)  # type: ignore[arg-type]
        task_group = TaskGroup(on_error=pytest.fail)
        task_group.start(heartbeat.beat())
        await until(lambda: condition(reporter))
        await task_group.end()

    run_client(act)


def tie(frontier: RedisFrontier) -> None:
    """Two tasks have each what the other waits for."""
    frontier.put([new(bucket=at("a")), new(bucket=at("b"))])
    wants = [at("one", requires="x"), at("two", requires="y")]
    for lease, held, wanted in zip(frontier.lease(2), ("y", "x"), wants, strict=True):
        frontier.complete(lease, Completion(go_on(lease, bucket=wanted, holds=(held,))))
    assert frontier.exchange(lease=1).leases == ()


def test_it_says_again_and_again_how_the_worker_is(frontier, run_client) -> None:
    beat(run_client, frontier, LeasePrefetcher(TaskCounts()), lambda reporter: reporter.reports > 2)
    (status,) = frontier.workers()
    assert int(status.info) >= 2


def test_tasks_that_wait_for_each_other_are_set_free(frontier, run_client) -> None:
    tie(frontier)
    prefetcher = LeasePrefetcher(frontier.counts())
    beat(run_client, frontier, prefetcher, lambda _: prefetcher.times_woken)
    assert frontier.counts().dead == 1


def test_it_does_not_look_for_them_while_something_is_under_way(frontier, run_client) -> None:
    tie(frontier)
    prefetcher = LeasePrefetcher(frontier.counts(), is_busy=True)
    beat(run_client, frontier, prefetcher, lambda reporter: reporter.reports > 2)
    assert (prefetcher.times_woken, frontier.counts().dead) == (0, 0)
