"""What is asked about a record, and what a ledger of known contents answers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class KnownRecord:
    """A record as a ledger knows it; *signature* and *bands* are empty where only the same text counts."""

    key: bytes
    """Of its content."""
    url: str = ""
    kind: str = ""
    signature: bytes = b""
    bands: tuple[bytes, ...] = ()


@dataclass(frozen=True)
class DuplicateMatch:
    """A content that was found again; *url* and *original_url* are addresses of the same article."""

    url: str
    original_url: str
    key: str
    """The content key of the record that was kept, in hexadecimal digits."""
    kind: str = ""
    reason: str = "same"
    """`same`: the same text, or `near`: one that shares most of it."""
    similarity: float = 1.0
    at: float = 0.0
    """When it was found first, in seconds since 1970."""
    is_new: bool = True
    """This address was not known yet."""


@dataclass(frozen=True)
class DuplicateVerdict:
    """Of a claim: it is ours (neither is given), it is known, or somebody else is at it."""

    match: DuplicateMatch | None = None
    busy_for: float | None = None
    """Seconds after which the other's claim ends, unless it is prolonged."""


@dataclass(frozen=True)
class Tally:
    """How much a ledger holds."""

    kept: int
    """Contents that were stored, or are about to be."""
    same: int
    """Addresses at which one of these texts was found again."""
    near: int
    """Addresses of texts that share most with one of them."""
