"""One timer for what is under way."""

import asyncio
from time import monotonic

from scrapy_bt.engine.http.deadlines import Deadlines


class Exchange:
    def __init__(self):
        self.ended = asyncio.Event()

    def time_out(self):
        self.ended.set()


def test_each_exchange_ends_at_its_own_deadline_and_forgotten_ones_do_not():
    async def run():
        deadlines = Deadlines()
        late, forgotten, soon = Exchange(), Exchange(), Exchange()
        deadlines.set(late, monotonic() + 0.02)
        deadlines.set(forgotten, monotonic())
        deadlines.forget(forgotten)
        deadlines.set(soon, monotonic() + 0.001)
        await soon.ended.wait()
        deadlines.forget(soon)
        await late.ended.wait()
        deadlines.forget(late)
        again = Exchange()
        deadlines.set(again, monotonic())
        await again.ended.wait()
        return forgotten.ended.is_set()

    assert not asyncio.run(run())


def test_nothing_ends_after_the_close():
    async def run():
        deadlines, exchange = Deadlines(), Exchange()
        deadlines.set(exchange, monotonic())
        deadlines.close()
        # A timer of the same loop that is due later has its turn after this one's would have been.
        await asyncio.sleep(0.01)
        return exchange.ended.is_set()

    assert not asyncio.run(run())
