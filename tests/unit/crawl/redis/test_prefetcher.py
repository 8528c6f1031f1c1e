import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
import redis.asyncio

from scrapy_bt.crawl.redis.prefetcher import LeasePrefetcher
from scrapy_bt.crawl.redis.retrying_client import RetryingClient
from scrapy_bt.errors import BTError, FrontierLost
from scrapy_bt.frontier.completion import Completion, Finish, Park
from scrapy_bt.frontier.redis.call import Bury, Complete, Exchanged
from scrapy_bt.frontier.redis.calls import Calls
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from scrapy_bt.testing import DelayProxy
from tests.contracts.workshop import DONE, at, go_on, new
from tests.waiting import until

NUMBERS = count(1)
QUEUE = {"number": lambda _: 0.0, "limits": {}, "ageing": 0.0}


class Stats(dict):
    def inc_value(self, name: str, by: int = 1) -> None:
        self[name] = self.get(name, 0) + by


class Scene:
    """A prefetcher under way, and *other*, who sees the queue from outside."""

    def __init__(self, client: redis.asyncio.Redis, other: RedisFrontier, **options: Any) -> None:
        self.other = other
        self.exchanges: list[Exchanged] = []
        self.failures: list[Exception] = []
        self.rings = self.preparations = 0
        self.is_safe = True
        self.stats = Stats()
        self.watch: Callable[[], None] = lambda: None
        lease_seconds = options.pop("lease_seconds", 30.0)
        calls = Calls("shop:requests", worker=f"w{next(NUMBERS)}", lease_seconds=lease_seconds, **QUEUE)
        cap = options.pop("cap", 100)
        retrying_client = options.pop("retrying_client", RetryingClient)
        given = {"places": 8, "linger": 0.02, "beat": 10.0, **options}
        self.prefetcher = LeasePrefetcher(
            retrying_client(client, name="redis://shown", extra={}),
            calls,
            room=lambda: cap - self.prefetcher.in_progress,
            on_leases=self._ring,
            on_send=self._prepare,
            on_exchange=self._note,
            on_failure=self.failures.append,
            stats=self.stats,
            extra={},
            **given,
        )

    async def take(self) -> Any:
        found: list[Any] = []

        def look() -> bool:
            lease = self.prefetcher.take()
            if lease is not None:
                found.append(lease)
            return bool(found)

        await until(look)
        return found[0]

    def _prepare(self) -> bool:
        self.preparations += 1
        return self.is_safe

    def _ring(self) -> None:
        self.rings += 1

    def _note(self, exchanged: Exchanged) -> None:
        self.exchanges.append(exchanged)
        self.watch()


Acting = Callable[[Scene], Awaitable[None]]


@pytest.fixture
def other(client) -> RedisFrontier:
    return RedisFrontier(client, "shop:requests", lease_seconds=30.0, **QUEUE)


@pytest.fixture
def play(server, other):
    def play(act: Acting, *, url: str = "", **options: Any) -> None:
        async def scenario() -> None:
            async with redis.asyncio.Redis.from_url(url or server.url) as client:
                scene = Scene(client, other, **options)
                scene.prefetcher.start()
                try:
                    await act(scene)
                finally:
                    if not scene.failures:
                        await scene.prefetcher.close(timeout=900.0)

        asyncio.run(scenario())

    return play


def test_what_is_heard_while_a_look_is_under_way_is_not_forgotten(other, play) -> None:
    scenes: list[Scene] = []

    class Late(RetryingClient):
        """While its first answer is on its way there is work, and word of it."""

        async def send(self, call):
            answer = await super().send(call)
            if not scenes[0].exchanges:
                other.put([new(b"a")])
                scenes[0].prefetcher.wake()
            return answer

    async def act(scene: Scene) -> None:
        scenes.append(scene)
        await until(lambda: scene.prefetcher.held)

    play(act, retrying_client=Late, beat=1000.0)


def test_tasks_come_before_they_are_asked_for_and_in_their_order(other, play) -> None:
    other.put([new(b"a"), new(b"b"), new(b"c")])

    async def act(scene: Scene) -> None:
        await until(lambda: scene.rings)
        assert scene.prefetcher.held == 3
        assert scene.prefetcher.in_progress == 0
        taken = [scene.prefetcher.take() for _ in range(4)]
        assert [lease and lease.entry.payload for lease in taken] == [b"a", b"b", b"c", None]
        assert scene.prefetcher.in_progress == 3

    play(act)
    assert other.counts().running == 3


def test_it_takes_no_more_than_there_is_room_for(other, play) -> None:
    other.put([new() for _ in range(10)])

    async def act(scene: Scene) -> None:
        await until(lambda: scene.rings)
        assert [scene.prefetcher.take() is not None for _ in range(3)] == [True, True, False]
        assert scene.prefetcher.in_progress == 2

    play(act, cap=2)


