import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from scrapy.crawler import Crawler
from scrapy.http import Request

from scrapy_bt.crawl.runtime.frontiers import LocalFrontier
from scrapy_bt.crawl.runtime.leases import Leases
from scrapy_bt.crawl.runtime.priorities import Priorities
from scrapy_bt.errors import LeaseLost, TaskError
from scrapy_bt.frontier.completion import Completion, Finish
from scrapy_bt.frontier.journal import Journal
from tests.contracts.workshop import DONE, Clock, at, new

TREE = 'main :: and { :page }\npage :: visit "https://a.test/"\n'


class Engine:
    """What leases see of Scrapy's engine: what is in progress, and its end."""

    def __init__(self) -> None:
        self._slot = self.slot = self.scraper = self
        self.nextcall = self
        self.inprogress: set[Request] = set()
        self.rung = 0
        self.reasons: list[str] = []

    def schedule(self) -> None:
        self.rung += 1

    async def close_spider_async(self, *, reason: str) -> None:
        self.reasons.append(reason)


class Scene:
    def __init__(self, crawler: Crawler, frontier: LocalFrontier) -> None:
        crawler._apply_settings()
        self.engine = crawler.engine = Engine()
        crawler.spider = crawler.spidercls()
        self.stats = crawler.stats
        self.frontier = frontier
        self.priorities = Priorities(crawler.spidercls.load_program(), crawler.settings)
        self.leases = Leases(crawler, frontier, self.priorities)


Acting = Callable[[Scene], Awaitable[None]]


@pytest.fixture
def scene(new_crawler: Callable[..., Crawler], tmp_path: Path) -> Callable[[Acting], None]:
    """Run a scenario with the leases of a frontier that is kept in a file."""

    def play(act: Acting) -> None:
        async def scenario() -> None:
            frontier = LocalFrontier(lambda bucket: 0.0, limits={}, journal=Journal(tmp_path))
            scene = Scene(new_crawler(TREE), frontier)
            try:
                await act(scene)
            finally:
                await scene.leases.close()

        asyncio.run(scenario())

    return play


def test_what_is_taken_and_completed_is_done(scene) -> None:
    async def act(scene: Scene) -> None:
        scene.frontier.put([new()])
        lease = scene.leases.take()
        assert scene.leases.take() is None
        scene.leases.complete(lease, DONE)
        assert scene.frontier.counts().unfinished == 0
        assert scene.engine.rung == 1

    scene(act)


def test_where_nothing_is_ready_the_alarm_is_set(scene) -> None:
    async def act(scene: Scene) -> None:
        now = time.time()
        scene.frontier._clock = lambda: now  # however slow the machine is, the task is not due yet
        scene.frontier.put([new(delay=0.01)])
        assert scene.leases.take() is None
        while not scene.engine.rung:
            await asyncio.sleep(0.001)

    scene(act)


def test_a_step_is_handed_in_when_its_items_are_through(scene) -> None:
    async def act(scene: Scene) -> None:
        scene.frontier.put([new()])
        lease, request = scene.leases.take(), Request("https://a.test/")
        scene.engine.inprogress.add(request)
        scene.leases.complete_after(request, lease, DONE)
        scene.leases.complete_finished()
        assert scene.frontier.counts().running == 1
        scene.engine.inprogress.clear()
        scene.leases.complete_finished()
        assert scene.frontier.counts().unfinished == 0

    scene(act)


@pytest.mark.parametrize(
    ("error", "reason"),
    [(TaskError("cannot be decoded"), "cannot be decoded"), (KeyError("x"), "KeyError: 'x'")],
)
def test_whatever_goes_wrong_the_lease_comes_to_an_end(scene, error: Exception, reason: str) -> None:
    async def act(scene: Scene) -> None:
        scene.frontier.put([new(bucket=at("main/page"))])
        with scene.leases.answering_for(scene.leases.take()):
            raise error
        (letter,) = scene.frontier.dead_letters()
        assert letter.reason == reason
        assert scene.stats.get_value("bt/dead") == 1
        assert scene.leases.failure is None

    scene(act)


def test_a_step_that_comes_too_late_changes_nothing(scene) -> None:
    async def act(scene: Scene) -> None:
        scene.frontier.put([new()])
        lease = scene.leases.take()
        scene.frontier.release(lease)
        scene.leases.complete(lease, DONE)
        with scene.leases.answering_for(lease):
            raise TaskError("too late")
        assert scene.frontier.counts().ready == 1
        assert scene.frontier.dead_letters() == []
        assert scene.leases.failure is None
        with pytest.raises(LeaseLost):
            scene.frontier.complete(lease, DONE)

    scene(act)


def test_what_a_step_measured_is_learnt(scene) -> None:
    async def act(scene: Scene) -> None:
        scene.frontier.put([new()])
        scene.leases.complete(scene.leases.take(), Completion(Finish(), measured={"page": 9.0}))
        assert scene.priorities.slowest() == ("page", 9.0)

    scene(act)


def test_a_frontier_that_cannot_be_used_ends_the_crawl_once(scene) -> None:
    async def act(scene: Scene) -> None:
        scene.frontier.put([new(), new()])
        first, second = scene.leases.take(), scene.leases.take()
        scene.frontier.close()
        scene.leases.complete(first, DONE)
        scene.leases.complete(second, DONE)
        await asyncio.sleep(0)
        assert "it is closed" in str(scene.leases.failure)
        assert scene.engine.reasons == ["frontier_failed"]
        assert scene.leases.take() is None

    scene(act)


def test_leases_are_prolonged_with_the_alarm_s_beat(new_crawler: Callable[..., Crawler]) -> None:
    clock = Clock()

    async def scenario() -> None:
        frontier = LocalFrontier(lambda bucket: 0.0, limits={}, clock=clock, lease_seconds=60.0)
        scene = Scene(new_crawler(TREE, {"BT_LEASE_SECONDS": 0.003}), frontier)
        frontier.put([new()])
        lease = scene.leases.take()
        clock.turn(59)
        scene.engine.rung = 0
        while not scene.engine.rung:
            await asyncio.sleep(0.001)
        clock.turn(59)
        assert frontier.expire() == 0
        scene.leases.complete(lease, DONE)
        await scene.leases.close()

    asyncio.run(scenario())


def test_a_step_of_which_an_item_was_not_stored_is_ready_again(scene: Callable[[Acting], None]) -> None:
    async def act(scene: Scene) -> None:
        scene.frontier.put([new(b"a"), new(b"b")])
        for name in ("https://a.test/", "https://b.test/"):
            lease = scene.leases.take()
            assert lease is not None
            request = Request(name)
            scene.engine.inprogress.add(request)
            scene.leases.complete_after(request, lease, DONE)
            if "a.test" in name:
                scene.leases.pipeline_failures._requests.add(request)
        scene.leases.complete_finished()
        assert scene.frontier.counts().running == 2
        scene.engine.inprogress.clear()
        scene.leases.complete_finished()
        assert (scene.frontier.counts().ready, scene.frontier.counts().running) == (1, 0)
        assert scene.stats.get_value("bt/given_back") == 1
        again = scene.leases.take()
        assert again is not None
        assert again.entry.payload == b"a"

    scene(act)
