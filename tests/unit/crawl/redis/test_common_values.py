import asyncio
import time
from itertools import count

import pytest
import redis.asyncio

from scrapy_bt.crawl.redis.common_values import CommonValues, QueueTexts
from scrapy_bt.frontier.completion import MakingOutcome, Requeue
from scrapy_bt.frontier.entries import Bucket, Entry, Lease, SharedValue

KEY = "login/session"
TOKENS = count(1)


def lease(version: int = 1) -> Lease:
    entry = Entry(Bucket("t", "main"), b"", id=7, session=9, share=KEY)
    return Lease(entry, token=next(TOKENS), deadline=0.0, make=True, version=version)


@pytest.fixture
def play(server, client):
    """Play a scene with two queues that include one file, and one that includes another file of its name."""

    def play(act):
        async def scenario():
            async with redis.asyncio.Redis.from_url(server.url) as connected:
                await act(*(queue_of(connected, digest) for digest in ("a", "a", "b")))

        asyncio.run(scenario())

    return play


def queue_of(client, digest, texts=None):
    kept = {} if texts is None else texts

    async def read(key):
        await asyncio.sleep(0)  # others go on, as while Redis is asked
        return kept.get(key)

    async def write(key, text):
        await asyncio.sleep(0)
        kept[key] = text

    return CommonValues(client, QueueTexts(read, write), {"login": digest}, lease_seconds=30.0, extra={})


def made(value=b"v", expires=60.0):
    return MakingOutcome(KEY, SharedValue(value, 1, time.time() + expires))


async def taken(queue):
    completion = await queue.take_over(lease())
    return None if completion is None else completion.made[0].value.value


def test_what_one_queue_has_made_the_other_takes_over(play):
    async def act(one, other, of_another_file):
        assert await one.take_over(lease()) is None
        await one.publish(made(), b"cookies")
        asking = lease()
        completion = await other.take_over(asking)
        assert completion.next == Requeue(asking.entry), "the task asks once more"
        assert completion.made[0].key == KEY
        session = completion.made[0].value.session
        assert session < 0, "the task may take over that of another user, too"
        assert completion.cookies == {session: b"cookies"}
        assert await of_another_file.take_over(lease()) is None

    play(act)


def test_while_one_queue_makes_it_the_other_waits(play):
    async def act(one, other, _):
        assert await one.take_over(lease()) is None
        waiting = asyncio.ensure_future(taken(other))
        await asyncio.sleep(0)
        assert not waiting.done()
        await one.publish(made(), b"")
        assert await waiting == b"v"

    play(act)


def test_if_the_making_fails_then_the_other_makes_it(play):
    async def act(one, other, _):
        assert await one.take_over(lease()) is None
        waiting = asyncio.ensure_future(taken(other))
        await one.publish(MakingOutcome(KEY, None), b"")
        assert await waiting is None

    play(act)


def test_what_was_found_wanting_is_not_taken_over_again_but_a_newer_one_is(play):
    async def act(one, other, _):
        await one.take_over(lease())
        await one.publish(made(b"old"), b"")
        assert await taken(other) == b"old"
        await other.note_wanting(KEY)
        await one.note_wanting(KEY)
        assert await taken(one) is None, "so it makes another one"
        await one.publish(made(b"new"), b"")
        assert await taken(other) == b"new"

    play(act)


def test_what_is_gone_from_the_queue_is_not_taken_over_again_before_somebody_has_noted_it(play):
    async def act(one, other, _):
        await one.take_over(lease())
        await one.publish(made(b"old"), b"")
        assert await taken(other) == b"old"
        assert await other.take_over(lease(version=2)) is None

    play(act)


def test_what_is_being_noted_is_known_to_who_asks_after_it(server, client):
    async def scenario():
        async with redis.asyncio.Redis.from_url(server.url) as connected:
            texts = {}
            queue = queue_of(connected, "a", texts)
            await queue.take_over(lease())
            await queue.publish(made(), b"")
            noting = asyncio.ensure_future(queue.note_wanting(KEY))
            asking = asyncio.ensure_future(taken(queue))
            assert (await noting, await asking) == (None, None)

    asyncio.run(scenario())


def test_what_has_expired_is_made_anew(play):
    async def act(one, other, _):
        await one.take_over(lease())
        await one.publish(made(expires=-1.0), b"")
        assert await taken(other) is None

    play(act)


def test_values_of_the_trees_own_files_are_their_own(client):
    queue = queue_of(client, "a")
    assert queue.has(KEY)
    assert not queue.has("odd/session")


def test_what_nobody_can_read_is_made_anew(play, client):
    async def act(one, other, _):
        await one.take_over(lease())
        await one.publish(made(), b"")
        (key,) = client.keys("bt:common:*")
        client.set(key, b"\xc1 of another version")
        assert await taken(other) is None

    play(act)
