"""A set of keys in bounded memory: it knows every key that was added, and takes few others for known (Bloom 1970).

It has m = −n·ln p / (ln 2)² bits for n keys at an error p, and looks at k = m/n·ln 2 of them for each key; they follow
from two hashes (Kirsch, Mitzenmacher 2006). The bits lie in shards of a megabyte at most, so that memory grows with
the keys and no step is a large one. The script `entries.lua` finds the same bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha1
from math import ceil, expm1, log

from ...sentences import say

LARGEST_SHARD = 8 * (1024 * 1024 - 64)
"""Bits: a megabyte, and what Redis needs to keep a text of that length."""
_MARGIN = 1.01
"""Keys are not spread quite evenly over the shards."""
_BITS_OF_BYTES = bytes(byte.bit_count() for byte in range(256))


@dataclass(frozen=True)
class Bloom:
    """How such a set is laid out."""

    shards: int
    bits: int
    """Of each shard, a multiple of 8."""
    hashes: int

    @classmethod
    def sized(cls, items: int, error: float) -> Bloom:
        """For so many keys, of others taking this share for known at most.

        Raises:
            ValueError: There is no such set.
        """
        if items < 1:
            raise ValueError(say("{} is no number of keys", items))
        if not 1e-8 <= error <= 0.5:
            raise ValueError(say("{:g} is no error that a filter can have: take 0.00000001 to 0.5", error))
        bits = -items * log(error) / log(2) ** 2 * _MARGIN
        shards = ceil(bits / LARGEST_SHARD)
        return cls(shards, 8 * ceil(bits / shards / 8), max(1, round(-log(error) / log(2))))

    @classmethod
    def read(cls, text: str) -> Bloom:
        """The layout of a text; raises `ValueError`."""
        shards, bits, hashes = map(int, text.split("x"))
        return cls(shards, bits, hashes)

    @property
    def text(self) -> str:
        return f"{self.shards}x{self.bits}x{self.hashes}"

    @property
    def size(self) -> int:
        """Bytes, when all shards are there."""
        return self.shards * self.bits // 8

    def places(self, key: bytes) -> tuple[int, tuple[int, ...]]:
        """The shard of a key, and its bits in there; some may be equal."""
        digest = sha1(key, usedforsecurity=False).digest()
        shard, first, step = (int.from_bytes(digest[at : at + 4], "big") for at in (0, 4, 8))
        return shard % self.shards, tuple((first + turn * step) % self.bits for turn in range(self.hashes))

    def error_at(self, items: int) -> float:
        """The share of other keys that it takes for known, when it holds so many."""
        return float(-expm1(-self.hashes * items / (self.shards * self.bits))) ** self.hashes

    def error_of(self, share: float) -> float:
        """The same, when this share of its bits is set."""
        return share**self.hashes


class BloomSet:
    """Keys in the memory of this process."""

    def __init__(self, layout: Bloom) -> None:
        self.layout = layout
        self.count = 0
        """Keys that were new when they were added."""
        self._shards: dict[int, bytearray] = {}

    def add(self, key: bytes) -> bool:
        """Tells whether the key is a new one."""
        number, places = self.layout.places(key)
        shard = self._shards.get(number)
        if shard is None:
            shard = self._shards[number] = bytearray(self.layout.bits // 8)
        is_new = False
        for place in places:
            at, bit = place >> 3, 0x80 >> (place & 7)
            if not shard[at] & bit:
                shard[at] |= bit
                is_new = True
        self.count += is_new
        return is_new

    def __contains__(self, key: bytes) -> bool:
        number, places = self.layout.places(key)
        shard = self._shards.get(number)
        return shard is not None and all(shard[place >> 3] & 0x80 >> (place & 7) for place in places)

    @property
    def error(self) -> float:
        """The share of other keys that it takes for known now, by the bits that are set."""
        shares = [sum(shard.translate(_BITS_OF_BYTES)) / self.layout.bits for shard in self._shards.values()]
        return sum(map(self.layout.error_of, shares)) / self.layout.shards

    @property
    def size(self) -> int:
        """Bytes."""
        return len(self._shards) * self.layout.bits // 8

    def dump(self) -> Iterator[bytes]:
        """Its shards in order, empty ones as well."""
        for number in range(self.layout.shards):
            yield bytes(self._shards.get(number, bytes(self.layout.bits // 8)))

    def load(self, number: int, shard: bytes) -> None:
        """Take a shard as `dump` gave it."""
        if len(shard) != self.layout.bits // 8:
            raise ValueError(say("a shard of another layout"))
        self._shards[number] = bytearray(shard)
