import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import redis.asyncio
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from scrapy_bt.crawl.redis.retrying_client import RetryingClient
from scrapy_bt.errors import BTError, FrontierError, FrontierLost
from scrapy_bt.frontier.redis.call import Complete
from scrapy_bt.frontier.redis.calls import Calls
from scrapy_bt.testing import DelayProxy, RedisServer
from tests.contracts.workshop import DONE, new
from tests.waiting import until

Acting = Callable[[RetryingClient], Awaitable[None]]


@pytest.fixture
def calls() -> Calls:
    return Calls("shop:requests", worker="w", number=lambda _: 0.0, limits={}, ageing=0.0, lease_seconds=30.0)


@pytest.fixture
def run_client(server):
    """Play a scene with a retrying client to *url*."""

    def play(act: Acting, url: str = "") -> None:
        async def scenario() -> None:
            quick = Retry(NoBackoff(), 0)
            async with redis.asyncio.Redis.from_url(url or server.url, retry=quick, socket_timeout=150) as client:
                await act(RetryingClient(client, name="redis://shown", extra={}))

        asyncio.run(scenario())

    return play


def test_a_server_that_does_not_know_the_script_is_given_it(client, calls, run_client) -> None:
    async def act(retrying_client: RetryingClient) -> None:
        client.script_flush()
        for _ in range(2):
            await retrying_client.send(calls.remember("a", "b"))
            assert await retrying_client.send(calls.recall("a")) == "b"
        assert retrying_client.interruptions == 0

    run_client(act)
    assert client.script_exists(calls.recall("a").script.sha) == [True]


def test_an_outage_is_waited_out_and_told(server, client, calls, run_client, caplog) -> None:
    caplog.set_level(logging.INFO)
    with DelayProxy(server.port) as proxy:

        async def act(retrying_client: RetryingClient) -> None:
            await retrying_client.send(calls.register())
            proxy.cut()
            sending = asyncio.create_task(retrying_client.send(calls.exchange(put=[new(b"a")])))
            await until(lambda: retrying_client.is_away)
            assert not sending.done()
            proxy.mend()
            assert (await sending).ids == (1,)
            assert not retrying_client.is_away
            assert retrying_client.interruptions >= 1

        run_client(act, proxy.url)
    told = [(record.levelname, record.getMessage()) for record in caplog.records]
    assert [level for level, _ in told] == ["WARNING", "INFO"]
    assert told[0][1].startswith("Redis at redis://shown is away")
    assert told[1][1].startswith("Redis at redis://shown is back after")


def test_a_call_whose_answer_was_lost_is_applied_once(server, client, calls, run_client) -> None:
    with DelayProxy(server.port) as proxy:

        async def act(retrying_client: RetryingClient) -> None:
            await retrying_client.send(calls.register())
            call = calls.exchange(put=[new(b"a"), new(b"b")])
            proxy.cut(at_reply=True)
            sending = asyncio.create_task(retrying_client.send(call))
            await until(lambda: retrying_client.is_away)
            proxy.mend()
            exchanged = await sending
            assert exchanged.repeated
            assert exchanged.ids == (1, 2)
            assert exchanged.counts.ready == 2

        run_client(act, proxy.url)


def test_timeout_ends(server, client, calls, run_client) -> None:
    with DelayProxy(server.port) as proxy:

        async def act(retrying_client: RetryingClient) -> None:
            proxy.cut()
            with pytest.raises(BTError, match="Redis at redis://shown has not answered for 0 s"):
                await retrying_client.send(calls.register(), timeout=0.2)

        run_client(act, proxy.url)


def test_a_full_server_is_waited_for(server, client, calls, run_client, caplog) -> None:
    async def act(retrying_client: RetryingClient) -> None:
        await retrying_client.send(calls.register())
        client.config_set("maxmemory", 1)
        sending = asyncio.create_task(retrying_client.send(calls.exchange(put=[new(b"a")])))
        await until(lambda: retrying_client.is_away)
        client.config_set("maxmemory", 0)
        assert (await sending).ids == (1,)

    try:
        run_client(act)
    finally:
        client.config_set("maxmemory", 0)
    assert "refuses to write" in caplog.text


def test_a_queue_that_is_gone_is_no_outage(client, calls, run_client) -> None:
    async def act(retrying_client: RetryingClient) -> None:
        await retrying_client.send(calls.exchange(put=[new(b"a")]))
        client.flushall()
        with pytest.raises(FrontierLost, match="is gone"):
            await retrying_client.send(calls.exchange(lease=1))

    run_client(act)


