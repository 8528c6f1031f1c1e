"""What a project asks of its duplicates, as its settings say it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf

from scrapy.settings import BaseSettings

from ...core.duplicates.minhash import Bands
from ...errors import BTError
from ...settings import read_names_by_kind

_DEPTHS = ("exact", "near")


@dataclass(frozen=True)
class DuplicateOptions:
    """The settings `BT_DUPLICATES…`, checked."""

    is_near: bool = False
    fields: Mapping[str, tuple[str, ...]] | tuple[str, ...] = ()
    """That make a record's content, by the kind of record or for all; empty: all but the address."""
    url_field: str = "url"
    similarity: float = 1.0
    store: str = ""
    name: str = ""
    lease_seconds: float = 30.0

    @classmethod
    def read(cls, settings: BaseSettings) -> DuplicateOptions:
        """Raises `BTError` for what cannot be meant."""
        depth = settings.get("BT_DUPLICATES") or "exact"
        if depth not in _DEPTHS:
            raise BTError(f"BT_DUPLICATES is {depth!r}: it is 'exact' or 'near', or empty")
        similarity = _seconds(settings, "BT_DUPLICATES_SIMILARITY", 0.8)
        try:
            Bands.finding(similarity)
        except ValueError as error:
            raise BTError(f"BT_DUPLICATES_SIMILARITY: {error}") from None
        lease = _seconds(settings, "BT_LEASE_SECONDS", 30.0)
        return cls(
            is_near=depth == "near",
            fields=read_names_by_kind(settings, "BT_DUPLICATES_FIELDS"),
            url_field=settings.get("BT_DUPLICATES_URL") or "url",
            similarity=similarity,
            store=settings.get("BT_DUPLICATES_STORE") or "",
            name=settings.get("BT_DUPLICATES_NAME") or "",
            lease_seconds=lease,
        )

    @property
    def bands(self) -> Bands:
        return Bands.finding(self.similarity)

    @property
    def terms(self) -> str | None:
        """What all who compare texts in one ledger have to have in common; none: only the same text counts."""
        return f"{self.similarity:g}" if self.is_near else None

    def fields_of(self, kind: str) -> tuple[str, ...]:
        """The fields that make the content of such a record; none: all but the address."""
        return tuple(self.fields.get(kind, ())) if isinstance(self.fields, Mapping) else self.fields


def _seconds(settings: BaseSettings, name: str, default: float) -> float:
    try:
        number = settings.getfloat(name, default)
    except (ValueError, TypeError):
        number = -1.0
    if not 0 < number < inf:
        raise BTError(f"{name} is {settings[name]!r}: it is a number above 0")
    return number
