"""What a server refuses only at the moment: it is full, busy, loading its data, or changing its role."""

from __future__ import annotations

from redis.exceptions import ClusterDownError, OutOfMemoryError, ReadOnlyError, ResponseError, TryAgainError

_CODES = (
    "BUSY",
    "CLUSTERDOWN",
    "LOADING",
    "MASTERDOWN",
    "MISCONF",
    "NOREPLICAS",
    "OOM",
    "READONLY",
    "TRYAGAIN",
    "UNBLOCKED",
)
"""The first word of an error reply, in the words of Redis and Valkey; UNBLOCKED ends the waits of a demoted master."""

_CLASSES = (ClusterDownError, OutOfMemoryError, ReadOnlyError, TryAgainError)
"""Replies whose first word the client takes off."""


def is_passing(reply: str) -> bool:
    """Whether the same call may succeed later; *reply* is the text of an error reply, without `ERR`."""
    return reply.startswith(_CODES)


def is_passing_error(error: ResponseError) -> bool:
    """Whether an error that the client raises may pass."""
    return isinstance(error, _CLASSES) or is_passing(str(error))
