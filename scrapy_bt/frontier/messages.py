"""Start messages that fit no task, as tasks of a frontier: they become dead letters, and are read again when queued."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from ..errors import TaskError
from ..sentences import say

MESSAGES = "messages"
"""The node at which they stand; no path of a tree is only this name, for those begin with a tree's."""

LARGEST = 1_000_000
"""Bytes of a start message."""
KEPT = 10_000
"""Bytes that are kept of a larger one."""


@dataclass(frozen=True)
class StartMessage:
    """A message as it came: *content* is its beginning where it was larger than one may be; *size*: all its bytes."""

    content: bytes
    size: int

    @classmethod
    def of(cls, message: bytes) -> StartMessage:
        """A message, cut to what is kept."""
        return cls(message if len(message) <= LARGEST else message[:KEPT], len(message))

    def encode(self) -> bytes:
        """The message as the payload of an entry."""
        return msgspec.msgpack.encode(self)

    @classmethod
    def decode(cls, payload: bytes) -> StartMessage:
        """Raises `TaskError`."""
        try:
            return msgspec.msgpack.decode(payload, type=cls)
        except (ValueError, RecursionError) as error:
            raise TaskError(say("the start message cannot be read: {}", error)) from None
