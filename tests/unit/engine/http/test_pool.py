import asyncio

from scrapy_bt.engine.http import pool as module
from scrapy_bt.engine.http.pool import ConnectionPool
from scrapy_bt.engine.http.routes import Route

HERE, THERE = (Route(is_secure=False, host=host, port=80) for host in ("a.test", "b.test"))


class Connection:
    """As the pool knows it."""

    def __init__(self, pool, route=HERE):
        self.route, self.pool = route, pool
        self.is_over, self.is_usable = False, True
        self.idle_until = 0.0
        pool.add(self)

    def close(self):
        self.is_over, self.is_usable = True, False
        asyncio.get_running_loop().call_soon(self.pool.forget, self)


def run(test):
    async def run_and_close():
        pool = ConnectionPool(most_idle=2)
        await test(pool)
        await pool.close()
        assert len(pool) == 0

    asyncio.run(run_and_close())


def test_the_one_that_was_used_last_is_taken_and_only_on_its_route():
    async def test(pool):
        first, second = Connection(pool), Connection(pool)
        pool.keep(first)
        pool.keep(second)
        assert pool.take(THERE) is None
        assert pool.take(HERE) is second
        assert pool.take(HERE) is first
        assert pool.take(HERE) is None

    run(test)


def test_the_longest_idle_makes_room():
    async def test(pool):
        connections = [Connection(pool, route) for route in (HERE, THERE, THERE)]
        for connection in connections:
            pool.keep(connection)
        assert [connection.is_over for connection in connections] == [True, False, False]
        assert pool.take(HERE) is None

    run(test)


def test_one_that_has_ended_or_is_old_is_not_taken(monkeypatch):
    async def test(pool):
        gone, old = Connection(pool), Connection(pool)
        pool.keep(gone)
        pool.forget(gone)
        pool.keep(old, 0.5)
        assert pool.take(HERE) is None
        assert old.is_over
        broken = Connection(pool)
        broken.is_usable = False
        pool.keep(broken)
        assert broken.is_over

    run(test)


def test_old_ones_are_ended_without_being_asked_for(monkeypatch):
    monkeypatch.setattr(module, "LONGEST_IDLE", 0.01)

    async def test(pool):
        connection = Connection(pool)
        pool.keep(connection)
        while len(pool):
            await asyncio.sleep(0)

    run(test)


def test_one_that_was_over_at_once_is_not_waited_for():
    async def test(pool):
        connection = Connection(pool)
        connection.close()
        await asyncio.sleep(0)
        pool.add(connection)
        assert len(pool) == 0

    run(test)
