import pytest

from scrapy_bt.crawl.redis.cluster_state import ClusterState
from scrapy_bt.crawl.redis.retrying_client import RetryingClient
from scrapy_bt.crawl.runtime.task_group import TaskGroup
from scrapy_bt.frontier.completion import Completion, Finish, MakingOutcome
from scrapy_bt.frontier.entries import SharedValue
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from tests.contracts.workshop import at, new
from tests.waiting import until


@pytest.fixture
def frontier(client, monkeypatch: pytest.MonkeyPatch) -> RedisFrontier:
    monkeypatch.setattr("scrapy_bt.crawl.redis.cluster_state._REFRESH", 0.005)
    return RedisFrontier(client, "tree:requests", number=lambda _: 0.0, limits={})


class Listener:
    """Hears that there is news; *numbers* are those of its nodes."""

    def __init__(self) -> None:
        self.calls = 0
        self.numbers = {"a": 1.0, "b": 2.0}

    def hear(self) -> None:
        self.calls += 1

    def open(self, retrying_client: RetryingClient, frontier: RedisFrontier) -> ClusterState:
        return ClusterState(
            retrying_client,
            frontier.calls,
            number=lambda bucket: self.numbers[bucket.node],
            shared=["value", "other"],
            on_change=self.hear,
        )


def test_what_others_have_measured_and_made_is_looked_at(frontier, run_client) -> None:
    frontier.put([new(bucket=at("a"), share="value")])
    (lease,) = frontier.lease()
    made = [MakingOutcome("value", SharedValue(b"1"))]
    frontier.complete(lease, Completion(Finish(), made=made, measured={"page": 2.0}, rounds={"loop": 3}))

    async def act(retrying_client: RetryingClient) -> None:
        found = Listener().open(retrying_client, frontier)
        assert (found.weights, found.rounds, found.values) == ({}, {}, {})
        await found.refresh()
        assert (found.weights, found.rounds) == ({"page": (1, 4.0)}, {"loop": (1, 3.0)})
        assert {key: value.value for key, value in found.values.items()} == {"value": b"1"}

    run_client(act)


def test_another_revision_is_news_and_the_same_is_none(frontier, run_client) -> None:
    async def act(retrying_client: RetryingClient) -> None:
        listener = Listener()
        found = listener.open(retrying_client, frontier)
        task_group = TaskGroup(on_error=pytest.fail)
        task_group.start(found.keep_up())
        found.note(1)
        await until(lambda: listener.calls == 1)
        found.note(1)
        found.note(2)
        await until(lambda: listener.calls == 2)
        await task_group.end()

    run_client(act)


def test_changed_numbers_are_ranked_by(frontier, run_client) -> None:
    frontier.put([new(bucket=at("a")), new(bucket=at("b"))])

    async def act(retrying_client: RetryingClient) -> None:
        listener = Listener()
        found = listener.open(retrying_client, frontier)
        task_group = TaskGroup(on_error=pytest.fail)
        task_group.start(found.keep_up())
        listener.numbers["a"] = 3.0
        found.rerank()
        await until(lambda: frontier._send(frontier.calls.buckets()) == {at("a"): 3.0, at("b"): 2.0})
        await task_group.end()

    run_client(act)
