"""Packed bytes that others wrote: a thousand times as many may come out as go in, so that this has a bound."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from typing import Protocol

from ...sentences import say

_ZLIB_OR_GZIP = 47
"""What zlib calls the largest window, with whichever header there is."""
_BLOCK = 1 << 14
"""Packed bytes that are given to one machine at a time; those behind the end of a part are copied."""
_MOST_PARTS = 10_000
"""Each takes some time, however small it is."""


class LargeError(ValueError):
    """It holds more bytes, or more parts, than it may."""


class _Machine(Protocol):
    """What unpacks one part."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


def inflated(data: bytes, most: int) -> bytes:
    """What zlib data, or a gzip file of any number of parts, holds.

    Raises:
        LargeError: It holds more than *most* bytes, or very many parts.
        ValueError: It is none, damaged or cut off; the message is short.
    """
    try:
        return parts_of(data, most, lambda: zlib.decompressobj(_ZLIB_OR_GZIP))
    except zlib.error as error:
        raise ValueError(say("its packing is damaged: {}", error)) from None


def parts_of(data: bytes, most: int, machine: Callable[[], _Machine]) -> bytes:
    """What data of one or more packed parts holds, each read by a new machine; errors: see `inflated`."""
    if not data:
        raise ValueError(say("it is cut off"))
    found, room, at, count = [], most, 0, 0
    while at < len(data):
        part, count = machine(), count + 1
        if count > _MOST_PARTS:
            raise LargeError(say("it holds more than {:,} parts", _MOST_PARTS))
        for block in _blocks(data, at):
            at += len(block)
            found.append(part.decompress(block, room + 1))
            room -= len(found[-1])
            if room < 0:
                raise LargeError(say("it holds more than {:,} bytes", most))
            if part.eof:
                at -= len(part.unused_data)
                break
        else:
            raise ValueError(say("it is cut off"))
    return b"".join(found)


def _blocks(data: bytes, at: int) -> Iterator[bytes]:
    for start in range(at, len(data), _BLOCK):
        yield data[start : start + _BLOCK]
