"""Shared values of included files, which the queues of several trees have in common: made by one, taken over by others.

Each queue keeps its shared values by itself. Of a node in an included file, a copy is kept beside the queues. A task
that is chosen to make such a value takes the copy over; or it makes the value, while those of other queues wait.
A value that was found wanting is not taken over again. Where Redis does not answer, a queue makes its own.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import msgspec
from redis.exceptions import RedisError

from ...core.documents.json import read_json
from ...core.tree.task import name_session
from ...frontier.completion import Completion, MakingOutcome, Requeue
from ...frontier.entries import Lease, SharedValue

logger = logging.getLogger(__name__)

_KEPT_FOR = 3600.0
"""Seconds that others take over a value which was made without a duration."""
_FRESH = 60.0
"""A value made so many seconds before another one was found wanting may be as wanting, one made later is not."""
_PAUSE = 0.2
"""Seconds between two looks at what another queue makes."""


class _Copy(msgspec.Struct, frozen=True):
    """A value as it is kept beside the queues; times in seconds since 1970."""

    value: bytes
    cookies: bytes
    expires: float | None
    made: float
    stamp: str


class _KnownCopy(msgspec.Struct, frozen=True):
    """What a queue knows of a value: the copy that it had last, and when that was found wanting."""

    stamp: str = ""
    wanting: float = 0.0


@dataclass(frozen=True)
class QueueTexts:
    """The texts of one queue."""

    read: Callable[[str], Awaitable[str | None]]
    write: Callable[[str, str], Awaitable[None]]


class CommonValues:
    """*digests*: by the name of an included file, that of its text, since another file of that name is another one."""

    def __init__(
        self, client: Any, board: QueueTexts, digests: Mapping[str, str], *, lease_seconds: float, extra: Any
    ) -> None:
        self._client, self._board, self._digests = client, board, dict(digests)
        self._milliseconds = round(2000 * lease_seconds)
        self._extra = extra
        self._noting = asyncio.Lock()
        """What is known of a value is read when what was found before is noted."""

    def has(self, key: str) -> bool:
        """Whether the value with a queue's *key* is of an included file."""
        return key.partition("/")[0] in self._digests

    async def take_over(self, lease: Lease) -> Completion | None:
        """What the task that is to make a value does instead, where another queue has made it; None if it makes it."""
        key = lease.entry.share
        try:
            copy = await self._obtain(key, is_remade=lease.version > 1)
            if copy is None:
                return None
            await self._note(key, _KnownCopy(copy.stamp))
        except RedisError as error:
            logger.warning("The shared value %s is made once more: %s", key, error, extra=self._extra)
            return None
        session, cookies = lease.entry.session, dict[int, bytes]()
        if copy.cookies:
            session = name_session(lease.entry.id, key)
            cookies[session] = copy.cookies
        value = SharedValue(copy.value, session, copy.expires)
        return Completion(next=Requeue(lease.entry), made=(MakingOutcome(key, value),), cookies=cookies)

    async def publish(self, made: MakingOutcome, cookies: bytes) -> None:
        """Others may take it over, or try themselves where it was not made."""
        name = self._name(made.key)
        try:
            if made.value is not None:
                now, expires = time.time(), made.value.expires
                copy = _Copy(made.value.value, cookies, expires, now, uuid4().hex)
                life = _KEPT_FOR if expires is None else expires - now
                await self._note(made.key, _KnownCopy(copy.stamp))
                if life > 0:
                    await self._client.set(name, msgspec.msgpack.encode(copy), px=max(1, round(1000 * life)))
            await self._client.delete(f"{name}:making")
        except RedisError as error:
            logger.warning("The shared value %s is not there for other trees: %s", made.key, error, extra=self._extra)

    async def note_wanting(self, key: str) -> None:
        """Tasks of this queue have found the value wanting."""
        async with self._noting:
            with suppress(RedisError):
                known = await self._known(key)
                await self._board.write(_text_name(key), _written(_KnownCopy(known.stamp, time.time())))

    async def _obtain(self, key: str, *, is_remade: bool) -> _Copy | None:
        """The copy, as soon as there is one; None when this queue is the one that makes it.

        *is_remade*: this queue had a value, which is gone; so its copy is wanting, though nobody may have noted it yet.
        """
        name = self._name(key)
        async with self._noting:
            known = await self._known(key)
        while True:
            is_free = await self._client.set(f"{name}:making", "", nx=True, px=self._milliseconds)
            copy = _read(await self._client.get(name))
            if copy is not None and _is_good(copy, known) and not (is_remade and copy.stamp == known.stamp):
                if is_free:
                    await self._client.delete(f"{name}:making")
                return copy
            if is_free:
                return None
            await asyncio.sleep(_PAUSE)

    async def _known(self, key: str) -> _KnownCopy:
        text = await self._board.read(_text_name(key))
        try:
            return read_json(text, shape=_KnownCopy) if text else _KnownCopy()
        except ValueError:
            return _KnownCopy()

    async def _note(self, key: str, known: _KnownCopy) -> None:
        async with self._noting:
            await self._board.write(_text_name(key), _written(known))

    def _name(self, key: str) -> str:
        """Of the copy in Redis."""
        whole = f"{self._digests[key.partition('/')[0]]}/{key}"
        return f"bt:common:{hashlib.blake2b(whole.encode(), digest_size=16).hexdigest()}"


def _read(stored: bytes | None) -> _Copy | None:
    """What another version has stored is as good as nothing."""
    try:
        return msgspec.msgpack.decode(stored, type=_Copy) if stored else None
    except msgspec.MsgspecError:
        return None


def _written(known: _KnownCopy) -> str:
    return msgspec.json.encode(known).decode()


def _text_name(key: str) -> str:
    return f"common:{key}"


def _is_good(copy: _Copy, known: _KnownCopy) -> bool:
    """Whether a queue may take a copy over: not the one that it had, nor one that is as old as what was wanting."""
    if copy.expires is not None and copy.expires <= time.time():
        return False
    return not known.wanting or (copy.stamp != known.stamp and copy.made > known.wanting - _FRESH)
