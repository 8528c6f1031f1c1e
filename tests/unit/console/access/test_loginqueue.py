import asyncio
import threading

import pytest

from scrapy_bt.console.access.loginqueue import LoginQueue
from scrapy_bt.console.refusals import Refusal


def test_one_after_another_and_not_too_many() -> None:
    begun: list[int] = []
    gate = threading.Event()

    def check(number: int) -> int:
        begun.append(number)
        gate.wait()
        return number

    async def run() -> None:
        turns = LoginQueue()
        waiting = [asyncio.create_task(turns.take(check, number)) for number in range(20)]
        try:
            while not begun:
                await asyncio.sleep(0)
            with pytest.raises(Refusal) as refused:
                await turns.take(check, 20)
            assert (refused.value.status, begun) == (429, [0])
        finally:
            gate.set()
        assert await asyncio.gather(*waiting) == begun == [*range(20)]
        assert await turns.take(check, 21) == 21

    asyncio.run(run())
