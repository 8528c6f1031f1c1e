"""New tasks as they are sent, with the buckets that a call names."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..completion import Requeue
from ..entries import Bucket
from ..protocol import Number
from .keys import name_bucket
from .packing import blob, pack_entry


class Buckets:
    """The buckets that one call names, each with its number."""

    def __init__(self, number: Number) -> None:
        self._number = number
        self._names: dict[Bucket, bytes] = {}
        self._numbers: list[tuple[msgspec.Raw, float]] = []

    def name(self, bucket: Bucket) -> bytes:
        name = self._names.get(bucket)
        if name is None:
            name = self._names[bucket] = name_bucket(bucket)
            self._numbers.append((blob(name), float(self._number(bucket))))
        return name

    def list(self) -> list[tuple[msgspec.Raw, float]]:
        return self._numbers


class Entries:
    """New tasks, as runs that share bucket and delay, then their records, then their keys."""

    def __init__(self, queued: Sequence[Requeue], buckets: Buckets) -> None:
        self.runs: list[tuple[msgspec.Raw, float, int]] = []
        records: list[bytes] = []
        bucket: Bucket | None = None
        delay = 0.0
        begun = 0
        for item in queued:
            entry = item.entry
            if (entry.bucket is not bucket and entry.bucket != bucket) or item.delay != delay:
                if bucket is not None:
                    self.runs.append((blob(buckets.name(bucket)), max(0.0, delay), len(records) - begun))
                bucket, delay, begun = entry.bucket, item.delay, len(records)
            if entry.session or entry.join or entry.share or entry.holds:
                records.append(pack_entry(entry))
            else:
                records.append(b"\x00" + entry.payload)
        if bucket is not None:
            self.runs.append((blob(buckets.name(bucket)), max(0.0, delay), len(records) - begun))
        self.keyed: int | bool
        """False, or how long each key is; 0: each its own length."""
        self.keyed, keys = _pack_keys([item.key for item in queued])
        self.args = (*records, *keys)


def _pack_keys(keys: list[bytes]) -> tuple[int | bool, Sequence[bytes]]:
    lengths = set(map(len, keys))
    if lengths <= {0}:
        return False, ()
    if len(lengths) == 1:
        return lengths.pop(), (b"".join(keys),)
    return 0, keys
