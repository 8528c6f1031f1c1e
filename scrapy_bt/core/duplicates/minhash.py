"""MinHash: short signatures of texts; the share of equal places is that of shared shingles.

One hash for each shingle says in which of the places it competes, and with what; the least wins (one permutation
hashing: Li, Owen, Zhang 2012). A place where none competed takes the winner of another that is drawn by a fixed
sequence (Shrivastava 2017, "Optimal Densification"). Texts are compared only if a band of their signatures is equal:
the layout of bands finds a text of the wanted similarity with a probability of 99 % (Leskovec, Rajaraman, Ullman,
"Mining of Massive Datasets", 3.4).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from math import ceil, log
from struct import Struct

PLACES = 128
"""A similarity of 0.8 is estimated with a standard deviation of 0.035."""
FEWEST = 24
"""Shingles of a text that can be compared; shorter ones are the same, or they are not."""
BAND_BYTES = 8
_FOUND = 0.99
_WORDS = Struct(f">{PLACES}H")
_EMPTY = -1


@dataclass(frozen=True)
class Bands:
    """So many bands of so many rows each."""

    count: int
    rows: int

    @classmethod
    def finding(cls, similarity: float) -> Bands:
        """The layout that finds what is so similar, and compares as little as it can else.

        Raises:
            ValueError: No layout does, or it is no similarity.
        """
        if not 0.3 <= similarity < 1:
            raise ValueError(f"{similarity} is no similarity that can be looked for: take 0.3 to 0.99")
        for rows in range(16, 0, -1):
            count = ceil(log(1 - _FOUND) / log(1 - similarity**rows))
            if count * rows <= PLACES:
                return cls(count, rows)
        raise AssertionError("a row alone finds what is above 0.3")

    def of(self, signature: bytes) -> tuple[bytes, ...]:
        """The bands of a signature; two that are equal are equal at the same place."""
        size = 2 * self.rows
        return tuple(
            blake2b(bytes((at,)) + signature[at * size : (at + 1) * size], digest_size=BAND_BYTES).digest()
            for at in range(self.count)
        )


def sign(pieces: Iterable[str]) -> bytes:
    """The signature of a text's shingles, two bytes a place; empty if they are too few."""
    least = [_EMPTY] * PLACES
    hashes = {
        int.from_bytes(blake2b(piece.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
        for piece in pieces
    }
    if len(hashes) < FEWEST:
        return b""
    for value in hashes:
        place, rank = value % PLACES, value // PLACES
        if least[place] == _EMPTY or rank < least[place]:
            least[place] = rank
    return _WORDS.pack(*(_filled(least, place) & 0xFFFF for place in range(PLACES)))


def similarity(one: bytes, other: bytes) -> float:
    """The share of equal places: an estimate of what share of their shingles the two texts have in common."""
    pairs = zip(_WORDS.unpack(one), _WORDS.unpack(other), strict=True)
    equal: int = sum(left == right for left, right in pairs)
    return equal / PLACES


def _filled(least: list[int], place: int) -> int:
    value = least[place]
    if value != _EMPTY:
        return value
    return next(least[other] for other in _detour(place) if least[other] != _EMPTY)


@cache
def _detour(place: int) -> tuple[int, ...]:
    """All places, in an order that is drawn for this one."""
    drawn = (blake2b(f"{place} {other}".encode(), digest_size=8).digest() for other in range(PLACES))
    return tuple(other for _, other in sorted((mark, other) for other, mark in enumerate(drawn)))
