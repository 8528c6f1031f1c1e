"""Parses pages that may take long beside the reactor, and gives up those that take too long.

The parser of HTML compares each attribute of a tag with all others: 200,000 of them take a minute, and nothing can
stop it meanwhile. Such a page must not hold up the worker, nor its leases.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from threading import Thread
from typing import TYPE_CHECKING

from scrapy.http import TextResponse

from ...core.documents.tags import count_attributes, find_long_tags
from ...errors import NodeError
from ...sentences import say

if TYPE_CHECKING:
    from .pages import ResponsePage

_LARGE = 262_144
"""Bytes from which on a page is parsed beside the reactor."""
_SMALL = 32_768
"""Bytes up to which no page takes long."""
_WINDOW = 8192
"""Bytes in which an ordinary page ends some tag."""
_MOST_ATTRIBUTES = 100_000
"""Attributes of one tag that are parsed: some 20 s."""
_THREADS = 4
_LONG_TAG = re.compile(rb"<[A-Za-z][^<>]{%d,}" % (2 * _MOST_ATTRIBUTES))
_VERY_LARGE = 1_048_576
"""Bytes from which on tags are looked for whose values hide where they end: in less they take a few minutes at most."""


def may_take_long(page: ResponsePage) -> bool:
    """Whether it is large, or may have a very long tag; what is no text is not parsed."""
    body = page.response.body
    if len(body) <= _SMALL or not isinstance(page.response, TextResponse):
        return False
    if len(body) > _LARGE:
        return True
    return any(body.find(b">", at, at + _WINDOW) < 0 for at in range(0, len(body) - _WINDOW, _WINDOW))


def parse(page: ResponsePage) -> None:
    """Parse a page so that it is there when it is asked; one that is known to take too long is refused."""
    count = next(_count_too_many(page.response.body), 0)
    if count:
        page.refusal = f"the page is not parsed: a tag of it has {count} attributes, more than {_MOST_ATTRIBUTES}"
        return
    _ = page.root


def _count_too_many(body: bytes) -> Iterator[int]:
    """How many attributes tags have that have too many."""
    for found in _LONG_TAG.finditer(body):
        count = count_attributes(found.group().decode("latin-1"))
        if count > _MOST_ATTRIBUTES:
            yield count
    if len(body) > _VERY_LARGE:
        text = body.decode("latin-1")
        for start, end in find_long_tags(text, _MOST_ATTRIBUTES):
            yield count_attributes(text[start:end])


class Parsing:
    """A few threads; a page that takes longer than *seconds* is refused, and its thread is left to end by itself."""

    def __init__(self, *, seconds: float) -> None:
        self._seconds = seconds
        self._free = asyncio.Semaphore(_THREADS)

    async def parse(self, page: ResponsePage) -> None:
        """Returns when the page is parsed, or refused."""
        try:
            await asyncio.wait_for(self._run(lambda: parse(page)), self._seconds)
        except asyncio.TimeoutError:
            page.refusal = f"the page is not parsed: that takes longer than {self._seconds:g} s (BT_PARSE_SECONDS)"
        except Exception as error:
            raise NodeError(say("the page cannot be parsed: {}", error)) from error

    async def _run(self, call: Callable[[], None]) -> None:
        await self._free.acquire()
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()

        def end(error: Exception | None) -> None:
            self._free.release()
            if done.done():
                return
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)

        def work() -> None:
            error = None
            try:
                call()
            except Exception as raised:  # noqa: BLE001  # it is raised where the page is waited for
                error = raised
            try:
                loop.call_soon_threadsafe(end, error)
            except RuntimeError:  # the loop is closed: nobody waits any more
                return

        # No thread of a pool: those are waited for when the process ends.
        Thread(target=work, name="parsing", daemon=True).start()
        await done