@pytest.mark.parametrize(("most", "expected"), [(0, 8), (3, 3)])
def test_as_many_come_as_there_are_places(other, play, most: int, expected: int) -> None:
    other.put([new() for _ in range(20)])

    async def act(scene: Scene) -> None:
        await until(lambda: scene.rings)
        assert scene.prefetcher.held == expected
        taken = [scene.prefetcher.take() for _ in range(expected)]
        scene.prefetcher.hand_in(Complete(taken[0], DONE))
        assert await scene.take()
        assert len(scene.exchanges[0].leases) == expected

    play(act, places=8, most=most)


def test_whoever_asks_gets_more_than_there_are_places(other, play) -> None:
    other.put([new() for _ in range(3)])

    async def act(scene: Scene) -> None:
        for _ in range(3):
            await scene.take()

    play(act, places=1)


def test_what_ends_together_travels_together(other, play) -> None:
    other.put([new() for _ in range(3)])

    async def act(scene: Scene) -> None:
        leases = [await scene.take() for _ in range(3)]
        scene.prefetcher.add(new(b"more"))
        for lease in leases:
            scene.prefetcher.hand_in(Complete(lease, DONE))
        assert scene.prefetcher.outbox == 4
        await until(lambda: not scene.prefetcher.outbox)
        assert [len(exchange.ended) for exchange in scene.exchanges if exchange.ended] == [3]
        assert scene.prefetcher.counts.unfinished == 1
        assert scene.preparations == 1

    play(act)


def test_a_page_is_not_done_before_all_that_it_led_to_is_queued(other, play) -> None:
    other.put([new(b"page")])

    async def act(scene: Scene) -> None:
        page = await scene.take()
        await until(lambda: len(scene.exchanges) == 1)
        unfinished: list[int] = []
        scene.watch = lambda: unfinished.append(other.counts().unfinished)
        for _ in range(600):
            scene.prefetcher.add(new(b"found"))
        scene.prefetcher.hand_in(Complete(page, DONE))
        await until(lambda: not scene.prefetcher.outbox)
        assert unfinished[:3] == [251, 501, 600]

    play(act, cap=1)


def test_known_tasks_are_counted(other, play) -> None:
    async def act(scene: Scene) -> None:
        for _ in range(2):
            scene.prefetcher.add(replace(new(b"x"), key=b"k"))
        await until(lambda: not scene.prefetcher.outbox)
        assert scene.stats == {"bt/known": 1}

    play(act, cap=0)
    assert other.counts().ready == 1


def test_what_waits_at_the_end_is_given_back(other, play) -> None:
    other.put([new(b"a"), new(b"b")])

    async def act(scene: Scene) -> None:
        await until(lambda: scene.rings)
        assert scene.prefetcher.take().entry.payload == b"a"

    play(act)
    counts = other.counts()
    assert (counts.running, counts.ready) == (1, 1)


def test_leases_that_are_held_are_prolonged(other, play) -> None:
    other.put([new()])

    async def act(scene: Scene) -> None:
        lease = await scene.take()
        await until(lambda: sum(bool(exchange.extended) for exchange in scene.exchanges) >= 3)
        deadline = scene.exchanges[-1].extended[0].deadline
        assert deadline > lease.deadline
        scene.prefetcher.hand_in(Complete(lease, DONE))
        await until(lambda: not scene.prefetcher.outbox)
        assert scene.stats == {}

    play(act, lease_seconds=500.0, beat=0.05)
    assert other.counts().unfinished == 0


def test_what_is_overdue_is_not_begun(other, play) -> None:
    other.put([new()])

    async def act(scene: Scene) -> None:
        await until(lambda: scene.rings)
        ((first,),) = [exchange.leases for exchange in scene.exchanges if exchange.leases]
        await until(lambda: first.deadline < time.time())
        again = await scene.take()
        assert again.entry.id == first.entry.id
        assert again.token != first.token

    play(act, lease_seconds=0.1, beat=100.0)


def test_a_step_without_its_lease_is_told(other, play, caplog) -> None:
    other.put([new()])

    async def act(scene: Scene) -> None:
        lease = await scene.take()
        other.leave(scene.prefetcher._calls.worker)
        (stolen,) = other.lease(1)
        scene.prefetcher.hand_in(Complete(lease, DONE))
        await until(lambda: not scene.prefetcher.outbox)
        assert scene.stats == {"bt/leases_lost": 1}
        other.complete(stolen, DONE)

    play(act)
    assert "other workers repeat these tasks" in caplog.text
    assert other.counts().unfinished == 0


