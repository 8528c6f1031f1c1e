import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

from scrapy_bt.crawl.runtime.alarms import EngineWakeup
from tests.waiting import until

NEVER = 1000.0


@dataclass
class Bell:
    """What an alarm sees of a crawler: the engine's slot, whose next call it asks for."""

    rung: list[float] = field(default_factory=list)
    beats: int = 0

    @property
    def crawler(self) -> SimpleNamespace:
        scraper = SimpleNamespace(slot=object())
        return SimpleNamespace(engine=SimpleNamespace(_slot=SimpleNamespace(nextcall=self), scraper=scraper))

    def schedule(self) -> None:
        self.rung.append(time.time())

    def beat(self) -> None:
        self.beats += 1


@pytest.fixture
def bell() -> Bell:
    return Bell()


def with_alarm(bell: Bell, act: Callable[[EngineWakeup], Awaitable[None]], interval: float = NEVER) -> None:
    async def scenario() -> None:
        alarm = EngineWakeup(bell.crawler, interval=interval, on_beat=bell.beat)
        await act(alarm)
        alarm.close()

    asyncio.run(scenario())


def test_it_rings_at_once(bell: Bell) -> None:
    async def act(alarm: EngineWakeup) -> None:
        alarm.ring()

    with_alarm(bell, act)
    assert len(bell.rung) == 1


def test_it_rings_when_a_task_is_due_and_not_before(bell: Bell) -> None:
    due = time.time() + 0.02

    async def act(alarm: EngineWakeup) -> None:
        alarm.set(due)
        await until(lambda: bool(bell.rung))

    with_alarm(bell, act)
    assert bell.rung[0] >= due - 0.002


def test_a_time_that_has_passed_is_now(bell: Bell) -> None:
    async def act(alarm: EngineWakeup) -> None:
        alarm.set(1.0)
        await until(lambda: bool(bell.rung))

    with_alarm(bell, act)


def test_only_the_last_time_counts(bell: Bell) -> None:
    async def act(alarm: EngineWakeup) -> None:
        alarm.set(time.time() + 0.005)
        alarm.set(None)
        await asyncio.sleep(0.02)
        assert bell.rung == []
        alarm.set(time.time() + NEVER)
        alarm.set(time.time())
        await until(lambda: bool(bell.rung))

    with_alarm(bell, act)
    assert len(bell.rung) == 1


def test_it_beats_now_and_then_and_rings_each_time(bell: Bell) -> None:
    async def act(alarm: EngineWakeup) -> None:
        await until(lambda: bell.beats >= 3)

    with_alarm(bell, act, interval=0.001)
    assert len(bell.rung) == bell.beats


def test_after_its_end_it_is_silent(bell: Bell) -> None:
    async def act(alarm: EngineWakeup) -> None:
        alarm.set(time.time() + 0.002)
        alarm.close()
        alarm.set(time.time())
        alarm.ring()
        await asyncio.sleep(0.02)

    with_alarm(bell, act, interval=0.005)
    assert (bell.rung, bell.beats) == ([], 0)


def test_before_the_engine_is_open_there_is_nothing_to_ring() -> None:
    async def scenario() -> None:
        alarm = EngineWakeup(SimpleNamespace(engine=None), interval=NEVER, on_beat=lambda: None)
        alarm.ring()
        assert alarm.slot is None
        alarm.close()

    asyncio.run(scenario())