def test_foreign_data_in_a_key_is_told(client, calls, run_client) -> None:
    client.set("{shop:requests}:rank", "mine")

    async def act(retrying_client: RetryingClient) -> None:
        with pytest.raises(FrontierError, match=r"\{shop:requests\}:rank: this key is not the queue's"):
            await retrying_client.send(calls.register())

    run_client(act)
    assert client.get("{shop:requests}:rank") == b"mine"


def test_a_login_that_is_refused_is_no_outage(calls, run_client) -> None:
    with RedisServer(options=("--requirepass", "secret")) as locked:

        async def act(retrying_client: RetryingClient) -> None:
            with pytest.raises(FrontierError, match="Redis at redis://shown refuses") as caught:
                await retrying_client.send(calls.register())
            assert "secret" not in str(caught.value)

        run_client(act, locked.url.replace(":secret@", ""))


async def act_beside_a_replica(calls: Calls, act: Callable[..., Awaitable[None]], *, kind: str) -> None:
    """Play a scene with a retrying client to a master, a client of it, and one of its replica, which is up."""
    with RedisServer(kind=kind, options=("--repl-diskless-sync-delay", "0")) as master:
        link = ("--replicaof", f"127.0.0.1 {master.port}")
        with RedisServer(kind=kind, options=link) as server:
            quick = Retry(NoBackoff(), 0)
            async with (
                redis.asyncio.Redis.from_url(master.url, retry=quick) as client,
                redis.asyncio.Redis.from_url(server.url) as replica,
            ):
                await act(RetryingClient(client, name="redis://shown", extra={}, replicas=1), client, replica, master)


@pytest.mark.parametrize("kind", RedisServer.kinds())
def test_what_was_answered_is_on_the_replica_when_it_is_promoted(calls, kind) -> None:
    async def act(retrying_client: RetryingClient, client: Any, replica: Any, master: RedisServer) -> None:
        put = await retrying_client.send(calls.exchange(put=[new(b"%d" % number) for number in range(100)]))
        taken = await retrying_client.send(calls.exchange(lease=40))
        steps = [Complete(lease, DONE) for lease in taken.leases[:30]]
        assert (await retrying_client.send(calls.exchange(steps=steps))).ended == (True,) * 30
        master.kill()
        await replica.execute_command("REPLICAOF", "NO", "ONE")
        promoted = RetryingClient(replica, name="redis://shown", extra={})
        counts = await promoted.send(calls.counts())
        assert (len(put.ids), counts.ready, counts.running) == (100, 60, 10)
        rest = [Complete(lease, DONE) for lease in taken.leases[30:]]
        assert (await promoted.send(calls.exchange(steps=rest))).ended == (True,) * 10

    asyncio.run(act_beside_a_replica(calls, act, kind=kind))


@pytest.mark.parametrize("kind", RedisServer.kinds())
def test_what_no_replica_has_stored_does_not_count_and_is_applied_once(calls, kind) -> None:
    async def act(retrying_client: RetryingClient, client: Any, replica: Any, master: RedisServer) -> None:
        await retrying_client.send(calls.register())
        await replica.execute_command("REPLICAOF", "NO", "ONE")
        sending = asyncio.create_task(retrying_client.send(calls.exchange(put=[new(b"a")])))
        await until(lambda: retrying_client.is_away)
        assert not sending.done()
        await replica.execute_command("REPLICAOF", "127.0.0.1", master.port)
        answer = await sending
        assert (answer.repeated, answer.counts.ready) == (True, 1)
        assert not retrying_client.is_away
        assert (await RetryingClient(replica, name="replica", extra={}).send(calls.counts())).ready == 1

    asyncio.run(act_beside_a_replica(calls, act, kind=kind))


def test_a_wait_for_replicas_that_a_promotion_ends_is_taken_up_again(server, client, calls, monkeypatch) -> None:
    monkeypatch.setattr("scrapy_bt.crawl.redis.retrying_client._REPLICA_MILLISECONDS", 0)  # without end

    async def act() -> None:
        async with redis.asyncio.Redis.from_url(server.url) as connection:
            retrying_client = RetryingClient(connection, name="redis://shown", extra={}, replicas=1)
            sending = asyncio.create_task(retrying_client.send(calls.register()))
            await until(lambda: waiting(client))
            client.client_unblock(waiting(client)[0], error=True)  # as REPLICAOF does with all who wait
            await until(lambda: sending.done() or retrying_client.interruptions == 1)
            assert retrying_client.is_away
            await until(lambda: sending.done() or waiting(client))
            assert not sending.done()
            sending.cancel()

    asyncio.run(act())


def waiting(client: redis.Redis) -> list[int]:
    """The connections that wait for replicas."""
    return [int(each["id"]) for each in client.client_list() if each["cmd"] == "wait" and "b" in each["flags"]]
