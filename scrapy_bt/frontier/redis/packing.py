"""How arguments are packed for the scripts, and what they answer is read.

Redis' Lua reads MessagePack of 2011: it has no binary type, its texts are any bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf
from typing import Any

import msgspec

from ...errors import TaskError
from ...sentences import say
from ..entries import Bucket, Entry
from ..steps import check_entry
from ..tasks import KeptTask, pack, unpack

_NUMBER = struct.Struct("<q")
_UNSIGNED = struct.Struct("<Q")
_HEAD = 16
"""Bytes of id and time, which the server writes."""

pack_number = _NUMBER.pack
pack_token = _UNSIGNED.pack


def read_number(stored: bytes) -> int:
    """An id, a join or a session."""
    number: int = _NUMBER.unpack(stored)[0]
    return number


def blob(data: bytes) -> msgspec.Raw:
    """Bytes as a text in the MessagePack that Redis reads."""
    size = len(data)
    if size < 1 << 8:
        return msgspec.Raw(b"\xd9%c" % size + data)
    if size < 1 << 16:
        return msgspec.Raw(b"\xda" + size.to_bytes(2, "big") + data)
    return msgspec.Raw(b"\xdb" + size.to_bytes(4, "big") + data)


def _encode_rest(value: object) -> object:
    raise ValueError(say("this cannot be sent to Redis: {}", repr(value)))


encode: Callable[[object], bytes] = msgspec.msgpack.Encoder(enc_hook=_encode_rest).encode


def pack_entry(entry: Entry, *, own: int = 0, part: bool = True) -> bytes:
    """The record of *entry* without its head; *own*: its id, if it has one; without *part*, its join is left out."""
    session = entry.session if entry.session != own else 0
    if not (session or entry.share or entry.holds or (part and entry.join)):
        return b"\x00" + entry.payload
    check_entry(entry)
    join = entry.join if part else 0
    # Without an id of its own, 0 is the session that is not written down.
    return pack(KeptTask(0, entry.bucket, entry.payload, 0.0, session, join, entry.share, entry.holds))[_HEAD:]


def read_record(record: bytes, bucket: Bucket) -> KeptTask:
    """The task of a record; of an undecodable record, a task with all of it as its payload."""
    try:
        return unpack(record, bucket)
    except TaskError:
        task_id = read_number(record[:8])
        return KeptTask(task_id, bucket, record, 0.0, task_id)


def read_pairs(flat: Sequence[Any]) -> list[tuple[Any, Any]]:
    """Field and value in turn, as pairs."""
    return list(zip(flat[::2], flat[1::2], strict=True))


def read_measures(flat: Sequence[bytes]) -> dict[str, tuple[int, float]]:
    """How often, and the sum, by node or loop; passes over what somebody else has written."""
    found = {}
    for name, stored in read_pairs(flat):
        with suppress(ValueError):
            count, total = stored.split()
            measure = int(count), float(total)
            if measure[0] > 0 and 0 <= measure[1] < inf:
                found[name.decode()] = measure
    return found


def read_holders(flat: Sequence[Any]) -> dict[str, tuple[int, ...]]:
    """Per resource the tasks that have a place of it."""
    return {resource.decode(): tuple(sorted(map(read_number, ids))) for resource, ids in flat}


def read_makers(flat: Sequence[bytes]) -> dict[str, int]:
    """Per shared value the task that makes it."""
    return {name.decode(): read_number(maker) for name, maker in read_pairs(flat)}