def test_a_step_that_contradicts_itself_goes_to_the_dead_letters(other, play, caplog) -> None:
    other.put([new(), new()])

    async def act(scene: Scene) -> None:
        child = new(join=5)
        for lease in (await scene.take(), await scene.take()):
            scene.prefetcher.hand_in(Complete(lease, Completion(Park(go_on(lease).entry, join=5), spawned=(child,))))
        await until(lambda: other.counts().dead == 1)

    play(act)
    assert len(other.dead_letters()) == 1
    assert "Task 2: task 2 cannot wait for the join 5" in caplog.text


def test_a_buried_task_is_a_dead_letter(other, play) -> None:
    other.put([new()])

    async def act(scene: Scene) -> None:
        scene.prefetcher.hand_in(Bury(await scene.take(), "why not"))

    play(act)
    assert [letter.reason for letter in other.dead_letters()] == ["why not"]


def test_a_wake_makes_it_look_again(other, play) -> None:
    async def act(scene: Scene) -> None:
        await until(lambda: scene.exchanges)
        assert scene.prefetcher.take() is None
        assert not scene.prefetcher.has_more
        other.put([new(b"late")])
        scene.prefetcher.wake()
        assert (await scene.take()).entry.payload == b"late"

    play(act)


def test_it_knows_what_others_have(other, play) -> None:
    other.put([new(bucket=at("a")), new(bucket=at("b"))])
    (elsewhere,) = other.lease(1)

    async def act(scene: Scene) -> None:
        mine = await scene.take()
        await until(lambda: scene.prefetcher.counts.running == 2)
        assert scene.prefetcher.has_more  # what the other does may lead to more
        other.complete(elsewhere, DONE)
        scene.prefetcher.wake()
        await until(lambda: scene.prefetcher.counts.running == 1)
        assert not scene.prefetcher.has_more
        assert scene.prefetcher.is_busy
        scene.prefetcher.hand_in(Complete(mine, Completion(Finish(), spawned=(new(b"child"),))))
        assert not scene.prefetcher.has_more
        await until(lambda: scene.prefetcher.has_more)

    play(act)


def test_a_queue_that_is_gone_ends_it(client, other, play) -> None:
    other.put([new()])

    async def act(scene: Scene) -> None:
        await scene.take()
        client.flushall()
        scene.prefetcher.wake()
        await until(lambda: scene.failures)
        assert isinstance(scene.failures[0], FrontierLost)

    play(act)


def test_leases_whose_answer_was_lost_are_given_back(server, other, play) -> None:
    with DelayProxy(server.port) as proxy:

        async def act(scene: Scene) -> None:
            await until(lambda: scene.exchanges)
            other.put([new(b"a"), new(b"b")])
            proxy.cut(at_reply=True)
            scene.prefetcher.wake()
            await until(lambda: scene.prefetcher._retrying_client.is_away)
            proxy.mend()
            assert {(await scene.take()).entry.payload, (await scene.take()).entry.payload} == {b"a", b"b"}
            assert scene.prefetcher.held == 2

        play(act, url=proxy.url)
    counts = other.counts()
    assert (counts.running, counts.ready) == (2, 0)


def test_it_does_not_wait_for_ever_for_its_end(server, other, play) -> None:
    with DelayProxy(server.port) as proxy:

        async def act(scene: Scene) -> None:
            await until(lambda: scene.exchanges)
            proxy.cut()
            scene.prefetcher.add(new())
            with pytest.raises(BTError, match="has not answered for 0 s"):
                await scene.prefetcher.close(timeout=0.2)
            assert scene.prefetcher.outbox == 1
            scene.failures.append(BTError("ended"))

        play(act, url=proxy.url)


def test_what_is_not_safe_does_not_travel_until_it_is(play: Callable[..., None]) -> None:
    async def act(scene: Scene) -> None:
        scene.other.put([new()])
        lease = await scene.take()
        scene.is_safe = False
        scene.prefetcher.hand_in(Complete(lease, DONE))
        await until(lambda: scene.preparations > 1)
        assert scene.other.counts().running == 1
        scene.is_safe = True
        await until(lambda: scene.other.counts().unfinished == 0)

    play(act)


def test_what_is_not_safe_at_the_end_does_not_count(play: Callable[..., None]) -> None:
    async def act(scene: Scene) -> None:
        scene.other.put([new()])
        lease = await scene.take()
        scene.is_safe = False
        scene.prefetcher.hand_in(Complete(lease, DONE))
        await scene.prefetcher.close(timeout=900.0)
        assert (scene.other.counts().running, scene.other.counts().ready) == (0, 1)

    play(act)
