import asyncio
import contextlib

import pytest
from twisted.internet.defer import fail, succeed

from scrapy_bt.crawl.runtime import task_group as module
from scrapy_bt.crawl.runtime.task_group import TaskGroup, gather


def test_the_end_of_each_is_told_and_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 2)
    ended: list[int] = []

    async def scenario() -> None:
        task_group = TaskGroup(on_end=lambda: ended.append(len(task_group)))
        gate = asyncio.Event()
        task_group.start(gate.wait())
        assert task_group.has_room
        task_group.start(asyncio.sleep(0))
        assert not task_group.has_room
        assert len(task_group) == 2
        while len(task_group) == 2:
            await asyncio.sleep(0)
        assert task_group.has_room
        gate.set()
        while task_group:
            await asyncio.sleep(0)

    asyncio.run(scenario())
    assert ended == [1, 0]


def test_all_of_them_can_be_given_up() -> None:
    given_up: list[bool] = []

    async def wait_for_ever() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            given_up.append(True)
            raise

    async def scenario() -> None:
        task_group = TaskGroup()
        task_group.start(wait_for_ever())
        task_group.start(wait_for_ever())
        await asyncio.sleep(0)
        task_group.cancel()
        while task_group:
            await asyncio.sleep(0)

    asyncio.run(scenario())
    assert given_up == [True, True]


def test_what_is_under_way_ends_even_if_it_does_not_hear_at_first() -> None:
    async def scenario() -> None:
        heard = 0

        async def deaf() -> None:
            nonlocal heard
            while heard < 2:
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.Event().wait()
                heard += 1

        task_group = TaskGroup()
        task_group.start(deaf())
        await asyncio.sleep(0)
        await task_group.end()
        assert heard == 2

    asyncio.run(scenario())


def test_what_fails_is_told() -> None:
    async def scenario() -> None:
        told: list[BaseException] = []

        async def fail() -> None:
            raise ZeroDivisionError("no way")

        task_group = TaskGroup(on_error=told.append)
        task_group.start(fail())
        while not told:
            await asyncio.sleep(0)
        await task_group.end()
        assert [str(error) for error in told] == ["no way"]

    asyncio.run(scenario())


async def give(value: object) -> object:
    if isinstance(value, Exception):
        raise value
    return value


def test_results_and_errors_come_in_the_order_of_asking_deferreds_too() -> None:
    async def scenario() -> list[object]:
        wrong, broken = ValueError("wrong"), OSError("broken")
        return await gather([give(1), succeed(2), give(wrong), fail(broken), give(None)])

    one, two, wrong, broken, none = asyncio.run(scenario())
    assert (one, two, none) == (1, 2, None)
    assert str(wrong).startswith("ValueError: wrong (")
    assert str(broken) == "OSError: broken"


def test_nothing_asked_is_nothing_answered() -> None:
    assert asyncio.run(gather([])) == []
